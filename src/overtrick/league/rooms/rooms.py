"""Rooms side by side: several commands at a time, all of which end when we do."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Self

from overtrick.bots.fence.levels import Level
from overtrick.core.mistake import Mistake
from overtrick.league.rooms.room import Left, Task, no_rooms, rooms, work_on


class Rooms:
    """Where commands work, so many at a time; something that is opened and closed."""

    def __init__(self, abreast: int, *, trust: bool = False) -> None:
        self.level: Level | None = None if trust else rooms()
        if self.level is None and not trust:
            raise Mistake(
                f"this machine cannot keep a command in a room of its own ({no_rooms()}); "
                "allowed: a machine that can, or --trust, by which commands may do all that you may"
            )
        self._threads = ThreadPoolExecutor(
            abreast, thread_name_prefix="room"
        )  # bwrap dies with the thread that made it
        self._lock = threading.Lock()
        self._ends: list[Callable[[], None]] = []
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End everything that is still at work."""
        with self._lock:
            self._closed = True
            for end in self._ends:
                end()
        self._threads.shutdown(cancel_futures=True)

    @property
    def name(self) -> str:
        """The level of the rooms in words."""
        return "none" if self.level is None else str(self.level)

    def work(self, task: Task) -> "Future[Left]":
        """Have a command work on its folder, as soon as there is room."""
        return self._threads.submit(work_on, task, self.level, self._note)

    def _note(self, end: Callable[[], None]) -> None:
        with self._lock:
            self._ends.append(end)
            if self._closed:
                end()
