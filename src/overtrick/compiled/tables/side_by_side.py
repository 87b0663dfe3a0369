"""Tables that are stepped together, whoever is asked at them: their arrays, and room for longer matches."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.tables.buffers import DTYPES, Buffers, Packed, check_names
from overtrick.compiled.tables.tables import Kind, Seating, Tables
from overtrick.core.mistake import Mistake


class SideBySide:
    """Tables whose observations and masks are made once, or given, and filled anew by every step."""

    def __init__(self, kind: Kind, tables: int, seating: Seating, buffers: Buffers, names: tuple[str, ...]) -> None:
        if tables < 1:
            raise Mistake(f"tables is {tables}; allowed: 1 or more")
        check_names(buffers, names)
        self._tables = Tables(kind, tables, seating)
        lanes = kind.lanes
        numbers = lanes.WORDS * 64 // lanes.LANE_BITS
        self._seen = Packed("observations", buffers, (tables, numbers), DTYPES[lanes.LANE_BITS], lanes.WORDS)
        self._allowed = Packed("masks", buffers, (tables, lanes.ACTIONS), np.int8, lanes.MASK_WORDS)
        self._strides = np.array([self._seen.stride, self._allowed.stride])
        self.observations: NDArray[Any] = self._seen.array
        self.masks: NDArray[np.int8] = self._allowed.array

    def __len__(self) -> int:
        return len(self.observations)

    def _begin(self, seed: bytes | None) -> None:
        """Begin a match at every table."""
        self._tables.sow(seed)
        self._go_on(self._tables.kernel.begin_all(*self._arrays()))

    def _arrays(self) -> tuple[Any, ...]:
        """Return all that dealing reads and writes."""
        held = self._tables
        return held.shared, held.tables, held.pasts, held.desks, self._seen.words, self._allowed.words, self._strides

    def _go_on(self, stuck: int) -> None:
        """Make more room, as long as some tables have not enough: nobody knew how many deals a match would have."""
        while stuck:
            self._tables.grow()
            stuck = self._tables.kernel.resume_all(*self._arrays())
            self._tell_rewards()

    def _tell_rewards(self) -> None:
        """Write what the tables have handed out."""
        raise NotImplementedError
