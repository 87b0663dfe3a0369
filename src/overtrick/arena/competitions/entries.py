"""Who takes part in a round, and what organisers do about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.audit import checked_reason, note
from overtrick.arena.competitions.competition import Entered, Round
from overtrick.arena.competitions.stored_rounds import find_rounds
from overtrick.core.mistake import Mistake
from overtrick.store.schema import accounts, bots, rounds, submissions


def entered(arena: Arena, round_: Round) -> tuple[Entered, ...]:
    """Return who takes part now: the players we ship, then the active versions of bots that may play."""
    columns = (bots.c.name, bots.c.id, submissions.c.id.label("submission"), submissions.c.content, bots.c.account)
    query = _playing(select(*columns)).where(bots.c.round == round_.id).order_by(bots.c.id)
    with arena.reading() as connection:
        rows = connection.execute(query).all()
    ours = [Entered(name, None, None, name, None) for name in round_.details.players]
    return (*ours, *(Entered(*row) for row in rows))


def count_entries(arena: Arena, rounds: Sequence[Round]) -> dict[int, int]:
    """Return how many bots of authors take part in each round, by its id."""
    query = _playing(select(bots.c.round, func.count())).where(bots.c.round.in_([one.id for one in rounds]))
    with arena.reading() as connection:
        counted = {row[0]: row[1] for row in connection.execute(query.group_by(bots.c.round))}
    return {one.id: counted.get(one.id, 0) for one in rounds}


def _playing(query: Select[Any]) -> Select[Any]:
    """Return a query with the bots that play, and their active versions."""
    joined = query.join(submissions, submissions.c.id == bots.c.active).join(accounts, accounts.c.id == bots.c.account)
    return joined.where(bots.c.removed == "", accounts.c.banned.is_(None))


@dataclass(frozen=True)
class Shown:
    """A bot as organisers see it."""

    id: int
    name: str
    owner: str
    plays: bool
    removed: str  # why it was taken out
    banned: bool  # its owner


def all_bots(arena: Arena, round_: Round) -> tuple[Shown, ...]:
    """Return all bots of a round, also those that do not play."""
    columns = (bots.c.id, bots.c.name, accounts.c.name, bots.c.active, bots.c.removed, accounts.c.banned)
    query = select(*columns).join(accounts, accounts.c.id == bots.c.account).where(bots.c.round == round_.id)
    with arena.reading() as connection:
        rows = connection.execute(query.order_by(bots.c.name)).all()
    return tuple(
        Shown(number, name, owner, active is not None and not removed and banned is None, removed, banned is not None)
        for number, name, owner, active, removed, banned in rows
    )


def remove_bot(arena: Arena, bot: int, why: str) -> None:
    """Take a bot out of its round, for a reason that its owner reads."""
    _set_removed(arena, bot, checked_reason(why))


def restore_bot(arena: Arena, bot: int) -> None:
    """Let a bot that was taken out play again."""
    _set_removed(arena, bot, "")


def _set_removed(arena: Arena, bot: int, reason: str) -> None:
    with arena.writing() as connection:
        changed = update(bots).where(bots.c.id == bot).values(removed=reason).returning(bots.c.name, bots.c.round)
        row = connection.execute(changed).first()
        if row is None:
            raise Mistake(f"there is no bot number {bot}")
        round_ = find_rounds(connection, rounds.c.id == row.round)[0]
        did = "took a bot out" if reason else "let a bot play again"
        note(arena, connection, did, f"{round_.slug}/{round_.number}: {row.name}", reason, round_.competition)
