"""Trouble with a store: what databases and disks say, as sentences for people."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from overtrick.core.ending import PlatformFault


class StoreTrouble(PlatformFault):
    """A store that cannot be read or written now; what it has acknowledged is still there."""


IN_SHORT = "the store does not answer just now; try again in a moment"  # for visitors, whom its place does not concern


GO_ON = "Everything stored so far is there, and the same command goes on"

# What the codes of SQLite begin with, and of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
SENTENCES = {
    "SQLITE_BUSY": f"another program keeps it locked. {GO_ON} once it is free",
    "SQLITE_LOCKED": f"another program keeps it locked. {GO_ON} once it is free",
    "SQLITE_FULL": f"the disk is full. {GO_ON} once there is space",
    "SQLITE_IOERR": f"the disk does not work, or is full. {GO_ON} once it does",
    "SQLITE_NOTADB": "this file is no store, nor any other SQLite database",
    "SQLITE_CORRUPT": "its file is damaged",
    "SQLITE_CANTOPEN": "the file cannot be opened; is writing allowed in its folder?",
    "SQLITE_READONLY": "it may only be read here, as writing to the file or its folder is not allowed",
    "SQLITE_PERM": "access to it is not allowed",
    "53100": f"the disk of the server is full. {GO_ON} once there is space",
    "53300": "the server has no connection to spare",
    "55P03": f"another program keeps it locked. {GO_ON} once it is free",
    "40P01": f"another program keeps it locked. {GO_ON} once it is free",
    "42501": "this user of the database lacks a right",
    "25006": "writing to it is not allowed",
}


@contextmanager
def explained(store: str, secret: str | None = None) -> Iterator[None]:
    """Turn what a database or disk complains of into StoreTrouble, naming the store but never the secret password."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        if (sentence := _sentence(error)) is None:
            raise
        raise _trouble(store, sentence, secret) from None
    except PoolTimeout:
        raise _trouble(store, "all connections of this program are in use", secret) from None
    except OSError as error:
        raise _trouble(store, (error.strerror or str(error)).lower(), secret) from None


def _trouble(store: str, sentence: str, secret: str | None) -> StoreTrouble:
    if secret:
        sentence = sentence.replace(secret, "***")
    return StoreTrouble(f"store {store}: {sentence}")


def _sentence(error: DBAPIError | sqlite3.Error) -> str | None:
    """Return what happened; None if it is none of the troubles that can befall a store, but a mistake of ours."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
    said = _in_one_line(str(cause))
    for start, sentence in SENTENCES.items():
        if code.startswith(start):
            return f"{sentence} ({said})" if code == "42501" else sentence
    if isinstance(error, OperationalError | InterfaceError | sqlite3.OperationalError):
        return said
    return None


def _in_one_line(text: str) -> str:
    """Return what a database says, without its layout."""
    return " ".join(text.split())[:300] or "it gives no reason"
