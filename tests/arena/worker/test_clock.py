"""The clock of the machine is set while a round goes on: nothing closes by mistake, nothing happens twice."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.submissions.queue import claim
from overtrick.arena.submissions.submission import State
from overtrick.arena.submissions.submissions import Upload, submit
from overtrick.arena.worker.lease import LEASE_S, Lease, status
from overtrick.arena.worker.rounds import advance
from overtrick.arena.worker.vault import Vault
from overtrick.core.mistake import Mistake
from overtrick.core.time_of_day import SURE_S, TimeOfDay
from tests.support.arena_rounds import Working, account, new_round, working
from tests.support.clock import Clock
from tests.support.machines import new_store

HOUR = 3600
UPLOAD = Upload("main.py", b"def choose(view): return view.legal[0]\n")


@pytest.fixture
def clock() -> Clock:
    return Clock(float(int(time.time())))


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return new_store(tmp_path)


@pytest.fixture
def arena(where: Path, clock: Clock) -> Iterator[Arena]:
    with open_arena(where) as opened:
        opened.clock = clock
        yield opened


def state(arena: Arena) -> RoundState:
    return find_round(arena, "cup", 1).state


@contextmanager
def worker_with(arena: Arena, where: Path, clock: Clock) -> Iterator[tuple[Working, Callable[[float], None]]]:
    """Give a worker, and what lets time pass for it in which nobody sets the clock."""
    passed = [0.0]

    def wait(seconds: float) -> None:
        passed[0] += seconds
        clock.now += seconds

    with working(arena, where, where.parent / "vault") as worker:
        worker.work.time_of_day = TimeOfDay(clock, lambda: passed[0])
        yield worker, wait


def test_a_clock_that_is_set_forward_by_mistake_closes_no_round(arena: Arena, where: Path, clock: Clock) -> None:
    new_round(arena, lasts_s=HOUR, players=())
    with worker_with(arena, where, clock) as (worker, wait):
        worker.work.tick()
        assert state(arena) is RoundState.OPEN
        clock.now += 2 * HOUR
        worker.work.tick()
        wait(SURE_S - 10)
        worker.work.tick()
        assert state(arena) is RoundState.OPEN
        assert "the clock of this machine was set by +7200 s" in worker.out.getvalue()
        clock.now -= 2 * HOUR
        worker.work.tick()
        wait(2 * SURE_S)
        worker.work.tick()
        assert state(arena) is RoundState.OPEN
        assert submit(arena, find_round(arena, "cup", 1), account(arena), UPLOAD).number == 1


def test_a_clock_that_stays_where_it_was_set_is_believed_after_a_minute(
    arena: Arena, where: Path, clock: Clock
) -> None:
    new_round(arena, lasts_s=HOUR, players=())
    with worker_with(arena, where, clock) as (worker, wait):
        worker.work.tick()
        clock.now += 2 * HOUR
        worker.work.tick()
        wait(SURE_S)
        worker.work.tick()
        assert state(arena) is not RoundState.OPEN


def test_a_round_that_is_closed_stays_closed_wherever_the_clock_stands(
    arena: Arena, clock: Clock, tmp_path: Path
) -> None:
    vault, ann = Vault(tmp_path / "vault"), account(arena)
    new_round(arena, lasts_s=HOUR)
    advance(arena, vault)
    clock.now += HOUR
    assert len(advance(arena, vault)) == 1 and state(arena) is RoundState.FINAL
    for seconds in (-1, -HOUR, -24 * HOUR, 48 * HOUR):
        clock.now += seconds
        assert advance(arena, vault) == [], "nothing opens or closes twice"
        assert state(arena) is RoundState.FINAL
        with pytest.raises(Mistake, match="is closed and takes no programs"):
            submit(arena, find_round(arena, "cup", 1), ann, UPLOAD)


def test_what_comes_in_the_second_before_the_end_is_in_and_in_that_of_the_end_is_out(
    arena: Arena, clock: Clock, tmp_path: Path
) -> None:
    vault, ann, bob = Vault(tmp_path / "vault"), account(arena), account(arena, "bob")
    new_round(arena, lasts_s=HOUR)
    advance(arena, vault)
    clock.now += HOUR - 0.001
    sent = submit(arena, find_round(arena, "cup", 1), ann, UPLOAD)
    clock.now += 0.001
    with pytest.raises(Mistake, match="is closed"):
        submit(arena, find_round(arena, "cup", 1), bob, UPLOAD)
    assert advance(arena, vault) == [], "it closes only when what came in time is checked"
    claimed = claim(arena)
    assert claimed is not None and claimed.id == sent.id and state(arena) is RoundState.OPEN


def test_a_lease_from_before_the_clock_was_set_back_holds_nobody_up(arena: Arena, clock: Clock) -> None:
    gone, new = Lease(arena, "A+", ""), Lease(arena, "A", "")
    assert gone._write() and not new._write()
    clock.now -= LEASE_S / 2
    assert status(arena).alive is False
    assert new._write() and status(arena).fence == "A"
    assert not gone._write(), "it hears that it was given up"


def test_a_submission_whose_worker_died_before_the_clock_was_set_back_is_taken_up(
    arena: Arena, clock: Clock, tmp_path: Path
) -> None:
    new_round(arena)
    advance(arena, Vault(tmp_path / "vault"))
    sent = submit(arena, find_round(arena, "cup", 1), account(arena), UPLOAD)
    first = claim(arena)
    assert first is not None and first.state is State.BUILDING and claim(arena) is None
    clock.now -= HOUR
    again = claim(arena)
    assert again is not None and again.id == sent.id
