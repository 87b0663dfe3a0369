"""Rating: from matches played to the leaderboard, as a pure function of all of them."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from overtrick.core.mistake import Mistake
from overtrick.tournament.rating.adjust import Covariates, adjusted, is_enough, of_blocks
from overtrick.tournament.rating.blocks import PARTS, Blocks, Floats, complete_blocks, faults_of
from overtrick.tournament.rating.bootstrap import bootstrap_estimates
from overtrick.tournament.rating.pairs import (
    Differences,
    clusters_needed,
    corrected,
    differences,
    head_to_head,
    rank_groups,
)
from overtrick.tournament.rating.ratings import Estimate, Rating, Ratings
from overtrick.tournament.rating.results import Results
from overtrick.tournament.rating.strength import strengths
from overtrick.tournament.rating.sums import Entries, Sums, sums, t_estimates
from overtrick.tournament.stated.tournament import RankBy

NOTHING = Estimate(np.nan, np.nan, np.nan)


def rate(
    results: Results,
    names: Sequence[str],
    rank_by: RankBy,
    *,
    less_is_better: bool = False,
    max_faults: int | None = None,
    unranked: Collection[str] = (),
    covariates: Covariates | None = None,
    quick: bool = False,
) -> Ratings:
    """Return what the complete blocks of some matches say about the entrants; the order of the matches is the same.

    Not ranked, and listed last in group 0, are who is in no complete block, who is named in ``unranked``, and who
    has more than ``max_faults`` faults. ``quick`` is for live tables: t intervals and no strengths.

    Where less is better, worths and differences are of merits, which are points turned round: more are better.
    """
    entrants = len(names)
    if results.seating.max(initial=-1) >= entrants:
        raise Mistake(f"a match seats entrant {results.seating.max()}; allowed: 0 to {entrants - 1}, who have names")
    blocks = complete_blocks(results.merits() if less_is_better else results)
    luck = None if covariates is None else of_blocks(covariates, blocks)
    worths, counts, overall = _worths(blocks, blocks.worth(rank_by), entrants, luck, quick=quick)
    scores = _intervals(_by_entrant(blocks, blocks.mean(blocks.points), entrants), quick=quick)
    faults = faults_of(results, entrants)

    out = {entrant for entrant, name in enumerate(names) if name in unranked or not counts[entrant]}
    if max_faults is not None:
        out |= set(np.flatnonzero(faults > max_faults).tolist())
    listed = _best_first(worths, scores, lower_is_better=rank_by is RankBy.PLACE)
    ranked = [entrant for entrant in listed if entrant not in out]
    judged = corrected(overall, ranked)
    groups = dict(zip(ranked, rank_groups(ranked, judged), strict=True))
    needed = dict(zip(ranked, clusters_needed(ranked, judged), strict=True))

    strong = [NOTHING] * entrants if quick else strengths(results, blocks, entrants)
    blocks_of = np.where(counts > 0, counts, np.nan)
    place = _added(blocks, blocks.mean(blocks.places), entrants) / blocks_of
    won = _added(blocks, blocks.mean(blocks.firsts), entrants) / blocks_of / PARTS
    matches = _added(blocks, np.broadcast_to(blocks.matches[:, None], blocks.held.shape), entrants)
    ratings = tuple(
        Rating(
            name=names[entrant],
            group=groups.get(entrant, 0),
            worth=worths[entrant],
            score=scores[entrant],
            place=float(place[entrant]),
            won=float(won[entrant]),
            strength=strong[entrant],
            matches=int(matches[entrant]),
            blocks=int(counts[entrant]),
            faults=int(faults[entrant]),
            needed=needed.get(entrant),
        )
        for entrant in ranked + [entrant for entrant in listed if entrant in out]
    )
    pairs = head_to_head(blocks, blocks.worth(rank_by), names, luck)
    taken_out = luck is not None and is_enough(blocks.clusters, luck.shape[1])
    found = Ratings(rank_by, ratings, pairs, len(blocks.rows), blocks.clusters, adjusted=taken_out)
    return in_points(found) if less_is_better else found


def on_the_whole(results: Results, entrants: int, rank_by: RankBy, *, less_is_better: bool = False) -> Differences:
    """Return how every two entrants differ on the whole: the differences of just the worths that ``rate`` tells."""
    blocks = complete_blocks(results.merits() if less_is_better else results)
    return differences(_by_entrant(blocks, blocks.worth(rank_by), entrants))


def in_points(turned: Ratings) -> Ratings:
    """Return ratings by merits with the scores as the game counts them."""
    lines = tuple(replace(line, score=line.score.turned()) for line in turned.ratings)
    rank_by = RankBy.FEWEST if turned.rank_by is RankBy.SCORE else turned.rank_by
    return replace(turned, rank_by=rank_by, ratings=lines)


def _worths(
    blocks: Blocks, values: Floats, entrants: int, luck: Floats | None, *, quick: bool
) -> tuple[list[Estimate], Floats, Differences]:
    """Return the worth of each entrant, in how many blocks, and all differences; what they come from is let go."""
    worth = adjusted(_by_entrant(blocks, values, entrants), luck)
    return _intervals(worth, quick=quick), worth.counts, differences(worth)


def _by_entrant(blocks: Blocks, values: Floats, entrants: int) -> Sums:
    def entries(some: slice) -> Entries:
        block, column = np.nonzero(blocks.held[some])
        return block, blocks.entrant[some][block, column], values[some][block, column]

    return sums(blocks, entrants, entries)


def _added(blocks: Blocks, values: npt.NDArray[np.number], entrants: int) -> Floats:
    """Return the sum of values (blocks, seats) over the blocks of each entrant."""
    there = blocks.held > 0  # block after block: in whatever column an entrant stands, its sum is the same to the bit
    return np.bincount(blocks.entrant[there], weights=values[there], minlength=entrants).astype(float)


def _best_first(worths: Sequence[Estimate], scores: Sequence[Estimate], *, lower_is_better: bool) -> list[int]:
    """Return entrants best first; equals by points, then in the order of the names; who has no block last."""
    worth = np.array([estimate.value for estimate in worths])
    score = np.array([estimate.value for estimate in scores])
    return [int(entrant) for entrant in np.lexsort((-score, worth if lower_is_better else -worth))]


def _intervals(values: Sums, *, quick: bool) -> list[Estimate]:
    return t_estimates(values.mean, values.error, values.free) if quick else bootstrap_estimates(values)
