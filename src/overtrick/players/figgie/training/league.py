"""Whom weights of figgie:trader meet while they evolve: what each of many candidates is worth at the same tables.

At some a candidate sits among different players, at some it is at home and a single other tries to win from it, at
some it sits alone among others that are alike. The others are our older players, the strangers of the tuning half,
passers-by whom nobody meets twice, and a league that grows: earlier weights, and exploiters, who were evolved for
nothing else than to win from a table of the weights of their time. Who wins much as a visitor comes more often.
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import NamedTuple

import numpy as np

from overtrick.players.figgie.minds import TRADER
from overtrick.players.figgie.training.evolution import CANDIDATES, Evolution
from overtrick.players.figgie.training.field import BEGINNER, OLD, PASSERS, SOUND, STRANGERS
from overtrick.players.figgie.training.passers_by import passer_by
from overtrick.players.figgie.training.tables import CANDIDATE, Floats, Hall, Table

GAMES = 4  # at each table of a generation
LAG = 0.5  # what it counts to be behind the first of a table
HUNTED = 6  # tables of a generation of exploiters
HUNTING = HUNTED * CANDIDATES * GAMES  # matches of one of them
HUNT_STEP = 0.8
MEMORY = 0.7  # of what a visitor won before
SOME_DOLLARS = 4.0  # a visitor who wins so much more comes e times as often


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
        return chance.choices(kinds, [exp(self._won.get(kind, 0.0) / SOME_DOLLARS) for kind in kinds])[0]

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
