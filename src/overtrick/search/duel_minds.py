"""The compiled players of the duel, for play in bulk: they choose as ``duel:greedy`` and ``duel:perfect`` do."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from overtrick.cards import IN_SUIT, RANKS, lowest, suit
from overtrick.games.contract import NOBODY, Row
from overtrick.games.duel import VALUES, legal, play
from overtrick.games.tricks import BEATING, BEST, HAND, PLAYED, TURN, playable
from overtrick.search.duel_outlook import outlook
from overtrick.search.duel_table import check_served, table

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


def begin(desk: Desk) -> None:
    """Remember nothing: the row says it all."""


def choose(row: Row, seat: int, kind: int, desk: Desk) -> int:
    """Return the card of the seat to move."""
    if kind == GREEDY:
        return greedy_lead(row, seat) if row[BEST] == NOBODY else greedy_follow(row)
    return perfect_card(row, seat, desk)


def note(row: Row, seat: int, action: int, desk: Desk) -> None:
    """Remember nothing: the row says it all."""


def whole_deck(row: Row) -> int:
    """Return the set of all cards."""
    values = (1 << row[VALUES]) - 1
    return values | values << RANKS | values << 2 * RANKS | values << 3 * RANKS


# Greedy


def greedy_follow(row: Row) -> int:
    """Return the cheapest winning card, or the cheapest of all."""
    cards = playable(row)
    winning = cards & row[BEATING]
    return cheapest(winning if winning else cards)


def greedy_lead(row: Row, seat: int) -> int:
    """Return the highest card of the longest suit that nobody can beat, or the cheapest card."""
    hand = row[HAND + seat]
    elsewhere = whole_deck(row) & ~hand & ~row[PLAYED]
    best, longest, cards = -1, 0, hand
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        own = IN_SUIT[suit(card)]
        length = (hand & own).bit_count()
        if not elsewhere & own & -(2 << card) and length >= longest:
            best, longest = card, length
    return best if best >= 0 else cheapest(hand)


def cheapest(cards: int) -> int:
    """Return the card of the lowest value, of the first suit among equals."""
    best = lowest(cards)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if card % RANKS < best % RANKS:
            best = card
    return best


# Perfect


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


def traps(row: Row, seat: int, values: Any) -> int:
    """Return how many cards would cost the other seat a trick at its next play, if this seat plays on perfectly."""
    if row[TURN] == NOBODY:
        return 0
    if row[TURN] != seat:
        return wrong_cards(row, values)
    best, most = 0, -1
    for card in legal(row):
        following = row.copy()
        play(following, card)
        worth = outlook(following, seat, values)
        if worth > most:
            best, most = 0, worth
        if worth == most and following[TURN] != NOBODY:
            best = max(best, wrong_cards(following, values))
    return best


def wrong_cards(row: Row, values: Any) -> int:
    """Return how many cards of the seat to move would cost it a trick."""
    best = outlook(row, row[TURN], values)
    count = 0
    for card in legal(row):
        following = row.copy()
        play(following, card)
        count += outlook(following, row[TURN], values) < best
    return count
