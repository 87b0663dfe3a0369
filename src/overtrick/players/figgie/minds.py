"""The compiled players of Figgie, for play in bulk; all seats share one book of what everybody knows."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from overtrick.games.contract import Row
from overtrick.games.figgie.rulebook import (
    CLOCK,
    MAX_SEATS,
    MODEL,
    MODEL_TICK,
    NAMED,
    OK,
    PAID,
    PARTNER,
    REFUSED,
    order,
)
from overtrick.games.figgie.rulebook import SEAT_COUNT as SEATS
from overtrick.players.figgie.bounds import BOOK_WIDTH, STAMP
from overtrick.players.figgie.bounds import note as note_in_book
from overtrick.players.figgie.follower import FOLLOWER
from overtrick.players.figgie.follower import act as act_follower
from overtrick.players.figgie.fundamentalist import FUNDAMENTALIST
from overtrick.players.figgie.fundamentalist import act as act_fundamentalist
from overtrick.players.figgie.habits import HABITS_OF
from overtrick.players.figgie.posterior import DESK_WIDTH, memory, remembered_odds
from overtrick.players.figgie.rules import act as act_rules
from overtrick.players.figgie.strangers.stranger import act as act_stranger
from overtrick.players.figgie.strangers.stranger import needs_odds
from overtrick.players.figgie.strangers.styles import STYLES, constants
from overtrick.players.figgie.trader.signs import act as act_trader
from overtrick.players.figgie.trader.weights.files import network_of, weights_of
from overtrick.players.figgie.worth import act as act_bayes

INLINE = False

NAMES = ("rules", "follower", "fundamentalist", "bayes", *(f"stranger@{style}" for style in STYLES), "trader")
RULES, FOLLOWS, FUNDAMENTAL, BAYES, STRANGER = 1, 2, 3, 4, 5
TRADER = STRANGER + len(STYLES)
NOT_COUNTED = -1
NETWORK = 8  # its place on a desk

Desk = Any  # the arrays that ``new_desk`` makes


def new_desk(options: Mapping[str, Any], kinds: Any) -> Desk:
    """Return the book, for each seat its odds and when they were counted, the habits of the players, and no memory."""
    return (
        np.zeros(BOOK_WIDTH, np.int64),
        np.zeros((MAX_SEATS, DESK_WIDTH)),
        np.zeros(MAX_SEATS, np.int64),
        np.array(FOLLOWER),
        np.array(FUNDAMENTALIST),
        np.array(HABITS_OF[str(options["model"])]),
        np.array([constants(style) for style in STYLES]),
        np.array([weights_of(str(options["model"]))]),
        np.array(network_of(str(options["model"]))),
        *memory(0),
    )


def new_desks(options: Mapping[str, Any], kinds: Any, tables: int) -> Desk:
    """Return the same for many tables, each of which has a book and odds of its own."""
    book, odds, counted, *habits = new_desk(options, kinds)
    return (*(np.stack([one] * tables) for one in (book, odds, counted)), *habits)


def desk_of(desks: Desk, index: int) -> Desk:
    """Return the desk of a table."""
    return (desks[0][index], desks[1][index], desks[2][index]) + desks[3:]  # noqa: RUF005 - what compiles


def begin(desk: Desk) -> None:
    """Forget the last deal."""
    book, counted = desk[0], desk[2]
    book[:] = 0
    counted[:] = NOT_COUNTED


def choose(row: Row, seat: int, kind: int, desk: Desk) -> int:
    """Return the action of the seat to move."""
    book, odds, counted, follower, fundamentalist, habits, styles, traders, network, keys, kept = desk
    if kind == RULES:
        return act_rules(row, seat, book)
    if kind == FOLLOWS:
        return act_follower(row, seat, book, follower)
    if kind >= STRANGER and kind < TRADER and not needs_odds(styles[kind - STRANGER]):
        return act_stranger(row, seat, book, odds[seat], styles[kind - STRANGER])
    if counted[seat] != book[STAMP]:
        remembered_odds(book, row, seat, odds[seat], keys, kept)
        counted[seat] = book[STAMP]
    if kind == FUNDAMENTAL:
        return act_fundamentalist(row, seat, book, odds[seat], fundamentalist)
    if kind >= TRADER:
        return act_trader(row, seat, book, odds[seat], traders[kind - TRADER], network)
    if kind >= STRANGER:
        return act_stranger(row, seat, book, odds[seat], styles[kind - STRANGER])
    return act_bayes(row, seat, book, odds[seat], habits)


def note(row: Row, seat: int, action: int, desk: Desk) -> None:
    """Write into the book what the play just made has made public."""
    book = desk[0]
    if row[MODEL] != MODEL_TICK:
        note_in_book(book, seat, row[NAMED + seat], row[PAID + seat], row[PARTNER + seat])
    elif seat == row[SEATS] - 1:
        for actor in order(row, row[CLOCK] - 1):
            if row[REFUSED + actor] == OK:
                note_in_book(book, actor, row[NAMED + actor], row[PAID + actor], row[PARTNER + actor])
