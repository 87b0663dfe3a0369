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

OTHER_MODEL = "only the state of the turn model has bids, offers and turn, of the tick model books and tick"
ONLY_IN = {"turn": ("bids", "offers", "turn"), "tick": ("books", "tick")}  # what only one model's state has


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
    others = [model for model in ONLY_IN if model != options.get("model")]
    if key is None or not any(key[1] in ONLY_IN[model] for model in others):
        return ""
    return f"{OTHER_MODEL}; overtrick check --option model={others[0]} checks that model alone"
