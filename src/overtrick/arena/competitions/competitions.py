"""Competitions: found, created, changed and archived, with their announcements."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from sqlalchemy import Connection, RowMapping, delete, insert, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.audit import note
from overtrick.arena.competitions.competition import (
    Announcement,
    Competition,
    CompetitionState,
    Entry,
    Round,
    RoundState,
)
from overtrick.arena.competitions.competition_file import SLUG
from overtrick.arena.competitions.planning import check_dates, insert_round
from overtrick.arena.competitions.stated import StatedCompetition
from overtrick.arena.competitions.stored_rounds import find_rounds
from overtrick.arena.people.accounts import Account
from overtrick.arena.people.names import find_alike
from overtrick.core.mistake import Mistake
from overtrick.store.database import alone
from overtrick.store.schema import announcements, competitions, invitations, invited, organisers, rounds

LONGEST_ANNOUNCEMENT = 2000
LONGEST_LINK = 500
# What may become of a competition: it is prepared, everybody sees it, it is put away.
STEPS = {
    CompetitionState.DRAFT: (CompetitionState.OPEN,),
    CompetitionState.OPEN: (CompetitionState.DRAFT, CompetitionState.ARCHIVED),
    CompetitionState.ARCHIVED: (CompetitionState.OPEN,),
}

# Find


def all_competitions(arena: Arena, *, drafts: bool = False) -> tuple[Competition, ...]:
    """Return all competitions, the newest first; those that are being prepared only if asked for."""
    query = select(competitions).order_by(competitions.c.id.desc())
    if not drafts:
        query = query.where(competitions.c.state != CompetitionState.DRAFT)
    with arena.reading() as connection:
        return tuple(_whole(connection, row) for row in connection.execute(query).mappings().all())


def find_competition(arena: Arena, slug: str) -> Competition:
    """Return the competition of a slug, in whatever state it is, or raise Mistake."""
    query = select(competitions).where(competitions.c.slug == slug)
    with arena.reading() as connection:
        row = connection.execute(query).mappings().first() if SLUG.fullmatch(slug) else None
        if row is None:
            raise Mistake(f"there is no competition {slug[:60]!r}")
        return _whole(connection, row)


def find_round(arena: Arena, slug: str, number: int) -> Round:
    """Return a round of a competition, in whatever state they are, or raise Mistake."""
    found = [one for one in find_competition(arena, slug).rounds if one.number == number]
    if not found:
        raise Mistake(f"there is no round {str(number)[:20]} of competition {slug!r}")
    return found[0]


def round_by_id(arena: Arena, number: int) -> Round:
    """Return the round of an id, or raise Mistake."""
    with arena.reading() as connection:
        found = find_rounds(connection, rounds.c.id == number)
    if not found:
        raise Mistake(f"there is no round with the id {number}")
    return found[0]


def live_rounds(arena: Arena) -> tuple[Round, ...]:
    """Return the rounds that still move on with time; drafts and archived competitions have none."""
    moving = (
        competitions.c.state == CompetitionState.OPEN,
        rounds.c.state.not_in((RoundState.OVER, RoundState.CANCELLED)),
    )
    with arena.reading() as connection:
        return find_rounds(connection, *moving)


def unrevealed_rounds(arena: Arena) -> tuple[Round, ...]:
    """Return the cancelled rounds whose secret is still to be told, so that what was played can be checked."""
    with arena.reading() as connection:
        return find_rounds(connection, rounds.c.state == RoundState.CANCELLED, rounds.c.secret.is_(None))


def may_enter(arena: Arena, competition: Competition, account: Account) -> bool:
    """Return whether somebody may enter a competition, as far as it depends on who they are."""
    if account.banned is not None or competition.state is not CompetitionState.OPEN:
        return False
    if competition.entry is Entry.ANYONE:
        return True
    query = select(invited.c.account).where(invited.c.competition == competition.id, invited.c.account == account.id)
    with arena.reading() as connection:
        return connection.execute(query).first() is not None


def _whole(connection: Connection, row: RowMapping) -> Competition:
    posted = select(announcements).where(announcements.c.competition == row["id"]).order_by(announcements.c.id.desc())
    return Competition(
        id=row["id"],
        slug=row["slug"],
        title=row["title"],
        text=row["text"],
        entry=Entry(row["entry"]),
        state=CompetitionState(row["state"]),
        created=row["created"],
        rounds=find_rounds(connection, rounds.c.competition == row["id"]),
        announcements=_announced(connection.execute(posted).mappings()),
    )


def _announced(rows: Iterable[RowMapping]) -> tuple[Announcement, ...]:
    return tuple(Announcement(row["id"], row["posted"], row["text"], row["link"]) for row in rows)


# Create and change


def create(arena: Arena, stated: StatedCompetition, state: CompetitionState = CompetitionState.DRAFT) -> Competition:
    """Give a competition with its rounds a place in the arena, or raise Mistake."""
    with arena.writing() as connection:
        alone(connection)
        if connection.execute(select(competitions.c.id).where(competitions.c.slug == stated.slug)).first():
            raise Mistake(f"slug is {stated.slug!r}, which another competition has; allowed: one that none has")
        if (other := find_alike(stated.slug, connection.scalars(select(competitions.c.slug)))) is not None:
            raise Mistake(
                f"slug is {stated.slug!r}, which looks like that of {other!r}; allowed: one that none looks like"
            )
        values = {
            "slug": stated.slug,
            "title": stated.title,
            "text": stated.text,
            "entry": stated.entry,
            "state": state,
            "created": arena.now(),
        }
        number = connection.execute(insert(competitions).values(values).returning(competitions.c.id)).scalar_one()
        for place, one in enumerate(stated.rounds, 1):
            check_dates(one, arena.now(), f"round {place}: ")
            insert_round(connection, number, place, one)
        note(arena, connection, "created", stated.slug, competition=number)
    return find_competition(arena, stated.slug)


def edit(arena: Arena, competition: Competition, stated: StatedCompetition) -> Competition:
    """Change title, text and who may enter, or raise Mistake; rounds are changed one by one."""
    check_not_archived(competition)
    if stated.slug != competition.slug:
        raise Mistake(f"slug is {stated.slug!r}; allowed: {competition.slug!r}, as links lead there")
    values = {"title": stated.title, "text": stated.text, "entry": stated.entry}
    with arena.writing() as connection:
        connection.execute(update(competitions).where(competitions.c.id == competition.id).values(values))
        note(arena, connection, "changed", competition.slug, competition=competition.id)
    return find_competition(arena, competition.slug)


def set_state(arena: Arena, competition: Competition, state: CompetitionState) -> Competition:
    """Show a competition to everybody, hide it again, or archive it, or raise Mistake if it is too late or early."""
    if state not in STEPS[competition.state]:
        allowed = ", ".join(STEPS[competition.state])
        raise Mistake(f"the state of a competition that is {competition.state} cannot be {state}; allowed: {allowed}")
    with arena.writing() as connection:
        alone(connection)  # so that no round is added meanwhile
        now = find_rounds(connection, rounds.c.competition == competition.id)
        _check_step(now, state, arena.now())
        connection.execute(update(competitions).where(competitions.c.id == competition.id).values(state=state))
        note(arena, connection, f"set to {state}", competition.slug, competition=competition.id)
    return find_competition(arena, competition.slug)


def _check_step(held: Iterable[Round], state: CompetitionState, now: int) -> None:
    for one in held:
        if state is CompetitionState.DRAFT and one.state is not RoundState.PLANNED:
            raise Mistake(f"round {one.number} has begun; allowed: to hide a competition before its first round opens")
        if state is CompetitionState.ARCHIVED and one.state in (RoundState.OPEN, RoundState.FINAL):
            raise Mistake(f"round {one.number} goes on; allowed: to archive a competition when no round goes on")
        if state is CompetitionState.OPEN and one.state is RoundState.PLANNED and one.closes <= now:
            raise Mistake(
                f"round {one.number} would close in the past; allowed: to change its dates or remove it first"
            )


def discard(arena: Arena, competition: Competition) -> None:
    """Remove a draft for good, or raise Mistake if it is none."""
    if competition.state is not CompetitionState.DRAFT:
        raise Mistake(f"competition {competition.slug!r} is {competition.state}; allowed: to remove drafts")
    with arena.writing() as connection:
        for table in (rounds, announcements, invited, invitations, organisers):
            connection.execute(delete(table).where(table.c.competition == competition.id))
        draft = (competitions.c.id == competition.id) & (competitions.c.state == CompetitionState.DRAFT)
        if connection.execute(delete(competitions).where(draft)).rowcount == 0:
            raise Mistake(f"competition {competition.slug!r} is no draft any more; allowed: to remove drafts")
        note(arena, connection, "removed", competition.slug, competition=competition.id)


def check_not_archived(competition: Competition) -> None:
    """Raise Mistake if nothing of a competition may change any more."""
    if competition.state is CompetitionState.ARCHIVED:
        raise Mistake(f"competition {competition.slug!r} is archived; allowed: to open it again first")


# Announcements


def announce(arena: Arena, competition: Competition, text: str, link: str = "") -> int:
    """Post an announcement, perhaps with a link, and return its id, or raise Mistake."""
    check_not_archived(competition)
    words = text.replace("\r\n", "\n").strip()
    if not 1 <= len(words) <= LONGEST_ANNOUNCEMENT or not all(one.isprintable() or one in "\n\t" for one in words):
        raise Mistake(f"the text is {words[:60]!r}; allowed: 1 to {LONGEST_ANNOUNCEMENT} printable characters")
    values = {"competition": competition.id, "posted": arena.now(), "text": words, "link": _checked_link(link.strip())}
    with arena.writing() as connection:
        done = connection.execute(insert(announcements).values(values).returning(announcements.c.id))
        note(arena, connection, "announced", f"{competition.slug}: {words[:60]}", competition=competition.id)
        return int(done.scalar_one())


def unannounce(arena: Arena, competition: Competition, announcement: int) -> None:
    """Take an announcement back."""
    check_not_archived(competition)
    if announcement not in [one.id for one in find_competition(arena, competition.slug).announcements]:
        raise Mistake(f"there is no announcement {str(announcement)[:20]} of competition {competition.slug!r}")
    with arena.writing() as connection:
        connection.execute(delete(announcements).where(announcements.c.id == announcement))
        about = f"{competition.slug}: announcement {announcement}"
        note(arena, connection, "took back", about, competition=competition.id)


def _checked_link(link: str) -> str:
    """Return a link that a browser may follow without harm, or raise Mistake."""
    if not link:
        return ""
    try:
        parts = urlsplit(link)
        plain = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.username is None
    except ValueError:
        plain = False
    if not plain or len(link) > LONGEST_LINK or not (link.isascii() and link.isprintable()) or " " in link:
        raise Mistake(f"the link is {link[:60]!r}; allowed: an address such as https://example.org/chat, or none")
    return link
