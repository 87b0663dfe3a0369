"""Submissions: sent, listed, chosen and withdrawn by their authors. What the worker does with them is in the queue."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, func, insert, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competition import CompetitionState, Entry, Round, RoundState
from overtrick.arena.people.accounts import Account, folded
from overtrick.arena.people.names import check_name, find_alike
from overtrick.arena.submissions.archive import Files, files_of, files_of_upload, hash_of, pack_files
from overtrick.arena.submissions.submission import Bot, Purpose, State, Submission, opened_record
from overtrick.core.mistake import Mistake
from overtrick.store.database import alone, insert_into
from overtrick.store.schema import bots, competitions, invited, rounds, sources, submissions

DAY_S = 24 * 3600
MOST_WAITING = 3  # of an account, so that nobody else waits long
WAITING = (State.QUEUED, State.BUILDING, State.CHECKING)
COLUMNS = [column for column in submissions.c if column.name not in ("record", "lease")]


@dataclass(frozen=True)
class Upload:
    """What somebody sends: a file or an archive, for what, and what the bot shall be called."""

    filename: str
    data: bytes
    purpose: Purpose = Purpose.ENTER
    name: str = ""  # as before, or as its author, if empty
    keep: bool = False  # whether the version before shall play on should it rank higher


# Send


def submit(arena: Arena, round_: Round, account: Account, upload: Upload) -> Submission:
    """Put an upload into the queue of the worker, or raise Mistake with what keeps it out."""
    files = files_of_upload(upload.filename, upload.data)
    return submit_files(arena, round_, account, upload, files)


def try_active(arena: Arena, round_: Round, account: Account) -> Submission:
    """Let one's active version play the test player once more."""
    bot = find_bot(arena, round_, account)
    if bot is None or bot.active is None:
        raise Mistake(f"you have no active version in round {round_.number} of {round_.slug}; submit one first")
    active = find(arena, bot.active)
    upload = Upload(active.filename, b"", Purpose.TRY)
    return submit_files(arena, round_, account, upload, files_of_submission(arena, active))


def submit_files(arena: Arena, round_: Round, account: Account, upload: Upload, files: Files) -> Submission:
    """Put files that are here already into the queue of the worker; the data of the upload do not matter."""
    with arena.writing() as connection:
        alone(connection)  # or two uploads at once would take the same number
        now = arena.now()  # after the wait: a round may have closed meanwhile
        check_may_submit(connection, round_, account, now)
        _check_quotas(connection, round_, account, upload.purpose, now)
        name, number = account.name, 0
        if upload.purpose is Purpose.ENTER:
            name = _enter(connection, round_, account, upload.name)
            mine = (submissions.c.round == round_.id, submissions.c.account == account.id)
            number = (connection.scalar(select(func.max(submissions.c.number)).where(*mine)) or 0) + 1
        source = hash_of(files)
        kept = insert_into(connection, sources).values(hash=source, files=pack_files(files))
        again = {"files": kept.excluded.files}  # what is there may be empty, since its author has left
        connection.execute(kept.on_conflict_do_update(index_elements=[sources.c.hash], set_=again))
        values = {
            "round": round_.id,
            "account": account.id,
            "purpose": upload.purpose,
            "number": number,
            "name": name,
            "filename": upload.filename,
            "source": source,
            **dict.fromkeys(("language", "content", "log", "verdict", "report"), ""),
            "state": State.QUEUED,
            "created": now,
            "changed": now,
            "lease": 0,
            "tries": 0,
            "keep": int(upload.keep),
        }
        made = connection.scalar(insert(submissions).values(values).returning(submissions.c.id))
        return _find(connection, submissions.c.id == made)[0]


def check_may_submit(connection: Connection, round_: Round, account: Account, now: int) -> None:
    """Raise Mistake unless a round takes programs of an account now."""
    here = f"round {round_.number} of {round_.slug}"
    query = select(competitions.c.state, competitions.c.entry, rounds.c.state, rounds.c.opens, rounds.c.closes)
    joined = query.join(rounds, rounds.c.competition == competitions.c.id).where(rounds.c.id == round_.id)
    competition, entry, state, opens, closes = connection.execute(joined).one()
    if competition != CompetitionState.OPEN:
        raise Mistake(f"the competition of {here} is not open")
    if now >= closes or state not in (RoundState.PLANNED, RoundState.OPEN):
        raise Mistake(f"{here} is closed and takes no programs any more")
    if now < opens or state != RoundState.OPEN:
        raise Mistake(f"{here} is not open yet")
    if account.banned is not None:
        raise Mistake("this account is banned; ask the organisers why")
    guest = (invited.c.competition == round_.competition, invited.c.account == account.id)
    if entry == Entry.INVITED and connection.scalar(select(invited.c.account).where(*guest)) is None:
        raise Mistake(f"only who was invited may enter {round_.slug}; ask its organisers for a link")


def _check_quotas(connection: Connection, round_: Round, account: Account, purpose: Purpose, now: int) -> None:
    count = select(func.count()).select_from(submissions).where(submissions.c.account == account.id)
    waiting = connection.scalar(count.where(submissions.c.state.in_(WAITING))) or 0
    if waiting >= MOST_WAITING:
        raise Mistake(f"{waiting} programs of yours are waiting; allowed: {MOST_WAITING} at a time")
    if purpose is Purpose.TRY:
        return
    today = (submissions.c.round == round_.id, submissions.c.purpose == purpose, submissions.c.created > now - DAY_S)
    sent, allowed = connection.scalar(count.where(*today)) or 0, round_.details.uploads_a_day
    if sent >= allowed:
        raise Mistake(f"you have sent {sent} versions within a day; allowed in this round: {allowed}")


def _enter(connection: Connection, round_: Round, account: Account, wanted: str) -> str:
    """Give an account its bot in a round, or its bot another name; return the name."""
    mine = (bots.c.round == round_.id, bots.c.account == account.id)
    row = connection.execute(select(bots).where(*mine)).mappings().first()
    if row is not None and row["removed"]:
        raise Mistake(f"the organisers took your bot out of this round: {row['removed']}")
    name = check_name(wanted or (row["name"] if row else account.name))
    if row is None or row["name"] != name:
        _check_alone(connection, round_, account, name)
    if row is None:
        connection.execute(insert(bots).values(round=round_.id, account=account.id, name=name, removed=""))
    elif row["name"] != name:
        connection.execute(update(bots).where(*mine).values(name=name))
    return name


def _check_alone(connection: Connection, round_: Round, account: Account, name: str) -> None:
    """Raise Mistake if the name of a bot could be taken for that of another, or of a player of the round."""
    query = select(bots.c.name).where(bots.c.round == round_.id, bots.c.account != account.id)
    others = [*connection.scalars(query), *round_.details.players]
    if folded(name) in map(folded, others):
        raise Mistake(f"another bot of this round is called {name!r}; choose another name")
    if (other := find_alike(name, others)) is not None:
        raise Mistake(
            f"the name {name!r} looks like {other!r}, as another bot of this round is called; choose another name"
        )


# Find


def find(arena: Arena, number: int) -> Submission:
    """Return the submission of an id, or raise Mistake."""
    with arena.reading() as connection:
        found = _find(connection, submissions.c.id == number)
    if not found:
        raise Mistake(f"there is no submission {number}")
    return found[0]


def versions(arena: Arena, round_: Round, account: int) -> tuple[Submission, ...]:
    """Return what an account has entered in a round, the latest first."""
    return _listed(
        arena,
        submissions.c.round == round_.id,
        submissions.c.account == account,
        submissions.c.purpose == Purpose.ENTER,
    )


def of_account(arena: Arena, account: int) -> tuple[Submission, ...]:
    """Return all that an account has sent, tries too, the latest first."""
    return _listed(arena, submissions.c.account == account)


def _listed(arena: Arena, *conditions: ColumnElement[bool]) -> tuple[Submission, ...]:
    with arena.reading() as connection:
        return _find(connection, *conditions)


def _find(connection: Connection, *conditions: ColumnElement[bool]) -> tuple[Submission, ...]:
    kept = submissions.c.record.is_not(None).label("has_record")
    query = select(*COLUMNS, kept).where(*conditions).order_by(submissions.c.id.desc())
    return tuple(submission_of(row) for row in connection.execute(query).mappings())


def submission_of(row: RowMapping | Mapping[str, Any]) -> Submission:
    """Return the submission of a row."""
    found = Submission(**row)
    return replace(found, purpose=Purpose(found.purpose), state=State(found.state), has_record=bool(found.has_record))


def find_bot(arena: Arena, round_: Round, account: Account) -> Bot | None:
    """Return the bot of an account in a round, if it has one."""
    return _bot(arena, bots.c.round == round_.id, bots.c.account == account.id)


def bot_by_id(arena: Arena, number: int) -> Bot:
    """Return the bot of an id, or raise Mistake."""
    found = _bot(arena, bots.c.id == number)
    if found is None:
        raise Mistake(f"there is no bot number {number}")
    return found


def _bot(arena: Arena, *conditions: ColumnElement[bool]) -> Bot | None:
    with arena.reading() as connection:
        row = connection.execute(select(bots).where(*conditions)).mappings().first()
    return None if row is None else Bot(**row)


def files_of_submission(arena: Arena, submission: Submission) -> Files:
    """Return the files that were sent, by path; none if they were deleted with their author's account."""
    with arena.reading() as connection:
        packed = connection.scalar(select(sources.c.files).where(sources.c.hash == submission.source))
    return {} if packed is None else files_of(packed)


def record_text(arena: Arena, submission: Submission) -> str:
    """Return the match against the test player as JSON, or raise Mistake if there is none."""
    with arena.reading() as connection:
        kept = connection.scalar(select(submissions.c.record).where(submissions.c.id == submission.id))
    if kept is None:
        raise Mistake(f"submission {submission.id} has not played the test player")
    return opened_record(kept)


# Choose


def activate(arena: Arena, account: Account, submission: Submission) -> None:
    """Let this version of one's bot play, or raise Mistake."""
    if submission.account != account.id:
        raise Mistake(f"there is no submission {submission.id} of yours")
    if submission.purpose is not Purpose.ENTER or submission.state is not State.PASSED:
        state = submission.state if submission.purpose is Purpose.ENTER else "a try, and entered nothing"
        raise Mistake(f"submission {submission.id} is {state}; allowed: a version that has passed its check")
    _choose(arena, account, submission.round, submission.id)


def withdraw(arena: Arena, account: Account, round_: Round) -> None:
    """Let no version of one's bot play until another one is chosen or sent."""
    _choose(arena, account, round_.id, None)


def _choose(arena: Arena, account: Account, round_: int, active: int | None) -> None:
    mine = (bots.c.round == round_, bots.c.account == account.id)
    with arena.writing() as connection:
        alone(connection)  # so that a round is not closed meanwhile
        state, closes = connection.execute(select(rounds.c.state, rounds.c.closes).where(rounds.c.id == round_)).one()
        if state != RoundState.OPEN or arena.now() >= closes:
            raise Mistake("the round is closed; its entries do not change any more")
        changed = connection.execute(update(bots).where(*mine).values(active=active, rival=None, rival_worth=None))
    if changed.rowcount == 0:
        raise Mistake("you have no bot in this round")
