"""Faults at every write: whatever change of a file fails or is the last one, the same command again comes to its end.

A library (`faults.c`) that is loaded into all processes counts the changes of files below a folder and lets one of
them fail. A scenario is played undisturbed to see how many there are, then once for each of them.
"""

import ctypes
import errno
import mmap
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, gettempdir, mkdtemp
from typing import NoReturn

from tests.support.crash import Losses, Result, adopting_orphans, apart, children, complaints, forked

SOURCE = Path(__file__).with_suffix(".c")
CALLS = ("write", "sync", "truncate", "rename", "unlink", "create")  # as in the library
LONGEST_S = 120  # that a run may take


@dataclass(frozen=True)
class Fault:
    """What happens to a call: an error, for once or as long as a disk is full, or a kill in its middle."""

    name: str
    error: int = 0
    lasting: int = 0  # so many calls that need space fail before there is some again


FAULTS = (
    Fault("ENOSPC", errno.ENOSPC),
    Fault("EIO", errno.EIO),
    Fault("full disk", errno.ENOSPC, lasting=100),
    Fault("kill"),
)


@dataclass(frozen=True)
class Scenario:
    """Something that is done in a folder, and can be done again: what is laid out before, and what comes of it."""

    name: str
    prepare: Callable[[Path], None]
    attempt: Callable[[Path], None]  # leaves with SystemExit if something went wrong that it can name
    compare: Callable[[Path, Path], Losses]  # with an undisturbed folder
    check: Callable[[Path], list[str]] = lambda _: []  # what is wrong in between, right after a fault
    every: int = 3  # one in so many of its faults is tried: all calls, each in one way or two


@dataclass
class Found:
    """What came of the faults of a scenario."""

    calls: dict[str, int] = field(default_factory=dict)  # of an undisturbed run
    faults: int = 0
    harmless: int = 0  # the run went on and came to its end
    said: Counter[str] = field(default_factory=Counter)  # the sentences, without the folder
    killed: int = 0
    lost: int = 0
    twice: int = 0
    different: int = 0
    wrong: list[str] = field(default_factory=list)  # tracebacks, silence, runs that do not come to their end
    stopped: bool = False

    @property
    def bad(self) -> bool:
        """Whether anything is not as it should be."""
        return bool(self.lost or self.twice or self.different or self.wrong)


class _Control(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int) for name in ("armed", "at", "error", "lasting", "count", "hits")),
        ("calls", ctypes.c_int * len(CALLS)),
        ("folder", ctypes.c_char * 256),
        ("struck", ctypes.c_char * 256),
        ("since_s", ctypes.c_long),
    )


def environment(folder: Path) -> dict[str, str]:
    """Return the environment in which processes have their changes of files counted."""
    library, block = folder / "faults.so", folder / "control"
    words = ["gcc", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
    subprocess.run(words, check=True)
    block.write_bytes(bytes(ctypes.sizeof(_Control)))
    return {**os.environ, "LD_PRELOAD": str(library), "FAULTS": str(block)}


def control() -> _Control:
    """Return the block that we share with the library, which must be loaded."""
    with Path(os.environ["FAULTS"]).open("r+b") as file:
        return _Control.from_buffer(mmap.mmap(file.fileno(), 0))


@contextmanager
def armed(block: _Control, folder: Path, at: int = 0, fault: Fault = FAULTS[0]) -> Iterator[None]:
    """Count the changes below a folder; the one with a number fails, if there is one."""
    ctypes.memset(ctypes.byref(block), 0, ctypes.sizeof(block))
    block.folder, block.at = str(folder).encode(), at
    block.error, block.lasting = fault.error, fault.lasting
    block.armed = 1
    try:
        yield
    finally:
        block.armed = 0


@dataclass(frozen=True)
class Run:
    """How a run ended, and what it complained of."""

    code: int
    complaint: str


def run(scenario: Scenario, folder: Path, out: Path) -> Run:
    """Do what a scenario is about in a process of its own, and return how it ended; nothing of it is left."""

    def attempt() -> None:
        signal.alarm(LONGEST_S)
        scenario.attempt(folder)

    before = children()
    pid = forked(attempt, out)
    try:
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    finally:
        while left := children() - before:  # by one that was killed, or by us if we are stopped
            for child in left:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
    return Run(code, complaints(out).read_text())


def inject(scenario: Scenario, which: slice, show: Callable[[str, list[str]], None]) -> Found:
    """Let every change of a file fail in all ways, or some of them, in a mixed order; Ctrl-C ends it early."""
    block, found = control(), Found()
    root = Path("/dev/shm") if Path("/dev/shm").is_dir() else Path(gettempdir())
    with TemporaryDirectory(dir=root, prefix="overtrick-faults-") as name, adopting_orphans():
        place = Path(name)
        whole = laid_out(scenario, place / "undisturbed")
        with armed(block, whole):
            first = run(scenario, whole, place / "first.out")
        assert first.code == 0, f"the undisturbed run of {scenario.name} fails: {first.complaint}"
        found.calls = dict(zip(CALLS, block.calls, strict=True))
        trials = [(at, fault) for at in range(1, block.count + 1) for fault in FAULTS][which]
        Random(1).shuffle(trials)
        try:
            for number, (at, fault) in enumerate(trials, 1):
                folder = laid_out(scenario, place / f"{at}-{fault.name[:4]}")
                new = disturb(scenario, found, folder, whole, at, fault)
                show(f"{scenario.name}: {number}/{len(trials)}", new)
        except KeyboardInterrupt:
            found.stopped = True
    return found


def disturb(scenario: Scenario, found: Found, folder: Path, whole: Path, at: int, fault: Fault) -> list[str]:
    """Let one call fail and see what comes of it; return what is wrong, and remove the folder."""
    block = control()
    with armed(block, folder, at, fault):
        disturbed = run(scenario, folder, folder.with_suffix(".disturbed"))
    found.faults += block.hits > 0  # a run with other luck may have fewer calls
    words = judge(scenario, found, folder, disturbed, fault)
    again = run(scenario, folder, folder.with_suffix(".again"))
    if again.code or "Traceback" in again.complaint:
        words.append(f"the run after it ends with {again.code}: {again.complaint}")
    else:
        words += compare(scenario, found, folder, whole)
    wrong = [f"{scenario.name}, call {at} ({block.struck.decode()}), {fault.name}: {word}" for word in words]
    found.wrong += wrong
    shutil.rmtree(folder)
    return wrong


def laid_out(scenario: Scenario, folder: Path) -> Path:
    folder.mkdir()
    scenario.prepare(folder)
    return folder


def judge(scenario: Scenario, found: Found, folder: Path, ended: Run, fault: Fault) -> list[str]:
    """Count how a disturbed run ended, and return what is wrong with that."""
    wrong = apart(lambda: looked_at(lambda: scenario.check(folder)))
    if "Traceback" in ended.complaint:
        wrong.append(f"a traceback: {ended.complaint}")
    elif ended.code == 0:
        found.harmless += 1
    elif ended.code == -signal.SIGKILL and not fault.error:
        found.killed += 1
    elif ended.code in (1, 2) and ended.complaint.strip():
        found.said[ended.complaint.strip().splitlines()[-1].replace(str(folder), "…")] += 1
    else:
        wrong.append(f"it ends with {ended.code}: {ended.complaint or 'no sentence'}")
    return wrong


def looked_at(look: Callable[[], Result]) -> Result | list[str]:
    """Return what a look gives, or in words that there is nothing to be looked at any more."""
    try:
        return look()
    except Exception as error:
        return [f"it cannot be read: {error}"]


def compare(scenario: Scenario, found: Found, folder: Path, whole: Path) -> list[str]:
    """Count how the outcome differs from an undisturbed one, and return that in words."""
    losses = apart(lambda: looked_at(lambda: scenario.compare(folder, whole)))
    if not isinstance(losses, Losses):
        return losses
    found.lost += losses.lost
    found.twice += losses.twice
    found.different += losses.different
    return [str(losses)] if losses else []


def is_loaded() -> bool:
    """Return whether changes of files are counted in this process."""
    return "FAULTS" in os.environ and "faults.so" in Path("/proc/self/maps").read_text()


def start_again_loaded() -> NoReturn:
    """Be this very command once more, with its changes of files counted."""
    folder = Path(mkdtemp(prefix="overtrick-faults-"))
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment(folder))
