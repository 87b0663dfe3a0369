"""Lines in which long work waits for its turn: in each of them one task at a time, in a process of its own.

No table waits for them. Somebody has to ask for a task; what came out is kept for whoever comes next.
"""

import os
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.core.processes import die_with, interrupts_for_us_only
from overtrick.review.review import Counted

PLACE = "reviews"  # decides which referee has all lines
USUAL, PEOPLE = "usual", "people"  # a line for what may take long, and one for those who have just played
MOST_KEPT, MOST_WAITING = 200, 20
PATIENT = 10  # how nice the processes are to all others
UNITS = ("matches", "decisions", "deals")  # of the stages of a task
Json = dict[str, Any]
Task = tuple[Any, ...]  # a function, and what it is given


@dataclass(frozen=True)
class Job:
    """A task that is worked on, or was."""

    keys: tuple[str, ...]  # of its matches
    line: str
    work: "Future[Json]"


JOBS: OrderedDict[str, Job] = OrderedDict()  # by what they are about
CONTEXT = get_context("spawn")


@cache
def stage(line: str) -> Any:
    """Return how many are done of how many of what in the task that is worked on, seen by both processes."""
    return CONTEXT.Array("i", 3, lock=False)


def told(name: str, keys: tuple[str, ...] = ()) -> Json:
    """Return what is known under a name: a result, how far it is, or that there is none and perhaps why not."""
    job = JOBS.get(name)
    if job is None:
        return {"state": "none"}
    if not job.work.done():
        waiting = [other for other in JOBS if JOBS[other].line == job.line and not JOBS[other].work.done()]
        done, of, unit = stage(job.line)
        return {"state": "waits", "ahead": waiting.index(name), "done": done, "of": of, "unit": UNITS[unit]}
    if (error := job.work.exception()) is not None:
        sentence = str(error) if isinstance(error, Mistake) else "it could not be worked out"
        return {"state": "none", "problem": f"{sentence[:1].upper()}{sentence[1:]}."}
    return {"state": "done", "review": job.work.result(), "fresh": job.keys == keys}


def begin(name: str, task: Task, keys: tuple[str, ...] = (), line: str = USUAL) -> None:
    """Have a task worked on unless that is so already, or done of the same keys; raise Mistake if too many wait."""
    job = JOBS.get(name)
    if job and (not job.work.done() or (job.work.exception() is None and job.keys == keys)):
        return
    if sum(other.line == line and not other.work.done() for other in JOBS.values()) >= MOST_WAITING:
        raise Mistake("too many reviews are asked for just now; try again in a minute")
    try:
        work = submitted(line, task)
    except BrokenProcessPool:  # somebody has killed its process
        processes.cache_clear()
        work = submitted(line, task)
    JOBS[name] = Job(keys, line, work)
    JOBS.move_to_end(name)
    for old in [one for one in JOBS if JOBS[one].work.done()][: max(len(JOBS) - MOST_KEPT, 0)]:
        del JOBS[old]


def submitted(line: str, task: Task) -> "Future[Json]":
    """Hand a task to the process of a line."""
    with interrupts_for_us_only():
        return processes(line).submit(*task)


@cache
def processes(line: str) -> ProcessPoolExecutor:
    """Return the process of a line, a fresh one for each task: it takes a second to start, and much memory."""
    return ProcessPoolExecutor(1, CONTEXT, _begin, (os.getpid(), stage(line)), max_tasks_per_child=1)


# In the process


COUNTED: list[Any] = []  # what ``stage`` is in the referee


def _begin(parent: int, counted: Any) -> None:
    """Begin a process."""
    counted[:] = [0, 0, 0]
    COUNTED.append(counted)
    die_with(parent)
    os.nice(PATIENT)


@contextmanager
def counting(total: int, unit: str) -> Iterator[Counted]:
    """Count what is done where the referee sees it."""
    (counted,) = COUNTED
    counted[:] = [0, total, UNITS.index(unit)]

    def count(_: str, more: int = 1, /) -> None:
        counted[0] += more

    yield count
