"""The root of a box: a folder in memory with what is a program's own, laid out once for all of its boxes.

In a box that made its own files their times would tell how old it is, and so whether another match was played in it.
"""

import hashlib
import os
import shutil
import stat
import tempfile
from functools import cache
from pathlib import Path

from overtrick.bots.fence.levels import DEVICES, PATH, Program, shown_places
from overtrick.bots.fence.shown.runtime import whereabouts
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.core.processes import own_folder


def root_of(program: Program, ours: dict[str, Path], *, with_folder: bool) -> Path:
    """Return the root of a program's boxes, with a copy of its folder or with an empty one to mount it on."""
    own = {f"kit/{file.name}": file for file in program.files} | ours
    if with_folder:
        own |= {f"bot/{file.relative_to(program.folder)}": file for file in program.own_files()}
    place = whereabouts_inside(program.itself or program.argv[0])
    try:
        folder = _roots(os.getpid()) / f"{_digest(own, place)}{'' if with_folder else '-workshop'}"
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=folder.parent) as aside:
                whole = Path(aside, "root")
                _lay_out(whole, own, place, with_folder=with_folder)
                if not folder.exists():  # another thread may have been quicker
                    whole.rename(folder)
        return folder
    except OSError as error:
        raise PlatformFault(f"the root of a box cannot be laid out: {error.strerror}") from None


@cache
def _roots(pid: int) -> Path:
    try:
        above = whereabouts()
    except Mistake:  # as the doctor tells
        above = Path(tempfile.gettempdir())
    return own_folder(above, "roots-")


def _digest(own: dict[str, Path], place: str) -> str:
    digest = hashlib.sha256(os.fsencode(place))
    for name, file in sorted(own.items()):
        digest.update(os.fsencode(f"\0{name}\0{_mode(file)}\0") + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:32]


def _lay_out(whole: Path, own: dict[str, Path], place: str, *, with_folder: bool) -> None:
    for name in ("bot", "proc/self", "dev"):
        (whole / name).mkdir(parents=True)
    if not with_folder:
        (whole / "tmp").mkdir()  # whoever has its own folder mounted, a compiler, has one to write in too
    for name in DEVICES:
        (whole / name[1:]).touch()
    for shown in shown_places():
        _make_room(whole / shown.relative_to("/"), shown)
    for name, file in own.items():
        copy = whole / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
        copy.chmod(_mode(file))
    # Java, its compiler and zig ask /proc where they are; this link is all of /proc that there is.
    (whole / "proc/self/exe").symlink_to(place)
    for folder, _, _ in os.walk(whole):
        Path(folder).chmod(0o755)  # whatever the umask


def _make_room(room: Path, shown: Path) -> None:
    """Make what a part of the machine is mounted on, or the link that it is there."""
    room.parent.mkdir(parents=True, exist_ok=True)
    if shown.is_symlink():
        room.symlink_to(shown.readlink())
    elif shown.is_dir():
        room.mkdir(exist_ok=True)
    elif shown.exists():
        room.touch()


def _mode(file: Path) -> int:
    return 0o555 if file.stat().st_mode & stat.S_IXUSR else 0o444


def whereabouts_inside(word: str) -> str:
    """Return where a program lies as its box sees it, without the links that lead there."""
    inside = Path("/bot", word)  # which is an absolute word itself
    found = shutil.which(word, path=PATH) if "/" not in word or not inside.is_relative_to("/bot") else None
    return str(Path(found).resolve() if found else inside)
