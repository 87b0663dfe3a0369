"""A Wizard bot to start from. ``choose(view)`` returns the name of one of the legal actions, ``view.legal``.

What there is to look at: view.state (the position: README.md beside this file shows one), view.seat, view.seats,
view.options, view.history (all that has happened in this deal) and view.rng (your own random numbers).
"""

from typing import Any


def choose(view: Any) -> str:
    """Name a trump, bid or play a card, whatever is due."""
    state = view.state
    legal: list[str] = view.legal
    hand = state["hands"][view.seat]
    if state["phase"] == "name trump":
        letters = [card[0] for card in hand]
        return max(legal, key=lambda name: letters.count(name[-1]))  # "trump R": the colour we hold most of
    if state["phase"] == "bid":
        wanted = round(sum(chance(card, state["trump"]) for card in hand))
        return min(legal, key=lambda name: abs(int(name[4:]) - wanted))  # "bid 2": the hook may forbid one
    needed = state["bids"][view.seat] - state["tricks"][view.seat]
    cards = sorted(legal, key=lambda card: strength(card, state["trump"]))
    return cards[-1] if needed > 0 else cards[0]


def chance(card: str, trump: str | None) -> float:
    """Return a guess of how likely a card is to take a trick."""
    power = strength(card, trump)
    if power > 26:
        return 1.0
    if power > 13:
        return 0.5 + (power - 13) / 30
    return max(0.0, (power - 8) / 8)


def strength(card: str, trump: str | None) -> int:
    """Return how strong a card is: a Jester 0, plain cards 1 to 13, trumps 14 to 26, a Wizard 27."""
    if card[0] in "JW":
        return 0 if card[0] == "J" else 27
    is_trump = trump is not None and card[0] == trump[0].upper()
    return int(card[1:]) + (13 if is_trump else 0)
