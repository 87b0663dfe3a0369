"""The row that most benches measure: a figure of ours beside that of a peer."""

import math
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """What is compared, in rates or in seconds, and the ratio that is wanted; a peer that is not installed has none."""

    what: str
    ours: float
    peer: float | None
    target: float | None = None
    unit: str = ""
    paired: float | None = None  # the ratio, where both were measured in pairs: steadier than that of two figures

    @property
    def ratio(self) -> float:
        """Ours divided by the peer's; not a number without a peer."""
        if self.paired is not None:
            return self.paired
        return math.nan if self.peer is None else self.ours / self.peer

    def to_json(self) -> dict[str, Any]:
        """Return the row for ``--json``."""
        return {**asdict(self), "ratio": None if self.peer is None else self.ratio}

    def times(self) -> str:
        """Return two times in words, where less is better."""
        peer, target = self.peer or math.nan, self.target or math.nan
        return f"{self.ours * 1e6:9.2f} µs / {peer * 1e6:9.2f} µs   {self.ratio:.2f}, at most {target:.2f}"
