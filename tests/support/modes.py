"""Who may do what with files: the umask of our process, and the modes that came of it."""

import ctypes
import os
import shutil
import stat
import tempfile
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


@contextmanager
def as_nobody(*, who_reads_all: bool = False) -> Iterator[None]:
    """Be somebody whom the modes of files bind; whoever runs our program reads all, for it may lie in private."""
    if os.getuid() != 0:
        yield
        return
    os.seteuid(65534)
    if who_reads_all:
        _read_all()
    try:
        yield
    finally:
        os.seteuid(0)


def _read_all() -> None:
    """Take back one of the capabilities that a change of user leaves permitted, but not in effect."""
    capabilities = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable, the lower half of each first
    libc, head = ctypes.CDLL(None, use_errno=True), (ctypes.c_uint32 * 2)(0x20080522, 0)
    assert libc.capget(head, capabilities) == 0
    capabilities[0] = 1 << 2  # CAP_DAC_READ_SEARCH
    assert libc.capset(head, capabilities) == 0, os.strerror(ctypes.get_errno())


@contextmanager
def shelf() -> Iterator[Path]:
    """Give a folder that everybody reaches, to be filled and then closed by ``shelve``."""
    folder = Path(tempfile.mkdtemp(prefix="overtrick-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def shelve(folder: Path) -> None:
    """Let everybody read a folder and its files, and nobody but root write."""
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)


def mode(path: Path) -> int:
    """Return what may be done with a file, and by whom."""
    return stat.S_IMODE(path.stat().st_mode)
