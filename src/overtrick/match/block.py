"""Blocks: the same cards in all rotations of the seats, and what they say about each player."""

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


def told_apart(players: Sequence[str]) -> list[str]:
    """Return the names of players, numbered where several have the same."""
    return [
        f"{name} ({players[:place].count(name) + 1})" if players.count(name) > 1 else name
        for place, name in enumerate(players)
    ]
