"""Slips in Figgie: a pass, or a quote that costs more than was meant."""

import pytest

from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import BID, BIDDER, FIRST_BUY, FIRST_SELL, HAND, OFFER, OFFERER, PASS, bid, offer
from overtrick.games.figgie.slips import TOO_MUCH, slip

SPADES = 0


def fresh() -> list[int]:
    """Return a row in which seat 0 is to move, holds spades, and nobody has quoted anything."""
    rules = figgie.rules(4, {"model": "turn"})
    row = figgie.deal(figgie.next_deal(rules, []), [0] * len(figgie.bounds(rules)))
    row[HAND + SPADES] = 3
    return row


@pytest.mark.parametrize("action", [PASS, FIRST_BUY, FIRST_SELL, bid(SPADES, 5), offer(SPADES, 20)])
def test_on_the_lower_side_the_moment_is_missed(action: int) -> None:
    assert slip(fresh(), action, -1) == PASS


def test_on_the_upper_side_a_quote_is_worse_by_some_dollars() -> None:
    row = fresh()
    assert slip(row, bid(SPADES, 5), 1) == bid(SPADES, 5 + TOO_MUCH)
    assert slip(row, offer(SPADES, 20), 1) == offer(SPADES, 20 - TOO_MUCH)
    assert slip(row, offer(SPADES, 3), 1) == offer(SPADES, 1)


def test_a_quote_of_others_that_is_as_good_is_taken_at_once() -> None:
    row = fresh()
    row[OFFER + SPADES], row[OFFERER + SPADES] = 5 + TOO_MUCH, 1
    assert slip(row, bid(SPADES, 5), 1) == FIRST_BUY + SPADES
    assert slip(row, bid(SPADES, 4), 1) == bid(SPADES, 4 + TOO_MUCH)
    row[BID + SPADES], row[BIDDER + SPADES] = 7, 2
    assert slip(row, offer(SPADES, 7 + TOO_MUCH), 1) == FIRST_SELL + SPADES


def test_what_would_be_refused_is_not_done() -> None:
    row = fresh()
    row[figgie.MONEY] = 8
    assert slip(row, bid(SPADES, 5), 1) == bid(SPADES, 5)
    row[OFFER + SPADES], row[OFFERER + SPADES] = 9, 0
    assert slip(row, bid(SPADES, 5), 1) == bid(SPADES, 5)


@pytest.mark.parametrize("action", [PASS, FIRST_BUY, FIRST_SELL])
def test_who_trades_or_passes_does_as_it_meant(action: int) -> None:
    assert slip(fresh(), action, 1) == action
