"""The luck of a Figgie deal, in a few numbers of the whole deal, for regression adjustment.

In a complete block every entrant holds every hand once, so what a hand is worth cancels. What is left is how much a
deal rewards the better trader: how many goal cards there are, and how unevenly they and the cards of the mate suit lie.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import comb, prod

import numpy as np

from overtrick.games.contract import Row
from overtrick.games.figgie import rulebook as figgie
from overtrick.match.record import Match, start_deal
from overtrick.tournament.rating.blocks import Floats

COVARIATES = ("goal cards", "spread of the goal cards", "most goal cards", "spread of the mate suit")
_GOAL_SIZES = {figgie.FEWEST: 1 / 3, figgie.USUAL: 2 / 3}  # the mate of the longest suit is the shortest one time in 3


def luck(match: Match) -> Floats:
    """Return the numbers of the deal of a match, each minus its expectation under the rules."""
    row, _ = start_deal(match, [])
    return np.array(deal_luck(row)) - expected_luck(match.seats)


def deal_luck(row: Row) -> tuple[float, ...]:
    """Return the numbers of a deal as dealt."""
    goal, mate = row[figgie.GOAL], row[figgie.GOAL] ^ 1
    held = [
        [row[figgie.HAND + figgie.SUITS * seat + suit] for seat in range(row[figgie.SEAT_COUNT])]
        for suit in (goal, mate)
    ]
    return float(sum(held[0])), spread(held[0]), float(max(held[0])), spread(held[1])


def spread(counts: Sequence[int]) -> float:
    """Return the sum of squares of the cards of a suit in each hand."""
    return float(sum(count * count for count in counts))


@lru_cache
def expected_luck(seats: int) -> Floats:
    """Return the exact expectation of the numbers of a deal: the mean over all ways in which the suits can lie."""
    goal = [
        sum(chance * _mean(number, size, seats) for size, chance in _GOAL_SIZES.items())
        for number in (lambda counts: float(sum(counts)), spread, lambda counts: float(max(counts)))
    ]
    return np.array([*goal, _mean(spread, figgie.MOST, seats)])


def _mean(number: Callable[[Sequence[int]], float], size: int, seats: int) -> float:
    """Return the expectation of a number of how the cards of one suit lie."""
    each = len(figgie.DECK) // seats
    ways = 0.0
    for counts in _layouts(size, seats):
        ways += number(counts) * prod(comb(each, count) for count in counts)
    return ways / comb(len(figgie.DECK), size)


def _layouts(cards: int, hands: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to split equal cards into hands."""
    if hands == 1:
        yield (cards,)
        return
    for first in range(cards + 1):
        for rest in _layouts(cards - first, hands - 1):
            yield (first, *rest)
