"""Figgie's dictionaries: how an action arrives from a bot, checked in a fixed order, and how one is written.

Every check here is about the message alone. What the table says of the action
comes after, from the rulebook.
"""

from typing import Any

from overtrick.games.contract import Row
from overtrick.games.figgie import (
    FIRST_BID,
    FIRST_BUY,
    FIRST_OFFER,
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
    name,
    quoted,
)

# The first action of each type that a model knows: tables, since every answer of a bot comes by here.
IN_BOTH = {"pass": PASS, "buy": FIRST_BUY, "sell": FIRST_SELL, "bid": FIRST_BID}
TYPES = {MODEL_TURN: IN_BOTH | {"offer": FIRST_OFFER}, MODEL_TICK: IN_BOTH | {"ask": FIRST_OFFER}}
SUIT_NUMBERS = {word: suit for suit, word in enumerate(SUIT_WORDS)}


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
    first = TYPES[row[MODEL]].get(kind) if type(kind) is str else None
    if first is None:
        return PASS, WORD_OF_OTHER_MODEL if type(kind) is str and kind in ("offer", "ask") else UNKNOWN_TYPE
    if first == PASS:
        return PASS, OK
    suit = message.get("suit")
    index = SUIT_NUMBERS.get(suit) if type(suit) is str else None
    if index is None:
        return PASS, UNKNOWN_SUIT
    if first < FIRST_BID:
        return first + index, OK
    price = message.get("price")
    if type(price) is not int or price < 1:
        return PASS, NOT_A_PRICE
    if price > MAX_PRICE:
        return PASS, PRICE_TOO_HIGH
    return quoted(first, index, price), OK


def write(row: Row, action: int) -> dict[str, Any]:
    """Return the message of an action."""
    words = name(row, action).split(" ")
    message: dict[str, Any] = {"type": words[0]}
    if action != PASS:
        message["suit"] = words[1]
    if action >= FIRST_BID:
        message["price"] = int(words[2])
    return message
