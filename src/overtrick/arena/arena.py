"""The arena's database: opened once by each process, and handed to the functions that read or change it."""

import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine

from overtrick.store.database import Database, find_place, open_database

WAIT_S = 30.0


def open_arena(where: str | Path, *, create: bool = True) -> "Arena":
    """Open the arena of the store at a path or URL, which may have to be there already."""
    place = find_place(where, WAIT_S)
    engine, _ = open_database(place, create=create)
    return Arena(engine, str(place), place.url.password)


class Arena(Database):
    """A store as people and competitions see it; something that is opened and closed."""

    def __init__(
        self, engine: Engine, place: str, password: str | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__(engine, place, password)
        self.clock = clock

    def now(self) -> int:
        """Return the moment, in seconds since 1970."""
        return int(self.clock())
