"""A bot for the duel to start from. ``choose(view)`` returns the name of one of the legal cards, ``view.legal``.

What there is to look at: view.state (the position: README.md beside this file shows one), view.seat (0 leads the
first trick), view.options, view.history (all cards played so far) and view.rng (your own random numbers).
"""

from typing import Any


def choose(view: Any) -> str:
    """Win a trick as cheaply as possible, or lose it cheaply; lead the highest card."""
    cards: list[str] = sorted(view.legal, key=value)
    trick = view.state["trick"]
    if not trick:
        return cards[-1]
    led = trick[0]["card"]
    winning = [card for card in cards if card[0] == led[0] and value(card) > value(led)]
    return winning[0] if winning else cards[0]


def value(card: str) -> int:
    """Return the value of a card such as SA, H4 or C13; an ace is the lowest."""
    return 1 if card[1:] == "A" else int(card[1:])
