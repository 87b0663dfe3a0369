"""The compiled players of the duel, for play in bulk: they choose as ``duel:greedy`` and ``duel:perfect`` do."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from overtrick.core.cards import RANKS
from overtrick.games.contract import Row
from overtrick.games.duel.rulebook import legal, play, whole_deck
from overtrick.games.tricks import HAND, PLAYED
from overtrick.players.duel.greedy import greedy_card
from overtrick.players.duel.outlook import outlook, traps
from overtrick.players.duel.table import check_served, table

INLINE = False

NAMES = ("greedy", "perfect")
GREEDY, PERFECT = 1, 2

Desk = Any  # the exact table


def new_desk(options: Mapping[str, Any], kinds: Any) -> Desk:
    """Return the exact table, if somebody needs it."""
    if PERFECT not in kinds:
        return np.zeros(1, np.uint8)
    check_served(options)
    return np.frombuffer(table(), np.uint8)


def new_desks(options: Mapping[str, Any], kinds: Any, tables: int) -> Desk:
    """Return one desk for all tables: nothing on it is of a table."""
    return new_desk(options, kinds)


def desk_of(desks: Desk, index: int) -> Desk:
    """Return the desk of a table."""
    return desks


def begin(desk: Desk) -> None:
    """Remember nothing: the row says it all."""


def choose(row: Row, seat: int, kind: int, desk: Desk) -> int:
    """Return the card of the seat to move."""
    if kind == GREEDY:
        return greedy_card(row, seat)
    return perfect_card(row, seat, desk)


def note(row: Row, seat: int, action: int, desk: Desk) -> None:
    """Remember nothing: the row says it all."""


def perfect_card(hidden: Row, seat: int, values: Any) -> int:
    """Return a card that takes most tricks, of equals the one that is hardest to answer, then the lowest."""
    row = hidden.copy()
    row[HAND + 1 - seat] = whole_deck(row) & ~row[PLAYED] & ~row[HAND + seat]
    best, most, hardest = -1, -1, -1
    for card in legal(row):
        following = row.copy()
        play(following, card)
        worth = outlook(following, seat, values)
        hard = traps(following, seat, values) if worth >= most else -1
        lower = best < 0 or (card % RANKS, card) < (best % RANKS, best)
        if worth > most or (worth == most and (hard > hardest or (hard == hardest and lower))):
            best, most, hardest = card, worth, hard
    return best
