"""Evidence that may be looked at at any time: who is better, from differences on common cards.

For a difference of which both signs are as likely as each other, exp(l d - l² d²/2) has a mean of at most 1 for every
l (cosh x <= exp x²/2), so that its product over the cards is a fair game or worse (de la Peña). So is the mixture of
these products over all l > 0, weighted by half a normal curve. A gambler at a fair game multiplies the stake by x with
a chance of at most 1 / x, however long it goes on and whenever one stops (Ville): that is what makes looking harmless.

Nothing is assumed about the spread of the differences. How wide the normal curve is follows from the size of the first
few of them, of which the signs are independent.
"""

import math
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt
from scipy.special import log_ndtr

from overtrick.tournament.rating.blocks import Floats
from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.rating.sums import LEVEL
from overtrick.tournament.stated.tournament import OPENING

FIRST = OPENING  # sets of cards from whose differences the width of the mixture is taken
_DIGITS = 9  # of evidence; so that the last bit of a logarithm decides nothing
_HALVINGS = 60  # until the ends of an interval are found
_WIDEST = 1e6  # in units of the usual size of a value; beyond it an end is unknown


@dataclass(frozen=True)
class Moments:
    """Sums of differences and of their squares: whole numbers, so that no order of adding can change them."""

    count: Floats
    total: Floats
    square: Floats
    first_count: Floats  # the same over the first few, or nothing while there are fewer
    first_total: Floats
    first_square: Floats

    def around(self, value: Floats | float) -> "Moments":
        """Return the sums of the differences minus a value."""
        return Moments(
            self.count,
            self.total - self.count * value,
            self.square - 2 * value * self.total + self.count * value**2,
            self.first_count,
            self.first_total - self.first_count * value,
            self.first_square - 2 * value * self.first_total + self.first_count * value**2,
        )

    def at(self, *place: npt.NDArray[np.int64]) -> "Moments":
        """Return the sums at some places."""
        return Moments(*(getattr(self, one.name)[place] for one in fields(self)))

    @property
    def means(self) -> Floats:
        """The mean difference; NaN without any."""
        return _mean(self.total, self.count)

    def turned(self) -> "Moments":
        """Return the sums of the differences seen from the other side."""
        return replace(self, total=-self.total, first_total=-self.first_total)


def _mean(total: Floats, count: Floats) -> Floats:
    return np.asarray(np.divide(total, count, out=np.full(count.shape, np.nan), where=count > 0))


def nothing(shape: tuple[int, ...]) -> Moments:
    """Return the sums of no differences."""
    return Moments(*(np.zeros(shape) for _ in range(6)))


def evidence(moments: Moments) -> Floats:
    """Return the logarithm of what a gambler who bets on positive differences has made of a stake of 1."""
    width = np.maximum(moments.first_square, 0.0)
    known = width > 0
    width = np.where(known, width, 1.0)
    spread = np.maximum(moments.square, 0.0) + width
    standard = moments.total / np.sqrt(spread)
    log = math.log(2) + np.log(width / spread) / 2 + standard**2 / 2 + log_ndtr(standard)
    return np.asarray(np.where(known, np.round(log, _DIGITS), 0.0))


def added(before: Moments, entrants: npt.NDArray[np.int64], values: Floats) -> Moments:
    """Return the sums for all pairs (entrants, entrants) with new values (cards, some of the entrants)."""
    place = np.ix_(entrants, entrants)

    def plus(old: Floats, new: Floats | float) -> Floats:
        found = old.copy()
        found[place] += new
        return found

    total, square = _of_pairs(values)
    after = replace(
        before,
        count=plus(before.count, len(values)),
        total=plus(before.total, total),
        square=plus(before.square, square),
    )
    fresh = before.count[place] == 0
    if len(values) < FIRST or not fresh.any():
        return after
    total, square = _of_pairs(values[:FIRST])
    return replace(
        after,
        first_count=plus(before.first_count, FIRST * fresh),
        first_total=plus(before.first_total, total * fresh),
        first_square=plus(before.first_square, square * fresh),
    )


def _of_pairs(values: Floats) -> tuple[Floats, Floats]:
    """Return the sums of the differences of all columns, and of their squares; exact, as they are whole numbers."""
    total, product = values.sum(axis=0), values.T @ values
    own = np.diag(product)
    return np.subtract.outer(total, total), np.add.outer(own, own) - 2 * product


def of_columns(values: Floats) -> Moments:
    """Return the sums of the columns (cards, columns) themselves, as differences from 0; NaN are left out."""
    there = ~np.isnan(values)
    filled = np.where(there, values, 0.0)
    early = filled * (there & (np.cumsum(there, axis=0) <= FIRST))
    enough = there.sum(axis=0) >= FIRST
    return Moments(
        *(there.sum(axis=0).astype(float), filled.sum(axis=0), (filled**2).sum(axis=0)),
        *(FIRST * enough.astype(float), early.sum(axis=0) * enough, (early**2).sum(axis=0) * enough),
    )


def joined(before: Moments, after: Moments) -> Moments:
    """Return the sums of two parts, one after the other."""
    fresh = before.count == 0
    return Moments(
        *(before.count + after.count, before.total + after.total, before.square + after.square),
        np.where(fresh, after.first_count, before.first_count),
        np.where(fresh, after.first_total, before.first_total),
        np.where(fresh, after.first_square, before.first_square),
    )


def intervals(parts: list[Moments], values: Floats, level: float = LEVEL) -> list[Estimate]:
    """Return values with the intervals outside of which everything is refuted, by the evidence of all parts together.

    They hold the truth at all times at once, with a chance of ``level`` to fail.
    """
    high = _farthest(parts, values, level).tolist()
    low = (-_farthest([part.turned() for part in parts], -values, level)).tolist()
    return [Estimate(*ends) for ends in zip(values.tolist(), low, high, strict=True)]


def _farthest(parts: list[Moments], values: Floats, level: float) -> Floats:
    """Return the upper ends: the largest value that is not refuted, by halving, as evidence grows with the distance."""
    bound = math.log(2 / level)
    size = np.sqrt(sum(part.square for part in parts)) + np.abs(values)
    near, far = values, values + _WIDEST * size
    for _ in range(_HALVINGS):
        middle = (near + far) / 2
        refuted = sum(evidence(part.around(middle).turned()) for part in parts) >= bound
        far, near = np.where(refuted, middle, far), np.where(refuted, near, middle)
    return np.where((far > values + _WIDEST / 2 * size) & (size > 0), np.inf, far)
