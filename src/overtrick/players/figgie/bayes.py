"""figgie:bayes, which trades around what cards are worth, with other habits at each kind of table."""

from typing import TYPE_CHECKING

from overtrick.games.figgie.rulebook import MAX_SEATS, MODEL, MODELS, SUITS
from overtrick.games.view import View
from overtrick.players.explanation import Explanation
from overtrick.players.figgie import seat as figgie_seat
from overtrick.players.figgie import worth as figgie_worth
from overtrick.players.figgie.habits import HABITS_OF
from overtrick.players.figgie.why import explained, read
from overtrick.players.figgie.worth import habits_at, wishes

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser


def player(hello: "Hello") -> "Chooser":
    """Return the player; its habits differ from model to model."""
    return figgie_seat.sit(figgie_worth, HABITS_OF[str(hello.options["model"])])


def explain(view: View) -> Explanation:
    """Return what figgie:bayes would do in a view, and why."""
    book, desk = read(view)
    habits = habits_at(view.row, view.seat, book, list(HABITS_OF[MODELS[view.row[MODEL]]]))
    hints = [0.0] * SUITS
    wishes(view.row, view.seat, book, habits, hints)
    return explained(view, book, desk, [0.0] * MAX_SEATS, hints, habits)
