"""Results: what rating needs of the records, as columns, a few bytes a match."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Results:
    """One row for each match played; a block is all rows of one stage, cluster and table.

    A match that is missing is simply not there; ``rate`` leaves out blocks that are not complete.
    """

    stage: npt.NDArray[np.int16]  # (matches,): which stage of the plan; cards never recur in another
    cluster: npt.NDArray[np.int32]  # (matches,): which cards of the stage
    table: npt.NDArray[np.int32]  # (matches,): which table of the stage
    seating: npt.NDArray[np.int16]  # (matches, seats): the index of the entrant in each seat
    totals: npt.NDArray[np.int32]  # (matches, seats)
    places: npt.NDArray[np.int8]  # (matches, seats), from 1, equals share the better one
    faults: npt.NDArray[np.int16]  # (matches, seats)

    def merits(self) -> "Results":
        """Return the results of a game where fewer points are better, with totals of which more are better."""
        return replace(self, totals=-self.totals)

    def first(self, matches: int) -> "Results":
        """Return the first so many matches."""
        return Results(*(getattr(self, column.name)[:matches] for column in fields(self)))


def joined(parts: Sequence[Results]) -> Results:
    """Return the results of several parts, one after the other."""
    return Results(*(np.concatenate([getattr(part, column.name) for part in parts]) for column in fields(Results)))


def no_results(matches: int, seats: int) -> Results:
    """Return room for so many matches, to be filled in."""
    each, all_seats = matches, (matches, seats)
    return Results(
        stage=np.zeros(each, np.int16),
        cluster=np.zeros(each, np.int32),
        table=np.zeros(each, np.int32),
        seating=np.zeros(all_seats, np.int16),
        totals=np.zeros(all_seats, np.int32),
        places=np.zeros(all_seats, np.int8),
        faults=np.zeros(all_seats, np.int16),
    )
