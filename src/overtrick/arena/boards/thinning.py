"""Thinning out the records of old rounds: by a stated rule most of them lose their actions, and keep their numbers.

Of one set of cards in so many all records stay whole, and so do those with a fault and those of the recap. Of all
others points, places, faults and facts stay, and with them the standings, the table and the file of the round; what was
played does not. Nothing else in a store ever changes a record.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, and_, func, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.audit import checked_reason, note
from overtrick.arena.boards.board_rows import latest_board
from overtrick.arena.competitions.competition import ALL, Round, RoundState
from overtrick.arena.competitions.stored_rounds import details_text, find_rounds
from overtrick.core.mistake import Mistake
from overtrick.store.schema import records, rounds
from overtrick.tournament.records.packed import THINNED
from overtrick.tournament.records.stored import blob

KEEP, MOST_KEEP = 10, 1000  # of so many sets of cards one is kept whole
DAYS, DAY_S = 30, 86_400  # since a round has closed
CARDS_AT_ONCE = 50  # sets of cards in a transaction, as others want to write too


@dataclass(frozen=True)
class Thinned:
    """What was thinned out: how many records of how many, and the bytes that were theirs."""

    records: int
    of: int
    bytes: int


def thin(
    arena: Arena,
    round_: Round,
    why: str,
    keep: int = KEEP,
    *,
    days: int = DAYS,
    progress: Callable[[], None] = lambda: None,
) -> Thinned:
    """Thin out the records of a round that is over, or raise Mistake; begun and killed, it can be done again."""
    reason = checked_reason(why)
    _state(arena, round_, reason, keep, days)
    count = size = 0
    for some in _parts(arena, round_, keep):
        with arena.writing() as connection:
            lost, bytes_ = connection.execute(
                select(func.count(), func.coalesce(func.sum(func.length(records.c.payload)), 0)).where(some)
            ).one()
            if lost:
                connection.execute(update(records).where(some).values(payload=THINNED))
        count, size = count + lost, size + bytes_
        progress()
    mine = records.c.tournament.in_(_tournaments(round_))
    with arena.reading() as connection:
        total = connection.scalar(select(func.count()).select_from(records).where(mine)) or 0
    return Thinned(count, total, size)


def _state(arena: Arena, round_: Round, reason: str, keep: int, days: int) -> None:
    """Write down the rule, with who and why, before anything is lost."""
    if not 2 <= keep <= MOST_KEEP:
        raise Mistake(f"keep is {keep}; allowed: 2 to {MOST_KEEP}, of so many sets of cards one stays whole")
    with arena.writing() as connection:
        (now,) = find_rounds(connection, rounds.c.id == round_.id)
        name = f"round {now.slug}/{now.number}"
        if now.state is not RoundState.CANCELLED and (now.state is not RoundState.OVER or now.released != ALL):
            raise Mistake(f"{name} is {now.state}; allowed: one that is over, with all its results out, or cancelled")
        if arena.now() < now.closes + days * DAY_S:
            ago = max(0, arena.now() - now.closes) // DAY_S
            raise Mistake(f"{name} has closed {ago} days ago; allowed: {days} days ago or more")
        if now.details.thinned and keep % now.details.thinned:
            kept = now.details.thinned
            raise Mistake(
                f"keep is {keep}, but {name} has kept 1 of {kept} sets of cards; allowed: a multiple of {kept}"
            )
        details = details_text(replace(now.details, thinned=keep))
        connection.execute(update(rounds).where(rounds.c.id == now.id).values(details=details))
        did = f"thinned out the records, but for 1 of {keep} sets of cards, of"
        note(arena, connection, did, f"{now.slug}/{now.number}", reason, now.competition)


def _tournaments(round_: Round) -> list[int]:
    return [number for number in (round_.provisional, round_.final) if number is not None]


def _parts(arena: Arena, round_: Round, keep: int) -> Iterator[ColumnElement[bool]]:
    """Yield what chooses the records that lose their actions, a few sets of cards at a time."""
    harmless = blob([0] * round_.details.seats, "h")
    for tournament in _tournaments(round_):
        board = latest_board(arena, tournament)
        shown = [bytes.fromhex(one.key) for one in board.highlights if one.key] if board else []
        with arena.reading() as connection:
            last = connection.scalar(select(func.max(records.c.cluster)).where(records.c.tournament == tournament))
        for first in range(0, (-1 if last is None else last) + 1, CARDS_AT_ONCE):
            yield and_(
                records.c.tournament == tournament,
                records.c.cluster.between(first, first + CARDS_AT_ONCE - 1),
                records.c.cluster % keep != 0,
                records.c.faults == harmless,
                records.c.payload != THINNED,
                records.c.key.not_in(shown),
            )
