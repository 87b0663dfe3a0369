"""A tournament as data: what shall be compared, by which rules, and how it is ranked."""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as fresh  # a tournament has a field of its own
from enum import StrEnum
from typing import Protocol

from overtrick.bots.builtin import sparring_partner
from overtrick.bots.fence.limits import Limits
from overtrick.games.options import Value

OPENING = 16
"""Sets of cards that everybody plays on in a focused tournament before anything is asked."""
HOUR_S = 3600
MOST_BALANCED = 300
"""Entrants for whom tables are balanced; more would take minutes to plan, and years to play."""


class Format(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round robin"  # balanced tables: every pair meets about equally often
    GROWING = "growing"  # tables that stay as they are when an entrant is added behind the others
    GAUNTLET = "gauntlet"  # a candidate at every table, against all of a pool
    KNOCK_OUT = "knock-out"  # pairs, the loser leaves
    FOCUSED = "focused"  # drawn tables, for those whose order is still open


class RankBy(StrEnum):
    """What a block is worth to an entrant, before the mean over blocks is taken."""

    SCORE = "score"  # points a match, minus the mean of the table
    MATCHES = "matches"  # share of the matches won; a shared first place is shared
    MATCHUPS = "matchups"  # share of the blocks won, by the points of all its rotations
    PLACE = "place"  # mean place, the lower the better
    FEWEST = "fewest"  # what score is in a game where fewer points are better; nobody states it


STATED = tuple(measure for measure in RankBy if measure is not RankBy.FEWEST)


@dataclass(frozen=True)
class Entrant:
    """A bot under the name that stands on the leaderboard."""

    name: str
    bot: str  # a built-in, or a path


class Bounded(Protocol):
    """Whatever says how much may be played: so many matches, so many hours at a measured pace, or both."""

    @property
    def seats(self) -> int:
        """Of a table."""

    @property
    def budget(self) -> int | None:
        """The most matches."""

    @property
    def hours(self) -> float | None:
        """The most hours."""

    @property
    def pace(self) -> float | None:
        """Matches a second, as measured."""


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """Everything an organiser states."""

    name: str
    game: str
    seats: int
    options: Mapping[str, Value]  # settled: every option of the game has its value
    entrants: tuple[Entrant, ...]
    format: Format = Format.ROUND_ROBIN
    blocks: int = (
        10  # sets of cards, each played by every table; in a knock-out or focused, the most that may be needed
    )
    rank_by: RankBy = RankBy.SCORE
    candidate: str = ""  # of a gauntlet
    field: tuple[str, ...] = ()  # bots that fill the other seats of a knock-out's pairs
    languages: tuple[str, ...] = ()  # allowed languages of bots; empty for all
    limits: Limits = fresh(default_factory=Limits)
    top: int = 10  # of a focused one: the places whose order is asked for
    budget: int | None = None  # of a focused one: the most matches
    hours: float | None = None  # of a focused one: how long it may take
    pace: float | None = None  # matches a second, measured once and written down: what makes matches of the hours
    joining: bool = False  # of a focused one: whether others join while it goes on, so that few tables shall change
    margin: float | None = None  # how small a difference counts as none: in a knock-out, a share of the spread if None
    max_faults: int | None = None  # who commits more is shown, but not ranked
    adjust: bool = False  # take the luck of the deal out by regression, where the game has it in numbers
    workers: int | None = None  # processes; all cores if nobody says
    seed: bytes | None = None  # the secret, if it is not to be drawn
    commitment: str = ""  # what was published before; a secret that does not fit it is refused


def most_matches(stated: "Bounded", entrants: int) -> int | None:
    """Return the most matches of a focused tournament: its budget, or what its hours are worth; None if no bound.

    Everybody begins, whatever that takes: nobody who states a round knows how many will enter it.
    """
    bounds = [] if stated.budget is None else [stated.budget]
    if stated.hours is not None and stated.pace is not None:
        bounds.append(int(stated.hours * HOUR_S * stated.pace))
    return max(min(bounds), opening_matches(entrants, stated.seats)) if bounds else None


def opening_matches(entrants: int, seats: int) -> int:
    """Return how many matches a focused tournament takes until it is looked at first; its tables are full."""
    return -(-entrants // seats) * seats * OPENING


def usual_field(game: str, seats: int) -> tuple[str, ...]:
    """Return who fills the other seats while two are compared, if nobody says: the test player, where there are any."""
    return (sparring_partner(game),) * (seats - 1) if seats > 2 else ()
