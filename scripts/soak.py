"""What `make soak` does: kills tournaments a thousand times, lets each come to its end, and compares it with another.

    python -m scripts.soak [--kills 1000] [--tournaments 20] [--seed N]

Most runs are forked from this process, which has imported everything, so that nearly
all of the time goes into playing; one in ten is started as people do.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import alembic.command  # noqa: F401  # all that runs would import, so that they need not
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from tests.support.crash import (
    CUPS,
    KINDS,
    Crash,
    Kill,
    Losses,
    Start,
    apart,
    by_command,
    by_fork,
    children,
    crashing,
    losses,
    run_undisturbed,
    told_by,
    write_cup,
)

import overtrick.commands.main
import overtrick.terminal.tournament.bracket
import overtrick.terminal.tournament.run_board
import overtrick.terminal.tournament.standings
import overtrick.tournament.stated.file  # noqa: F401

EACH = 40  # kills in one tournament
EARLY, EARLY_S = 0.15, 0.5  # share of kills that may hit a start, and how long a start takes
COMMANDS = 0.1  # share of runs that are started as people do
LINE_S = 10.0  # between two lines where there is no terminal
MEMORY_MB = 30.0  # that this process may grow by


@dataclass
class Totals:
    """What happened so far."""

    begin_s: float = field(default_factory=time.monotonic)
    kills: Counter[str] = field(default_factory=Counter)
    playing: int = 0  # kills that came after new records
    starts: Counter[str] = field(default_factory=Counter)
    finished: Counter[str] = field(default_factory=Counter)
    fewest: int = sys.maxsize  # kills of a finished tournament while it was played
    records: int = 0
    lost: int = 0
    twice: int = 0
    different: int = 0
    wrong: int = 0
    given_up: int = 0
    leftovers: list[str] = field(default_factory=list)
    gone_s: float = 0.0
    first: "Health | None" = None
    last: "Health | None" = None

    @property
    def bad(self) -> bool:
        """Whether anything is not as it should be."""
        return bool(self.lost or self.twice or self.different or self.wrong or self.leftovers) or self.leaks

    @property
    def leaks(self) -> bool:
        """Whether this process has grown."""
        if self.first is None or self.last is None:
            return False
        grown = self.last.memory_mb - self.first.memory_mb
        return (
            self.last.descriptors > self.first.descriptors
            or self.last.zombies > self.first.zombies
            or grown > MEMORY_MB
        )


@dataclass(frozen=True)
class Health:
    """What this process uses."""

    descriptors: int
    memory_mb: float
    zombies: int


def health() -> Health:
    """Measure this process; between tournaments it has no children, so each would be a zombie."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    descriptors = sum(1 for _ in Path("/proc/self/fd").iterdir())
    return Health(descriptors, pages * os.sysconf("SC_PAGE_SIZE") / 1e6, len(children()))


def starter(luck: Random, totals: Totals) -> Start:
    """Return what starts runs, now in one way and now in the other."""

    def start(words: list[str], out: Path) -> int:
        plain = luck.random() < COMMANDS
        totals.starts["command" if plain else "fork"] += 1
        return (by_command if plain else by_fork)(words, out)

    return start


def play_one(name: str, luck: Random, totals: Totals, show: "Show") -> None:
    """Play a tournament undisturbed and the same one disturbed, and add up how they differ."""
    with TemporaryDirectory(prefix="overtrick-soak-") as folder:
        file = write_cup(CUPS[name], Path(folder) / "crash.toml", luck.getrandbits(64))
        said = run_undisturbed(file, Path(folder) / "undisturbed.db", by_fork)
        size = apart(lambda: right_size(Path(folder) / "undisturbed.db"))
        start = starter(luck, totals)
        disturbed = Crash(file, Path(folder) / "killed.db", size, luck, start, EARLY, EARLY_S)
        with crashing(disturbed) as crash:
            crash.play(luck.choices(KINDS, k=EACH), show.kill)
        found, records = apart(lambda: compared(Path(folder) / "killed.db", Path(folder) / "undisturbed.db"))
    totals.finished[name] += 1
    totals.fewest = min(totals.fewest, sum(kill.new > 0 for kill in crash.kills))
    totals.records += records
    totals.lost += found.lost
    totals.twice += found.twice
    totals.different += found.different
    totals.wrong += found.wrong + (crash.said != said)
    totals.given_up += crash.given_up
    totals.leftovers += crash.leftovers
    totals.gone_s = max(totals.gone_s, crash.gone_s)


def right_size(store: Path) -> int:
    """Return how many matches an undisturbed tournament has, all of which must be there."""
    told = told_by(store)
    assert len(told.rows) == told.size > 0 and not told.wrong, "the undisturbed tournament itself is wrong"
    return told.size


def compared(killed: Path, undisturbed: Path) -> tuple[Losses, int]:
    """Return how two stores differ, and how many records the first has."""
    ours = told_by(killed)
    return losses(ours, told_by(undisturbed)), len(ours.rows)


class Show:
    """Counts kills, and shows them with rate and time left: a bar in a terminal, lines elsewhere."""

    def __init__(self, totals: Totals, wanted: int, progress: Progress) -> None:
        self._totals = totals
        self._wanted = wanted
        self._progress = progress
        self._task = progress.add_task("", total=wanted, text="")
        self._next_s = 0.0

    def kill(self, kill: Kill) -> None:
        """Count a kill."""
        totals = self._totals
        totals.kills[kill.kind] += 1
        totals.playing += kill.new > 0
        done, passed_s = totals.kills.total(), time.monotonic() - totals.begin_s
        text = (
            f"{done / passed_s:.2f} kills/s, {totals.finished.total()} tournaments finished, {totals.records} records"
        )
        self._progress.update(self._task, completed=done, text=text)
        self._progress.refresh()
        if self._progress.disable and time.monotonic() > self._next_s:
            self._next_s = time.monotonic() + LINE_S
            left_s = passed_s / done * max(self._wanted - done, 0)
            print(f"{done}/{self._wanted} kills, {left_s:.0f} s left, {text}", flush=True)


def soak(kills: int, tournaments: int, luck: Random) -> Totals:
    """Go through all kinds of tournaments until there were enough kills and enough of them are finished."""
    totals, console = Totals(), Console()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.fields[text]}"))
    # Without the thread that usually refreshes a bar, as this process forks.
    with Progress(*columns, console=console, auto_refresh=False, disable=not console.is_terminal) as progress:
        show = Show(totals, kills, progress)
        for name in cycle(CUPS):
            if totals.kills.total() >= kills and totals.finished.total() >= tournaments:
                return totals
            play_one(name, luck, totals, show)
            if totals.finished.total() >= min(len(CUPS), tournaments):  # by now everything was used once
                totals.first = totals.first or health()
                totals.last = health()
    raise AssertionError("a cycle has no end")


def lines(totals: Totals) -> Iterator[str]:
    """Yield the table."""
    kills = totals.kills
    yield f"kills                  {kills.total():6}  {', '.join(f'{kind}: {kills[kind]}' for kind in KINDS)}"
    yield f"  while playing        {totals.playing:6}  the others hit a start, or came before the next record"
    yield f"runs started           {totals.starts.total():6}  {told(totals.starts)}"
    yield f"tournaments finished   {totals.finished.total():6}  {told(totals.finished)}"
    yield f"  killed at least      {totals.fewest:6}  times each while playing"
    yield f"records                {totals.records:6}"
    yield f"lost                   {totals.lost:6}"
    yield f"twice                  {totals.twice:6}"
    yield f"different              {totals.different:6}"
    yield f"otherwise wrong        {totals.wrong:6}  results, ratings, what verify finds, what the command prints"
    yield f"processes left over    {len(totals.leftovers):6}  all gone after {totals.gone_s:.2f} s at most"
    yield f"runs that gave up some {totals.given_up:6}  as a match lost its worker three times; another run played it"
    for name in ("descriptors", "memory_mb", "zombies"):
        first, last = (getattr(one, name, 0) for one in (totals.first, totals.last))
        yield f"{name.replace('_mb', ' in MB'):23}{last:6.0f}  of the driver; {first:.0f} after the first tournaments"
    yield f"duration in minutes    {(time.monotonic() - totals.begin_s) / 60:6.1f}"


def told(counts: Counter[str]) -> str:
    """Return counts in words."""
    return ", ".join(f"{name}: {count}" for name, count in counts.items())


def main() -> None:
    """Soak, print the table and leave with an error if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000, help="at least so many")
    parser.add_argument("--tournaments", type=int, default=20, help="finish at least so many")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000_000, help="of cards and kills")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    totals = soak(arguments.kills, arguments.tournaments, Random(arguments.seed))
    print("\n".join([*lines(totals), *totals.leftovers]))
    sys.exit(1 if totals.bad else 0)


if __name__ == "__main__":
    main()
