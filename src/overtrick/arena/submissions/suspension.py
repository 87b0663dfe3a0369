"""Suspension: a version that keeps running out of time holds up everybody, so it does not play until that is mended."""

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, and_, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competition import Entered, Round, RoundState
from overtrick.arena.competitions.entries import restore_bot
from overtrick.arena.submissions.submission import State
from overtrick.games import find_game
from overtrick.match.play import late_notes
from overtrick.store.database import alone
from overtrick.store.schema import bots, rounds, submissions
from overtrick.tournament.records.packed import Packed, fault_notes

MOST_LATE, LATEST = 3, 10
"""In so many of its latest matches a version may not run out of time."""


class Lateness:
    """Which versions ran out of time in their latest matches; a worker that starts anew counts anew."""

    def __init__(self) -> None:
        self._latest: defaultdict[int, deque[bool]] = defaultdict(lambda: deque(maxlen=LATEST))

    def count(self, game: str, entries: Sequence[Entered], packed: Packed) -> dict[int, str]:
        """Count a match with who sat there; return why versions are to be suspended, by their submissions."""
        notes = fault_notes(packed.payload) if any(packed.faults) else ()
        found: dict[int, str] = {}
        for seat, entry in enumerate(entries):
            if entry.submission is None:
                continue
            late = late_notes(find_game(game), notes, seat)
            latest = self._latest[entry.submission]
            latest.append(bool(late))
            if late and sum(latest) >= MOST_LATE:
                many = f"{sum(latest)} of its last {len(latest)} matches"
                found[entry.submission] = f"it ran out of time in {many} (at last: {late[-1].sentence})"
                del self._latest[entry.submission]
        return found


def suspend(arena: Arena, submission: int, why: str) -> bool:
    """Let a version play no more in an open round, and tell its author why; return whether it played."""
    with arena.writing() as connection:
        alone(connection)  # or a round could be closed with it meanwhile
        query = select(rounds.c.state).join(submissions, submissions.c.round == rounds.c.id)
        if connection.scalar(query.where(submissions.c.id == submission)) != RoundState.OPEN:
            return False
        values = {"state": State.SUSPENDED, "verdict": why, "changed": arena.now()}
        mine = (submissions.c.id == submission, submissions.c.state == State.PASSED)
        connection.execute(update(submissions).where(*mine).values(values))
        changed = connection.execute(update(bots).where(bots.c.active == submission).values(active=None))
    return bool(changed.rowcount)


def let_play(arena: Arena, bot: int) -> None:
    """Let a bot that was taken out or suspended play again, or raise Mistake if there is none."""
    restore_bot(arena, bot)
    with arena.writing() as connection:
        alone(connection)
        latest = connection.execute(_suspended().where(bots.c.id == bot)).first()
        if latest is None:
            return
        values = {"state": State.PASSED, "verdict": "the organisers let it play again", "changed": arena.now()}
        connection.execute(update(submissions).where(submissions.c.id == latest.id).values(values))
        connection.execute(update(bots).where(bots.c.id == bot).values(active=latest.id))


def suspended_in(arena: Arena, round_: Round) -> dict[int, str]:
    """Return the bots of a round of which no version plays, as the last one was suspended, with the reason."""
    with arena.reading() as connection:
        rows = connection.execute(_suspended().where(bots.c.round == round_.id)).all()
    return {row.bot: row.verdict for row in reversed(rows)}


def _suspended() -> Select[Any]:
    """Return a query for the suspended versions of bots of which none plays, the latest first."""
    same = and_(bots.c.round == submissions.c.round, bots.c.account == submissions.c.account)
    query = select(submissions.c.id, submissions.c.verdict, bots.c.id.label("bot")).join(bots, same)
    return query.where(bots.c.active.is_(None), submissions.c.state == State.SUSPENDED).order_by(
        submissions.c.id.desc()
    )
