import json
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.cards import members
from overtrick.core.luck import draws_for
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Row, refusal, settled, totals
from overtrick.games.duel import rulebook as duel
from overtrick.games.duel.rulebook import legal, parse, play, to_move
from overtrick.games.tricks import CARDS, HAND, PLAYED, WON
from tests.support.refusals import Case, check_refusals

Program = Callable[[Row], int]


def rules_of(**options: object) -> Row:
    return duel.rules(2, settled(duel, 2, options))


def deck_of(ranks: int) -> list[str]:
    return [f"{suit}{'A' if value == 1 else value}" for suit in "SHDC" for value in range(1, ranks + 1)]


def table(first: str, second: str, ranks: int = 5) -> Row:
    """Return a deal of these two hands; what is in neither is the stock."""
    hands = (first + " " + second).split()
    rules = rules_of(ranks=ranks, stock=4 * ranks - len(hands))
    return duel.deal(duel.next_deal(rules, []), draws_for(deck_of(ranks), hands))


def act(row: Row, cards: str) -> None:
    for card in cards.split():
        action = parse(row, card)
        assert refusal(duel, row, action) == ""
        play(row, action)


def choices(row: Row) -> str:
    return " ".join(duel.name(row, action) for action in legal(row))


def hidden(row: Row, seat: int) -> Row:
    copy = row.copy()
    duel.hide(copy, seat)
    return copy


# The deal


def test_the_usual_duel_deals_ten_of_twenty_cards_to_each_and_the_first_leads() -> None:
    rules = rules_of()
    assert duel.bounds(rules) == list(range(20, 0, -1))
    row = duel.deal(duel.next_deal(rules, []), [0] * 20)
    state = duel.state(row)
    assert state["hands"] == [
        ["SA", "S2", "S3", "S4", "S5", "HA", "H2", "H3", "H4", "H5"],
        ["DA", "D2", "D3", "D4", "D5", "CA", "C2", "C3", "C4", "C5"],
    ]
    assert (state["cards"], state["to_move"]) == (10, 0)


@given(st.tuples(*(st.integers(0, bound - 1) for bound in range(20, 0, -1))))
@settings(deadline=None)
def test_all_twenty_cards_are_dealt_so_each_side_can_work_out_the_other_hand(draws: tuple[int, ...]) -> None:
    row = duel.deal(duel.next_deal(rules_of(), []), draws)
    assert row[HAND] & row[HAND + 1] == 0
    names = [duel.name(row, card) for card in members(row[HAND] | row[HAND + 1])]
    assert names == deck_of(5)
    assert [row[HAND].bit_count(), row[HAND + 1].bit_count()] == [10, 10]


@pytest.mark.parametrize(
    ("options", "each"),
    [
        ({}, 10),
        ({"ranks": 3}, 6),
        ({"ranks": "13"}, 26),
        ({"stock": 18}, 1),
        ({"stock": "4"}, 8),
        ({"ranks": 3, "stock": 10}, 1),
        ({"ranks": 13, "stock": 50}, 1),
        ({"ranks": 6, "stock": 20}, 2),
    ],
)
def test_ranks_and_stock_decide_the_size_of_the_hands(options: dict[str, object], each: int) -> None:
    rules = rules_of(**options)
    setup = duel.next_deal(rules, [])
    row = duel.deal(setup, [0] * duel.draws_needed(setup))
    assert [row[CARDS], row[HAND].bit_count(), row[HAND + 1].bit_count()] == [each, each, each]
    assert duel.draws_needed(setup) == len(duel.bounds(rules)) == 2 * each


def test_thirteen_ranks_give_a_full_deck() -> None:
    rules = rules_of(ranks=13)
    row = duel.deal(duel.next_deal(rules, []), [0] * 52)
    assert (row[HAND] | row[HAND + 1]) == 2**52 - 1
    assert duel.state(row)["hands"][0][-1] == "H13"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ranks": 2}, "option ranks is '2'; allowed: 3 to 13"),
        ({"ranks": 14}, "option ranks is '14'; allowed: 3 to 13"),
        ({"ranks": "A"}, "option ranks is 'A'; allowed: 3 to 13"),
        ({"ranks": True}, "option ranks is 'True'; allowed: 3 to 13"),
        ({"stock": 3}, "option stock is '3'; allowed: 0 to 50 in steps of 2"),
        ({"stock": -2}, "option stock is '-2'; allowed: 0 to 50 in steps of 2"),
        ({"stock": 52}, "option stock is '52'; allowed: 0 to 50 in steps of 2"),
        ({"stock": 20}, "option stock is 20 with 20 cards in the deck; allowed: 0 to 18 in steps of 2"),
        ({"stock": 12, "ranks": 3}, "option stock is 12 with 12 cards in the deck; allowed: 0 to 10 in steps of 2"),
        ({"trump": "S"}, "unknown option 'trump'; allowed: ranks, stock"),
        ({"preset": "official"}, "unknown option 'preset'; allowed: ranks, stock"),
    ],
)
def test_a_wrong_option_is_answered_with_what_is_allowed(options: dict[str, object], message: str) -> None:
    with pytest.raises(Mistake) as caught:
        settled(duel, 2, options)
    assert str(caught.value) == message


@pytest.mark.parametrize("seats", [1, 3])
def test_the_duel_is_for_2_seats(seats: int) -> None:
    with pytest.raises(Mistake, match=f"duel is played by 2 seats, not {seats}"):
        settled(duel, seats, {})


@pytest.mark.parametrize("ranks", [3, 5, 13])
def test_the_whole_deck_has_every_card_with_the_stock(ranks: int) -> None:
    row = duel.deal(duel.next_deal(rules_of(ranks=ranks, stock=2), []), [0] * (4 * ranks))
    assert [duel.name(row, card) for card in members(duel.whole_deck(row))] == deck_of(ranks)
    assert row[duel.STOCK] == 2


def test_a_match_is_one_deal() -> None:
    rules = rules_of(stock=18)
    row = duel.deal(duel.next_deal(rules, []), [0, 0])
    act(row, "SA S2")
    assert duel.next_deal(rules, [row]) == []
    assert duel.notes(rules, [row]) == []


# Play


def test_the_other_must_follow_suit_if_able_and_else_may_play_anything() -> None:
    row = table("SA S5 D3", "S2 S3 H5")
    assert choices(row) == "SA S5 D3"
    act(row, "SA")
    assert choices(row) == "S2 S3"
    act(row, "S2")
    assert (to_move(row), choices(row)) == (1, "S3 H5")
    act(row, "H5")
    assert choices(row) == "S5 D3"


@pytest.mark.parametrize(
    ("lead", "answer", "winner"),
    [
        ("SA", "S2", 1),
        ("S2", "SA", 0),
        ("S5", "S4", 0),
        ("SA", "H5", 0),
        ("CA", "S5", 0),
        ("H4", "H5", 1),
        ("DA", "C5", 0),
    ],
)
def test_the_higher_card_of_the_led_suit_wins_and_the_ace_is_the_lowest(lead: str, answer: str, winner: int) -> None:
    row = table(f"{lead} D2", f"{answer} H2")
    act(row, f"{lead} {answer}")
    assert row[WON : WON + 2] == [1 - winner, winner]
    assert to_move(row) == winner


def test_more_tricks_win() -> None:
    row = table("SA H5 D3", "S2 H2 C5")
    act(row, "SA S2 C5 H5 H2 D3")
    assert to_move(row) == NOBODY
    assert [duel.score(row, seat) for seat in range(2)] == [0, 3]
    assert duel.places(rules_of(), [row]) == [2, 1]


@pytest.mark.parametrize(("seat", "scores"), [(0, [0, 4]), (1, [2, 2])])
def test_who_forfeits_keeps_the_tricks_taken_and_loses_all_others(seat: int, scores: list[int]) -> None:
    row = table("SA H5 D3 D4", "S2 H2 C5 C4")
    act(row, "SA S2 C5 D3")
    assert row[WON : WON + 2] == [0, 2]
    assert duel.forfeit(row, seat) == scores


def test_equal_tricks_share_the_first_place() -> None:
    row = table("SA H5", "S2 H2")
    act(row, "SA S2 H2 H5")
    assert totals(duel, 2, [row]) == [1, 1]
    assert duel.places(rules_of(), [row]) == [1, 1]


def test_each_card_played_is_public() -> None:
    row = table("SA H5", "S2 H2")
    act(row, "SA")
    assert duel.events(row, 0, 0) == [(0, 0)]


# The pair


def lowest_card(row: Row) -> int:
    return legal(row)[0]


def highest_card(row: Row) -> int:
    return legal(row)[-1]


def lead_high(row: Row) -> int:
    """Lead the highest value, answer with the lowest card."""
    return max(legal(row), key=lambda card: card % 13) if len(duel.state(row)["trick"]) == 0 else legal(row)[0]


def tricks_of(draws: Sequence[int], programs: Sequence[Program]) -> list[int]:
    row = duel.deal(duel.next_deal(rules_of(), []), draws)
    while (seat := to_move(row)) != NOBODY:
        play(row, programs[seat](hidden(row, seat)))
    return row[WON : WON + 2]


DRAWS = st.tuples(*(st.integers(0, bound - 1) for bound in range(20, 0, -1)))
PROGRAMS = st.sampled_from([lowest_card, highest_card, lead_high])


@given(DRAWS, PROGRAMS, PROGRAMS)
@settings(deadline=None)
def test_a_pair_of_games_with_swapped_programs_shares_twenty_tricks(
    draws: tuple[int, ...], one: Program, other: Program
) -> None:
    there, back = tricks_of(draws, [one, other]), tricks_of(draws, [other, one])
    assert sum(there) == sum(back) == 10
    if one is other:
        assert there[0] + back[1] == there[1] + back[0] == 10


def test_a_pair_is_decided_by_both_games_together() -> None:
    # Spades and hearts against diamonds and clubs: the leader takes all ten tricks, so the pair is a draw.
    there, back = tricks_of([0] * 20, [lowest_card, highest_card]), tricks_of([0] * 20, [highest_card, lowest_card])
    assert (there, back) == ([10, 0], [10, 0])


def test_the_hands_belong_to_the_roles_and_not_to_the_programs() -> None:
    draws = [7, 3, 11, 0, 2, 14, 5, 1, 9, 4, 6, 0, 3, 2, 5, 1, 0, 2, 1, 0]
    first, second = (duel.deal(duel.next_deal(rules_of(), []), draws) for _ in range(2))
    assert first == second
    assert duel.state(first)["hands"][0] != duel.state(first)["hands"][1]


# What is hidden


def test_a_seat_sees_its_own_hand_only() -> None:
    row = table("SA H5", "S2 H2")
    act(row, "SA")
    expected = {
        "cards": 2,
        "phase": "play",
        "to_move": 1,
        "hands": [["H5"], ["S2", "H2"]],
        "tricks": [0, 0],
        "tricks_played": 0,
        "led": "spades",
        "trick": [{"seat": 0, "card": "SA"}],
    }
    assert duel.state(row) == expected
    assert json.loads(json.dumps(duel.state(row))) == expected
    assert duel.state(hidden(row, 0)) == expected | {"hands": [["H5"], None]}
    assert duel.state(hidden(row, 1)) == expected | {"hands": [None, ["S2", "H2"]]}


def test_a_finished_deal_is_told_as_over() -> None:
    row = table("SA", "S2")
    act(row, "SA S2")
    assert duel.state(row) == {
        "cards": 1,
        "phase": "over",
        "to_move": None,
        "hands": [[], []],
        "tricks": [0, 1],
        "tricks_played": 1,
        "led": None,
        "trick": [],
    }


def test_deals_that_differ_only_in_stock_and_other_hand_look_the_same() -> None:
    rows = [table("SA H5", "S2 H2"), table("SA H5", "S2 C2"), table("SA H5", "D3 D4")]
    assert rows[0] != rows[1]
    assert hidden(rows[0], 0) == hidden(rows[1], 0) == hidden(rows[2], 0)
    for row, answer in zip(rows, ["S2", "S2", "D3"], strict=True):
        act(row, f"SA {answer}")
    assert hidden(rows[0], 0) == hidden(rows[1], 0) != hidden(rows[2], 0)


def test_the_stock_is_never_drawn_held_or_played() -> None:
    rules = rules_of(stock=16)
    assert duel.bounds(rules) == [20, 19, 18, 17]
    row = table("SA H5", "S2 H2")
    assert sum(row[HAND : HAND + 6]) == row[HAND] | row[HAND + 1]
    stock = [duel.parse(row, card) for card in deck_of(5) if card not in ("SA", "H5", "S2", "H2")]
    assert {duel.refuse(row, card) for card in stock} == {duel.CARD_NOT_HELD}
    act(row, "SA S2 H2 H5")
    assert [duel.name(row, card) for card in members(row[PLAYED])] == ["SA", "S2", "H2", "H5"]


# Refusals


def over() -> Row:
    row = table("SA", "S2")
    act(row, "SA S2")
    return row


def led() -> Row:
    row = table("SA H5", "S2 H2")
    act(row, "SA")
    return row


REFUSED: list[Case] = [
    (led, 52, 1, "52 is not an action of the duel, whose actions are 0 to 51"),
    (over, -1, 1, "-1 is not an action of the duel, whose actions are 0 to 51"),
    (over, "SA", 2, "SA comes too late: the deal is over"),
    (led, "SA", 3, "SA is not in the hand"),
    (led, "H5", 3, "H5 is not in the hand"),
    (led, "D4", 3, "D4 is not in the hand"),
    (led, "C13", 3, "C13 is not in the hand"),
    (led, "H2", 4, "H2 does not follow the led suit, which the hand can"),
    (led, "S2", 0, ""),
]


def test_every_refused_action_is_answered_with_its_code_and_sentence() -> None:
    check_refusals(duel, REFUSED)


@given(
    st.tuples(*(st.integers(0, bound - 1) for bound in range(20, 10, -1))),
    st.lists(st.integers(0, 2**32 - 1), min_size=10, max_size=10),
)
@settings(deadline=None)
def test_legal_lists_exactly_what_is_not_refused_and_pick_picks_from_it(
    draws: tuple[int, ...], picks: list[int]
) -> None:
    row = duel.deal(duel.next_deal(rules_of(stock=10), []), draws)
    for number in picks:
        allowed = [action for action in range(-2, 60) if duel.refuse(row, action) == 0]
        assert legal(row) == allowed
        assert duel.pick(row, number) == allowed[len(allowed) * number >> 32]
        play(row, duel.pick(row, number))
    assert legal(row) == [action for action in range(-2, 60) if duel.refuse(row, action) == 0] == []
    assert sum(row[WON : WON + 2]) == 5


# Names


@pytest.mark.parametrize(
    ("card", "name"),
    [(0, "SA"), (1, "S2"), (4, "S5"), (12, "S13"), (13, "HA"), (26, "DA"), (39, "CA"), (43, "C5"), (51, "C13")],
)
def test_cards_have_names_that_a_person_can_type(card: int, name: str) -> None:
    assert duel.name(led(), card) == name
    assert parse(led(), name) == card


def test_parse_is_the_inverse_of_name() -> None:
    row = led()
    names = [duel.name(row, card) for card in range(52)]
    assert names == deck_of(13)
    assert [parse(row, name) for name in names] == list(range(52))


@pytest.mark.parametrize("text", ["", "S", "S1", "S0", "S14", "S01", "sa", "AS", " SA", "SA ", "SA\n", "R1", "0", "S٢"])
def test_what_names_no_card_is_a_mistake_that_says_what_would(text: str) -> None:
    with pytest.raises(Mistake) as caught:
        parse(led(), text)
    assert str(caught.value) == (
        f"{text!r} is no card of the duel; allowed: S, H, D or C and A or a value, such as SA or C5"
    )


@pytest.mark.parametrize("action", [-1, 52])
def test_what_is_no_action_has_no_name(action: int) -> None:
    with pytest.raises(Mistake, match=f"^{action} is not an action of the duel; allowed: 0 to 51$"):
        duel.name(led(), action)
