"""A seat at a Figgie table that reads the events as they come, and counts anew only when a bound has changed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.twin import twin
from overtrick.games.figgie.rulebook import DECKS, HAND, MAX_SEATS, SEAT_COUNT, SUITS
from overtrick.games.view import View
from overtrick.players.figgie import posterior as figgie_posterior
from overtrick.players.figgie.bounds import BOUND, NET, READ, STAMP, new_book, read_events
from overtrick.players.figgie.posterior import DESK_WIDTH, goal_odds

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows for certain of the deal, and the exact odds that follow from it."""

    dealt: tuple[int, ...]  # its own cards of each suit, as dealt
    bounds: tuple[tuple[int, ...], ...]  # of every seat and suit, the least that was dealt
    decks: tuple[float, ...]  # the probability of each of the twelve decks, as the rulebook numbers them
    goals: tuple[float, ...]  # the probability of each suit to be the goal suit


class Reader:
    """The book of one table and the desk of one seat, kept up to date with the views of that seat."""

    def __init__(self) -> None:
        self._count = twin(figgie_posterior).deck_odds
        self._book = new_book()
        self._counted: tuple[int, int, int] | None = None
        self._deal = 0
        self.desk: Floats = np.zeros(DESK_WIDTH)

    def read(self, view: View) -> tuple[Ints, Ints, Floats]:
        """Return row, book and desk of a view; what was read and counted before is not done again."""
        if view.deal != self._deal or len(view.events) < self._book[READ]:
            self._deal, self._book, self._counted = view.deal, new_book(), None
        read_events(self._book, view.events)
        row, book = np.array(view.row), np.array(self._book)
        now = (view.seat, view.row[SEAT_COUNT], self._book[STAMP])
        if now != self._counted:
            self._count(book, row, view.seat, self.desk)
            self._counted = now
        return row, book, self.desk


def knowledge(view: View, reader: Reader | None = None) -> Knowledge:
    """Return what the seat of a view knows; a reader kept from view to view makes it quicker."""
    row, book, desk = (reader or Reader()).read(view)
    seats, own = view.row[SEAT_COUNT], SUITS * view.seat
    dealt = row[HAND + own : HAND + own + SUITS] - book[NET + own : NET + own + SUITS]
    bounds = book[BOUND : BOUND + SUITS * MAX_SEATS].reshape(MAX_SEATS, SUITS)[:seats].copy()
    bounds[view.seat] = dealt
    return Knowledge(
        tuple(dealt.tolist()),
        tuple(map(tuple, bounds.tolist())),
        tuple(desk[:DECKS].tolist()),
        tuple(goal_odds(desk[:DECKS].tolist())),
    )


def sit(kernel: ModuleType, *numbers: Sequence[float]) -> Callable[[View], int]:
    """Return a player whose action a compiled function ``act`` of a module chooses, from what a reader knows."""
    act: Any = twin(kernel).act
    own, reader = [np.array(row) for row in numbers], Reader()

    def choose(view: View) -> int:
        row, book, desk = reader.read(view)
        return int(act(row, view.seat, book, desk, *own))

    return choose
