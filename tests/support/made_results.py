"""Results made up for tests of ratings."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from overtrick.tournament.rating.results import Results

Match = tuple[int, int, tuple[int, ...], tuple[int, ...]]  # cluster, table, seating, totals


def results(matches: Sequence[Match], *, seats: int = 2, faults: Sequence[tuple[int, ...]] = ()) -> Results:
    """Return results of one stage from literals; places follow from the totals."""
    totals = np.array([match[3] for match in matches], np.int32).reshape(-1, seats)
    return Results(
        stage=np.zeros(len(matches), np.int16),
        cluster=np.array([match[0] for match in matches], np.int32),
        table=np.array([match[1] for match in matches], np.int32),
        seating=np.array([match[2] for match in matches], np.int16).reshape(-1, seats),
        totals=totals,
        places=places_of(totals),
        faults=np.array(faults or np.zeros(totals.shape), np.int16).reshape(-1, seats),
    )


def duel(*differences: int, first: int = 0, second: int = 1) -> list[Match]:
    """Return a block for each difference: so many points a match more for the first than for the second."""
    return [
        match
        for cluster, by in enumerate(differences)
        for match in ((cluster, 0, (first, second), (by, 0)), (cluster, 0, (second, first), (0, by)))
    ]


def places_of(totals: npt.NDArray[np.int32]) -> npt.NDArray[np.int8]:
    """Return places from 1; equals share the better one."""
    return np.asarray(1 + (totals[:, :, None] < totals[:, None, :]).sum(axis=2), np.int8)


def random_results(
    entrants: int, seats: int, clusters: int, *, seed: int = 0, skill: float = 5.0, tables: int | None = None
) -> Results:
    """Return a round robin over all tables, or some; entrant 0 is the best, luck of the hands is in all rotations."""
    generator = np.random.default_rng(seed)
    every = np.array(list(combinations(range(entrants), seats)), np.int16)
    if tables is not None:
        every = every[generator.choice(len(every), tables, replace=False)]
    shape = (clusters, len(every), seats)
    cluster, table, turn = (axis.ravel() for axis in np.meshgrid(*map(np.arange, shape), indexing="ij"))
    places = (np.arange(seats) - turn[:, None]) % seats
    seating = np.take_along_axis(every[table], places, axis=1)
    hands = generator.normal(0, 20, (clusters, seats))
    totals = (hands[cluster] - seating * skill + generator.normal(0, 20, seating.shape)).round().astype(np.int32)
    return Results(
        stage=np.zeros(len(cluster), np.int16),
        cluster=cluster.astype(np.int32),
        table=table.astype(np.int32),
        seating=seating,
        totals=totals,
        places=places_of(totals),
        faults=np.zeros(seating.shape, np.int16),
    )


def rows(source: Results, which: npt.NDArray[np.integer]) -> Results:
    """Return some matches of results, in an order."""
    return Results(**{name: column[which] for name, column in vars(source).items()})
