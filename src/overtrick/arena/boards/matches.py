"""Matches of a tournament as pages list them: the latest, those of one bot, those with faults, or one by its key."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, Connection, RowMapping, and_, func, or_, select

from overtrick.arena.arena import Arena
from overtrick.arena.submissions.submission import PUBLIC
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.match.record import FaultNote
from overtrick.store.schema import accounts, bots, entrants, records, submissions, tournaments
from overtrick.tournament.records.packed import fault_notes
from overtrick.tournament.records.stored import UNKNOWN, blob, numbers

COLUMNS = [column for column in records.c if column.name not in ("facts", "payload")]
NEWEST_FIRST = (records.c.played.desc(), records.c.key)
IN_ORDER = (records.c.stage, records.c.cluster, records.c.key)


@dataclass(frozen=True)
class Seat:
    """Who sat somewhere, and what they got."""

    entrant: int
    name: str
    content: str
    total: int
    place: int
    faults: int


@dataclass(frozen=True)
class Listed:
    """A finished match, without what was played."""

    key: str
    tournament: int
    game: str
    stage: str
    cluster: int
    seats: tuple[Seat, ...]
    ending: Ending
    at_fault: int | None
    played: int


@dataclass(frozen=True)
class Version:
    """Whose program a content is."""

    bot: int
    name: str
    number: int
    submission: int
    account: int
    owner: str
    language: str


@dataclass(frozen=True)
class Wanted:
    """Which matches of a tournament to list."""

    tournament: int
    entrants: tuple[int, ...] = ()  # one of whom must sit there; anybody if empty
    faults: bool = False  # only matches in which somebody committed one
    before: tuple[int, str] | None = None  # go on after a match, by its moment and key
    most: int = 50


@dataclass(frozen=True)
class Names:
    """The entrants of a tournament, by id."""

    game: str
    seats: int
    known: Mapping[int, tuple[str, str]] = field(repr=False)  # name and content

    def listed(self, row: RowMapping) -> Listed:
        """Return the match of a row."""
        count = self.seats
        columns = zip(
            numbers(row["seating"], "i", count, "seating"),
            numbers(row["totals"], "i", count, "totals"),
            numbers(row["places"], "b", count, "places"),
            numbers(row["faults"], "h", count, "faults"),
            strict=True,
        )
        seats = tuple(
            Seat(number, *self.known.get(number, (UNKNOWN, "")), total, place, faults)
            for number, total, place, faults in columns
        )
        ending = Ending(row["ending"])
        place = (row["stage"], row["cluster"])
        return Listed(
            row["key"].hex(), row["tournament"], self.game, *place, seats, ending, row["at_fault"], row["played"]
        )


def names_of(connection: Connection, tournament: int) -> Names:
    """Return the entrants of a tournament."""
    about = connection.execute(
        select(tournaments.c.game, tournaments.c.seats).where(tournaments.c.id == tournament)
    ).one()
    rows = connection.execute(select(entrants).where(entrants.c.tournament == tournament)).mappings()
    return Names(about.game, about.seats, {row["id"]: (row["name"], row["content"]) for row in rows})


def find_matches(arena: Arena, wanted: Wanted) -> list[Listed]:
    """Return some matches of a tournament, the latest first."""
    with arena.reading() as connection:
        names = names_of(connection, wanted.tournament)
        query = select(*COLUMNS).where(*_conditions(wanted, names.seats)).order_by(*NEWEST_FIRST).limit(wanted.most)
        return [names.listed(row) for row in connection.execute(query).mappings()]


def all_matches(arena: Arena, tournament: int) -> Iterator[Listed]:
    """Yield all matches of a tournament in the order of the plan, page by page."""
    with arena.reading() as connection:
        names = names_of(connection, tournament)
    query = select(*COLUMNS).where(records.c.tournament == tournament)
    yield from (names.listed(row) for row in arena.paged(query, IN_ORDER))


def find_match(arena: Arena, key: str, hidden: Collection[int]) -> Listed:
    """Return the match whose key begins so, or raise Mistake; those of hidden tournaments are not there."""
    first, last = bytes.fromhex(key.ljust(64, "0")), bytes.fromhex(key.ljust(64, "f"))
    query = select(*COLUMNS).where(records.c.key.between(first, last), records.c.tournament.not_in(hidden)).limit(2)
    with arena.reading() as connection:
        rows = connection.execute(query).mappings().all()
        if not rows:
            raise Mistake(f"there is no match whose key begins with {key}")
        if len({row["key"] for row in rows}) > 1:  # two tournaments may have played the same match
            raise Mistake(f"several matches have keys that begin with {key}; give more of it")
        return names_of(connection, rows[0]["tournament"]).listed(rows[0])


def faults_in(arena: Arena, keys: Sequence[str], tournament: int) -> dict[str, tuple[FaultNote, ...]]:
    """Return what went wrong in some matches, by their keys."""
    query = select(records.c.key, records.c.payload).where(
        records.c.tournament == tournament, records.c.key.in_([bytes.fromhex(key) for key in keys])
    )
    with arena.reading() as connection:
        return {row.key.hex(): fault_notes(row.payload) for row in connection.execute(query)}


def versions_in(arena: Arena, round_id: int) -> dict[str, list[Version]]:
    """Return whose programs may play in a round, by their contents; a starter may be several people's."""
    query = (
        select(
            submissions.c.content,
            bots.c.id.label("bot"),
            bots.c.name,
            submissions.c.number,
            submissions.c.id.label("submission"),
            bots.c.account,
            accounts.c.name.label("owner"),
            submissions.c.language,
        )
        .join(bots, and_(bots.c.round == submissions.c.round, bots.c.account == submissions.c.account))
        .join(accounts, accounts.c.id == bots.c.account)
        .where(submissions.c.round == round_id, submissions.c.state.in_(PUBLIC), submissions.c.number > 0)
        .order_by(submissions.c.id)
    )
    found: dict[str, list[Version]] = {}
    with arena.reading() as connection:
        for row in connection.execute(query):
            found.setdefault(row.content, []).append(Version(*row[1:]))
    return found


def versions_of(content: str, versions: Mapping[str, Sequence[Version]]) -> list[Version]:
    """Return the versions of a bot that an entrant of a tournament is: more than one if it sent a program again.

    The content names the bot too, as the programs of two may be the same.
    """
    program, bot = content.partition(" ")[0], content.rpartition(" bot ")[2]
    return [one for one in versions.get(program, ()) if str(one.bot) == bot]


def version_of(content: str, versions: Mapping[str, Sequence[Version]]) -> Version | None:
    """Return whose program an entrant of a tournament is, by its latest version."""
    mine = versions_of(content, versions)
    return mine[-1] if mine else None


def count_matches(connection: Connection, tournament: int, since: int = 0, until: int | None = None) -> int:
    """Return how many matches of a tournament were played in some time."""
    query = select(func.count()).where(records.c.tournament == tournament)
    if since:
        query = query.where(records.c.played >= since)
    if until is not None:
        query = query.where(records.c.played < until)
    return int(connection.execute(query).scalar_one())


def _conditions(wanted: Wanted, seats: int) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [records.c.tournament == wanted.tournament]
    if wanted.entrants:
        conditions.append(one_sits_there(wanted.entrants, seats))
    if wanted.faults:
        conditions.append(records.c.faults != blob([0] * seats, "h"))
    if wanted.before is not None:
        played, key = wanted.before
        later = and_(records.c.played == played, records.c.key > bytes.fromhex(key))
        conditions.append(or_(records.c.played < played, later))
    return conditions


def one_sits_there(entrants: Collection[int], seats: int) -> ColumnElement[bool]:
    """Return what chooses the matches in which one of some entrants sits."""
    ids = [blob([number], "i") for number in entrants]
    return or_(*(func.substr(records.c.seating, 1 + 4 * seat, 4).in_(ids) for seat in range(seats)))
