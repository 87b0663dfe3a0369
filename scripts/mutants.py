"""What `make mutants` does: makes small edits in the modules that decide, and counts how many of them the tests notice.

    python -m scripts.mutants [--sample 25] [--seed 1] [--only rate]

The modules are those that say who wins, who sees and who may. Every edit is made in a copy of the tree and tried with
the quick suites that own its module, until one test fails. The run fails if less than 95 % are noticed. An edit that
changes nothing stands in tests/equal_mutants.toml with the reason.
"""

import argparse
import multiprocessing as mp
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import islice
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from scripts.mutations import Edit, Mutant, equal_edits, mutants, unknown

ROOT = Path(__file__).parents[1]
SOURCE = Path("src") / "overtrick"
EQUAL = ROOT / "tests" / "equal_mutants.toml"
ENOUGH = 0.95  # of the edits that change something

PLAYED = "tests/games/test_playthroughs.py"
LAYOUTS = "tests/games/test_layouts.py"
WIZARD = "tests/games/wizard/test_rulebook.py"
DUEL = "tests/games/duel/test_rulebook.py"
FIGGIE = "tests/games/figgie"
PLAN, RATING = "tests/tournament/plan", "tests/tournament/rating"
FROZEN = "tests/test_values.py::test_nobody_can_change_a_value"
# Neither simulations nor hundreds of entrants nor what looks at the clock
QUICK = ("-k", "not hundred and not second_at_most and not quick_and_small")
SUITES: dict[str, tuple[str, ...]] = {
    "arena/visible.py": ("tests/arena/test_visible.py", f"{FROZEN}[arena.visible]"),
    "arena/boards/release.py": ("tests/arena/competitions/test_competitions.py", "-k", "release"),
    "tournament/rating/rate.py": (f"{RATING}/test_rate.py", *QUICK),
    "tournament/rating/blocks.py": (
        f"{RATING}/test_rate.py",
        f"{RATING}/test_paired.py",
        f"{FROZEN}[tournament.rating.blocks]",
        *QUICK,
    ),
    "tournament/plan/plan.py": (f"{PLAN}/test_plan.py", f"{PLAN}/test_knock_out.py"),
    "tournament/plan/stage.py": (f"{PLAN}/test_plan.py", f"{FROZEN}[tournament.plan.stage]"),
    "tournament/plan/knock_out.py": (f"{PLAN}/test_knock_out.py", f"{FROZEN}[tournament.plan.knock_out]"),
    "tournament/plan/sequential.py": (f"{PLAN}/test_sequential.py", f"{FROZEN}[tournament.plan.sequential]", *QUICK),
    "tournament/plan/tables.py": (f"{PLAN}/test_tables.py", f"{FROZEN}[tournament.plan.tables]", *QUICK),
    "tournament/plan/seating.py": (f"{PLAN}/test_seating.py", f"{PLAN}/test_tables.py", *QUICK),
    "tournament/plan/designs.py": (
        f"{PLAN}/test_designs.py",
        f"{PLAN}/test_tables.py",
        f"{FROZEN}[tournament.plan.designs]",
        *QUICK,
    ),
    "match/record.py": (
        "tests/match/test_record.py",
        f"{FROZEN}[match.record]",
        "-k",
        "not stranger and not wrong_kind and not any_one",
    ),
    "match/play.py": ("tests/match/test_play.py",),
    "games/view.py": ("tests/games/test_view.py",),
    "games/tricks.py": (LAYOUTS, "tests/games/test_tricks.py", DUEL, WIZARD),
    "games/wizard/rulebook.py": (LAYOUTS, WIZARD, PLAYED),
    "games/duel/rulebook.py": (LAYOUTS, DUEL, PLAYED),
    "games/figgie/rulebook.py": (LAYOUTS, FIGGIE, PLAYED),
}

# Imported once, so that the tests of each edit need not: most of their time would go into that.
SHARED = ("hypothesis", "numpy", "playwright.sync_api", "pytest", "scipy.stats", "sqlalchemy")
PATIENCE, PATIENCE_S = 5, 30  # an edit may make the tests so many times slower, and this, before they are ended
MEMORY = 8 << 30
LINE_S = 10.0  # between two lines where there is no terminal
STOPS = (signal.SIGINT, signal.SIGTERM)
FORK = mp.get_context("fork")


@dataclass
class Tally:
    """What became of the edits of a module."""

    noticed: int = 0
    survived: list[Edit] = field(default_factory=list)
    equal: int = 0

    @property
    def tried(self) -> int:
        """How many edits were drawn."""
        return self.noticed + len(self.survived) + self.equal


@dataclass(frozen=True)
class Task:
    """A module to be tried with its suites, with an edit or as it is."""

    module: str
    mutant: Mutant | None = None
    limit_s: float = 600.0


@dataclass(frozen=True)
class Result:
    """What came out of a task."""

    task: Task
    failed: bool
    took_s: float
    log: Path


# A copy of the tree


class Copy:
    """A copy of the tree in which one edit after another is made and tried."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.log = folder / "pytest.log"
        self._seed = seed
        self._clock = 1_000_000_000
        self._process: BaseProcess | None = None
        self.task: Task | None = None
        self.begin_s = 0.0
        listed = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
        for name in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0"):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, folder / name)

    def start(self, task: Task) -> None:
        """Make the edit of a task and start its tests."""
        if task.mutant is not None:
            self._write(task.module, task.mutant.code)
        shutil.rmtree(self.folder / ".hypothesis", ignore_errors=True)  # each edit has to be noticed by itself
        words = ["-x", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", f"--hypothesis-seed={self._seed}"]
        words += ["-W", "ignore::pytest.PytestAssertRewriteWarning", *SUITES[task.module]]
        self.task, self.begin_s = task, time.monotonic()
        self._process = FORK.Process(target=_test, args=(self.folder, self.log, words))
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)  # or a child just born would tidy up for us
        self._process.start()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)

    def _write(self, module: str, code: str) -> None:
        """Change a module; Python takes its compiled file for stale by the time that we set, not by the true one."""
        self._clock += 1
        file = self.folder / SOURCE / module
        file.write_text(code)
        os.utime(file, (self._clock, self._clock))

    @property
    def sentinel(self) -> int:
        """What becomes ready when the tests have ended."""
        assert self._process is not None
        return self._process.sentinel

    @property
    def left_s(self) -> float:
        """How long the tests may still take."""
        assert self.task is not None
        return max(0.0, self.begin_s + self.task.limit_s - time.monotonic())

    def ended(self) -> bool:
        """Return whether the tests have ended, or taken too long; then the module is as it was."""
        assert self._process is not None and self.task is not None
        if self._process.exitcode is None and self.left_s > 0:
            return False
        self.stop()
        if self.task.mutant is not None:
            self._write(self.task.module, (ROOT / SOURCE / self.task.module).read_text())
        return True

    def result(self) -> "Result":
        """Return what came out; tests that took too long have failed."""
        assert self._process is not None and self.task is not None
        return Result(self.task, self._process.exitcode != 0, time.monotonic() - self.begin_s, self.log)

    def stop(self) -> None:
        """End the tests, and all that they have started."""
        if self._process is not None and self._process.pid is not None:
            for kill in (os.killpg, os.kill):  # before it leads a group of its own, there is none
                with suppress(ProcessLookupError):
                    kill(self._process.pid, signal.SIGKILL)
            self._process.join()


def _test(folder: Path, log: Path, words: Sequence[str]) -> None:
    """Run tests of a copy in this process, which is left with their verdict."""
    os.setsid()
    for stop in STOPS:
        signal.signal(stop, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with log.open("wb") as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    os.chdir(folder)
    mine = [str(folder), str(folder / "src")]
    sys.path[:] = [*mine, *(path for path in sys.path if path not in ("", str(ROOT), str(ROOT / "src")))]
    os.environ |= {
        "PYTHONPATH": mine[1],
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "XDG_CACHE_HOME": str(folder / ".cache"),
    }
    code = import_module("pytest").main(list(words))
    sys.stdout.flush()
    os._exit(int(code))


# The run


class Run:
    """Two tasks or more at a time, each in a copy of its own."""

    def __init__(self, copies: Sequence[Copy]) -> None:
        self._free = list(copies)
        self._busy: list[Copy] = []

    def results(self, tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield what comes out of each task, as they end."""
        left = iter(tasks)
        while True:
            for task in islice(left, len(self._free)):
                self._busy.append(self._free.pop())  # before it starts, so that stop never misses it
                self._busy[-1].start(task)
            if not self._busy:
                return
            wait([copy.sentinel for copy in self._busy], min(copy.left_s for copy in self._busy))
            for copy in [copy for copy in self._busy if copy.ended()]:
                self._busy.remove(copy)
                self._free.append(copy)
                yield copy.result()

    def stop(self) -> None:
        """End all that runs."""
        for copy in self._busy:
            copy.stop()


def limits(run: Run, modules: Sequence[str]) -> dict[str, float]:
    """Return how long the tests of each module may take with an edit; without one they must pass."""
    found = {}
    for one in run.results(Task(module) for module in modules):
        if one.failed:
            sys.exit(f"the tests of {one.task.module} fail without an edit:\n{one.log.read_text()[-3000:]}")
        found[one.task.module] = PATIENCE * one.took_s + PATIENCE_S
    return found


def drawn(module: str, sample: int | None, seed: int) -> list[Mutant]:
    """Return some of the edits of a module, or all."""
    return list(islice(mutants(module, (ROOT / SOURCE / module).read_text(), Random(f"{seed} {module}")), sample))


class Show:
    """Shows how far a run is, with rate and time left: a bar in a terminal, lines elsewhere."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress, self._total = progress, total
        self._task = progress.add_task("", total=total, text="")
        self._begin_s = time.monotonic()
        self._next_s = 0.0
        self._done: Counter[bool] = Counter()

    def one(self, module: str, *, noticed: bool) -> None:
        """Count an edit."""
        self._done[noticed] += 1
        done, passed_s = self._done.total(), time.monotonic() - self._begin_s
        text = f"{60 * done / passed_s:.0f} a minute, {self._done[False]} survived, {module}"
        self._progress.update(self._task, completed=done, text=text)
        self._progress.refresh()
        if self._progress.disable and time.monotonic() > self._next_s:
            self._next_s = time.monotonic() + LINE_S
            left_s = passed_s / done * (self._total - done)
            print(f"{done}/{self._total} edits, {left_s / 60:.1f} min left, {text}", flush=True)


def tally(run: Run, chosen: dict[str, list[Mutant]], equal: Iterable[Edit]) -> dict[str, Tally]:
    """Try the edits of each module and return what became of them."""
    known, tallies = set(equal), {module: Tally() for module in chosen}
    todo: list[tuple[str, Mutant]] = []
    for module, some in chosen.items():
        tallies[module].equal = sum(mutant.edit in known for mutant in some)
        todo += [(module, mutant) for mutant in some if mutant.edit not in known]
    limit_s = limits(run, list(chosen))
    console = Console()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.fields[text]}"))
    # Without the thread that usually refreshes a bar, as this process forks.
    with Progress(*columns, console=console, auto_refresh=False, disable=not console.is_terminal) as progress:
        show = Show(progress, len(todo))
        for one in run.results(Task(module, mutant, limit_s[module]) for module, mutant in todo):
            assert one.task.mutant is not None
            show.one(one.task.module, noticed=one.failed)
            if one.failed:
                tallies[one.task.module].noticed += 1
            else:
                tallies[one.task.module].survived.append(one.task.mutant.edit)
                console.print(f"{one.task.mutant.edit.text}\n", highlight=False, markup=False, soft_wrap=True)
    return tallies


def share(tallies: Iterable[Tally]) -> float:
    """Return which part of the edits that change something was noticed."""
    counts = [(one.noticed, one.noticed + len(one.survived)) for one in tallies]
    return sum(noticed for noticed, _ in counts) / max(1, sum(tried for _, tried in counts))


def lines(tallies: dict[str, Tally]) -> Iterator[str]:
    """Yield the table."""
    yield f"{'module':32}{'mutants':>9}{'noticed':>9}{'equal':>7}{'survived':>10}"
    for module, one in tallies.items():
        yield f"{module:32}{one.tried:9}{one.noticed:9}{one.equal:7}{len(one.survived):10}"
    sums = [sum(column) for column in zip(*_columns(tallies.values()), strict=True)]
    yield f"{'together':32}{sums[0]:9}{sums[1]:9}{sums[2]:7}{sums[3]:10}"
    yield f"noticed of those that change something: {share(tallies.values()):.1%}, at least {ENOUGH:.0%} wanted"


def _columns(tallies: Iterable[Tally]) -> Iterator[tuple[int, int, int, int]]:
    for one in tallies:
        yield one.tried, one.noticed, one.equal, len(one.survived)


def main() -> None:
    """Try edits, print what survives as it occurs, then the table, and leave with an error if too few were noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", default="25", help="edits of each module, or all")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of edits, and of what tests draw")
    parser.add_argument("--only", default="", help="modules whose path contains this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="tests at a time")
    arguments = parser.parse_args()
    modules = [module for module in SUITES if arguments.only in module]
    equal = equal_edits(EQUAL)
    for module in modules:
        if stale := unknown(list(equal), module, (ROOT / SOURCE / module).read_text()):
            sys.exit(f"{EQUAL.relative_to(ROOT)} names an edit that cannot be made any more:\n{stale[0].text}")
    sample = None if arguments.sample == "all" else int(arguments.sample)
    chosen = {module: drawn(module, sample, arguments.seed) for module in modules}
    for name in SHARED:
        import_module(name)
    begin_s = time.monotonic()
    with ExitStack() as leaving:
        for stop in STOPS:
            signal.signal(stop, partial(leave, leaving))
        folder = Path(leaving.enter_context(TemporaryDirectory(prefix="overtrick-mutants-")))
        run = Run([Copy(folder / str(number), arguments.seed) for number in range(arguments.jobs)])
        leaving.callback(run.stop)
        leaving.callback(signal.pthread_sigmask, signal.SIG_BLOCK, STOPS)  # nothing cuts the tidying short
        tallies = tally(run, chosen, equal)
    print("\n".join(lines(tallies)))
    print(f"duration in minutes: {(time.monotonic() - begin_s) / 60:.1f}")
    sys.exit(0 if share(tallies.values()) >= ENOUGH else 1)


def leave(leaving: ExitStack, number: int, _: object) -> None:
    """End the run at once, whatever it is at, so that nothing is left over."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    leaving.close()
    Console().show_cursor()  # which a bar hides
    os._exit(128 + number)


if __name__ == "__main__":
    main()
