import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core import luck
from overtrick.core.cards import NO_CARD, NO_SUIT, members
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Event, Row, refusal, settled, totals
from overtrick.games.tricks import CARDS, HAND, LEADER, NEXT, TRUMP, WON
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import (
    BID,
    DEALER,
    NO_BID,
    ROUND,
    STILL_IN,
    TOTAL,
    TURNED_UP,
    legal,
    parse,
    play,
    to_move,
)
from tests.support.refusals import Case, check_refusals

DECK = [f"{suit}{rank}" for suit in "RYGB" for rank in range(1, 14)]
DECK += ["J1", "J2", "J3", "J4", "W1", "W2", "W3", "W4"]
NO_SHUFFLE = [0] * 61
EXACT = (0, 0)

Result = tuple[int, int]  # bid and tricks


def rules_of(seats: int, **options: object) -> Row:
    return wizard.rules(seats, settled(wizard, seats, options))


def deal_cards(setup: Row, hands: Sequence[str], turned_up: str, trump_draw: int = 0) -> Row:
    dealt = " ".join([*hands, turned_up]).split()
    return wizard.deal(setup, [*luck.draws_for(DECK, dealt), trump_draw])


def table(*hands: str, turned_up: str, trump_draw: int = 0, **options: object) -> Row:
    """Return the first deal of a match, with these hands; seat 0 is the dealer."""
    rules = rules_of(len(hands), series=[len(hands[0].split())], **options)
    return deal_cards(wizard.next_deal(rules, []), hands, turned_up, trump_draw)


def act(row: Row, *texts: str) -> list[Event]:
    """Play actions by name, each checked, and return what became public."""
    public: list[Event] = []
    for text in texts:
        seat, action = to_move(row), parse(row, text)
        assert refusal(wizard, row, action) == ""
        play(row, action)
        public += wizard.events(row, seat, action)
    return public


def choices(row: Row) -> str:
    return ", ".join(wizard.name(row, action) for action in legal(row))


def hidden(row: Row, seat: int) -> Row:
    copy = row.copy()
    wizard.hide(copy, seat)
    return copy


def with_round(rules: Row, finished: list[Row], results: Sequence[Result]) -> list[Row]:
    """Return the finished rounds and one more, with these results of the seats still in."""
    row = wizard.deal(wizard.next_deal(rules, finished), NO_SHUFFLE)
    for seat in members(row[STILL_IN]):
        row[BID + seat], row[WON + seat] = results[seat]
    return [*finished, row]


def with_rounds(rules: Row, end: int, special: dict[int, dict[int, Result]]) -> list[Row]:
    """Return so many finished rounds; who is not named for a round has bid 0 and made it."""
    finished: list[Row] = []
    for number in range(1, end + 1):
        results = [special.get(number, {}).get(seat, EXACT) for seat in range(6)]
        finished = with_round(rules, finished, results)
    return finished


# Options


def test_the_presets_are_the_documented_rules() -> None:
    official = {
        "direction": "clockwise",
        "lead_rule": "official",
        "series": "standard",
        "hook": "off",
        "bidding": "open",
        "trump_choice": "dealer",
    }
    house = official | {"direction": "anticlockwise", "lead_rule": "first-suit-card", "series": "elimination"}
    assert settled(wizard, 4, {}) == settled(wizard, 4, {"preset": "official"}) == official
    assert settled(wizard, 6, {"preset": "house"}) == house
    assert settled(wizard, 6, {"preset": "house", "direction": "clockwise"}) == house | {"direction": "clockwise"}
    assert settled(wizard, 6, {"preset": "house", "series": "1,2"}) == house | {"series": [1, 2]}


@pytest.mark.parametrize("hook", ["on", "canadian"])
def test_hidden_bids_go_only_without_a_hook(hook: str) -> None:
    with pytest.raises(Mistake) as caught:
        settled(wizard, 4, {"bidding": "hidden", "hook": hook})
    assert str(caught.value) == (
        f"option bidding is 'hidden' with hook '{hook}'; allowed: hidden bids only with hook off, "
        "because the forbidden bid would tell the sum"
    )
    assert settled(wizard, 4, {"bidding": "hidden", "hook": "off"})["bidding"] == "hidden"


@pytest.mark.parametrize(
    ("option", "allowed"),
    [
        ("direction", "clockwise, anticlockwise"),
        ("lead_rule", "official, first-suit-card"),
        ("series", "standard, elimination, tournament-10, or a list of numbers from 1 to 20 such as 1,2,3"),
        ("hook", "off, on, canadian"),
        ("bidding", "open, hidden"),
        ("trump_choice", "dealer, random"),
        ("preset", "official, house"),
    ],
)
def test_each_option_names_its_allowed_values(option: str, allowed: str) -> None:
    with pytest.raises(Mistake) as caught:
        settled(wizard, 4, {option: "Off"})
    assert str(caught.value) == f"option {option} is 'Off'; allowed: {allowed}"


# The series


@pytest.mark.parametrize(
    ("series", "seats", "sizes"),
    [
        ("standard", 3, list(range(1, 21))),
        ("standard", 4, list(range(1, 16))),
        ("standard", 5, list(range(1, 13))),
        ("standard", 6, list(range(1, 11))),
        ("elimination", 3, list(range(1, 21))),
        ("elimination", 4, list(range(1, 21))),
        ("elimination", 5, list(range(1, 21))),
        ("elimination", 6, list(range(1, 21))),
        ("tournament-10", 3, [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]),
        ("tournament-10", 4, [1, 3, 5, 7, 9, 11, 12, 13, 14, 15]),
        ("tournament-10", 5, [2, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("tournament-10", 6, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ([7, 1, 20, 7], 3, [7, 1, 20, 7]),
        ("10,10", 6, [10, 10]),
    ],
)
def test_a_series_deals_the_documented_hand_sizes_and_then_ends(series: object, seats: int, sizes: list[int]) -> None:
    rules = rules_of(seats, series=series)
    finished = with_rounds(rules, len(sizes), {})
    assert [row[CARDS] for row in finished] == sizes
    assert [row[ROUND] for row in finished] == list(range(1, len(sizes) + 1))
    assert [[row[HAND + seat].bit_count() for seat in members(row[STILL_IN])] for row in finished] == [
        [size] * row[STILL_IN].bit_count() for size, row in zip(sizes, finished, strict=True)
    ]
    assert wizard.next_deal(rules, finished) == []


@pytest.mark.parametrize(("seats", "most"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_a_list_of_hand_sizes_may_use_up_the_deck_but_not_more(seats: int, most: int) -> None:
    assert settled(wizard, seats, {"series": [1, most]})["series"] == [1, most]
    if most == 20:
        allowed = "allowed: standard, elimination, tournament-10, or a list of numbers from 1 to 20 such as 1,2,3"
        message = f"option series is '[1, 21]'; {allowed}"
    else:
        message = (
            f"option series deals {most + 1} cards to each of {seats} seats; allowed: 1 to {most}, "
            "as there are 60 cards"
        )
    with pytest.raises(Mistake) as caught:
        settled(wizard, seats, {"series": [1, most + 1]})
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("direction", "dealers"), [("clockwise", [0, 1, 2, 3, 0, 1]), ("anticlockwise", [0, 3, 2, 1, 0, 3])]
)
def test_seat_0_deals_first_and_the_deal_moves_on_in_the_direction_of_play(direction: str, dealers: list[int]) -> None:
    finished = with_rounds(rules_of(4, direction=direction), 6, {})
    assert [row[DEALER] for row in finished] == dealers


def test_totals_are_carried_from_round_to_round() -> None:
    rules = rules_of(3, series=[2, 2, 2])
    finished = with_round(rules, [], [(2, 2), (0, 0), (1, 0)])
    finished = with_round(rules, finished, [(0, 1), (1, 1), (2, 0)])
    assert finished[0][TOTAL : TOTAL + 3] == [0, 0, 0]
    assert finished[1][TOTAL : TOTAL + 3] == [40, 20, -10]
    assert wizard.next_deal(rules, finished)[TOTAL : TOTAL + 3] == [30, 50, -30]
    assert totals(wizard, 3, finished) == [30, 50, -30]


# Dealing


@given(
    st.tuples(*(st.integers(0, bound - 1) for bound in [*range(60, 0, -1), 4])),
    st.integers(3, 6),
    st.integers(1, 20),
)
@settings(deadline=None)
def test_hands_and_turned_up_card_are_all_different_cards(draws: tuple[int, ...], seats: int, cards: int) -> None:
    cards = min(cards, 60 // seats)
    setup = wizard.next_deal(rules_of(seats, series=[cards]), [])
    row = wizard.deal(setup, draws[: wizard.draws_needed(setup)])
    hands = [row[HAND + seat] for seat in range(6)]
    assert [hand.bit_count() for hand in hands] == [cards] * seats + [0] * (6 - seats)
    together = [card for hand in hands for card in members(hand)]
    if row[TURNED_UP] != NO_CARD:
        together.append(row[TURNED_UP])
    assert len(set(together)) == len(together) == min(60, cards * seats + 1)


@pytest.mark.parametrize(
    ("seats", "cards", "choice", "needed"),
    [(3, 1, "dealer", 4), (4, 14, "dealer", 57), (4, 15, "dealer", 60), (3, 1, "random", 61), (6, 10, "random", 61)],
)
def test_a_deal_needs_a_draw_for_each_card_shown_and_all_if_the_trump_may_be_drawn(
    seats: int, cards: int, choice: str, needed: int
) -> None:
    rules = rules_of(seats, series=[cards], trump_choice=choice)
    assert wizard.draws_needed(wizard.next_deal(rules, [])) == needed
    assert wizard.bounds(rules) == [*range(60, 0, -1), 4]


@pytest.mark.parametrize(("card", "trump"), [("R1", 0), ("R13", 0), ("Y1", 1), ("G7", 2), ("B1", 3), ("B13", 3)])
def test_a_suit_card_turned_up_makes_its_suit_trump(card: str, trump: int) -> None:
    row = table("R2", "Y2", "G2", turned_up=card)
    assert (row[TRUMP], DECK[row[TURNED_UP]]) == (trump, card)
    assert choices(row) == "bid 0, bid 1"


@pytest.mark.parametrize("card", ["J1", "J4"])
@pytest.mark.parametrize("choice", ["dealer", "random"])
def test_a_jester_turned_up_means_no_trump(card: str, choice: str) -> None:
    row = table("R2", "Y2", "G2", turned_up=card, trump_choice=choice, trump_draw=2)
    assert (row[TRUMP], DECK[row[TURNED_UP]]) == (NO_SUIT, card)
    assert choices(row) == "bid 0, bid 1"


@pytest.mark.parametrize("card", ["W1", "W4"])
@pytest.mark.parametrize(("word", "trump"), [("trump R", 0), ("trump Y", 1), ("trump G", 2), ("trump B", 3)])
def test_a_wizard_turned_up_lets_the_dealer_name_one_of_four_suits_before_any_bid(
    card: str, word: str, trump: int
) -> None:
    row = table("R2", "Y2", "G2", turned_up=card)
    assert (row[TRUMP], to_move(row)) == (NO_SUIT, 0)
    assert choices(row) == "trump R, trump Y, trump G, trump B"
    assert [wizard.pick(row, quarter << 30) for quarter in range(4)] == [81, 82, 83, 84]
    assert act(row, word) == [(0, 81 + trump)]
    assert (row[TRUMP], to_move(row)) == (trump, 1)
    assert choices(row) == "bid 0, bid 1"


def test_the_dealer_sees_the_own_hand_when_naming_the_trump() -> None:
    row = table("R2 B9", "Y2 Y3", "G2 G3", turned_up="W1")
    assert wizard.state(hidden(row, 0))["hands"] == [["R2", "B9"], None, None]


@pytest.mark.parametrize("trump", range(4))
def test_a_wizard_turned_up_may_have_the_trump_drawn(trump: int) -> None:
    row = table("R2", "Y2", "G2", turned_up="W3", trump_choice="random", trump_draw=trump)
    assert (row[TRUMP], to_move(row)) == (trump, 1)
    assert choices(row) == "bid 0, bid 1"


def test_a_drawn_trump_does_not_touch_the_suit_of_a_suit_card() -> None:
    assert table("R2", "Y2", "G2", turned_up="B5", trump_choice="random", trump_draw=1)[TRUMP] == 3


@pytest.mark.parametrize(("seats", "cards"), [(3, 20), (4, 15), (5, 12), (6, 10)])
@pytest.mark.parametrize("choice", ["dealer", "random"])
def test_with_no_card_left_there_is_no_trump(seats: int, cards: int, choice: str) -> None:
    row = wizard.deal(wizard.next_deal(rules_of(seats, series=[cards], trump_choice=choice), []), [*NO_SHUFFLE[:60], 3])
    assert (row[TURNED_UP], row[TRUMP], to_move(row)) == (NO_CARD, NO_SUIT, 1)
    assert wizard.state(row)["turned_up"] is None


# Bidding


@pytest.mark.parametrize(
    ("direction", "order"), [("clockwise", [1, 2, 3, 0, 1, 2, 3, 0]), ("anticlockwise", [3, 2, 1, 0, 3, 2, 1, 0])]
)
def test_bids_and_cards_go_from_the_seat_after_the_dealer_and_the_dealer_is_last(
    direction: str, order: list[int]
) -> None:
    row = table("R1", "Y1", "G1", "B1", turned_up="J1", direction=direction)
    public = act(row, "bid 0", "bid 1", "bid 0", "bid 1", *[f"{'RYGB'[seat]}1" for seat in order[4:]])
    assert [seat for seat, *_ in public] == order
    assert row[BID : BID + 4] == [1, 0, 1, 0]
    assert row[WON + order[0]] == 1


def test_the_later_dealer_bids_last_too() -> None:
    rules = rules_of(4, series=[1, 2])
    row = wizard.deal(wizard.next_deal(rules, with_rounds(rules, 1, {})), NO_SHUFFLE)
    assert [seat for seat, *_ in act(row, "bid 0", "bid 0", "bid 1", "bid 2")] == [2, 3, 0, 1]
    assert row[BID : BID + 4] == [1, 2, 0, 0]
    assert (row[LEADER], to_move(row)) == (2, 2)


def dealer_may_bid(cards: int, bids: Sequence[int], scores: Sequence[int] = (0, 0, 0), **options: object) -> list[int]:
    """Return the bids open to the next seat, the dealer being seat 0, with these totals."""
    setup = wizard.next_deal(rules_of(len(scores), series=[cards], **options), [])
    setup[TOTAL : TOTAL + len(scores)] = scores
    row = wizard.deal(setup, NO_SHUFFLE)
    act(row, *(f"bid {bid}" for bid in bids))
    return [action - 60 for action in legal(row)]


@pytest.mark.parametrize(
    ("cards", "bids", "expected"),
    [
        (3, (), [0, 1, 2, 3]),
        (3, (3,), [0, 1, 2, 3]),
        (3, (1, 1), [0, 1, 2, 3]),
        (3, (0, 0), [0, 1, 2, 3]),
        (1, (0, 0), [0, 1]),
    ],
)
def test_without_the_hook_every_bid_up_to_the_tricks_is_open(
    cards: int, bids: Sequence[int], expected: list[int]
) -> None:
    assert dealer_may_bid(cards, bids) == expected


@pytest.mark.parametrize(
    ("cards", "bids", "expected"),
    [
        (3, (), [0, 1, 2, 3]),
        (3, (3,), [0, 1, 2, 3]),
        (3, (1, 1), [0, 2, 3]),
        (3, (0, 0), [0, 1, 2]),
        (3, (0, 1), [0, 1, 3]),
        (3, (3, 0), [1, 2, 3]),
        (3, (1, 2), [1, 2, 3]),
        (3, (2, 2), [0, 1, 2, 3]),
        (3, (3, 3), [0, 1, 2, 3]),
        (2, (0, 1), [0, 2]),
        (1, (0, 0), [0, 1]),
        (1, (0, 1), [0, 1]),
        (1, (1, 1), [0, 1]),
    ],
)
def test_the_dealer_may_not_even_the_bids_with_the_hook_except_in_a_round_of_one_card(
    cards: int, bids: Sequence[int], expected: list[int]
) -> None:
    assert dealer_may_bid(cards, bids, hook="on") == expected


def test_the_hook_binds_the_dealer_whichever_way_the_bids_go_round() -> None:
    assert dealer_may_bid(4, (1, 0, 1, 0), (0, 0, 0, 0, 0), hook="on", direction="anticlockwise") == [0, 1, 3, 4]


LEADS, TIES, TRAILS = (50, 40, 40), (50, 40, 50), (40, 30, 50)


@pytest.mark.parametrize("scores", [LEADS, TIES, TRAILS])
def test_without_the_hook_it_does_not_matter_who_leads(scores: Sequence[int]) -> None:
    assert dealer_may_bid(3, (1, 1), scores) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("cards", "bids", "scores", "expected"),
    [
        (3, (1, 1), LEADS, [0, 2, 3]),
        (3, (0, 0), LEADS, [0, 1, 2]),
        (3, (1, 1), (-10, -20, -30), [0, 2, 3]),
        (3, (1, 1), TIES, [0, 1, 2, 3]),
        (3, (1, 1), TRAILS, [0, 1, 2, 3]),
        (3, (1, 1), (0, 0, 0), [0, 1, 2, 3]),
        (3, (2, 1), LEADS, [0, 1, 2, 3]),
        (3, (0, 3), LEADS, [0, 1, 2, 3]),
        (3, (2, 2), LEADS, [0, 1, 2, 3]),
        (3, (3, 3), LEADS, [0, 1, 2, 3]),
        (3, (), (40, 50, 40), [0, 1, 2, 3]),
        (1, (0, 0), LEADS, [0]),
        (1, (0, 1), LEADS, [0, 1]),
        (1, (1, 1), LEADS, [0, 1]),
        (1, (0, 0), TIES, [0, 1]),
    ],
)
def test_the_canadian_hook_binds_only_a_dealer_who_leads_alone_and_never_forbids_zero(
    cards: int, bids: Sequence[int], scores: Sequence[int], expected: list[int]
) -> None:
    assert dealer_may_bid(cards, bids, scores, hook="canadian") == expected


def without_seat_3(scores: Sequence[int], **options: object) -> Row:
    """Return a deal of three cards at a table of four that seat 3 has left."""
    setup = wizard.next_deal(rules_of(4, series=[3], **options), [])
    setup[TOTAL : TOTAL + 4] = scores
    setup[STILL_IN] = 0b0111
    setup[NEXT : NEXT + 4] = [1, 2, 0, 0]
    return wizard.deal(setup, NO_SHUFFLE)


def test_the_canadian_hook_looks_only_at_the_seats_still_in() -> None:
    assert dealer_may_bid(3, (1, 1, 0), (50, 40, 40, 90), hook="canadian") == [0, 1, 2, 3]
    row = without_seat_3((50, 40, 40, 90), hook="canadian")
    act(row, "bid 1", "bid 1")
    assert (to_move(row), choices(row)) == (0, "bid 0, bid 2, bid 3")


def test_open_bids_are_public_at_once() -> None:
    row = table("R1 R2", "Y1 Y2", "G1 G2", turned_up="B1")
    assert act(row, "bid 2") == [(1, 62)]
    assert hidden(row, 2)[BID : BID + 3] == [NO_BID, 2, NO_BID]
    assert act(row, "bid 0") == [(2, 60)]
    assert hidden(row, 0)[BID : BID + 3] == [NO_BID, 2, 0]


@pytest.mark.parametrize(
    ("direction", "public"),
    [("clockwise", [(1, 62), (2, 60), (0, 61)]), ("anticlockwise", [(2, 62), (1, 60), (0, 61)])],
)
def test_hidden_bids_become_public_together_in_the_order_made(direction: str, public: list[Event]) -> None:
    row = table("R1 R2", "Y1 Y2", "G1 G2", turned_up="B1", bidding="hidden", direction=direction)
    assert act(row, "bid 2") == []
    assert act(row, "bid 0") == []
    assert act(row, "bid 1") == public
    assert all(hidden(row, seat)[BID : BID + 3] == row[BID : BID + 3] for seat in range(3))


def test_hidden_bids_of_a_later_dealer_become_public_in_the_order_made_too() -> None:
    rules = rules_of(4, series=[1, 1, 2], bidding="hidden")
    row = wizard.deal(wizard.next_deal(rules, with_rounds(rules, 2, {})), NO_SHUFFLE)
    assert act(row, "bid 2", "bid 0", "bid 1", "bid 0") == [(3, 62), (0, 60), (1, 61), (2, 60)]


def test_while_bids_are_hidden_each_seat_sees_only_its_own() -> None:
    row = table("R1 R2", "Y1 Y2", "G1 G2", turned_up="B1", bidding="hidden")
    act(row, "bid 2", "bid 0")
    assert row[BID : BID + 3] == [NO_BID, 2, 0]
    assert [wizard.state(hidden(row, seat))["bids"] for seat in range(3)] == [
        [None, None, None],
        [None, 2, None],
        [None, None, 0],
    ]
    assert [choices(hidden(row, seat)) for seat in range(3)] == ["bid 0, bid 1, bid 2"] * 3


def test_with_hidden_bids_trump_and_cards_are_still_public_at_once() -> None:
    row = table("R1", "Y1", "G1", turned_up="W1", bidding="hidden")
    assert act(row, "trump G") == [(0, 83)]
    assert act(row, "bid 0", "bid 0", "bid 0") == [(1, 60), (2, 60), (0, 60)]
    assert act(row, "Y1") == [(1, DECK.index("Y1"))]


def test_hidden_bids_are_revealed_without_the_seats_that_left() -> None:
    row = without_seat_3((0, 0, 0, 0), bidding="hidden")
    assert act(row, "bid 1", "bid 2", "bid 3") == [(1, 61), (2, 62), (0, 63)]


# Play and score


def test_a_whole_round_is_played_and_scored() -> None:
    row = table("R5 W1", "R9 Y2", "R2 J1", turned_up="Y7")
    act(row, "bid 1", "bid 0", "bid 2")
    assert choices(row) == "R9, Y2"
    act(row, "R9")
    assert choices(row) == "R2, J1"
    act(row, "R2")
    assert choices(row) == "R5, W1"
    act(row, "W1")
    assert (to_move(row), choices(row)) == (0, "R5")
    act(row, "R5", "Y2", "J1")
    assert (to_move(row), choices(row)) == (NOBODY, "")
    assert row[WON : WON + 3] == [1, 1, 0]
    assert [wizard.score(row, seat) for seat in range(3)] == [-10, 30, 20]


@pytest.mark.parametrize(("lead_rule", "last"), [("official", "R9, Y2"), ("first-suit-card", "Y2")])
def test_the_lead_rule_decides_what_may_follow_a_led_wizard(lead_rule: str, last: str) -> None:
    row = table("R9 Y2", "W1 B1", "Y7 B2", turned_up="R1", lead_rule=lead_rule)
    act(row, "bid 0", "bid 0", "bid 0", "W1", "Y7")
    assert choices(row) == last
    act(row, "Y2")
    assert to_move(row) == 1


@pytest.mark.parametrize(
    ("bid", "tricks", "points"),
    [
        (0, 0, 20),
        (1, 1, 30),
        (5, 5, 70),
        (20, 20, 220),
        (0, 1, -10),
        (1, 0, -10),
        (3, 1, -20),
        (0, 4, -40),
        (20, 0, -200),
    ],
)
def test_an_exact_bid_earns_20_and_10_a_trick_and_each_trick_missed_costs_10(
    bid: int, tricks: int, points: int
) -> None:
    (row,) = with_round(rules_of(3, series=[20]), [], [(bid, tricks), (1, 1), (1, 1)])
    assert wizard.score(row, 0) == points
    assert wizard.score(row, 1) == 30


def test_in_a_round_of_one_card_bidding_one_pays_from_a_chance_of_three_sevenths() -> None:
    rules = rules_of(3, series=[1])
    points = {
        result: wizard.score(with_round(rules, [], [result] * 3)[0], 0) for result in [(0, 0), (0, 1), (1, 0), (1, 1)]
    }
    chance = Fraction(3, 7)
    of_one = chance * points[1, 1] + (1 - chance) * points[1, 0]
    of_zero = chance * points[0, 1] + (1 - chance) * points[0, 0]
    assert of_one == of_zero == Fraction(50, 7)


# Elimination


@pytest.mark.parametrize(
    ("seats", "leave_after", "no_trump_in"),
    [
        (6, {10: 5, 12: 4, 15: 3}, [10, 12, 15, 20]),
        (5, {12: 4, 15: 3}, [12, 15, 20]),
        (4, {15: 3}, [15, 20]),
        (3, {}, [20]),
    ],
)
def test_the_lowest_leave_when_the_deck_no_longer_serves_the_table(
    seats: int, leave_after: dict[int, int], no_trump_in: list[int]
) -> None:
    rules = rules_of(seats, series="elimination")
    finished: list[Row] = []
    left: dict[int, list[int]] = {}
    notes: dict[int, list[str]] = {}
    for number in range(1, 21):
        # Seat 0 makes its bid, every other misses by its number: the last seat is always the lowest.
        finished = with_round(rules, finished, [(0, seat) for seat in range(seats)])
        still_in = finished[-1][STILL_IN]
        if found := wizard.notes(rules, finished):
            notes[number] = found
        setup = wizard.next_deal(rules, finished)
        if setup and setup[STILL_IN] != still_in:
            left[number] = members(still_in ^ setup[STILL_IN])
    assert left == {number: [seat] for number, seat in leave_after.items()}
    assert notes == {number: [f"seat {seat} leaves: it has the lowest score"] for number, seat in leave_after.items()}
    assert [row[ROUND] for row in finished if row[TURNED_UP] == NO_CARD] == no_trump_in
    assert members(finished[-1][STILL_IN]) == [0, 1, 2]


def test_nobody_leaves_a_standard_series() -> None:
    rules = rules_of(6)
    finished = with_rounds(rules, 10, {10: {2: (0, 9)}})
    assert wizard.notes(rules, finished) == []
    assert finished[-1][STILL_IN] == 0b111111


def test_nothing_is_noted_after_the_last_round_of_an_elimination() -> None:
    rules = rules_of(3, series="elimination")
    assert wizard.notes(rules, with_rounds(rules, 20, {})) == []


# After 15 rounds of four seats, seat 3 dealt last in round 12, seat 0 in 13, seat 1 in 14 and seat 2 in 15.
# Who makes every bid of 0 has 300 points from 15 exact bids, 20 of them from the latest round.
@pytest.mark.parametrize(
    ("special", "leaver", "reason"),
    [
        pytest.param({15: {2: (1, 0)}}, 2, "it has the lowest score", id="lowest score, whoever dealt last"),
        pytest.param(
            # Seat 1 has one exact bid fewer than seat 3; both have 230. Latest round and deal speak against seat 3.
            {11: {1: (1, 0)}, 12: {1: (2, 0)}, 15: {3: (5, 0)}},
            1,
            "of the seats with the lowest score it has the fewest exact bids",
            id="fewest exact bids",
        ),
        pytest.param(
            # Both have 270 and 14 exact bids. The deal speaks against seat 0.
            {11: {0: (1, 0)}, 15: {1: (0, 1)}},
            1,
            "of the seats with the lowest score and equally few exact bids it scored less in the latest round",
            id="lower score in the latest round",
        ),
        pytest.param(
            {11: {0: (1, 0), 1: (0, 1)}},
            0,
            "of the seats that are equal in score, exact bids and latest round it was dealer longest ago",
            id="dealer longest ago",
        ),
        pytest.param(
            {},
            3,
            "of the seats that are equal in score, exact bids and latest round it was dealer longest ago",
            id="all four equal",
        ),
        pytest.param(
            # All three have 230. Seat 3 is spared for its exact bids; its latest round and deal no longer count.
            {11: {0: (1, 0), 1: (1, 0)}, 12: {0: (2, 0), 1: (2, 0)}, 15: {3: (5, 0)}},
            0,
            "of the seats that are equal in score, exact bids and latest round it was dealer longest ago",
            id="three tied, one spared, two still equal",
        ),
        pytest.param(
            # All three have 270 and 14 exact bids. Seat 3, dealer longest ago, is spared for its latest round.
            {11: {3: (1, 0)}, 15: {1: (1, 0), 2: (0, 1)}},
            1,
            "of the seats that are equal in score, exact bids and latest round it was dealer longest ago",
            id="three equal in exact bids, one spared, two still equal",
        ),
    ],
)
def test_a_shared_lowest_score_is_decided_rule_after_rule(
    special: dict[int, dict[int, Result]], leaver: int, reason: str
) -> None:
    rules = rules_of(4, series="elimination")
    finished = with_rounds(rules, 15, special)
    assert wizard.notes(rules, finished) == [f"seat {leaver} leaves: {reason}"]
    assert wizard.next_deal(rules, finished)[STILL_IN] == 0b1111 ^ 1 << leaver


@pytest.mark.parametrize(("direction", "leaver"), [("clockwise", 4), ("anticlockwise", 2)])
def test_of_six_equal_seats_the_dealer_of_round_five_leaves_after_round_ten(direction: str, leaver: int) -> None:
    rules = rules_of(6, series="elimination", direction=direction)
    finished = with_rounds(rules, 10, {})
    assert finished[4][DEALER] == leaver
    assert members(wizard.next_deal(rules, finished)[STILL_IN] ^ 0b111111) == [leaver]


@pytest.mark.parametrize(
    ("direction", "leaver", "dealers"),
    [
        ("clockwise", 4, [3, 5, 0]),
        ("clockwise", 3, [3, 4, 5]),
        ("clockwise", 0, [3, 4, 5]),
        ("anticlockwise", 2, [3, 1, 0]),
        ("anticlockwise", 3, [3, 2, 1]),
    ],
)
def test_the_deal_passes_to_the_next_seat_still_in(direction: str, leaver: int, dealers: list[int]) -> None:
    rules = rules_of(6, series="elimination", direction=direction)
    finished = with_rounds(rules, 12, {1: {leaver: (1, 0)}})
    assert [row[DEALER] for row in finished[9:]] == dealers
    assert members(finished[10][STILL_IN] ^ 0b111111) == [leaver]


def test_a_seat_that_left_neither_bids_nor_plays_nor_scores() -> None:
    rules = rules_of(6, series="elimination")
    finished = with_rounds(rules, 10, {1: {4: (1, 0)}})
    row = wizard.deal(wizard.next_deal(rules, finished), NO_SHUFFLE)
    random = Random(1)
    seats = []
    while (seat := to_move(row)) != NOBODY:
        seats.append(seat)
        play(row, random.choice(legal(row)))
    assert seats[:5] == [0, 1, 2, 3, 5]
    assert seats.count(4) == 0
    assert len(seats) == 5 + 5 * 11
    assert (row[HAND + 4], row[BID + 4], wizard.score(row, 4)) == (0, NO_BID, 0)
    assert wizard.next_deal(rules, [*finished, row])[TOTAL + 4] == 170


# Places


def test_most_points_win_and_equal_points_share_the_place() -> None:
    rules = rules_of(4, series=[3, 3])
    finished = with_round(rules, [], [(0, 0), (0, 0), (0, 0), (0, 1)])
    finished = with_round(rules, finished, [(0, 0), (1, 0), (0, 0), (0, 1)])
    assert totals(wizard, 4, finished) == [40, 10, 40, -20]
    assert wizard.places(rules, finished) == [1, 3, 1, 4]


@pytest.mark.parametrize(
    ("late_miss", "points", "places"), [(16, -500, [3, 1, 2, 4, 5, 6]), (8, -100, [2, 1, 3, 4, 5, 6])]
)
def test_finalists_are_placed_by_score_and_then_the_eliminated_last_out_first(
    late_miss: int, points: int, places: list[int]
) -> None:
    rules = rules_of(6, series="elimination")
    finished: list[Row] = []
    for _ in range(15):
        finished = with_round(rules, finished, [(0, seat) for seat in range(6)])
    for _ in range(5):
        finished = with_round(rules, finished, [(late_miss, 0), EXACT, EXACT])
    assert totals(wizard, 6, finished) == [points, -50, -200, -450, -480, -500]
    assert wizard.places(rules, finished) == places


def test_finalists_with_equal_scores_share_the_place() -> None:
    rules = rules_of(4, series="elimination")
    finished = with_rounds(rules, 20, {1: {2: (1, 0)}, 20: {0: (1, 0), 1: (0, 1)}})
    assert members(finished[-1][STILL_IN]) == [0, 1, 3]
    assert totals(wizard, 4, finished) == [370, 370, 270, 400]
    assert wizard.places(rules, finished) == [2, 2, 4, 1]


# Refusals


def over() -> Row:
    row = table("R1", "Y1", "G1", turned_up="J1")
    act(row, "bid 0", "bid 0", "bid 0", "Y1", "G1", "R1")
    return row


def naming() -> Row:
    return table("R1", "Y1", "G1", turned_up="W1")


def bidding() -> Row:
    row = table("R1 R2", "Y1 Y2", "G1 G2", turned_up="B1", hook="on")
    act(row, "bid 1", "bid 0")
    return row


def playing() -> Row:
    row = table("R1 R2 B3", "Y1 Y2 R3", "G1 R5 W1", turned_up="J1")
    act(row, "bid 0", "bid 0", "bid 0", "R3")
    return row


REFUSED: list[Case] = [
    (over, 85, 1, "85 is not an action of Wizard, whose actions are 0 to 84"),
    (naming, -1, 1, "-1 is not an action of Wizard, whose actions are 0 to 84"),
    (bidding, 10**9, 1, "1000000000 is not an action of Wizard, whose actions are 0 to 84"),
    (over, "R1", 2, "R1 comes too late: the deal is over"),
    (over, "bid 0", 2, "bid 0 comes too late: the deal is over"),
    (over, "trump R", 2, "trump R comes too late: the deal is over"),
    (naming, "bid 0", 3, "bid 0 comes too early: first the dealer names the trump suit"),
    (naming, "R1", 3, "R1 comes too early: first the dealer names the trump suit"),
    (bidding, "R1", 4, "R1 does not fit: a bid is due"),
    (bidding, "W4", 4, "W4 does not fit: a bid is due"),
    (bidding, "trump R", 4, "trump R does not fit: a bid is due"),
    (playing, "bid 0", 5, "bid 0 does not fit: a card is due"),
    (playing, "trump B", 5, "trump B does not fit: a card is due"),
    (bidding, "bid 3", 6, "bid 3 is more than there are tricks in this round"),
    (bidding, "bid 20", 6, "bid 20 is more than there are tricks in this round"),
    (bidding, "bid 1", 7, "bid 1 would make the bids add up to the tricks, which the hook forbids"),
    (playing, "R4", 8, "R4 is not in the hand"),
    (playing, "R1", 8, "R1 is not in the hand"),
    (playing, "Y13", 8, "Y13 is not in the hand"),
    (playing, "W", 0, ""),
    (playing, "J", 8, "J1 is not in the hand"),
    (playing, "G1", 9, "G1 does not follow the led suit, which the hand can"),
    (playing, "R5", 0, ""),
]


def test_every_refused_action_is_answered_with_its_code_and_sentence() -> None:
    check_refusals(wizard, REFUSED)


@pytest.mark.parametrize("options", [{}, {"preset": "house"}, {"hook": "on"}, {"hook": "canadian"}])
def test_legal_lists_exactly_what_is_not_refused_and_pick_reaches_all_of_it(options: dict[str, object]) -> None:
    rules = rules_of(4, **{"series": "5,6,1"} | options)
    finished: list[Row] = []
    random = Random(7)
    while setup := wizard.next_deal(rules, finished):
        row = wizard.deal(setup, [random.randrange(bound) for bound in wizard.bounds(rules)])
        while to_move(row) != NOBODY:
            allowed = [action for action in range(-2, 90) if wizard.refuse(row, action) == 0]
            assert legal(row) == allowed
            steps = range(0, 2**32, 2**32 // (3 * len(allowed)))
            assert sorted({wizard.pick(row, number) for number in steps}) == allowed
            play(row, random.choice(allowed))
        assert [action for action in range(-2, 90) if wizard.refuse(row, action) == 0] == legal(row) == []
        finished.append(row)


# Names


@pytest.mark.parametrize(
    ("action", "name"),
    [
        (0, "R1"),
        (12, "R13"),
        (13, "Y1"),
        (26, "G1"),
        (39, "B1"),
        (51, "B13"),
        (52, "J1"),
        (55, "J4"),
        (56, "W1"),
        (59, "W4"),
        (60, "bid 0"),
        (80, "bid 20"),
        (81, "trump R"),
        (82, "trump Y"),
        (83, "trump G"),
        (84, "trump B"),
    ],
)
def test_actions_have_names_that_a_person_can_type(action: int, name: str) -> None:
    row = playing()
    assert wizard.name(row, action) == name
    assert parse(row, name) == action


@pytest.mark.parametrize("position", [naming, bidding, playing, over])
def test_parse_is_the_inverse_of_name_at_any_time(position: Callable[[], Row]) -> None:
    row = position()
    names = [wizard.name(row, action) for action in range(85)]
    assert len(set(names)) == 85
    assert [parse(row, name) for name in names] == list(range(85))


@pytest.mark.parametrize("action", [-1, 85])
def test_what_is_no_action_has_no_name(action: int) -> None:
    with pytest.raises(Mistake, match=f"^{action} is not an action of Wizard; allowed: 0 to 84$"):
        wizard.name(playing(), action)


def test_a_bare_w_or_j_is_the_lowest_one_in_the_hand_of_the_seat_to_move() -> None:
    row = table("R1 R2 R3", "W2 W3 J4", "W1 J2 J3", turned_up="J1")
    act(row, "bid 0", "bid 0", "bid 0")
    assert (parse(row, "W"), parse(row, "J")) == (DECK.index("W2"), DECK.index("J4"))
    act(row, "W")
    assert (parse(row, "W"), parse(row, "J")) == (DECK.index("W1"), DECK.index("J2"))
    act(row, "J")
    assert refusal(wizard, row, parse(row, "W")) == "W1 is not in the hand"
    assert refusal(wizard, row, parse(row, "J")) == "J1 is not in the hand"


def test_a_bare_w_is_read_by_a_seat_that_sees_only_its_own_hand() -> None:
    row = table("R1 R2", "W2 W3", "W1 W4", turned_up="J1")
    act(row, "bid 0", "bid 0", "bid 0")
    assert parse(hidden(row, 1), "W") == DECK.index("W2")


def test_a_bare_number_is_a_bid_while_a_bid_is_due() -> None:
    assert [parse(bidding(), str(bid)) for bid in range(21)] == list(range(60, 81))


def test_a_bare_letter_is_a_trump_while_the_trump_is_due() -> None:
    assert [parse(naming(), letter) for letter in "RYGB"] == [81, 82, 83, 84]


EVER_WRONG = [
    "",
    "r1",
    "R0",
    "R14",
    "R01",
    "X1",
    "W0",
    "W5",
    "J5",
    "bid",
    "bid 21",
    "bid -1",
    "bid  1",
    "bid 01",
    "Bid 1",
]
EVER_WRONG += [
    "trump",
    "trump X",
    "trump r",
    "trump red",
    " R1",
    "R1 ",
    "R1\n",
    "21",
    "01",
    "-1",
    "²",
    "bid ٣",
    "w",
    "WW",
]


@pytest.mark.parametrize(
    ("position", "text"),
    [
        *((position, text) for position in (naming, bidding, playing, over) for text in EVER_WRONG),
        (naming, "1"),
        (playing, "1"),
        (over, "1"),
        (bidding, "R"),
        (playing, "R"),
        (over, "B"),
    ],
)
def test_what_names_no_action_is_a_mistake_that_says_what_would(position: Callable[[], Row], text: str) -> None:
    with pytest.raises(Mistake) as caught:
        parse(position(), text)
    assert str(caught.value) == (
        f"{text!r} is no action of Wizard; allowed: a card such as R13, J1 or W1, a bid such as 'bid 2', "
        "a trump such as 'trump B'"
    )


def test_a_very_long_text_is_quoted_only_in_part() -> None:
    with pytest.raises(Mistake, match=r"^'x{40}' is no action of Wizard"):
        parse(playing(), "x" * 10_000)


# The deal in words


def test_the_state_of_a_full_row_tells_everything() -> None:
    row = table("R1 R2 B3", "Y1 J2 R3", "G1 R5 W1", turned_up="Y9")
    act(row, "bid 0", "bid 1", "bid 3", "R3")
    expected = {
        "round": 1,
        "cards": 3,
        "dealer": 0,
        "still_in": [0, 1, 2],
        "totals": [0, 0, 0],
        "turned_up": "Y9",
        "trump": "yellow",
        "trump_named": False,
        "phase": "play",
        "to_move": 2,
        "hands": [["R1", "R2", "B3"], ["Y1", "J2"], ["R5", "G1", "W1"]],
        "bids": [3, 0, 1],
        "tricks": [0, 0, 0],
        "led": "red",
        "trick": [{"seat": 1, "card": "R3"}],
    }
    assert wizard.state(row) == expected
    assert json.loads(json.dumps(wizard.state(row))) == expected
    assert wizard.state(hidden(row, 2)) == expected | {"hands": [None, None, ["R5", "G1", "W1"]]}
    assert wizard.state(hidden(row, 1)) == expected | {"hands": [None, ["Y1", "J2"], None]}


def test_the_state_follows_the_phases_of_a_deal() -> None:
    row = table("R1 R2", "Y1 Y2", "G1 G2", turned_up="W1")
    told = [wizard.state(row)]
    for action in ["trump B", "bid 0", "bid 0", "bid 2", "Y1", "G1", "R1", "Y2", "G2", "R2"]:
        act(row, action)
        told.append(wizard.state(row))
    assert [state["phase"] for state in told] == ["name trump"] + ["bid"] * 3 + ["play"] * 6 + ["over"]
    assert [state["to_move"] for state in told] == [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, None]
    assert [state["trump"] for state in told] == [None] + ["blue"] * 10
    assert [state["bids"] for state in told[2:5]] == [[None, 0, None], [None, 0, 0], [2, 0, 0]]
    assert [state["led"] for state in told[4:8]] == [None, "yellow", "yellow", None]
    assert [len(state["trick"]) for state in told] == [0, 0, 0, 0, 0, 1, 2, 0, 1, 2, 0]
    assert told[-1]["tricks"] == [0, 2, 0]
    assert told[-1]["hands"] == [[], [], []]


@pytest.mark.parametrize("card", ["W1", "W2", "W3", "W4"])
def test_the_state_says_that_a_trump_was_named_after_any_wizard_turned_up(card: str) -> None:
    row = table("R1", "Y1", "G1", turned_up=card)
    assert wizard.state(row)["trump_named"] is False, "it is not named yet"
    act(row, "trump R")
    assert wizard.state(row)["trump_named"] is True


@pytest.mark.parametrize(("card", "choice"), [("W1", "random"), ("J4", "dealer"), ("B13", "dealer")])
def test_a_trump_that_fell_by_itself_was_not_named(card: str, choice: str) -> None:
    assert wizard.state(table("R1", "Y1", "G1", turned_up=card, trump_choice=choice))["trump_named"] is False


def test_an_empty_hand_is_shown_as_empty_also_where_hands_are_hidden() -> None:
    row = table("R1", "Y1", "G1", turned_up="J1")
    act(row, "bid 0", "bid 0", "bid 0", "Y1")
    assert wizard.state(hidden(row, 0))["hands"] == [["R1"], [], None]


def test_a_seat_that_left_is_shown_with_no_hand_and_no_bid() -> None:
    row = without_seat_3((0, 10, 20, -30))
    state = wizard.state(hidden(row, 0))
    assert state["still_in"] == [0, 1, 2]
    assert state["totals"] == [0, 10, 20, -30]
    assert state["hands"] == [["R1", "R2", "R3"], None, None, []]
    assert state["bids"] == [None, None, None, None]


def test_hiding_blanks_only_what_the_seat_may_not_see() -> None:
    row = playing()
    for seat in range(3):
        changed = [column for column, value in enumerate(hidden(row, seat)) if value != row[column]]
        assert changed == [HAND + other for other in range(3) if other != seat]


# Luck


def draws_of_deal(number: int, setup: Row, rules: Row) -> list[int]:
    bounds = wizard.bounds(rules)[: wizard.draws_needed(setup)]
    return luck.draws(bytes(32), f"wizard/deal/{number}", bounds)


def shuffled(draws: Sequence[int]) -> list[str]:
    deck, order = DECK.copy(), []
    for place, draw in enumerate(draws):
        order.append(deck[place + draw])
        deck[place + draw] = deck[place]
    return order


def played(rules: Row, deals: int, moves: int) -> list[Row]:
    """Return finished deals of one seed whose actions another seed picks at random."""
    random, finished = Random(moves), list[Row]()
    for number in range(deals):
        setup = wizard.next_deal(rules, finished)
        row = wizard.deal(setup, draws_of_deal(number, setup, rules))
        while to_move(row) != NOBODY:
            play(row, random.choice(legal(row)))
        finished.append(row)
    return finished


@pytest.mark.parametrize("choice", ["dealer", "random"])
def test_deal_seven_has_the_same_cards_whatever_was_played_before(choice: str) -> None:
    rules = rules_of(4, trump_choice=choice)
    starts = []
    for moves in range(5):
        setup = wizard.next_deal(rules, played(rules, 6, moves))
        starts.append(wizard.deal(setup, draws_of_deal(6, setup, rules)))
    assert len({tuple(row[TOTAL : TOTAL + 4]) for row in starts}) == 5
    assert len({tuple(row[HAND : HAND + 4]) for row in starts}) == 1
    assert len({row[TURNED_UP] for row in starts}) == 1
    assert {row[DEALER] for row in starts} == {2}


def test_after_an_elimination_the_same_deck_is_dealt_to_the_seats_still_in() -> None:
    rules = rules_of(6, series="elimination")
    deck = shuffled(luck.draws(bytes(32), "wizard/deal/10", range(60, 0, -1)))
    leavers = set()
    for moves in range(8):
        setup = wizard.next_deal(rules, played(rules, 10, moves))
        row = wizard.deal(setup, draws_of_deal(10, setup, rules))
        leavers |= set(members(setup[STILL_IN] ^ 0b111111))
        for place, seat in enumerate(members(setup[STILL_IN])):
            hand = {DECK[card] for card in members(row[HAND + seat])}
            assert hand == set(deck[11 * place : 11 * place + 11])
        assert DECK[row[TURNED_UP]] == deck[55]
    assert len(leavers) > 2


def test_cards_go_from_the_top_of_the_deck_to_the_seats_in_turn_and_the_next_is_turned_up() -> None:
    row = wizard.deal(wizard.next_deal(rules_of(3, series=[2]), []), luck.draws_for(DECK, DECK[::-1]))
    assert wizard.state(row)["hands"] == [["W3", "W4"], ["W1", "W2"], ["J3", "J4"]]
    assert wizard.state(row)["turned_up"] == "J2"
