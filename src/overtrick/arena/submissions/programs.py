"""Programs as they were built: kept by the hash of their content, so that a round is played by the same bytes."""

from sqlalchemy import Connection, select

from overtrick.bots.packed import program_of
from overtrick.bots.program import Built
from overtrick.core.mistake import Mistake
from overtrick.store.database import insert_into
from overtrick.store.schema import programs


def keep_program(connection: Connection, content: str, packed: bytes) -> None:
    """Write a program, unless it is there."""
    connection.execute(insert_into(connection, programs).values(content=content, built=packed).on_conflict_do_nothing())


def find_program(connection: Connection, content: str) -> Built:
    """Return the program with a content, or raise Mistake."""
    packed = connection.scalar(select(programs.c.built).where(programs.c.content == content))
    if packed is None:
        raise Mistake(f"the program {content[:12]} is not in the store")
    return program_of(packed)
