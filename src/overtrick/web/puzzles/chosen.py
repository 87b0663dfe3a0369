"""Which puzzle somebody gets: the one of the day, or one near a rating that was not tried yet."""

import hashlib
from collections.abc import Callable, Collection, Mapping
from datetime import date
from functools import cache
from random import Random

from overtrick.puzzles.file import shipped
from overtrick.puzzles.puzzle import Puzzle

NEAREST = 40  # of which one is drawn


@cache
def by_id() -> Mapping[str, Puzzle]:
    """Return the puzzles by their names."""
    return {puzzle.id: puzzle for puzzle in shipped()}


@cache
def in_days() -> tuple[Puzzle, ...]:
    """Return the puzzles in the order of days, which mixes the games."""
    return tuple(sorted(shipped(), key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest()))


def daily(day: date) -> Puzzle:
    """Return the puzzle of a day, the same for everybody; none comes again before all others have."""
    return in_days()[day.toordinal() % len(in_days())]


def near(
    game: str,
    rating_in: Callable[[str], float],
    known: Mapping[str, float],
    tried: Collection[str],
    luck: Random,
    *,
    skip: int = 0,
) -> list[str]:
    """Return names of puzzles of a game, or of all, whose rating is near that of a person, in a random order.

    Whoever has tried them all skips so many of the nearest.
    """
    left = [puzzle for puzzle in shipped() if game in ("", puzzle.game) and puzzle.id not in tried]
    luck.shuffle(left)
    left.sort(key=lambda puzzle: abs(known.get(puzzle.id, puzzle.rating) - rating_in(puzzle.game)))
    found = [puzzle.id for puzzle in left[skip : skip + NEAREST]]
    luck.shuffle(found)
    return found
