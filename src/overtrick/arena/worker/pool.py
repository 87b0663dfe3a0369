"""The pool: a thread that keeps the processes which play busy, with matches of all rounds in turn."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue
from typing import NamedTuple

from overtrick.arena.worker.going import Going, fairest, on_roster
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.workers.here import Joinable, Outcome

MOST_WAITING = 1000  # outcomes; a pool that is faster than its reader waits
MOST_AT_ONCE = 100  # outcomes that are taken in before the worker looks at all else, however fast they come
CLOSE_S = 10.0  # for the thread to end; if it does not, it ends with the process


class Back(NamedTuple):
    """A match that came back: who had handed it out, and what came of it."""

    going: Going
    match: Planned
    outcome: Outcome


@dataclass(frozen=True)
class Broken:
    """The thread has ended, because of this."""

    error: Exception


class Pool:
    """Workers or a cluster, and the thread that feeds them; something that is opened and closed.

    The thread lives as long as the pool: processes that it starts end with it.
    """

    def __init__(self, open_playing: Callable[[], Joinable]) -> None:
        self._open = open_playing
        self._goings: list[Going] = []
        self._under_way: dict[str, Going] = {}  # by key
        self._known: set[str] = set()  # names of players that the processes know
        self._back: Queue[Back | Broken] = Queue(MOST_WAITING)
        self._wake = threading.Event()
        self._stopping = False
        self._playing: Joinable | None = None
        self._thread = threading.Thread(target=self._run, name="pool", daemon=True)
        self._thread.start()

    def play(self, goings: list[Going]) -> None:
        """Hand out matches of these from now on, and of no others."""
        least_s = min((going.spent_s for going in self._goings), default=0.0)
        for going in goings:
            if going not in self._goings:
                going.spent_s = max(going.spent_s, least_s)  # a newcomer has no claim to what others had before
        self._goings = list(goings)
        if any(not going.handed_out for going in goings):
            self._wake.set()

    def back(self, timeout_s: float) -> Iterator[Back]:
        """Yield some of what has come back, waiting a moment for the first; an error of the thread is raised here."""
        with suppress(Empty):
            for number in range(MOST_AT_ONCE):
                told = self._back.get_nowait() if number else self._back.get(timeout=timeout_s)
                if isinstance(told, Broken):
                    raise told.error
                yield told

    def stop(self) -> None:
        """Hand out nothing more; what is under way still comes back."""
        self._stopping = True
        self._wake.set()

    @property
    def busy(self) -> bool:
        """Whether something is under way."""
        return bool(self._under_way) and self._thread.is_alive()

    def close(self, patience_s: float = 0.0) -> None:
        """End all processes; matches that are under way are as if they had never begun.

        The thread that plays closes what it has opened; nobody else does, or both would do it at once.
        """
        self.stop()
        self._thread.join(patience_s)
        if self._thread.is_alive() and self._playing is not None:
            self._playing.abandon()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        try:
            self._wake.wait()  # a worker that waits for another one to end starts nothing
            if self._stopping:
                return
            playing = self._playing = self._open()
            try:
                while not self._stopping:
                    self._wake.wait()
                    self._wake.clear()
                    for match, outcome in playing.play(self._feed(playing)):
                        going = self._under_way.pop(match.key)
                        self._tell(Back(going, match, outcome))
            finally:
                playing.close()
        except Exception as error:
            if not self._stopping:
                self._tell(Broken(error))

    def _tell(self, told: Back | Broken) -> None:
        """Hand something over, unless we end and nobody will take it."""
        while True:
            try:
                return self._back.put(told, timeout=1)
            except Full:
                if self._stopping:
                    return None

    def _feed(self, playing: Joinable) -> Iterator[Planned]:
        """Yield the matches of all rounds, each with its players, until nothing is missing anywhere."""
        while not self._stopping:
            chosen = self._next()
            if chosen is None:
                return
            going, match = chosen
            new = {name: player for name, player in going.roster().items() if name not in self._known}
            if new:
                playing.enter(new)
                self._known |= new.keys()
            going.given += 1
            self._under_way[match.key] = going
            yield on_roster(match)

    def _next(self) -> tuple[Going, Planned] | None:
        for going in fairest([going for going in self._goings if not going.handed_out]):
            while (match := going.next_match()) is not None:
                if match.key not in self._under_way:
                    return going, match
        return None
