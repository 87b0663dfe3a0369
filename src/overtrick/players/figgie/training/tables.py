"""Games in bulk between rows of weights and the other compiled players: what each of many candidates would have got."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled import playing
from overtrick.compiled.simulate import states
from overtrick.compiled.twin import twin
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import CLOCK, LAST_PRICE, WIDTH
from overtrick.players.figgie import minds
from overtrick.players.figgie.minds import TRADER
from overtrick.players.figgie.posterior import PLACES, memory
from overtrick.players.figgie.strangers.styles import CONSTANTS

CANDIDATE = -1
"""Stands in a table for whichever candidate is tried."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Table:
    """Who sits where, as kinds of players; and the luck of its games."""

    kinds: tuple[int, ...]
    luck: bytes


@cache
def remembered() -> tuple[Ints, Floats]:
    """Return the memory that all halls share."""
    keys, kept = memory(PLACES)
    return keys, kept


def forget() -> None:
    """Empty the memory: the last digits of odds depend on which of the others was seen first to show what."""
    keys, _ = remembered()
    keys[:] = 0


class Hall:
    """Where games are played; ``rows`` are the weights of all traders, the candidates first.

    ``styles``, if there are any, take the places of the strangers of the test half.
    """

    def __init__(self, model: str, rows: Floats, styles: Sequence[Sequence[float]] = ()) -> None:
        self._kernel = twin(playing, game=figgie, minds=minds)
        *desk, known, _, _, _ = minds.new_desk({"model": model}, [])
        known[len(known) - len(styles) :] = np.reshape(styles, (len(styles), CONSTANTS))
        self._desk = (*desk, known, np.ascontiguousarray(rows), *remembered())
        self._rules = {seats: np.array(figgie.rules(seats, {"model": model})) for seats in figgie.SEATS}
        self._bounds = {seats: np.array(figgie.bounds(list(rules))) for seats, rules in self._rules.items()}

    def money(self, table: Table, games: int, candidate: int = 0) -> Floats:
        """Return the mean of what each seat of a table gets, over some games."""
        kinds = np.array([TRADER + candidate if kind == CANDIDATE else kind for kind in table.kinds])
        return self.games(kinds, table.luck, games).mean(axis=0)  # type: ignore[no-any-return]

    def games(self, kinds: Ints, luck: bytes, games: int) -> Ints:
        """Return what each seat gets, game by game."""
        seats, scores = len(kinds), np.zeros((games, len(kinds)), np.int64)
        nothing: Any = np.zeros((games, 0, 1, seats), np.int64), np.zeros(games, np.int64)
        self._kernel.play_many(
            self._rules[seats],
            self._bounds[seats],
            np.zeros((1, WIDTH), np.int64),
            np.zeros(0, np.int64),
            kinds,
            states(luck, "cards", games),
            states(luck, "choices", games),
            self._desk,
            np.array([CLOCK, LAST_PRICE]),
            scores,
            *nothing,
            np.zeros((games, 0, 1), np.int32),
        )
        return scores

    def block(self, kinds: list[int], luck: bytes, games: int) -> Floats:
        """Return what each player gets, on the same cards in all rotations of the seats, by cards."""
        total = np.zeros((games, len(kinds)))
        for turn in range(len(kinds)):
            total[:, np.roll(range(len(kinds)), -turn)] += self.games(np.roll(kinds, -turn), luck, games)
        return total / len(kinds)
