"""Sums by cards: means over blocks, whose errors are judged by the cards: blocks on the same cards move together."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.special import stdtr, stdtrit

from overtrick.tournament.rating.blocks import Blocks, Floats, Ints
from overtrick.tournament.rating.ratings import Estimate

LEVEL = 0.05  # of all intervals and tests: 95 %
_CELLS, _BLOCKS = 1 << 15, 1 << 12  # looked at together
_NOISE = 1e-13  # relative: what only rounding makes vary does not vary

Entries = tuple[Ints, npt.NDArray[np.integer], Floats]  # the blocks, columns and values of some entries


@dataclass(frozen=True)
class Sums:
    """Sums of values, and how many there are, for each set of cards and each column (an entrant, or a pair)."""

    total: csr_array  # (clusters, columns)
    count: csr_array  # the same places
    fitted: Ints | int = 0  # parameters fitted to the values of a column before, which cost degrees of freedom

    @cached_property
    def clusters(self) -> Ints:
        """Return on how many sets of cards each column has values."""
        return np.bincount(self.total.indices, minlength=self.total.shape[1])

    @cached_property
    def counts(self) -> Floats:
        """Return how many values each column has."""
        return np.bincount(self.total.indices, weights=self.count.data, minlength=self.total.shape[1]).astype(float)

    @cached_property
    def mean(self) -> Floats:
        """Return the mean of each column; NaN without values."""
        sums = np.bincount(self.total.indices, weights=self.total.data, minlength=self.total.shape[1])
        return _ratio(sums, self.counts)

    @cached_property
    def pull(self) -> csr_array:
        """Return by how much each set of cards pulls the means of its columns away from the others'."""
        column = self.total.indices
        pull = (self.total.data - self.mean[column] * self.count.data) / self.counts[column]
        return csr_array((pull, column, self.total.indptr), shape=self.total.shape)

    @cached_property
    def free(self) -> Ints:
        """Return the degrees of freedom of each column; below 1 its error is unknown."""
        return self.clusters - 1 - self.fitted

    @cached_property
    def inflation(self) -> Floats:
        """Return what the sum of squared pulls is multiplied by to have the variance of the mean without bias."""
        return _ratio(self.clusters, np.maximum(self.free, 0))

    @cached_property
    def error(self) -> Floats:
        """Return the standard error of each mean: 0 if nothing varies, NaN with values from one set of cards."""
        squares = np.bincount(self.total.indices, weights=self.pull.data**2, minlength=self.total.shape[1])
        return without_noise(np.sqrt(squares * self.inflation), self.size)

    @cached_property
    def size(self) -> Floats:
        """Return how large the values of each column are, to tell rounding from variation."""
        return _ratio(
            np.bincount(self.total.indices, weights=np.abs(self.total.data), minlength=self.total.shape[1]), self.counts
        )

    def replaced(self, total: Floats, fitted: Ints) -> "Sums":
        """Return sums with other totals, for which some parameters were fitted in each column."""
        return replace(
            self,
            total=csr_array((total, self.total.indices, self.total.indptr), shape=self.total.shape),
            fitted=fitted,
        )


def sums(blocks: Blocks, columns: int, entries: Callable[[slice], Entries]) -> Sums:
    """Return the sums of the entries of some blocks; these are asked for step by step, to need little memory."""
    at_once = min(_CELLS // columns, _BLOCKS * blocks.clusters // max(len(blocks.cards), 1))
    steps = range(0, max(blocks.clusters, 1), max(1, at_once))
    parts = [
        _cells(blocks, range(first, min(first + steps.step, blocks.clusters)), columns, entries) for first in steps
    ]
    places, total, count, sizes = (np.concatenate(column) for column in zip(*parts, strict=True))
    # Both matrices share their indices, if these are of one kind.
    places, ends = places.astype(np.int32), np.concatenate(([0], sizes)).cumsum().astype(np.int32)
    shape = (blocks.clusters, columns)
    return Sums(csr_array((total, places, ends), shape=shape), csr_array((count, places, ends), shape=shape))


def _cells(
    blocks: Blocks, cards: range, columns: int, entries: Callable[[slice], Entries]
) -> tuple[npt.NDArray[np.integer], Floats, Floats, npt.NDArray[np.integer]]:
    """Return columns, sums and counts of the cells of some sets of cards, and how many cells each set has."""
    begin, end = np.searchsorted(blocks.cards, (cards.start, cards.stop)).tolist()
    block, column, value = entries(slice(begin, end))
    place = (blocks.cards[begin:end][block] - cards.start) * np.int64(columns) + column
    count = np.bincount(place, minlength=len(cards) * columns)
    total = np.bincount(place, weights=value, minlength=len(cards) * columns)
    there = np.flatnonzero(count)
    sizes = np.bincount(there // columns, minlength=len(cards))
    return (there % columns).astype(np.int32), total[there].astype(float), count[there].astype(float), sizes


def without_noise(error: Floats, size: Floats) -> Floats:
    """Return errors in which what is but rounding of values of some size is 0."""
    return np.asarray(np.where(error <= _NOISE * size, 0.0, error))


def t_quantile(free: npt.NDArray[np.integer] | int) -> Floats:
    """Return how many standard errors an interval reaches to each side; infinite without a degree of freedom."""
    free = np.asarray(free)
    return np.asarray(np.where(free < 1, np.inf, stdtrit(np.maximum(free, 1), 1 - LEVEL / 2)))


def t_estimates(mean: Floats, error: Floats, free: Ints) -> list[Estimate]:
    """Return means with their t intervals."""
    known = (free >= 1) & ~np.isnan(error)
    reach = np.where(known, t_quantile(np.maximum(free, 1)) * np.where(known, error, 0.0), np.inf)
    return [
        Estimate(value, value - half, value + half) for value, half in zip(mean.tolist(), reach.tolist(), strict=True)
    ]


def t_p_values(difference: Floats, error: Floats, free: Ints) -> Floats:
    """Return two-sided p-values of differences; where nothing varies 1 or 0, where nothing is known NaN."""
    known = (free >= 1) & ~np.isnan(error) & ~np.isnan(difference)
    varies = known & (error > 0)
    p: Floats = np.full(difference.shape, np.nan)
    p[known] = difference[known] == 0
    p[varies] = 2 * stdtr(free[varies], -np.abs(difference[varies] / error[varies]))
    return p


def _ratio(above: npt.NDArray[np.number], below: npt.NDArray[np.number]) -> Floats:
    return np.asarray(np.divide(above, below, out=np.full(len(above), np.nan), where=below > 0))
