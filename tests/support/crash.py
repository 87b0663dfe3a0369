"""Crashes: tournaments whose processes are killed with SIGKILL at random moments, and what must be true all the same.

Orphans of our processes become our own children, whatever session or namespace they
are in, so that none that outlives its run is overlooked.
"""

import ctypes
import multiprocessing as mp
import os
import signal
import sqlite3
import sys
import time
import traceback
import types
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import numpy as np

import overtrick
from overtrick.match.record import Record
from overtrick.tournament.plan.stage import size
from overtrick.tournament.records.store import open_store
from overtrick.tournament.run import Contest
from overtrick.tournament.verify import verify
from tests.support.boxes import soon, workers_below

KINDS = ("runner", "worker", "group", "one of two", "both of two")
"""Whom a kill hits: the command, one of its workers, its process group, or one or both of two commands on one store."""

SCRIPT = Path(sys.executable).with_name("overtrick")
STARTER = Path(overtrick.__file__).parent / "starters" / "wizard_python"
LOOK_S = 0.004  # between two looks at a store
LATER_S = 0.02  # at most, between the record that was waited for and the kill
GONE_S = 10.0  # for all processes of a killed run to be gone; it takes milliseconds, on an idle machine
HANGS_S = 120.0  # without a new record
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER

Result = TypeVar("Result")
Start = Callable[[list[str], Path], int]  # starts a command whose output goes to a file, and returns its pid


# What is played: a file for each game, and two more


WIZARD = """
game = "wizard"
seats = 4
[entrants]
classic = "wizard:classic"
"classic again" = "wizard:classic"
first = "first"
random = "random"
"random again" = "random"
"""
DUEL = """
game = "duel"
rank_by = "matchups"
[entrants]
greedy = "duel:greedy"
first = "first"
random = "random"
"""
FIGGIE = """
game = "figgie"
seats = 4
adjust = true
[entrants]
starter = "figgie:starter"
"starter again" = "figgie:starter"
first = "first"
random = "random"
"random again" = "random"
"""
KNOCK_OUT = """
game = "duel"
format = "knock-out"
margin = 0.1
[entrants]
random = "random"
greedy = "duel:greedy"
"greedy again" = "duel:greedy"
"random again" = "random"
"""
FOCUSED = """
game = "duel"
format = "focused"
top = 2
[entrants]
greedy = "duel:greedy"
"greedy again" = "duel:greedy"
first = "first"
random = "random"
"random again" = "random"
"""
FENCED = f"""
game = "wizard"
seats = 3
[options]
series = [3, 2]
[entrants]
starter = "{STARTER}"
classic = "wizard:classic"
first = "first"
random = "random"
"""


@dataclass(frozen=True)
class Cup:
    """A tournament file but for its seed, and how many blocks make it last some seconds."""

    text: str
    blocks: int


CUPS = {
    "wizard": Cup(WIZARD, 20),
    "duel": Cup(DUEL, 400),
    "figgie": Cup(FIGGIE, 15),
    "knock-out": Cup(KNOCK_OUT, 300),
    "focused": Cup(FOCUSED, 150),
    "fenced": Cup(FENCED, 10),
}


def write_cup(cup: Cup, path: Path, seed: int, blocks: int | None = None) -> Path:
    """Write the file of a tournament whose cards are fixed."""
    path.write_text(f'name = "Crash"\nseed = "{seed:x}"\nblocks = {blocks or cup.blocks}\n{cup.text.strip()}\n')
    return path


# Commands


def command(file: Path, store: Path) -> list[str]:
    return ["tournament", str(file), "--store", str(store), "--workers", "2", "--json"]


def by_command(words: list[str], out: Path) -> int:
    """Start a command as people do, in its own session."""
    fresh = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [(os.POSIX_SPAWN_OPEN, 1, str(out), fresh, 0o644)]
    actions.append((os.POSIX_SPAWN_OPEN, 2, str(complaints(out)), fresh, 0o644))
    return os.posix_spawn(str(SCRIPT), [str(SCRIPT), *words], os.environ, file_actions=actions, setsid=True)


def by_fork(words: list[str], out: Path) -> int:
    """Start the same command without waiting for its imports, which take longer than what is tested here."""
    return forked(lambda: run_command(words), out)


def run_command(words: list[str]) -> None:
    """Be a command, in a process that was forked for it."""
    be_script()
    sys.argv = [str(SCRIPT), *words]
    from overtrick.commands.main import main

    main()


def be_script() -> None:
    """Let processes that are started from nothing import what those of a command do, and not what we have."""
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.modules["__main__"].__file__ = str(SCRIPT)


def forked(work: Callable[[], None], out: Path) -> int:
    """Do something in a process of its own, in its own session, whose output goes to a file; return its pid."""
    sys.stdout.flush()
    sys.stderr.flush()
    if pid := os.fork():
        return pid
    code = 1
    try:
        os.setsid()
        for number, path in ((1, out), (2, complaints(out))):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), number)
        work()
        code = 0
    except SystemExit as left:
        if isinstance(left.code, str):
            print(left.code, file=sys.stderr)
        code = left.code if isinstance(left.code, int) else int(left.code is not None)
    except Exception:
        traceback.print_exc()
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def apart(work: Callable[[], Result]) -> Result:
    """Return what some work gives, done in a process of its own.

    Thousands of records are unpacked to be compared; the holes that they leave in memory would look like a leak.
    """
    context = mp.get_context("fork")
    mine, theirs = context.Pipe(duplex=False)
    process = context.Process(target=lambda: theirs.send(work()))
    process.start()
    theirs.close()  # so that its death ends the pipe
    try:
        result: Result = mine.recv()
        return result
    finally:
        mine.close()
        process.join()
        process.close()


def complaints(out: Path) -> Path:
    return out.with_suffix(".err")


def run_undisturbed(file: Path, store: Path, start: Start = by_command) -> str:
    """Play a tournament to its end, and return what the command printed."""
    out = store.with_suffix(".out")
    _, status = os.waitpid(start(command(file, store), out), 0)
    assert os.waitstatus_to_exitcode(status) == 0, complaints(out).read_text()
    return out.read_text()


# Kills


@dataclass(frozen=True)
class Kill:
    """Whom a kill hit, how many records were new since the one before, and how many there were."""

    kind: str
    new: int
    records: int


@dataclass
class Crash:
    """A tournament in a store and the runs that play it; inside of ``adopting_orphans`` only."""

    file: Path
    store: Path
    size: int  # how many matches it has
    luck: Random
    start: Start = by_command
    early: float = 0.0  # share of the kills that come at any time after the start, not only while matches are played
    early_s: float = 1.0  # how long a start takes
    kills: list[Kill] = field(default_factory=list)
    given_up: int = 0  # runs that said some matches could not be played, as too many workers had died
    leftovers: list[str] = field(default_factory=list)
    gone_s: float = 0.0  # the longest that processes of a killed run were seen
    said: str = ""  # by the run that ended by itself

    def __post_init__(self) -> None:
        self._alive: list[int] = []
        self._outs: dict[int, Path] = {}
        self._starts = 0
        self._seen: set[bytes] = set()
        self._others = children()

    def play(self, kinds: Iterable[str], progress: Callable[[Kill], None] = lambda _: None) -> None:
        """Kill in these ways, unless the tournament is over before, then let it come to its end."""
        left = deque(kinds)
        while left and not self.said:
            kind, before = left.popleft(), len(self._seen)
            self._have(2 if kind.endswith("two") else 1)
            share = (self.size - before) // (len(left) + 2)
            if self._wait(self.luck.randint(1, max(share, 1))):
                there = self._keys()
                self.kills.append(Kill(self._kill(kind), len(there) - before, len(there)))
                self._look_for_leftovers()
                progress(self.kills[-1])
        while not self.said or self._alive:
            self._have(1)
            self._wait(self.size)
        self._look_for_leftovers()

    def end(self) -> None:
        """End all that is left of the runs, whatever went wrong."""
        for pid in self._alive:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        self._alive = []
        soon(lambda: not self.orphans(), GONE_S)

    def _have(self, runs: int) -> None:
        while len(self._alive) < runs:
            self._starts += 1
            out = self.store.with_suffix(f".{self._starts}.out")
            pid = self.start(command(self.file, self.store), out)
            self._alive.append(pid)
            self._outs[pid] = out

    def _wait(self, new: int) -> bool:
        """Wait for so many new records, or just for a random while; return whether nobody has come to the end."""
        if self.luck.random() < self.early:
            time.sleep(self.luck.uniform(0, self.early_s))
            return not self._is_over()
        wanted, last_s, count = 0, time.monotonic(), -1
        while not wanted or count < wanted:
            time.sleep(LOOK_S)
            if self._is_over():
                return False
            count, before = count_records(self.store), count
            last_s = time.monotonic() if count > before else last_s
            assert time.monotonic() < last_s + HANGS_S, f"no new record in {HANGS_S:.0f} s, after {count}"
            if not wanted and all(workers_below(pid) for pid in self._alive):  # so that two really race
                wanted = count + new
        time.sleep(self.luck.uniform(0, LATER_S))
        return True

    def _is_over(self) -> bool:
        """Return whether a run has come to its end by itself; start another for one that gave up some matches."""
        for pid in self._alive:
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                break
        else:
            return False
        self._alive.remove(pid)
        out = self._outs.pop(pid)
        code, complaint = os.waitstatus_to_exitcode(status), complaints(out).read_text()
        if code == 2 and "could not be played" in complaint:
            self.given_up += 1
            self._have(1)
            return False
        assert code == 0, f"{self.file}: exit code {code}: {complaint}"
        assert not self.said or self.said == out.read_text(), "two runs that came to the end say different things"
        self.said = out.read_text()
        return True

    def _keys(self) -> set[bytes]:
        """Return the keys of all records there are; whatever was ever there must still be."""
        found = read_keys(self.store)
        assert self._seen <= found, f"{len(self._seen - found)} records have vanished"
        self._seen = found
        return found

    def _kill(self, kind: str) -> str:
        """Kill, and return whom."""
        first = self._alive[0]
        if kind == "worker":
            if workers := workers_below(first):
                with suppress(ProcessLookupError):  # or it was replaced just now
                    os.kill(self.luck.choice(workers), signal.SIGKILL)
                return kind
            kind = "runner"  # as it has no workers yet
        victims = {"one of two": [self.luck.choice(self._alive)], "both of two": list(self._alive)}.get(kind, [first])
        for pid in victims:
            whole = kind == "group" or (kind.endswith("two") and self.luck.random() < 0.5)
            (os.killpg if whole else os.kill)(pid, signal.SIGKILL)
        for pid in victims:
            os.waitpid(pid, 0)
            self._alive.remove(pid)
        return kind

    def _look_for_leftovers(self) -> None:
        """Note what outlives the runs that were killed, and end it."""
        begin_s = time.monotonic()
        if not soon(lambda: not self.orphans(), GONE_S):
            self.leftovers += [f"{pid} {name_of(pid)}" for pid in self.orphans()]
            for pid in self.orphans():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self.gone_s = max(self.gone_s, time.monotonic() - begin_s)

    def orphans(self) -> list[int]:
        """Return the processes that runs have left behind; the dead ones among them are buried."""
        found = []
        for pid in children() - self._others - set(self._alive):
            with suppress(ChildProcessError):
                if os.waitpid(pid, os.WNOHANG) == (0, 0):
                    found.append(pid)
        return found


@contextmanager
def adopting_orphans() -> Iterator[None]:
    """Be the parent of all descendants whose own parent dies."""
    control = ctypes.CDLL(None, use_errno=True).prctl
    assert control(SUBREAPER, 1, 0, 0, 0) == 0
    try:
        yield
    finally:
        control(SUBREAPER, 0, 0, 0, 0)


@contextmanager
def crashing(crash: Crash) -> Iterator[Crash]:
    """Give a tournament to be killed, whose processes are gone at the end."""
    with adopting_orphans():
        try:
            yield crash
        finally:
            crash.end()


def children() -> set[int]:
    """Return our own children, dead ones included."""
    me = str(os.getpid())
    found = set()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if entry.read_text().rpartition(")")[2].split()[1] == me:
                found.add(int(entry.parent.name))
    return found


def name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:80]
    except OSError:
        return "gone by now"


# What is in a store


def ask(store: Path, query: str) -> list[Any]:
    """Return the rows of a query; none if there is no such table yet. Only looks, so it repairs nothing."""
    if not store.exists():
        return []
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=30)) as connection:
        try:
            return connection.execute(query).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return []
            raise


def count_records(store: Path) -> int:
    rows = ask(store, "SELECT count(*) FROM records")
    return int(rows[0][0]) if rows else 0


def read_keys(store: Path) -> set[bytes]:
    return {key for (key,) in ask(store, "SELECT key FROM records")}


@dataclass(frozen=True)
class Told:
    """All that a finished store tells, but for times."""

    size: int  # of the plan
    rows: dict[str, tuple[object, ...]]  # by key, all columns but times and payloads
    records: dict[str, Record]  # dealt and played again
    places: Counter[tuple[str, int, bytes]]  # how often a seating was played on the same cards
    results: dict[str, Any]
    ratings: str
    wrong: list[str]  # what verify finds


def told_by(store: Path, name: str | None = None) -> Told:
    """Read all that a store tells of a tournament, or of its only one."""
    with open_store(store, create=False) as opened:
        found = opened.tournament(name)
        contest = Contest(found.tournament, opened, found.registered)
        stages = contest.stages()
        rows = list(opened.rows(found.registered.id))
        results = opened.results(found.registered, stages)
        return Told(
            size(stages),
            {
                row["key"].hex(): tuple(value for name, value in row.items() if name not in ("played", "payload"))
                for row in rows
            },
            {record.match.key(): record for record in opened.records(found.registered)},
            Counter((row["stage"], row["cluster"], row["seating"]) for row in rows),
            {column.name: getattr(results, column.name) for column in fields(results)},
            repr(contest.ratings()),
            [str(finding) for finding in verify(opened)],
        )


@dataclass(frozen=True)
class Losses:
    """How a disturbed store differs from an undisturbed one."""

    lost: int
    twice: int  # more often than once, or not in the plan at all
    different: int
    wrong: int  # results, ratings, or what verify found

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return any((self.lost, self.twice, self.different, self.wrong))


def losses(ours: Told, theirs: Told) -> Losses:
    """Compare what two stores tell; the second is the undisturbed one."""
    common = ours.rows.keys() & theirs.rows.keys()
    results = (np.array_equal(column, theirs.results[name]) for name, column in ours.results.items())
    return Losses(
        lost=max(len(theirs.rows.keys() - ours.rows.keys()), theirs.size - len(ours.places)),
        twice=len(ours.rows.keys() - theirs.rows.keys()) + ours.places.total() - len(ours.places),
        different=sum(
            ours.rows[key] != theirs.rows[key] or ours.records.get(key) != theirs.records.get(key) for key in common
        ),
        wrong=sum(not same for same in results) + (ours.ratings != theirs.ratings) + len(ours.wrong),
    )
