"""Figgie in words: names of actions and back, and what a seat is told of a deal, of refusals and of its score."""

import pytest

from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY
from overtrick.games.figgie import refusals
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import MAX_PRICE, REFUSED, bid, name, offer, parse
from tests.games.figgie.test_rulebook import CLUBS, DIAMONDS, HEARTS, SPADES, act, code_of, deal, tick

NAMES = [
    (0, "pass"),
    (1, "buy spades"),
    (2, "buy clubs"),
    (3, "buy hearts"),
    (4, "buy diamonds"),
    (5, "sell spades"),
    (6, "sell clubs"),
    (7, "sell hearts"),
    (8, "sell diamonds"),
    (9, "bid spades 1"),
    (bid(SPADES, MAX_PRICE), "bid spades 1000000"),
    (bid(CLUBS, 1), "bid clubs 1"),
    (bid(DIAMONDS, MAX_PRICE), "bid diamonds 1000000"),
]


@pytest.mark.parametrize(("model", "word"), [("turn", "offer"), ("tick", "ask")])
def test_actions_have_names_that_a_person_can_type(model: str, word: str) -> None:
    row = deal(model)
    offers = [
        (offer(suit, price), f"{word} {figgie.SUIT_WORDS[suit]} {price}") for suit in range(4) for price in (1, 42)
    ]
    for action, text in [*NAMES, *offers, (figgie.ACTIONS - 1, f"{word} diamonds 1000000")]:
        assert (name(row, action), parse(row, text)) == (text, action)


@pytest.mark.parametrize("action", [-1, figgie.ACTIONS])
def test_what_is_no_action_has_no_name(action: int) -> None:
    with pytest.raises(Mistake, match=f"^{action} is not an action of Figgie; allowed: 0 to 8000008$"):
        name(deal(), action)


WRONG = [
    "",
    "Pass",
    "pass now",
    "pass ",
    "buy",
    "buy stars",
    "buy  spades",
    "buy spades 5",
    "swap spades",
    "spades buy",
]
WRONG += ["sell 5", "bid spades", "bid stars 5", "bid spades 0", "bid spades 05", "bid spades -5", "bid spades 1000001"]
WRONG += ["bid spades 10000000", "bid spades 5 now", "bid spades ٣", "bid spades five", "bid spades ", "swap spades 5"]
WRONG += ["x 5", "5", "offer stars 5", "ask"]


@pytest.mark.parametrize("text", WRONG)
@pytest.mark.parametrize(("model", "word"), [("turn", "offer"), ("tick", "ask")])
def test_what_names_no_action_is_a_mistake_that_says_what_would(text: str, model: str, word: str) -> None:
    with pytest.raises(Mistake) as caught:
        parse(deal(model), text)
    allowed = (
        f"allowed: 'pass', 'buy hearts', 'sell clubs', 'bid spades 8', '{word} clubs 12' with prices from 1 to 1000000"
    )
    if text.split(" ")[0] == {"offer": "ask", "ask": "offer"}[word]:
        allowed = "quotes to sell are 'offer' in the turn model and 'ask' in the tick model"
    assert str(caught.value).startswith(repr(text))
    assert str(caught.value).endswith(allowed)


@pytest.mark.parametrize("begin", ["x", "ask spades "])
def test_a_very_long_text_is_quoted_only_in_part(begin: str) -> None:
    with pytest.raises(Mistake) as caught:
        parse(deal(), begin + "1" * 5000)
    assert str(caught.value).startswith(repr((begin + "1" * 5000)[:40]) + " ")


# What a seat is told


def test_hiding_leaves_the_own_hand_and_what_is_public_and_blanks_the_rest() -> None:
    row = deal("tick", orders=[code_of(3, 2, 1, 0), 5])
    act(row, "bid spades 5", "ask clubs 40")
    row[REFUSED : REFUSED + 4] = [1, 2, 3, 4]
    seen = row.copy()
    figgie.hide(seen, 1)
    assert seen[: figgie.HAND] == [*row[: figgie.GOAL], figgie.NOT_SHOWN]
    assert seen[figgie.HAND : figgie.SIZE] == [0] * 4 + row[figgie.HAND + 4 : figgie.HAND + 8] + [0] * 12
    assert seen[figgie.SIZE : figgie.BID] == [0] * 4
    assert seen[figgie.BID : figgie.NAMED] == row[figgie.BID : figgie.NAMED]
    assert seen[figgie.NAMED : figgie.NAMED + 5] == [-1, offer(CLUBS, 40), -1, -1, 0]
    assert seen[REFUSED : REFUSED + 5] == [0, 2, 0, 0, 0]
    assert seen[figgie.PAID : figgie.ORDER] == row[figgie.PAID : figgie.ORDER]
    assert seen[figgie.ORDER : figgie.LOOK] == [0] * 25 != row[figgie.ORDER : figgie.LOOK]


def test_the_hand_of_a_fifth_seat_is_hidden_too() -> None:
    row = deal(hands=[[3, 2, 2, 1], [3, 2, 1, 2], [2, 2, 2, 2], [2, 1, 2, 3], [2, 1, 3, 2]])
    figgie.hide(row, 3)
    assert row[figgie.HAND : figgie.SIZE] == [0] * 12 + [2, 1, 2, 3] + [0] * 4


def test_after_the_end_nothing_is_hidden() -> None:
    row = deal("tick", orders=[7])
    for _ in range(3):
        tick(row, *["pass"] * 4)
    seen = row.copy()
    figgie.hide(seen, 2)
    assert (figgie.to_move(row), seen) == (NOBODY, row)


def test_refusals_of_a_tick_are_told_once_it_is_executed_in_the_order_drawn() -> None:
    row = deal("tick", orders=[code_of(3, 1, 0, 2)])
    act(row, "sell spades", "bid clubs 301", "pass")
    assert [figgie.refused(row, seat) for seat in range(3)] == [[], [], []]
    act(row, "buy hearts")
    assert figgie.refused(row, 3) == [
        (3, figgie.FIRST_BUY + HEARTS, refusals.NOTHING_OFFERED),
        (1, bid(CLUBS, 301), refusals.BID_BEYOND_MONEY),
        (0, figgie.FIRST_SELL + SPADES, refusals.NOTHING_BID),
    ]


def test_by_turns_nothing_is_refused_afterwards() -> None:
    row = deal()
    act(row, "pass", "pass", "pass", "pass")
    row[REFUSED : REFUSED + 4] = [refusals.NOTHING_BID] * 4
    assert [figgie.refused(row, seat) for seat in range(4)] == [[]] * 4


def test_a_doubt_is_what_the_seat_to_move_could_know_when_it_names_an_action() -> None:
    row = deal("tick")
    act(row, "ask spades 5")
    assert figgie.doubt(row, figgie.FIRST_BUY) == refusals.NOTHING_OFFERED, "nothing is executed yet"
    assert figgie.doubt(row, bid(CLUBS, 300)) == figgie.OK
    row = deal()
    act(row, "offer spades 5")
    assert figgie.doubt(row, figgie.FIRST_BUY) == figgie.OK


def test_by_turns_every_action_is_an_event_and_says_when_it_was() -> None:
    row = deal()
    assert act(row, "pass", "bid clubs 3", "sell clubs", "pass") == [
        (0, 0, 0, 0, NOBODY),
        (1, bid(CLUBS, 3), 1, 0, NOBODY),
        (2, figgie.FIRST_SELL + CLUBS, 2, 3, 1),
        (3, 0, 3, 0, NOBODY),
    ]


def test_the_facts_of_a_seat_are_the_parts_of_its_score() -> None:
    row = deal()  # the goal suit is clubs, of which everybody has 2; 120 dollars are left for the most
    act(row, "bid clubs 100", "sell clubs", *["pass"] * 8)
    assert [figgie.facts(row, seat) for seat in range(4)] == [
        [-150, 30, 120],
        [50, 10, 0],
        [-50, 20, 0],
        [-50, 20, 0],
    ]
    assert [sum(figgie.facts(row, seat)) for seat in range(4)] == [figgie.score(row, seat) for seat in range(4)]


def test_the_state_of_a_finished_deal_tells_the_deck_the_goal_and_the_orders_of_all_ticks() -> None:
    row = deal("tick", orders=[code_of(3, 1, 0, 2)])
    assert figgie.state(row)["to_move"] == 0
    for _ in range(3):
        tick(row, *["pass"] * 4)
    told = figgie.state(row)
    assert (told["model"], told["clock"], told["to_move"], told["goal_suit"]) == ("tick", 3, None, "clubs")
    assert told["suit_counts"] == {"spades": 12, "clubs": 8, "hearts": 10, "diamonds": 10}
    assert told["orders"] == [[3, 1, 0, 2]] + [[0, 1, 2, 3]] * 199
    assert figgie.state(deal())["orders"] is None, "there are none by turns"
    assert figgie.state(deal())["model"] == "turn"
