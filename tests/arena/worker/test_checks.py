"""Workers for checks alone: each submission is checked by one of them and counts once, whoever dies."""

import io
import multiprocessing as mp
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.competitions.competition import Round, RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.submissions import queue
from overtrick.arena.submissions.archive import hash_of, pack_files
from overtrick.arena.submissions.builder import Builder, Task
from overtrick.arena.submissions.result import Worked
from overtrick.arena.submissions.submission import State
from overtrick.arena.submissions.submissions import WAITING, Upload, find, submit
from overtrick.arena.worker import work
from overtrick.arena.worker.checks import Checks, check_clock
from overtrick.arena.worker.counts import Counts, counted
from overtrick.arena.worker.log import PlainLog
from overtrick.arena.worker.rounds import advance
from overtrick.arena.worker.settings import Settings
from overtrick.arena.worker.vault import Vault
from overtrick.core.mistake import Mistake
from overtrick.store.schema import dealt, sources, submissions
from overtrick.tournament.plan.stage import cluster_seed
from overtrick.tournament.records.round_secrets import final_secret, provisional_secret
from overtrick.tournament.records.store import open_store
from overtrick.tournament.verify import verify
from tests.support.arena_rounds import BAD_C, DUEL_C, account, close_round, new_round, working
from tests.support.boxes import soon
from tests.support.postgres import Server

WAIT_S = 0.06  # that a check takes without any computing


class Waiting(Builder):
    """A check that takes a while and no core."""

    def __init__(self, task: Task, wait_s: float = 0.0) -> None:
        self.task, self.ready_s = task, time.monotonic() + wait_s

    def told(self) -> Iterator[Worked]:
        """Yield that it passed, when its time has come."""
        if time.monotonic() >= self.ready_s:
            yield Worked(State.PASSED, f"checked by {os.getpid()} {threading.get_ident()}")

    def close(self) -> None:
        """Do nothing."""


def open_cup(arena: Arena, vault: Path) -> Round:
    """Return a round that is open, without a worker at work."""
    new_round(arena)
    advance(arena, Vault(vault))
    return find_round(arena, "cup", 1)


def add_queue(arena: Arena, vault: Path, count: int) -> None:
    """Put so many submissions into the queue of a new round, whatever the quotas."""
    round_, ann, files = open_cup(arena, vault), account(arena), {"bot.c": DUEL_C}
    row = {
        "round": round_.id, "account": ann.id, "purpose": "try", "number": 0, "name": "ann", "filename": "bot.c",
        "source": hash_of(files), "state": "queued", "created": 0, "changed": 0, "lease": 0, "tries": 0,
        **dict.fromkeys(("language", "content", "log", "verdict", "report"), ""),
    }  # fmt: skip
    with arena.writing() as connection:
        connection.execute(insert(sources).values(hash=hash_of(files), files=pack_files(files)))
        connection.execute(insert(submissions), [row] * count)


def checks_of(arena: Arena, most: int = 1, wait_s: float = 0.0) -> Checks:
    """Return a worker for checks that only wait."""
    checks = Checks(arena, PlainLog(io.StringIO()), Counts(), "", most)
    checks.begin_with = lambda task: Waiting(task, wait_s)
    return checks


def waiting(arena: Arena) -> int:
    with arena.reading() as connection:
        return connection.scalar(select(func.count()).where(submissions.c.state.in_(WAITING))) or 0


def check_all(where: str, wait_s: float) -> None:
    """Be a worker for checks until nothing waits."""
    with open_arena(where) as arena:
        checks, left = checks_of(arena, wait_s=wait_s), 0
        while checks.at_hand or left % 50 or waiting(arena):
            checks.look()
            left += 1
            time.sleep(0.003)
        checks.counts.write(arena, last=True)


def done_by(arena: Arena) -> Counter[str]:
    """Return how many submissions each worker has finished."""
    with arena.reading() as connection:
        return Counter(connection.scalars(select(submissions.c.verdict)))


def test_every_submission_is_checked_by_one_of_several_workers(where: str, tmp_path: Path) -> None:
    with open_arena(where) as arena:
        add_queue(arena, tmp_path / "vault", 40)
        threads = [threading.Thread(target=check_all, args=(where, 0.02)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        done = done_by(arena)
        assert (done.total(), len(done), waiting(arena)) == (40, 3, 0)
        assert counted(arena) == {"checked passed": 40}, "each counts once"
        with arena.reading() as connection:
            assert set(connection.scalars(select(submissions.c.tries))) == {1}


def test_who_was_away_too_long_can_neither_finish_nor_note_nor_give_back(where: str, tmp_path: Path) -> None:
    with open_arena(where) as arena, open_arena(where) as later:
        add_queue(arena, tmp_path / "vault", 2)
        slow, quick = checks_of(arena, 2), checks_of(later, wait_s=3600)
        slow.look()
        assert len(slow.at_hand) == 2
        arena.clock = later.clock = lambda: time.time() + queue.LEASE_S + 1
        quick.look()
        (taken,) = (check.submission.id for check in quick.at_hand)
        slow.look()
        assert {check.submission.id for check in slow.at_hand} == set()
        assert find(arena, taken).state is State.BUILDING, "it is the other one's now"
        assert "is no longer checked here: another worker has taken it over" in slow.log._out.getvalue()  # type: ignore[attr-defined]
        quick.close()
        assert find(arena, taken).state is State.QUEUED
        assert waiting(arena) == 1, "the other one was finished by who had it all the time"


@pytest.mark.parametrize("ahead_s", [-4, 4])
def test_a_clock_that_is_a_little_off_takes_nothing_from_others(where: str, tmp_path: Path, ahead_s: int) -> None:
    with open_arena(where) as arena, open_arena(where) as other:
        add_queue(arena, tmp_path / "vault", 1)
        other.clock = lambda: time.time() + ahead_s
        assert queue.claim(other) is not None
        assert queue.claim(arena) is None


def test_who_waits_for_the_lock_does_not_take_what_was_claimed_meanwhile(where: str, tmp_path: Path) -> None:
    with open_arena(where) as arena, open_arena(where) as other:
        add_queue(arena, tmp_path / "vault", 1)
        looked_s = time.time() - 20  # since then it waits

        def clock() -> float:
            if queue.claim(other) is not None:  # which comes between its look and its turn
                return looked_s
            return time.time()

        arena.clock = clock
        assert queue.claim(arena) is None


def test_a_worker_that_ends_gives_back_what_it_has_at_hand_and_loses_no_try(where: str, tmp_path: Path) -> None:
    with open_arena(where) as arena:
        add_queue(arena, tmp_path / "vault", 3)
        checks = checks_of(arena, 3, wait_s=3600)
        checks.look()
        checks.close()
        with arena.reading() as connection:
            assert set(connection.execute(select(submissions.c.state, submissions.c.tries))) == {("queued", 0)}


def test_a_worker_whose_fence_is_weak_checks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_arena(tmp_path / "site.db") as arena:
        add_queue(arena, tmp_path / "vault", 1)
        monkeypatch.setattr(work, "refusal_of", lambda _: ("C", "this site runs no programs of visitors"))
        with pytest.raises(Mistake, match="this site runs no programs of visitors"):
            work.run_checks(Settings(str(tmp_path / "site.db"), ""), threading.Event())
        assert find(arena, 1).state is State.QUEUED


def test_a_machine_whose_clock_is_another_one_than_the_stores_is_refused(server: Server) -> None:
    with open_arena(server.url(server.new_database())) as arena:
        check_clock(arena)
        arena.clock = lambda: time.time() + 60
        with pytest.raises(Mistake, match=r"is \+60 s from that of the store; allowed: up to 5 s"):
            check_clock(arena)


@pytest.mark.long
def test_a_thousand_checks_are_done_twice_and_four_times_as_fast_by_two_and_four_workers(tmp_path: Path) -> None:
    """The checks wait and compute nothing, so that two cores can tell how workers share them."""
    took_s = {}
    for workers in (1, 2, 4):
        folder = tmp_path / str(workers)
        folder.mkdir()
        with open_arena(folder / "site.db") as arena:
            add_queue(arena, folder / "vault", 1000)
            began_s = time.monotonic()
            context = mp.get_context("spawn")
            given = (str(folder / "site.db"), WAIT_S)
            processes = [context.Process(target=check_all, args=given) for _ in range(workers)]
            for process in processes:
                process.start()
            for process in processes:
                process.join()
            took_s[workers] = time.monotonic() - began_s
            assert done_by(arena).total() == counted(arena)["checked passed"] == 1000
    print(took_s)
    assert took_s[1] / took_s[2] > 1.6, took_s
    assert took_s[1] / took_s[4] > 2.8, took_s


# As commands


@dataclass
class Helper:
    """A worker for checks, as a command."""

    process: "subprocess.Popen[bytes]"

    def kill(self) -> None:
        """End it with -9."""
        self.process.kill()
        self.process.wait()


@contextmanager
def helper(where: str) -> Iterator[Helper]:
    """Give a worker for checks alone that is at work."""
    words = [sys.executable, "-m", "overtrick", "worker", "--checks-only", "--workers", "2", "--store", where]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as process:
        try:
            yield Helper(process)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)


def undealt(arena: Arena, round_: Round, secret: bytes) -> list[bytes]:
    """Return the secrets of a round, and the seeds of its cards that nobody has played with."""
    told = [secret, provisional_secret(secret), final_secret(secret, "[]")]
    with arena.reading() as connection:
        known = {bytes(seed) for seed in connection.scalars(select(dealt.c.seed))}
    seeds = [cluster_seed(one, "main", number) for one in told[1:] for number in range(round_.details.final_blocks)]
    return told + [seed for seed in seeds if seed not in known]


@pytest.mark.long
def test_a_round_goes_on_to_its_verified_end_though_a_helper_and_the_leader_are_lost(
    where: str, tmp_path: Path
) -> None:
    vault = tmp_path / "vault"
    with open_arena(where) as arena:
        people = [account(arena, name) for name in ("ann", "ben", "cat")]
        new_round(arena, blocks=3)
        with working(arena, where, vault) as leader:
            leader.work.checks.most = 0  # so that only the others check
            leader.until(lambda: find_round(arena, "cup", 1).state is RoundState.OPEN)
            opened = find_round(arena, "cup", 1)
            programs = (DUEL_C, DUEL_C + b"/* another */\n", BAD_C)
            sent = [
                submit(arena, opened, one, Upload("bot.c", text)) for one, text in zip(people, programs, strict=True)
            ]
            with helper(where) as first:
                leader.until(lambda: any(find(arena, one.id).state in WAITING[1:] for one in sent), 120)
                if where.endswith(".db"):
                    # By another process: to close a file of SQLite here would take its locks away.
                    files = subprocess.check_output(["cat", where, f"{where}-wal"])
                    for secret in undealt(arena, opened, Vault(vault).secret(opened.commitment)):
                        assert secret not in files
                        assert secret.hex().encode() not in files
                first.kill()
        # That leader is gone as well; the next one takes over.
        with helper(where), working(arena, where, vault) as leader:
            leader.work.checks.most = 0
            leader.until(lambda: not waiting(arena), 180)
            states = [find(arena, one.id).state for one in sent]
            assert states == [State.PASSED, State.PASSED, State.FAILED]
            close_round(arena)
            leader.until(lambda: find_round(arena, "cup", 1).state is RoundState.OVER, 180)
        assert {entry.name for entry in find_round(arena, "cup", 1).entries} > {"ann", "ben"}
    with open_store(where, create=False) as store:
        assert list(verify(store)) == []


@pytest.mark.long
def test_a_helper_that_is_asked_to_end_does_so_cleanly(tmp_path: Path) -> None:
    with open_arena(tmp_path / "site.db") as arena:
        add_queue(arena, tmp_path / "vault", 2)
        with helper(str(tmp_path / "site.db")) as one:
            assert soon(lambda: find(arena, 1).state is not State.QUEUED, 60)
            one.process.send_signal(signal.SIGTERM)
            assert one.process.wait(30) == 0
        assert all(find(arena, number).state in (State.QUEUED, State.PASSED) for number in (1, 2))
