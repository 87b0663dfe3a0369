"""The weights of figgie:trader as what evolves: which of them move, by what steps, and from where."""

from typing import Any
from warnings import catch_warnings

import numpy as np

from overtrick.players.figgie.habits import (
    BID_JUMP,
    BID_MARGIN,
    BID_WEIGHT,
    DEALING,
    DOUBT,
    EAGER,
    FLAT_SHARE,
    GUESS,
    HABITS,
    HABITS_OF,
    HIGHEST,
    LOWEST,
    OFFER_CAP,
    OFFER_HEED,
    OFFER_MARGIN,
    OFFER_OPENING,
    OWN_TRUST,
    PIVOT_SHARE,
    READING,
    RESALE,
    RIVAL_GAIN,
    SELL_MORE,
    SHY,
    SPARED_SHARE,
    TAKE,
    TRUST,
    WANTED_SHARE,
)
from overtrick.players.figgie.trader.signs import ALWAYS, BUSY, FIVE, LATE, QUIET, SIGNS, SINGLE, SOFT
from overtrick.players.figgie.training.tables import Floats

CANDIDATES = 32  # of a generation
BREADTH = 0.1  # the unit of a step, as a share of what a habit can be

FIRST = {READING: 0.5, SHY: 2.0, DEALING: 0.8, EAGER: 0.3, OFFER_CAP: 25.0, WANTED_SHARE: 0.0, SPARED_SHARE: 0.0}
"""What evolution begins with where figgie:bayes has nothing, or what a network does better."""
SET = (WANTED_SHARE, SPARED_SHARE, DEALING, EAGER)  # habits that evolution leaves alone
EDGES = (TAKE, BID_MARGIN, OFFER_MARGIN)
KEY = (*EDGES, READING, OWN_TRUST, TRUST, RESALE, PIVOT_SHARE, FLAT_SHARE)
FOLLOWED = {
    ALWAYS: tuple(habit for habit in range(HABITS) if habit not in SET),
    SINGLE: (*KEY, OFFER_OPENING, BID_JUMP, BID_WEIGHT, GUESS, OFFER_HEED),
    SOFT: (*KEY, OFFER_OPENING, OFFER_CAP, BID_WEIGHT),
    LATE: (*KEY, RIVAL_GAIN, DOUBT),
    BUSY: KEY,
    QUIET: (*EDGES, READING, SELL_MORE),
    FIVE: (*EDGES, READING, RIVAL_GAIN, PIVOT_SHARE, FLAT_SHARE),
}
"""By sign the habits that follow it; with more of them evolution takes longer."""
TRAINED = [habit * SIGNS + sign for sign, habits in FOLLOWED.items() for habit in habits]
USUAL = [habit * SIGNS + ALWAYS for habit in range(HABITS)]
"""The usual values alone, which exploiters are searched among."""


def first_weights(model: str) -> Floats:
    """Return what evolution begins with: figgie:bayes without its wild tables."""
    sets, weights = HABITS_OF[model], np.zeros((HABITS, SIGNS))
    for habit in range(HABITS):
        sober, single = sets[habit], sets[2 * HABITS + habit]
        weights[habit, ALWAYS], weights[habit, SINGLE] = sober, single - sober
        if habit in FIRST:
            weights[habit, ALWAYS], weights[habit, SINGLE] = FIRST[habit], 0.0
    return weights.ravel()


class Evolution:
    """A strategy that asks for tries and is told how good they were, around some weights of which some move."""

    def __init__(self, around: Floats, trained: list[int], step: float, seed: bytes) -> None:
        with catch_warnings(action="ignore"):  # it misses a library that draws pictures
            import cma

        options = {"popsize": CANDIDATES, "CMA_diagonal": True, "verbose": -9, "seed": int.from_bytes(seed[:3]) + 1}
        self._around, self._trained = around, trained
        self._units = np.array([BREADTH * (HIGHEST[place // SIGNS] - LOWEST[place // SIGNS]) for place in trained])
        self._strategy: Any = cma.CMAEvolutionStrategy(np.zeros(len(trained)), step, options)
        self._tries: list[Any] = []

    def ask(self) -> Floats:
        """Return the candidates of the next generation."""
        self._tries = self._strategy.ask()
        return np.array([self._moved(one) for one in self._tries])

    def tell(self, fitness: Floats) -> None:
        """Learn from what they were worth."""
        self._strategy.tell(self._tries, (-fitness).tolist())

    @property
    def middle(self) -> Floats:
        """The weights around which the next candidates will be."""
        return self._moved(self._strategy.result.xfavorite)

    def _moved(self, steps: Any) -> Floats:
        weights = self._around.copy()
        weights[self._trained] += self._units * steps
        return weights
