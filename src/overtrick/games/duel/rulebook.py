"""The duel: two seats share a small deck; follow suit if you can, the higher card of the led suit wins.

Actions: 0-51 play that card (13 * suit + value - 1; an ace is value 1, the lowest).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from overtrick.core.cards import BIT, NO_SUIT, RANKS, members, random_member, take
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Event, Row, ranked
from overtrick.games.options import Option, Value
from overtrick.games.tricks import (
    CARDS,
    HAND,
    NEXT,
    OWN,
    TRICKS,
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

NAME = "duel"
VERSION = 1
SUMMARY = "Two hands of ten cards, ten tricks; the higher card of the led suit wins."
SEATS = range(2, 3)

ACTIONS = 4 * RANKS

# Columns behind those of every trick game.
VALUES, STOCK = OWN, OWN + 1  # values per suit; cards left undealt
WIDTH = OWN + 2

KEPT = {"tricks": WON}
FACTS: tuple[str, ...] = ()
PATIENCE = 0

OPTIONS = (
    Option("ranks", range(3, RANKS + 1), 5, "How many values each suit has, from the ace (1) up."),
    Option("stock", range(0, 4 * RANKS - 1, 2), 0, "How many cards are left undealt and hidden."),
)
PRESETS: Mapping[str, Mapping[str, Value]] = {}

OK, NOT_AN_ACTION, DEAL_IS_OVER, CARD_NOT_HELD, MUST_FOLLOW_SUIT = range(5)
REFUSALS = (
    "",
    f"{{action}} is not an action of the duel, whose actions are 0 to {ACTIONS - 1}",
    "{action} comes too late: the deal is over",
    "{action} is not in the hand",
    "{action} does not follow the led suit, which the hand can",
)


# The series: one deal


def rules(seats: int, options: Mapping[str, Value]) -> Row:
    """Return the rules of a match of one deal."""
    ranks, stock = int(str(options["ranks"])), int(str(options["stock"]))
    if stock > 4 * ranks - 2:
        raise Mistake(
            f"option stock is {stock} with {4 * ranks} cards in the deck; allowed: 0 to {4 * ranks - 2} in steps of 2"
        )
    row = [0] * WIDTH
    row[SEAT_COUNT] = seats
    row[VALUES] = ranks
    row[STOCK] = stock
    row[CARDS] = (4 * ranks - stock) // 2
    return [*row, 1]


def next_deal(rules: Row, finished: Sequence[Row]) -> Row:
    """Return the setup of the only deal, or an empty row after it."""
    if len(finished) > 0:
        return rules[:0]
    setup = rules[:WIDTH].copy()
    setup[NEXT] = 1
    setup[NEXT + 1] = 0
    return setup


def places(rules: Row, finished: Sequence[Row]) -> list[int]:
    """Return the places: more tricks win."""
    return ranked([sum(score(row, seat) for row in finished) for seat in range(2)])


# One deal


def bounds(rules: Row) -> list[int]:
    """Return the bounds of the draws, one for each card dealt."""
    deck = 4 * rules[VALUES]
    return [deck - index for index in range(draws_needed(rules))]


def draws_needed(setup: Row) -> int:
    """Return how many draws a deal takes."""
    return 2 * setup[CARDS]


def deal(setup: Row, draws: Sequence[int]) -> Row:
    """Return a fresh deal; seat 0 leads."""
    row = setup.copy()
    values = row[VALUES]
    deck = BIT[: 4 * values].copy()
    for suit in range(4):
        for value in range(values):
            deck[values * suit + value] = BIT[RANKS * suit + value]
    row[HAND] = take(deck, draws, 0, row[CARDS])
    row[HAND + 1] = take(deck, draws, row[CARDS], 2 * row[CARDS])
    row[TRUMP] = NO_SUIT
    row[TURN] = 0
    begin_tricks(row, 0)
    return row


def whole_deck(row: Row) -> int:
    """Return the set of all cards of the game, the stock included."""
    values = (1 << row[VALUES]) - 1
    return values | values << RANKS | values << 2 * RANKS | values << 3 * RANKS


def to_move(row: Row) -> int:
    """Return the seat to move, or NOBODY when the deal is over."""
    return row[TURN]


def refuse(row: Row, action: int) -> int:
    """Return 0, or the code of the first rule that the action breaks."""
    if action < 0 or action >= ACTIONS:
        return NOT_AN_ACTION
    if row[TURN] == NOBODY:
        return DEAL_IS_OVER
    if not row[HAND + row[TURN]] >> action & 1:
        return CARD_NOT_HELD
    return OK if playable(row) >> action & 1 else MUST_FOLLOW_SUIT


def legal(row: Row) -> list[int]:
    """Return the legal actions, ascending."""
    return members(playable(row))


def pick(row: Row, number: int) -> int:
    """Return one of the legal actions, all equally likely."""
    return random_member(playable(row), number)


def play(row: Row, action: int) -> None:
    """Play a card, in place."""
    play_card(row, action)


def score(row: Row, seat: int) -> int:
    """Return the tricks of a seat."""
    return row[WON + seat]


def facts(row: Row, seat: int) -> list[int]:
    """Return nothing: the tricks are the score."""
    return []


def forfeit(row: Row, seat: int) -> list[int] | None:
    """Return the scores when a seat loses every trick that is not yet decided."""
    scores = [row[WON], row[WON + 1]]
    scores[1 - seat] += row[CARDS] - row[TRICKS]
    return scores


def hide(row: Row, seat: int) -> None:
    """Blank, in place, the other hand."""
    hide_hands(row, seat)


# For people and programs: events, names, words


def events(row: Row, seat: int, action: int) -> list[Event]:
    """Return the card played."""
    return [(seat, action)]


def doubt(row: Row, action: int) -> int:
    """Return what ``refuse`` says: an action happens when it is named."""
    return refuse(row, action)


def refused(row: Row, seat: int) -> list[tuple[int, int, int]]:
    """Return nothing: an action happens when it is named."""
    return []


def notes(rules: Row, finished: Sequence[Row]) -> list[str]:
    """Return nothing: the scores say it all."""
    return []


SUIT_LETTERS = "SHDC"
SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")
CARD_NAMES = tuple(
    f"{letter}{'A' if value == 1 else value}" for letter in SUIT_LETTERS for value in range(1, RANKS + 1)
)
CARD_OF = {name: card for card, name in enumerate(CARD_NAMES)}


def name(row: Row, action: int) -> str:
    """Return the name of a card: ``SA``, ``H2``, ``C5``."""
    if not 0 <= action < ACTIONS:
        raise Mistake(f"{action} is not an action of the duel; allowed: 0 to {ACTIONS - 1}")
    return CARD_NAMES[action]


def parse(row: Row, text: str) -> int:
    """Return the card of a name."""
    if text not in CARD_OF:
        raise Mistake(f"{text[:40]!r} is no card of the duel; allowed: S, H, D or C and A or a value, such as SA or C5")
    return CARD_OF[text]


def state(row: Row) -> dict[str, Any]:
    """Return the deal in words: what is None is hidden, or not there."""
    return {
        "cards": row[CARDS],
        "phase": "over" if row[TURN] == NOBODY else "play",
        "to_move": None if row[TURN] == NOBODY else row[TURN],
        "hands": [hand_names(row, seat, CARD_NAMES) for seat in range(2)],
        "tricks": [row[WON + seat] for seat in range(2)],
        "tricks_played": row[TRICKS],
        "led": None if led_suit(row) == NO_SUIT else SUIT_WORDS[led_suit(row)],
        "trick": [{"seat": seat, "card": CARD_NAMES[card]} for seat, card in trick(row)],
    }
