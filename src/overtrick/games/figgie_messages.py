"""Figgie's dictionaries: how an action arrives from a bot, checked in a fixed order, and how one is written.

Every check here is about the message alone. What the table says of the action
comes after, from the rulebook.
"""

from typing import Any

from overtrick.games.contract import Row
from overtrick.games.figgie import (
    FIRST_BID,
    FIRST_BUY,
    FIRST_SELL,
    MAX_PRICE,
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
    offer_word,
)


def read(row: Row, message: object) -> tuple[int, int]:
    """Return the action of a message and 0, or PASS and the code of the first rule it breaks.

    Types must be exact, since a subclass could answer twice and differently; so
    ``True`` and ``5.0`` are no prices. The same goes for keys: to look one up
    among foreign objects would run their code.
    """
    if type(message) is not dict:
        return PASS, NOT_A_DICT
    plain = {key: value for key, value in message.items() if type(key) is str}
    kind, suit, price = plain.get("type"), plain.get("suit"), plain.get("price")
    quotes = {"bid": bid, offer_word(row): offer}
    if type(kind) is not str or kind not in ("bid", "offer", "ask", "buy", "sell", "pass"):
        return PASS, UNKNOWN_TYPE
    if kind == "pass":
        return PASS, OK
    if kind in ("offer", "ask") and kind not in quotes:
        return PASS, WORD_OF_OTHER_MODEL
    if type(suit) is not str or suit not in SUIT_WORDS:
        return PASS, UNKNOWN_SUIT
    index = SUIT_WORDS.index(suit)
    if kind == "buy":
        return FIRST_BUY + index, OK
    if kind == "sell":
        return FIRST_SELL + index, OK
    if type(price) is not int or price < 1:
        return PASS, NOT_A_PRICE
    if price > MAX_PRICE:
        return PASS, PRICE_TOO_HIGH
    return quotes[kind](index, price), OK


def write(row: Row, action: int) -> dict[str, Any]:
    """Return the message of an action."""
    words = name(row, action).split(" ")
    message: dict[str, Any] = {"type": words[0]}
    if action != PASS:
        message["suit"] = words[1]
    if action >= FIRST_BID:
        message["price"] = int(words[2])
    return message
