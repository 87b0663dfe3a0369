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
from overtrick.games.figgie.rulebook import CLOCK, GOAL, LAST_PRICE, WIDTH
from overtrick.players.figgie import minds
from overtrick.players.figgie.minds import TRADER
from overtrick.players.figgie.posterior import PLACES, memory
from overtrick.players.figgie.strangers.styles import CONSTANTS
from overtrick.players.figgie.trader.reading import SEEN
from overtrick.players.figgie.training import watching

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


@dataclass(frozen=True)
class Notes:
    """What one kind of players sees in a hall, line by line, and in which of its games."""

    numbers: Ints
    seen: NDArray[np.float32]
    games: Ints

    @staticmethod
    def empty(lines: int, kind: int, luck: int) -> "Notes":
        """Return room for some lines about a kind, and the luck that says when one is written."""
        return Notes(np.array([0, 0, luck, kind]), np.zeros((lines, SEEN), np.float32), np.zeros(lines, np.int64))

    def written(self) -> tuple[NDArray[np.float32], Ints]:
        """Return what was seen so far, and in which games, counted from 1."""
        lines = self.numbers[watching.WRITTEN]
        return self.seen[:lines], self.games[:lines]


class Hall:
    """Where games are played; ``rows`` are the weights of all traders, the candidates first.

    ``styles``, if there are any, take the places of the strangers of the test half; ``network`` that of the shipped one
    that reads the others. In ``notes`` is written what is seen.
    """

    def __init__(
        self,
        model: str,
        rows: Floats,
        styles: Sequence[Sequence[float]] = (),
        network: Sequence[float] | None = None,
        notes: Notes | None = None,
    ) -> None:
        *desk, known, _, shipped, _, _ = minds.new_desk({"model": model}, [])
        known[len(known) - len(styles) :] = np.reshape(styles, (len(styles), CONSTANTS))
        reader = shipped if network is None else np.array(network)
        self._desk: Any = (*desk, known, np.ascontiguousarray(rows), reader, *remembered())
        self._kernel = twin(playing, game=figgie, minds=minds)
        if notes is not None:
            self._desk = (self._desk, notes.numbers, notes.seen, notes.games)
            self._kernel = twin(playing, game=figgie, minds=watching)
        self._rules = {seats: np.array(figgie.rules(seats, {"model": model})) for seats in figgie.SEATS}
        self._bounds = {seats: np.array(figgie.bounds(list(rules))) for seats, rules in self._rules.items()}

    def money(self, table: Table, games: int, candidate: int = 0) -> Floats:
        """Return the mean of what each seat of a table gets, over some games."""
        kinds = np.array([TRADER + candidate if kind == CANDIDATE else kind for kind in table.kinds])
        return self.games(kinds, table.luck, games).mean(axis=0)  # type: ignore[no-any-return]

    def games(self, kinds: Ints, luck: bytes, games: int) -> Ints:
        """Return what each seat gets, game by game."""
        return self._played(kinds, luck, games)[0]

    def goals(self, kinds: Ints, luck: bytes, games: int) -> Ints:
        """Return which suit was the goal of games that are played, game by game."""
        return self._played(kinds, luck, games)[1]

    def _played(self, kinds: Ints, luck: bytes, games: int) -> tuple[Ints, Ints]:
        seats, scores = len(kinds), np.zeros((games, len(kinds)), np.int64)
        kept: Any = np.zeros((games, 1, 1, seats), np.int64)
        self._kernel.play_many(
            self._rules[seats],
            self._bounds[seats],
            np.zeros((1, WIDTH), np.int64),
            np.array([GOAL]),
            kinds,
            states(luck, "cards", games),
            states(luck, "choices", games),
            self._desk,
            np.array([CLOCK, LAST_PRICE]),
            scores,
            kept,
            np.zeros(games, np.int64),
            np.zeros((games, 0, 1), np.int32),
        )
        return scores, kept[:, 0, 0, 0]

    def block(self, kinds: list[int], luck: bytes, games: int) -> Floats:
        """Return what each player gets, on the same cards in all rotations of the seats, by cards."""
        total = np.zeros((games, len(kinds)))
        for turn in range(len(kinds)):
            total[:, np.roll(range(len(kinds)), -turn)] += self.games(np.roll(kinds, -turn), luck, games)
        return total / len(kinds)
