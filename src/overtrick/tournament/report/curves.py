"""Score curves: how the mean worth of an entrant settles as more and more cards are played."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from overtrick.tournament.rating.results import Results
from overtrick.tournament.stated.tournament import RankBy

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Curve:
    """The mean worth of an entrant after so many sets of cards, with a 95 % band by Student's t."""

    clusters: npt.NDArray[np.int64]
    mean: Floats
    low: Floats  # infinite at the first point
    high: Floats


def curves(results: Results, rank_by: RankBy, entrants: list[int], most: int = 100) -> list[Curve]:
    """Return the curves of some entrants, each with at most so many points."""
    done = complete(results)
    seats = results.seating.shape[1]
    cards = _numbered(results.stage[done], results.cluster[done])
    tables = _numbered(results.stage[done], results.cluster[done], results.table[done])
    worths = _worths(results.seating[done], results.totals[done], results.places[done], tables, rank_by)
    who, where = results.seating[done].ravel(), np.repeat(cards, seats)
    return [_curve(worths.ravel()[who == entrant], where[who == entrant], most) for entrant in entrants]


def complete(results: Results) -> npt.NDArray[np.bool_]:
    """Return which matches belong to a block of which every distinct rotation is there."""
    seats = results.seating.shape[1]
    rotations = np.full(len(results.seating), seats)
    for turn in range(seats - 1, 0, -1):
        same = (np.roll(results.seating, turn, axis=1) == results.seating).all(axis=1)
        rotations[same] = turn
    tables = _numbered(results.stage, results.cluster, results.table)
    return np.asarray(np.bincount(tables, minlength=1)[tables] == rotations)


def _numbered(*columns: npt.NDArray[np.generic]) -> npt.NDArray[np.int64]:
    """Return for each row the number of its combination of values, in sorted order."""
    rows = np.stack([column.astype(np.int64) for column in columns], axis=1)
    return np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)


def _worths(
    seating: npt.NDArray[np.int16],
    totals: npt.NDArray[np.int32],
    places: npt.NDArray[np.int8],
    tables: npt.NDArray[np.int64],
    rank_by: RankBy,
) -> Floats:
    """Return what each match is worth to each seat; of a matchup, all its matches are worth the same."""
    if rank_by is RankBy.PLACE:
        return places.astype(np.float64)
    if rank_by in (RankBy.SCORE, RankBy.FEWEST):
        return np.asarray(totals - totals.mean(axis=1, keepdims=True))
    if rank_by is RankBy.MATCHES:
        return _shared(places == 1)
    pairs = np.unique(np.stack([np.repeat(tables, seating.shape[1]), seating.ravel()]), axis=1, return_inverse=True)
    (blocks, _), which = pairs[0], pairs[1].reshape(-1)
    sums = np.bincount(which, weights=totals.ravel()) / np.bincount(which)
    best = np.full(blocks.max(initial=-1) + 1, -np.inf)
    np.maximum.at(best, blocks, sums)
    wins = sums == best[blocks]
    shares = wins / np.bincount(blocks, weights=wins)[blocks]
    return np.asarray(shares[which].reshape(seating.shape))


def _shared(first: npt.NDArray[np.bool_]) -> Floats:
    return np.asarray(first / first.sum(axis=1, keepdims=True))


def _curve(worths: Floats, cards: npt.NDArray[np.int64], most: int) -> Curve:
    """Return the running mean over the cards, each set of cards counting once."""
    _, which = np.unique(cards, return_inverse=True)
    values = np.bincount(which, weights=worths) / np.maximum(np.bincount(which), 1)
    count = np.arange(1, len(values) + 1)
    mean = np.cumsum(values) / count
    spread = np.maximum(np.cumsum(values**2) - count * mean**2, 0)
    half = np.full(len(values), np.inf)
    half[1:] = stdtrit(count[1:] - 1, 0.975) * np.sqrt(spread[1:] / (count[1:] - 1) / count[1:])
    at = np.unique(np.linspace(0, len(values) - 1, min(most, len(values))).round().astype(np.int64))
    return Curve(count[at], mean[at], (mean - half)[at], (mean + half)[at])
