"""Plackett-Luce strengths: finishing orders as repeated choices of who is next, by strengths.

A place order is taken apart into choices: a winner out of those still waiting. Equal places count as the average of
all orders of the tied. Choices are counted by table, so that 100,000 matches shrink to a few thousand counts, and
the fixed point of Luce spectral ranking is found on these: strengths are the shares of time that a chain spends with
each entrant which moves from losers to winners, at rates that the strengths themselves give.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
from scipy.linalg import lu, solve_triangular
from scipy.sparse import csr_array

from overtrick.tournament.rating.blocks import Blocks, Floats, Ints
from overtrick.tournament.rating.bootstrap import intervals, resamples, widening
from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.rating.results import Results

RESAMPLES = 200
PRIOR = 0.5  # regularisation: as if everyone had won once and lost once, spread over all others
_CLOSE, _CLOSE_ENOUGH = 1e-9, 1e-4  # of the fit, and of the fit of a resample, in natural logarithms
_MOST_STEPS = 1000  # never seen: a dozen is usual, and an unfinished fit is still a close one
_AT_ONCE = 1 << 12  # matches looked at together


@dataclass(frozen=True)
class Orders:
    """How often tables finished in which order."""

    tables: npt.NDArray[np.int16]  # (tables, seats): sorted entrants
    choices: csr_array  # (patterns, choices): how the places of a sorted table are made of choices
    pattern: npt.NDArray[np.int32]  # (orders,): those of a table stand together
    ends: Ints  # (tables + 1,): where the orders of each table begin, and end
    order: npt.NDArray[np.int32]  # (matches,): which order a match finished in

    def counts(self, weights: npt.NDArray[np.number] | None = None) -> Floats:
        """Return how often each choice was made at each table (tables, choices), with weights of the matches."""
        often = np.bincount(self.order, weights=weights, minlength=len(self.pattern)).astype(float)
        shape = (len(self.tables), self.choices.shape[0])
        return np.asarray((csr_array((often, self.pattern, self.ends), shape=shape) @ self.choices).todense())


def orders_of(results: Results, blocks: Blocks, renumbered: npt.NDArray[np.int16]) -> Orders:
    """Return the finishing orders of the matches of some blocks, whose entrants get other numbers."""
    seats = blocks.entrant.shape[1]
    tables, table = np.unique(np.sort(renumbered[blocks.entrant], axis=1), axis=0, return_inverse=True)
    patterns = _patterns(results, blocks.rows, renumbered)
    codes = np.unique(patterns)
    pattern = _search(codes, patterns)
    pattern += np.repeat((table.reshape(-1) * len(codes)).astype(np.int32), blocks.matches)
    found = np.unique(pattern)
    rows = [_choices_of(tuple(int(code) // seats**seat % seats for seat in range(seats))) for code in codes]
    ends = np.concatenate(([0], np.cumsum([len(row) for row in rows], dtype=np.int64)))
    columns = [_numbered(seats)[choice] for row in rows for choice in row]
    weights = [weight for row in rows for weight in row.values()]
    choices = csr_array((weights, columns, ends), shape=(len(codes), len(_numbered(seats))))
    ends = np.concatenate(([0], np.cumsum(np.bincount(found // len(codes), minlength=len(tables)))))
    return Orders(tables, choices, (found % len(codes)).astype(np.int32), ends, _search(found, pattern))


def _patterns(
    results: Results, rows: npt.NDArray[np.int32], renumbered: npt.NDArray[np.int16]
) -> npt.NDArray[np.int32]:
    """Return the places of each match, of the entrants in ascending order, as the digits of a number."""
    seats = results.seating.shape[1]
    digits = seats ** np.arange(seats, dtype=np.int32)
    patterns = np.zeros(len(rows), np.int32)
    for begin in range(0, len(rows), _AT_ONCE):
        some = rows[begin : begin + _AT_ONCE]
        both = np.sort(renumbered[results.seating[some]].astype(np.int32) * 8 + results.places[some], axis=1)
        patterns[begin : begin + len(some)] = ((both & 7) - 1) @ digits
    return patterns


def _search(ascending: npt.NDArray[np.integer], values: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
    """Return where values stand in an ascending list that has them all."""
    found = np.zeros(len(values), np.int32)
    for begin in range(0, len(values), _AT_ONCE):
        found[begin : begin + _AT_ONCE] = np.searchsorted(ascending, values[begin : begin + _AT_ONCE])
    return found


Choice = tuple[int, int]  # those waiting, as a bit set of places at the sorted table; and who of them is next


@lru_cache
def _numbered(seats: int) -> dict[Choice, int]:
    """Return a number for each choice between at least two."""
    waiting = [mask for mask in range(1 << seats) if mask.bit_count() >= 2]
    pairs = [(mask, winner) for mask in waiting for winner in range(seats) if mask >> winner & 1]
    return {pair: number for number, pair in enumerate(pairs)}


def _choices_of(places: tuple[int, ...]) -> dict[Choice, float]:
    """Return the choices that make a finishing order; a tie is the average of all orders of the tied."""
    choices: dict[Choice, float] = {}
    for place in sorted(set(places)):
        tied = [seat for seat, own in enumerate(places) if own == place]
        worse = sum(1 << seat for seat, own in enumerate(places) if own > place)
        for gone in range(len(tied)):
            for before in combinations(tied, gone):
                left = [seat for seat in tied if seat not in before]
                waiting = worse | sum(1 << seat for seat in left)
                if waiting.bit_count() >= 2:
                    chance = 1 / comb(len(tied), gone) / len(left)
                    choices |= {(waiting, winner): chance for winner in left}
    return choices


@dataclass(frozen=True)
class _Shape:
    """Which places are in which choice, as matrices."""

    members: Floats  # (seats, choices): 1 where a place is among those waiting
    moves: Floats  # (choices, seats * seats): 1 where a choice speaks for its winner against a loser


@lru_cache
def _shape(seats: int) -> _Shape:
    numbered = _numbered(seats)
    members, moves = np.zeros((seats, len(numbered))), np.zeros((len(numbered), seats, seats))
    for (mask, winner), number in numbered.items():
        waiting = [seat for seat in range(seats) if mask >> seat & 1]
        members[waiting, number] = 1
        moves[number, waiting, winner] = 1
    return _Shape(members, moves.reshape(len(numbered), -1))


def fit(orders: Orders, counts: Floats, start: Floats, *, close: float = _CLOSE) -> Floats:
    """Return the strengths, with mean 0, for counts of choices at each table; from some strengths to begin with."""
    entrants, tables = len(start), orders.tables.astype(np.int64)
    if entrants == 1:  # only against itself
        return np.zeros(1)
    shape = _shape(tables.shape[1])
    place = (tables[:, :, None] * entrants + tables[:, None, :]).reshape(-1)
    strengths = start
    for _ in range(_MOST_STEPS):
        weights = np.exp(strengths)
        weights *= entrants / weights.sum()  # the prior is meant for weights of 1 in the mean
        rates = counts / (weights[tables] @ shape.members)
        moves = np.bincount(place, weights=(rates @ shape.moves).reshape(-1), minlength=entrants**2)
        chain = moves.reshape(entrants, entrants) + PRIOR / entrants
        np.fill_diagonal(chain, 0.0)
        np.fill_diagonal(chain, -chain.sum(axis=1))
        shares = np.log(_shares(chain))
        before, strengths = strengths, shares - shares.mean()
        if np.abs(strengths - before).max() <= close:
            break
    return strengths


def _shares(chain: npt.NDArray[np.floating]) -> Floats:
    """Return how much of its time a chain with these rates spends with each entrant, but for a factor."""
    _, _, upper = lu(chain.T, check_finite=False)
    return np.append(solve_triangular(upper[:-1, :-1], -upper[:-1, -1], check_finite=False), 1.0)


def strengths(results: Results, blocks: Blocks, entrants: int) -> list[Estimate]:
    """Return the strengths of all entrants from complete blocks; NaN for who is in none of them."""
    nothing = [Estimate(np.nan, np.nan, np.nan)] * entrants
    if not blocks.clusters:
        return nothing
    there = np.unique(blocks.entrant)
    renumbered = np.zeros(entrants, np.int16)
    renumbered[there] = np.arange(len(there))
    orders = orders_of(results, blocks, renumbered)
    best = fit(orders, orders.counts(), np.zeros(len(there)))
    seen = np.zeros((len(there), blocks.clusters), bool)
    seen[renumbered[blocks.entrant], blocks.cards[:, None]] = True
    changes = _changes(orders, np.repeat(blocks.cards, blocks.matches), seen, best)
    on = seen.sum(axis=1)
    for entrant, estimate in zip(there.tolist(), intervals(best, changes, widening(on, on - 1)), strict=True):
        nothing[entrant] = estimate
    return nothing


def _changes(orders: Orders, cards: npt.NDArray[np.int32], seen: npt.NDArray[np.bool_], best: Floats) -> Floats:
    """Return by how much the strengths change in each resample of the cards; NaN for who is not in it."""
    changes = []
    for several in resamples(seen.shape[1], RESAMPLES):
        for weights in several.T:
            again = fit(orders, orders.counts(weights[cards]), best, close=_CLOSE_ENOUGH)
            changes.append(np.where(seen @ weights > 0, again - best, np.nan))
    return np.array(changes).T
