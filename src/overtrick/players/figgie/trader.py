"""figgie:trader, the strongest player of Figgie that we have: it trades around what cards are worth.

It can say why: the odds of the suits, what cards are worth, and the edge of every choice.
"""

from typing import TYPE_CHECKING

from overtrick.games.figgie.rulebook import MAX_SEATS, MODEL, MODELS
from overtrick.games.view import View
from overtrick.players.explanation import Explanation
from overtrick.players.figgie import seat as figgie_seat
from overtrick.players.figgie import signs as figgie_signs
from overtrick.players.figgie.habits import HABITS
from overtrick.players.figgie.signs import adapt
from overtrick.players.figgie.weights.files import weights_of
from overtrick.players.figgie.why import explained, read

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser


def player(hello: "Hello") -> "Chooser":
    """Return the player; its weights differ from model to model."""
    return figgie_seat.sit(figgie_signs, weights_of(str(hello.options["model"])))


def explain(view: View) -> Explanation:
    """Return what figgie:trader would do in a view, and why."""
    book, desk = read(view)
    accounts, habits = [0.0] * MAX_SEATS, [0.0] * HABITS
    adapt(view.row, view.seat, book, desk, list(weights_of(MODELS[view.row[MODEL]])), accounts, habits)
    return explained(view, book, desk, accounts, habits)
