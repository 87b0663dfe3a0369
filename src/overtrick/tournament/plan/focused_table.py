"""The leaderboard of a focused tournament: worths against the field, with what is certain at any time."""

import heapq
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from overtrick.tournament.plan.focused import Aim, Bools, Progress, Standing, bound
from overtrick.tournament.plan.own_results import merits, own_results, steps, unit
from overtrick.tournament.rating.anytime import Moments, intervals, joined, of_columns
from overtrick.tournament.rating.blocks import PARTS, Blocks, Floats, complete_blocks, faults_of
from overtrick.tournament.rating.pairs import MOST_NEEDED
from overtrick.tournament.rating.rate import NOTHING, in_points
from overtrick.tournament.rating.ratings import Estimate, Focus, Pair, Rating, Ratings
from overtrick.tournament.rating.results import Results
from overtrick.tournament.stated.tournament import RankBy

MOST_CROSSED = 50  # entrants in the cross table, from the top: more nobody reads


@dataclass(frozen=True)
class Ranked:
    """By what is ranked, and who is not."""

    rank_by: RankBy
    less_is_better: bool
    max_faults: int | None


def rate_focused(results: Results, names: Sequence[str], ranked: Ranked, aim: Aim, progress: Progress) -> Ratings:
    """Return what the results of a focused tournament say, each entrant's at its own tables alone.

    Intervals, ranks and the cross table stay right however often one looks. Ranks change only between two steps.
    """
    turned = results.merits() if ranked.less_is_better else results
    blocks = complete_blocks(turned)
    whole = unit(aim.seats)
    columns = (
        merits(blocks, ranked.rank_by),
        np.rint(blocks.mean(blocks.points) * whole),
        blocks.mean(blocks.places),
        blocks.mean(blocks.firsts) / PARTS,
    )
    worth, points, place, won = _of_everybody(blocks, columns, aim, progress)
    faults = faults_of(results, aim.entrants)

    out = worth.count == 0
    if ranked.max_faults is not None:
        out |= faults > ranked.max_faults
    listed = in_order(worth.means, progress.standing.better, out)
    groups = rank_groups(listed, progress.standing.better, out)
    sign = -1 if ranked.rank_by is RankBy.PLACE else 1
    worths = [_turned(one.times(1 / whole), sign) for one in intervals([worth], worth.means)]
    scores = [one.times(1 / whole) for one in intervals([points], points.means)]
    needed = _needed(listed, progress, aim)
    lines = tuple(
        Rating(
            name=names[entrant],
            group=groups[entrant],
            worth=worths[entrant],
            score=scores[entrant],
            place=float(place.means[entrant]),
            won=float(won.means[entrant]),
            strength=NOTHING,
            matches=int(worth.count[entrant]) * aim.seats,
            blocks=int(worth.count[entrant]),
            faults=int(faults[entrant]),
            needed=needed.get(entrant),
        )
        for entrant in listed
    )
    focus = Focus(aim.top, certain_places(listed, progress.standing.better, out), len(progress.asked), progress.ended)
    pairs = _pairs(listed, names, progress.standing, whole, sign)
    found = Ratings(ranked.rank_by, lines, pairs, len(blocks.rows), blocks.clusters, focus=focus)
    return in_points(found) if ranked.less_is_better else found


def _of_everybody(blocks: Blocks, columns: Sequence[Floats], aim: Aim, progress: Progress) -> list[Moments]:
    """Return the sums of each column of values of everybody at its own tables."""
    found = [of_columns(np.zeros((0, aim.entrants))) for _ in columns]
    for first, some in steps(progress.drawn):
        own = own_results(blocks, columns, some, first, aim.entrants)
        found = [joined(before, of_columns(values)) for before, values in zip(found, own, strict=True)]
    return found


def _turned(estimate: Estimate, sign: int) -> Estimate:
    return estimate.turned() if sign < 0 else estimate


def in_order(worth: Floats, better: Bools, out: Bools) -> list[int]:
    """Return the entrants best first: by their worth, but nobody before one who is better for certain."""
    above = (better & ~out[:, None]).sum(axis=0)
    ready = [(-float(worth[entrant]), entrant) for entrant in np.flatnonzero(~out).tolist() if not above[entrant]]
    heapq.heapify(ready)
    listed: list[int] = []
    waiting = set(np.flatnonzero(~out).tolist())
    while waiting:
        # Statements that contradict each other are wrong ones, which happens in a tournament of twenty at most.
        _, entrant = heapq.heappop(ready) if ready else min((-float(worth[one]), one) for one in waiting)
        if entrant not in waiting:
            continue
        listed.append(entrant)
        waiting.discard(entrant)
        above[better[entrant]] -= 1
        for other in waiting.intersection(np.flatnonzero(better[entrant] & (above == 0)).tolist()):
            heapq.heappush(ready, (-float(worth[other]), other))
    last = sorted(
        np.flatnonzero(out).tolist(), key=lambda entrant: (math.isnan(worth[entrant]), -worth[entrant], entrant)
    )
    return listed + last


def rank_groups(listed: Sequence[int], better: Bools, out: Bools) -> list[int]:
    """Return the rank group of each entrant; one ends before who is worse for certain than its first."""
    groups, head, group = [0] * len(listed), -1, 0
    for entrant in listed:
        if out[entrant]:
            continue
        if head < 0 or better[head, entrant]:
            head, group = entrant, group + 1
        groups[entrant] = group
    return groups


def certain_places(listed: Sequence[int], better: Bools, out: Bools) -> int:
    """Return how many places from the top are certain: each better than all those below."""
    ranked = [entrant for entrant in listed if not out[entrant]]
    for place, entrant in enumerate(ranked):
        if not better[entrant, ranked[place + 1 :]].all():
            return place
    return len(ranked)


def _needed(listed: Sequence[int], progress: Progress, aim: Aim) -> dict[int, int]:
    """Return how many more sets of cards would tell each from the next, of those about whom there is a question.

    The evidence of a difference grows as its square over twice the mean square.
    """
    found: dict[int, int] = {}
    standing = progress.standing
    for above, below in pairwise(listed):
        closely = standing.by_close.count[above, below] > 0
        sums = standing.by_close if closely else standing.by_wide
        count, total, square = (float(part[above, below]) for part in (sums.count, sums.total, sums.square))
        if not progress.asked.issuperset((above, below)) or standing.better[above, below] or total <= 0:
            continue
        further = 2 * bound(aim.entrants) * square * count / total**2 - count
        if further <= MOST_NEEDED:
            found[above] = max(1, math.ceil(further))
    return found


def _pairs(
    listed: Sequence[int], names: Sequence[str], standing: Standing, whole: int, sign: int
) -> Mapping[tuple[str, str], Pair]:
    """Return how every two of the first compare on common cards, on the whole: intervals and p for any time."""
    shown = list(listed[:MOST_CROSSED])
    rows, columns = (grid.ravel() for grid in np.meshgrid(shown, shown, indexing="ij"))
    rows, columns = rows[rows != columns], columns[rows != columns]
    parts = [sums.at(rows, columns) for sums in (standing.by_wide, standing.by_close)]
    count = parts[0].count + parts[1].count
    mean = np.divide(parts[0].total + parts[1].total, count, out=np.full(len(count), np.nan), where=count > 0)
    most = np.maximum(standing.best[rows, columns], standing.best[columns, rows])
    p = np.minimum(np.exp(np.log(len(names) * (len(names) - 1)) - most), 1.0).tolist()
    return {
        (names[row], names[column]): Pair(_turned(estimate.times(1 / whole), sign), chance, int(cards))
        for row, column, estimate, chance, cards in zip(
            rows.tolist(), columns.tolist(), intervals(parts, mean), p, count.tolist(), strict=True
        )
    }
