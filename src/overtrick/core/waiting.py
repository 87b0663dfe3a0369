"""Telling whoever waits for a command or a script what takes so long: what happens once, such as compiling."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SOON_S, SOONEST_S = 0.5, 0.3
"""What is over sooner is not told; the second of them is for what comes after much else of its kind."""
LINE_S = 10.0
"""Between two lines where there is no terminal."""

somebody: bool | None = None
"""Whether somebody waits, if that was said. If not, who runs a script does; processes in the background never do."""
listener: Callable[[str], None] | None = None
"""Who is told instead of the terminal: a worker tells the process that started it."""


def is_waited_for() -> bool:
    """Return whether somebody waits for this process."""
    from multiprocessing import parent_process  # here: every command imports this module

    return parent_process() is None if somebody is None else somebody


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
        global _next_line_s
        live = listener is None and sys.stderr.isatty()
        due_s = 0.0 if live else _next_line_s - time.monotonic()
        if self._over.wait(max(SOON_S - self.spent_s, SOONEST_S, due_s)):
            return
        while True:
            _next_line_s = time.monotonic() + LINE_S
            words = f"{self.what}, {self.done} so far, {self.spent_s:.0f} s"
            if listener is not None:
                listener(words)
            else:
                print(f"\r{words}" if live else words, end="" if live else "\n", file=sys.stderr, flush=True)
            if self._over.wait(0.5 if live else LINE_S):
                break
        if live:
            print("\r" + " " * len(words) + "\r", end="", file=sys.stderr, flush=True)


_next_line_s = 0.0  # when there may be another line
_now: Wait | None = None
_before: tuple[int, float] = (0, 0.0)  # what was done before, and how long it took
_lock = threading.Lock()


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Tell what is waited for, if somebody waits and it takes long; within another such wait, count as a part of it."""
    global _now, _before
    if not is_waited_for():
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


class Relay:
    """Tells on what several workers say that they wait for, of which some words are enough."""

    def __init__(self) -> None:
        self._next_s: dict[str, float] = {}  # by what is waited for

    def tell(self, words: str) -> None:
        """Print a line, unless there was one of the same just before."""
        what = words.rsplit(", ", 2)[0]  # without how far it is
        if is_waited_for() and time.monotonic() >= self._next_s.get(what, 0.0):
            self._next_s[what] = time.monotonic() + LINE_S / 2
            print(words, file=sys.stderr, flush=True)


@contextmanager
def relayed() -> Iterator[tuple[bool, "Connection"]]:
    """Tell on what processes wait for that begin by ``relay_to`` with these arguments, until all have ended."""
    from multiprocessing import Pipe

    heard, told = Pipe(duplex=False)

    def hear() -> None:
        relay = Relay()
        with heard, suppress(EOFError):
            while True:
                relay.tell(heard.recv_bytes().decode())

    threading.Thread(target=hear, daemon=True).start()
    with told:
        yield is_waited_for(), told


def relay_to(tell: bool, told: "Connection") -> None:
    """Tell whoever has started this process, if somebody waits there."""
    global somebody, listener
    somebody, listener = tell, lambda words: told.send_bytes(words.encode())  # short enough to stay in one piece
