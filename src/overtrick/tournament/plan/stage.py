"""Stages: tables that play the same list of cards, and the matches that this means."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from overtrick.core import luck
from overtrick.match.block import rotated
from overtrick.match.record import Match


@dataclass(frozen=True)
class Stage:
    """Tables that play the same list of cards; no other stage ever sees these cards."""

    name: str
    tables: tuple[tuple[int, ...], ...]  # who sits there, as indices of the participants
    clusters: int  # sets of cards


@dataclass(frozen=True)
class Planned:
    """A match and its place in the plan."""

    stage: str
    cluster: int
    seating: tuple[int, ...]  # indices of the participants
    match: Match
    key: str


def seatings(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the rotations of a table; where somebody sits twice, rotations that look alike are one."""
    return list(dict.fromkeys(rotated(table, turn) for turn in range(len(table))))


def cluster_seed(secret: bytes, stage: str, cluster: int) -> bytes:
    """Return the seed of all matches on one set of cards."""
    return luck.derive(secret, f"{stage}/cluster/{cluster}")


def planned(stage: Stage, cluster: int, everyone: Match) -> Iterator[Planned]:
    """Yield the matches on one set of cards.

    ``everyone`` has the rules, all participants with their contents, and the secret as its seed.
    """
    fresh = replace(everyone, seed=cluster_seed(everyone.seed, stage.name, cluster))
    for table in stage.tables:
        for seating in seatings(table):
            match = replace(
                fresh,
                players=tuple(everyone.players[index] for index in seating),
                contents=tuple(everyone.contents[index] for index in seating),
            )
            yield Planned(stage.name, cluster, seating, match, match.key())


def size(stages: Sequence[Stage]) -> int:
    """Return how many matches the stages have."""
    return sum(stage.clusters * sum(len(seatings(table)) for table in stage.tables) for stage in stages)
