"""How many ways small deals can go: numbers worked out by hand, or by a few lines written from the rules alone."""

import itertools
from collections.abc import Sequence
from functools import partial

import pytest

from overtrick.core.luck import draws_for
from overtrick.games.contract import Game, Row, settled
from overtrick.games.duel import rulebook as duel
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import TOTAL

DUEL_DECK = [f"{suit}{value}" for suit in "SHDC" for value in ("A", "2", "3")]
WIZARD_DECK = [f"{suit}{rank}" for suit in "RYGB" for rank in range(1, 14)]
WIZARD_DECK += ["J1", "J2", "J3", "J4", "W1", "W2", "W3", "W4"]

Hands = Sequence[str]


def sequences(game: Game, row: Row, depth: int = 100) -> int:
    """Return the number of different sequences of actions, to the end of the deal or so many actions deep."""
    actions = game.legal(row)
    if depth == 1 or not actions:
        return max(1, len(actions))
    total = 0
    for action in actions:
        copy = row.copy()
        game.play(copy, action)
        total += sequences(game, copy, depth - 1)
    return total


# The duel


def duel_table(hands: Hands) -> Row:
    order = " ".join(hands).split()
    rules = duel.rules(2, settled(duel, 2, {"ranks": 3, "stock": 12 - len(order)}))
    return duel.deal(duel.next_deal(rules, []), draws_for(DUEL_DECK, order))


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        # One card each: nothing to choose.
        (["SA", "S2"], 1),
        (["S3", "H2"], 1),
        # No suit in common: two leads and two answers; the lead wins, and each has one card left. 2 * 2.
        (["SA S2", "HA H2"], 4),
        # Each lead has one answer, and then one card is left to each: as many sequences as first leads.
        (["SA H2", "S2 HA"], 2),
        # Both leads leave the other only S2; then one card is left to each.
        (["SA S3", "S2 HA"], 2),
        # SA can be followed by S2 or S3; HA cannot be followed, so again either may be played. 2 + 2.
        (["SA HA", "S2 S3"], 4),
        # No suit in common: 3 * 3 for the first trick, 2 * 2 for the second, 1 for the last.
        (["SA S2 S3", "HA H2 H3"], 36),
        # In every suit there is one card on each side, so an answer is always forced, and whoever
        # wins has all leads left: 3 in the first trick, 2 in the second, 1 in the last.
        (["SA H3 D2", "S2 HA D3"], 6),
        # First S: 1 answer (S3, which wins). The other then leads H3 or D3, which cannot be followed by
        #   H, so two cards may answer H3; D3 is followed by D2 or DA, two again. Either way the last
        #   trick is forced: 2 + 2 = 4.
        # First D2 (or DA): answer D3, which wins. The other leads S3: SA must follow, 1 way.
        #   It leads H3: SA or the other diamond, 2 ways. That is 3, for each of the two diamonds.
        # 4 + 3 + 3 = 10.
        (["SA DA D2", "S3 H3 D3"], 10),
    ],
)
def test_small_duels_can_go_as_many_ways_as_worked_out_by_hand(hands: Hands, expected: int) -> None:
    assert sequences(duel, duel_table(hands)) == expected


def duel_by_the_book(leads: frozenset[str], answers: frozenset[str]) -> int:
    total = 0
    for card in leads:
        for answer in [other for other in answers if other[0] == card[0]] or answers:
            rest, other_rest = leads - {card}, answers - {answer}
            if not rest:
                total += 1
            elif answer[0] == card[0] and "A23".index(answer[1]) > "A23".index(card[1]):
                total += duel_by_the_book(other_rest, rest)
            else:
                total += duel_by_the_book(rest, other_rest)
    return total


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (["SA S2 H3", "S3 HA H2"], 8),
        (["SA H2 D3", "S2 S3 C2"], 28),
        (["SA S3 HA D2", "S2 H2 H3 C3"], 162),
        (["SA S3 HA D2 C2", "S2 H2 H3 C3 CA"], 1_382),
        (["SA S3 HA H2 D2 C2", "S2 H3 DA D3 C3 CA"], 8_160),
        (["SA S2 S3 HA H2 D2", "H3 DA D3 CA C2 C3"], 96_048),
    ],
)
def test_larger_duels_can_go_as_many_ways_as_the_rules_say(hands: Hands, expected: int) -> None:
    first, second = (frozenset(hand.split()) for hand in hands)
    assert sequences(duel, duel_table(hands)) == duel_by_the_book(first, second) == expected


# Wizard: seat 0 deals, so seat 1 bids and leads first


def wizard_table(hands: Hands, turned_up: str, **options: object) -> Row:
    order = " ".join([*hands, turned_up]).split()
    rules = wizard.rules(len(hands), settled(wizard, len(hands), {"series": [len(hands[0].split())], **options}))
    return wizard.deal(wizard.next_deal(rules, []), [*draws_for(WIZARD_DECK, order), 2])


@pytest.mark.parametrize(
    ("seats", "turned_up", "options", "expected"),
    [
        # Each seat bids 0 or 1 and plays its only card.
        (3, "R9", {}, 2 * 2 * 2),
        (3, "J1", {}, 2 * 2 * 2),
        (4, "R9", {}, 2 * 2 * 2 * 2),
        (6, "R9", {}, 2 * 2 * 2 * 2 * 2 * 2),
        # The hook does not bind in a round of one card; nobody leads before the first round.
        (3, "R9", {"hook": "on"}, 2 * 2 * 2),
        (3, "R9", {"hook": "canadian"}, 2 * 2 * 2),
        (3, "R9", {"bidding": "hidden"}, 2 * 2 * 2),
        # First the dealer names one of four suits, unless it is drawn.
        (3, "W1", {}, 4 * 2 * 2 * 2),
        (3, "W1", {"bidding": "hidden"}, 4 * 2 * 2 * 2),
        (3, "W1", {"trump_choice": "random"}, 2 * 2 * 2),
    ],
)
def test_a_round_of_one_card_can_go_as_many_ways_as_worked_out_by_hand(
    seats: int, turned_up: str, options: dict[str, object], expected: int
) -> None:
    hands = ["R1", "Y1", "G1", "B1", "J4", "W4"][:seats]
    assert sequences(wizard, wizard_table(hands, turned_up, **options)) == expected


NO_COMMON_SUIT = ["R1 R2", "Y1 Y2", "G1 G2"]
LED_WIZARD = ["R9 Y9", "W1 R1", "R5 Y5"]


@pytest.mark.parametrize(
    ("hands", "turned_up", "options", "expected"),
    [
        # Three bids from 0 to 2: 27. Nobody can follow, so each seat chooses freely once: 8.
        (NO_COMMON_SUIT, "J1", {}, 27 * 8),
        (NO_COMMON_SUIT, "J1", {"direction": "anticlockwise"}, 27 * 8),
        (NO_COMMON_SUIT, "J1", {"bidding": "hidden"}, 27 * 8),
        (NO_COMMON_SUIT, "W2", {}, 4 * 27 * 8),
        # The hook forbids the six triples with the sum 2: 200, 020, 002, 110, 101 and 011.
        (NO_COMMON_SUIT, "J1", {"hook": "on"}, 21 * 8),
        (NO_COMMON_SUIT, "W2", {"hook": "on"}, 4 * 21 * 8),
        (NO_COMMON_SUIT, "J1", {"hook": "canadian"}, 27 * 8),
        # Seat 1 leads W1: officially the two others are free, 4 ways, and W1 wins; R1 and the rest are forced.
        # Seat 1 leads R1: R5 and R9 are forced, and then the last cards. 4 + 1.
        (LED_WIZARD, "J1", {}, 27 * 5),
        (LED_WIZARD, "J1", {"hook": "on"}, 21 * 5),
        # Where the first suit card sets the suit, R5 forces R9 and Y5 forces Y9. 2 + 1.
        (LED_WIZARD, "J1", {"lead_rule": "first-suit-card"}, 27 * 3),
        (LED_WIZARD, "J1", {"lead_rule": "first-suit-card", "hook": "on"}, 21 * 3),
    ],
)
def test_a_round_of_two_cards_can_go_as_many_ways_as_worked_out_by_hand(
    hands: Hands, turned_up: str, options: dict[str, object], expected: int
) -> None:
    assert sequences(wizard, wizard_table(hands, turned_up, **options)) == expected


def test_the_canadian_hook_takes_three_ways_from_a_dealer_who_leads_alone() -> None:
    # Of the six triples with the sum 2 the dealer has bid 0 in three, which stays allowed. 24 * 8.
    row = wizard_table(NO_COMMON_SUIT, "J1", hook="canadian")
    row[TOTAL] = 10
    assert sequences(wizard, row) == 24 * 8


def bids_by_the_book(seats: int, cards: int, hooked: bool) -> int:
    bids = itertools.product(range(cards + 1), repeat=seats)
    return sum(not (hooked and cards > 1 and sum(made) == cards) for made in bids)


def led_by_the_book(trick: list[str], first_suit_card: bool) -> str:
    cards = [card for card in trick if card[0] not in ("JW" if first_suit_card else "J")]
    return "" if not cards or cards[0][0] == "W" else cards[0][0]


def winner_by_the_book(trick: list[str], trump: str) -> int:
    def strength(place: int) -> tuple[int, int, int]:
        kind, rank = trick[place][0], int(trick[place][1:])
        if kind in "WJ":
            return (4 if kind == "W" else 1, 0, -place)
        led = next(card[0] for card in trick if card[0] not in "WJ")
        return (3 if kind == trump else 2 if kind == led else 0, rank, -place)

    return max(range(len(trick)), key=strength)


def plays_by_the_book(hands: list[frozenset[str]], trump: str, first_suit_card: bool, trick: list[str]) -> int:
    """Return the ways to play on; the hand of whoever is to play stands first."""
    hand, seats = hands[0], len(hands)
    if not hand:
        return 1
    led = led_by_the_book(trick, first_suit_card)
    follows = any(card[0] == led for card in hand)
    total = 0
    for card in hand:
        if follows and card[0] not in (led, "J", "W"):
            continue
        after, played = [*hands[1:], hand - {card}], [*trick, card]
        if len(played) == seats:
            place = winner_by_the_book(played, trump)
            after, played = after[place:] + after[:place], []
        total += plays_by_the_book(after, trump, first_suit_card, played)
    return total


@pytest.mark.parametrize("options", [{}, {"hook": "on"}, {"bidding": "hidden"}, {"preset": "house"}], ids=str)
@pytest.mark.parametrize(
    ("hands", "turned_up", "official", "house"),
    [
        (["R1 Y1", "R2 Y2", "R3 G1"], "Y9", 3, 5),
        (["J1 Y1", "W1 Y2", "R3 W2"], "J4", 8, 8),
        (["R1 Y1 W1", "R2 J2 B5", "R3 G1 B6"], "B9", 80, 119),
        (["W1 W2 R1", "J1 Y2 R4", "R3 Y3 G1"], "R9", 96, 120),
        (["R1 Y1", "W1 Y2", "R3 Y5", "R8 Y8"], "G9", 9, 4),
        (["J1 Y1", "W1 J2", "R3 Y5", "R8 Y8"], "Y9", 12, 8),
    ],
)
def test_larger_rounds_can_go_as_many_ways_as_the_rules_say(
    hands: Hands, turned_up: str, official: int, house: int, options: dict[str, object]
) -> None:
    seats, cards = len(hands), len(hands[0].split())
    first_suit_card = options == {"preset": "house"}
    trump = "" if turned_up[0] == "J" else turned_up[0]
    # The seat after the dealer leads: seat 1, or the last seat where the turn goes down.
    order = [0, *range(seats - 1, 0, -1)] if first_suit_card else list(range(seats))
    held = [frozenset(hands[seat].split()) for seat in [*order[1:], order[0]]]
    plays = plays_by_the_book(held, trump, first_suit_card, [])
    assert plays == (house if first_suit_card else official)
    row = wizard_table(hands, turned_up, **{**options, "series": [cards]})
    assert sequences(wizard, row) == plays * bids_by_the_book(seats, cards, options.get("hook") == "on")


# Figgie: prices are listed up to the most money that a seat has, 300 after an ante of 50

SUITS = range(4)


def figgie_table(seats: int = 4, model: str = "turn", order: Sequence[int] = ()) -> Row:
    """Return a deal of 12 spades, 8 clubs, 10 hearts and 10 diamonds, in this order."""
    rules = figgie.rules(seats, settled(figgie, seats, {"model": model}))
    setup = figgie.next_deal(rules, [])
    draws = draws_for(range(40), [*order, *(card for card in range(40) if card not in order)])
    return figgie.deal(setup, [*draws, *[0] * (figgie.draws_needed(setup) - 40)])


# Dealt in order, seat 0 has ten spades, seat 1 two spades and eight clubs, seat 2 hearts, seat 3 diamonds.


@pytest.mark.parametrize(
    ("seats", "model", "expected"),
    [
        # Pass, bid 1 to 300 for each of four suits, offer spades at 1 to 300.
        (4, "turn", 1 + 4 * 300 + 300),
        # The ante of five seats is 40.
        (5, "turn", 1 + 4 * 310 + 310),
        # In a tick anything may be named: also four buys and four sells, and offers of every suit.
        (4, "tick", 1 + 8 + 4 * 300 + 4 * 300),
        (5, "tick", 1 + 8 + 4 * 310 + 4 * 310),
    ],
)
def test_the_first_action_of_figgie_can_go_as_many_ways_as_worked_out_by_hand(
    seats: int, model: str, expected: int
) -> None:
    assert sequences(figgie, figgie_table(seats, model), 1) == expected


def test_two_actions_of_figgie_can_go_as_many_ways_as_worked_out_by_hand() -> None:
    # Seat 0 passes: seat 1 passes, bids in four suits or offers spades or clubs: 1 + 1200 + 600.
    passed = 1801
    # Seat 0 bids p for spades or for clubs: seat 1 passes, sells, bids above p in that suit and anything
    # in three others, offers above p in that suit and anything in its other one:
    # 1 + 1 + (300 - p) + 900 + (300 - p) + 300 = 1802 - 2p; summed over p from 1 to 300.
    bid_for_held = 300 * 1802 - 300 * 301
    # Seat 0 bids p for hearts or for diamonds, which seat 1 does not hold, so it can neither sell nor offer
    # them: 1 + (300 - p) + 900 + 600 = 1801 - p.
    bid_for_other = 300 * 1801 - 300 * 301 // 2
    # Seat 0 offers spades at p: seat 1 passes, buys, bids below p or in three other suits, offers spades
    # below p or clubs: 1 + 1 + (p - 1) + 900 + (p - 1) + 300 = 1200 + 2p.
    offered = 300 * 1200 + 300 * 301
    expected = passed + 2 * bid_for_held + 2 * bid_for_other + offered
    assert expected == 2_343_001
    assert sequences(figgie, figgie_table(), 2) == expected


def test_after_a_trade_all_books_are_empty_and_the_money_has_moved() -> None:
    row = figgie_table()
    for words in ["bid spades 8", "sell spades"]:
        figgie.play(row, figgie.parse(row, words))
    # Seat 1 now has 308, which is the highest price of an offer. Seat 2 has 300 and holds only hearts.
    assert sequences(figgie, row, 1) == 1 + 4 * 300 + 308


def choices_by_the_book(held: Sequence[int], quoted: tuple[int, str, int] | None) -> int:
    """Return how many actions a seat with 300 has that holds these suits, beside at most one quote of another."""
    total = 1
    for suit in SUITS:
        low, high = 0, 301
        if quoted is not None and quoted[0] == suit:
            low, high = (quoted[2], 301) if quoted[1] == "bid" else (0, quoted[2])
            total += quoted[1] == "offer" or suit in held
        between = sum(low < price < high for price in range(1, 301))
        total += between + (between if suit in held else 0)
    return total


def test_two_actions_of_figgie_can_go_as_many_ways_as_the_rules_say() -> None:
    # Seat 0 holds all suits, seat 1 only spades and hearts.
    row = figgie_table(order=[0, 1, 2, 12, 13, 14, 20, 21, 30, 31, 3, 4, 5, 6, 7, 22, 23, 24, 25, 26])
    quotes = [(suit, side, price) for suit in SUITS for side in ("bid", "offer") for price in range(1, 301)]
    expected = choices_by_the_book([0, 2], None) + sum(map(partial(choices_by_the_book, [0, 2]), quotes))
    assert sequences(figgie, row, 1) == 1 + len(quotes) == 2401
    assert sequences(figgie, row, 2) == expected == 3_784_201
