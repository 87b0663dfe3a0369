"""Every two entrants: head to head at common tables, and on the whole; with Holm's correction for so many questions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from scipy.special import ndtri

from overtrick.tournament.rating.adjust import adjusted
from overtrick.tournament.rating.blocks import Blocks, Floats, Ints
from overtrick.tournament.rating.ratings import Estimate, Pair
from overtrick.tournament.rating.sums import LEVEL, Entries, Sums, sums, t_estimates, t_p_values, without_noise

POWER = 0.8  # the number of further deals would separate two entrants that often
MOST_NEEDED = 10_000_000  # beyond it no number is named
_AT_ONCE = 1 << 16


def holm(p: Floats) -> Floats:
    """Return p-values after Holm's correction over all that are not NaN."""
    asked = np.flatnonzero(~np.isnan(p))
    order = asked[np.argsort(p[asked], kind="stable")]
    corrected = np.full(p.shape, np.nan)
    factors = len(order) - np.arange(len(order))
    corrected[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    return corrected


def head_to_head(
    blocks: Blocks, worth: Floats, names: Sequence[str], covariates: Floats | None
) -> dict[tuple[str, str], Pair]:
    """Return how every two entrants compare in the blocks in which both sit, by a t interval over the cards."""
    entrants = len(names)
    found: list[tuple[int, int, Estimate, int]] = []
    p_values = []
    for first in range(entrants - 1):
        values = adjusted(_against_later(blocks, worth, first, entrants), covariates)
        later = slice(first + 1, entrants)
        estimates = t_estimates(values.mean[later], values.error[later], values.free[later])
        counts = values.counts[later].astype(int).tolist()
        found += [
            (first, first + 1 + index, estimate, count)
            for index, (estimate, count) in enumerate(zip(estimates, counts, strict=True))
        ]
        p_values.append(t_p_values(values.mean[later], values.error[later], values.free[later]))
    corrected = holm(np.concatenate(p_values)).tolist() if p_values else []
    pairs = {}
    for (first, second, difference, count), p in zip(found, corrected, strict=True):
        pairs[names[first], names[second]] = Pair(difference, p, count)
        pairs[names[second], names[first]] = Pair(difference.turned(), p, count)
    return pairs


def _against_later(blocks: Blocks, worth: Floats, first: int, entrants: int) -> Sums:
    """Return the differences of an entrant to each later one, by cards, in the blocks in which both sit."""

    def entries(some: slice) -> Entries:
        there, entrant = blocks.held[some] > 0, blocks.entrant[some]
        block, column = np.nonzero((entrant == first) & there)
        own = worth[some][block, column][:, None]
        other, at = np.nonzero((entrant[block] > first) & there[block])
        return block[other], entrant[block][other, at], (own - worth[some][block])[other, at]

    return sums(blocks, entrants, entries)


@dataclass(frozen=True)
class Differences:
    """Every two entrants on the whole: the difference of their means, judged by the cards."""

    value: Floats  # (entrants, entrants)
    error: Floats
    clusters: Ints  # sets of cards of the one that has fewer
    p: Floats


def differences(values: Sums) -> Differences:
    """Return the differences of all means; where two were on the same cards, these are compared.

    Cards that only one of two has seen count too, as independent ones, so that this judges just the difference of
    the means that are shown.
    """
    entrants = values.total.shape[1]
    squares = np.zeros((entrants, entrants))
    step = max(1, _AT_ONCE // max(entrants, 1))
    for begin in range(0, values.total.shape[0], step):
        pull = values.pull[begin : begin + step].toarray()
        for first in range(entrants):
            squares[first] += ((pull - pull[:, first : first + 1]) ** 2).sum(axis=0)
    both = np.minimum.outer(values.free, values.free)
    inflation = np.fmax.outer(values.inflation, values.inflation)
    size = np.add.outer(values.size, values.size)
    value = np.subtract.outer(values.mean, values.mean)
    value = np.where(np.isnan(value), value, np.sign(value) * without_noise(np.abs(value), size))
    error = np.where(both >= 1, without_noise(np.sqrt(squares * inflation), size), np.nan)
    clusters = np.minimum.outer(values.clusters, values.clusters)
    return Differences(value, error, clusters, t_p_values(value, error, both))


def corrected(overall: Differences, ranked: Sequence[int]) -> Differences:
    """Return differences with p-values after Holm's correction over all pairs of the ranked; NaN for other pairs."""
    asked = np.zeros(overall.p.shape, bool)
    asked[np.ix_(ranked, ranked)] = True
    upper = np.triu(asked, 1)
    p = np.full(overall.p.shape, np.nan)
    p[upper] = holm(overall.p[upper])
    return replace(overall, p=np.fmax(p, p.T))


def rank_groups(order: Sequence[int], overall: Differences) -> list[int]:
    """Return the rank group of each entrant of a list, best first.

    The first is in group 1. Going down, a new group begins at an entrant that can be told from the first of the
    current group; so nobody in a group can be told from its first.
    """
    groups: list[int] = []
    head = 0
    for index, entrant in enumerate(order):
        apart = index == 0 or overall.p[order[head], entrant] < LEVEL
        if apart:
            head = index
        groups.append((groups[-1] if groups else 0) + int(apart))
    return groups


def clusters_needed(order: Sequence[int], overall: Differences) -> list[int | None]:
    """Return how many more sets of cards would tell each entrant of a list from the next.

    At the level that Holm's correction leaves to a question not yet decided, and with a power of 80 %.
    """
    p = overall.p[np.triu_indices(len(overall.p), 1)]
    undecided = max(1, int((p >= LEVEL).sum()))
    reach = float(-ndtri(LEVEL / 2 / undecided) + ndtri(POWER))
    needed: list[int | None] = []
    for above, below in pairwise(order):
        difference, error = abs(overall.value[above, below]), overall.error[above, below]
        have = int(overall.clusters[above, below])
        if not overall.p[above, below] >= LEVEL or difference == 0 or np.isnan(error):
            needed.append(None)
            continue
        total = have * (reach * error / difference) ** 2
        further = max(1, int(np.ceil(min(total, 2 * MOST_NEEDED) - have)))
        needed.append(further if further <= MOST_NEEDED else None)
    return needed + [None] * min(1, len(order))
