"""Boards: what the worker makes of the results of a round, kept in memory so that a new record costs little."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from sqlalchemy import select

from overtrick.arena.arena import Arena
from overtrick.arena.boards.board import Board, Cell, Line
from overtrick.arena.competitions.competition import Entered
from overtrick.store.schema import accounts, bots, submissions
from overtrick.tournament.plan.stage import Stage, seatings
from overtrick.tournament.rating.ratings import Rating, Ratings
from overtrick.tournament.rating.results import Results
from overtrick.tournament.records.packed import Packed
from overtrick.tournament.run import Contest

MOST_TREND = 30
STEPS = 40  # a plan has so many points of the trend


class Tally:
    """The results of a contest so far."""

    def __init__(self, contest: Contest, stages: Sequence[Stage]) -> None:
        self._ids = {number: index for index, number in enumerate(contest.registered.ids)}
        self.follow(stages)
        self._results = contest.results(tuple(stages))
        self._new: list[tuple[int, int, int, tuple[int, ...], Packed]] = []
        self.facts = contest.store.facts(contest.registered, stages)
        self.count = len(self._results.cluster)

    def follow(self, stages: Sequence[Stage]) -> None:
        """Count by a plan that goes on from the one before."""
        self._stages = {stage.name: (number, stage) for number, stage in enumerate(stages)}
        self._tables: dict[tuple[str, int], dict[tuple[int, ...], int]] = {}  # by stage and, if drawn, by cards

    def add(self, stage: str, cluster: int, ids: Sequence[int], packed: Packed) -> None:
        """Count a match by entrants of these ids, if it is in the plan."""
        if any(number not in self._ids for number in ids):
            return  # a match of a version that has just left
        seating = tuple(self._ids[number] for number in ids)
        table = self._table(stage, cluster, seating)
        if table is None:
            return
        self._new.append((self._stages[stage][0], cluster, table, seating, packed))
        self.count += 1
        for name, values in packed.facts.items():
            for index, value in zip(seating, values, strict=True):
                self.facts[index][name] = self.facts[index].get(name, 0) + value

    def _table(self, stage: str, cluster: int, seating: tuple[int, ...]) -> int | None:
        """Return at which table of the plan some sit so; None if they do not."""
        if stage not in self._stages:
            return None
        there = self._stages[stage][1]
        place = (stage, cluster if there.drawn else 0)
        if place not in self._tables:
            tables = enumerate(there.at(cluster)) if cluster < there.clusters else ()
            self._tables[place] = {turned: number for number, table in tables for turned in seatings(table)}
        return self._tables[place].get(seating)

    def results(self) -> Results:
        """Return all results as columns."""
        if self._new:
            columns = {
                "stage": [stage for stage, *_ in self._new],
                "cluster": [cluster for _, cluster, *_ in self._new],
                "table": [table for _, _, table, *_ in self._new],
                "seating": [seating for *_, seating, _ in self._new],
                "totals": [packed.totals for *_, packed in self._new],
                "places": [packed.places for *_, packed in self._new],
                "faults": [packed.faults for *_, packed in self._new],
            }
            before = self._results
            merged = []
            for column in fields(Results):
                old = getattr(before, column.name)
                merged.append(np.concatenate([old, np.array(columns[column.name], old.dtype)]))
            self._results = Results(*merged)
            self._new = []
        return self._results


@dataclass(frozen=True)
class Owned:
    """Whose bot an entry is."""

    owner: str = ""
    bot: int | None = None
    version: int | None = None


def owners(arena: Arena, entries: Sequence[Entered]) -> dict[str, Owned]:
    """Return whose bots the entries are, by name."""
    query = (
        select(bots.c.id, accounts.c.name, submissions.c.id.label("submission"), submissions.c.number)
        .join(accounts, accounts.c.id == bots.c.account)
        .join(submissions, submissions.c.account == bots.c.account)
        .where(submissions.c.id.in_([entry.submission for entry in entries if entry.submission is not None]))
        .where(bots.c.id.in_([entry.bot for entry in entries if entry.bot is not None]))
    )
    with arena.reading() as connection:
        known = {(row.id, row.submission): Owned(row.name, row.id, row.number) for row in connection.execute(query)}
    return {entry.name: known.get((entry.bot, entry.submission), Owned()) for entry in entries}


@dataclass(frozen=True)
class Moment:
    """When a board is made, and what it needs beside the results."""

    made: int  # milliseconds since 1970
    planned: int  # matches
    last: bool  # whether the final is over, so that what takes long is worth it
    before: Board | None  # the board that this one follows
    owned: Mapping[str, Owned]  # by the names of the entries


def make_board(contest: Contest, tally: Tally, moment: Moment) -> Board:
    """Return the leaderboard of a contest as its tally stands."""
    ratings = contest.ratings(tally.results(), quick=not moment.last)
    facts = dict(zip(contest.registered.names, tally.facts, strict=True))
    trends = trends_of(moment.before, tally.count, moment.planned)
    lines = tuple(
        replace(
            line_of(rating, moment.owned.get(rating.name, Owned())),
            strength=rating.strength if moment.last else None,
            trend=trends.get(rating.name, ()),
            facts=dict(facts[rating.name]),
        )
        for rating in ratings.ratings
    )
    rank_by = str(ratings.rank_by)
    return Board(
        contest.registered.id, moment.made, tally.count, moment.planned, rank_by, moment.last, lines, cells_of(ratings)
    )


def line_of(rating: Rating, owned: Owned) -> Line:
    """Return what a rating tells of a line."""
    return Line(
        name=rating.name,
        group=rating.group,
        owner=owned.owner,
        bot=owned.bot,
        version=owned.version,
        worth=rating.worth,
        score=rating.score,
        place=rating.place,
        won=rating.won,
        strength=None,
        matches=rating.matches,
        faults=rating.faults,
        needed=rating.needed,
        trend=(),
        facts={},
    )


def cells_of(ratings: Ratings) -> tuple[Cell, ...]:
    """Return how every two that met compare, the better one first."""
    names = [rating.name for rating in ratings.ratings]
    found = []
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            pair = ratings.pairs.get((first, second))
            if pair is not None and pair.blocks:
                found.append(Cell(first, second, pair.difference, float(pair.p), int(pair.blocks)))
    return tuple(found)


def trends_of(before: Board | None, count: int, planned: int) -> dict[str, tuple[float, ...]]:
    """Return the earlier worths of everybody; one more whenever enough matches came since the last one."""
    if before is None or not before.records:
        return {}  # a board of no matches has no worths
    step = max(1, planned // STEPS)
    if count // step == before.records // step:
        return {line.name: line.trend for line in before.lines}
    return {line.name: (*line.trend, line.worth.value)[-MOST_TREND:] for line in before.lines}
