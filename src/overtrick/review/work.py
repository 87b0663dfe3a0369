"""Looking at many matches: here, or in processes on all cores when it would take long; the same comes out."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from overtrick.core.processes import die_with, interrupts_for_us_only

Task = TypeVar("Task")
Found = TypeVar("Found")
WORTH_IT_S = 6.0  # of work that is left: below, a process takes longer to start than it saves
AHEAD = 2  # tasks that wait for each process


class Work:
    """Some cores; something that is opened and closed."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def each(self, do: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[Found]:
        """Yield what comes of each task, in order; processes are started once it is clear that it takes long."""
        begin = time.monotonic()
        for number, task in enumerate(tasks):
            spent = time.monotonic() - begin
            long = number > 0 and spent / number * (len(tasks) - number) > WORTH_IT_S
            if self._workers > 1 and (self._pool is not None or long):
                yield from self._in_processes(do, tasks[number:])
                return
            yield do(task)

    def _in_processes(self, do: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[Found]:
        left = iter(tasks)

        def hand_out(count: int) -> "list[Future[Found]]":
            with interrupts_for_us_only():
                if self._pool is None:
                    self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), die_with, (os.getpid(),))
                return [self._pool.submit(do, task) for task in islice(left, count)]

        under_way = deque(hand_out(AHEAD * self._workers))
        while under_way:
            yield under_way.popleft().result()
            under_way.extend(hand_out(1))

    def close(self) -> None:
        """End the processes; what they were doing is dropped."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def working(workers: int) -> Iterator[Work]:
    """Give some cores, and close them."""
    work = Work(workers)
    try:
        yield work
    finally:
        work.close()
