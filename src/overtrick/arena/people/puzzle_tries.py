"""How people do at puzzles: whoever solves one has won against it, so that both have ratings of one scale.

Only the first try at a puzzle counts. Tries of guests are counted without a name and change no rating of a puzzle.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.people.ratings import Rating, rated
from overtrick.store.database import alone
from overtrick.store.schema import puzzle_tries, puzzles

UNTRIED_SPREAD = 250.0  # of a puzzle that nobody has tried: its rating is a guess


@dataclass(frozen=True)
class Asked:
    """A puzzle: its name, its game, and how difficult it seems to who made it."""

    id: str
    game: str
    rating: float


@dataclass(frozen=True)
class Known:
    """What is known of a puzzle: its rating, and how many have tried and solved it at first sight."""

    rating: Rating
    tries: int = 0
    solved: int = 0


@dataclass(frozen=True)
class Standing:
    """How somebody stands in the puzzles of a game, or of all."""

    rating: Rating
    tried: int = 0
    solved: int = 0
    streak: int = 0  # how many of the latest were solved one after the other


@dataclass(frozen=True)
class Tried:
    """What became of a try: whether it was the first one, the rating after it, and the puzzle as others found it."""

    counted: bool
    rating: Rating
    others: Known


def after(person: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """Return the ratings of a person and a puzzle after a try."""
    one, two = rated((person, puzzle), (1, 2) if solved else (2, 1))
    return one, two


def known_of(connection: Connection, asked: Asked) -> Known:
    """Return what is known of a puzzle."""
    row = connection.execute(select(puzzles).where(puzzles.c.puzzle == asked.id)).one_or_none()
    if row is None:
        return Known(Rating(asked.rating, UNTRIED_SPREAD))
    return Known(Rating(row.mean, row.spread), row.tries, row.solved)


def find_known(arena: Arena, asked: Asked) -> Known:
    """Return what is known of a puzzle."""
    with arena.reading() as connection:
        return known_of(connection, asked)


def known_ratings(arena: Arena) -> dict[str, float]:
    """Return the ratings of all puzzles that somebody has tried."""
    with arena.reading() as connection:
        return {row.puzzle: row.mean for row in connection.execute(select(puzzles.c.puzzle, puzzles.c.mean))}


def try_puzzle(arena: Arena, account: int, asked: Asked, *, solved: bool) -> Tried:
    """Keep the try of an account, if it is the first one at this puzzle."""
    with arena.writing() as connection:
        alone(connection)  # as ratings are read and written
        others = known_of(connection, asked)
        person = standing_in(connection, account, asked.game).rating
        mine = (puzzle_tries.c.account == account, puzzle_tries.c.puzzle == asked.id)
        if connection.scalar(select(puzzle_tries.c.id).where(*mine)) is not None:
            return Tried(False, person, others)
        rating, harder = after(person, others.rating, solved=solved)
        row = {"account": account, "puzzle": asked.id, "game": asked.game, "moment": arena.now()}
        kept = {"solved": int(solved), "mean": rating.mean, "spread": rating.spread}
        connection.execute(insert(puzzle_tries), {**row, **kept})
        _count(connection, asked, others, harder, solved=solved)
    return Tried(True, rating, others)


def try_as_guest(arena: Arena, asked: Asked, person: Rating, *, solved: bool, counts: bool) -> Tried:
    """Return the rating of a guest after a try, and count it if it is the first one, as the browser says."""
    with arena.writing() as connection:
        alone(connection)
        others = known_of(connection, asked)
        if not counts:
            return Tried(False, person, others)
        _count(connection, asked, others, others.rating, solved=solved)
    return Tried(True, after(person, others.rating, solved=solved)[0], others)


def _count(connection: Connection, asked: Asked, before: Known, rating: Rating, *, solved: bool) -> None:
    values = {"mean": rating.mean, "spread": rating.spread}
    values |= {"tries": before.tries + 1, "solved": before.solved + solved}
    changed = connection.execute(update(puzzles).where(puzzles.c.puzzle == asked.id).values(values))
    if changed.rowcount == 0:
        connection.execute(insert(puzzles), {"puzzle": asked.id, **values})


# How somebody stands


def standing_in(connection: Connection, account: int, game: str) -> Standing:
    """Return how an account stands in the puzzles of a game."""
    mine = (puzzle_tries.c.account == account, puzzle_tries.c.game == game)
    query = select(puzzle_tries.c.solved, puzzle_tries.c.mean, puzzle_tries.c.spread).where(*mine)
    rows = connection.execute(query.order_by(puzzle_tries.c.id.desc())).all()
    if not rows:
        return Standing(Rating())
    right = [bool(row.solved) for row in rows]
    streak = right.index(False) if False in right else len(right)
    return Standing(Rating(rows[0].mean, rows[0].spread), len(right), sum(right), streak)


def standings(arena: Arena, account: int, games: Iterable[str]) -> dict[str, Standing]:
    """Return how an account stands in the puzzles of games."""
    with arena.reading() as connection:
        return {game: standing_in(connection, account, game) for game in games}


def tried_by(arena: Arena, account: int) -> set[str]:
    """Return the puzzles that an account has tried."""
    with arena.reading() as connection:
        return set(connection.scalars(select(puzzle_tries.c.puzzle).where(puzzle_tries.c.account == account)))
