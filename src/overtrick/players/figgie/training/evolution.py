"""What figgie:trader is taught: a network that reads the others, and weights by evolution, in turn.

First players of all kinds play, and a network learns what the acts of the others told about the goal suit. Then weights
are evolved that trade by what it reads: candidates that do well against many, and from whom nobody takes much. As these
act otherwise than the players before, both are done again. Who is read can be lied to: so then exploiters are searched
for longer, sit in the lessons, and come more often.

A generation is tried at the same tables with the same cards. At some a candidate sits among different players, at some
it is at home and a single other tries to win from it, at some it sits alone among others that are alike. The others are
our older players, the strangers of the tuning half, passers-by whom nobody meets twice, and a league that grows:
earlier weights, and exploiters, who were evolved for nothing else than to win from a table of the weights of their
time. Who wins much as a visitor comes more often.
"""

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import Any, NamedTuple
from warnings import catch_warnings

import numpy as np

from overtrick.core.luck import derive
from overtrick.core.mistake import Mistake
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
from overtrick.players.figgie.minds import TRADER
from overtrick.players.figgie.reading import NETWORK
from overtrick.players.figgie.signs import ALWAYS, BUSY, FIVE, LATE, QUIET, SIGNS, SINGLE, SOFT
from overtrick.players.figgie.training.field import BEGINNER, OLD, PASSERS, SOUND, STRANGERS
from overtrick.players.figgie.training.fitting import fit
from overtrick.players.figgie.training.lessons import AMONG_HUNTERS, lessons
from overtrick.players.figgie.training.passers_by import passer_by
from overtrick.players.figgie.training.tables import CANDIDATE, Floats, Hall, Table, forget
from overtrick.players.figgie.weights.files import Taught, told

ROUNDS = 3  # of lessons and evolution, to begin with
LESSONS = 0.2  # the share of their matches that lessons take
HARDENING = 2 / 3  # the share of all matches for what comes then
WARY_ROUNDS = 9  # of exploiters, lessons and evolution
WARY_LESSONS, WARY_HUNTS = 0.18, 0.35  # the shares of their matches that lessons and exploiters take
CANDIDATES = 32
GAMES = 4  # at each table of a generation


class Tables(NamedTuple):
    """How many tables of each sort a generation has, and what they count together."""

    ladder: tuple[int, float]
    mixed: tuple[int, float]
    at_home: tuple[int, float]
    alone: tuple[int, float]
    anybody: int  # every so many-th visitor at home is drawn without regard to what it wins

    @property
    def matches(self) -> int:
        """How many matches a generation takes."""
        return CANDIDATES * GAMES * sum(tables for tables, _ in self[:4])


OPEN = Tables(ladder=(6, 0.8), mixed=(7, 1.0), at_home=(6, 1.0), alone=(5, 1.0), anybody=2)
WARY = Tables(ladder=(5, 0.7), mixed=(6, 1.0), at_home=(12, 3.0), alone=(4, 0.6), anybody=6)
LAG = 0.5  # what it counts to be behind the first of a table
AGE = 12  # generations, after which the league grows
HUNT, HUNTED = 6, 6  # generations that an exploiter is evolved for, and the tables of each
HUNTING = HUNTED * CANDIDATES * GAMES  # matches of one of them
LEAST = round(WARY_ROUNDS * WARY.matches / HARDENING / 0.4)  # matches: enough for a generation in each round
BREADTH = 0.1  # the unit of a step, as a share of what a habit can be
FIRST_STEP, HUNT_STEP = 0.4, 0.8
KEPT = 0.93  # of the weights so far, when those of a generation are added
MEMORY = 0.7  # of what a visitor won before
SOME_DOLLARS = 4.0  # a visitor who wins so much more comes e times as often

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


class League:
    """The weights that candidates meet besides the fixed players, what every visitor wins, and how all read others."""

    def __init__(self, model: str, members: list[Floats], network: Sequence[float], tables: Tables) -> None:
        self.model, self.members, self.network, self.tables = model, members, network, tables
        self._won = dict[int, float]()

    def fitness(self, candidates: Floats, seed: bytes) -> Floats:
        """Return how good each candidate was at the tables of a generation, in dollars."""
        chance = Random(seed)
        strangers = [passer_by(chance) for _ in PASSERS]
        hall = Hall(self.model, np.vstack([candidates, *self.members]), strangers, self.network)
        members = [TRADER + CANDIDATES + index for index in range(len(self.members))]
        pool = [*OLD, *STRANGERS, *PASSERS]
        total, (ladder, at_ladder), (mixed, at_mixed) = np.zeros(CANDIDATES), self.tables.ladder, self.tables.mixed
        for number in range(ladder + mixed):
            others, weight = (OLD, at_ladder / ladder) if number < ladder else (pool, at_mixed / mixed)
            met = chance.sample(others, others_at(number))
            if number >= ladder:
                met[0] = chance.choice(members)
            total += weight * standing(tried(hall, [CANDIDATE, *met], chance))
        tables, weight = self.tables.at_home
        for number in range(tables):
            known = number % self.tables.anybody
            visitor = self.visitor([*SOUND, *members], chance) if known else chance.choice([*SOUND, *PASSERS])
            won = tried(hall, [visitor, *[CANDIDATE] * others_at(number)], chance)[:, 0]
            self._won[visitor] = MEMORY * self._won.get(visitor, 0.0) + (1 - MEMORY) * won.mean()
            total -= weight / tables * won
        tables, weight = self.tables.alone
        for number in range(tables):
            other = chance.choice([*pool, *members]) if number % 3 == 1 else BEGINNER
            alike = [other] * others_at(chance.randint(0, 1))
            total += weight / tables * tried(hall, [CANDIDATE, *alike], chance)[:, 0]
        return total

    def visitor(self, kinds: list[int], chance: Random) -> int:
        """Return a visitor, one who wins much more often than others."""
        return chance.choices(kinds, [likely(self._won.get(kind, 0.0)) for kind in kinds])[0]

    def won(self) -> list[float]:
        """Return what each member won as a visitor."""
        return [self._won.get(TRADER + CANDIDATES + index, 0.0) for index in range(len(self.members))]

    def strongest(self) -> Floats:
        """Return the member who won most as a visitor."""
        return self.members[int(np.argmax(self.won()))]

    def join(self, weights: Floats, won: float) -> None:
        """Take in a member who wins so much as a visitor."""
        self._won[TRADER + CANDIDATES + len(self.members)] = won
        self.members.append(weights)

    def hunter(
        self, first: Floats, victim: Floats, trained: list[int], generations: int, seed: bytes
    ) -> tuple[Floats, float]:
        """Return weights that were evolved, from some, to win from a table of the victim's; and what they win."""
        evolution, chance, won = Evolution(first, trained, HUNT_STEP, seed), Random(seed), np.zeros(CANDIDATES)
        for _ in range(generations):
            hall = Hall(self.model, np.vstack([evolution.ask(), victim]), (), self.network)
            home = [[CANDIDATE, *[TRADER + CANDIDATES] * others_at(number)] for number in range(HUNTED)]
            won = sum((tried(hall, kinds, chance)[:, 0] for kinds in home), np.zeros(CANDIDATES))
            evolution.tell(won)
        return evolution.middle, float(won.mean()) / HUNTED


def likely(won: float) -> float:
    """Return how likely it is that a visitor comes who wins so much, beside one who wins nothing."""
    return exp(won / SOME_DOLLARS)


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


def evolve(model: str, matches: int, seed: bytes, progress: Callable[[int], object]) -> Taught:
    """Return the weights and the network for a model, learnt from about so many matches."""
    if matches < LEAST:
        raise Mistake(f"matches is {matches}; allowed: {LEAST} or more, which is a generation in each round")
    hardening = round(matches * HARDENING)
    taught = teach(model, matches - hardening, seed, progress)
    return harden(model, taught, hardening, derive(seed, "wary"), progress)


def teach(model: str, matches: int, seed: bytes, progress: Callable[[int], object]) -> Taught:
    """Return what is learnt from nothing, in some rounds."""
    forget()  # what was played before in this process
    weights, network = first_weights(model), (0.0,) * NETWORK  # which reads nothing
    league = League(model, [weights], network, OPEN)
    for number in range(ROUNDS):
        part = derive(seed, f"round/{number}")
        left = matches * (number + 1) // ROUNDS - matches * number // ROUNDS
        taught = round(left * LESSONS)
        seen = lessons(model, league.network, league.members, taught, derive(part, "lessons"), progress)
        league.network = fit(seen, derive(part, "network"))
        weights = improved(league, weights, left - taught, part, progress)
        league.members.append(weights)
    return Taught(tuple(weights.tolist()), tuple(league.network))


def harden(model: str, taught: Taught, matches: int, seed: bytes, progress: Callable[[int], object]) -> Taught:
    """Return what is learnt further, from who wins most from it."""
    forget()
    weights, first = np.array(taught.weights), first_weights(model)
    league = League(model, [first], taught.network, WARY)
    for number in range(WARY_ROUNDS):
        part = derive(seed, f"round/{number}")
        left = matches * (number + 1) // WARY_ROUNDS - matches * number // WARY_ROUNDS
        studied, hunts = round(left * WARY_LESSONS), round(left * WARY_HUNTS / (2 * HUNTING))
        for hunt, start in enumerate((first, league.strongest())):
            league.join(*league.hunter(start, weights, USUAL, hunts, derive(part, f"hunt/{hunt}")))
            progress(hunts * HUNTING)
        often, members = [*map(likely, league.won()), likely(0.0)], [*league.members, weights]
        luck = derive(part, "lessons")
        seen = lessons(model, league.network, members, studied, luck, progress, AMONG_HUNTERS, often)
        league.network = fit(seen, derive(part, "network"))
        weights = improved(league, weights, left - studied - 2 * hunts * HUNTING, part, progress)
        league.members.append(weights)
    return Taught(tuple(weights.tolist()), tuple(league.network))


def improved(league: League, first: Floats, matches: int, seed: bytes, progress: Callable[[int], object]) -> Floats:
    """Return weights that were evolved from others for some matches, as they stand in a file."""
    evolution, generation, weights, left = (
        Evolution(first, TRAINED, FIRST_STEP, derive(seed, "evolution")),
        0,
        first,
        matches,
    )
    while left >= league.tables.matches:
        evolution.tell(league.fitness(evolution.ask(), derive(seed, f"generation/{generation}")))
        generation, played = generation + 1, league.tables.matches
        if generation % AGE == 0:
            exploiter = derive(seed, f"exploiter/{generation}")
            found, _ = league.hunter(league.strongest(), evolution.middle, TRAINED, HUNT, exploiter)
            league.members += [evolution.middle, found]
            played += HUNT * HUNTING
        kept = min(KEPT, 1 - 1 / generation)
        weights = kept * weights + (1 - kept) * evolution.middle
        left -= played
        progress(played)
    return np.array([float(told(weight)) for weight in weights])
