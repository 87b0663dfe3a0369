"""A view: all that one seat may know of a deal."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from overtrick.games.contract import Event, Game, Row


@dataclass(eq=False)  # not frozen: that takes three times as long to make, and one is made for every question
class View:
    """The hidden row of a seat, and the public events so far (a list that grows; do not change it)."""

    game: Game
    seat: int
    row: Row
    events: list[Event]
    deal: int = 1  # which deal of the match this is

    @cached_property
    def legal(self) -> list[str]:
        """The names of the legal actions of the seat to move."""
        return [self.game.name(self.row, action) for action in self.game.legal(self.row)]

    @cached_property
    def state(self) -> dict[str, Any]:
        """The position in words and numbers that explain themselves."""
        return self.game.state(self.row)


def view(game: Game, row: Row, events: list[Event], seat: int, deal: int = 1) -> View:
    """Return what a seat may know. This is the only way from a full row to a player."""
    hidden = row.copy()
    game.hide(hidden, seat)
    return View(game, seat, hidden, events, deal)
