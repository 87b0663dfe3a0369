"""Many tables of one game side by side at native speed: actions go in; observations, masks and rewards come out."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.tables.buffers import Buffers, given_or_new
from overtrick.compiled.tables.side_by_side import SideBySide
from overtrick.compiled.tables.stepping import CHOICES, COLUMNS, DEALS, OVER, SEAT, WRONG
from overtrick.compiled.tables.tables import Ints, Kind, Seating
from overtrick.core.mistake import Mistake

NAMES = ("observations", "masks", "rewards", "actions")


class Batch(SideBySide):
    """Tables that are stepped together; its arrays are made once, or given, and filled anew by every step.

    ``observations[table]`` and ``masks[table]`` are those of the seat to move, ``to_move[table]``.
    ``rewards[table, seat]`` are the scores of a deal that the last action has ended, else 0; where fewer points are
    better, they are negative, as an agent wants more of a reward. ``over[table]`` is 1
    if it has also ended the match; then the next one has begun, and the observation is already its first.
    ``buffers`` may have arrays of your own for ``observations``, ``masks``, ``rewards`` and ``actions``.
    """

    def __init__(self, kind: Kind, tables: int, *, seed: bytes | None = None, buffers: Buffers | None = None) -> None:
        given = {} if buffers is None else buffers
        super().__init__(kind, tables, Seating(), given, NAMES)
        self.game, self.seats = kind.game, self._tables.seats
        self.actions: int = kind.lanes.ACTIONS
        self.rewards = given_or_new(given, "rewards", (tables, self.seats), np.int64, np.float32, np.float64)
        self._actions = given_or_new(given, "actions", (tables,), np.int64, np.int32)
        self._choices, self._ended = np.zeros(tables, np.int64), np.zeros(tables + 1, np.int64)
        self.reset(seed)

    @property
    def to_move(self) -> Ints:
        """The seat to move, by table."""
        return self._tables.tables[:, SEAT]

    @property
    def over(self) -> Ints:
        """Whether the last action has ended a match, by table."""
        return self._tables.tables[:, OVER]

    @property
    def deals(self) -> Ints:
        """How many deals of this match are finished, by table."""
        return self._tables.tables[:, DEALS]

    def reset(self, seed: bytes | None = None) -> None:
        """Begin a match at every table; the same seed gives the same cards."""
        self.rewards[:] = 0
        self._ended[0] = 0
        self._begin(seed)
        self._choices[:] = self._tables.tables[:, CHOICES]

    def _tell_rewards(self) -> None:
        self.rewards[:] = self._tables.tables[:, COLUMNS : COLUMNS + self.seats]

    def step(self, actions: NDArray[np.signedinteger[Any]] | None = None) -> None:
        """Play an action of the seat to move at every table, or raise Mistake before any is played.

        Without actions, those of the buffer of that name are played.
        """
        if actions is None:
            actions = self._actions
        elif actions is not self._actions:
            actions = given_or_new({"actions": actions}, "actions", (len(self),), np.int64, np.int32)
        result = self._tables.kernel.play_all(*self._arrays(), actions, self.rewards, self._ended)
        if result >= WRONG:
            wrong = result - WRONG
            raise Mistake(f"action {actions[wrong]} at table {wrong} is not allowed; see masks[{wrong}]")
        self._go_on(result)

    def choose(self, actions: NDArray[np.signedinteger[Any]]) -> None:
        """Fill in an allowed action for every table at random: something to begin with."""
        self._tables.kernel.choose_all(self._allowed.words, self._allowed.stride, self._choices, actions)
