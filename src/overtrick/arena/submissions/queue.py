"""The queue of submissions as workers see it: each is taken with a lease, worked on and finished, or given back.

How often a submission was tried tells one claim from the next: who was away for so long that another one
has taken it over can neither finish it nor give it back.
"""

from sqlalchemy import ColumnElement, Select, func, or_, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.stored_rounds import find_rounds
from overtrick.arena.submissions.programs import keep_program
from overtrick.arena.submissions.result import Progress, Worked, report_text
from overtrick.arena.submissions.submission import Purpose, State, Submission
from overtrick.arena.submissions.submissions import WAITING, find
from overtrick.arena.webhooks import CHECKED, emit
from overtrick.store.database import alone
from overtrick.store.schema import bots, rounds, submissions

LEASE_S = 30  # longer than any pause of a worker that lives
CLOCKS_S = 5  # by so much may the clock of a worker be wrong
TRIES = 3


def place_in_queue(arena: Arena, submission: Submission) -> int:
    """Return how many submissions come before this one, plus one; 0 if it is not waiting."""
    if submission.state not in WAITING:
        return 0
    before = (submissions.c.state.in_(WAITING), submissions.c.id < submission.id)
    with arena.reading() as connection:
        return 1 + (connection.scalar(select(func.count()).select_from(submissions).where(*before)) or 0)


def claim(arena: Arena) -> Submission | None:
    """Take the submission that has waited longest, for as long as the lease is renewed; None if none waits.

    One that has ended its worker three times is failed: that is our fault, and nobody waits for it any longer.
    """
    with arena.reading() as connection:
        if connection.execute(_free(arena.now())).first() is None:
            return None
    with arena.writing() as connection:
        alone(connection)
        now = arena.now()  # after the wait, or a claim made meanwhile would seem to last too long
        row = connection.execute(_free(now)).first()
        if row is None:
            return None
        values = {"state": State.BUILDING, "lease": now + LEASE_S, "tries": row.tries + 1, "changed": now}
        connection.execute(update(submissions).where(submissions.c.id == row.id).values(values))
    if row.tries >= TRIES:
        finish(arena, row.id, Worked(State.FAILED, f"our side failed {TRIES} times to check it; send it again later"))
        return claim(arena)
    return find(arena, row.id)


def _free(now: int) -> Select[tuple[int, int]]:
    """Return a query for the submission that has waited longest and is nobody's.

    The lease of one that is queued is 0; one that would last too long is from before the clock was set back.
    """
    is_free = or_(submissions.c.lease <= now, submissions.c.lease > now + LEASE_S + 2 * CLOCKS_S)
    query = select(submissions.c.id, submissions.c.tries).where(submissions.c.state.in_(WAITING), is_free)
    return query.order_by(submissions.c.id).limit(1)


def note(arena: Arena, number: int, progress: Progress, tries: int | None = None) -> bool:
    """Tell how far a submission is that is not finished, and renew its lease; return whether it is still ours."""
    now = arena.now()
    told = {"state": progress.state, "log": progress.log, "report": report_text(progress.report)}
    values = {**told, "lease": now + LEASE_S, "changed": now}
    with arena.writing() as connection:
        return bool(connection.execute(update(submissions).where(*_claimed(number, tries)).values(values)).rowcount)


def give_back(arena: Arena, number: int, *, failed: bool, tries: int | None = None) -> None:
    """Let a submission that was begun be begun again; if we failed, that counts as one of its tries."""
    again = submissions.c.tries if failed else submissions.c.tries - 1
    values = {"state": State.QUEUED, "lease": 0, "tries": again, "log": "", "report": ""}
    with arena.writing() as connection:
        connection.execute(update(submissions).where(*_claimed(number, tries)).values(values))


def _claimed(number: int, tries: int | None) -> tuple[ColumnElement[bool], ...]:
    """Return what chooses a submission that waits, if it was not claimed anew; whoever claimed it if nobody says."""
    mine = (submissions.c.id == number, submissions.c.state.in_(WAITING))
    return mine if tries is None else (*mine, submissions.c.tries == tries)


def finish(arena: Arena, number: int, worked: Worked, tries: int | None = None, before: float | None = None) -> bool:
    """Write what came of a submission, if it is still ours; a version that passed becomes the active one of its bot.

    What the version before was worth is given if that one shall come back should it rank higher.
    """
    values = {
        "state": worked.state,
        "verdict": worked.verdict,
        "log": worked.log,
        "report": report_text(worked.report),
        "language": worked.language,
        "content": worked.content,
        "record": worked.record,
        "changed": arena.now(),
        "lease": 0,
    }
    with arena.writing() as connection:
        alone(connection)
        changed = connection.execute(
            update(submissions)
            .where(*_claimed(number, tries))
            .values(values)
            .returning(submissions.c.round, submissions.c.account, submissions.c.purpose, submissions.c.name)
        ).first()
        if changed is None:
            return False
        (round_,) = find_rounds(connection, rounds.c.id == changed.round)
        told = {"state": worked.state, "purpose": changed.purpose, "name": changed.name}
        emit(connection, arena.now(), CHECKED, submission=number, round=f"{round_.slug}/{round_.number}", **told)
        if worked.state is not State.PASSED or changed.purpose != Purpose.ENTER:
            return True
        keep_program(connection, worked.content, worked.program)
        mine = (bots.c.round == changed.round, bots.c.account == changed.account)
        rival = None if before is None else bots.c.active
        connection.execute(update(bots).where(*mine).values(active=number, rival=rival, rival_worth=before))
        return True
