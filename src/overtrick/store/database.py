"""The database under a store: where it is, how it is opened, and how an older one is brought up to date."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Row,
    RowMapping,
    Select,
    Table,
    create_engine,
    event,
    inspect,
    text,
)
from sqlalchemy import tuple_ as row_of_columns
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool, StaticPool

from overtrick.core.mistake import Mistake
from overtrick.core.private import make_private
from overtrick.store import schema
from overtrick.store.file import check_at_rest, connect_to_read, may_write, prepare_file
from overtrick.store.trouble import explained

MEMORY = ":memory:"
MIGRATIONS = Path(__file__).parent / "migrations"
CONNECT_S = 10
PAGE = 1000
LOCK = 0x6F76657274  # the number by which those who migrate a PostgreSQL store, or register in it, wait in line


@dataclass(frozen=True)
class Place:
    """Where a store is."""

    url: URL
    wait_s: float  # how long to wait for whoever else is writing

    @property
    def path(self) -> Path | None:
        """The file of the store, if it is one."""
        if self.url.get_backend_name() != "sqlite" or self.url.database in (None, "", MEMORY):
            return None
        return Path(str(self.url.database))

    def __str__(self) -> str:
        """Return the place as people write it, without the password or anything else that may be secret."""
        if self.path is not None:
            return str(self.path)
        if self.url.get_backend_name() == "sqlite":
            return MEMORY
        return self.url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def find_place(where: str | Path, wait_s: float) -> Place:
    """Return the place that a path or URL names, or raise Mistake with a sentence."""
    if isinstance(where, Path) or "://" not in where:
        return Place(URL.create("sqlite", database=str(where)), wait_s)
    try:
        url = make_url(where)
        backend = url.get_backend_name()
    except (ArgumentError, ValueError):  # which may quote the password
        raise Mistake(f"this is no URL of a store; {ALLOWED}") from None
    if backend in ("postgresql", "postgres"):
        return Place(url.set(drivername="postgresql+psycopg"), wait_s)
    if backend == "sqlite":
        return Place(url.set(drivername="sqlite"), wait_s)
    raise Mistake(f"store is a URL of {url.drivername!r}; {ALLOWED}")


ALLOWED = "allowed: a path, sqlite:///PATH, or postgresql://USER:PASSWORD@HOST/DATABASE"


def open_database(place: Place, *, create: bool) -> tuple[Engine, str]:
    """Return the engine of a store of this version, and where its older self was copied to, if it was older.

    A file that may only be read is opened to be read, unless it shall be created.
    """
    if place.path is not None:
        prepare_file(place.path, create)
        if not create and not may_write(place.path):
            return _open_to_read(place, place.path), ""
    engine = _engine(place)
    try:
        with explained(str(place), place.url.password):
            with engine.connect() as connection:
                revision = _revision(connection, place, create)
            if place.path is not None:
                _write_ahead(engine, place.wait_s)
            backup = "" if revision == schema.REVISION else _migrate(engine, place, create)
    except BaseException:
        engine.dispose()
        raise
    return engine, backup


def _open_to_read(place: Place, path: Path) -> Engine:
    """Return the engine of a store that we may not write, which must be of this version already."""
    engine = create_engine("sqlite://", poolclass=NullPool)  # each connection looks who else has the file open
    event.listen(engine, "do_connect", lambda _, entry, *__: connect_to_read(path, place.wait_s, entry.info))
    event.listen(engine, "begin", _begin_sqlite)
    with explained(str(place)), engine.connect() as connection:
        revision = _revision(connection, place, create=False)
    if revision != schema.REVISION:
        raise Mistake(
            f"store {place}: it has revision {revision} and must be brought to {schema.REVISION}, but may only be read "
            "here; copy it to a folder of your own"
        )
    return engine


class Database:
    """A store that was opened, for those who read and write in it; something that is closed again."""

    def __init__(self, engine: Engine, place: str, password: str | None = None) -> None:
        self.place = place
        self._engine = engine
        self._password = password

    def __enter__(self) -> Self:
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

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that only reads; trouble with the database becomes a sentence."""
        with explained(self.place, self._password), self._engine.connect() as connection:
            yield connection
            check_at_rest(connection.info)

    def shrink(self) -> None:
        """Give free pages of a file back to the disk; a server does so by itself. Others wait meanwhile."""
        if self._engine.dialect.name != "sqlite":
            return
        with explained(self.place, self._password), closing(self._engine.raw_connection()) as connection:
            connection.cursor().execute("VACUUM")  # which can be part of no transaction

    def paged(
        self, query: Select[Any], order: Sequence[ColumnElement[Any]], size: int | None = None
    ) -> Iterator[RowMapping]:
        """Yield the rows of a query in an order of columns that it has, page by page: nothing is held up in between."""
        for page in self.pages(query, order, size or PAGE):
            yield from (row._mapping for row in page)

    def pages(
        self,
        query: Select[Any],
        order: Sequence[ColumnElement[Any]],
        size: int,
        after: tuple[object, ...] | None = None,
    ) -> Iterator[Sequence[Row[Any]]]:
        """Yield the same rows as tuples, a page at a time, or those after some values of the order.

        A query that begins late must say so by ``after``: beside another lower bound of its own SQLite would read from
        there on for every page, so that twice the rows took four times as long.
        """
        ordered = query.order_by(*order).limit(size)
        while True:
            page = ordered if after is None else ordered.where(row_of_columns(*order) > after)
            with self.reading() as connection:
                found = connection.execute(page).all()
            yield found
            if len(found) < size:
                return
            after = tuple(found[-1]._mapping[column] for column in order)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Give a connection that sees the store as it was at one moment, however long it reads."""
        with self.reading() as connection:
            if connection.dialect.name == "postgresql":  # SQLite reads so anyway
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection in a transaction that may write, and commit at the end."""
        with (
            explained(self.place, self._password),
            self._engine.connect() as connection,
            connection.execution_options(writing=True).begin(),
        ):
            yield connection


def _engine(place: Place) -> Engine:
    if place.url.get_backend_name() == "sqlite":
        engine = create_engine(
            place.url,
            connect_args={"timeout": place.wait_s, "check_same_thread": False, "isolation_level": None},
            # All of a store in memory is in its one connection.
            **({} if place.path else {"poolclass": StaticPool}),
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    arguments: dict[str, Any] = {
        "connect_timeout": CONNECT_S,
        "options": f"-c lock_timeout={round(place.wait_s * 1e3)}",
    }
    for name in place.url.query:
        arguments.pop(name, None)
    try:
        return create_engine(place.url, connect_args=arguments, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise Mistake("PostgreSQL stores need psycopg, which comes with: pip install 'overtrick[postgres]'") from None


def _prepare_sqlite(connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that begins by reading and then wants to write fails at once if
    # somebody else writes, however long it may wait: who will write says so first.
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def alone(connection: Connection) -> None:
    """Wait until no other process is as careful as this one, until the end of the transaction."""
    if connection.dialect.name == "postgresql":  # SQLite has only one writer at a time anyway
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK})


def insert_into(database: Connection | Engine, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return an INSERT that can say what shall happen to a row that is there already."""
    if database.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def _write_ahead(engine: Engine, wait_s: float) -> None:
    """Have SQLite write ahead of its file, so that readers and a writer do not wait for each other."""
    end = time.monotonic() + wait_s
    with closing(engine.raw_connection()) as pooled, closing(pooled.cursor()) as cursor:
        while True:
            try:
                (mode,) = cursor.execute("PRAGMA journal_mode = WAL").fetchone() or ("",)
                break
            except sqlite3.OperationalError as error:
                # SQLite does not wait by itself while another process does the same.
                if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > end:
                    raise
                time.sleep(0.01)
    # A record lost to a power cut is missing and is played again; without the log, the file itself would be at risk.
    if mode == "wal":
        event.listen(engine, "connect", _sync_less)
        engine.dispose()


def _sync_less(connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
    connection.execute("PRAGMA synchronous = NORMAL")


# Revisions


def _revision(connection: Connection, place: Place, create: bool) -> str:
    """Return the revision of a store, nothing if the database is empty, or raise Mistake if it is none of ours."""
    tables = inspect(connection).get_table_names()
    if schema.VERSION_TABLE not in tables:
        if tables:
            raise Mistake(f"store {place}: this database belongs to another program, as it has a table {tables[0]!r}")
        if not create:
            raise Mistake(f"store {place}: this is no store, but empty")
        return ""
    found = str(connection.execute(text(f"SELECT version_num FROM {schema.VERSION_TABLE}")).scalar_one())
    if not found.isdigit() or found > schema.REVISION:
        raise Mistake(
            f"store {place}: a newer version of overtrick has written it (revision {found}); this one knows "
            f"revisions up to {schema.REVISION}"
        )
    return found


def _migrate(engine: Engine, place: Place, create: bool) -> str:
    """Bring a store up to date unless somebody else just did, in one transaction; return where its copy is."""
    in_file = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        if in_file:  # SQLite else would object to a table that is made anew; it cannot be said inside a transaction
            _run_plainly(connection, "PRAGMA foreign_keys = OFF")
        with connection.execution_options(writing=True).begin():
            alone(connection)
            before = _revision(connection, place, create)
            if before == schema.REVISION:
                backup = ""
            else:
                backup = _backup(connection, place, before) if before else ""
                _upgrade(connection, schema.REVISION)
        if in_file:
            _run_plainly(connection, "PRAGMA foreign_keys = ON")
    return backup


def _run_plainly(connection: Connection, statement: str) -> None:
    """Run a statement outside of any transaction."""
    driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
    driver.execute(statement)


def _upgrade(connection: Connection, revision: str) -> None:
    # Alembic takes a fifth of a second to import, and is needed only here.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


# Stores that are filled at once


@contextmanager
def filled_anew(place: Place, revision: str) -> Iterator[Connection]:
    """Give a connection to a new store of some revision, for rows of that revision; it becomes one of this version.

    The store is there at the end, or not at all if something goes wrong.
    """
    if place.url.get_backend_name() != "sqlite":
        with _filled(place, place, revision) as connection:
            yield connection
        return
    if place.path is None:
        raise Mistake(f"store {place}: this one would be gone at once; {ALLOWED}")
    if place.path.exists():
        raise Mistake(f"store {place}: there is one already; take a place where there is none")
    half = place.path.with_name(f"{place.path.name}.half")  # never mistaken for a whole one
    half.unlink(missing_ok=True)
    prepare_file(half, create=True)
    try:
        with _filled(Place(place.url.set(database=str(half)), place.wait_s), place, revision) as connection:
            yield connection
        half.rename(place.path)
    finally:
        half.unlink(missing_ok=True)


@contextmanager
def _filled(where: Place, place: Place, revision: str) -> Iterator[Connection]:
    engine = _engine(where)
    try:
        with explained(str(place), place.url.password), engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                _run_plainly(connection, "PRAGMA foreign_keys = OFF")  # see _migrate
            with connection.execution_options(writing=True).begin():
                alone(connection)
                if _revision(connection, place, create=True):
                    raise Mistake(f"store {place}: there is one already; take an empty database")
                _upgrade(connection, revision)
                yield connection
                _upgrade(connection, schema.REVISION)
    finally:
        engine.dispose()


def _backup(connection: Connection, place: Place, revision: str) -> str:
    """Copy a store as it is, and return where to."""
    return _copy_tables(connection, revision) if place.path is None else str(_copy_file(place.path, revision))


def _copy_file(path: Path, revision: str) -> Path:
    names = (path.with_name(f"{path.name}.revision-{revision}{more}.backup") for more in _numbers())
    copy = next(name for name in names if not name.exists())
    half = copy.with_name(f"{copy.name}.half")  # never mistaken for a whole one
    half.unlink(missing_ok=True)
    try:
        make_private(half)
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(half)) as target:
            source.backup(target)
    except BaseException:
        half.unlink(missing_ok=True)
        raise
    return half.rename(copy)


def _copy_tables(connection: Connection, revision: str) -> str:
    """Copy all tables into a schema of their own, which needs no other program and no other disk."""
    inspector = inspect(connection)
    names = (f"overtrick_revision_{revision}{more}_backup".replace("-", "_") for more in _numbers())
    taken = inspector.get_schema_names()
    copy = next(name for name in names if name not in taken)
    quote = connection.dialect.identifier_preparer.quote
    connection.execute(text(f"CREATE SCHEMA {quote(copy)}"))
    for table in inspector.get_table_names():
        connection.execute(text(f"CREATE TABLE {quote(copy)}.{quote(table)} AS TABLE {quote(table)}"))
    return f"schema {copy}"


def _numbers() -> Iterator[str]:
    """Yield what tells one name from the next: nothing, then numbers."""
    yield ""
    yield from (f"-{number}" for number in count(2))
