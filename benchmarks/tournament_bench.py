"""What a tournament costs beyond its matches: a second worker's gain, our own share of the time, rating, and memory.

    python benchmarks/tournament_bench.py

Shares are of the processor's time of this process, which plans, stores and rates,
beside that of its workers, which play: the machine may be busy with other things.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import numpy as np
from sqlalchemy import insert

import overtrick
from overtrick.bots.find import find
from overtrick.core import luck
from overtrick.games import GAMES
from overtrick.games.contract import ranked, settled
from overtrick.match.record import new_match
from overtrick.store.schema import records
from overtrick.terminal.tournament.run_board import Board
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.records.packed import Packed
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.records.stored import blob, row_of
from overtrick.tournament.run import Contest, find_players, missing, open_contest, run
from overtrick.tournament.stated.tournament import Entrant, Tournament
from overtrick.tournament.workers.here import Outcome, Playing, Workers, play_match

STARTERS = Path(overtrick.__file__).parent / "starters"
BOTS = ("wizard:classic", "random", "first", "wizard:classic", "random", "first", "wizard:classic", "random")
A_CLUSTER = 56  # matches on the same cards: 14 tables of four out of eight, in four rotations
MATCHES, RECORDS, FEW = 10_000, 100_000, 20_000  # few enough, but so many that caches of fixed size are full
REPETITIONS, FENCED, WARM = 4, 48, 6
RUNS = 3  # of which the median counts: how memory is cut up varies by some bytes a record
Result = TypeVar("Result")


@dataclass(frozen=True)
class Row:
    """One line of the table: what, two figures and their ratio, and what that should be."""

    what: str
    figures: str
    ratio: float
    unit: str
    target: str
    kept: bool


# Two workers


def two_workers() -> Row:
    """Return how much quicker two workers are than one, with fenced bots that live through a match."""
    players = {name: find(str(STARTERS / f"wizard_{name}"), "wizard") for name in ("python", "c")}
    best = {1: 0.0, 2: 0.0}
    for number in range(REPETITIONS):
        for count in best:
            workers = Workers(players, count)
            try:
                best[count] = max(best[count], pace(workers, number))
            finally:
                workers.close()
    ratio = best[2] / best[1]
    figures = f"{best[2]:.1f} / {best[1]:.1f} matches/s"
    return Row("fenced starters in Python and C: two workers / one", figures, ratio, "", "at least 1.7", ratio >= 1.7)


def pace(playing: Playing, number: int) -> float:
    """Return the matches per second of workers that are warm and never idle."""
    table = ("python", "c", "python")
    matches = (new_match("wizard", table, {}, luck.derive(bytes([number]), str(cards))) for cards in range(FENCED))
    planned = (Planned("main", cards, (0, 1, 0), match, match.key()) for cards, match in enumerate(matches))
    ends = [time.perf_counter() for _, outcome in playing.play(planned) if not isinstance(outcome, str)]
    assert len(ends) == FENCED
    return (FENCED - 2 * WARM) / (ends[-WARM - 1] - ends[WARM - 1])


# Our own share


def cup(name: str, matches: int) -> Tournament:
    """Return a round robin of eight built-in Wizard players at tables of four."""
    entrants = tuple(Entrant(f"{bot} {number}", bot) for number, bot in enumerate(BOTS))
    options = settled(GAMES["wizard"], 4, {})
    return Tournament(
        name=name, game="wizard", seats=4, options=options, entrants=entrants, blocks=-(-matches // A_CLUSTER)
    )


class Clock:
    """Adds up this process's CPU time by what it was spent on."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)

    def time(self, what: str, work: Callable[..., Result]) -> Callable[..., Result]:
        """Return the same function with its time counted."""

        def timed(*arguments: object, **named: object) -> Result:
            begin = time.process_time()
            try:
                return work(*arguments, **named)
            finally:
                self.spent[what] += time.process_time() - begin

        return timed

    def each(self, what: str, things: Iterable[Planned]) -> Iterator[Planned]:
        """Yield the same things with the time that it takes to come by them counted."""
        following = self.time(what, iter(things).__next__)
        while True:
            try:
                thing = following()
            except StopIteration:
                return
            yield thing


@dataclass(frozen=True)
class Timed:
    """Plays as another one does, and counts what it takes to come by the matches."""

    playing: Playing
    clock: Clock

    def play(self, matches: Iterable[Planned]) -> Iterator[tuple[Planned, Outcome]]:
        """Yield what came of each match."""
        return self.playing.play(self.clock.each("planning", matches))

    def close(self) -> None:
        """End it."""
        self.playing.close()


def own_share(folder: Path) -> list[Row]:
    """Play a whole tournament as the command does, with live standings, and return what part of the time was ours."""
    clock, tournament = Clock(), cup("share", MATCHES)
    players = find_players(tournament)
    begin, before, begin_s = time.process_time(), children_s(), time.perf_counter()
    with open_store(folder / "share.db") as store:
        playing = Timed(Workers(players), clock)
        contest = open_contest(tournament, players, store)
        store.add = clock.time("storing", store.add)  # type: ignore[method-assign]
        board = clock.time("live standings", Board)(contest)
        failed = run(contest, playing, clock.time("live standings", board.count))
        clock.time("rating", contest.ratings)()
        done = store.count()
        playing.close()
    assert not failed and done >= MATCHES
    ours, theirs = time.process_time() - begin, children_s() - before
    passed_s = time.perf_counter() - begin_s
    share = sum(clock.spent.values()) / (ours + theirs)
    parts = ", ".join(f"{what} {spent / done * 1e6:.0f}" for what, spent in clock.spent.items())
    everything = ours / (ours + theirs)
    what = f"{done:,} Wizard matches of built-in players: "
    return [
        Row(
            what + "planning, storing, rating",
            f"µs a match: {parts}",
            share * 100,
            " %",
            "at most 10 %",
            share <= 0.1,
        ),
        Row(
            what + "all that is not playing",
            f"{ours:.1f} / {ours + theirs:.1f} s of CPU in {passed_s:.0f} s",
            everything * 100,
            " %",
            "",
            True,
        ),
    ]


def children_s() -> float:
    """Return the processor's time that finished children took."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


# Rating, and memory


def fill(store: Store, matches: int) -> None:
    """Fill a store with the records of a tournament: one that was played, with other totals under every key."""
    tournament = cup("rating", matches)
    players = find_players(tournament)
    contest = open_contest(tournament, players, store)
    random = np.random.default_rng(1)
    pattern: Packed | None = None
    rows = []
    for planned in missing(contest, {}):
        if pattern is None:
            outcome = play_match(planned.match, players)
            assert not isinstance(outcome, str), outcome
            pattern = outcome
        totals = (10 * random.normal([-index for index in planned.seating], 10).round()).astype(int).tolist()
        packed = replace(pattern, key=planned.key, totals=tuple(totals), places=tuple(ranked(totals)))
        seating = blob([contest.registered.ids[index] for index in planned.seating], "i")
        place = {"tournament": contest.registered.id, "stage": planned.stage, "cluster": planned.cluster}
        rows.append({**row_of(packed), **place, "seating": seating, "played": 0})
    with store.writing() as connection:  # at once, as one by one is measured above
        connection.execute(insert(records), rows)


@dataclass(frozen=True)
class Nobody:
    """Plays nothing, as nothing is missing."""

    def play(self, matches: Iterable[Planned]) -> Iterator[tuple[Planned, Outcome]]:
        """Look through the whole plan."""
        assert not list(matches)
        return iter(())

    def close(self) -> None:
        """Do nothing."""


def rate_store(path: str) -> dict[str, float]:
    """Go through a finished tournament as the command does, and return seconds by what was done, and peak memory."""
    with open_store(path, create=False) as store:
        found = store.tournament()
        contest = Contest(found.tournament, store, found.registered)
        seconds = {}
        steps: dict[str, Callable[[], object]] = {
            "looking for what is missing": lambda: run(contest, Nobody(), lambda _: None),
            "live standings": lambda: Board(contest),
            "reading and rating with intervals": contest.ratings,
        }
        for what, step in steps.items():
            begin = time.perf_counter()
            step()
            seconds[what] = time.perf_counter() - begin
        status = Path("/proc/self/status").read_text()
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return {**seconds, "bytes": 1024.0 * int(peak.split()[1]), "records": store.count()}


def rating(folder: Path) -> list[Row]:
    """Return how long a large tournament takes to rate, and how much more memory it needs than a small one."""
    measured = []
    for matches in (FEW, RECORDS):
        path = folder / f"{matches}.db"
        with open_store(path) as store:
            fill(store, matches)
        words = [sys.executable, __file__, "--rate", str(path)]
        runs = [json.loads(subprocess.run(words, check=True, capture_output=True).stdout) for _ in range(RUNS)]
        measured.append({what: statistics.median(run[what] for run in runs) for what in runs[0]})
    few, many = measured
    memory = (many["bytes"] - few["bytes"]) / (many["records"] - few["records"])
    found = []
    for what in ("reading and rating with intervals", "live standings", "looking for what is missing"):
        aim = ("under 60 s", many[what] < 60) if "rating" in what else ("", True)
        found.append(Row(f"{RECORDS:,} records: {what}", "", many[what], " s", *aim))
    figures = f"peaks of {many['bytes'] / 1e6:.0f} and {few['bytes'] / 1e6:.0f} MB"
    name = f"{RECORDS:,} records: memory of runner and rater, each"
    return [*found, Row(name, figures, memory, " bytes", "under 100 bytes", memory < 100)]


def rows() -> Iterator[Row]:
    """Measure everything."""
    with TemporaryDirectory() as folder:
        yield from rating(Path(folder))
        yield from own_share(Path(folder))
        yield two_workers()


def main() -> None:
    """Print the figures as they come."""
    if sys.argv[1:2] == ["--rate"]:
        print(json.dumps(rate_store(sys.argv[2])))
        return
    print(f"tournaments, on {len(os.sched_getaffinity(0))} cores")
    for row in rows():
        verdict = "" if not row.target else f"   {row.target}{'' if row.kept else ': MISSED'}"
        print(f"{row.what:<72} {row.ratio:7.2f}{row.unit}{verdict}")
        if row.figures:
            print(f"    {row.figures}")


if __name__ == "__main__":
    main()
