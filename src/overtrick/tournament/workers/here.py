"""Workers: processes of this machine that play matches, one for each core, each with its bots on its own core."""

import multiprocessing as mp
import os
import pickle
import random
import tempfile
import threading
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple, Protocol

from overtrick.bots.find import Player
from overtrick.bots.program import stage_root
from overtrick.core import waiting
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.core.processes import die_with, interrupts_for_us_only
from overtrick.match.play import play_until_it_counts
from overtrick.match.record import Match
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.records.packed import Packed, pack

Outcome = Packed | str  # a record, or why the match could not be played: nobody's loss
Players = Mapping[str, Player]  # by the names in the matches

AHEAD = 4  # matches that wait in a worker's pipe, so that it is never idle
DEATHS = 3  # a match that ends so many workers is given up
STILLBORN = 10  # so many workers in a row that die before they are ready are no accident
LAST_WORDS_S = 1.0  # for a dying worker to say why


class Playing(Protocol):
    """What plays matches, somewhere; something that is opened and closed."""

    def play(self, matches: Iterable[Planned]) -> Iterator[tuple[Planned, Outcome]]:
        """Yield what came of each match, in any order."""

    def close(self) -> None:
        """End whatever is still going on."""


class Joinable(Playing, Protocol):
    """What plays matches, and learns of more players meanwhile."""

    def enter(self, players: Players) -> None:
        """Let more players take part in what is played from now on; only for the thread that plays."""

    def abandon(self) -> None:
        """Have the thread that plays return at once, whatever is under way; for any other thread."""


def play_match(match: Match, players: Players) -> Outcome:
    """Play a match with fresh bots and pack its record; a failure of ours becomes a sentence."""
    try:
        return pack(play_until_it_counts(match, lambda name: players[name]()))
    except (Mistake, PlatformFault, OSError) as error:
        return str(error)


def cores() -> list[int]:
    """Return the cores that this process may use."""
    return sorted(os.sched_getaffinity(0))


class Delay(NamedTuple):
    """What a worker waits for before it can go on, in words."""

    words: str


class Worker:
    """One process, and the matches it has been given."""

    def __init__(self, core: int, players: Players) -> None:
        context = mp.get_context("spawn")  # no fork from a large parent, nor from one with threads
        self.pipe, theirs = context.Pipe()
        given = (theirs, core, os.getpid(), players, waiting.is_waited_for())
        self.process = context.Process(target=work, args=given, daemon=True)
        with interrupts_for_us_only():
            self.process.start()
        theirs.close()  # so that its death ends the pipe
        self.given: deque[Planned] = deque()
        self.told: list[Path] = []  # files with players; it removes each as soon as it has read it
        self.ready = False

    def give(self, planned: Planned) -> None:
        """Put a match behind those that wait."""
        self.given.append(planned)
        self.pipe.send(planned.match)

    def tell(self, players: Path) -> None:
        """Give it a file with players that may come to its tables, under a name of its own."""
        mine = players.with_name(f"{players.name}-{self.process.pid}")
        mine.hardlink_to(players)
        self.told.append(mine)
        with suppress(OSError):  # if it died, the next one knows everybody from the start
            self.pipe.send(mine)

    def end(self) -> None:
        """End the process, and with it its bots; nothing that counts is in it."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        for file in self.told:
            with suppress(OSError):  # it goes with its folder
                file.unlink()


def work(
    pipe: "Connection[Outcome | Delay | None, Match | Path]", core: int, parent: int, players: Players, tell: bool
) -> None:
    """Say that we are ready, and play what comes through the pipe, until it ends; tell of delays if somebody waits."""
    die_with(parent)  # nobody would read our records
    os.sched_setaffinity(0, {core})  # a bot and its worker talk much faster on one core
    one_at_a_time = threading.Lock()

    def send(told: Outcome | Delay | None) -> None:
        with one_at_a_time:
            pipe.send(told)

    waiting.somebody, waiting.listener = tell, lambda words: send(Delay(words))
    send(None)
    while True:
        try:
            wanted = pipe.recv()
        except EOFError:
            return
        if isinstance(wanted, Path):
            players = {**players, **pickle.loads(wanted.read_bytes())}
            with suppress(OSError):  # it goes with its folder
                wanted.unlink()
        else:
            send(play_match(wanted, players))


class Workers:
    """The processes of one run; one that dies is replaced, and its matches are played again."""

    def __init__(self, players: Players, count: int | None = None) -> None:
        self._players = players
        mine = cores()
        random.shuffle(mine)  # two runs with few workers each shall not share one core and leave the others idle
        self._cores = [mine[number % len(mine)] for number in range(count or len(mine))]
        self._workers: list[Worker] = []
        self._stillborn = 0
        self._abandoned = False

    def play(self, matches: Iterable[Planned]) -> Iterator[tuple[Planned, Outcome]]:
        """Yield what came of each match, in any order."""
        coming, relay = iter(matches), waiting.Relay()
        again: deque[Planned] = deque()
        deaths: Counter[str] = Counter()
        if not self._workers:
            self._workers = [Worker(core, self._players) for core in self._cores]
        while True:
            for worker in self._workers:
                fill(worker, coming, again)
            busy = {worker.pipe: worker for worker in self._workers if worker.given}
            if not busy:
                return
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]
                try:
                    outcome = worker.pipe.recv()
                except (EOFError, OSError):
                    if self._abandoned:
                        return
                    first = worker.given[0]
                    deaths[first.key] += worker.ready
                    if deaths[first.key] == DEATHS:
                        worker.given.popleft()
                        yield first, f"its worker died {DEATHS} times"
                    again.extend(worker.given)
                    self._replace(worker)
                    continue
                if outcome is None:
                    worker.ready, self._stillborn = True, 0
                elif isinstance(outcome, Delay):
                    relay.tell(outcome.words)
                else:
                    yield worker.given.popleft(), outcome

    def _replace(self, worker: Worker) -> None:
        worker.process.join(LAST_WORDS_S)
        worker.end()
        self._stillborn += not worker.ready
        if self._stillborn == STILLBORN:
            raise PlatformFault(f"the last {STILLBORN} workers died before they could play")
        place = self._workers.index(worker)
        self._workers[place] = Worker(self._cores[place], self._players)

    def enter(self, players: Players) -> None:
        """Let more players take part in what is played from now on, or raise PlatformFault."""
        self._players = {**self._players, **players}
        if not self._workers:
            return
        # By a file: a program may be larger than a pipe, and whoever reads it is busy.
        try:
            with tempfile.NamedTemporaryFile(dir=stage_root(), prefix="players-") as file:
                pickle.dump(dict(players), file)
                file.flush()
                for worker in self._workers:
                    worker.tell(Path(file.name))
        except OSError as error:
            raise PlatformFault(f"players cannot be handed to the workers: {error.strerror}") from None

    def abandon(self) -> None:
        """Kill all processes, so that the thread that plays hears of it and returns; closing is up to that thread."""
        self._abandoned = True
        for worker in self._workers:
            worker.process.kill()

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.end()
        self._workers = []


def fill(worker: Worker, coming: Iterator[Planned], again: deque[Planned]) -> None:
    """Give a worker enough to do."""
    while len(worker.given) < AHEAD:
        planned = again.popleft() if again else next(coming, None)
        if planned is None:
            return
        try:
            worker.give(planned)
        except OSError:  # it died; the reading of its pipe will tell
            return
