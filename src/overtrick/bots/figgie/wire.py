"""Figgie as its bots know it: dictionaries of the engine that they were first written for."""

from typing import Any

from overtrick.bots.bot import Fault
from overtrick.bots.wire import Words, checked, short
from overtrick.core.ending import Ending
from overtrick.games.contract import NOBODY, Event, Row
from overtrick.games.figgie import messages
from overtrick.games.figgie.rulebook import (
    BID,
    BIDDER,
    CLOCK,
    FIRST_BID,
    FIRST_BUY,
    FIRST_SELL,
    HAND,
    LAST_PRICE,
    LENGTH,
    MODEL,
    MODEL_TICK,
    MODEL_TURN,
    MONEY,
    OFFER,
    OFFERER,
    OK,
    REFUSALS,
    SEAT_COUNT,
    SUIT_WORDS,
    SUITS,
    by_suit,
    legal_runs,
    moment,
    name,
)
from overtrick.games.view import View

CLOCK_WORDS = ("turn", "tick", "time")  # of a trade, by model


def legal_names(view: View) -> list[Any]:
    """Return the legal actions by name; a run of prices is one entry, such as ["bid spades", 1, 9]."""
    names: list[Any] = []
    for low, high in legal_runs(view.row):
        first = name(view.row, low)
        if low < FIRST_BID:
            names.append(first)
        else:
            words, price = first.rsplit(" ", 1)
            names.append([words, int(price), int(price) + high - low])
    return names


def state_of(row: Row, seat: int) -> dict[str, Any]:
    """Return the dictionary of a row's model, made only of what ``hide`` leaves; the kit adds the trades."""
    bids, offers = quotes(row, BID, BIDDER), quotes(row, OFFER, OFFERER)
    state = {"position": seat, "hand": by_suit(row, HAND + SUITS * seat), "money": row[MONEY + seat]}
    if row[MODEL] != MODEL_TICK:
        live = {"time": moment(row), "length": row[LENGTH]}
        clock = {"turn": row[CLOCK]} if row[MODEL] == MODEL_TURN else live
        return state | {"bids": bids, "offers": offers, "num_players": row[SEAT_COUNT], **clock}
    last = by_suit(row, LAST_PRICE)
    books = {suit: {"bid": bids[suit], "ask": offers[suit], "last_trade": last[suit] or None} for suit in SUIT_WORDS}
    return state | {"books": books, "num_players": row[SEAT_COUNT], "tick": row[CLOCK]}


def quotes(row: Row, price: int, player: int) -> dict[str, dict[str, int] | None]:
    """Return the quotes of one side, whose columns for the first suit are given."""
    return {
        word: None if row[player + suit] == NOBODY else {"price": row[price + suit], "player": row[player + suit]}
        for suit, word in enumerate(SUIT_WORDS)
    }


def trades(view: View, known: int) -> list[dict[str, Any]]:
    """Return the trades among the events that a bot has not heard of."""
    return [trade_of(view.row, event) for event in view.events[known:] if event[4] != NOBODY]


def trade_of(row: Row, event: Event) -> dict[str, Any]:
    """Return a trade as the older engine's bots know it."""
    seat, action, clock, price, partner = event
    buys = action < FIRST_SELL
    return {
        "suit": SUIT_WORDS[action - (FIRST_BUY if buys else FIRST_SELL)],
        "price": price,
        "buyer": seat if buys else partner,
        "seller": partner if buys else seat,
        CLOCK_WORDS[row[MODEL]]: clock,
    }


def read(view: View, message: object, reply: str) -> int:
    """Return the legal action of a dictionary, or raise Fault."""
    action, code = messages.read(view.row, message)
    if code != OK:
        raise Fault(Ending.ILLEGAL, REFUSALS[code].format(action=short(message)), reply=reply)
    return checked(view, action, reply)


WORDS = Words(lambda view: state_of(view.row, view.seat), legal_names, trades, read)
