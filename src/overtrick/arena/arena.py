"""The arena's database: opened once by each process, and handed to the functions that read or change it."""

import time
from collections.abc import Callable
from copy import copy
from pathlib import Path

from sqlalchemy import Engine

from overtrick.store.database import Database, find_place, open_database
from overtrick.store.file import told_if_open_to_all

WAIT_S = 30.0


def open_arena(where: str | Path, *, create: bool = True) -> "Arena":
    """Open the arena of the store at a path or URL, which may have to be there already."""
    place = find_place(where, WAIT_S)
    engine, _ = open_database(place, create=create)
    return Arena(engine, str(place), place.url.password)


def warning_about(where: str) -> str:
    """Return a sentence if the store at a path or URL is a file that everybody may read, else nothing."""
    path = find_place(where, WAIT_S).path
    return told_if_open_to_all(path) if path is not None and path.exists() else ""


class Arena(Database):
    """A store as people and competitions see it; something that is opened and closed."""

    def __init__(
        self, engine: Engine, place: str, password: str | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__(engine, place, password)
        self.clock = clock
        self.who: int | None = None  # the account that acts; None for who has the store itself at hand

    def by(self, account: int) -> "Arena":
        """Return the same arena in the hands of an account."""
        mine = copy(self)
        mine.who = account
        return mine

    def now(self) -> int:
        """Return the moment, in seconds since 1970."""
        return int(self.clock())
