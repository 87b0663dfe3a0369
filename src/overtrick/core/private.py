"""Files that only their owner may read, whatever the umask: stores, records with their seeds, secrets."""

import os
from contextlib import suppress
from pathlib import Path

OWNER = 0o600


def open_private(path: str | Path, flags: int) -> int:
    """Return a handle, as an opener for ``open``: a new file is its owner's alone, one that is there keeps its mode.

    Who gave a file a wider mode before meant it, and a pipe or a terminal has none to give.
    """
    plain = flags & ~(os.O_CREAT | os.O_EXCL)
    with suppress(FileNotFoundError):
        return os.open(path, plain)
    try:
        return _made(path, flags)
    except FileExistsError:  # somebody was faster by a moment
        return os.open(path, plain)


def make_private(path: Path) -> None:
    """Make an empty file that only its owner may read; one that is there is not touched."""
    with suppress(FileExistsError):
        os.close(_made(path, os.O_WRONLY | os.O_CLOEXEC))


def _made(path: str | Path, flags: int) -> int:
    place = Path(path).resolve()  # as O_EXCL follows no link
    handle = os.open(place, flags | os.O_CREAT | os.O_EXCL, OWNER)
    os.fchmod(handle, OWNER)  # a umask may take rights from the owner too
    return handle
