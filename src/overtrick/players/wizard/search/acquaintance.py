"""Getting to know the other seats of a Wizard match: how well each habit explains what a seat did in the deals before.

When a deal is over every card of it has been seen, so that it can be told how likely
each habit would have done what a seat did. As no habit is quite that of a stranger, what
was seen counts for less than it seems to say, and the doubt is kept: a seat has a share
of each habit.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.twin import twin
from overtrick.core.cards import members
from overtrick.games.tricks import CARDS, HAND, MAX_SEATS, NEXT, PLAYED, SEATS, TRICKS, VOIDS, WON, begin_tricks
from overtrick.games.view import View
from overtrick.games.wizard.rulebook import (
    BID,
    DEALER,
    FIRST_BID,
    FIRST_TRUMP,
    NO_BID,
    STILL_IN,
    WIDTH,
    open_bidding,
    play,
)
from overtrick.players.wizard.net import brain as wizard_brain
from overtrick.players.wizard.net.player import Ints, model
from overtrick.players.wizard.search import hindsight as wizard_hindsight
from overtrick.players.wizard.search.habits import BY_NET, HABITS, Ways
from overtrick.players.wizard.search.hindsight import UNLIKELY
from overtrick.players.wizard.tuning import TUNING

Shares = NDArray[np.float64]  # by seats and habits

TRUST = 0.5  # what counts of the logarithms of odds, as no habit is quite that of who sits there
BEFOREHAND = (0.25, 0.35, 0.15, 0.12, 0.1, 0.03)  # the shares of habits among those whom nobody knows


def moments_of(view: View) -> tuple[Ints, Ints]:
    """Return the rows before all bids and cards of other seats in this deal, hands aside, and these actions."""
    row = view.row.copy()
    row[TRICKS] = row[PLAYED] = 0
    for seat in range(row[SEATS]):
        row[HAND + seat] = row[WON + seat] = row[VOIDS + seat] = 0
        row[BID + seat] = NO_BID
    begin_tricks(row, row[NEXT + row[DEALER]])
    open_bidding(row)
    rows, done = [], []
    for seat, action, *_ in view.events:
        if action >= FIRST_TRUMP:
            continue
        if seat != view.seat:
            rows.append(row.copy())
            done.append(action)
        if action < FIRST_BID:
            row[HAND + seat] = 1 << action
        play(row, action)
    return np.array(rows, np.int64).reshape(len(rows), WIDTH), np.array(done, np.int64)


def ways_of(view: View, habits: Ints, desk: Any, trust: float = TRUST) -> Ways:
    """Return all that it takes to act for the seats of a view."""
    return habits, model(view).brain, TUNING, desk, trust


def with_own_habit(likely: Shares, seat: int) -> Shares:
    """Return shares of habits that add up to 1, and those of a seat that always plays like the networks."""
    shares: Shares = likely / likely.sum(axis=1, keepdims=True)
    shares[seat] = np.eye(HABITS)[BY_NET]
    return shares


class Acquaintance:
    """What one seat knows of the habits of the others, from deal to deal."""

    def __init__(self) -> None:
        self.evidence = np.zeros((MAX_SEATS, HABITS))  # what counts of the logarithms of odds
        self.seen: View | None = None  # the latest one, whose events go on to the end of the deal
        self.desk = wizard_brain.desk()

    def shares(self, view: View) -> Shares:
        """Return how likely each seat has each habit, having looked back at the deal before when a new one begins."""
        if self.seen is not None and self.seen.deal != view.deal:
            self.look_back(self.seen)
        self.seen = view
        told = self.evidence - self.evidence.max(axis=1, keepdims=True)
        return with_own_habit(np.exp(told) * BEFOREHAND, view.seat)

    def look_back(self, view: View) -> None:
        """Count what was done in a deal for and against every habit, for the seats whose cards were all seen."""
        rows, done = moments_of(view)
        for seat in members(view.row[STILL_IN] & ~(1 << view.seat)):
            if sum(action < FIRST_BID and actor == seat for actor, action, *_ in view.events) < view.row[CARDS]:
                continue
            for habit in range(HABITS):
                ways = ways_of(view, np.full(MAX_SEATS, habit), self.desk)
                self.evidence[seat, habit] += twin(wizard_hindsight).likelihood(rows, done, seat, 0, UNLIKELY, ways)
