"""Wizard: say how many tricks you will take, then take exactly that many.

Actions: 0-59 play that card (13 * suit + rank, then Jesters, then Wizards),
60-80 bid 0 to 20 tricks, 81-84 name a trump suit.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from overtrick.core.cards import BIT, NO_CARD, NO_SUIT, RANKS, lowest, members, random_member, suit, take
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Event, Row, ranked
from overtrick.games.options import Option, Value
from overtrick.games.tricks import (
    CARDS,
    DECK_SIZE,
    HAND,
    JESTER,
    JESTERS,
    LEAD_RULE,
    MASTER,
    MASTERS,
    MAX_SEATS,
    NEXT,
    OWN,
    TRUMP,
    TURN,
    WON,
    begin_tricks,
    hand_names,
    hide_hands,
    led_suit,
    play_card,
    playable,
    trick,
)
from overtrick.games.tricks import SEATS as SEAT_COUNT

NAME = "wizard"
VERSION = 1
SUMMARY = "Bid how many tricks you will take, then take exactly that many."
SEATS = range(3, 7)

MAX_CARDS = 20
WIZARD, WIZARDS = MASTER, MASTERS
DECK = BIT[:DECK_SIZE]

FIRST_BID = DECK_SIZE
FIRST_TRUMP = FIRST_BID + MAX_CARDS + 1
ACTIONS = FIRST_TRUMP + 4

NAMING, BIDDING, PLAYING = 0, 1, 2
HOOK_OFF, HOOK_ON, HOOK_CANADIAN = 0, 1, 2
NO_BID = -1

# Columns behind those of every trick game; BID and TOTAL have one place per seat.
(
    STEP,  # 1 clockwise, -1 anticlockwise
    HOOK,
    HIDDEN_BIDS,
    RANDOM_TRUMP,
    ELIMINATION,
    ROUND,  # from 1
    DEALER,
    STILL_IN,  # mask of seats
    PHASE,
    TURNED_UP,  # the card, or NO_CARD if none was left
) = range(OWN, OWN + 10)
BID, TOTAL = OWN + 10, OWN + 10 + MAX_SEATS
WIDTH = OWN + 10 + 2 * MAX_SEATS
# TOTAL   points before this deal

KEPT = {"bids": BID, "tricks": WON}
FACTS = ("rounds", "exact bids")
PATIENCE = 10

OPTIONS = (
    Option("direction", ("clockwise", "anticlockwise"), "clockwise", "Which way turn and deal go round."),
    Option(
        "lead_rule",
        ("official", "first-suit-card"),
        "official",
        "After a Wizard where no suit is led yet: all are free, or the first suit card still sets the suit.",
    ),
    Option(
        "series",
        ("standard", "elimination", "tournament-10"),
        "standard",
        "Until the deck is used up; 20 rounds in which the lowest leave; ten rounds; or the hand sizes you list.",
        lists=range(1, MAX_CARDS + 1),
    ),
    Option(
        "hook",
        ("off", "on", "canadian"),
        "off",
        "Whether the dealer may make the bids add up to the tricks; canadian forbids it to a sole leader alone.",
    ),
    Option("bidding", ("open", "hidden"), "open", "Bids in turn, or revealed together before play."),
    Option("trump_choice", ("dealer", "random"), "dealer", "Who names the trump suit when a Wizard is turned up."),
)
PRESETS: Mapping[str, Mapping[str, Value]] = {
    "official": {},
    "house": {"direction": "anticlockwise", "lead_rule": "first-suit-card", "series": "elimination"},
}
TOURNAMENT_10 = {
    3: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
    4: [1, 3, 5, 7, 9, 11, 12, 13, 14, 15],
    5: [2, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    6: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
}

(
    OK,
    NOT_AN_ACTION,
    DEAL_IS_OVER,
    TRUMP_IS_DUE,
    BID_IS_DUE,
    CARD_IS_DUE,
    BID_TOO_HIGH,
    BIDS_WOULD_BE_EVEN,
    CARD_NOT_HELD,
    MUST_FOLLOW_SUIT,
) = range(10)
REFUSALS = (
    "",
    f"{{action}} is not an action of Wizard, whose actions are 0 to {ACTIONS - 1}",
    "{action} comes too late: the deal is over",
    "{action} comes too early: first the dealer names the trump suit",
    "{action} does not fit: a bid is due",
    "{action} does not fit: a card is due",
    "{action} is more than there are tricks in this round",
    "{action} would make the bids add up to the tricks, which the hook forbids",
    "{action} is not in the hand",
    "{action} does not follow the led suit, which the hand can",
)


# The series


def rules(seats: int, options: Mapping[str, Value]) -> Row:
    """Return the rules of a match; the hand sizes of the series stand from WIDTH on."""
    if options["bidding"] == "hidden" and options["hook"] != "off":
        raise Mistake(
            f"option bidding is 'hidden' with hook {options['hook']!r}; allowed: hidden bids only with hook off, "
            "because the forbidden bid would tell the sum"
        )
    row = [0] * WIDTH
    row[SEAT_COUNT] = seats
    row[STEP] = 1 if options["direction"] == "clockwise" else -1
    row[LEAD_RULE] = ("official", "first-suit-card").index(str(options["lead_rule"]))
    row[HOOK] = ("off", "on", "canadian").index(str(options["hook"]))
    row[HIDDEN_BIDS] = int(options["bidding"] == "hidden")
    row[RANDOM_TRUMP] = int(options["trump_choice"] == "random")
    row[ELIMINATION] = int(options["series"] == "elimination")
    return row + hand_sizes(seats, options["series"])


def hand_sizes(seats: int, series: Value) -> list[int]:
    """Return the number of cards dealt to each seat, round by round."""
    most = DECK_SIZE // seats
    if isinstance(series, list):
        if max(series) > most:
            raise Mistake(
                f"option series deals {max(series)} cards to each of {seats} seats; allowed: 1 to {most}, "
                f"as there are {DECK_SIZE} cards"
            )
        return series
    if series == "elimination":
        return list(range(1, MAX_CARDS + 1))
    if series == "tournament-10":
        return TOURNAMENT_10[seats]
    return list(range(1, most + 1))


def next_deal(rules: Row, finished: Sequence[Row]) -> Row:
    """Return the setup of the next round, or an empty row after the last."""
    done = len(finished)
    if WIDTH + done == len(rules):
        return rules[:0]
    setup = rules[:WIDTH].copy()
    setup[ROUND] = done + 1
    setup[CARDS] = rules[WIDTH + done]
    if done == 0:
        seat_round(setup, (1 << setup[SEAT_COUNT]) - 1)
        return setup
    last = finished[done - 1]
    for seat in range(setup[SEAT_COUNT]):
        setup[TOTAL + seat] = last[TOTAL + seat] + score(last, seat)
        setup[NEXT + seat] = last[NEXT + seat]
    setup[STILL_IN] = last[STILL_IN]
    if setup[ELIMINATION]:
        leaver = who_leaves(finished, setup[CARDS])[0]
        if leaver != NOBODY:
            seat_round(setup, last[STILL_IN] ^ 1 << leaver)
    setup[DEALER] = setup[NEXT + last[DEALER]]
    return setup


def seat_round(setup: Row, still_in: int) -> None:
    """Let the turn go round the seats that are still in."""
    setup[STILL_IN] = still_in
    for seat in range(setup[SEAT_COUNT]):
        setup[NEXT + seat] = seat_after(setup, seat)


def seat_after(setup: Row, seat: int) -> int:
    """Return the next seat still in, in the direction of play."""
    seats = setup[SEAT_COUNT]
    while True:
        seat += setup[STEP]
        if seat < 0:
            seat = seats - 1
        elif seat == seats:
            seat = 0
        if setup[STILL_IN] >> seat & 1:
            return seat


LOWEST_SCORE, FEWEST_EXACT_BIDS, LOWER_LATEST_SCORE, DEALER_LONGEST_AGO = 0, 1, 2, 3
REASONS = (
    "it has the lowest score",
    "of the seats with the lowest score it has the fewest exact bids",
    "of the seats with the lowest score and equally few exact bids it scored less in the latest round",
    "of the seats that are equal in score, exact bids and latest round it was dealer longest ago",
)


def who_leaves(finished: Sequence[Row], cards: int) -> tuple[int, int]:
    """Return the seat that must leave before a round of so many cards, and the reason, or NOBODY.

    Somebody leaves when the deck no longer serves the table. Ties at the bottom
    are broken one rule after the other until one seat is left.
    """
    last = finished[len(finished) - 1]
    tied = last[STILL_IN]
    if tied.bit_count() * cards <= DECK_SIZE:
        return NOBODY, 0
    reason = LOWEST_SCORE
    while True:
        least = 1 << 40
        kept = 0
        for seat in members(tied):
            measure = standing(finished, seat, reason)
            if measure < least:
                least = measure
                kept = 0
            if measure == least:
                kept |= 1 << seat
        if kept & (kept - 1) == 0 or reason == DEALER_LONGEST_AGO:
            return lowest(kept), reason
        tied = kept
        reason += 1


def standing(finished: Sequence[Row], seat: int, reason: int) -> int:
    """Return the number by which a reason compares the seats: the lowest leaves."""
    done = len(finished)
    last = finished[done - 1]
    if reason == LOWEST_SCORE:
        return last[TOTAL + seat] + score(last, seat)
    if reason == LOWER_LATEST_SCORE:
        return score(last, seat)
    count = 0
    for index in range(done):
        if reason == DEALER_LONGEST_AGO:
            if finished[index][DEALER] == seat:
                count = index + 1
        elif finished[index][BID + seat] == finished[index][WON + seat]:
            count += 1
    return count


def places(rules: Row, finished: Sequence[Row]) -> list[int]:
    """Return the places: by total, but whoever left before the end stands behind, last out first."""
    seats = rules[SEAT_COUNT]
    points = [sum(score(row, seat) for row in finished) for seat in range(seats)]
    rounds = [sum(row[STILL_IN] >> seat & 1 for row in finished) for seat in range(seats)]
    return ranked(list(zip(rounds, points, strict=True)))


# One deal


def bounds(rules: Row) -> list[int]:
    """Return the bounds of the draws: one for each card of the deck, then the random trump suit."""
    return [*range(DECK_SIZE, 0, -1), 4]


def draws_needed(setup: Row) -> int:
    """Return how many draws a deal takes: for each card dealt and the card turned up, or all of them."""
    if setup[RANDOM_TRUMP]:
        return DECK_SIZE + 1
    return min(DECK_SIZE, cards_dealt(setup) + 1)


def cards_dealt(setup: Row) -> int:
    """Return how many cards all hands take together."""
    return setup[CARDS] * setup[STILL_IN].bit_count()


def deal(setup: Row, draws: Sequence[int]) -> Row:
    """Return a fresh deal: hands in the order of seats, then the card that is turned up."""
    row = setup.copy()
    deck = DECK.copy()
    dealt = 0
    for seat in range(row[SEAT_COUNT]):
        row[BID + seat] = NO_BID
        if row[STILL_IN] >> seat & 1:
            row[HAND + seat] = take(deck, draws, dealt, dealt + row[CARDS])
            dealt += row[CARDS]
    begin_tricks(row, row[NEXT + row[DEALER]])
    row[TURNED_UP] = lowest(take(deck, draws, dealt, dealt + 1)) if dealt < DECK_SIZE else NO_CARD
    open_bidding(row)
    row[TRUMP] = NO_SUIT
    if 0 <= row[TURNED_UP] < JESTER:
        row[TRUMP] = suit(row[TURNED_UP])
    elif row[TURNED_UP] >= WIZARD:
        if row[RANDOM_TRUMP]:
            row[TRUMP] = draws[DECK_SIZE]
        else:
            row[PHASE] = NAMING
            row[TURN] = row[DEALER]
    return row


def open_bidding(row: Row) -> None:
    """Ask the seat after the dealer for the first bid."""
    row[PHASE] = BIDDING
    row[TURN] = row[NEXT + row[DEALER]]


def to_move(row: Row) -> int:
    """Return the seat to move, or NOBODY when the deal is over."""
    return row[TURN]


def forbidden_bid(row: Row) -> int:
    """Return the bid that the hook forbids the seat to move, or NO_BID."""
    if row[HOOK] == HOOK_OFF or row[TURN] != row[DEALER]:
        return NO_BID
    evening = row[CARDS]
    for seat in range(row[SEAT_COUNT]):
        if row[BID + seat] != NO_BID:
            evening -= row[BID + seat]
    return evening if evening >= 0 and hook_binds(row, evening) else NO_BID


def hook_binds(row: Row, evening: int) -> bool:
    """Return whether the dealer is forbidden the bid that would make the bids even."""
    if row[HOOK] == HOOK_ON:
        return row[CARDS] > 1
    dealer = row[DEALER]
    for seat in range(row[SEAT_COUNT]):
        if seat != dealer and row[STILL_IN] >> seat & 1 and row[TOTAL + seat] >= row[TOTAL + dealer]:
            return False
    return evening > 0


def refuse(row: Row, action: int) -> int:
    """Return 0, or the code of the first rule that the action breaks."""
    if action < 0 or action >= ACTIONS:
        return NOT_AN_ACTION
    if row[TURN] == NOBODY:
        return DEAL_IS_OVER
    if row[PHASE] == NAMING:
        return OK if action >= FIRST_TRUMP else TRUMP_IS_DUE
    if row[PHASE] == BIDDING:
        if action < FIRST_BID or action >= FIRST_TRUMP:
            return BID_IS_DUE
        if action - FIRST_BID > row[CARDS]:
            return BID_TOO_HIGH
        return OK if action - FIRST_BID != forbidden_bid(row) else BIDS_WOULD_BE_EVEN
    if action >= FIRST_BID:
        return CARD_IS_DUE
    if not row[HAND + row[TURN]] >> action & 1:
        return CARD_NOT_HELD
    return OK if playable(row) >> action & 1 else MUST_FOLLOW_SUIT


def legal(row: Row) -> list[int]:
    """Return the legal actions, ascending."""
    if row[PHASE] == PLAYING:
        return members(playable(row))
    if row[PHASE] == BIDDING:
        bids = list(range(FIRST_BID, FIRST_BID + row[CARDS] + 1))
        forbidden = forbidden_bid(row)
        if forbidden != NO_BID:
            bids.pop(forbidden)
        return bids
    return list(range(FIRST_TRUMP, ACTIONS))


def pick(row: Row, number: int) -> int:
    """Return one of the legal actions, all equally likely."""
    if row[PHASE] == PLAYING:
        return random_member(playable(row), number)
    if row[PHASE] == BIDDING:
        forbidden = forbidden_bid(row)
        if forbidden == NO_BID:
            return FIRST_BID + ((row[CARDS] + 1) * number >> 32)
        bid = row[CARDS] * number >> 32
        return FIRST_BID + bid + (bid >= forbidden)
    return FIRST_TRUMP + (4 * number >> 32)


def play(row: Row, action: int) -> None:
    """Play a card, make a bid or name the trump, in place."""
    if action < FIRST_BID:
        play_card(row, action)
    elif action < FIRST_TRUMP:
        seat = row[TURN]
        row[BID + seat] = action - FIRST_BID
        row[TURN] = row[NEXT + seat]
        if seat == row[DEALER]:
            row[PHASE] = PLAYING
    else:
        row[TRUMP] = action - FIRST_TRUMP
        open_bidding(row)


def score(row: Row, seat: int) -> int:
    """Return the points of a seat: 20 and 10 a trick for an exact bid, else 10 off for each trick missed."""
    if row[BID + seat] == NO_BID:  # it has left the table
        return 0
    miss = abs(row[WON + seat] - row[BID + seat])
    return -10 * miss if miss else 20 + 10 * row[WON + seat]


def facts(row: Row, seat: int) -> list[int]:
    """Return whether a seat was at the table, and whether it made its bid."""
    return [int(row[BID + seat] != NO_BID), int(row[BID + seat] == row[WON + seat])]


def forfeit(row: Row, seat: int) -> list[int] | None:
    """Return None: a fault costs the choice, not the round."""
    return None


def hide(row: Row, seat: int) -> None:
    """Blank, in place, the other hands, and the other bids while they are secret."""
    hide_hands(row, seat)
    if row[HIDDEN_BIDS] and row[PHASE] == BIDDING:
        for other in range(row[SEAT_COUNT]):
            if other != seat:
                row[BID + other] = NO_BID


# For people and programs: events, names, words


def events(row: Row, seat: int, action: int) -> list[Event]:
    """Return the action itself; hidden bids become public together, with the last."""
    if not row[HIDDEN_BIDS] or not FIRST_BID <= action < FIRST_TRUMP:
        return [(seat, action)]
    if row[PHASE] == BIDDING:
        return []
    made: list[Event] = []
    bidder = row[NEXT + row[DEALER]]
    for _ in members(row[STILL_IN]):
        made.append((bidder, FIRST_BID + row[BID + bidder]))
        bidder = row[NEXT + bidder]
    return made


def doubt(row: Row, action: int) -> int:
    """Return what ``refuse`` says: an action happens when it is named."""
    return refuse(row, action)


def refused(row: Row, seat: int) -> list[tuple[int, int, int]]:
    """Return nothing: an action happens when it is named."""
    return []


def notes(rules: Row, finished: Sequence[Row]) -> list[str]:
    """Return who must leave the table after the latest round, and why."""
    if not rules[ELIMINATION] or WIDTH + len(finished) == len(rules):
        return []
    leaver, reason = who_leaves(finished, rules[WIDTH + len(finished)])
    return [] if leaver == NOBODY else [f"seat {leaver} leaves: {REASONS[reason]}"]


SUIT_LETTERS = "RYGB"
SUIT_WORDS = ("red", "yellow", "green", "blue")
CARD_NAMES = (
    *(f"{letter}{rank}" for letter in SUIT_LETTERS for rank in range(1, RANKS + 1)),
    *(f"J{copy}" for copy in range(1, 5)),
    *(f"W{copy}" for copy in range(1, 5)),
)
ACTION_NAMES = (
    *CARD_NAMES,
    *(f"bid {tricks}" for tricks in range(MAX_CARDS + 1)),
    *(f"trump {letter}" for letter in SUIT_LETTERS),
)
ACTION_OF = {name: action for action, name in enumerate(ACTION_NAMES)}


def name(row: Row, action: int) -> str:
    """Return the name of an action: ``R13``, ``J1``, ``W4``, ``bid 3``, ``trump B``."""
    if not 0 <= action < ACTIONS:
        raise Mistake(f"{action} is not an action of Wizard; allowed: 0 to {ACTIONS - 1}")
    return ACTION_NAMES[action]


def parse(row: Row, text: str) -> int:
    """Return the action of a name.

    A bare ``W`` or ``J`` is the lowest one held; a bare number is a bid while one
    is due, and a bare letter a suit while the trump is due.
    """
    if text in ACTION_OF:
        return ACTION_OF[text]
    if row[PHASE] == NAMING and f"trump {text}" in ACTION_OF:
        return ACTION_OF[f"trump {text}"]
    if row[PHASE] == BIDDING and f"bid {text}" in ACTION_OF:
        return ACTION_OF[f"bid {text}"]
    if text in ("J", "W"):
        held = row[HAND + row[TURN]] & (JESTERS if text == "J" else WIZARDS)
        return lowest(held) if held else ACTION_OF[text + "1"]
    raise Mistake(
        f"{text[:40]!r} is no action of Wizard; allowed: a card such as R13, J1 or W1, a bid such as "
        "'bid 2', a trump such as 'trump B'"
    )


def state(row: Row) -> dict[str, Any]:
    """Return the deal in words: what is None is hidden, or not there."""
    seats = range(row[SEAT_COUNT])
    still_in = members(row[STILL_IN])
    return {
        "round": row[ROUND],
        "cards": row[CARDS],
        "dealer": row[DEALER],
        "still_in": still_in,
        "totals": [row[TOTAL + seat] for seat in seats],
        "turned_up": None if row[TURNED_UP] == NO_CARD else CARD_NAMES[row[TURNED_UP]],
        "trump": suit_word(row[TRUMP]),
        "trump_named": row[TURNED_UP] >= WIZARD and row[TRUMP] != NO_SUIT and not row[RANDOM_TRUMP],
        "phase": phase_word(row),
        "to_move": None if row[TURN] == NOBODY else row[TURN],
        "hands": [hand_names(row, seat, CARD_NAMES) if seat in still_in else [] for seat in seats],
        "bids": [None if row[BID + seat] == NO_BID else row[BID + seat] for seat in seats],
        "tricks": [row[WON + seat] for seat in seats],
        "led": suit_word(led_suit(row)),
        "trick": [{"seat": seat, "card": CARD_NAMES[card]} for seat, card in trick(row)],
    }


def suit_word(suit: int) -> str | None:
    """Return the word for a suit, or None for no suit."""
    return None if suit == NO_SUIT else SUIT_WORDS[suit]


def phase_word(row: Row) -> str:
    """Return what is to be done now."""
    if row[TURN] == NOBODY:
        return "over"
    return ("name trump", "bid", "play")[row[PHASE]]
