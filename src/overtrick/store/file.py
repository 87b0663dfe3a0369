"""The file of an SQLite store: made for its owner alone, and read where nothing may be written."""

import os
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.core.private import make_private
from overtrick.store.trouble import StoreTrouble, explained


def prepare_file(path: Path, create: bool) -> None:
    """Make the file if it is wanted and not there, or raise Mistake if there can be none."""
    with explained(str(path)):
        if path.is_dir():
            raise Mistake(f"store {path}: this is a folder; allowed: a file, or a URL")
        if not path.parent.is_dir():
            raise Mistake(f"store {path}: there is no folder {path.parent}")
        if path.exists():
            return
        if not create:
            raise Mistake(f"store {path}: there is no such file")
    with suppress(OSError):  # of which SQLite complains itself
        make_private(path)  # its -wal and -shm files get the same mode


def told_if_open_to_all(path: Path) -> str:
    """Return a sentence if everybody may read the file, as it was made before 0.2.0; else nothing."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if not mode & stat.S_IROTH:
        return ""
    return (
        f"store {path} has mode {mode:04o}, so everybody on this machine may read its hashes of passwords, sources and "
        f"seeds; chmod 600 {path} ends that"
    )


# Reading what may not be written


def may_write(path: Path) -> bool:
    """Return whether we may write the file and, as SQLite needs it, beside it."""
    return all(os.access(place, os.W_OK, effective_ids=True) for place in (path, path.parent))


def connect_to_read(path: Path, wait_s: float, info: dict[Any, Any]) -> sqlite3.Connection:
    """Return a connection to a file that we may not write; it is looked at anew each time who else has it open."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    if _is_at_rest(path):
        info[AT_REST] = path, _state(path)
        uri += "&immutable=1"  # SQLite else wants to write beside it even to read
    return sqlite3.connect(uri, timeout=wait_s, check_same_thread=False, isolation_level=None, uri=True)


def check_at_rest(info: dict[Any, Any]) -> None:
    """Raise StoreTrouble if a file was taken to be at rest and was written while it was read."""
    path, before = info.get(AT_REST, (None, None))
    if path is not None and _state(path) != before:
        raise StoreTrouble(
            f"store {path}: another program wrote to it while it was read; the same command reads it anew"
        )


AT_REST = "at rest"  # the note about a connection to a file that nobody else has open


def _is_at_rest(path: Path) -> bool:
    """Return whether all of a store is in its one file, or raise StoreTrouble if some of it cannot be read."""
    log, index, journal = (path.with_name(f"{path.name}-{end}") for end in ("wal", "shm", "journal"))
    if journal.exists() or (log.exists() and index.exists()):  # which SQLite reads itself
        return False
    if log.exists() and log.stat().st_size:
        raise StoreTrouble(
            f"store {path}: its latest records are in {log.name}, which cannot be read where nothing may be written; "
            "copy both to a folder of your own"
        )
    return True  # who has a store open has both files beside it


def _state(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns
