"""The weights of figgie:trader by evolution: candidates that do well against many, and from whom nobody takes much.

A generation is tried at the same tables with the same cards. At some a candidate sits among different players, at some
it is at home and a single other tries to win from it, at some it sits alone among others that are alike. The others are
our older players, the strangers of the tuning half, passers-by whom nobody meets twice, and a league that grows:
earlier weights, and exploiters, who were evolved for nothing else than to win from a table of the weights of their
time. Who wins much as a visitor comes more often.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import exp, inf
from random import Random
from typing import Any
from warnings import catch_warnings

import numpy as np

from overtrick.core.luck import derive
from overtrick.core.mistake import Mistake
from overtrick.players.figgie.habits import (
    BID_JUMP,
    BID_MARGIN,
    BID_WEIGHT,
    FLAT_SHARE,
    HABITS,
    HABITS_OF,
    HIGHEST,
    LOWEST,
    OFFER_CAP,
    OFFER_JUMP,
    OFFER_MARGIN,
    OFFER_OPENING,
    OWN_TRUST,
    PIVOT_SHARE,
    RESALE,
    RIVAL_GAIN,
    SELL_MORE,
    SHY,
    TAKE,
    TRUST,
    WANTED_SHARE,
)
from overtrick.players.figgie.minds import NAMES, STRANGER, TRADER
from overtrick.players.figgie.signs import ALWAYS, BUSY, FIVE, LATE, QUIET, SIGNS, SINGLE, SOFT
from overtrick.players.figgie.strangers.styles import TEST, TUNING
from overtrick.players.figgie.training.found import SET
from overtrick.players.figgie.training.passers_by import passer_by
from overtrick.players.figgie.training.tables import CANDIDATE, Floats, Hall, Table, forget
from overtrick.players.figgie.weights.files import told

CANDIDATES = 32
GAMES = 4  # at each table of a generation
TABLES = 24  # of a generation
GENERATION = CANDIDATES * TABLES * GAMES
LAG = 0.5  # what it counts to be behind the first of a table
AGE = 12  # generations, after which the league grows
HUNT, HUNTED = 6, 6  # generations that an exploiter is evolved for, and the tables of each
HUNTING = HUNT * HUNTED * CANDIDATES * GAMES
BREADTH = 0.1  # the unit of a step, as a share of what a habit can be
FIRST_STEP, HUNT_STEP = 0.4, 0.8
KEPT = 0.93  # of the weights so far, when those of a generation are added
MEMORY = 0.7  # of what a visitor won before
SOME_DOLLARS = 4.0  # a visitor who wins so much more comes e times as often

LADDER_NAMES = ("rules", "follower", "fundamentalist", "bayes", "stranger@beginner")
OLD = tuple(NAMES.index(name) + 1 for name in LADDER_NAMES)
BEGINNER = OLD[-1]
STRANGERS = tuple(NAMES.index(f"stranger@{style}") + 1 for style in TUNING)
PASSERS = tuple(range(TRADER - len(TEST), TRADER))  # in the places of the test half, which is not there
SOUND = tuple(NAMES.index(f"stranger@{style}") + 1 for style in TUNING if style not in ("hoarder", "beginner"))
assert min(PASSERS) == STRANGER + len(TUNING), "the test half comes last"


EDGES = (TAKE, BID_MARGIN, OFFER_MARGIN)
EVOLVED = range(SHY)  # the habits that evolution finds; the others are set, see found.py


@dataclass(frozen=True)
class Stage:
    """What is trained for some generations: how many tables of each sort, what they count, and which habits move."""

    generations: float
    ladder: tuple[int, float]
    mixed: tuple[int, float]
    at_home: tuple[int, float]
    alone: tuple[int, float]
    followed: Mapping[int, Iterable[int]]  # by sign

    @property
    def trained(self) -> list[int]:
        """The places of the weights that move."""
        return [habit * SIGNS + sign for sign, habits in self.followed.items() for habit in habits]


STAGES = (
    Stage(  # the usual values, and a few habits by each sign: with more of them evolution takes longer
        generations=96,
        ladder=(4, 0.5),
        mixed=(8, 1.0),
        at_home=(10, 1.5),
        alone=(2, 0.2),
        followed={
            ALWAYS: EVOLVED,
            SINGLE: (*EDGES, OFFER_OPENING, RESALE, OWN_TRUST, TRUST, PIVOT_SHARE),
            SOFT: (*EDGES, OFFER_OPENING, OFFER_CAP, BID_WEIGHT, RESALE, OWN_TRUST, TRUST, WANTED_SHARE, PIVOT_SHARE),
            LATE: (*EDGES, RIVAL_GAIN, TRUST, WANTED_SHARE, PIVOT_SHARE),
            BUSY: (*EDGES, RESALE, TRUST, WANTED_SHARE, PIVOT_SHARE),
            QUIET: (*EDGES, SELL_MORE, OFFER_CAP, BID_JUMP, OFFER_JUMP),
            FIVE: (*EDGES, RIVAL_GAIN, PIVOT_SHARE, FLAT_SHARE),
        },
    ),
    Stage(  # then what to do where others give money away; at other tables these signs are near 0 and nothing changes
        generations=inf,
        ladder=(8, 1.0),
        mixed=(4, 0.5),
        at_home=(6, 1.0),
        alone=(6, 0.6),
        followed={SINGLE: EVOLVED, SOFT: EVOLVED},
    ),
)


def first_weights(model: str) -> Floats:
    """Return what evolution begins with: figgie:bayes without its wild tables, and with a limit to its offers."""
    sets, weights = HABITS_OF[model], np.zeros((HABITS, SIGNS))
    for habit in range(HABITS):
        sober, single = (25.0, 25.0) if habit == OFFER_CAP else (sets[habit], sets[2 * HABITS + habit])
        weights[habit, ALWAYS], weights[habit, SINGLE] = sober, single - sober
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


class League:
    """The weights that candidates meet besides the fixed players, and what every visitor wins."""

    def __init__(self, model: str, stage: Stage, members: list[Floats]) -> None:
        self.model, self.stage, self.members, self._won = model, stage, members, dict[int, float]()

    def fitness(self, candidates: Floats, seed: bytes) -> Floats:
        """Return how good each candidate was at the tables of a generation, in dollars."""
        chance = Random(seed)
        hall = Hall(self.model, np.vstack([candidates, *self.members]), [passer_by(chance) for _ in PASSERS])
        members = [TRADER + CANDIDATES + index for index in range(len(self.members))]
        pool = [*OLD, *STRANGERS, *PASSERS]
        total, (ladder, at_ladder), (mixed, at_mixed) = np.zeros(CANDIDATES), self.stage.ladder, self.stage.mixed
        for number in range(ladder + mixed):
            others, weight = (OLD, at_ladder / ladder) if number < ladder else (pool, at_mixed / mixed)
            met = chance.sample(others, others_at(number))
            if number >= ladder:
                met[0] = chance.choice(members)
            total += weight * standing(tried(hall, [CANDIDATE, *met], chance))
        tables, weight = self.stage.at_home
        for number in range(tables):
            visitor = self.visitor([*SOUND, *members], chance) if number % 2 else chance.choice([*SOUND, *PASSERS])
            won = tried(hall, [visitor, *[CANDIDATE] * others_at(number)], chance)[:, 0]
            self._won[visitor] = MEMORY * self._won.get(visitor, 0.0) + (1 - MEMORY) * won.mean()
            total -= weight / tables * won
        tables, weight = self.stage.alone
        for number in range(tables):
            other = chance.choice([*pool, *members]) if number % 2 else BEGINNER
            alike = [other] * others_at(chance.randint(0, 1))
            total += weight / tables * tried(hall, [CANDIDATE, *alike], chance)[:, 0]
        return total

    def visitor(self, kinds: list[int], chance: Random) -> int:
        """Return a visitor, one who wins much more often than others."""
        return chance.choices(kinds, [exp(self._won.get(kind, 0.0) / SOME_DOLLARS) for kind in kinds])[0]

    def hunt(self, victim: Floats, seed: bytes) -> Floats:
        """Return weights that were evolved to win from a table of the victim's, from those of who won most so far."""
        won = [self._won.get(TRADER + CANDIDATES + index, 0.0) for index in range(len(self.members))]
        first = self.members[int(np.argmax(won))]
        evolution, chance = Evolution(first, STAGES[0].trained, HUNT_STEP, seed), Random(seed)
        for _ in range(HUNT):
            hall = Hall(self.model, np.vstack([evolution.ask(), victim]))
            home = [[CANDIDATE, *[TRADER + CANDIDATES] * others_at(number)] for number in range(HUNTED)]
            evolution.tell(sum((tried(hall, kinds, chance)[:, 0] for kinds in home), np.zeros(CANDIDATES)))
        return evolution.middle


def others_at(number: int) -> int:
    """Return how many others sit at a table: every third one has five seats, as those take longer."""
    return 3 if number % 3 else 4


def tried(hall: Hall, kinds: list[int], chance: Random) -> Floats:
    """Return what each player of a table got, for each candidate at it; all with the same seats, cards and luck."""
    order = chance.sample(range(len(kinds)), len(kinds))
    table = Table(tuple(kinds[place] for place in order), chance.randbytes(32))
    won = np.array([hall.money(table, GAMES, candidate) for candidate in range(CANDIDATES)])
    return won[:, np.argsort(order)]


def standing(won: Floats) -> Floats:
    """Return what a table is worth to each candidate: its money, less if it is behind the one who leads with most."""
    leader = 1 + int(np.argmax(won[:, 1:].mean(axis=0)))
    behind = won[:, leader] - won[:, 0]
    return won[:, 0] - LAG * behind * (behind.mean() > 0)  # type: ignore[no-any-return]


def generations(model: str, seed: bytes) -> Iterator[tuple[int, Floats]]:
    """Yield generation by generation how many matches it took and the weights so far; the same seed gives the same."""
    first = weights = first_weights(model)
    for number, stage in enumerate(STAGES):
        for played, weights in improved(model, stage, first, derive(seed, f"stage/{number}") if number else seed):
            yield played, weights
        first = np.array([float(told(weight)) for weight in weights])  # as they stand in a file


def improved(model: str, stage: Stage, weights: Floats, seed: bytes) -> Iterator[tuple[int, Floats]]:
    """Yield the same for one stage, which begins with some weights."""
    evolution = Evolution(weights, stage.trained, FIRST_STEP, derive(seed, "evolution"))
    league, generation = League(model, stage, [weights]), 0
    while generation < stage.generations:
        evolution.tell(league.fitness(evolution.ask(), derive(seed, f"generation/{generation}")))
        generation, played = generation + 1, GENERATION
        if generation % AGE == 0:
            found = league.hunt(evolution.middle, derive(seed, f"exploiter/{generation}"))
            league.members += [evolution.middle, found]
            played += HUNTING
        kept = min(KEPT, 1 - 1 / generation)
        weights = kept * weights + (1 - kept) * evolution.middle
        yield played, weights


def evolve(model: str, matches: int, seed: bytes, progress: Callable[[int], object]) -> tuple[float, ...]:
    """Return weights for a model, evolved on about so many matches."""
    if matches < GENERATION:
        raise Mistake(f"matches is {matches}; allowed: {GENERATION} or more, which is one generation")
    forget()  # what was played before in this process
    left, weights = matches, first_weights(model)
    for played, found in generations(model, seed):
        left, weights = left - played, found
        progress(played)
        if left < GENERATION:
            break
    for (habit, sign), weight in SET[model].items():
        weights[habit * SIGNS + sign] = weight
    return tuple(weights.tolist())
