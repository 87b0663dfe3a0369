"""Processes that we start: they end when we do, however we end, and a Ctrl-C is for us alone."""

import atexit
import ctypes
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from pathlib import Path
from types import ModuleType
from typing import Any

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""By which somebody ends us; to our commands all of them are a Ctrl-C."""


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Have a Ctrl-C wait until the end of what must not be torn apart, or until ``interrupted_here`` allows it."""
    if threading.current_thread() is not threading.main_thread():  # which no Ctrl-C ever reaches
        yield
        return
    before = {number: signal.getsignal(number) for number in STOPS}
    _handlers.append({number: do for number, do in before.items() if callable(do)})  # others do not raise here
    for number in _handlers[-1]:
        signal.signal(number, lambda number, _: _held.append(number))
    try:
        yield
    finally:
        for number, do in _handlers.pop().items():
            signal.signal(number, do)
        if not _handlers and _held:
            raise_held()


def interrupted_here() -> None:
    """Let a Ctrl-C that is held back take effect."""
    if threading.current_thread() is threading.main_thread() and _held:
        holding = {number: signal.signal(number, do) for number, do in _handlers[0].items()}
        try:
            raise_held()
        finally:
            for number, hold in holding.items():
                signal.signal(number, hold)


def raise_held() -> None:
    """Let the signals that were held come again, up to the first that raises something."""
    numbers = dict.fromkeys(_held)
    _held.clear()
    for number in numbers:
        signal.raise_signal(number)


_held: list[int] = []
_handlers: list[dict[signal.Signals, Any]] = []  # what signals did before they were held, the outermost first


@contextmanager
def interrupts_for_us_only() -> Iterator[None]:
    """Have processes that are started here not see a Ctrl-C until they ignore it, and none half started by one."""
    resource_tracker.ensure_running()  # which would unblock the signal when it starts
    # Blocking is what processes inherit. It is not enough for us, as threads of NumPy take the signal instead.
    with interrupts_held():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def without_the_script() -> Iterator[None]:
    """Have processes that are started here not run the script of whoever calls us, who may have called from its top."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one of our cores: a referee and its bots talk much faster there than from one to the other."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {random.choice(sorted(cores))})  # two of us shall not share one and leave the others idle
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def die_with(parent: int) -> None:
    """In a process that was started so: end when its parent does, who alone hears of a Ctrl-C."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        sys.exit()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def own_folder(above: Path, prefix: str) -> Path:
    """Make a folder of this process that all may read; it goes with us, and those of killed processes go now."""
    for left in above.glob(f"{prefix}*"):
        if not Path("/proc", left.name.removeprefix(prefix).partition("-")[0]).exists():
            shutil.rmtree(left, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-", dir=above))
    folder.chmod(0o755)  # a fenced program has a user of its own
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
