"""Chunks of matches on many threads, which compiled code lets run at the same time."""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

Progress = Callable[[int], None]


def in_threads(
    play: Callable[[slice], tuple[int, int]], chunks: Iterable[slice], workers: int, progress: Progress
) -> int:
    """Play all chunks; return the number of decisions."""
    left, one_at_a_time, over = iter(chunks), threading.Lock(), threading.Event()

    def work(_: int) -> int:  # a thread that fetches its chunks costs less than a future for each of them
        decisions = 0
        with ended(over):
            while not over.is_set():
                with one_at_a_time:
                    part = next(left, None)
                if part is None:
                    break
                played, made = play(part)
                decisions += made
                with one_at_a_time:
                    progress(played)
        return decisions

    with ThreadPoolExecutor(workers) as pool, ended(over):
        return sum(pool.map(work, range(workers)))


@contextmanager
def ended(over: threading.Event) -> Iterator[None]:
    """Say in the end that it is over, also if something was raised, such as Ctrl-C: no thread begins another chunk."""
    try:
        yield
    finally:
        over.set()
