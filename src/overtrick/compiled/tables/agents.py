"""Many tables with one agent at each, whose opponents play in compiled code: what vector environments are made of."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.tables.buffers import DTYPES, Buffers, Packed, check_names, given_or_new
from overtrick.compiled.tables.stepping import AGENT, OVER, REWARD
from overtrick.compiled.tables.tables import Ints, Kind, Seating, Tables
from overtrick.core.mistake import Mistake

NAMES = ("observations", "masks", "rewards", "terminals", "actions")


class Agents:
    """Tables that are stepped together; a step is a decision of the agent at each, all others act in between.

    ``observations[table]`` and ``masks[table]`` are the agent's, ``rewards[table]`` is what its last action has
    brought, and ``terminals[table]`` says whether that has ended its match; then the next one has begun. An action that
    is not allowed ends the match with the worst reward there is. All these arrays may be your own, see ``buffers``.
    """

    def __init__(
        self, kind: Kind, tables: int, seating: Seating, *, seed: bytes | None = None, buffers: Buffers | None = None
    ) -> None:
        if tables < 1:
            raise Mistake(f"tables is {tables}; allowed: 1 or more")
        given = {} if buffers is None else buffers
        check_names(given, NAMES)
        self._tables = Tables(kind, tables, seating)
        lanes = kind.lanes
        numbers = lanes.WORDS * 64 // lanes.LANE_BITS
        self._seen = Packed("observations", given, (tables, numbers), DTYPES[lanes.LANE_BITS], lanes.WORDS)
        self._allowed = Packed("masks", given, (tables, lanes.ACTIONS), np.int8, lanes.MASK_WORDS)
        self._strides = np.array([self._seen.stride, self._allowed.stride])
        self.observations: NDArray[Any] = self._seen.array
        self.masks: NDArray[np.int8] = self._allowed.array
        self.rewards = given_or_new(given, "rewards", (tables,), np.float32, np.float64)
        self.terminals = given_or_new(given, "terminals", (tables,), np.bool_)
        self.actions = given_or_new(given, "actions", (tables,), np.int64, np.int32)
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def seats(self) -> Ints:
        """The seat of the agent, by table."""
        return self._tables.tables[:, AGENT]

    def reset(self, seed: bytes | None = None) -> None:
        """Begin a match at every table; the same seed gives the same matches to the same actions."""
        self._tables.sow(seed)
        self._go_on(self._tables.kernel.begin_all(*self._arrays()))
        self.rewards[:] = 0
        self.terminals[:] = False

    def step(self, actions: NDArray[Any] | None = None) -> None:
        """Play the agent's action at every table; without actions, those of the buffer of that name."""
        if actions is not None and actions is not self.actions:
            self.actions[:] = actions
        result = self._tables.kernel.answer_all(*self._arrays(), self.actions, self.rewards, self.terminals)
        if result:
            self._go_on(result)

    def _arrays(self) -> tuple[Any, ...]:
        held = self._tables
        return held.shared, held.tables, held.pasts, held.desks, self._seen.words, self._allowed.words, self._strides

    def _go_on(self, stuck: int) -> None:
        """Make more room, as long as some tables have not enough: nobody knew how many deals a match would have."""
        while stuck:
            self._tables.grow()
            stuck = self._tables.kernel.resume_all(*self._arrays())
            self.rewards[:], self.terminals[:] = self._tables.tables[:, REWARD], self._tables.tables[:, OVER]
