"""What the check of a bot looks for in Wizard."""

from collections.abc import Mapping

from overtrick.core.cards import NO_SUIT
from overtrick.games.face import Situation, Variant
from overtrick.games.trick_checks import TRICK_SITUATIONS
from overtrick.games.tricks import CARDS, TRUMP
from overtrick.games.view import View
from overtrick.games.wizard.rulebook import BIDDING, DEALER, NAMING, PHASE, PLAYING


def bidding(view: View) -> bool:
    """Return whether a bid is due."""
    return view.row[PHASE] == BIDDING


SITUATIONS: Mapping[str, Situation] = {
    **TRICK_SITUATIONS,
    "names the trump": lambda view: view.row[PHASE] == NAMING,
    "bids as dealer": lambda view: bidding(view) and view.row[DEALER] == view.seat,
    "is forbidden a bid": lambda view: bidding(view) and len(view.legal) == view.row[CARDS],
    "plays without trump": lambda view: view.row[PHASE] == PLAYING and view.row[TRUMP] == NO_SUIT,
}
VARIANTS: tuple[Variant, ...] = (
    (4, {}),
    (3, {"hook": "on"}),
    (5, {"bidding": "hidden"}),
    (6, {"preset": "house"}),
    (4, {"hook": "canadian", "trump_choice": "random", "series": "tournament-10"}),
)
