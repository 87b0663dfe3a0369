"""Asks how many matches of Wizard would be saved by taking off what the cards were worth to wizard:net.

    .venv/bin/python -m scripts.wizard_luck --blocks 1000
    .venv/bin/python -m scripts.wizard_luck --store tournament.db

Simulated: a table of wizard:net and strangers plays every set of cards in all rotations, and the network alone plays
them once in all seats. What it expects of its hands when it bids, and what it gets, are numbers of the cards. Their
means are taken from as many sets of cards that nobody else plays, so that taking them off cannot move anything. From a
store: the same for a tournament that was played.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from overtrick.compiled.twin import twin
from overtrick.core.luck import fresh_state, step
from overtrick.games.contract import Row
from overtrick.games.tricks import SEATS as SEAT_COUNT
from overtrick.games.tricks import WON
from overtrick.games.wizard import rulebook as wizard
from overtrick.match.record import Match, start_deal
from overtrick.players.wizard.net import brain as wizard_brain
from overtrick.players.wizard.net.models import NET_SHAPE, model_for
from overtrick.players.wizard.training import selfplay
from overtrick.players.wizard.training.train import FIELD, bounds_for, rows_for, rules_for, ways_with
from overtrick.tournament.plan.stage import cluster_seed
from overtrick.tournament.rating.blocks import complete_blocks
from overtrick.tournament.records.store import open_store
from overtrick.tournament.run import Contest

Floats = npt.NDArray[np.float64]
Deals = Callable[[list[Row]], Row]  # the next deal after some that are finished; nothing after the last
GROUP = 50  # blocks of one imagined tournament, when it is asked whether the mean moves
COVARIATES = ("promised to all seats", "points of all seats", "exact bids", "spread of the points")


def main() -> None:
    """Simulate, or read a store, and print what is saved."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--blocks", type=int, default=1000)
    asked.add_argument("--seats", type=int, default=4)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--store", type=Path, help="a tournament that was played, instead of a simulation")
    given = asked.parse_args()
    if given.store is not None:
        of_store(given.store)
    elif given.blocks < 2 * GROUP:
        asked.error(f"--blocks is {given.blocks}; allowed: {2 * GROUP} or more")
    else:
        simulate(given.seats, given.blocks, given.seed)


# What the cards are worth


@dataclass(frozen=True)
class Worth:
    """What a set of cards is worth to the network, in each seat: promised when it bid, and got."""

    promised: Floats
    points: Floats
    rows: list[Row]

    @property
    def numbers(self) -> list[float]:
        """Numbers of the whole set: COVARIATES."""
        seats = range(len(self.points))
        exact = sum(row[wizard.BID + seat] == row[WON + seat] for row in self.rows for seat in seats)
        return [float(self.promised.sum()), float(self.points.sum()), float(exact), float(self.points.std())]

    @property
    def above_the_table(self) -> Floats:
        """What each seat was promised and got, above the mean of the table."""
        both = np.array([self.promised, self.points])
        return np.asarray(both - both.mean(axis=1, keepdims=True))


def by_network(deals: Deals) -> Worth:
    """Return what the network in all seats makes of cards."""
    rows: list[Row] = []
    brain, rules, desk = twin(wizard_brain), twin(wizard), wizard_brain.desk()
    promised, seats = np.zeros(wizard.SEATS[-1]), 0
    while row := deals(rows):
        now, seats = np.array(row, np.int64), row[SEAT_COUNT]
        weights = model_for(row[wizard.STILL_IN].bit_count()).brain
        while (seat := rules.to_move(now)) >= 0:
            action = brain.choose(now, weights, desk)
            if now[wizard.PHASE] not in (wizard.PLAYING, wizard.NAMING):
                promised[seat] += desk[7][action - wizard.FIRST_BID]
            rules.play(now, action)
        rows.append(now.tolist())
    return Worth(promised[:seats], points_of(rows, seats), rows)


def points_of(rows: list[Row], seats: int) -> Floats:
    """Return the points of each seat in a match."""
    return np.array([sum(wizard.score(row, seat) for row in rows) for seat in range(seats)], float)


# Simulated


def simulate(seats: int, blocks: int, seed: int) -> None:
    """Play blocks of a table, and the same cards by the network alone."""
    table = Simulated(seats)
    minds = [selfplay.BY_NET, *(selfplay.STRANGER + number for number in range(seats - 1))]
    state = fresh_state(bytes([seed]) * 32, "luck")
    own, cards, pool = [], [], []
    for _ in range(blocks):
        turns = [table.play(state, np.roll(minds, turn)) for turn in range(seats)]
        own.append([np.roll(points, -turn) for turn, points in enumerate(turns)])
        cards.append(by_network(table.deals(state)))
        state = step(table.after)
        pool.append(by_network(table.deals(state)).numbers)
        state = step(table.after)
    points = np.array(own)  # (blocks, rotations, players)
    worth = points - points.mean(axis=2, keepdims=True)
    seen = np.array([one.numbers for one in cards]) - np.mean(pool, axis=0)
    held = np.array([one.above_the_table for one in cards])  # (blocks, 2, seats)
    print(
        f"{blocks} blocks at {seats} seats, simulated; matches needed for the same interval, if the luck is taken off"
    )
    for player in range(seats):
        name = "wizard:net" if player == 0 else f"stranger {player}"
        single = 1 - explained(worth[:, 0, player], held[:, :, player])
        whole = worth[:, :, player].mean(axis=1)
        print(
            f"  {name:<12} single matches {single:6.1%}   blocks {1 - explained(whole, seen):6.1%}   "
            f"the mean of {GROUP} blocks moves by {moved(whole, seen)} of {whole.mean():+.1f} points"
        )


class Simulated:
    """A table whose matches are played in compiled code."""

    def __init__(self, seats: int) -> None:
        self._rules = rules_for(seats, {})
        self._bounds, self._finished = bounds_for(self._rules), rows_for(self._rules)
        brains = np.zeros((len(wizard.SEATS), *NET_SHAPE), np.float32)
        brains[seats - selfplay.FEWEST] = model_for(seats).brain
        self._ways, self._kernel = ways_with(brains), twin(selfplay)
        assert len(FIELD) >= seats - 1
        self.after = 0  # the state behind the cards that were dealt last

    def play(self, state: int, minds: npt.NDArray[np.int64]) -> Floats:
        """Play a match on the cards of a state, and return the points of the seats."""
        given = (self._rules, self._bounds, self._finished, state, np.array(minds, np.int64), self._ways)
        self.after, deals = self._kernel.play_match(*given)
        return points_of(self._finished[:deals].tolist(), len(minds))

    def deals(self, state: int) -> Deals:
        """Return what deals the same cards one after the other."""
        rules, self.after = self._rules.tolist(), state

        def next_row(finished: list[Row]) -> Row:
            setup = wizard.next_deal(rules, finished)
            if not setup:
                return []
            draws = self._bounds.copy()
            self.after = self._kernel.draw(np.array(setup, np.int64), self._bounds, draws, self.after)
            return wizard.deal(setup, draws.tolist())

        return next_row


# What it saves


def explained(values: Floats, covariates: Floats) -> float:
    """Return the part of the variance that covariates explain, less what as many meaningless ones would."""
    design = np.column_stack((np.ones(len(values)), covariates))
    slopes, *_ = np.linalg.lstsq(design, values, rcond=None)
    rest = values - design @ slopes
    return float(1 - rest @ rest / (len(values) - design.shape[1]) / values.var(ddof=1))


def moved(values: Floats, covariates: Floats) -> str:
    """Return by how much the mean of imagined tournaments moves, with its error."""
    shifts = []
    for first in range(0, len(values) - GROUP + 1, GROUP):
        some, seen = values[first : first + GROUP], covariates[first : first + GROUP]
        slopes, *_ = np.linalg.lstsq(np.column_stack((np.ones(GROUP), seen)), some, rcond=None)
        shifts.append(slopes[0] - some.mean())
    return f"{np.mean(shifts):+.2f} ± {1.96 * np.std(shifts, ddof=1) / np.sqrt(len(shifts)):.2f}"


# A store


def of_store(path: Path) -> None:
    """Print what would be saved in a tournament that was played."""
    with open_store(path, create=False) as store:
        found = store.tournament()
        contest = Contest(found.tournament, store, found.registered)
        blocks = complete_blocks(contest.results(contest.stages()))
        table, stage = replace(contest.everyone(), players=(), contents=()), contest.stages()[0].name
    worth = blocks.worth(found.tournament.rank_by)
    clusters = np.unique(blocks.cluster[blocks.cards]).tolist()
    seeds = {cards: cluster_seed(table.seed, stage, cards) for cards in clusters}
    seen = {cards: by_network(dealt(replace(table, seed=seed))).numbers for cards, seed in seeds.items()}
    print(f"{found.registered.name}: {len(clusters)} sets of cards; matches needed if the luck is taken off")
    for player, name in enumerate(found.registered.names):
        rows, seats = np.nonzero(blocks.entrant == player)
        where = blocks.cluster[blocks.cards[rows]]
        sets = np.unique(where)
        if len(sets) >= 10 * (1 + len(COVARIATES)):
            own = np.array([worth[rows[where == cards], seats[where == cards]].mean() for cards in sets])
            luck = np.array([seen[cards] for cards in sets.tolist()])
            print(f"  {name:<12} {1 - explained(own, luck - luck.mean(axis=0)):6.1%}")


def dealt(match: Match) -> Deals:
    """Return what deals the cards of a match one after the other."""
    return lambda finished: start_deal(match, finished)[0]


if __name__ == "__main__":
    main()
