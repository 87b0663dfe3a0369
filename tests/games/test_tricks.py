import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.cards import IN_SUIT, NO_CARD, NO_SUIT, members
from overtrick.games.contract import NOBODY, Row
from overtrick.games.tricks import (
    BEST,
    CARDS,
    HAND,
    LATEST,
    LEAD_FIRST_SUIT_CARD,
    LEAD_OFFICIAL,
    LEAD_RULE,
    LEADER,
    NEXT,
    OWN,
    PLAYED,
    SEATS,
    TRICKS,
    TRUMP,
    TURN,
    VOIDS,
    WON,
    beaters,
    begin_tricks,
    cards_left,
    hide_hands,
    led_suit,
    play_card,
    playable,
    trick,
)

SUITS = "RYGB"
CARD_NAMES = [f"{suit}{rank}" for suit in SUITS for rank in range(1, 14)]
CARD_NAMES += ["J1", "J2", "J3", "J4", "W1", "W2", "W3", "W4"]
NO_TRUMP = ""

both_rules = pytest.mark.parametrize("lead_rule", [LEAD_OFFICIAL, LEAD_FIRST_SUIT_CARD], ids=["official", "first-suit"])


def position(*hands: str, trump: str = NO_TRUMP, leader: int = 0, lead_rule: int = LEAD_OFFICIAL) -> Row:
    row = [0] * OWN
    row[SEATS] = len(hands)
    row[CARDS] = len(hands[0].split())
    row[TRUMP] = SUITS.index(trump) if trump else NO_SUIT
    row[LEAD_RULE] = lead_rule
    for seat, hand in enumerate(hands):
        row[HAND + seat] = sum(1 << CARD_NAMES.index(card) for card in hand.split())
        row[NEXT + seat] = (seat + 1) % len(hands)
    begin_tricks(row, leader)
    row[TURN] = leader
    return row


def names(mask: int) -> str:
    return " ".join(CARD_NAMES[card] for card in members(mask))


def choices(row: Row) -> str:
    return names(playable(row))


def play(row: Row, cards: str) -> None:
    for card in cards.split():
        assert card in choices(row).split()
        play_card(row, CARD_NAMES.index(card))


def choices_after(row: Row, cards: str) -> list[str]:
    """Play cards and return what the next seat may play after each."""
    found = []
    for card in cards.split():
        play(row, card)
        found.append(choices(row))
    return found


def winner(cards: str, trump: str = NO_TRUMP, lead_rule: int = LEAD_OFFICIAL) -> int:
    """Return the place of the winning card of a trick of hands of one card."""
    row = position(*cards.split(), trump=trump, lead_rule=lead_rule)
    play(row, cards)
    assert row[TRICKS] == 1
    return row[WON : WON + 6].index(1)


# The corners: who may play what


@both_rules
def test_after_a_led_jester_the_next_suit_card_is_the_led_suit(lead_rule: int) -> None:
    row = position("J1 R2", "G4 B9", "R6 W1", "G2 B3", lead_rule=lead_rule)
    play(row, "J1")
    assert led_suit(row) == NO_SUIT
    assert choices(row) == "G4 B9"
    play(row, "G4")
    assert led_suit(row) == SUITS.index("G")
    assert choices(row) == "R6 W1"
    play(row, "R6")
    assert choices(row) == "G2"
    play(row, "G2")
    assert row[LEADER] == 1


@both_rules
def test_after_two_jesters_the_next_suit_card_is_the_led_suit(lead_rule: int) -> None:
    row = position("J1 R2", "J2 B9", "R6 B4", "R5 B3", lead_rule=lead_rule)
    assert choices_after(row, "J1 J2 B4") == ["B9 J2", "R6 B4", "B3"]
    play(row, "B3")
    assert row[LEADER] == 2


@pytest.mark.parametrize(
    ("lead_rule", "led", "third", "fourth"),
    [(LEAD_OFFICIAL, "", "R1 R9 G5 J2", "Y1 Y3 G2 W2"), (LEAD_FIRST_SUIT_CARD, "G", "G5 J2", "G2 W2")],
    ids=["official", "first-suit"],
)
@pytest.mark.parametrize("start", ["J1 W1", "W1 J1", "W1 W3", "W1"], ids=str)
def test_after_a_wizard_with_no_suit_led_all_are_free_or_the_first_suit_card_sets_the_suit(
    start: str, lead_rule: int, led: str, third: str, fourth: str
) -> None:
    before = [f"{card} {rest}" for card, rest in zip(start.split(), ["R2 R3 R4", "B2 B3 B4"], strict=False)]
    row = position(*before, "Y5 Y6 G1 G3", "R1 R9 G5 J2", "Y1 Y3 G2 W2", "Y7 Y8 Y9 J3", trump="Y", lead_rule=lead_rule)
    play(row, start)
    assert led_suit(row) == NO_SUIT
    assert choices(row) == "Y5 Y6 G1 G3"
    play(row, "G3")
    assert led_suit(row) == (SUITS.index(led) if led else NO_SUIT)
    assert choices(row) == third
    play(row, "J2")
    assert choices(row) == fourth
    play(row, "G2")
    # The last seat is void in green: free under either rule, and free to trump in vain.
    assert choices(row) == "Y7 Y8 Y9 J3"
    play(row, "Y7")
    assert row[LEADER] == start.split().index("W1")


@both_rules
@pytest.mark.parametrize("start", ["R5 W1", "J1 R5 W1", "R5 J1 W1", "R5 W1 W2"], ids=str)
def test_a_led_suit_must_still_be_followed_after_a_wizard(start: str, lead_rule: int) -> None:
    before = [f"{card} {rest}" for card, rest in zip(start.split(), ["B2 B3", "B4 B5", "B6 B7"], strict=False)]
    row = position(*before, "R1 G9 J4", "G2 Y2 Y3", trump="G", lead_rule=lead_rule)
    play(row, start)
    assert led_suit(row) == SUITS.index("R")
    assert choices(row) == "R1 J4"
    play(row, "R1")
    assert choices(row) == "Y2 Y3 G2"
    play(row, "G2")
    assert row[LEADER] == start.split().index("W1")


@both_rules
def test_a_wizard_or_a_jester_may_always_be_played_instead_of_following(lead_rule: int) -> None:
    row = position("R1 R2 R3", "R4 G9 J4", "R5 G1 W4", "R6 J1 W1", lead_rule=lead_rule)
    assert choices_after(row, "R1 J4 W4") == ["R4 J4", "R5 W4", "R6 J1 W1"]
    play(row, "J1")
    assert row[LEADER] == 2


def test_only_special_cards_beside_other_suits_leave_a_seat_free() -> None:
    row = position("R1 R2 R3", "G9 J4 W1", "B1 B2 B3")
    play(row, "R1")
    assert choices(row) == "G9 J4 W1"


def test_nobody_must_trump_or_beat() -> None:
    row = position("R5 Y1", "R9 R1", "Y13 B2", trump="Y")
    play(row, "R5")
    assert choices(row) == "R1 R9"
    play(row, "R1")
    assert choices(row) == "Y13 B2"
    play(row, "B2")
    assert row[LEADER] == 0


def test_a_trump_in_the_hand_does_not_excuse_from_following() -> None:
    row = position("R5 Y1", "R9 Y2", "R6 Y3", trump="Y")
    play(row, "R5")
    assert choices(row) == "R9"


@both_rules
def test_the_leader_may_play_any_card(lead_rule: int) -> None:
    row = position("R5 Y1 J1 W1", "R9 Y2 B1 B2", "R6 Y3 B3 B4", trump="Y", lead_rule=lead_rule)
    assert choices(row) == "R5 Y1 J1 W1"


# The corners: who wins


@both_rules
@pytest.mark.parametrize(
    ("cards", "trump", "place"),
    [
        ("J1 R1 R2", "", 2),
        ("J1 R2 R1", "", 1),
        ("J1 R2 Y13", "", 1),
        ("J1 R13 Y1", "Y", 2),
        ("J1 J2 R1", "", 2),
        ("J1 J2 R1 Y2", "", 2),
        ("J1 W1 R13", "R", 1),
        ("J1 W1 W2", "", 1),
        ("J1 R13 W1", "R", 2),
        ("W1 R13 R12", "R", 0),
        ("W1 R1 Y13 B2", "Y", 0),
        ("W1 J1 R3", "", 0),
        ("R1 W1 R13", "R", 1),
        ("R1 W4 W1", "", 1),
        ("W4 W3 W2", "", 0),
        ("W1 W2 W3 W4", "", 0),
        ("R13 W2 W1 R12 W3", "R", 1),
        ("J1 J2 J3", "", 0),
        ("J4 J3 J2 J1", "R", 0),
        ("J4 J3 J2 W1", "R", 3),
        ("R5 R9 R7", "", 1),
        ("R5 R9 R10", "R", 2),
        ("R5 Y1 R13", "Y", 1),
        ("R13 Y1 Y2", "Y", 2),
        ("R13 Y2 Y1", "Y", 1),
        ("Y2 R13 B13 G13", "Y", 0),
        ("R1 Y13 B13 G13", "", 0),
        ("R1 Y13 B13 G13", "R", 0),
        ("R1 Y13 R2 B13", "", 2),
        ("R3 J1 J2 R4 B13 B1", "G", 3),
        ("R13 J1 J2 R4 B13 B1", "B", 4),
    ],
)
def test_the_winner_is_the_first_wizard_else_the_highest_trump_else_of_the_led_suit_else_the_first_jester(
    cards: str, trump: str, place: int, lead_rule: int
) -> None:
    assert winner(cards, trump, lead_rule) == place


@both_rules
@pytest.mark.parametrize("order", list(itertools.permutations(["J1", "J2", "W1", "W2"])), ids=" ".join)
def test_among_only_jesters_and_wizards_the_first_wizard_wins(order: Sequence[str], lead_rule: int) -> None:
    first = min(order.index("W1"), order.index("W2"))
    assert winner(" ".join(order), "R", lead_rule) == first


def winner_by_the_book(cards: list[str], trump: str) -> int:
    wizards = [place for place, card in enumerate(cards) if card[0] == "W"]
    if wizards:
        return wizards[0]
    suited = [place for place, card in enumerate(cards) if card[0] != "J"]
    if not suited:
        return 0
    decisive = trump if trump in [cards[place][0] for place in suited] else cards[suited[0]][0]
    return max((int(cards[place][1:]), place) for place in suited if cards[place][0] == decisive)[1]


TRICKS_OF_CARDS = st.lists(st.sampled_from(CARD_NAMES), min_size=3, max_size=6, unique=True)


@given(TRICKS_OF_CARDS, st.sampled_from(["", *SUITS]), st.sampled_from([LEAD_OFFICIAL, LEAD_FIRST_SUIT_CARD]))
@settings(deadline=None)
def test_every_trick_goes_to_the_winner_the_rules_name(cards: list[str], trump: str, lead_rule: int) -> None:
    assert winner(" ".join(cards), trump, lead_rule) == winner_by_the_book(cards, trump)


def led_by_the_book(cards: list[str], lead_rule: int) -> str:
    for card in cards:
        if card[0] in SUITS:
            return card[0]
        if card[0] == "W" and lead_rule == LEAD_OFFICIAL:
            return ""
    return ""


@given(
    TRICKS_OF_CARDS,
    st.sampled_from([LEAD_OFFICIAL, LEAD_FIRST_SUIT_CARD]),
    st.sets(st.sampled_from(CARD_NAMES), min_size=1, max_size=9),
)
@settings(deadline=None)
def test_the_last_seat_follows_the_suit_the_rules_name(cards: list[str], lead_rule: int, hand: set[str]) -> None:
    *before, last = cards
    held = hand - set(before) | {last}
    row = position(*before, last, lead_rule=lead_rule)
    row[HAND + len(before)] = sum(1 << CARD_NAMES.index(card) for card in held)
    play(row, " ".join(before))
    led = led_by_the_book(before, lead_rule)
    follows = any(card[0] == led for card in held)
    assert set(choices(row).split()) == {card for card in held if not follows or card[0] in (led, "J", "W")}


@pytest.mark.parametrize(
    ("card", "trump", "beaten_by", "not_by"),
    [
        ("R12", "", "R13 W1 W4", "R1 R11 R12 Y1 Y13 B13 J1 J4"),
        ("R13", "", "W1", "R12 Y13 J1"),
        ("R13", "Y", "Y1 Y13 W1", "R12 G13 B1 J1"),
        ("Y5", "Y", "Y6 Y13 W1", "Y4 R13 G13 J1"),
        ("B13", "B", "W1", "B12 R13 J1"),
        ("J1", "", "R1 B13 W1", "J1 J2 J4"),
        ("W4", "R", "", "W1 W2 W3 R13 J1"),
    ],
)
def test_what_beats_a_card_that_is_winning(card: str, trump: str, beaten_by: str, not_by: str) -> None:
    found = names(beaters(CARD_NAMES.index(card), SUITS.index(trump) if trump else NO_SUIT)).split()
    assert set(beaten_by.split()) <= set(found)
    assert not set(not_by.split()) & set(found)


# What the row says along the way


@pytest.mark.parametrize(
    ("cards", "lead_rule", "voids"),
    [
        ("R1 R2 R3 R4", LEAD_OFFICIAL, ["", "", "", ""]),
        ("R1 Y2 B3 G4", LEAD_OFFICIAL, ["", "R", "R", "R"]),
        ("R1 J1 W1 G4", LEAD_OFFICIAL, ["", "", "", "R"]),
        ("J1 Y2 B3 J2", LEAD_OFFICIAL, ["", "", "Y", ""]),
        ("W1 Y2 B3 G4", LEAD_OFFICIAL, ["", "", "", ""]),
        ("W1 Y2 B3 J4", LEAD_FIRST_SUIT_CARD, ["", "", "Y", ""]),
        ("J1 W1 B3 G4", LEAD_OFFICIAL, ["", "", "", ""]),
        ("J1 W1 B3 G4", LEAD_FIRST_SUIT_CARD, ["", "", "", "B"]),
    ],
)
def test_only_a_suit_card_that_does_not_follow_shows_a_void(cards: str, lead_rule: int, voids: list[str]) -> None:
    row = position(*cards.split(), trump="B", lead_rule=lead_rule)
    play(row, cards)
    assert row[VOIDS : VOIDS + 4] == [sum(IN_SUIT[SUITS.index(letter)] for letter in letters) for letters in voids]


def test_shown_voids_stay_and_add_up() -> None:
    row = position("R1 Y1 B1", "G1 G2 G3", "R2 Y2 B2")
    play(row, "R1 G1 R2")
    play(row, "Y2 Y1 G2")
    assert names(row[HAND + 1]) == "G3"
    assert row[VOIDS : VOIDS + 3] == [0, IN_SUIT[0] | IN_SUIT[1], 0]
    play(row, "B2 B1 G3")
    assert row[VOIDS : VOIDS + 3] == [0, IN_SUIT[0] | IN_SUIT[1] | IN_SUIT[3], 0]


def test_a_trick_is_shown_in_the_order_played_until_it_ends() -> None:
    row = position("R1 Y1", "R2 Y2", "R3 W1", leader=2)
    assert trick(row) == []
    play(row, "R3")
    assert trick(row) == [(2, CARD_NAMES.index("R3"))]
    assert (row[TURN], row[BEST], row[LEADER]) == (0, 2, 2)
    play(row, "R1")
    assert trick(row) == [(2, CARD_NAMES.index("R3")), (0, CARD_NAMES.index("R1"))]
    play(row, "R2")
    assert trick(row) == []
    assert (row[TURN], row[BEST], row[LEADER], led_suit(row)) == (2, NOBODY, 2, NO_SUIT)


def test_the_winner_of_a_trick_leads_the_next_and_the_last_trick_ends_the_deal() -> None:
    row = position("R1 Y1", "R2 Y3", "R3 Y2")
    assert row[LATEST : LATEST + 3] == [NO_CARD, NO_CARD, NO_CARD]
    play(row, "R1 R2 R3")
    assert (row[TURN], row[TRICKS], row[WON : WON + 3]) == (2, 1, [0, 0, 1])
    play(row, "Y2 Y1 Y3")
    assert (row[TURN], row[TRICKS], row[WON : WON + 3]) == (NOBODY, 2, [0, 1, 1])
    assert names(row[PLAYED]) == "R1 R2 R3 Y1 Y2 Y3"
    assert row[HAND : HAND + 3] == [0, 0, 0]
    assert [CARD_NAMES[card] for card in row[LATEST : LATEST + 3]] == ["Y1", "Y3", "Y2"]


def test_the_turn_goes_the_way_the_row_says_and_passes_over_a_seat_that_left() -> None:
    row = position("R1 Y1", "B1 B2", "R2 Y2", "R3 Y3", leader=2)
    row[NEXT : NEXT + 4] = [3, 0, 0, 2]  # downwards, without seat 1
    seats = []
    for card in ["R2", "R1", "R3"]:
        seats.append(row[TURN])
        play(row, card)
    assert seats == [2, 0, 3]
    assert (row[TRICKS], row[LEADER]) == (1, 3)


def test_cards_left_are_known_also_where_the_hand_is_hidden() -> None:
    row = position("R1 Y1", "R2 Y2", "R3 Y3")
    play(row, "R1")
    hide_hands(row, 1)
    assert [names(row[HAND + seat]) for seat in range(3)] == ["", "R2 Y2", ""]
    assert [cards_left(row, seat) for seat in range(3)] == [1, 2, 2]
    assert choices(row) == "R2"


def test_a_row_hidden_from_everybody_keeps_no_hand() -> None:
    row = position("R1", "R2", "R3", "R4", "R5", "R6")
    hide_hands(row, NOBODY)
    assert row[HAND : HAND + 6] == [0, 0, 0, 0, 0, 0]
