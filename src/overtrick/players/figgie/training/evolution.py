"""The weights of figgie:trader by evolution: candidates that do well against many, and from whom nobody takes much.

A generation is tried at the same tables with the same cards. At some a candidate sits among different players, at some
it is at home and a single other tries to win from it, at some it sits alone among others that are alike. The others are
our older players, the strangers of the tuning half, and a league that grows: earlier weights, and from time to time
exploiters, who were evolved for nothing else than to win from a table of the weights of that moment.
"""

from collections.abc import Callable
from random import Random
from typing import Any
from warnings import catch_warnings

import numpy as np

from overtrick.core.luck import derive
from overtrick.core.mistake import Mistake
from overtrick.players.figgie.habits import HABITS, HABITS_OF, HIGHEST, LOWEST, OFFER_CAP
from overtrick.players.figgie.minds import NAMES, TRADER
from overtrick.players.figgie.signs import ALWAYS, SIGNS, SINGLE, WEIGHTS
from overtrick.players.figgie.strangers.styles import TUNING
from overtrick.players.figgie.training.tables import CANDIDATE, Floats, Hall, Table

CANDIDATES = 16
MIXED, AT_HOME, ALONE = 12, 8, 3  # tables of a generation
GAMES = 8  # at each of them
GENERATION = CANDIDATES * (MIXED + AT_HOME + ALONE) * GAMES
AGE = 25  # generations, after which the league grows
HUNT = 8  # generations that an exploiter is evolved for
HUNTED = 10  # tables of such a generation
BREADTH = 0.1  # the unit of a step, as a share of what a habit can be
FIRST_STEP, HUNT_STEP = 0.25, 0.5
ALONE_WEIGHT = 0.3

OTHERS = tuple(NAMES.index(name) + 1 for name in ("follower", "fundamentalist", "rules", "bayes"))
STRANGERS = tuple(NAMES.index(f"stranger@{style}") + 1 for style in TUNING)
BEGINNER = NAMES.index("stranger@beginner") + 1
WEAK = (NAMES.index("rules") + 1, NAMES.index("stranger@hoarder") + 1, BEGINNER)


def first_weights(model: str) -> Floats:
    """Return what evolution begins with: figgie:bayes without its wild tables, and with a limit to its offers."""
    sets, weights = HABITS_OF[model], np.zeros((HABITS, SIGNS))
    for habit in range(HABITS):
        sober, single = (25.0, 25.0) if habit == OFFER_CAP else (sets[habit], sets[2 * HABITS + habit])
        weights[habit, ALWAYS], weights[habit, SINGLE] = sober, single - sober
    return weights.ravel()


class Evolution:
    """A strategy that asks for tries and is told how good they were, around some weights."""

    def __init__(self, around: Floats, step: float, seed: bytes) -> None:
        with catch_warnings(action="ignore"):  # it misses a library that draws pictures
            import cma

        options = {"popsize": CANDIDATES, "CMA_diagonal": True, "verbose": -9, "seed": int.from_bytes(seed[:3]) + 1}
        self._unit = np.repeat((np.array(HIGHEST) - np.array(LOWEST)) * BREADTH, SIGNS)
        self._around = around
        self._strategy: Any = cma.CMAEvolutionStrategy(np.zeros(WEIGHTS), step, options)
        self._tries: list[Any] = []

    def ask(self) -> Floats:
        """Return the candidates of the next generation."""
        self._tries = self._strategy.ask()
        return np.asarray(self._around + self._unit * np.array(self._tries))

    def tell(self, fitness: Floats) -> None:
        """Learn from what they were worth."""
        self._strategy.tell(self._tries, (-fitness).tolist())

    @property
    def middle(self) -> Floats:
        """The weights around which the next candidates will be."""
        return np.asarray(self._around + self._unit * self._strategy.result.xfavorite)


class League:
    """The weights that candidates meet besides the fixed players."""

    def __init__(self, model: str, first: Floats) -> None:
        self.model, self.members = model, [first]

    def fitness(self, candidates: Floats, seed: bytes) -> Floats:
        """Return how good each candidate was at the tables of a generation, in dollars."""
        hall = Hall(self.model, np.vstack([candidates, *self.members]))
        chance = Random(seed)
        members = [TRADER + CANDIDATES + index for index in range(len(self.members))]
        total = np.zeros(CANDIDATES)
        for number in range(MIXED):
            pool = [*OTHERS, *STRANGERS, *chance.choices(members, k=3)]
            others = chance.sample(pool, 3 if number % 3 else 4)
            total += tried(hall, [CANDIDATE, *others], CANDIDATE, chance) / MIXED
        for number in range(AT_HOME):
            visitor = chance.choice(members if number % 2 else [kind for kind in STRANGERS if kind not in WEAK])
            home = [CANDIDATE] * (3 if number % 3 else 4)
            total -= tried(hall, [visitor, *home], visitor, chance) / AT_HOME
        for number in range(ALONE):
            other = BEGINNER if number == 0 else chance.choice([*OTHERS, *STRANGERS, *members])
            others = [other] * (3 if chance.random() < 0.5 else 4)
            total += ALONE_WEIGHT * tried(hall, [CANDIDATE, *others], CANDIDATE, chance) / ALONE
        return total

    def exploiter(self, victim: Floats, seed: bytes) -> Floats:
        """Return weights that were evolved to win from a table of the victim's."""
        evolution = Evolution(victim, HUNT_STEP, seed)
        chance = Random(seed)
        for _ in range(HUNT):
            candidates = evolution.ask()
            hall = Hall(self.model, np.vstack([candidates, victim]))
            won = np.zeros(CANDIDATES)
            for number in range(HUNTED):
                home = [TRADER + CANDIDATES] * (3 if number % 3 else 4)
                won += tried(hall, [CANDIDATE, *home], CANDIDATE, chance)
            evolution.tell(won)
        return evolution.middle


def tried(hall: Hall, kinds: list[int], whose: int, chance: Random) -> Floats:
    """Return what one kind of player got at a table, for each candidate at it; all with the same luck."""
    chance.shuffle(kinds)
    table, seat = Table(tuple(kinds), chance.randbytes(32)), kinds.index(whose)
    return np.array([hall.money(table, GAMES, candidate)[seat] for candidate in range(CANDIDATES)])


def evolve(model: str, matches: int, seed: bytes, progress: Callable[[int], object]) -> tuple[float, ...]:
    """Return weights for a model, evolved on about so many matches; the same seed gives the same weights."""
    if matches < GENERATION:
        raise Mistake(f"matches is {matches}; allowed: {GENERATION} or more, which is one generation")
    first = first_weights(model)
    evolution, league = Evolution(first, FIRST_STEP, derive(seed, "evolution")), League(model, first)
    played = generation = 0
    while played + GENERATION <= matches:
        evolution.tell(league.fitness(evolution.ask(), derive(seed, f"generation/{generation}")))
        generation, more = generation + 1, GENERATION
        if generation % AGE == 0:
            league.members.append(evolution.middle)
            league.members.append(league.exploiter(evolution.middle, derive(seed, f"exploiter/{generation}")))
            more += HUNT * HUNTED * CANDIDATES * GAMES
        played += more
        progress(min(more, matches))
    return tuple(evolution.middle.tolist())
