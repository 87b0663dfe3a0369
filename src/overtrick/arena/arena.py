"""The arena's database: opened once by each process, and handed to the functions that read or change it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from sqlalchemy import Connection, Engine

from overtrick.tournament.database import find_place, open_database, writing
from overtrick.tournament.trouble import explained

WAIT_S = 30.0


def open_arena(where: str | Path, *, create: bool = True) -> "Arena":
    """Open the arena of the store at a path or URL, which may have to be there already."""
    place = find_place(where, WAIT_S)
    engine, _ = open_database(place, create=create)
    return Arena(engine, str(place), place.url.password)


class Arena:
    """A store as people and competitions see it; something that is opened and closed."""

    def __init__(
        self, engine: Engine, place: str, password: str | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self.place = place
        self.clock = clock
        self._engine = engine
        self._password = password

    def __enter__(self) -> "Arena":
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def now(self) -> int:
        """Return the moment, in seconds since 1970."""
        return int(self.clock())

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that only reads; trouble with the database becomes a sentence."""
        with explained(self.place, self._password), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection in a transaction that may write, and commit at the end."""
        with explained(self.place, self._password), writing(self._engine) as connection:
            yield connection
