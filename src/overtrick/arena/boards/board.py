"""Leaderboards as values: what the worker makes of the records now and then, and pages only show."""

from dataclasses import dataclass

from overtrick.tournament.rating.ratings import Estimate


@dataclass(frozen=True)
class Line:
    """One line of a leaderboard."""

    name: str
    group: int  # rank group from 1; 0 if not ranked
    owner: str  # name of the account; empty for a player we ship
    bot: int | None
    version: int | None
    worth: Estimate  # what is ranked by
    score: Estimate
    place: float
    won: float
    strength: Estimate | None  # None while a round goes on: it takes long to work out
    matches: int
    faults: int
    needed: int | None
    trend: tuple[float, ...]  # earlier worths, the oldest first
    facts: dict[str, int]  # sums that the game tells, such as bids made exactly


@dataclass(frozen=True)
class Cell:
    """Two at common tables: the first's worth minus the second's."""

    first: str
    second: str
    difference: Estimate
    p: float
    blocks: int


@dataclass(frozen=True)
class Highlight:
    """What was remarkable in a round, with the match in which it happened."""

    title: str
    sentence: str
    key: str


@dataclass(frozen=True)
class Board:
    """A leaderboard at a moment."""

    tournament: int
    made: int  # milliseconds since 1970
    records: int  # matches played
    planned: int  # matches in the plan
    rank_by: str
    final: bool
    lines: tuple[Line, ...]
    cells: tuple[Cell, ...]  # every two that met once, the better one first
    highlights: tuple[Highlight, ...] = ()  # of a final that is over
