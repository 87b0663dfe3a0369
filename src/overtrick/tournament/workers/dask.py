"""Machines: matches played by dask.distributed, on this machine or on many.

A task is a chunk of matches, about half a second of work. The players are given to each
worker once, beside the tasks, also to one that joins late or comes back from the dead.
"""
# mypy: disable-error-code="no-untyped-call"
# dask is typed in part only.

import logging
import os
import pickle
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any, NamedTuple

import dask
from distributed import CancelledError, Client, Future, KilledWorker, LocalCluster, as_completed

from overtrick.bots.fence.fence import Level
from overtrick.core.mistake import Mistake
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.workers.dask_address import connect, find_address
from overtrick.tournament.workers.dask_worker import ROSTER, SAME, Played, Roster, play_chunk, rosters_left
from overtrick.tournament.workers.here import DEATHS, Outcome, Players, interrupts_for_us_only

CHUNK_S = 0.5  # of work in a task, so that dask's own milliseconds do not count
AHEAD = 3  # tasks for each thread of a worker, so that none is idle
LARGEST = 1000  # matches in a task
JOIN_S = 10  # for the first worker to join
CLOSE_S = 5
LOOK_S = 2  # between two looks at how many workers there are
GO_ON = "Every match told so far counts, and the same command goes on"


SETTINGS = {
    "distributed.deploy.lost-worker-timeout": "1000 days",  # a worker that dies often is started again all the same
    "distributed.scheduler.allowed-failures": DEATHS - 1,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.worker.profile.enabled": False,
}
"""Of machines of our own: nothing to look at, as nobody would."""


def open_machines(address: str, players: Players, least: Level | None = None) -> "Machines":
    """Return machines that are ready to play, or raise Mistake with a sentence.

    If the least level of a fence is given, workers with a worse one are refused.
    """
    where = find_address(address)
    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL)  # what matters to people is told as a sentence
    if where.local:
        local = start_local(where.local)
        machines = Machines(Client(local, set_as_default=False), players, local)
    else:
        machines = Machines(connect(where), players)
    machines.least = least
    try:
        machines.prepare()
    except BaseException:
        machines.close()
        raise
    return machines


def start_local(count: int) -> LocalCluster:
    """Start workers of one thread each, which nobody outside this machine can reach."""
    dask.config.set(SETTINGS)  # for good, as some are read when a worker dies
    with interrupts_for_us_only():
        return LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # it cannot be left out, only be empty
            scheduler_kwargs={"dashboard": False},
            memory_limit=0,
            silence_logs=logging.CRITICAL,
            config=SETTINGS,  # also for workers that are started later
        )


class Chunk(NamedTuple):
    """Matches that are played as one task, and the roster with their players."""

    roster: str
    matches: list[Planned]


class Machines:
    """A scheduler with its workers, connected."""

    def __init__(self, client: Any, players: Players, local: LocalCluster | None = None) -> None:
        self._client = client
        self._local = local
        self._address = client.scheduler.address
        self._players = players
        self._rosters = [f"{ROSTER}{client.id}"]  # the latest last; chunks under way may need one before
        self._number_of_rosters = 1
        self.least: Level | None = None  # the worst fence that workers may have
        self._under_way: dict[Future[Played], Chunk] = {}
        self._size = 1
        self._threads = 1
        self._looked_s = 0.0
        self._number = 0

    def prepare(self) -> None:
        """Wait for a worker, and give the players to all there are."""
        try:
            self._client.wait_for_workers(1, timeout=JOIN_S)
        except TimeoutError:
            raise Mistake(f"the scheduler at {self._address} has no worker; start one with dask worker") from None
        try:
            for name in self._client.run_on_scheduler(rosters_left):
                self._client.unregister_worker_plugin(name)
            self._client.register_plugin(Roster(self._players, self.least), self._rosters[-1])
        except Mistake:
            raise
        except Exception as error:
            words = f"{type(error).__name__}: {error}"
            raise Mistake(f"the cluster of {self._address} cannot play: {words}; {SAME}") from None

    def enter(self, players: Players) -> None:
        """Let more players take part in what is played from now on."""
        self._players = {**self._players, **players}
        self._rosters.append(f"{ROSTER}{self._client.id} {self._number_of_rosters}")
        self._number_of_rosters += 1
        with self._while_connected():
            self._client.register_plugin(Roster(self._players, self.least), self._rosters[-1])
            used = {chunk.roster for chunk in self._under_way.values()}
            for name in [name for name in self._rosters[:-1] if name not in used]:
                self._client.unregister_worker_plugin(name)
                self._rosters.remove(name)

    def play(self, matches: Iterable[Planned]) -> Iterator[tuple[Planned, Outcome]]:
        """Yield what came of each match, in any order; a match that keeps ending its workers is given up."""
        waiting = iter(matches)
        while True:
            suspects: list[Planned] = []
            for chunk, outcomes in self._play_chunks(waiting):
                if isinstance(outcomes, str):
                    suspects += chunk
                else:
                    yield from zip(chunk, outcomes, strict=True)
            if not suspects:
                return
            # One by one and with nothing else going on, so that no match pays for another.
            for suspect in suspects:
                for _, outcomes in self._play_chunks(iter([suspect])):
                    yield suspect, outcomes if isinstance(outcomes, str) else outcomes[0]

    def _play_chunks(self, waiting: Iterator[Planned]) -> Iterator[tuple[list[Planned], list[Outcome] | str]]:
        """Yield the outcomes of chunks, or why a chunk as a whole has none; after one that has none, begin no other."""
        done = as_completed(loop=self._client.loop)
        under_way: dict[Future[Played], Chunk] = {}
        self._under_way = under_way
        well = True
        try:
            while True:
                while well and len(under_way) < AHEAD * self._count_threads():
                    if not (chunk := list(islice(waiting, self._size))):
                        break
                    future = self._submit(chunk)
                    under_way[future] = Chunk(self._rosters[-1], chunk)
                    done.add(future)
                if not under_way:
                    return
                future = next(done)
                chunk = under_way.pop(future).matches
                played = self._result(future)
                future.release()
                if isinstance(played, str):
                    well = False
                    yield chunk, played
                else:
                    self._pace(played.seconds / len(chunk))
                    yield chunk, played.outcomes
        finally:
            for future in under_way:
                future.release()

    def _submit(self, chunk: list[Planned]) -> Future[Played]:
        self._number += 1
        matches = pickle.dumps([planned.match for planned in chunk])  # or dask would look into each for tasks
        key = (f"overtrick-{self._client.id}", self._number)
        with self._while_connected():
            future: Future[Played] = self._client.submit(play_chunk, self._rosters[-1], matches, key=key, pure=False)
            return future

    def _result(self, future: Future[Played]) -> Played | str:
        """Return what came of a task, or a sentence if it failed."""
        if future.status == "error":
            error = future.exception()
            if isinstance(error, Mistake):
                raise error
            if isinstance(error, KilledWorker):
                return f"its worker died {error.allowed_failures + 1} times"
            return f"{type(error).__name__}: {error}"
        with self._while_connected():
            if future.status == "cancelled":
                raise ConnectionError
            played: Played = future.result()
            return played

    def _pace(self, match_s: float) -> None:
        """Let chunks grow, at most to the double, or shrink to the right duration."""
        self._size = max(1, min(int(CHUNK_S / max(match_s, 1e-6)), 2 * self._size, LARGEST))

    def _count_threads(self) -> int:
        """Return how many threads can play; every now and then also those who joined are counted."""
        if time.monotonic() > self._looked_s + LOOK_S:
            with self._while_connected():
                self._threads = max(1, sum(self._client.nthreads().values()))
            self._looked_s = time.monotonic()
        return self._threads

    @contextmanager
    def _while_connected(self) -> Iterator[None]:
        try:
            yield
        except (OSError, CancelledError):
            raise Mistake(f"the scheduler at {self._address} was lost. {GO_ON}") from None

    def abandon(self) -> None:
        """Cancel what is under way, so that the thread that plays hears of it and ends with a Mistake."""
        with suppress(OSError, TimeoutError, CancelledError):
            self._client.cancel(list(self._under_way), force=True)

    def close(self) -> None:
        """End whatever is still going on, and the workers too if they are ours."""
        with suppress(OSError, TimeoutError):
            self._client.close(timeout=CLOSE_S)
        if self._local is None:
            return
        for nanny in self._local.workers.values():
            nanny.close_gracefully()  # or it would start another
            if nanny.pid:  # its match counts no more, and may be a long one
                with suppress(ProcessLookupError):
                    os.kill(nanny.pid, signal.SIGKILL)
        with suppress(OSError, TimeoutError, AssertionError):  # that is what Dask says of a worker just being started
            self._local.close(timeout=CLOSE_S)
