"""How figgie:trader stands against strangers and old players: a part of docs/strength.md, measured in compiled games.

python -m scripts.strangers --blocks 40 --tuning 16 --seed 5 > examples/strangers/figgie.md

Every set of cards is played in all rotations of the seats. The test half is for this report alone: nothing is chosen
by it. Nothing is claimed by the tuning half, so that fewer sets of cards are enough there.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t

from overtrick.core.luck import derive, read_seed
from overtrick.games.figgie import rulebook as figgie
from overtrick.players.figgie.minds import NAMES, TRADER
from overtrick.players.figgie.strangers.styles import TEST, TUNING
from overtrick.players.figgie.trader.weights.files import weights_of
from overtrick.players.figgie.training.tables import Hall

MODELS = ("turn", "tick")
STARTER = "stranger@beginner"  # compiled, and like figgie:starter but for the price of some first offers
OLD = ("rules", "follower", "fundamentalist", "bayes", STARTER)
HALVES = {
    "test": tuple(f"stranger@{style}" for style in TEST),
    "tuning": tuple(f"stranger@{style}" for style in TUNING if f"stranger@{style}" != STARTER),
}
DOUBT = 0.05
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Found:
    """A mean over sets of cards, and half of its interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{self.mean:+.1f} ± {self.half:.1f}".replace("-", "−")

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half


def found(values: Floats, among: int = 1) -> Found:
    """Return the mean with its 95 % interval, wider if it is one among several that shall hold together."""
    spread = values.std(ddof=1) / np.sqrt(len(values))
    return Found(float(values.mean()), float(spread * t.ppf(1 - DOUBT / 2 / among, len(values) - 1)))


@dataclass(frozen=True)
class Tables:
    """What was played at all tables of different players: by table the names, and by cards and place the dollars."""

    others: list[tuple[str, ...]]
    won: list[Floats]

    def own(self) -> Found:
        """Return what the trader wins, over all tables, by sets of cards."""
        return found(np.mean([won[:, 0] for won in self.won], axis=0))

    def of(self, name: str) -> float:
        """Return what another player wins at the tables where it sits."""
        sat = zip(self.others, self.won, strict=True)
        return float(np.mean([won[:, 1 + others.index(name)].mean() for others, won in sat if name in others]))

    def second(self) -> tuple[str, float]:
        """Return the best of the others."""
        names = {name for others in self.others for name in others}
        return max(((name, self.of(name)) for name in names), key=lambda pair: pair[1])

    def lead(self, name: str) -> Found:
        """Return by how much the trader is ahead of another on average, by sets of cards."""
        sat = zip(self.others, self.won, strict=True)
        theirs = np.mean([won[:, 1 + others.index(name)] for others, won in sat if name in others], axis=0)
        return found(np.mean([won[:, 0] for won in self.won], axis=0) - theirs)

    def gaps(self) -> list[tuple[Found, str]]:
        """Return by table how far the trader is ahead of the best other, all intervals together; the worst first."""
        told = []
        for others, won in zip(self.others, self.won, strict=True):
            best = 1 + int(np.argmax(won[:, 1:].mean(axis=0)))
            told.append(
                (found(won[:, 0] - won[:, best], len(self.won)), f"{words(others)}: {words(others[best - 1 : best])}")
            )
        return sorted(told, key=lambda pair: pair[0].mean)


def words(names: Sequence[str]) -> str:
    """Return names of players as a table shows them."""
    return ", ".join("starter" if name == STARTER else name.removeprefix("stranger@") for name in names)


class Room:
    """A hall for a model, with cards that nobody has seen in training."""

    def __init__(self, model: str, blocks: int, seed: bytes) -> None:
        self._hall, self._blocks = Hall(model, np.array([weights_of(model)])), blocks
        self._luck = derive(seed, f"strangers/{model}")

    def block(self, names: Sequence[str]) -> Floats:
        """Return what each player of a table wins, by sets of cards."""
        print(words(names), file=sys.stderr)
        kinds = [TRADER if name == "trader" else NAMES.index(name) + 1 for name in names]
        return self._hall.block(kinds, self._luck, self._blocks)

    def visitor(self, name: str, seats: int) -> Found:
        """Return by how much a single visitor leads a table of traders."""
        won = self.block([name, *["trader"] * (seats - 1)])
        return found(won[:, 0] - won[:, 1:].mean(axis=1))

    def tables(self, names: Sequence[str], seats: int) -> Tables:
        """Return what happens at all tables of the trader and different others."""
        others = list(combinations(names, seats - 1))
        return Tables(others, [self.block(["trader", *some]) for some in others])

    def alone(self, name: str, seats: int) -> Found:
        """Return what a single trader wins from a table of others that are alike."""
        return found(self.block(["trader", *[name] * (seats - 1)])[:, 0])


def page(blocks: int, tuning: int, seed: str) -> Iterator[str]:
    """Yield the lines of the part."""
    sets = {"test": blocks, "tuning": tuning, "old": blocks}
    halls = {part: {model: Room(model, count, read_seed(seed)) for model in MODELS} for part, count in sets.items()}
    where = [(model, seats) for model in MODELS for seats in figgie.SEATS]
    yield "## Figgie: trader and strangers\n"
    yield (
        f"Compiled games, {blocks} sets of cards in all rotations at each table, {tuning} with the tuning half;\n"
        "dollars a game with 95 % intervals, at the worst table for all tables together. The test half was never used\n"
        "in training. Repeat it with:\n"
    )
    counts = f"--blocks {blocks} --tuning {tuning}"
    yield f"```text\npython -m scripts.strangers {counts} --seed {seed} > examples/strangers/figgie.md\n```\n"
    for half, names in HALVES.items():
        rooms = halls[half]
        yield f"### The {half} half\n"
        yield "By how much a single stranger leads a table of `figgie:trader`:\n"
        rows = {words([name]): [str(rooms[model].visitor(name, seats)) for model, seats in where] for name in names}
        yield from table(("stranger", *map(at, where)), rows)
        yield "\nAll tables of `figgie:trader` and different strangers:\n"
        yield from standings({at(one): rooms[one[0]].tables(names, one[1]) for one in where})
    rooms = halls["old"]
    yield "### The old players\n"
    yield "Here starter is the style `beginner`, which is `figgie:starter` but for the price of some first offers."
    yield f"All tables of `figgie:trader` and different ones of {words(OLD)}:\n"
    yield from standings({at(one): rooms[one[0]].tables(OLD, one[1]) for one in where})
    rows = {words([name]): [str(rooms[model].alone(name, seats)) for model, seats in where] for name in OLD}
    yield "A single `figgie:trader` at a table of others that are alike:\n"
    yield from table(("others", *map(at, where)), rows)
    yield ""


def at(where: tuple[object, int]) -> str:
    """Return the heading of a column."""
    return f"{where[0]}, {where[1]} seats"


def standings(by: Mapping[str, Tables]) -> Iterator[str]:
    """Yield how the trader stands at all tables, column by column."""
    parts = ("trader", "best of the others", "ahead of it by", "first at", "worst table")
    rows: dict[str, list[str]] = {part: [] for part in parts}
    for tables in by.values():
        (name, value), gaps = tables.second(), tables.gaps()
        worst, where = gaps[0]
        rows["trader"].append(str(tables.own()))
        rows["best of the others"].append(f"{words([name])} {value:+.1f}".replace("-", "−"))
        rows["ahead of it by"].append(str(tables.lead(name)))
        rows["first at"].append(f"{sum(gap.mean > 0 for gap, _ in gaps)} of {len(gaps)}")
        rows["worst table"].append(f"{worst} ({where})")
    yield from table(("", *by), rows)
    yield ""


def table(heading: Sequence[str], rows: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield a Markdown table."""
    yield f"| {' | '.join(heading)} |"
    yield f"|---|{'---:|' * (len(heading) - 1)}"
    for name, cells in rows.items():
        yield f"| {name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--blocks", type=int, default=40)
    reader.add_argument("--tuning", type=int, default=16)
    reader.add_argument("--seed", default="5")
    wanted = reader.parse_args()
    for line in page(wanted.blocks, wanted.tuning, wanted.seed):
        print(line, flush=True)
