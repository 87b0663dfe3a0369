"""Many tables with one agent at each, whose opponents play in compiled code: what vector environments are made of."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.tables.buffers import Buffers, given_or_new
from overtrick.compiled.tables.side_by_side import SideBySide
from overtrick.compiled.tables.stepping import AGENT, OVER, REWARD
from overtrick.compiled.tables.tables import Ints, Kind, Seating

NAMES = ("observations", "masks", "rewards", "terminals", "actions")


class Agents(SideBySide):
    """Tables that are stepped together; a step is a decision of the agent at each, all others act in between.

    ``observations[table]`` and ``masks[table]`` are the agent's, ``rewards[table]`` is what its last action has
    brought, and ``terminals[table]`` says whether that has ended its match; then the next one has begun. An action that
    is not allowed ends the match with the worst reward there is. All these arrays may be your own, see ``buffers``.
    """

    def __init__(
        self, kind: Kind, tables: int, seating: Seating, *, seed: bytes | None = None, buffers: Buffers | None = None
    ) -> None:
        given = {} if buffers is None else buffers
        super().__init__(kind, tables, seating, given, NAMES)
        self.rewards = given_or_new(given, "rewards", (tables,), np.float32, np.float64)
        self.terminals = given_or_new(given, "terminals", (tables,), np.bool_)
        self.actions = given_or_new(given, "actions", (tables,), np.int64, np.int32)
        self.reset(seed)

    @property
    def seats(self) -> Ints:
        """The seat of the agent, by table."""
        return self._tables.tables[:, AGENT]

    def reset(self, seed: bytes | None = None) -> None:
        """Begin a match at every table; the same seed gives the same matches to the same actions."""
        self._begin(seed)
        self.rewards[:] = 0
        self.terminals[:] = False

    def step(self, actions: NDArray[Any] | None = None) -> None:
        """Play the agent's action at every table; without actions, those of the buffer of that name."""
        if actions is not None and actions is not self.actions:
            self.actions[:] = actions
        result = self._tables.kernel.answer_all(*self._arrays(), self.actions, self.rewards, self.terminals)
        if result:
            self._go_on(result)

    def _tell_rewards(self) -> None:
        self.rewards[:], self.terminals[:] = self._tables.tables[:, REWARD], self._tables.tables[:, OVER]
