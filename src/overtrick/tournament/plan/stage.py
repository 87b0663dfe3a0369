"""Stages: tables that play the same list of cards, and the matches that this means."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from overtrick.core import luck
from overtrick.match.block import rotated
from overtrick.match.record import Match
from overtrick.tournament.plan.drawn import Drawn
from overtrick.tournament.plan.seating import Table


@dataclass(frozen=True)
class Stage:
    """Tables that play the same list of cards; no other stage ever sees these cards."""

    name: str
    tables: tuple[Table, ...]  # who sits there, as indices of the participants
    clusters: int  # sets of cards
    drawn: tuple[Drawn, ...] = ()  # if tables are drawn anew for each set of cards; then there are no others

    def at(self, cluster: int) -> tuple[Table, ...]:
        """Return the tables that play on one set of cards."""
        return self.drawn[cluster].tables if self.drawn else self.tables


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
    for table in stage.at(cluster):
        for seating in seatings(table):
            match = replace(
                fresh,
                players=tuple(everyone.players[index] for index in seating),
                contents=tuple(everyone.contents[index] for index in seating),
            )
            yield Planned(stage.name, cluster, seating, match, match.key())


def size(stages: Sequence[Stage]) -> int:
    """Return how many matches the stages have."""
    return sum(
        sum(map(len, chain.from_iterable(one.tables for one in stage.drawn)))  # nobody sits there twice
        if stage.drawn
        else stage.clusters * matches_at(stage.tables)
        for stage in stages
    )


def matches_at(tables: Sequence[Table]) -> int:
    """Return how many matches some tables play on one set of cards."""
    return sum(len(seatings(table)) for table in tables)
