"""A view: all that one seat may know of a deal, and the history of a deal, as each seat has heard it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from overtrick.games.contract import NOBODY, Event, Game, Row


@dataclass(eq=False)  # not frozen: that takes three times as long to make, and one is made for every question
class View:
    """The hidden row of a seat, and the events that it has heard so far (a list that grows; do not change it)."""

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


class History:
    """The events of a deal, in lists that only grow: everything, and what each seat has heard."""

    def __init__(self, game: Game, seats: int) -> None:
        self.everything: list[Event] = []
        self._game = game
        self._hears = getattr(game, "hears", None)
        # Where everybody hears everything, there is but one list. The last one is that of NOBODY.
        self._heard = [self.everything] * (seats + 1) if self._hears is None else [[] for _ in range(seats + 1)]
        self._before = [0] * (seats + 1)  # how many each had heard before the latest play
        self.fresh = 0  # how many the latest play has added to everything

    def add(self, row: Row, seat: int, action: int) -> None:
        """Add what the play just made by a seat, with this outcome, has made known."""
        fresh = self._game.events(row, seat, action)
        self.everything += fresh
        self.fresh = len(fresh)
        if self._hears is None:
            return
        self._before = [len(heard) for heard in self._heard]
        seats = self._heard[:NOBODY]
        for event in fresh:
            ears = [heard for listener, heard in enumerate(seats) if self._hears(row, event, listener)]
            for heard in ears if len(ears) < len(seats) else self._heard:
                heard.append(event)

    def heard(self, seat: int) -> list[Event]:
        """Return what a seat has heard so far; NOBODY, who only watches, hears what all hear."""
        return self._heard[seat]

    def fresh_to(self, seat: int) -> int:
        """Return how many of the events that a seat has heard came with the latest play."""
        return self.fresh if self._hears is None else len(self._heard[seat]) - self._before[seat]
