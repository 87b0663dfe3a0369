"""Machines: matches played by a Dask cluster, on this machine or on many, and what of its answers is believed.

A task is a chunk of matches, about half a second of work. The messenger, a process of its own, talks to Dask; what it
brings is bytes, and they are refereed here before anybody stores them.
"""

import os
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

from overtrick.bots.fence.fence import Level
from overtrick.bots.packed import pack_players
from overtrick.core.mistake import Mistake
from overtrick.match.record import BrokenRecord
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.records.packed import pack
from overtrick.tournament.workers.doubt import SecondOpinion, judged
from overtrick.tournament.workers.frames import NoFrame, read_frame, write_frame
from overtrick.tournament.workers.here import DEATHS, Outcome, Players
from overtrick.tournament.workers.sent import GO_ON, MOST_WORDS, pack_matches, read_answer, versions

CHUNK_S = 0.5  # of work in a task, so that dask's own milliseconds do not count
AHEAD = 3  # tasks for each thread of a worker, so that none is idle
LARGEST = 1000  # matches in a task
CONNECT_S = 5  # to reach the scheduler
JOIN_S = 10  # for the first worker to join
CLOSE_S = 15
REFUSALS = 3  # a match of which so many answers were refused is given up
MESSENGER = (sys.executable, "-m", "overtrick.tournament.workers.messenger")
PASSED_ON = ("PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH", "PYTHONPATH")
PASSED_ON_ALL = ("LC_", "XDG_", "DASK_", "NUMBA_", "OVERTRICK_")
"""Variables that a messenger gets, and how those begin that it gets as well. Others may hold passwords."""

SETTLED = {
    "PYTHONSAFEPATH": "1",  # no module from the folder we stand in: it may be a stranger's
    "OMP_NUM_THREADS": "1",  # no threads before it gives up its rights, as they would keep theirs
    "OPENBLAS_NUM_THREADS": "1",
}

Tell = Callable[[str], None]


def open_machines(address: str, players: Players, tell: Tell, least: Level | None = None) -> "Machines":
    """Return machines that are ready to play, or raise Mistake with a sentence.

    What people should know of the cluster is told. With a least level of a fence, workers with a worse one are refused.
    """
    machines = Machines(players, tell, least)
    try:
        machines.open(address)
    except BaseException:
        machines.close()
        raise
    return machines


def environment() -> dict[str, str]:
    """Return the variables of a messenger."""
    kept = {name: text for name, text in os.environ.items() if name in PASSED_ON or name.startswith(PASSED_ON_ALL)}
    return {**kept, **SETTLED}


class Answered(NamedTuple):
    """What came back of a task, and from whom."""

    worker: str  # its address; nothing if nobody knows
    body: bytes


class Waiting:
    """Matches to be played, some of them once more."""

    def __init__(self, matches: Iterable[Planned]) -> None:
        self._first = iter(matches)
        self.again: deque[Planned] = deque()

    def take(self, count: int) -> list[Planned]:
        """Return the next ones, nothing at the end."""
        taken = [self.again.popleft() for _ in range(min(count, len(self.again)))]
        return taken or list(islice(self._first, count))


class Machines:
    """A messenger, and what is under way at the cluster that it is connected to."""

    def __init__(self, players: Players, tell: Tell, least: Level | None) -> None:
        self._players, self._tell, self._least = dict(players), tell, least
        self._second = SecondOpinion()
        self._distrusted: set[str] = set()  # addresses of workers
        self._refusals: Counter[str] = Counter()  # by key
        self._under_way: dict[int, list[Planned]] = {}
        self._number = 0  # of the latest task
        self._size = 1
        self._threads = 1
        self._process = subprocess.Popen(
            [*MESSENGER, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # what it cannot say in a frame, nobody should see on a terminal
            env=environment(),
            start_new_session=True,  # a Ctrl-C is for us
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._to: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self._from: BinaryIO = self._process.stdout  # type: ignore[assignment]

    def open(self, address: str) -> None:
        """Have the messenger connect, and give the players to all workers that there are."""
        self._send(
            "open",
            pack_players(self._players),
            address=address,
            connect_s=CONNECT_S,
            join_s=JOIN_S,
            deaths=DEATHS,
            versions=versions(),
            least=self._least,
        )
        told, _ = self._hear()
        if told.get("say") != "ready":
            raise self._nonsense()
        self._threads = self._number_in(told, "threads")
        if why := self._words_in(told, "unfenced"):
            self._tell(f"the messenger to the cluster may do all that its user may do, as {why}")

    def enter(self, players: Players) -> None:
        """Let more players take part in what is played from now on."""
        self._players.update(players)
        self._send("enter", pack_players(players))

    def play(self, matches: Iterable[Planned]) -> Iterator[tuple[Planned, Outcome]]:
        """Yield what came of each match, in any order; a match that keeps ending its workers is given up."""
        waiting = Waiting(matches)
        while True:
            suspects: list[Planned] = []
            for chunk, said in self._play_chunks(waiting):
                if isinstance(said, str):
                    suspects += chunk
                else:
                    yield from self._judge(chunk, said, waiting)
            if not suspects:
                return
            # One by one and with nothing else going on, so that no match pays for another.
            for suspect in suspects:
                for chunk, said in self._play_chunks(Waiting([suspect])):
                    if isinstance(said, str):
                        yield suspect, said
                    else:
                        yield from self._judge(chunk, said, waiting)

    def _play_chunks(self, waiting: Waiting) -> Iterator[tuple[list[Planned], Answered | str]]:
        """Yield what came of chunks, or why one as a whole came to nothing; after that, begin no other."""
        well = True
        try:
            while True:
                while well and len(self._under_way) < AHEAD * max(1, self._threads):
                    if not (chunk := waiting.take(self._size)):
                        break
                    self._number += 1
                    self._under_way[self._number] = chunk
                    self._send("play", pack_matches([planned.match for planned in chunk]), task=self._number)
                if not self._under_way:
                    return
                task, said = self._next()
                well = well and not isinstance(said, str)
                yield self._under_way.pop(task), said
        finally:
            if self._under_way:
                with suppress(Mistake):  # it is over in any case
                    self._send("drop", tasks=list(self._under_way))
                self._under_way.clear()

    # What is believed

    def _judge(self, chunk: list[Planned], said: Answered, waiting: Waiting) -> Iterator[tuple[Planned, Outcome]]:
        """Yield what is believed of an answer; the rest is played again, and not by the same worker."""
        for place, planned in enumerate(chunk):
            try:
                if said.worker in self._distrusted:
                    raise BrokenRecord("its worker is not trusted")
                if not place:
                    answer = read_answer(said.body, [planned.key for planned in chunk])
                    self._pace(answer.seconds / len(chunk))
                outcome = answer.outcomes[place]
                if isinstance(outcome, str):
                    yield planned, outcome
                    continue
                record = judged(planned.match, outcome, self._players, self._least)
            except BrokenRecord as broken:
                self._distrust(said.worker, planned, str(broken))
                yield from self._refused(chunk[place:], str(broken), waiting)
                return
            if (own := self._second.on(record, self._players)) is None:
                yield planned, pack(record)
                continue
            self._distrust(said.worker, planned, "its players play otherwise")
            yield planned, own
            waiting.again.extend(chunk[place + 1 :])
            return

    def _refused(self, matches: list[Planned], reason: str, waiting: Waiting) -> Iterator[tuple[Planned, Outcome]]:
        """Have matches played again, but for those of which too many answers were refused."""
        for planned in matches:
            self._refusals[planned.key] += 1
            if self._refusals[planned.key] < REFUSALS:
                waiting.again.append(planned)
            else:
                yield planned, f"{REFUSALS} answers about it were refused, the last one as {reason}"

    def _distrust(self, worker: str, planned: Planned, reason: str) -> None:
        """Give no more work to a worker that told of something that cannot be."""
        if worker not in self._distrusted:
            whose = f"the worker at {worker}" if worker else "a worker"
            follows = "it gets no more work, and this is played again elsewhere" if worker else "this is played again"
            self._tell(f"{whose} told of match {planned.key[:12]} what cannot be: {reason}; {follows}")
        if worker:
            self._distrusted.add(worker)
            self._send("dismiss", worker=worker)

    def _pace(self, match_s: float) -> None:
        """Let chunks grow, at most to the double, or shrink to the right duration."""
        self._size = max(1, min(int(CHUNK_S / max(match_s, 1e-6)), 2 * self._size, LARGEST))

    # The messenger

    def _next(self) -> tuple[int, Answered | str]:
        """Return the next task that is over, and what the messenger says came of it."""
        while True:
            told, body = self._hear()
            if told.get("say") == "threads":
                self._threads = self._number_in(told, "count")
                if self._distrusted and not self._threads:
                    raise Mistake(f"no worker is left that can be trusted. {GO_ON}")
                continue
            task = self._number_in(told, "task")
            if task not in self._under_way:
                if not 0 < task <= self._number:
                    raise self._nonsense()
            elif told.get("say") == "played":
                return task, Answered(self._words_in(told, "worker"), body)
            elif told.get("say") == "failed":
                return task, self._words_in(told, "sentence")
            else:
                raise self._nonsense()

    def _send(self, what: str, body: bytes = b"", **told: object) -> None:
        try:
            write_frame(self._to, {"do": what, **told}, body)
        except OSError:
            while True:  # until it has told the Mistake that it ended by, or nothing
                self._hear()

    def _hear(self) -> tuple[dict[str, Any], bytes]:
        """Return what the messenger says next."""
        try:
            told, body = read_frame(self._from)
        except (EOFError, OSError):
            raise Mistake(f"the messenger to the cluster has died. {GO_ON}") from None
        except NoFrame:
            raise self._nonsense() from None
        if told.get("say") == "mistake":
            raise Mistake(self._words_in(told, "sentence"))
        return told, body

    def _number_in(self, told: dict[str, Any], name: str) -> int:
        if type(found := told.get(name)) is not int:
            raise self._nonsense()
        return found

    def _words_in(self, told: dict[str, Any], name: str) -> str:
        if type(found := told.get(name)) is not str:
            raise self._nonsense()
        return found[:MOST_WORDS]

    def _nonsense(self) -> Mistake:
        """End a messenger that is none any more, and return what to tell of it."""
        self._process.kill()
        return Mistake(f"the messenger to the cluster says what no messenger says, and was ended. {GO_ON}")

    def abandon(self) -> None:
        """End the messenger, so that the thread that plays hears of it and ends with a Mistake."""
        self._process.kill()

    def close(self) -> None:
        """End whatever is still going on, and the workers too if they are ours."""
        with suppress(OSError):
            self._to.close()
        try:
            self._process.wait(CLOSE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._from.close()
