"""The file of an SQLite store: made for its owner alone, and looked at for who else could read it."""

import stat
from contextlib import suppress
from pathlib import Path

from overtrick.core.mistake import Mistake
from overtrick.core.private import make_private
from overtrick.store.trouble import explained


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
