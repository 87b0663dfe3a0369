"""Chunks on many threads: each is played once, and none is begun after something was raised."""

import time

import pytest

from overtrick.compiled.threads import in_threads


@pytest.mark.parametrize("workers", [1, 3])
def test_every_chunk_is_played_once_and_told_of(workers: int) -> None:
    played: list[int] = []
    told: list[int] = []

    def play(part: slice) -> tuple[int, int]:
        played.append(part.start)
        return 1, part.start

    chunks = (slice(number, number + 1) for number in range(50))
    assert in_threads(play, chunks, workers, told.append) == sum(range(50))
    assert sorted(played) == list(range(50))
    assert told == [1] * 50


def test_what_is_raised_in_one_thread_stops_the_others() -> None:
    played: list[int] = []

    def play(part: slice) -> tuple[int, int]:
        played.append(part.start)
        if part.start == 1:
            raise KeyboardInterrupt
        time.sleep(0.001)
        return 1, 1

    with pytest.raises(KeyboardInterrupt):
        in_threads(play, (slice(number, number + 1) for number in range(2000)), 3, lambda more: None)
    assert len(played) < 100
