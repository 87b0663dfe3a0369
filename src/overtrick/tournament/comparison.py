"""Comparing two bots: a knock-out of two, each in turn in the same seats of the same field."""

import math
from collections.abc import Mapping, Sequence

from overtrick.bots.fence.limits import Limits, parse_limits
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.contract import check_seats, settled, usual_seats
from overtrick.match.block import told_apart
from overtrick.tournament.stated.tournament import Entrant, Format, Tournament, usual_field


def comparison(
    game: str,
    bots: Sequence[str],
    *,
    field: Sequence[str] = (),
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    blocks: int = 5000,
    margin: float | None = None,
    limits: str | None = None,
    seed: str | None = None,
) -> Tournament:
    """Return the tournament that compares two bots, or raise Mistake with a sentence."""
    found = find_game(game)
    count = seats
    if count is None:
        count = len(field) + 1 if len(field) + 1 in found.SEATS else usual_seats(found)
    check_seats(found, count)
    if len(field) not in (0, 1, count - 1):
        raise Mistake(f"the field has {len(field)} bots; allowed: one for all other seats, or {count - 1}")
    if margin is not None and not 0 < margin < math.inf:
        raise Mistake(f"margin is {margin}; allowed: a number of points above 0")
    if blocks < 1:
        raise Mistake(f"blocks is {blocks}; allowed: 1 or more")
    names = told_apart(bots)
    return Tournament(
        name=" against ".join(names),
        game=found.NAME,
        seats=count,
        options=settled(found, count, options or {}),
        entrants=tuple(Entrant(name, bot) for name, bot in zip(names, bots, strict=True)),
        format=Format.KNOCK_OUT,
        blocks=blocks,
        margin=margin,
        field=tuple(field) * (count - 1 if len(field) == 1 else 1) or usual_field(found.NAME, count),
        limits=Limits() if limits is None else parse_limits(limits),
        seed=None if seed is None else luck.read_seed(seed),
    )
