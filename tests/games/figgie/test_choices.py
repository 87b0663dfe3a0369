"""What may be done in Figgie: the list of legal actions as runs, and random play that reaches all kinds of them."""

from collections import Counter

import pytest

from overtrick.games.contract import NOBODY, Row
from overtrick.games.figgie import refusals
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import BID, BIDDER, HAND, MAX_PRICE, MONEY, OFFER, OFFERER, bid, offer
from tests.games.figgie.test_rulebook import CLUBS, DIAMONDS, HEARTS, SPADES, act, deal, over, position

DRAWS = 40_000


def test_the_legal_actions_of_a_position_are_these_runs() -> None:
    # Seat 2 has $100 and no hearts; the richest has $500. See position() for the quotes.
    assert figgie.legal_runs(position()) == [
        (0, 0),
        (figgie.FIRST_BUY + SPADES, figgie.FIRST_BUY + SPADES),
        (figgie.FIRST_SELL + SPADES, figgie.FIRST_SELL + SPADES),
        (figgie.FIRST_SELL + CLUBS, figgie.FIRST_SELL + CLUBS),
        (bid(SPADES, 11), bid(SPADES, 19)),
        (bid(HEARTS, 1), bid(HEARTS, 100)),
        (bid(DIAMONDS, 41), bid(DIAMONDS, 100)),
        (offer(SPADES, 11), offer(SPADES, 19)),
        (offer(CLUBS, 121), offer(CLUBS, 500)),
        (offer(DIAMONDS, 41), offer(DIAMONDS, 159)),
    ]


def test_in_a_tick_all_actions_may_be_named_up_to_the_most_money_of_a_seat() -> None:
    row = deal("tick")
    row[MONEY + 1] = 317
    quotes = [(make(suit, 1), make(suit, 317)) for make in (bid, offer) for suit in range(4)]
    assert figgie.legal_runs(row) == [*((action, action) for action in range(9)), *quotes]


def test_a_run_may_be_of_one_price_and_there_is_none_where_quotes_touch() -> None:
    row = deal()
    row[BID], row[BIDDER], row[OFFER], row[OFFERER] = 7, 1, 9, 2
    assert [run for run in figgie.legal_runs(row) if run[0] in (bid(SPADES, 8), offer(SPADES, 8))] == [
        (bid(SPADES, 8), bid(SPADES, 8)),
        (offer(SPADES, 8), offer(SPADES, 8)),
    ]
    row[OFFER] = 8
    assert not [run for run in figgie.legal_runs(row) if bid(SPADES, 1) <= run[0] <= bid(SPADES, MAX_PRICE)]
    assert not [run for run in figgie.legal_runs(row) if offer(SPADES, 1) <= run[0] <= offer(SPADES, MAX_PRICE)]


def test_after_the_end_nothing_may_be_done() -> None:
    row = over()
    assert (figgie.legal_runs(row), figgie.legal(row), figgie.to_move(row)) == ([], [], NOBODY)


@pytest.mark.parametrize("suit", range(4))
def test_the_highest_price_of_each_suit_is_checked_against_the_quotes_of_that_suit(suit: int) -> None:
    row = deal()
    row[MONEY] = 2 * MAX_PRICE
    assert figgie.check(row, 0, bid(suit, MAX_PRICE)) == figgie.check(row, 0, offer(suit, MAX_PRICE)) == figgie.OK
    row[BID + suit], row[BIDDER + suit] = MAX_PRICE, 1
    assert figgie.check(row, 0, bid(suit, MAX_PRICE)) == refusals.BID_NOT_HIGHER
    assert figgie.check(row, 0, offer(suit, MAX_PRICE)) == refusals.OFFER_CROSSES
    row[BID + suit], row[OFFER + suit], row[OFFERER + suit] = 0, 1, 1
    assert figgie.check(row, 0, bid(suit, 1)) == refusals.BID_CROSSES
    assert figgie.check(row, 0, offer(suit, 1)) == refusals.OFFER_NOT_LOWER
    figgie.execute(row, 0, bid(suit, MAX_PRICE))
    figgie.execute(row, 0, offer(suit, MAX_PRICE))
    assert (row[BID + suit], row[OFFER + suit]) == (MAX_PRICE, MAX_PRICE)


NO_PRICE = range(0)


def shares(choices: dict[str, dict[str, range]]) -> dict[str, float]:
    """Return how often names should be picked: kinds alike, then suits alike, then prices alike."""
    kinds = len(choices) + 1
    share = {"pass": DRAWS / kinds}
    for kind, suits in choices.items():
        for suit, prices in suits.items():
            for name in [f"{kind} {suit} {price}" for price in prices] or [f"{kind} {suit}"]:
                share[name] = DRAWS / kinds / len(suits) / max(1, len(prices))
    return share


def picks(row: Row, choices: dict[str, dict[str, range]]) -> bool:
    """Return whether just these actions are picked for numbers that are evenly spread, each as often as it should."""
    share = shares(choices)
    found = Counter(figgie.name(row, figgie.pick(row, draw * 2**32 // DRAWS)) for draw in range(DRAWS))
    return set(found) == set(share) and all(abs(found[name] - share[name]) <= 2 for name in share)


def test_random_play_picks_kinds_then_suits_then_prices_alike() -> None:
    choices = {
        "buy": {"spades": NO_PRICE},
        "sell": {"spades": NO_PRICE, "clubs": NO_PRICE},
        "bid": {"spades": range(11, 20), "hearts": range(1, 31)},
        "offer": {"spades": range(11, 20)},
    }
    assert picks(position(), choices), "clubs and diamonds have bids above 30 already"


def test_random_play_needs_money_cards_and_quotes_of_others() -> None:
    row = deal(hands=[[10, 0, 0, 0], [2, 2, 3, 3], [0, 3, 4, 3], [0, 3, 3, 4]])
    row[MONEY] = 5
    row[BID : BID + 4], row[BIDDER : BIDDER + 4] = [5, 29, 4, 0], [0, 1, 2, NOBODY]
    row[OFFER : OFFER + 4], row[OFFERER : OFFERER + 4] = [7, 31, 5, 5], [2, 3, 0, 1]
    # It has only spades, whose bid is its own; it can pay 5, which only diamonds cost that are not its own.
    choices = {
        "buy": {"diamonds": NO_PRICE},
        "bid": {"diamonds": range(1, 5)},
        "offer": {"spades": range(6, 7)},
    }
    assert picks(row, choices)


def test_random_play_with_nothing_to_do_passes() -> None:
    row = deal(hands=[[0, 0, 5, 5], [4, 3, 2, 1], [4, 3, 1, 2], [4, 2, 2, 2]])
    row[MONEY] = 0
    row[HAND : HAND + 4] = [0] * 4
    assert picks(row, {})


def test_random_play_buys_and_sells_in_every_suit() -> None:
    row = deal()
    act(row, "pass")
    for suit in range(4):
        row[BID + suit], row[BIDDER + suit], row[OFFER + suit], row[OFFERER + suit] = 30, 0, 31, 2
    choices = {kind: dict.fromkeys(figgie.SUIT_WORDS, NO_PRICE) for kind in ("buy", "sell")}
    assert picks(row, choices)


@pytest.mark.parametrize("suit", range(4))
def test_random_play_finds_what_can_be_done_in_one_suit_only(suit: int) -> None:
    row = deal()
    act(row, "pass")
    row[BID : BID + 4], row[BIDDER : BIDDER + 4] = [30] * 4, [1] * 4  # by seat 1 itself, which is to move
    row[OFFER : OFFER + 4], row[OFFERER : OFFERER + 4] = [31] * 4, [1] * 4
    word = figgie.SUIT_WORDS[suit]
    row[BID + suit], row[OFFER + suit] = 27, 29
    assert picks(row, {"bid": {word: range(28, 29)}, "offer": {word: range(28, 29)}})
    row[BID + suit], row[BIDDER + suit], row[OFFERER + suit] = 28, 0, 2
    assert picks(row, {"buy": {word: NO_PRICE}, "sell": {word: NO_PRICE}})
