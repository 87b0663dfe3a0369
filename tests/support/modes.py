"""Who may do what with files: the umask of our process, and the modes that came of it."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def umask(mask: int) -> Iterator[None]:
    """Have the system take these rights from every file that is made."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    """Return what may be done with a file, and by whom."""
    return stat.S_IMODE(path.stat().st_mode)
