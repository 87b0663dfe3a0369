"""Focused: matches are spent on those whose order is still open, step by step, until the top is certain.

Everybody begins. After each step whoever has no open question any more is asked about no longer: who is certainly worse
than as many as the top has places, and who can be told from all others that may belong to the top. They stay in the
field, and whoever is still asked about goes on to meet fair samples of all of it. So the results of an entrant always
estimate the same, its worth against the whole field, whatever led to its being asked about.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from overtrick.tournament.plan.drawn import Drawn, Lots, close, shuffled, wide
from overtrick.tournament.rating.anytime import FIRST, Moments, added, evidence, nothing
from overtrick.tournament.rating.blocks import Floats
from overtrick.tournament.rating.sums import LEVEL

Bools = npt.NDArray[np.bool_]
Known = Callable[[tuple[Drawn, ...], int], Floats | None]
"""What is known of the sets of cards from one on: the worths of those asked about, the more the better, in whole
numbers (cards, asked); None while something is missing."""


@dataclass(frozen=True)
class Aim:
    """What shall become certain, and what it may cost."""

    entrants: int
    seats: int
    top: int  # places whose order is asked for
    cards: int  # the most sets of cards
    matches: int | None = None  # the most matches
    margin: float | None = None  # a difference that counts as none, in whole numbers like the results
    wide: bool = True  # whether tables may be wide; if not, who comes later changes few of the others' tables


@dataclass(frozen=True)
class Standing:
    """What is known for certain of every two, and on what it rests."""

    by_wide: Moments  # differences on common cards: (entrants, entrants), the row minus the column
    by_close: Moments
    best: Floats  # the most that the evidence for the row has ever been
    better: Bools  # whether the row is better for certain
    equal: Bools  # whether the two are equal within the margin for certain


@dataclass(frozen=True)
class Progress:
    """The sets of cards so far, and what those that were played to their end say."""

    drawn: tuple[Drawn, ...]
    played: int  # sets of cards that are played to their end
    standing: Standing
    asked: frozenset[int]  # about whom there is an open question

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to draw."""
        return self.played == len(self.drawn)


def begin(aim: Aim) -> Progress:
    """Return how it stands before the first match."""
    shape = (aim.entrants, aim.entrants)
    none = np.zeros(shape, bool)
    standing = Standing(nothing(shape), nothing(shape), np.zeros(shape), none, none)
    return Progress((), 0, standing, frozenset(range(aim.entrants)))


def advance(aim: Aim, lots: Lots, known: Known, progress: Progress) -> Progress:
    """Return the plan as far as what is known decides it, from where it stood before."""
    while True:
        if progress.played == len(progress.drawn):
            progress = _drawn(aim, lots, progress)
        if progress.ended:
            return progress
        values = known(progress.drawn, progress.played)
        if values is None:
            return progress
        progress = _looked(aim, progress, values)


def bound(entrants: int) -> float:
    """Return how much evidence makes certain that one of all is better than another: all pairs share the level."""
    return math.log(entrants * (entrants - 1) / LEVEL)


def next_look(cards: int) -> int:
    """Return after how many sets of cards it is looked again: the first few, then a quarter more each time."""
    return cards + max(FIRST, cards // 4)


def _drawn(aim: Aim, lots: Lots, progress: Progress) -> Progress:
    """Return the plan with the sets of cards up to the next look, as far as the budget reaches."""
    if not progress.asked:
        return progress
    seat = close if not aim.wide or len(progress.asked) * aim.seats <= aim.entrants else wide
    drawn, left = list(progress.drawn), _left(aim, progress.drawn)
    for cards in range(progress.played, min(next_look(progress.played), aim.cards)):
        fresh = seat(shuffled(lots, cards, aim.seats if seat is close else None), aim.seats, progress.asked)
        left -= matches_on(fresh)
        if left < 0:
            break
        drawn.append(fresh)
    return Progress(tuple(drawn), progress.played, progress.standing, progress.asked)


def matches_on(drawn: Drawn) -> int:
    """Return how many matches a set of cards takes; nobody sits twice at a table, so that all rotations differ."""
    return sum(map(len, drawn.tables))


def _left(aim: Aim, drawn: tuple[Drawn, ...]) -> float:
    return math.inf if aim.matches is None else aim.matches - sum(map(matches_on, drawn))


def _looked(aim: Aim, progress: Progress, values: Floats) -> Progress:
    """Return what follows from the results of a step."""
    before = progress.standing
    entrants = np.array(progress.drawn[-1].asked)
    by_wide, by_close = before.by_wide, before.by_close
    if progress.drawn[-1].close:
        by_close = added(by_close, entrants, values)
    else:
        by_wide = added(by_wide, entrants, values)
    asked = np.ix_(entrants, entrants)  # only among these anything has changed
    parts = [part.at(*asked) for part in (by_wide, by_close) if part.count.any()]
    best, equal, better, enough = before.best.copy(), before.equal.copy(), before.better.copy(), bound(aim.entrants)
    best[asked] = np.maximum(best[asked], sum(map(evidence, parts)))
    better[asked] |= best[asked] >= enough
    if better.sum() > before.better.sum():
        better = _followed(better)
    if aim.margin is not None:
        nothing = np.zeros_like(best[asked])
        below = sum((evidence(part.around(aim.margin).turned()) for part in parts), nothing) >= enough
        equal[asked] |= below & below.T
    standing = Standing(by_wide, by_close, best, better, equal)
    return Progress(progress.drawn, len(progress.drawn), standing, open_questions(aim, standing))


def open_questions(aim: Aim, standing: Standing) -> frozenset[int]:
    """Return who may belong to the top, and cannot be told from somebody else who may."""
    inside = standing.better.sum(axis=0) < aim.top
    told = standing.better | standing.better.T | standing.equal | np.eye(aim.entrants, dtype=bool)
    unclear = ~told & np.outer(inside, inside)
    return frozenset(np.flatnonzero(unclear.any(axis=1)).tolist())


def _followed(better: Bools) -> Bools:
    """Return what follows: who is better than one who is better than a third is better than that one too."""
    rows = np.packbits(better, axis=1)
    for between in range(len(better)):
        rows[rows[:, between >> 3] >> (7 - (between & 7)) & 1 == 1] |= rows[between]
    return np.unpackbits(rows, axis=1, count=len(better)).astype(bool)
