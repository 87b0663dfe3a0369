"""The situations that a bot should meet in any game whose rows begin with the columns of ``tricks``.

FACE = Face(situations=TRICK_SITUATIONS)
"""

from collections.abc import Mapping

from overtrick.games.contract import NOBODY
from overtrick.games.face import Situation
from overtrick.games.tricks import BEST, CARDS, HAND, LED, TRICKS, playable
from overtrick.games.view import View


def playing(view: View) -> bool:
    """Return whether a card is due."""
    hand = view.row[HAND + view.seat]
    return all(hand >> action & 1 for action in view.game.legal(view.row))


def leads(view: View) -> bool:
    """Return whether the seat leads to a trick."""
    return playing(view) and view.row[BEST] == NOBODY


def must_follow(view: View) -> bool:
    """Return whether the hand has cards that may not be played now."""
    return playing(view) and playable(view.row) != view.row[HAND + view.seat]


def cannot_follow(view: View) -> bool:
    """Return whether a suit is led that the hand does not hold."""
    return playing(view) and view.row[LED] > 0 and not must_follow(view) and len(view.legal) > 1


def last_card(view: View) -> bool:
    """Return whether one card is left."""
    return playing(view) and view.row[TRICKS] == view.row[CARDS] - 1


TRICK_SITUATIONS: Mapping[str, Situation] = {
    "leads": leads,
    "must follow suit": must_follow,
    "cannot follow suit": cannot_follow,
    "plays its last card": last_card,
}
