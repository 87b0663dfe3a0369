"""The sequential test: is one bot better than another, worse, or equal within a margin? Asked after every block.

Two likelihood ratio tests run side by side (after Sobel and Wald): no difference against the margin upwards, and
downwards. The first that decides against "no difference" says better or worse; when both decide for it, the bots are
equal within the margin. The variance is estimated, which Wald's bounds do not know of; three things make up for it:

- the variance is taken around the value that is being rejected, so that a few blocks that happen to agree do not
  look like certainty;
- where the blocks are skewed, the mean counts as closer to the rejected value, by the first term of the Edgeworth
  expansion (Johnson, Hall); never as farther;
- no verdict before ``FIRST`` blocks, and while all blocks are exactly equal none before ``QUIET``: then, with 95 %
  certainty, fewer than one block in twenty is different.

What error rates this reaches is measured in the tests.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from overtrick.core.mistake import Mistake
from overtrick.tournament.rating.blocks import Floats
from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.rating.sums import t_quantile

FIRST, QUIET = 32, 60
SHARE = 0.2  # the margin if nobody says: this share of the usual size (root mean square) of a block difference
# Errors that Wald's bounds are made for: under no difference 4 % for better and worse together, at the margin 5 %.
ALPHA, BETA = 0.02, 0.05
UPPER, LOWER = math.log((1 - BETA) / ALPHA), math.log(BETA / (1 - ALPHA))
_REACH = 3.0  # standard errors up to which the correction for skewness is trusted


class Verdict(StrEnum):
    """How a comparison can end."""

    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal within the margin"
    UNDECIDED = "undecided"  # as many blocks as allowed, and still no bound was reached


@dataclass(frozen=True)
class Comparison:
    """Where a comparison stands."""

    verdict: Verdict | None  # None while it goes on
    blocks: int
    difference: Estimate  # a t interval, not widened for looking after every block
    margin: float
    better: float  # 0 to 1: how near each verdict is
    worse: float
    equal: float
    expected: int  # further blocks, if the blocks to come are like those so far


def judge(differences: Sequence[float], *, margin: float | None = None, most: int, first: int = FIRST) -> Comparison:
    """Return where a comparison stands, from the differences of its blocks in the order of the plan.

    The verdict falls at the first block at which a bound is reached; blocks after it are not looked at, so that it
    does not matter how many arrive at once.
    """
    if margin is not None and not (margin > 0 and math.isfinite(margin)):
        raise Mistake(f"margin is {margin}; allowed: a number above 0")
    if first < 2 or most < 1:
        raise Mistake(f"first is {first} and most is {most}; allowed: at least 2, and at least 1")
    values = np.asarray(differences, float)[:most]
    if not np.isfinite(values).all():
        raise Mistake(f"a block difference is {values[~np.isfinite(values)][0]}; allowed: finite numbers")
    if not len(values):
        nothing = Estimate(math.nan, math.nan, math.nan)
        return Comparison(None, 0, nothing, margin or 0.0, 0.0, 0.0, 0.0, min(first, most))
    quiet = _quiet(values)
    earliest = np.where(quiet, max(first, min(QUIET, most)), first)
    evidence = _evidence(values, quiet, margin, min(QUIET, most))
    decided = np.flatnonzero((evidence.max(axis=0) >= 1) & (np.arange(1, len(values) + 1) >= earliest))
    blocks = int(decided[0]) + 1 if len(decided) else len(values)
    better, worse, equal = np.clip(evidence[:, blocks - 1], 0, 1).tolist()
    verdict = None
    if len(decided):
        verdict = (Verdict.BETTER, Verdict.WORSE, Verdict.EQUAL)[(better, worse, equal).index(1.0)]
    elif blocks == most:
        verdict = Verdict.UNDECIDED
    seen = values[:blocks]
    own = margin if margin is not None else SHARE * math.sqrt(float(np.mean(seen**2)))
    left = 0 if verdict else _expected(blocks, max(better, worse, equal), int(earliest[-1]), most)
    return Comparison(verdict, blocks, _estimate(seen), own, better, worse, equal, left)


def llr(number: Floats, mean: Floats, variance: Floats, margin: Floats | float) -> Floats:
    """Return the log likelihood ratio of the margin against no difference, for the mean of normal values."""
    return np.asarray(number * margin * (2 * mean - margin) / (2 * variance))


def _quiet(values: Floats) -> npt.NDArray[np.bool_]:
    """Return whether all blocks so far are equal, after each block."""
    same = np.abs(values - values[0]) <= 1e-9 * np.maximum(1.0, np.abs(values[0]))
    return np.asarray(np.logical_and.accumulate(same))


def _evidence(values: Floats, quiet: npt.NDArray[np.bool_], margin: float | None, enough: int) -> Floats:
    """Return, after each block, which part of the way to each verdict is gone (better, worse, equal; blocks)."""
    number = np.arange(1, len(values) + 1, dtype=float)
    shifted = values - values[0]  # sums of squares of large equal numbers would lose the small differences
    mean = np.cumsum(shifted) / number
    square, cube = np.cumsum(shifted**2) / number, np.cumsum(shifted**3) / number
    variance = np.where(quiet, 1.0, np.maximum(square - mean**2, 1e-300))
    skewness = np.where(quiet, 0.0, (cube - 3 * mean * square + 2 * mean**3) / variance**1.5)
    moments = _Moments(number, mean + values[0], variance, skewness)
    own = np.sqrt(np.cumsum(values**2) / number) * SHARE if margin is None else np.full(len(values), margin)
    better, worse = moments.against(0.0, own, 1), moments.against(0.0, own, -1)
    equal = np.minimum(moments.against(own, own, -1), moments.against(-own, own, 1))
    varied = np.array([better / UPPER, worse / UPPER, equal / -LOWER])
    beyond = abs(values[0]) >= (margin or 0.0) and values[0] != 0
    same = np.array([beyond and values[0] > 0, beyond and values[0] < 0, not beyond])
    return np.where(quiet, same[:, None] * np.minimum(number / enough, 1.0), varied)


@dataclass(frozen=True)
class _Moments:
    """What the blocks so far say, after each block."""

    number: Floats
    mean: Floats
    variance: Floats  # without correction for small numbers
    skewness: Floats

    def against(self, value: Floats | float, margin: Floats, sign: int) -> Floats:
        """Return the evidence that the mean is not a value but lies a margin farther, upwards (1) or downwards (-1)."""
        spread = np.sqrt(self.variance)
        away = sign * (self.mean - value)
        near = np.clip(away / spread, 0, _REACH / np.sqrt(self.number))  # in standard deviations
        skewed = sign * self.skewness * (near**2 / 3 + 1 / (6 * self.number))
        variance = self.variance * (self.number / np.maximum(self.number - 1, 1) + near**2)
        return llr(self.number, away + spread * np.minimum(skewed, 0.0), variance, margin)


def _estimate(values: Floats) -> Estimate:
    mean = float(values.mean())
    if len(values) < 2:
        return Estimate(mean, -math.inf, math.inf)
    reach = float(t_quantile(len(values) - 1)) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Estimate(mean, mean - reach, mean + reach)


def _expected(blocks: int, nearest: float, earliest: int, most: int) -> int:
    """Return how many blocks are still to come, if the evidence goes on to grow as it did on average."""
    total = blocks / nearest if nearest > 0 else math.inf
    return math.ceil(min(max(total, earliest, blocks + 1), most)) - blocks
