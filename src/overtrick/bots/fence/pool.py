"""Boxes that are kept for the next match of the same program: to make one takes longer than many a match.

Only a box in which nothing of a match can be left is kept; see ``Fence.can_be_used_again``.
"""

import atexit
import os
import threading
from time import monotonic

from overtrick.bots.fence.fence import Fence, Limits, Program
from overtrick.bots.fence.threads import watch
from overtrick.core.ending import PlatformFault

MOST_IDLE = max(2, min(24, 128 // (os.cpu_count() or 1)))
"""Boxes that wait; the one that has waited longest makes room. All workers of a machine share 184 users for boxes."""
IDLE_S = 60
"""How long one waits for its next match at most."""

Kind = tuple[int, int | None, Program, Limits]  # of one process, for a fork has no hold on its parent's boxes; the core

_idle: list[tuple[Kind, float, Fence]] = []
_lock = threading.Lock()


class _Waiting:
    """All boxes that wait, as the thread sees them that looks after fences."""

    def end_if_late(self, now_s: float) -> None:
        close_old(now_s)


_waiting = _Waiting()


def take(program: Program, limits: Limits) -> Fence:
    """Return an empty box for a program, kept or new."""
    wanted = (os.getpid(), _own_core(), program, limits)
    while (fence := _take_idle(wanted)) is not None:
        if fence.is_alive:
            return fence
        fence.close()
    try:
        return Fence(program, limits, core=wanted[1])
    except PlatformFault:  # perhaps those that wait hold what is missing
        if not close_all():
            raise
        return Fence(program, limits, core=wanted[1])


def _take_idle(wanted: Kind) -> Fence | None:
    with _lock:
        for place, (kind, _, fence) in enumerate(_idle):
            if kind == wanted:
                del _idle[place]
                return fence
    return None


def _own_core() -> int | None:
    """Return the core that we stay on, if we do: who asks and who answers talk much faster on one."""
    cores = os.sched_getaffinity(0)
    return min(cores) if len(cores) == 1 else None


def give_back(fence: Fence, *, whole: bool) -> None:
    """Keep a box for another match, or close it; ``whole`` tells that no turn was broken off in it."""
    try:
        if not whole or not fence.can_be_used_again:
            fence.close()
            return
        fence.clear()
    except (PlatformFault, OSError, EOFError):
        fence.close()
        return
    with _lock:
        _idle.append(((os.getpid(), fence.core, fence.program, fence.limits), monotonic(), fence))
    close_old(monotonic())
    watch(_waiting)


def close_old(now_s: float) -> int:
    """Close the boxes that have waited too long, and those that are too many; return how many."""
    with _lock:
        mine = [entry for entry in _idle if entry[0][0] == os.getpid()]
        old = [entry for entry in mine if entry[1] < now_s - IDLE_S] or mine[: max(0, len(mine) - MOST_IDLE)]
        for entry in old:
            _idle.remove(entry)
    for _, _, fence in old:
        fence.close()
    return len(old)


@atexit.register
def close_all() -> int:
    """Close all boxes that wait, and return how many there were."""
    return close_old(float("inf"))
