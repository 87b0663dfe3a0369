"""Standings over all rounds of a competition."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from overtrick.arena.arena import Arena
from overtrick.arena.boards.board import Line
from overtrick.arena.boards.board_rows import boards_made, latest_board
from overtrick.arena.competitions.competition import Competition, Round
from overtrick.arena.visible import results_out, standing
from overtrick.store.schema import accounts, bots

MOST_POINTS = 100.0  # of a round


@dataclass(frozen=True)
class Standing:
    """Where an author stands after the rounds that are over."""

    place: int  # from 1, equals sharing the better one
    author: str
    points: float
    rounds: tuple[float | None, ...]  # points in each round of the series; None where there was no bot


@dataclass(frozen=True)
class Series:
    """The rounds that count so far, and who stands where."""

    rounds: tuple[Round, ...]
    standings: tuple[Standing, ...]


def series(arena: Arena, competition: Competition) -> Series:
    """Return the standings over the rounds whose final results everybody may see."""
    counted = _counted(competition)
    authors = _authors(arena, [one.id for one in counted])
    rounds = []
    for one in counted:
        board = None if one.final is None else latest_board(arena, one.final)
        ours = () if board is None else [line for line in board.lines if line.bot in authors]
        rounds.append(
            {authors[line.bot]: points for line, points in zip(ours, round_points(ours), strict=True) if line.bot}
        )
    return Series(counted, standings(rounds))


def basis(arena: Arena, competition: Competition) -> tuple[object, ...]:
    """Return what the standings follow from, in brief: as long as it is the same, so are they."""
    counted = _counted(competition)
    with arena.reading() as connection:
        made = boards_made(connection, *(one.final for one in counted if one.final is not None))
    authors = _authors(arena, [one.id for one in counted])
    told = ((one.id, one.number, one.title, made.get(one.final or 0)) for one in counted)
    return tuple(told), tuple(sorted(authors.items()))


def _counted(competition: Competition) -> tuple[Round, ...]:
    """Return the rounds whose final results everybody may see."""
    return tuple(one for one in competition.rounds if results_out(standing(competition.state, one)))


def _authors(arena: Arena, rounds: Sequence[int]) -> dict[int, str]:
    """Return the author of each bot that was not taken out, by the bot's id."""
    query = (
        select(bots.c.id, accounts.c.name)
        .join(accounts, accounts.c.id == bots.c.account)
        .where(bots.c.round.in_(rounds), bots.c.removed == "")
    )
    with arena.reading() as connection:
        return {row.id: row.name for row in connection.execute(query)}


def round_points(lines: Sequence[Line]) -> list[float]:
    """Return each line's points: 100 times the share of the others it is above; those it is level with count half.

    Who is alone gets all the points, and who is not ranked gets none.
    """
    return [_points(line, [other for other in lines if other is not line]) for line in lines]


def _points(line: Line, others: Sequence[Line]) -> float:
    if not line.group:
        return 0.0
    if not others:
        return MOST_POINTS
    below = sum(not other.group or other.group > line.group for other in others)
    level = sum(other.group == line.group for other in others)
    return MOST_POINTS * (below + level / 2) / len(others)


def standings(rounds: Sequence[dict[str, float]]) -> tuple[Standing, ...]:
    """Return who stands where by the sum of the points, given those of each round by author."""
    sums: defaultdict[str, float] = defaultdict(float)
    for points in rounds:
        for author, won in points.items():
            sums[author] += won
    order = sorted(sums, key=lambda author: (-sums[author], author))
    return tuple(
        Standing(
            place=1 + sum(total > sums[author] + 1e-9 for total in sums.values()),
            author=author,
            points=sums[author],
            rounds=tuple(points.get(author) for points in rounds),
        )
        for author in order
    )
