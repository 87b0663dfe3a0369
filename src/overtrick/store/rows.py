"""All rows of a store as lines of JSON, which any database can take in again."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, Integer, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import DataError, IntegrityError

from overtrick.core.mistake import Mistake
from overtrick.store import schema

CHUNK_BYTES = 1 << 22
BYTES = "base64"  # the key of what JSON cannot hold


class Chunk(NamedTuple):
    """Some rows of a table, one a line: the values of its columns, in their order."""

    table: str
    rows: int
    lines: bytes


def columns() -> dict[str, list[str]]:
    """Return the names of the columns of every table, so that rows can be read by a later version."""
    return {table.name: [column.name for column in table.columns] for table in schema.metadata.sorted_tables}


def count_rows(connection: Connection) -> int:
    """Return how many rows a store has."""
    tables = schema.metadata.sorted_tables
    return sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables)


def chunks(connection: Connection) -> Iterator[Chunk]:
    """Yield all rows, those that others refer to before them."""
    for table in schema.metadata.sorted_tables:
        lines, rows = bytearray(), 0
        for row in connection.execution_options(yield_per=500).execute(select(table)):
            lines += json.dumps([_shown(value) for value in row], separators=(",", ":")).encode() + b"\n"
            rows += 1
            if len(lines) >= CHUNK_BYTES:
                yield Chunk(table.name, rows, bytes(lines))
                lines, rows = bytearray(), 0
        if rows:
            yield Chunk(table.name, rows, bytes(lines))


def _shown(value: Any) -> Any:
    return {BYTES: b64encode(value).decode()} if isinstance(value, bytes) else value


class Refilled:
    """Tables of some revision that take rows in again."""

    def __init__(self, connection: Connection, names: dict[str, list[str]]) -> None:
        self._connection, self._names = connection, names
        self._found = MetaData()
        self._found.reflect(connection)  # as the revision of the rows may be an older one

    def add(self, chunk: Chunk) -> None:
        """Add the rows of a chunk, or raise Mistake if they are none of this table."""
        table = self._found.tables.get(chunk.table)
        if table is None or chunk.table not in self._names:
            raise Mistake(f"there is no table {chunk.table[:40]!r} in a store of this revision")
        names = self._names[chunk.table]
        try:
            rows = [dict(zip(names, map(_read, json.loads(line)), strict=True)) for line in chunk.lines.splitlines()]
        except (ValueError, TypeError):
            raise Mistake(f"a row of the table {chunk.table!r} cannot be read") from None
        if len(rows) != chunk.rows:
            raise Mistake(f"the table {chunk.table!r} has {len(rows)} rows where {chunk.rows} were said")
        try:
            self._connection.execute(insert(table), rows)
        except (DataError, IntegrityError):  # such as two rows with the same number
            raise Mistake(f"the rows of the table {chunk.table!r} do not fit together") from None

    def count_on(self) -> None:
        """Let numbers that a database gives out go on behind those that are taken."""
        if self._connection.dialect.name != "postgresql":  # SQLite looks at the largest one
            return
        for table in self._found.sorted_tables:
            if (column := _counted(table)) is not None:
                self._connection.execute(text(COUNT_ON.format(table=table.name, column=column)))


COUNT_ON = """
SELECT setval(pg_get_serial_sequence('{table}', '{column}'), max({column})) FROM {table} HAVING max({column}) > 0
"""


def _read(value: Any) -> Any:
    return b64decode(value[BYTES], validate=True) if isinstance(value, dict) else value


def _counted(table: Table) -> str | None:
    """Return the column for which a database counts, if the table has one."""
    keys = list(table.primary_key.columns)
    if len(keys) != 1 or not isinstance(keys[0].type, Integer) or keys[0].foreign_keys:
        return None
    return keys[0].name
