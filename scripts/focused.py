"""Simulates focused tournaments with players of known strength, and round robins beside them.

    .venv/bin/python -m scripts.focused --entrants 100 --runs 20

Nobody plays cards here: a player's points on a set of cards are its strength, how the cards suit it, how its style
suits those of its opponents, and chance. So the worth of everybody against the whole field is known exactly, and every
statement can be compared with it. Seating, looks and statements are those of the package.
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from overtrick.tournament.plan.drawn import Drawn
from overtrick.tournament.plan.focused import Aim, Progress, advance, begin
from overtrick.tournament.rating.anytime import Moments, intervals, joined, of_columns
from overtrick.tournament.rating.blocks import Floats
from overtrick.tournament.rating.pairs import holm
from overtrick.tournament.rating.sums import t_p_values

WHOLE = 10_000  # points are kept as whole numbers of this part
LOOKS = [int(10 * 1.1**power) for power in range(90)]  # at how many sets of cards a round robin is looked at


@dataclass(frozen=True)
class World:
    """Players of known strength. The spread of their strengths is 1."""

    strength: Floats
    style: Floats  # (players, players): what the row gains from meeting the column
    cards: float  # how differently cards suit different players
    chance: float  # what is left of chance in the mean over the rotations of a table
    skewed: bool
    seats: int

    @property
    def worth(self) -> Floats:
        """The mean points above the table's mean, against opponents drawn from all others."""
        count, chairs = len(self.strength), self.seats - 1
        suits = self.style.sum(axis=1) / (count - 1)  # what one gains from a random opponent
        own = self.strength + suits
        # Each opponent meets the player itself, and otherwise random others.
        without = (self.style.sum(axis=1)[None, :] - self.style.T) / (count - 2)  # [i, j]: j's gain from others than i
        theirs = self.strength[None, :] + (self.style.T + (chairs - 1) * without) / chairs
        np.fill_diagonal(theirs, 0.0)
        return np.asarray((own * chairs - chairs * theirs.sum(axis=1) / (count - 1)) / self.seats)

    def noise(self, generator: np.random.Generator, shape: tuple[int, ...]) -> Floats:
        """Return chance; if it is skewed, now and then a player loses much."""
        if self.skewed:
            return self.chance * (1 - generator.exponential(size=shape))
        return self.chance * generator.normal(size=shape)

    def results(self, drawn: Drawn, generator: np.random.Generator) -> Floats:
        """Return what those who are asked about get on one set of cards."""
        tables = np.array(drawn.tables)
        style = self.style[tables[:, :, None], tables[:, None, :]].sum(axis=2) / (self.seats - 1)
        suit = self.cards * generator.normal(size=len(self.strength))
        points = self.strength[tables] + style + suit[tables] + self.noise(generator, tables.shape)
        above = points - points.mean(axis=1, keepdims=True)
        found = np.full(len(self.strength), np.nan)
        # The first table counts, so it is written last.
        found[tables[::-1].ravel()] = above[::-1].ravel()
        return found[list(drawn.asked)]


def world(entrants: int, stated: argparse.Namespace, generator: np.random.Generator) -> World:
    """Return players whose strengths lie as those of a normal population do on average, or many of which are equal."""
    strength = generator.permutation(ndtri((np.arange(entrants) + 0.5) / entrants))
    if stated.equal:
        strength = np.round(strength * 4) / 4
    kind = generator.integers(3, size=entrants)
    style = stated.circle * (
        ((kind[:, None] - kind[None, :]) % 3 == 1) * 1.0 - ((kind[:, None] - kind[None, :]) % 3 == 2)
    )
    return World(strength, style, stated.cards, stated.chance, stated.skewed, stated.seats)


def play(aim: Aim, players: World, generator: np.random.Generator) -> tuple[Progress, Moments, float]:
    """Return a tournament played to its end, the sums of everybody's results, and the longest step in seconds."""
    sums = of_columns(np.full((0, aim.entrants), np.nan))
    slowest, began = 0.0, time.process_time()

    def known(drawn: tuple[Drawn, ...], first: int) -> Floats:
        nonlocal sums, slowest, began
        slowest = max(slowest, time.process_time() - began)
        asked = list(drawn[-1].asked)
        fresh = np.array([np.round(players.results(one, generator) * WHOLE) for one in drawn[first:]])
        sums = joined_at(sums, of_columns(fresh), asked)
        began = time.process_time()
        return fresh

    lots = generator.integers(2**63, size=aim.entrants, dtype=np.uint64)
    return advance(aim, lots, known, begin(aim)), sums, slowest


def joined_at(before: Moments, fresh: Moments, places: list[int]) -> Moments:
    """Return the sums of everybody with new ones for some."""
    there = joined(Moments(*(part[places] for part in vars(before).values())), fresh)
    after = Moments(*(part.copy() for part in vars(before).values()))
    for name, part in vars(after).items():
        part[places] = getattr(there, name)
    return after


def round_robin(players: World, top: int, generator: np.random.Generator) -> float:
    """Return how many matches a round robin takes until a single look would find the order of the top certain."""
    worth, count = players.worth, len(players.strength)
    each = (count - 1) / (players.seats - 1)
    # The mean over all tables on a set of cards; what the cards bring stays, what chance brings is averaged.
    spread = np.sqrt((players.cards**2 + players.chance**2 / each) * (players.seats - 1) / players.seats)
    total, square = np.zeros(count), np.zeros((count, count))
    cards = 0
    for look in LOOKS:
        fresh = worth + spread * generator.normal(size=(look - cards, count))
        cards, total = look, total + fresh.sum(axis=0)
        square += fresh.T @ fresh
        own = np.diag(square)
        difference = np.subtract.outer(total, total) / cards
        variance = np.maximum(np.add.outer(own, own) - 2 * square - cards * difference**2, 0) / (cards - 1)
        upper = np.triu_indices(count, 1)
        free = np.full(len(upper[0]), cards - 1)
        p = holm(t_p_values(difference[upper], np.sqrt(variance[upper] / cards), free))
        apart = np.zeros((count, count), bool)
        apart[upper] = p < 0.05
        apart |= apart.T
        best = np.argsort(-total)[:top]
        if (apart[best].sum(axis=1) == count - 1).all():
            return cards * count * each
    return float("inf")


def main() -> None:
    """Simulate, and print what was promised beside what came."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entrants", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--top", type=int, default=10)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--cards", type=float, default=0.3, help="how differently cards suit different players")
    parser.add_argument("--chance", type=float, default=1.0, help="what chance brings to the mean of a block")
    parser.add_argument("--circle", type=float, default=0.0, help="how much styles beat each other in a circle")
    parser.add_argument("--equal", action="store_true", help="many players are exactly equal")
    parser.add_argument("--skewed", action="store_true", help="chance is very skewed")
    parser.add_argument("--most", type=int, default=400_000, help="sets of cards at most")
    parser.add_argument(
        "--round-robins", type=int, default=3, help="runs with a round robin beside it, which takes long"
    )
    parser.add_argument("--seed", type=int, default=1)
    stated = parser.parse_args()
    rows = [one_run(stated, run) for run in range(stated.runs)]
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    columns = {name: values for name, values in columns.items() if not np.isnan(values).all()}
    for name, values in columns.items():
        print(
            f"{name:<28} median {np.nanmedian(values):12.4g}   mean {np.nanmean(values):12.4g}   "
            f"from {np.nanmin(values):10.4g} to {np.nanmax(values):10.4g}"
        )


def one_run(stated: argparse.Namespace, run: int) -> dict[str, float]:
    """Return what one tournament came to."""
    generator = np.random.default_rng((stated.seed, run))
    players = world(stated.entrants, stated, generator)
    aim = Aim(stated.entrants, stated.seats, stated.top, stated.most)
    progress, sums, slowest = play(aim, players, generator)
    worth, standing = players.worth, progress.standing
    truly = np.subtract.outer(worth, worth)
    wrong = int((standing.better & (truly <= 1e-12)).sum())
    means = sums.total / sums.count / WHOLE
    held = [
        estimate.low / WHOLE <= value <= estimate.high / WHOLE
        for estimate, value in zip(intervals([sums], means * WHOLE), worth.tolist(), strict=True)
    ]
    half = np.mean([(one.high - one.low) / 2 / WHOLE for one in intervals([sums], means * WHOLE)])
    best = np.argsort(-worth)[: stated.top]
    matches = sum(len(one.tables) for one in progress.drawn) * stated.seats
    whole = round_robin(players, stated.top, generator) if run < stated.round_robins else float("nan")
    return {
        "certain": float(not progress.asked),
        "matches": matches,
        "matches of a round robin": whole,
        "share": matches / whole,
        "sets of cards": len(progress.drawn),
        "close": sum(one.close for one in progress.drawn),
        "wrong statements": wrong,
        "runs with a wrong one": float(wrong > 0),
        "intervals that hold": float(np.mean(held)),
        "half an interval": float(half),
        "bias of all": float(np.mean(means - worth)),
        "bias of the top": float(np.mean((means - worth)[best])),
        "slowest step in s": slowest,
    }


if __name__ == "__main__":
    main()
