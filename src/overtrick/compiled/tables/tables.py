"""Tables of one game as arrays: who sits there, what they share, and room for their deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.tables import no_minds, stepping
from overtrick.compiled.tables.stepping import (
    AGAIN,
    AGENT,
    ASKED,
    CHOICES,
    DRAWN,
    EVERYBODY,
    LOG,
    LUCK,
    MEMORY,
    PER_DEAL,
    QUIET,
    ROOM,
    RULES,
    SEATS,
    SHARED,
    SIGN,
    SIZE,
    STRICT,
    WIDTH,
    WORST,
    deal_at,
    end_at,
    memory_at,
    row_at,
)
from overtrick.compiled.twin import twin
from overtrick.core import luck
from overtrick.games.contract import Game, deal_count, less_is_better, settled, usual_seats

DEALS_AT_FIRST, ACTIONS_AT_FIRST = 8, 256  # of a match and of a deal, where nobody knows how many there will be
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Seating:
    """Who sits at a table: everybody is asked, or one agent is and the others are of some kinds."""

    agent: int = EVERYBODY
    kinds: Sequence[int] = ()  # of the others, in the order of seats
    minds: Any = no_minds  # the compiled players among them
    strict: bool = False  # whether a mask says what is allowed, or only the rulebook
    drawn: bool = False  # whether the agent's seat is drawn for every match
    per_deal: bool = False  # whether the agent is paid after every deal
    worst: int = 0  # what an action costs the agent that is not allowed


@dataclass(frozen=True)
class Kind:
    """What is played: a game, how its observations are written, the seats and the options."""

    game: Game
    lanes: Any
    seats: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)


class Tables:
    """Some tables, their arrays and the kernel that plays at them."""

    def __init__(self, kind: Kind, count: int, seating: Seating, *, alone: bool = False) -> None:
        game = kind.game
        self.game, self.lanes = game, kind.lanes
        self.seats = usual_seats(game) if kind.seats is None else kind.seats
        options = settled(game, self.seats, kind.options)
        rules = game.rules(self.seats, options)
        shared = np.zeros(SHARED + self.seats, np.int64)
        shared[SEATS], shared[WIDTH], shared[MEMORY], shared[RULES] = (
            self.seats,
            game.WIDTH,
            kind.lanes.MEMORY,
            len(rules),
        )
        shared[ROOM] = deal_count(game, rules) or DEALS_AT_FIRST
        shared[LOG], shared[AGAIN] = (ACTIONS_AT_FIRST, 0) if alone else (0, 1)
        shared[SIGN] = -1 if less_is_better(game) else 1
        shared[PER_DEAL], shared[WORST], shared[DRAWN] = seating.per_deal, seating.worst, seating.drawn
        shared[STRICT] = seating.strict
        shared[QUIET] = alone and len(seating.kinds) > 0 and ASKED not in seating.kinds and not seating.per_deal
        shared[SHARED : SHARED + len(seating.kinds)] = seating.kinds
        self.shared = np.concatenate((shared, rules, game.bounds(rules)))
        self.shared[SIZE] = len(self.shared)
        self.tables = np.zeros((count, end_at(self.shared)), np.int64)
        self.tables[:, AGENT] = seating.agent
        self.pasts = self._room()
        self.kernel: Any = twin(stepping, game=cast(ModuleType, game), lanes=kind.lanes, minds=seating.minds)
        self.desks = seating.minds.new_desks(options, [one for one in seating.kinds if one > 0], count)

    @property
    def rows(self) -> Ints:
        """The deals under way, by table."""
        return self.tables[:, row_at(self.shared) : memory_at(self.shared)]

    def sow(self, seed: bytes | None) -> None:
        """Give every table luck of its own."""
        secret = luck.new_seed() if seed is None else seed
        for number, table in enumerate(self.tables):
            table[LUCK] = luck.fresh_state(secret, f"table/{number}")
            table[CHOICES] = luck.fresh_state(secret, f"choices/{number}")

    def _room(self) -> Ints:
        """Return room for the past: a deal more than can be finished where the start of one is kept."""
        deals = self.shared[ROOM] + (self.shared[LOG] > 0)
        return np.zeros((len(self.tables), deal_at(self.shared, deals)), np.int64)

    def grow(self) -> None:
        """Make room for twice as many deals of a match and actions of a deal."""
        old, kept = self.shared.copy(), self.pasts
        self.shared[[ROOM, LOG]] *= 2
        self.pasts = self._room()
        self.pasts[:, : old[LOG]] = kept[:, : old[LOG]]
        for before, now in ((0, 0), (old[ROOM], self.shared[ROOM])):  # finished deals, and the start of this one
            length = deal_at(old, old[ROOM]) - deal_at(old, 0) if before == 0 else kept.shape[1] - deal_at(old, before)
            at, to = deal_at(old, before), deal_at(self.shared, now)
            self.pasts[:, to : to + length] = kept[:, at : at + length]
