"""Telling whoever waits at the command line what takes so long: something that happens once, such as compiling."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

SOON_S = 1.5
"""What is over sooner is not told."""
LINE_S = 10.0
"""Between two lines where there is no terminal."""

somebody = False
"""Whether somebody waits: a command says so. Processes in the background never do."""


class Wait:
    """What is going on now, and how much of it is done."""

    def __init__(self, what: str, done: int = 0, spent_s: float = 0.0) -> None:
        self.what, self.done = what, done
        self._begun_s = time.monotonic() - spent_s
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True)
        self._thread.start()

    @property
    def spent_s(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._begun_s

    def end(self) -> None:
        """Say no more."""
        self._over.set()
        self._thread.join()

    def _tell(self) -> None:
        if self._over.wait(SOON_S):
            return
        live = sys.stderr.isatty()
        while True:
            words = f"{self.what}, {self.done} so far, {self.spent_s:.0f} s"
            print(f"\r{words}" if live else words, end="" if live else "\n", file=sys.stderr, flush=True)
            if self._over.wait(0.5 if live else LINE_S):
                break
        if live:
            print("\r" + " " * len(words) + "\r", end="", file=sys.stderr, flush=True)


_now: Wait | None = None
_before: tuple[int, float] = (0, 0.0)  # what was done before, and how long it took
_lock = threading.Lock()


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Tell what is waited for, if somebody waits and it takes long; within another such wait, count as a part of it."""
    global _now, _before
    if not somebody:
        yield
        return
    with _lock:
        outer = _now
        if outer is None:
            _now = Wait(what, *_before)
    try:
        yield
    finally:
        with _lock:
            if outer is not None:
                outer.done += 1
            elif _now is not None:
                _now.end()
                _before = _now.done + 1, _now.spent_s
                _now = None
