"""figgie:trader, the strongest player of Figgie that we have: it trades around what cards are worth.

It can say why: the odds of the suits, what cards are worth, and the edge of every choice.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from overtrick.compiled.twin import twin
from overtrick.games.contract import Row
from overtrick.games.figgie.rulebook import MAX_SEATS, MODEL, MODELS, SUITS
from overtrick.games.view import View
from overtrick.players.explanation import Explanation
from overtrick.players.figgie import seat as figgie_seat
from overtrick.players.figgie.habits import HABITS
from overtrick.players.figgie.posterior import Desk
from overtrick.players.figgie.quotes import Floats
from overtrick.players.figgie.trader import signs as figgie_signs
from overtrick.players.figgie.trader.weights.files import network_of, weights_of
from overtrick.players.figgie.why import explained, read

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser


def player(hello: "Hello") -> "Chooser":
    """Return the player; its weights and its network differ from model to model."""
    model = str(hello.options["model"])
    return figgie_seat.sit(figgie_signs, weights_of(model), network_of(model))


def opinion(row: Row, seat: int, book: Row, desk: Desk) -> tuple[Floats, Floats, Floats]:
    """Return what figgie:trader thinks: of the accounts of the seats, of what they tell, and which habits fit."""
    adapt: Any = twin(figgie_signs).adapt
    model = MODELS[row[MODEL]]
    found = np.zeros(MAX_SEATS), np.zeros(SUITS), np.zeros(HABITS)
    tables = np.array(weights_of(model)), np.array(network_of(model))
    adapt(np.array(row), seat, np.array(book), np.array(desk), *tables, *found)
    accounts, hints, habits = (numbers.tolist() for numbers in found)
    return accounts, hints, habits


def explain(view: View) -> Explanation:
    """Return what figgie:trader would do in a view, and why."""
    book, desk = read(view)
    return explained(view, book, desk, *opinion(view.row, view.seat, book, desk))
