import json
from collections.abc import Sequence
from enum import IntEnum
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Row, refusal, settled
from overtrick.games.figgie import refusals
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.messages import read, write
from overtrick.games.figgie.rulebook import (
    BID,
    BIDDER,
    CLOCK,
    DECKS,
    GOAL,
    HAND,
    HELD,
    LAST_PRICE,
    MAX_PRICE,
    MONEY,
    NAMED,
    NO_QUOTE,
    NOT_SHOWN,
    OFFER,
    OFFERER,
    ORDER,
    PAID,
    PARTNER,
    PASS,
    QUIET,
    REFUSALS,
    REFUSED,
    SIZE,
    TICKS,
    TURN,
    WIDTH,
    bid,
    offer,
)
from overtrick.games.view import view
from tests.support.games_and_options import Table, figgie_draws, moves, one_deal, small_seeds, tables

SPADES, CLUBS, HEARTS, DIAMONDS = range(4)
ALIKE = [[3, 2, 3, 2], [3, 2, 2, 3], [3, 2, 3, 2], [3, 2, 2, 3]]  # 12 spades, 8 clubs: the goal suit is clubs


def rules_of(seats: int = 4, model: str = "turn") -> Row:
    return figgie.rules(seats, settled(figgie, seats, {"model": model}))


def deal(
    model: str = "turn",
    hands: list[list[int]] = ALIKE,
    *,
    which: int = 0,
    orders: Sequence[int] = (),
) -> Row:
    """Return a fresh deal of these hands; ticks without an order given go from seat 0 up."""
    ticks = [*orders, *[0] * (TICKS - len(orders))] if model == "tick" else []
    setup = figgie.next_deal(rules_of(len(hands), model), [])
    return figgie.deal(setup, figgie_draws(hands, which, ticks))


def act(row: Row, *names: str) -> list[tuple[int, ...]]:
    """Play actions by name, one seat after the other; return the public events."""
    events = []
    for name in names:
        seat, action = figgie.to_move(row), figgie.parse(row, name)
        assert refusal(figgie, row, action) == ""
        figgie.play(row, action)
        events += figgie.events(row, seat, action)
    return events


def tick(row: Row, *names: str) -> list[tuple[int, ...]]:
    """Play one tick: what each seat names, in the order of seats."""
    assert figgie.to_move(row) == 0
    assert len(names) == row[figgie.SEAT_COUNT]
    return act(row, *names)


def judge(row: Row, message: object) -> int:
    """Return the code of the first rule that a message breaks, as a message or at the table."""
    action, code = read(row, message)
    assert code == 0 or action == PASS
    return code or figgie.check(row, row[TURN], action)


def hand(row: Row, seat: int) -> list[int]:
    return row[HAND + 4 * seat : HAND + 4 * seat + 4]


def quotes(row: Row) -> list[list[int]]:
    return [row[first : first + 4] for first in (BID, BIDDER, OFFER, OFFERER)]


def trades(row: Row) -> list[tuple[int, int]]:
    """Return what each seat paid or got with its latest action, and from whom."""
    return list(zip(row[PAID : PAID + 5], row[PARTNER : PARTNER + 5], strict=True))


NO_QUOTES = [[0] * 4, [NOBODY] * 4, [NO_QUOTE] * 4, [NOBODY] * 4]


# Set-up


@pytest.mark.parametrize(("seats", "money", "cards"), [(4, 300, 10), (5, 310, 8)])
@pytest.mark.parametrize("model", ["turn", "tick"])
def test_everyone_antes_into_a_pot_of_200_and_all_cards_are_dealt(
    seats: int, money: int, cards: int, model: str
) -> None:
    rules = rules_of(seats, model)
    row = figgie.deal(figgie.next_deal(rules, []), [bound - 1 for bound in figgie.bounds(rules)])
    assert figgie.draws_needed(row) == len(figgie.bounds(rules)) == (41 if model == "turn" else 241)
    assert row[MONEY : MONEY + 5] == [money] * seats + [0] * (5 - seats)
    assert row[HELD : HELD + 5] == [cards] * seats + [0] * (5 - seats)
    assert [sum(hand(row, seat)) for seat in range(5)] == row[HELD : HELD + 5]
    assert [sum(hand(row, seat)[suit] for seat in range(seats)) for suit in range(4)] == row[SIZE : SIZE + 4]
    assert quotes(row) == NO_QUOTES
    assert row[LAST_PRICE : LAST_PRICE + 4] == [0] * 4
    assert trades(row) == [(0, NOBODY)] * seats + [(0, 0)] * (5 - seats)
    assert row[NAMED : NAMED + 5] == [NOT_SHOWN] * seats + [0] * (5 - seats)
    assert row[REFUSED : REFUSED + 5] == [0] * 5
    assert (row[CLOCK], row[QUIET], figgie.to_move(row)) == (0, 0, 0)


def test_the_twelve_decks_are_all_different_and_the_goal_is_the_other_suit_of_the_largest_ones_colour() -> None:
    goals = {SPADES: CLUBS, CLUBS: SPADES, HEARTS: DIAMONDS, DIAMONDS: HEARTS}
    decks = []
    for which in range(DECKS):
        row = [0] * WIDTH
        figgie.set_sizes(row, which)
        sizes = row[SIZE : SIZE + 4]
        assert row[GOAL] == goals[sizes.index(12)]
        assert sizes[row[GOAL]] in (8, 10)
        decks.append(tuple(sizes))
    assert sorted(decks) == sorted(set(permutations((8, 10, 10, 12))))


def test_a_third_of_the_decks_has_a_goal_suit_of_8_cards() -> None:
    rows = [[0] * WIDTH for _ in range(DECKS)]
    for which, row in enumerate(rows):
        figgie.set_sizes(row, which)
    assert sorted(row[SIZE + row[GOAL]] for row in rows) == [8] * 4 + [10] * 8
    assert sorted(row[GOAL] for row in rows) == [SPADES] * 3 + [CLUBS] * 3 + [HEARTS] * 3 + [DIAMONDS] * 3


@pytest.mark.parametrize("seats", [3, 6])
def test_figgie_is_for_4_or_5_seats(seats: int) -> None:
    with pytest.raises(Mistake, match=f"figgie is played by 4 to 5 seats, not {seats}"):
        rules_of(seats)


def test_a_match_is_one_deal() -> None:
    rules = rules_of()
    assert figgie.next_deal(rules, [deal()]) == []


# Messages: every refusal, in its order


class FalseDict(dict[str, object]):
    pass


class FalseText(str):
    pass


class FalseInt(int):
    pass


class FalseEnum(IntEnum):
    FIVE = 5


class FalseKey:
    def __hash__(self) -> int:
        return hash("type")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("a key that must not be asked")


NO_DICTS: list[object] = [
    None,
    "pass",
    0,
    [],
    ["type", "pass"],
    FalseDict(type="pass"),
    (("type", "pass"),),
    {1},
    Ellipsis,
]


@pytest.mark.parametrize("message", NO_DICTS, ids=repr)
def test_an_answer_must_be_exactly_a_dictionary(message: object) -> None:
    for model in ("turn", "tick"):
        assert read(deal(model), message) == (PASS, refusals.NOT_A_DICT)


@pytest.mark.parametrize(
    "kind",
    [None, "", "Bid", "BID", " bid", "cancel", "offers", 0, True, ["bid"], {}, FalseText("pass"), b"pass"],
    ids=repr,
)
def test_a_type_must_be_one_of_the_words(kind: object) -> None:
    message = {"type": kind, "suit": "spades", "price": 5}
    for model in ("turn", "tick"):
        assert read(deal(model), message) == (PASS, refusals.UNKNOWN_TYPE)
    assert read(deal(), {"suit": "spades", "price": 5}) == (PASS, refusals.UNKNOWN_TYPE)
    assert read(deal(), {}) == (PASS, refusals.UNKNOWN_TYPE)


def test_keys_that_are_no_plain_text_are_never_asked_anything() -> None:
    message: dict[object, object] = {FalseKey(): "buy"}
    assert read(deal(), message) == (PASS, refusals.UNKNOWN_TYPE)
    assert read(deal(), {FalseText("type"): "pass"}) == (PASS, refusals.UNKNOWN_TYPE)
    assert read(deal(), {1: 2, None: 3, "type": "pass"}) == (PASS, 0)


@pytest.mark.parametrize(("model", "own", "other"), [("turn", "offer", "ask"), ("tick", "ask", "offer")])
def test_the_other_models_word_has_a_code_and_a_sentence_of_its_own(model: str, own: str, other: str) -> None:
    row = deal(model)
    message = {"type": other, "suit": "spades", "price": 5}
    assert read(row, message) == (PASS, refusals.WORD_OF_OTHER_MODEL)
    assert read(row, {**message, "type": own}) == (offer(SPADES, 5), 0)
    sentence = REFUSALS[refusals.WORD_OF_OTHER_MODEL].format(action=message)
    assert "'offer' in the turn model" in sentence
    assert "'ask' in the tick model" in sentence


@pytest.mark.parametrize(
    "extra", [{}, {"suit": "stars"}, {"suit": None, "price": "free"}, {"note": Ellipsis}], ids=repr
)
def test_a_pass_is_valid_whatever_else_it_says(extra: dict[str, object]) -> None:
    for model in ("turn", "tick"):
        assert judge(deal(model), {"type": "pass", **extra}) == 0


@pytest.mark.parametrize(
    "suit", [None, "", "Spades", "spade", "S", "hearts ", 0, True, ["spades"], FalseText("spades")]
)
@pytest.mark.parametrize("kind", ["bid", "offer", "buy", "sell"])
def test_a_suit_must_be_one_of_the_four_words(kind: str, suit: object) -> None:
    assert read(deal(), {"type": kind, "suit": suit, "price": 5}) == (PASS, refusals.UNKNOWN_SUIT)
    assert read(deal(), {"type": kind, "price": 5}) == (PASS, refusals.UNKNOWN_SUIT)


NO_PRICES: list[object] = [
    None,
    True,
    False,
    5.0,
    "5",
    0,
    -1,
    -(10**30),
    float("nan"),
    [5],
    {},
    FalseInt(5),
    FalseEnum.FIVE,
    5j,
]


@pytest.mark.parametrize("price", NO_PRICES, ids=repr)
@pytest.mark.parametrize("kind", ["bid", "offer"])
def test_a_price_must_be_exactly_a_positive_whole_number(kind: str, price: object) -> None:
    assert read(deal(), {"type": kind, "suit": "spades", "price": price}) == (PASS, refusals.NOT_A_PRICE)
    assert read(deal(), {"type": kind, "suit": "spades"}) == (PASS, refusals.NOT_A_PRICE)


@pytest.mark.parametrize("price", [MAX_PRICE + 1, 10**9, 10**400])
@pytest.mark.parametrize("kind", ["bid", "offer"])
def test_a_price_must_not_be_above_a_million(kind: str, price: int) -> None:
    assert read(deal(), {"type": kind, "suit": "spades", "price": price}) == (PASS, refusals.PRICE_TOO_HIGH)
    assert read(deal(), {"type": kind, "suit": "spades", "price": MAX_PRICE})[1] == 0


@pytest.mark.parametrize("price", [None, 0, "x", 10**9])
def test_buying_and_selling_do_not_look_at_the_price(price: object) -> None:
    row = deal()
    assert read(row, {"type": "buy", "suit": "hearts", "price": price}) == (figgie.parse(row, "buy hearts"), 0)
    assert read(row, {"type": "sell", "suit": "hearts", "price": price}) == (figgie.parse(row, "sell hearts"), 0)


def position() -> Row:
    """Return a table at which seat 2, who has $100 and no hearts, meets every rule.

    Spades: bid 10 by seat 0, offer 20 by seat 1. Clubs: bid 120 by seat 0. Hearts: offer 150 by seat 1.
    Diamonds: bid 40 and offer 160 by seat 2 itself.
    """
    hands = [[3, 2, 3, 2], [3, 2, 2, 3], [3, 4, 0, 3], [3, 0, 5, 2]]
    row = deal(hands=hands)
    act(row, "bid spades 10", "offer spades 20", "bid diamonds 40", "pass")
    act(row, "bid clubs 120", "offer hearts 150", "offer diamonds 160", "pass", "pass", "pass")
    row[MONEY + 2] -= 200
    row[MONEY + 3] += 200
    assert figgie.to_move(row) == 2
    return row


IN_ORDER: list[tuple[dict[str, Any], int, str]] = [
    ({"type": "bid", "suit": "spades", "price": 11}, figgie.OK, "the lowest bid that betters"),
    ({"type": "bid", "suit": "spades", "price": 19}, figgie.OK, "the highest bid below the offer"),
    ({"type": "bid", "suit": "clubs", "price": 101}, refusals.BID_BEYOND_MONEY, "also not above the bid of 120"),
    ({"type": "bid", "suit": "clubs", "price": 100}, refusals.BID_NOT_HIGHER, "all the money"),
    ({"type": "bid", "suit": "hearts", "price": 150}, refusals.BID_BEYOND_MONEY, "also at the offer"),
    ({"type": "bid", "suit": "hearts", "price": MAX_PRICE}, refusals.BID_BEYOND_MONEY, "the highest price"),
    ({"type": "bid", "suit": "hearts", "price": 100}, figgie.OK, "all the money"),
    ({"type": "bid", "suit": "spades", "price": 10}, refusals.BID_NOT_HIGHER, "equal"),
    ({"type": "bid", "suit": "spades", "price": 1}, refusals.BID_NOT_HIGHER, "lower"),
    ({"type": "bid", "suit": "spades", "price": 20}, refusals.BID_CROSSES, "at the offer"),
    ({"type": "bid", "suit": "spades", "price": 21}, refusals.BID_CROSSES, "above the offer"),
    ({"type": "bid", "suit": "diamonds", "price": 41}, figgie.OK, "betters its own"),
    ({"type": "bid", "suit": "diamonds", "price": 40}, refusals.BID_NOT_HIGHER, "equals its own"),
    ({"type": "offer", "suit": "spades", "price": 19}, figgie.OK, "the highest offer that betters"),
    ({"type": "offer", "suit": "spades", "price": 11}, figgie.OK, "the lowest offer above the bid"),
    ({"type": "offer", "suit": "clubs", "price": MAX_PRICE}, figgie.OK, "a price that nobody can pay"),
    ({"type": "offer", "suit": "hearts", "price": 149}, refusals.OFFER_WITHOUT_CARD, "otherwise fine"),
    ({"type": "offer", "suit": "hearts", "price": 150}, refusals.OFFER_WITHOUT_CARD, "also not below the offer"),
    ({"type": "offer", "suit": "spades", "price": 20}, refusals.OFFER_NOT_LOWER, "equal"),
    ({"type": "offer", "suit": "spades", "price": MAX_PRICE}, refusals.OFFER_NOT_LOWER, "higher"),
    ({"type": "offer", "suit": "spades", "price": 10}, refusals.OFFER_CROSSES, "at the bid"),
    ({"type": "offer", "suit": "spades", "price": 1}, refusals.OFFER_CROSSES, "below the bid"),
    ({"type": "offer", "suit": "diamonds", "price": 159}, figgie.OK, "betters its own"),
    ({"type": "offer", "suit": "diamonds", "price": 40}, refusals.OFFER_CROSSES, "at its own bid"),
    ({"type": "buy", "suit": "spades"}, figgie.OK, "the price is 20"),
    ({"type": "buy", "suit": "clubs"}, refusals.NOTHING_OFFERED, "only a bid"),
    ({"type": "buy", "suit": "diamonds"}, refusals.OWN_OFFER, "also more than its money"),
    ({"type": "buy", "suit": "hearts"}, refusals.BUY_BEYOND_MONEY, "150 with 100"),
    ({"type": "sell", "suit": "spades"}, figgie.OK, "the price is 10"),
    ({"type": "sell", "suit": "hearts"}, refusals.NOTHING_BID, "also without the card"),
    ({"type": "sell", "suit": "diamonds"}, refusals.OWN_BID, "with the card"),
    # Two faults at once: the one that stands first in the order decides.
    ({"type": "swap", "suit": "stars", "price": 0}, refusals.UNKNOWN_TYPE, "before the suit"),
    ({"type": "ask", "suit": "stars", "price": 0}, refusals.WORD_OF_OTHER_MODEL, "before the suit"),
    ({"type": "ask", "suit": "hearts", "price": 5}, refusals.WORD_OF_OTHER_MODEL, "before the card"),
    ({"type": "bid", "suit": "stars", "price": 0}, refusals.UNKNOWN_SUIT, "before the price"),
    ({"type": "bid", "suit": "stars", "price": 10**7}, refusals.UNKNOWN_SUIT, "before the limit"),
    ({"type": "buy", "suit": "stars"}, refusals.UNKNOWN_SUIT, "before the quote"),
    ({"type": "bid", "suit": "spades", "price": -5}, refusals.NOT_A_PRICE, "before not higher"),
    ({"type": "bid", "suit": "spades", "price": 10.0}, refusals.NOT_A_PRICE, "before not higher"),
    ({"type": "bid", "suit": "spades", "price": 1e9}, refusals.NOT_A_PRICE, "before the limit"),
    ({"type": "offer", "suit": "hearts", "price": 0}, refusals.NOT_A_PRICE, "before the card"),
    ({"type": "bid", "suit": "spades", "price": 1000001}, refusals.PRICE_TOO_HIGH, "before the money"),
    ({"type": "offer", "suit": "hearts", "price": 1000001}, refusals.PRICE_TOO_HIGH, "before the card"),
]


@pytest.mark.parametrize(("message", "code", "why"), IN_ORDER, ids=str)
def test_the_first_rule_that_a_message_breaks_decides(message: dict[str, Any], code: int, why: str) -> None:
    assert judge(position(), message) == code


def test_selling_without_the_card_comes_after_no_bid_and_own_bid() -> None:
    row = position()
    sale = {"type": "sell", "suit": "hearts"}
    assert judge(row, sale) == refusals.NOTHING_BID
    row[BID + HEARTS], row[BIDDER + HEARTS] = 5, 2
    assert judge(row, sale) == refusals.OWN_BID
    row[BIDDER + HEARTS] = 0
    assert judge(row, sale) == refusals.SALE_WITHOUT_CARD
    row[HAND + 4 * 2 + HEARTS] = 1
    assert judge(row, sale) == figgie.OK


def test_an_offer_without_the_card_comes_before_crossing() -> None:
    row = position()
    row[BID + HEARTS], row[BIDDER + HEARTS] = 5, 0
    assert judge(row, {"type": "offer", "suit": "hearts", "price": 4}) == refusals.OFFER_WITHOUT_CARD


def test_buying_for_exactly_all_the_money_is_allowed() -> None:
    row = position()
    row[OFFER + HEARTS] = 100
    assert judge(row, {"type": "buy", "suit": "hearts"}) == figgie.OK
    row[OFFER + HEARTS] = 101
    assert judge(row, {"type": "buy", "suit": "hearts"}) == refusals.BUY_BEYOND_MONEY


def test_every_code_is_reached_by_these_tests_and_has_a_sentence_of_its_own() -> None:
    reached = {code for _, code, _ in IN_ORDER} | {refusals.NOT_A_DICT, refusals.SALE_WITHOUT_CARD}
    reached |= {figgie.refuse(deal(), -1), figgie.refuse(deal(), figgie.ACTIONS), figgie.refuse(over(), PASS)}
    reached |= {refusals.OFFER_GONE, refusals.BID_GONE, refusals.TOO_EARLY}  # by those of test_live.py
    assert reached == set(range(len(REFUSALS)))
    assert len(set(REFUSALS)) == len(REFUSALS)
    assert all(sentence.count("{action}") == 1 for sentence in REFUSALS[1:])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("bid clubs 101", "bid clubs 101 is more money than the seat has"),
        ("bid spades 10", "bid spades 10 is not above the best bid"),
        ("bid spades 20", "bid spades 20 is at or above the best offer: use buy to take that"),
        ("offer hearts 1", "offer hearts 1 offers a card that the seat does not hold"),
        ("offer spades 20", "offer spades 20 is not below the best offer"),
        ("offer spades 10", "offer spades 10 is at or below the best bid: use sell to take that"),
        ("buy clubs", "buy clubs finds no offer"),
        ("buy diamonds", "buy diamonds would take the seat's own offer"),
        ("buy hearts", "buy hearts costs more money than the seat has"),
        ("sell hearts", "sell hearts finds no bid"),
        ("sell diamonds", "sell diamonds would take the seat's own bid"),
        ("pass", ""),
    ],
)
def test_a_refusal_says_what_is_wrong_with_the_action(name: str, sentence: str) -> None:
    row = position()
    assert refusal(figgie, row, figgie.parse(row, name)) == sentence


def test_a_sentence_may_quote_an_answer_with_braces_and_percent_signs() -> None:
    answer = "{0} %s {action}"
    assert answer in REFUSALS[refusals.NOT_A_DICT].format(action=repr(answer))


def over() -> Row:
    row = deal()
    act(row, *["pass"] * 8)
    return row


# Writing


@given(
    st.sampled_from(("turn", "tick")),
    st.one_of(st.integers(0, 8), st.integers(9, figgie.ACTIONS - 1), st.sampled_from((bid(3, MAX_PRICE), offer(0, 1)))),
)
def test_reading_is_the_inverse_of_writing(model: str, action: int) -> None:
    row = deal(model)
    message = write(row, action)
    assert read(row, message) == (action, 0)
    assert read(row, json.loads(json.dumps(message))) == (action, 0)


def test_a_written_action_says_no_more_than_it_must() -> None:
    row = deal("tick")
    assert write(row, PASS) == {"type": "pass"}
    assert write(row, figgie.FIRST_BUY + HEARTS) == {"type": "buy", "suit": "hearts"}
    assert write(row, figgie.FIRST_SELL) == {"type": "sell", "suit": "spades"}
    assert write(row, bid(DIAMONDS, 7)) == {"type": "bid", "suit": "diamonds", "price": 7}
    assert write(row, offer(CLUBS, MAX_PRICE)) == {"type": "ask", "suit": "clubs", "price": MAX_PRICE}
    assert write(deal("turn"), offer(CLUBS, 12)) == {"type": "offer", "suit": "clubs", "price": 12}


# Trading, by turns


def test_a_purchase_moves_one_card_and_its_price_and_clears_every_quote_in_every_suit() -> None:
    row = deal()
    act(row, "bid spades 10", "offer spades 20", "bid clubs 8", "offer hearts 9")
    act(row, "bid diamonds 4", "offer clubs 30", "offer diamonds 50")
    events = act(row, "buy spades")
    assert quotes(row) == NO_QUOTES
    assert hand(row, 3) == [4, 2, 2, 3]
    assert hand(row, 1) == [2, 2, 2, 3]
    assert row[HELD : HELD + 4] == [10, 9, 10, 11]
    assert row[MONEY : MONEY + 4] == [300, 320, 300, 280]
    assert events == [(3, figgie.FIRST_BUY + SPADES, 7, 20, 1)]


def test_a_sale_moves_one_card_and_its_price_and_clears_every_quote_in_every_suit() -> None:
    row = deal()
    act(row, "bid spades 10", "offer spades 20", "bid hearts 300")
    events = act(row, "sell hearts")
    assert quotes(row) == NO_QUOTES
    assert hand(row, 2) == [3, 2, 4, 2]
    assert hand(row, 3) == [3, 2, 1, 3]
    assert row[MONEY : MONEY + 4] == [300, 300, 0, 600]
    assert events == [(3, figgie.FIRST_SELL + HEARTS, 3, 300, 2)]


def test_a_trade_is_told_of_the_seat_that_made_it_until_its_next_action() -> None:
    row = deal()
    act(row, "offer spades 20", "bid hearts 7", "buy spades")
    assert trades(row)[:4] == [(0, NOBODY), (0, NOBODY), (20, 0), (0, NOBODY)]
    act(row, "bid clubs 5", "sell clubs")
    assert trades(row)[:4] == [(5, 3), (0, NOBODY), (20, 0), (0, NOBODY)]
    act(row, "pass", "pass", "pass", "pass")
    assert trades(row)[:4] == [(0, NOBODY)] * 4


def test_the_last_price_of_a_suit_survives_the_clearing_until_its_next_trade() -> None:
    row = deal()
    act(row, "bid spades 10", "sell spades", "bid hearts 7", "sell hearts")
    assert row[LAST_PRICE : LAST_PRICE + 4] == [10, 0, 7, 0]
    act(row, "offer spades 3", "buy spades")
    assert row[LAST_PRICE : LAST_PRICE + 4] == [3, 0, 7, 0]
    assert figgie.state(row)["last_prices"] == {"spades": 3, "clubs": None, "hearts": 7, "diamonds": None}


def test_a_quote_replaces_the_one_it_betters_and_may_be_the_seats_own() -> None:
    row = deal()
    act(row, "bid spades 5", "bid spades 6", "offer spades 30", "offer spades 29")
    assert (row[BID], row[BIDDER], row[OFFER], row[OFFERER]) == (6, 1, 29, 3)
    act(row, "pass", "bid spades 7", "pass", "offer spades 28")
    assert (row[BID], row[BIDDER], row[OFFER], row[OFFERER]) == (7, 1, 28, 3)


def test_a_seat_may_quote_both_sides_of_a_suit_but_not_trade_with_itself() -> None:
    row = deal()
    act(row, "bid spades 5", "pass", "pass", "pass", "offer spades 6", "pass", "pass", "pass")
    assert (row[BIDDER], row[OFFERER]) == (0, 0)
    for name, code in (("buy spades", refusals.OWN_OFFER), ("sell spades", refusals.OWN_BID)):
        assert figgie.refuse(row, figgie.parse(row, name)) == code
    assert figgie.refuse(row, bid(SPADES, 6)) == refusals.BID_CROSSES
    assert figgie.refuse(row, offer(SPADES, 5)) == refusals.OFFER_CROSSES


def test_quotes_reserve_nothing() -> None:
    row = deal()
    act(row, "bid spades 300", "pass", "pass", "pass")
    act(row, "bid clubs 300", "pass", "pass", "pass", "bid hearts 300")
    assert row[MONEY] == 300
    act(row, "sell clubs")
    assert row[MONEY] == 0
    assert quotes(row) == NO_QUOTES


def test_a_seat_without_money_can_still_offer_and_sell_and_pass() -> None:
    row = deal()
    act(row, "bid spades 300", "sell spades", "bid hearts 4", "pass")
    assert figgie.refuse(row, bid(SPADES, 1)) == refusals.BID_BEYOND_MONEY
    assert not [action for action in figgie.legal(row) if figgie.FIRST_BID <= action < figgie.FIRST_OFFER]
    act(row, "sell hearts")
    assert row[MONEY] == 4


def test_the_legal_list_stops_at_the_most_money_of_a_seat_but_validation_does_not() -> None:
    row = deal()
    act(row, "bid spades 300", "sell spades", "pass", "pass")
    assert figgie.richest(row) == 600
    legal = figgie.legal(row)
    assert offer(CLUBS, 600) in legal
    assert offer(CLUBS, 601) not in legal
    assert figgie.refuse(row, offer(CLUBS, 601)) == figgie.OK
    assert figgie.refuse(row, offer(CLUBS, MAX_PRICE)) == figgie.OK


@pytest.mark.parametrize("hands", [ALIKE, [[3, 2, 2, 1], [3, 2, 1, 2], [2, 2, 2, 2], [2, 1, 2, 3], [2, 1, 3, 2]]])
def test_a_deal_by_turns_ends_after_50_turns_for_each_seat(hands: list[list[int]]) -> None:
    row = deal(hands=hands)
    seats = len(hands)
    for turn in range(50 * seats):
        assert figgie.to_move(row) == turn % seats
        assert row[CLOCK] == turn
        act(row, f"bid spades {turn // seats + 1}" if turn % seats == 0 else "pass")
    assert figgie.to_move(row) == NOBODY


@pytest.mark.parametrize("hands", [ALIKE, [[3, 2, 2, 1], [3, 2, 1, 2], [2, 2, 2, 2], [2, 1, 2, 3], [2, 1, 3, 2]]])
def test_a_deal_by_turns_ends_when_everyone_has_passed_twice_running(hands: list[list[int]]) -> None:
    row = deal(hands=hands)
    passes = 2 * len(hands)
    act(row, *["pass"] * (passes - 1), "bid spades 1", *["pass"] * (passes - 1))
    assert figgie.to_move(row) != NOBODY
    act(row, "pass")
    assert figgie.to_move(row) == NOBODY
    assert row[CLOCK] == 2 * passes


# Trading, by ticks


def code_of(*seats: int) -> int:
    """Return the draw that puts the seats of a tick in an order."""
    waiting, code, size = sorted(seats), 0, 1
    for seat in seats:
        code += size * waiting.index(seat)
        size *= len(waiting)
        waiting.remove(seat)
    return code


@pytest.mark.parametrize(("seats", "orders"), [(4, 24), (5, 120)])
def test_the_draws_of_a_tick_stand_for_all_orders(seats: int, orders: int) -> None:
    rules = rules_of(seats, "tick")
    assert figgie.bounds(rules)[41:] == [orders] * TICKS
    draws = [0] * 41 + [tick % orders for tick in range(TICKS)]
    row = figgie.deal(figgie.next_deal(rules, []), draws)
    drawn = [tuple(figgie.order(row, tick)) for tick in range(TICKS)]
    assert set(drawn[:orders]) == set(permutations(range(seats)))
    assert all(code_of(*order) == draw for order, draw in zip(drawn, draws[41:], strict=True))


@pytest.mark.parametrize("seats", [4, 5])
def test_a_tick_played_at_once_is_the_tick_played_seat_by_seat(seats: int) -> None:
    rules, rng = rules_of(seats, "tick"), Random(seats)
    row = figgie.deal(figgie.next_deal(rules, []), [rng.randrange(bound) for bound in figgie.bounds(rules)])
    at_once, traded = row.copy(), 0
    while row[TURN] != NOBODY:
        named = []
        for _ in range(seats):
            named.append(figgie.pick(row, rng.getrandbits(32)))
            figgie.play(row, named[-1])
        figgie.play_tick(at_once, named)
        assert at_once == row
        traded += any(row[PAID : PAID + seats])
    assert traded > 10


def test_nothing_happens_before_the_last_seat_has_named_its_action() -> None:
    row = deal("tick")
    before = quotes(row)
    assert act(row, "bid spades 5", "ask spades 9", "bid clubs 3") == []
    assert quotes(row) == before
    assert row[CLOCK] == 0
    act(row, "pass")
    assert row[CLOCK] == 1
    assert (row[BID + SPADES], row[OFFER + SPADES], row[BID + CLUBS]) == (5, 9, 3)


@pytest.mark.parametrize("order", list(permutations(range(4))), ids=str)
def test_the_best_of_several_bids_stands_in_any_order(order: tuple[int, ...]) -> None:
    row = deal("tick", orders=[code_of(*order)])
    tick(row, "bid spades 5", "bid spades 6", "bid spades 7", "pass")
    assert (row[BID], row[BIDDER]) == (7, 2)
    late = [seat for seat in (0, 1) if any(order.index(higher) < order.index(seat) for higher in range(seat + 1, 3))]
    assert [seat for seat in range(4) if row[REFUSED + seat] == refusals.BID_NOT_HIGHER] == late


def test_equal_quotes_go_to_the_seat_that_is_drawn_first() -> None:
    for order in permutations(range(4)):
        row = deal("tick", orders=[code_of(*order)])
        events = tick(row, *["bid spades 5"] * 4)
        assert row[BIDDER] == order[0]
        assert events == [(order[0], bid(SPADES, 5), 0, 0, NOBODY)]


def test_a_buy_that_was_impossible_when_asked_may_succeed() -> None:
    row = deal("tick", orders=[code_of(0, 1, 2, 3)])
    events = tick(row, "ask spades 5", "buy spades", "pass", "pass")
    assert events == [(0, offer(SPADES, 5), 0, 0, NOBODY), (1, figgie.FIRST_BUY, 0, 5, 0)]
    assert row[REFUSED : REFUSED + 4] == [0] * 4
    assert hand(row, 1)[SPADES] == 4


def test_a_buy_that_was_possible_when_asked_may_fail() -> None:
    row = deal("tick", orders=[0, code_of(3, 1, 2, 0)])
    tick(row, "ask spades 5", "pass", "pass", "pass")
    assert figgie.check(row, 1, figgie.FIRST_BUY) == figgie.OK
    events = tick(row, "pass", "buy spades", "pass", "buy spades")
    assert events == [(3, figgie.FIRST_BUY, 1, 5, 0)]
    assert row[REFUSED : REFUSED + 4] == [0, refusals.NOTHING_OFFERED, 0, 0]
    assert row[MONEY : MONEY + 4] == [305, 300, 300, 295]


def test_the_trades_of_a_tick_are_told_until_the_next_one() -> None:
    row = deal("tick", orders=[0, code_of(3, 1, 2, 0)])
    tick(row, "ask spades 5", "pass", "pass", "pass")
    tick(row, "bid hearts 9", "pass", "sell hearts", "buy spades")
    assert trades(row)[:4] == [(0, NOBODY), (0, NOBODY), (0, NOBODY), (5, 0)]
    tick(row, "pass", "pass", "sell hearts", "pass")
    assert trades(row)[:4] == [(0, NOBODY), (0, NOBODY), (9, 0), (0, NOBODY)]
    tick(row, "pass", "pass", "pass", "pass")
    assert trades(row)[:4] == [(0, NOBODY)] * 4


def test_one_trade_of_a_tick_takes_the_quotes_of_all_suits_from_those_who_come_later() -> None:
    row = deal("tick", orders=[0, code_of(2, 3, 1, 0)])
    tick(row, "ask spades 5", "bid hearts 9", "pass", "pass")
    tick(row, "pass", "pass", "buy spades", "sell hearts")
    assert row[REFUSED : REFUSED + 4] == [0, 0, 0, refusals.NOTHING_BID]
    assert quotes(row) == NO_QUOTES


def test_quotes_of_one_tick_that_cross_never_trade() -> None:
    for order, refused in (((0, 1, 2, 3), [0, refusals.OFFER_CROSSES]), ((1, 0, 2, 3), [refusals.BID_CROSSES, 0])):
        row = deal("tick", orders=[code_of(*order)])
        tick(row, "bid spades 10", "ask spades 8", "pass", "pass")
        assert row[REFUSED : REFUSED + 2] == refused
        assert row[MONEY : MONEY + 4] == [300] * 4
        assert [hand(row, seat) for seat in range(4)] == ALIKE


@pytest.mark.parametrize(("order", "code"), [((2, 1, 0, 3), figgie.OK), ((1, 2, 0, 3), refusals.OFFER_WITHOUT_CARD)])
def test_a_card_that_arrives_in_a_tick_can_be_offered_from_then_on(order: tuple[int, ...], code: int) -> None:
    hands = [[4, 2, 2, 2], [0, 2, 4, 4], [4, 2, 2, 2], [4, 2, 2, 2]]
    row = deal("tick", hands, orders=[0, code_of(*order)])
    tick(row, "pass", "bid spades 5", "pass", "pass")
    tick(row, "pass", "ask spades 9", "sell spades", "pass")
    assert hand(row, 1)[SPADES] == 1
    assert row[REFUSED + 1] == code
    assert (row[OFFERER] == 1) == (code == figgie.OK)


def test_any_action_may_be_named_in_a_tick_and_counts_as_a_pass_if_refused() -> None:
    row = deal("tick")
    assert figgie.refuse(row, bid(SPADES, MAX_PRICE)) == figgie.OK
    assert figgie.refuse(row, figgie.FIRST_SELL) == figgie.OK
    assert figgie.refuse(row, figgie.ACTIONS) == refusals.NOT_AN_ACTION
    assert tick(row, "bid spades 1000000", "sell spades", "buy clubs", "pass") == []
    expected = [refusals.BID_BEYOND_MONEY, refusals.NOTHING_BID, refusals.NOTHING_OFFERED, figgie.OK]
    assert row[REFUSED : REFUSED + 4] == expected
    assert row[QUIET] == 1
    tick(row, "pass", "bid spades 1", "pass", "pass")
    assert row[REFUSED : REFUSED + 4] == [figgie.OK] * 4
    assert row[QUIET] == 0


def test_refused_and_unexecuted_actions_stay_out_of_the_others_views_and_of_the_events() -> None:
    row = deal("tick", orders=[code_of(3, 2, 1, 0)])
    act(row, "bid spades 1000000", "bid clubs 9", "pass")
    for seat in (1, 2, 3):
        seen = view(figgie, row, [], seat).row
        assert seen[NAMED] == NOT_SHOWN
    assert view(figgie, row, [], 1).row[NAMED + 1] == bid(CLUBS, 9)
    assert view(figgie, row, [], 3).row[NAMED + 1] == NOT_SHOWN
    assert act(row, "ask diamonds 40") == [
        (3, offer(DIAMONDS, 40), 0, 0, NOBODY),
        (1, bid(CLUBS, 9), 0, 0, NOBODY),
    ]
    own, others = view(figgie, row, [], 0).row, view(figgie, row, [], 1).row
    assert (own[NAMED], own[REFUSED]) == (bid(SPADES, MAX_PRICE), refusals.BID_BEYOND_MONEY)
    assert (others[NAMED], others[REFUSED]) == (NOT_SHOWN, figgie.OK)
    assert others[ORDER : figgie.LOOK] == [0] * 25
    assert "1000000" not in json.dumps(view(figgie, row, [], 1).state)


def test_a_deal_by_ticks_ends_after_three_quiet_ticks_in_a_row() -> None:
    row = deal("tick")
    nothing, refused = ["pass"] * 4, ["buy spades", "sell hearts", "pass", "bid clubs 999"]
    tick(row, *nothing)
    tick(row, *refused)
    tick(row, "pass", "pass", "pass", "bid clubs 1")
    tick(row, *nothing)
    tick(row, *refused)
    assert figgie.to_move(row) == 0
    tick(row, *nothing)
    assert figgie.to_move(row) == NOBODY
    assert row[CLOCK] == 6


@pytest.mark.parametrize("hands", [ALIKE, [[3, 2, 2, 1], [3, 2, 1, 2], [2, 2, 2, 2], [2, 1, 2, 3], [2, 1, 3, 2]]])
def test_a_deal_by_ticks_ends_after_200_of_them(hands: list[list[int]]) -> None:
    row = deal("tick", hands)
    for price in range(1, TICKS + 1):
        assert row[CLOCK] == price - 1
        tick(row, *["pass"] * (len(hands) - 1), f"bid spades {price}")
    assert figgie.to_move(row) == NOBODY
    assert row[CLOCK] == 200


# The end


def finished(hands: list[list[int]], which: int) -> Row:
    row = deal(hands=hands, which=which)
    act(row, *["pass"] * (2 * len(hands)))
    return row


def deck(most: int, fewest: int) -> int:
    """Return the number of the deck with these suits of 12 and 8 cards."""
    for which in range(DECKS):
        row = [0] * WIDTH
        figgie.set_sizes(row, which)
        if (row[SIZE + most], row[SIZE + fewest]) == (12, 8):
            return which
    raise AssertionError


@pytest.mark.parametrize(
    ("hands", "which", "scores"),
    [
        # 8 clubs are the goal; 120 dollars are left for the most.
        ([[3, 5, 1, 1], [3, 1, 3, 3], [3, 1, 3, 3], [3, 1, 3, 3]], deck(SPADES, CLUBS), [120, -40, -40, -40]),
        ([[3, 3, 2, 2], [3, 3, 2, 2], [3, 1, 3, 3], [3, 1, 3, 3]], deck(SPADES, CLUBS), [40, 40, -40, -40]),
        (ALIKE, deck(SPADES, CLUBS), [0, 0, 0, 0]),
        # 10 diamonds are the goal; 100 dollars do not divide by three.
        ([[2, 2, 3, 3], [2, 2, 3, 3], [2, 2, 3, 3], [2, 4, 3, 1]], deck(HEARTS, SPADES), [14, 13, 13, -40]),
        ([[2, 4, 3, 1], [2, 2, 3, 3], [2, 2, 3, 3], [2, 2, 3, 3]], deck(HEARTS, SPADES), [-40, 14, 13, 13]),
        ([[2, 2, 3, 3], [2, 4, 3, 1], [2, 2, 3, 3], [2, 2, 3, 3]], deck(HEARTS, SPADES), [14, -40, 13, 13]),
        ([[4, 6, 0, 0], [0, 2, 8, 0], [0, 2, 4, 4], [4, 0, 0, 6]], deck(HEARTS, SPADES), [-50, -50, -10, 110]),
        # Five seats.
        (
            [[2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2], [4, 2, 2, 0]],
            deck(SPADES, DIAMONDS),
            [0, 0, 0, 0, 0],
        ),
        (
            [[0, 1, 3, 4], [2, 3, 2, 1], [2, 3, 2, 1], [4, 3, 1, 0], [4, 0, 2, 2]],
            deck(SPADES, DIAMONDS),
            [-30, 24, 23, 23, -40],
        ),
    ],
)
def test_goal_cards_earn_10_and_the_most_share_the_rest_odd_dollars_to_the_lowest(
    hands: list[list[int]], which: int, scores: list[int]
) -> None:
    row = finished(hands, which)
    assert [figgie.score(row, seat) for seat in range(len(hands))] == scores
    assert sum(scores) == 0


def test_the_money_of_trading_counts() -> None:
    row = deal()
    act(row, "bid clubs 100", "sell clubs", *["pass"] * 8)
    assert [figgie.score(row, seat) for seat in range(4)] == [
        300 - 100 - 350 + 30 + 120,
        300 + 100 - 350 + 10,
        300 - 350 + 20,
        300 - 350 + 20,
    ]


def test_the_goal_suit_is_secret_until_the_end_and_then_shown() -> None:
    row = deal()
    assert view(figgie, row, [], 0).state["goal_suit"] is None
    assert view(figgie, row, [], 0).state["suit_counts"] is None
    act(row, *["pass"] * 8)
    assert view(figgie, row, [], 0).state["goal_suit"] == "clubs"
    assert view(figgie, row, [], 0).state["hands"][3] == {"spades": 3, "clubs": 2, "hearts": 2, "diamonds": 3}


def test_the_state_tells_of_quotes_and_of_hidden_hands() -> None:
    row = deal()
    act(row, "bid spades 5", "offer clubs 40")
    state = view(figgie, row, [], 2).state
    assert state["bids"] == {"spades": {"price": 5, "seat": 0}, "clubs": None, "hearts": None, "diamonds": None}
    assert state["offers"] == {"spades": None, "clubs": {"price": 40, "seat": 1}, "hearts": None, "diamonds": None}
    assert state["hands"] == [None, None, {"spades": 3, "clubs": 2, "hearts": 3, "diamonds": 2}, None]
    assert (state["held"], state["money"]) == ([10] * 4, [300] * 4)
    assert (state["clock"], state["to_move"], row[PARTNER]) == (2, 2, NOBODY)


@given(tables("figgie"), small_seeds)
@settings(deadline=None, max_examples=30)
def test_the_limits_of_quotes_are_just_what_the_check_says(table: Table, seed: int) -> None:
    luck = Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    for _ in moves(figgie, row, luck):
        seat, suit = luck.randrange(table.seats), luck.randrange(4)
        for make, limits in ((figgie.bid, figgie.bid_limits), (figgie.offer, figgie.offer_limits)):
            low, high = limits(row, seat, suit)
            for price in {1, max(1, low - 1), low, (low + high) // 2 or 1, high, high + 1, 400} - {0}:
                valid = price <= MAX_PRICE and figgie.check(row, seat, make(suit, price)) == 0
                assert valid == (low <= price <= high)
