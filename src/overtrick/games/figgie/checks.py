"""What the check of a bot looks for in Figgie."""

import re
from collections.abc import Mapping

from overtrick.games.contract import NOBODY
from overtrick.games.face import Situation, Variant
from overtrick.games.figgie.rulebook import (
    BIDDER,
    FIRST_BID,
    FIRST_BUY,
    FIRST_SELL,
    HAND,
    OFFERER,
    OK,
    SUITS,
    check,
)
from overtrick.games.view import View

OWN = {  # what not every model's state has
    "turn": ("bids", "offers", "turn"),
    "tick": ("books", "tick"),
    "live": ("bids", "offers", "time", "length"),
}
OTHER_MODEL = "; ".join(f"the state of the {model} model has {', '.join(keys)}" for model, keys in OWN.items())


def could(view: View, first: int) -> bool:
    """Return whether a seat could do one of the four actions from one on, which are those of the suits."""
    return any(check(view.row, view.seat, first + suit) == OK for suit in range(SUITS))


def hand(view: View) -> list[int]:
    """Return how many cards of each suit a seat holds."""
    first = HAND + SUITS * view.seat
    return view.row[first : first + SUITS]


SITUATIONS: Mapping[str, Situation] = {
    "finds all books empty": lambda view: (
        max(view.row[BIDDER : BIDDER + SUITS]) == NOBODY and max(view.row[OFFERER : OFFERER + SUITS]) == NOBODY
    ),
    "could buy": lambda view: could(view, FIRST_BUY),
    "could sell": lambda view: could(view, FIRST_SELL),
    "holds none of a suit": lambda view: 0 in hand(view),
    "quoted": lambda view: any(seat == view.seat and action >= FIRST_BID for seat, action, *_ in view.events),
    "traded": lambda view: any(partner != NOBODY and view.seat in (seat, partner) for seat, *_, partner in view.events),
}
VARIANTS: tuple[Variant, ...] = (
    (4, {"model": "turn"}),
    (5, {"model": "turn"}),
    (4, {"model": "tick"}),
    (5, {"model": "tick"}),
)


def hint(said: str, options: Mapping[str, object]) -> str:
    """Return which model has a key, to somebody who looked for it in the state of the other."""
    key = re.search(r"KeyError: '(\w+)'", said)
    if key is None or key[1] in OWN[str(options["model"])]:
        return ""
    others = [model for model, keys in OWN.items() if key[1] in keys]
    return f"{OTHER_MODEL}; overtrick check --option model={others[0]} checks that model alone" if others else ""
