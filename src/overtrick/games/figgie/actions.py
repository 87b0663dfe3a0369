"""The actions of Figgie: their numbers and their names.

0 passes; 1-4 buy and 5-8 sell a card of a suit; from 9 on a million bids for each suit, then a million offers for each
suit, by price from 1. The live model has more: to buy for at most, or sell for at least, a price that was seen; and
*arrivals*. There an action counts at the moment at which it comes in, so the number of an arrival holds, besides what
is done, the seat and the milliseconds since the round began, and its name tells them: ``bid spades 8 by 0 at 15320``.
"""

import re

from overtrick.core.mistake import Mistake
from overtrick.games.figgie.refusals import REFUSED_WORD

MODEL_TURN, MODEL_TICK, MODEL_LIVE = range(3)
MODELS = ("turn", "tick", "live")
SUITS, SUIT_WORDS = 4, ("spades", "clubs", "hearts", "diamonds")
MAX_PRICE = 1_000_000

PASS, FIRST_BUY, FIRST_SELL, FIRST_BID = 0, 1, 5, 9
FIRST_OFFER = FIRST_BID + SUITS * MAX_PRICE
ACTIONS = FIRST_OFFER + SUITS * MAX_PRICE
LIVE_ACTIONS = ACTIONS + 2 * SUITS * MAX_PRICE
FIRST_ARRIVAL = 1 << 40
ACTION_BITS, ROOM = 25, 8  # of what is done in an arrival; and room for so many seats
ARRIVAL = re.compile(r"(.+) by ([0-7]) at (0|[1-9]\d{0,6})", re.ASCII)


def quoted(first: int, suit: int, price: int) -> int:
    """Return the action that quotes a price for a suit, on the side whose first action is given."""
    return first + suit * MAX_PRICE + price - 1


def bid(suit: int, price: int) -> int:
    """Return the action that bids a price for a card of a suit."""
    return quoted(FIRST_BID, suit, price)


def offer(suit: int, price: int) -> int:
    """Return the action that offers a card of a suit at a price."""
    return quoted(FIRST_OFFER, suit, price)


def buy_for(suit: int, price: int) -> int:
    """Return the action that buys a card of a suit for at most a price."""
    return quoted(ACTIONS, suit, price)


def sell_for(suit: int, price: int) -> int:
    """Return the action that sells a card of a suit for at least a price."""
    return quoted(ACTIONS, SUITS + suit, price)


def plain(action: int) -> int:
    """Return an action without the price that buying or selling was limited to."""
    return FIRST_BUY + (action - ACTIONS) // MAX_PRICE if action >= ACTIONS else action


# Arrivals


def arrival(seat: int, time: int, action: int) -> int:
    """Return the action of a seat that comes in at a moment."""
    return FIRST_ARRIVAL + (time * ROOM + seat << ACTION_BITS) + action


def seat_of(action: int) -> int:
    """Return the seat of an arrival."""
    return (action - FIRST_ARRIVAL >> ACTION_BITS) % ROOM


def time_of(action: int) -> int:
    """Return the milliseconds of an arrival."""
    return (action - FIRST_ARRIVAL >> ACTION_BITS) // ROOM


def action_of(action: int) -> int:
    """Return what is done in an arrival."""
    return (action - FIRST_ARRIVAL) % (1 << ACTION_BITS)


# Names


def offer_word(model: int) -> str:
    """Return the word for a quote to sell."""
    return "ask" if model == MODEL_TICK else "offer"


def name(model: int, action: int) -> str:
    """Return the name of an action: ``pass``, ``buy hearts``, ``sell clubs``, ``bid spades 8``, ``offer clubs 12``."""
    live = model == MODEL_LIVE
    if live and action >= FIRST_ARRIVAL:
        return f"{name(model, action_of(action))} by {seat_of(action)} at {time_of(action)}"
    if not 0 <= action < (LIVE_ACTIONS if live else ACTIONS):
        raise Mistake(f"{action} is not an action of Figgie; allowed: 0 to {ACTIONS - 1}")
    if action == PASS:
        return "pass"
    if action >= ACTIONS:
        return f"{name(model, plain(action))} {(action - ACTIONS) % MAX_PRICE + 1}"
    if action < FIRST_SELL:
        return f"buy {SUIT_WORDS[action - FIRST_BUY]}"
    if action < FIRST_BID:
        return f"sell {SUIT_WORDS[action - FIRST_SELL]}"
    word = "bid" if action < FIRST_OFFER else offer_word(model)
    side, price = divmod(action - FIRST_BID, MAX_PRICE)
    return f"{word} {SUIT_WORDS[side % SUITS]} {price + 1}"


def parse(model: int, text: str) -> int:
    """Return the action of a name."""
    live = model == MODEL_LIVE
    if live and (found := ARRIVAL.fullmatch(text)) and not ARRIVAL.fullmatch(found[1]):
        return arrival(int(found[2]), int(found[3]), parse(model, found[1]))
    words = text.split(" ")
    if words == ["pass"]:
        return PASS
    if len(words) == 2 and words[1] in SUIT_WORDS and words[0] in ("buy", "sell"):
        return (FIRST_BUY if words[0] == "buy" else FIRST_SELL) + SUIT_WORDS.index(words[1])
    quotes = {"bid": bid, offer_word(model): offer} | ({"buy": buy_for, "sell": sell_for} if live else {})
    if len(words) == 3 and words[1] in SUIT_WORDS and words[0] in quotes and is_price(words[2]):
        return quotes[words[0]](SUIT_WORDS.index(words[1]), int(words[2]))
    if words[0] in ("offer", "ask") and words[0] not in quotes:
        raise Mistake(REFUSED_WORD.format(action=repr(text[:40])))
    raise Mistake(
        f"{text[:40]!r} is no action of Figgie; allowed: 'pass', 'buy hearts', 'sell clubs', 'bid spades 8', "
        f"'{offer_word(model)} clubs 12' with prices from 1 to {MAX_PRICE}"
    )


def is_price(text: str) -> bool:
    """Return whether a text is a price: plain digits without a leading zero, 1 to MAX_PRICE."""
    return text.isascii() and text.isdigit() and text[0] != "0" and len(text) <= 7 and int(text) <= MAX_PRICE
