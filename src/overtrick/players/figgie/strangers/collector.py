"""figgie:collector, who collects the suit it was dealt most of, as in a first game; that is hardly ever the goal."""

from typing import TYPE_CHECKING

from overtrick.games.contract import Row
from overtrick.players.figgie.rules import collect, longest_dealt, reading

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser

WANTS = (40, 12, 6, 8)  # any number of cards, but none that is dear


def act(row: Row, seat: int, book: Row) -> int:
    """Return the action."""
    return collect(row, seat, longest_dealt(row, seat, book), WANTS)


def player(hello: "Hello") -> "Chooser":
    """Return the player."""
    return reading(act)
