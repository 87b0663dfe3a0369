"""A bot for GAME to start from. ``choose(view)`` returns the name of one of the legal actions, ``view.legal``.

What there is to look at: view.state (the position), view.seat, view.seats, view.options, view.history (all that has
happened in this deal) and view.rng (your own random numbers).
"""

from typing import Any


def choose(view: Any) -> str:
    """Play the first legal action."""
    action: str = view.legal[0]
    return action
