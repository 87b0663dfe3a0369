"""The bootstrap over cards: what the ratings would be, had other cards of the same kind been drawn.

The interval is the percentile interval, widened around the estimate by what Student's t
says about so few clusters: without that, five clusters would cover 83 % instead of 95 %.
It follows the skew of the values, and mirrored entrants get mirrored intervals because all share the resamples.
"""

from collections.abc import Iterator

import numpy as np
from scipy.special import ndtri

from overtrick.tournament.rating.blocks import Floats, Ints
from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.rating.sums import LEVEL, Sums, t_quantile, without_noise

RESAMPLES = 2000
_SEED = 20_000  # always the same resamples: equal records give equal ratings
_AT_ONCE = 1 << 15  # weights kept in memory


def resamples(clusters: int, number: int) -> Iterator[Floats]:
    """Yield how often each set of cards is drawn, in columns of as many resamples as fit into some memory."""
    generator = np.random.default_rng(_SEED)
    step = max(1, _AT_ONCE // max(clusters, 1))
    for first in range(0, number, step):
        width = min(step, number - first)
        drawn = generator.integers(0, clusters, size=(width, clusters), dtype=np.int32)
        drawn *= width
        drawn += np.arange(width, dtype=np.int32)[:, None]
        yield np.bincount(drawn.ravel(), minlength=clusters * width).reshape(clusters, width).astype(float)


def deviations(values: Sums, number: int = RESAMPLES) -> Floats:
    """Return by how much the mean of each column changes in each resample (columns, resamples); NaN if it is absent."""
    pull, share = values.pull.T, values.count.T
    counts = values.counts[:, None]
    changed = []
    for weights in resamples(values.total.shape[0], number):
        drawn = share @ weights
        moved = (pull @ weights) * counts
        changed.append(np.divide(moved, drawn, out=np.full(drawn.shape, np.nan), where=drawn > 0))
    return np.concatenate(changed, axis=1)


def widening(clusters: Ints, free: Ints) -> Floats:
    """Return by how much a percentile interval of so many clusters is too narrow."""
    z = float(ndtri(1 - LEVEL / 2))
    some = np.maximum(free, 1)
    return np.asarray(np.where(free < 1, np.inf, t_quantile(some) / z * np.sqrt(np.maximum(clusters, 1) / some)))


def intervals(values: Floats, changes: Floats, widen: Floats) -> list[Estimate]:
    """Return values with the intervals that their changes in the resamples (values, resamples) say."""
    estimates = []
    for value, change, factor in zip(values.tolist(), changes, widen.tolist(), strict=True):
        present = change[~np.isnan(change)]
        if np.isnan(value) or not len(present) or np.isinf(factor):
            estimates.append(Estimate(value, value - np.inf, value + np.inf))
            continue
        low, high = np.quantile(present, (LEVEL / 2, 1 - LEVEL / 2)).tolist()
        estimates.append(Estimate(value, value + factor * min(low, 0.0), value + factor * max(high, 0.0)))
    return estimates


def bootstrap_estimates(values: Sums) -> list[Estimate]:
    """Return the mean of each column with its bootstrap interval."""
    if not values.total.shape[0]:
        return [Estimate(np.nan, np.nan, np.nan)] * values.total.shape[1]
    changes = deviations(values)
    changes = np.sign(changes) * without_noise(np.abs(changes), values.size[:, None])
    return intervals(values.mean, changes, widening(values.clusters, values.free))
