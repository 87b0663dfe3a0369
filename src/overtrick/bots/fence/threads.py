"""The two threads behind all fences of a process: one that starts boxes, one that ends those that hang."""

import os
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Protocol

LATE_S = 20
"""How much longer than a turn's wall time an agent may take before it counts as broken."""


@cache
def keeper(pid: int) -> ThreadPoolExecutor:
    """Return a thread of this process that lives as long as it does, and starts boxes.

    --die-with-parent follows the thread that started bwrap, so a fence opened in a passing thread would die with it.
    """
    return ThreadPoolExecutor(1, thread_name_prefix="fence")


class Watched(Protocol):
    """What may hang."""

    def end_if_late(self, now_s: float) -> None:
        """End it if it should have answered before."""


_watched: "weakref.WeakSet[Watched]" = weakref.WeakSet()
_lock = threading.Lock()


def watch(fence: Watched) -> None:
    """Have a fence looked after as long as it exists; one thread does it for all, so that a turn need not."""
    with _lock:
        _watched.add(fence)
    _start_watching(os.getpid())


@cache
def _start_watching(pid: int) -> None:
    threading.Thread(target=_watch_all, daemon=True, name="fence-watch").start()


def _watch_all() -> None:
    while True:
        time.sleep(LATE_S / 4)
        with _lock:
            fences = list(_watched)
        for fence in fences:
            fence.end_if_late(time.monotonic())
        del fences  # or the last one would live until the next round
