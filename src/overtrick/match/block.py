"""Blocks: the same cards in all rotations of the seats, and what they say about each player."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from overtrick.core import luck
from overtrick.match.record import Match, Record

Who = TypeVar("Who")


def block(match: Match, number: int) -> list[Match]:
    """Return the matches of a block: cards of its own, each player once in each seat."""
    fresh = replace(match, seed=luck.derive(match.seed, f"block/{number}"))
    return [
        replace(fresh, players=rotated(match.players, turn), contents=rotated(match.contents, turn))
        for turn in range(match.seats)
    ]


def rotated(players: tuple[Who, ...], turn: int) -> tuple[Who, ...]:
    """Return the players moved on by some seats: player i sits in seat i + turn."""
    return players[len(players) - turn :] + players[: len(players) - turn]


def scores_by_player(records: Sequence[Record]) -> list[float]:
    """Return the mean score of each player over the rotations of a block, in the order of the first rotation."""
    seats = len(records)
    return [
        sum(record.totals[(player + turn) % seats] for turn, record in enumerate(records)) / seats
        for player in range(seats)
    ]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values and its standard error; with one value the error is not known."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.nan
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(variance / len(values))


def told_apart(players: Sequence[str]) -> list[str]:
    """Return the names of players, numbered where several have the same."""
    return [
        f"{name} ({players[:place].count(name) + 1})" if players.count(name) > 1 else name
        for place, name in enumerate(players)
    ]
