"""duel:greedy, the test player of the duel: sound, simple play without looking ahead.

Following, it wins as cheaply as it can, and throws its lowest card away if it cannot win.
Leading, it plays a card that cannot be beaten, from its longest suit, or else its lowest card.
All that decides runs interpreted here, and compiled where many matches are played at once.
"""

from overtrick.bots.bot import Hello
from overtrick.bots.inside import Chooser
from overtrick.core.cards import IN_SUIT, RANKS, members, suit
from overtrick.games.contract import NOBODY, Row
from overtrick.games.duel.rulebook import whole_deck
from overtrick.games.tricks import BEATING, BEST, HAND, PLAYED, playable
from overtrick.games.view import View


def player(hello: Hello) -> Chooser:
    """Return the player; it needs no luck and no memory."""
    return choose


def choose(view: View) -> int:
    """Return a card."""
    return greedy_card(view.row, view.seat)


def greedy_card(row: Row, seat: int) -> int:
    """Return the card of the seat to move."""
    return lead(row, seat) if row[BEST] == NOBODY else follow(row)


def follow(row: Row) -> int:
    """Return the cheapest winning card, or the cheapest of all."""
    cards = playable(row)
    winning = cards & row[BEATING]
    return cheapest(winning if winning else cards)


def lead(row: Row, seat: int) -> int:
    """Return the highest card of the longest suit that nobody can beat, or the cheapest card."""
    hand = row[HAND + seat]
    elsewhere = whole_deck(row) & ~hand & ~row[PLAYED]
    best, longest = -1, 0
    for card in members(hand):
        own = IN_SUIT[suit(card)]
        length = (hand & own).bit_count()
        if not elsewhere & own & -(2 << card) and length >= longest:
            best, longest = card, length
    return best if best >= 0 else cheapest(hand)


def cheapest(cards: int) -> int:
    """Return the card of the lowest value, of the first suit among equals."""
    best = -1
    for card in members(cards):
        if best < 0 or card % RANKS < best % RANKS:
            best = card
    return best
