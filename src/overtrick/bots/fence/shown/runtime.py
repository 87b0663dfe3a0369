"""The runtime of boxes: copies, in memory, of the files that programs need of the machine.

All boxes see the same files. Of a file on a disk some pages are in memory and others not, which every reader changes
and every reader can time; of a file in memory all are.
"""

import fcntl
import hashlib
import logging
import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from urllib.parse import quote

from overtrick.bots.fence.levels import PYTHON, Program
from overtrick.bots.fence.shown.needs import Need, files, needs
from overtrick.core.mistake import Mistake

OWN_PLACE = Path("/run/overtrick")
PLACES = ("/dev/shm", "/run/user/{uid}", "/tmp")
"""Folders in memory: of root, and of everybody."""
LEAST_BYTES = 256 << 20
PREFIX = "overtrick-runtime-"
CHANGES = ("/var/lib/dpkg/status", "/etc/ld.so.cache", PYTHON)
"""Files that change whenever something else is installed; then the copies are made anew."""
MOST_BYTES = 2 << 30
"""That one need may take: a bot that needs more does not find it."""

log = logging.getLogger(__name__)


def resident(program: Program) -> Path:
    """Return a folder that looks like the root of this machine, with all that a program needs, or raise Mistake."""
    root = whereabouts()
    wanted = needs(program)
    if not all(_told(root, need).exists() for need in wanted):
        with _alone(root):
            for need in wanted:
                if not _told(root, need).exists():
                    _fetch(root, need)
    return root / "tree"


def what_pages_tell() -> str:
    """Return nothing if the copies can be made, else why not and what follows from that."""
    try:
        whereabouts()
    except Mistake as mistake:
        return f"{mistake}; so bots can tell each other which pages were read"
    return ""


def _told(root: Path, need: Need) -> Path:
    """Return the file that says that a need was looked after."""
    return root / "have" / quote(f"{need.kind} {need.name}", safe="")[-250:]


def _fetch(root: Path, need: Need) -> None:
    missing = [path for path in sorted(set(files(need))) if not os.path.lexists(_copy(root, path))]
    size = sum(path.lstat().st_size for path in missing)
    if size > min(MOST_BYTES, shutil.disk_usage(root).free // 2):
        log.warning("%s %s takes %d MB and is kept from bots: too much to hold in memory", *need, size >> 20)
    else:
        for path in missing:
            _lay(path, _copy(root, path))
    _told(root, need).touch()


def _copy(root: Path, path: Path) -> Path:
    return root / "tree" / path.relative_to("/")


def _lay(path: Path, copy: Path) -> None:
    _make(copy.parent)
    if path.is_symlink():
        copy.symlink_to(path.readlink())
        return
    aside = copy.with_name(f".{copy.name}.new")  # another process may already run programs of this tree
    shutil.copyfile(path, aside)
    times = path.stat()
    os.utime(aside, ns=(times.st_mtime_ns, times.st_mtime_ns))  # compiled modules name the time of their source
    aside.chmod(0o555 if times.st_mode & stat.S_IXUSR else 0o444)
    aside.rename(copy)


def _make(folder: Path) -> None:
    """Make a folder that all may read, whatever the umask."""
    if not folder.is_dir():
        _make(folder.parent)
        with suppress(FileExistsError):
            folder.mkdir()
            folder.chmod(0o755)


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """Be the only one who adds to the tree."""
    with (root / "adding").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def whereabouts() -> Path:
    """Return the folder of this user's copies, with a hold on it for as long as we live, or raise Mistake."""
    if shutil.which("dpkg-query") is None:
        raise Mistake("only the package manager of Debian and its kin can say what programs need")
    words = "\0".join(
        f"{name} {about.st_mtime_ns} {about.st_size}" for name in CHANGES for about in [Path(name).stat()]
    )
    name = f"{PREFIX}{os.geteuid()}-{hashlib.sha256(words.encode()).hexdigest()[:16]}"
    place = _place()
    root = place / name
    _make(root / "tree")
    _make(root / "have")
    about = root.lstat()
    if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.geteuid() or about.st_mode & 0o022:
        raise Mistake(f"{root} was made by somebody else")
    _hold(root, fcntl.LOCK_SH)
    for other in place.glob(f"{PREFIX}{os.geteuid()}-*"):
        if other != root and _hold(other, fcntl.LOCK_EX):
            shutil.rmtree(other, ignore_errors=True)
    return root


def _hold(root: Path, how: int) -> bool:
    """Take hold of a tree until our end, if that is possible at once."""
    handle = os.open(root / "held", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return False
    return True


def _place() -> Path:
    """Return a folder in memory from which programs can be started."""
    if os.geteuid() == 0:
        _mount()
    places = [OWN_PLACE, *(Path(name.format(uid=os.geteuid())) for name in PLACES)]
    found = next(filter(_holds_programs, places), None)
    if found is None:
        raise Mistake(f"no folder in memory can hold programs; tried: {', '.join(map(str, places))}")
    return found


def _mount() -> None:
    """Have a place of our own, if possible with large pages: a program then starts an eighth faster."""
    if shutil.which("mount") is None:  # as in a small container
        return
    OWN_PLACE.mkdir(parents=True, exist_ok=True)
    with OWN_PLACE.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two mounts would hide each other's files
        for pages in ("huge=within_size,", ""):
            if not OWN_PLACE.is_mount():
                words = ["mount", "-t", "tmpfs", "-o", f"{pages}mode=0755,nosuid,nodev", "overtrick", str(OWN_PLACE)]
                subprocess.run(words, capture_output=True, check=False)


def _holds_programs(place: Path) -> bool:
    kinds = {words[1]: words[2] for words in map(str.split, Path("/proc/self/mounts").read_text().splitlines())}
    if kinds.get(str(place)) not in ("tmpfs", "ramfs") or not os.access(place, os.W_OK):
        return False
    return not os.statvfs(place).f_flag & os.ST_NOEXEC and shutil.disk_usage(place).total >= LEAST_BYTES
