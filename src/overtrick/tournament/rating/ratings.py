"""Ratings: what the records say, as values."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.tournament.stated.tournament import RankBy


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval; without blocks all three are NaN, with one block the ends are infinite."""

    value: float
    low: float
    high: float

    @property
    def numbers(self) -> tuple[float, float, float]:
        """The value and the ends of its interval."""
        return self.value, self.low, self.high

    def times(self, factor: float) -> "Estimate":
        """Return the same in another unit."""
        return Estimate(*(part * factor for part in self.numbers))

    def turned(self) -> "Estimate":
        """Return a difference seen from the other side; none is 0, never -0."""
        return Estimate(0.0 - self.value, 0.0 - self.high, 0.0 - self.low)


@dataclass(frozen=True)
class Rating:
    """One line of the leaderboard."""

    name: str
    group: int  # rank group from 1: who cannot be told apart shares it; 0 if not ranked
    worth: Estimate  # what is ranked by; for scores, points a match above the table's mean
    score: Estimate  # points a match
    place: float  # mean place
    won: float  # share of the matches won
    strength: Estimate  # Plackett-Luce, in natural logarithms, mean 0
    matches: int
    blocks: int
    faults: int
    needed: int | None  # further deals (clusters) to tell it from the next below; None if told apart, last, or hopeless


@dataclass(frozen=True)
class Pair:
    """Two entrants at common tables: the first's worth minus the second's."""

    difference: Estimate
    p: float  # after Holm's correction over all pairs; NaN if they never met
    blocks: int


@dataclass(frozen=True)
class Focus:
    """How far a focused tournament is."""

    top: int  # places whose order is asked for
    certain: int  # places from the top whose order is certain
    asked: int  # entrants about whom there is an open question
    ended: bool  # whether all was played: no question is open, or the budget is used up


@dataclass(frozen=True)
class Ratings:
    """The leaderboard, best first, and how every two compare."""

    rank_by: RankBy
    ratings: tuple[Rating, ...]
    pairs: Mapping[tuple[str, str], Pair]  # both directions
    matches: int  # in complete blocks
    clusters: int
    knocked_out: bool = False  # groups are the places of a knock-out
    adjusted: bool = False  # whether the luck of the cards is taken out of worths and pairs
    focus: Focus | None = None  # of a focused tournament: intervals and groups stay right however often one looks
