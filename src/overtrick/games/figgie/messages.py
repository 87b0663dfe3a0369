"""Figgie's dictionaries: how an action arrives from a bot, checked in a fixed order, and how one is written.

Every check here is about the message alone. What the table says of the action
comes after, from the rulebook.
"""

from typing import Any

from overtrick.games.contract import Row
from overtrick.games.figgie.rulebook import (
    FIRST_BID,
    FIRST_BUY,
    FIRST_SELL,
    MAX_PRICE,
    MODEL,
    MODEL_TICK,
    MODEL_TURN,
    NOT_A_DICT,
    NOT_A_PRICE,
    OK,
    PASS,
    PRICE_TOO_HIGH,
    SUIT_WORDS,
    UNKNOWN_SUIT,
    UNKNOWN_TYPE,
    WORD_OF_OTHER_MODEL,
    bid,
    name,
    offer,
)

# For each type that a model knows the action by suit, a quote at price 1: tables, since every answer comes by here.
SUIT_NUMBERS = {word: suit for suit, word in enumerate(SUIT_WORDS)}
IN_BOTH: dict[str, dict[str, int]] = {
    "pass": {},
    "buy": {word: FIRST_BUY + suit for word, suit in SUIT_NUMBERS.items()},
    "sell": {word: FIRST_SELL + suit for word, suit in SUIT_NUMBERS.items()},
    "bid": {word: bid(suit, 1) for word, suit in SUIT_NUMBERS.items()},
}
OFFERS = {word: offer(suit, 1) for word, suit in SUIT_NUMBERS.items()}
TYPES = {MODEL_TURN: IN_BOTH | {"offer": OFFERS}, MODEL_TICK: IN_BOTH | {"ask": OFFERS}}


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
    kind = message.get("type")
    suits = TYPES[row[MODEL]].get(kind) if type(kind) is str else None
    if suits is None:
        return PASS, WORD_OF_OTHER_MODEL if type(kind) is str and kind in ("offer", "ask") else UNKNOWN_TYPE
    if not suits:
        return PASS, OK
    suit = message.get("suit")
    action = suits.get(suit) if type(suit) is str else None
    if action is None:
        return PASS, UNKNOWN_SUIT
    if action < FIRST_BID:
        return action, OK
    price = message.get("price")
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
