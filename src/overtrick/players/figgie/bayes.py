"""figgie:bayes, which trades around what cards are worth, with other habits at each kind of table."""

from typing import TYPE_CHECKING

from overtrick.players.figgie import seat as figgie_seat
from overtrick.players.figgie import worth as figgie_worth
from overtrick.players.figgie.habits import HABITS_OF

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser


def player(hello: "Hello") -> "Chooser":
    """Return the player; its habits differ from model to model."""
    return figgie_seat.sit(figgie_worth, HABITS_OF[str(hello.options["model"])])
