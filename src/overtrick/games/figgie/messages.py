"""Figgie's dictionaries: how an action arrives from a bot, checked in a fixed order, and how one is written.

Every check here is about the message alone. What the table says of the action
comes after, from the rulebook.
"""

from typing import Any

from overtrick.games.contract import Row
from overtrick.games.figgie.refusals import (
    NOT_A_DICT,
    NOT_A_PRICE,
    OK,
    PRICE_TOO_HIGH,
    UNKNOWN_SUIT,
    UNKNOWN_TYPE,
    WORD_OF_OTHER_MODEL,
)
from overtrick.games.figgie.rulebook import (
    FIRST_BID,
    FIRST_BUY,
    FIRST_SELL,
    MAX_PRICE,
    MODEL,
    PASS,
    SUIT_WORDS,
    bid,
    name,
    offer,
)

# For each type that a model knows the action by suit, a quote at price 1: tables, since every answer comes by here.
SUIT_NUMBERS = {word: suit for suit, word in enumerate(SUIT_WORDS)}
IN_ALL: dict[str, dict[str, int]] = {
    "pass": {},
    "buy": {word: FIRST_BUY + suit for word, suit in SUIT_NUMBERS.items()},
    "sell": {word: FIRST_SELL + suit for word, suit in SUIT_NUMBERS.items()},
    "bid": {word: bid(suit, 1) for word, suit in SUIT_NUMBERS.items()},
}
OFFERS = {word: offer(suit, 1) for word, suit in SUIT_NUMBERS.items()}
TYPES = (IN_ALL | {"offer": OFFERS}, IN_ALL | {"ask": OFFERS}, IN_ALL | {"offer": OFFERS})  # by model


def read(row: Row, message: object) -> tuple[int, int]:
    """Return the action of a message and 0, or PASS and the code of the first rule it breaks.

    Types must be exact, since a subclass could answer twice and differently; so
    ``True`` and ``5.0`` are no prices. The same goes for keys: to look one up
    among foreign objects would run their code.
    """
    if type(message) is not dict:
        return PASS, NOT_A_DICT
    for key in message:
        if type(key) is not str:
            return read(row, {key: value for key, value in message.items() if type(key) is str})
    kind, broken = "", UNKNOWN_TYPE
    try:  # what is there costs nothing to try: most answers are good
        kind = message["type"]
        if type(kind) is not str:
            return PASS, UNKNOWN_TYPE
        suits = TYPES[row[MODEL]][kind]
        if not suits:
            return PASS, OK
        broken = UNKNOWN_SUIT
        suit = message["suit"]
        if type(suit) is not str:
            return PASS, UNKNOWN_SUIT
        action = suits[suit]
        if action < FIRST_BID:
            return action, OK
        broken = NOT_A_PRICE
        price = message["price"]
    except KeyError:
        return PASS, WORD_OF_OTHER_MODEL if broken == UNKNOWN_TYPE and kind in ("offer", "ask") else broken
    if type(price) is not int or price < 1:
        return PASS, NOT_A_PRICE
    if price > MAX_PRICE:
        return PASS, PRICE_TOO_HIGH
    return action + price - 1, OK


def write(row: Row, action: int) -> dict[str, Any]:
    """Return the message of an action."""
    words = name(row, action).split(" ")
    message: dict[str, Any] = {"type": words[0]}
    if action != PASS:
        message["suit"] = words[1]
    if action >= FIRST_BID:
        message["price"] = int(words[2])
    return message
