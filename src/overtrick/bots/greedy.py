"""duel:greedy, the test player of the duel: sound, simple play without looking ahead.

Following, it wins as cheaply as it can, and throws its lowest card away if it cannot win.
Leading, it plays a card that cannot be beaten, from its longest suit, or else its lowest card.
"""

from overtrick.bots.bot import Hello
from overtrick.bots.inside import Chooser
from overtrick.cards import IN_SUIT, RANKS, members, suit
from overtrick.games.contract import NOBODY
from overtrick.games.duel import VALUES
from overtrick.games.tricks import BEATING, BEST, HAND, PLAYED, playable
from overtrick.games.view import View


def player(hello: Hello) -> Chooser:
    """Return the player; it needs no luck and no memory."""
    return choose


def choose(view: View) -> int:
    """Return a card."""
    return lead(view) if view.row[BEST] == NOBODY else follow(view)


def follow(view: View) -> int:
    """Return the cheapest winning card, or the cheapest of all."""
    cards = playable(view.row)
    return cheapest(cards & view.row[BEATING] or cards)


def lead(view: View) -> int:
    """Return the highest card of a suit that nobody can beat, or the cheapest card."""
    hand = view.row[HAND + view.seat]
    deck = sum(1 << RANKS * s + value for s in range(4) for value in range(view.row[VALUES]))
    elsewhere = deck & ~hand & ~view.row[PLAYED]
    masters = [card for card in members(hand) if not elsewhere & IN_SUIT[suit(card)] & -(2 << card)]
    if not masters:
        return cheapest(hand)
    return max(masters, key=lambda card: ((hand & IN_SUIT[suit(card)]).bit_count(), card))


def cheapest(cards: int) -> int:
    """Return the card of the lowest value."""
    return min(members(cards), key=lambda card: card % RANKS)
