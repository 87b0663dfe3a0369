"""What a box looks like from inside at each level, and the command that makes it."""

import os
import pwd
import shutil
import socket
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from overtrick.bots.fence.limits import Limits
from overtrick.bots.fence.seccomp import seccomp_filter
from overtrick.core.ending import PlatformFault


class Level(StrEnum):
    """How well a program is fenced in, best first."""

    A_PLUS = "A+"
    """Namespaces, a user of its own and a cgroup."""
    A = "A"
    """Namespaces."""
    B = "B"
    """No namespaces: Landlock and seccomp."""
    C = "C"
    """Only limits and a process group: for programs that you trust."""


@dataclass(frozen=True)
class Program:
    """A stranger's program: its folder (seen as /bot), its words, and single files of ours (seen as /kit/NAME)."""

    folder: Path
    argv: tuple[str, ...]
    files: tuple[Path, ...] = ()
    mould: tuple[str, ...] = ()
    """The words of a process that casts this program anew for every match, if there is one: see agent_start.c."""
    itself: str = ""
    """The word of the program that /proc/self/exe names, if it is not the first."""

    def own_files(self) -> list[Path]:
        """Return the plain files of its folder; a link could lead anywhere."""
        return [file for file in sorted(self.folder.rglob("*")) if file.is_file() and not file.is_symlink()]


PYTHON = str(Path(sys.base_prefix, "bin", f"python{sys.version_info.major}.{sys.version_info.minor}"))
"""The interpreter as a fenced program calls it: the same path in and outside the box."""

DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
LIBRARIES = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/ld.so.cache", "/etc/alternatives", *sorted(map(str, Path("/etc").glob("java-*-openjdk"))))
"""Where the loader finds libraries, what names such as cc point to, and what Java's own folder has links to."""

OPENSSL = Path("/etc/ssl/openssl.cnf")
"""Node looks for it and ends if it is there and may not be read."""
PATH = "/usr/local/bin:/usr/bin:/bin"
MACHINE = Path("/")

FIRST_UID, UIDS = 61000, 184
"""Users of no name; distributions and systemd leave this range alone."""


@dataclass
class Box:
    """A command that starts an agent, and what the agent has to be told about its level."""

    argv: list[str]
    fds: list[int] = field(default_factory=list)
    staged: list[Path] = field(default_factory=list)
    """What the agent shows to bwrap as /tmp/0, /tmp/1 and so on."""
    owns_all: bool = True
    scratch: str | None = None
    """A folder on the machine that only this box may write."""
    landlock_paths: list[str] = field(default_factory=list)
    seccomp: bytes = b""
    bot_argv: tuple[str, ...] = ()
    is_warm: bool = False
    """Whether these words are a mould's."""
    environment: dict[str, str] = field(default_factory=dict)


def python_folder() -> Path | None:
    """Return what Python needs beside /usr, under its own path: a shared build finds its library by it."""
    folder = Path(sys.base_prefix)
    return None if folder.is_relative_to("/usr") else folder


def shown_places() -> tuple[Path, ...]:
    """Return where a box sees something of the machine, or of the runtime in its stead."""
    return (Path("/usr"), *map(Path, LIBRARIES), *map(Path, SETTINGS), *filter(None, [python_folder()]))


def own_uid(stack: ExitStack) -> tuple[int, int] | None:
    """Return a user that no other box has, with a descriptor that holds it; None if we may not change users.

    The holder is the name of an abstract socket: it vanishes with the last process that has it, the agent.
    """
    if os.geteuid() != 0:
        return None
    for uid in range(FIRST_UID, FIRST_UID + UIDS):
        holder = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            holder.bind(f"\0overtrick-uid-{uid}")
        except OSError:
            holder.close()
            continue
        stack.callback(holder.close)
        if not _is_somebody(uid):
            return uid, holder.fileno()
    raise PlatformFault(f"all {UIDS} users for boxes are taken")


def _is_somebody(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def namespace_box(program: Program, limits: Limits, root: Path, runtime: Path, stack: ExitStack) -> Box:
    """Return a box of namespaces (levels A+ and A), made by bwrap, with a root of its own and a view of the machine."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise PlatformFault("bubblewrap is not installed (apt install bubblewrap)")
    blob = shipped_filter("workshop" if limits.scratch_mb else "box")
    box = Box(
        [], environment=_environment("/tmp" if limits.scratch_mb else None), bot_argv=program.mould or program.argv
    )
    box.is_warm = bool(program.mould)
    options = _bwrap_options(program, limits, root, runtime, box)
    options += ["--seccomp", _held(box, stack, blob)]
    for name, value in box.environment.items():
        options += ["--setenv", name, value]
    # By descriptor: otherwise every process on the machine could read the options.
    text = os.fsencode("\0".join([*options, ""]))
    box.argv = [bwrap, "--args", _held(box, stack, text), "/agent"]
    return box


def _bwrap_options(program: Program, limits: Limits, root: Path, runtime: Path, box: Box) -> list[str]:
    options = ["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    options += ["--unshare-cgroup", "--cap-drop", "ALL", "--new-session", "--die-with-parent"]
    options += ["--cap-add", "CAP_CHECKPOINT_RESTORE"]  # for our agent, which numbers the processes of its box
    options += ["--as-pid-1", "--clearenv", "--hostname", "box"]

    def show(source: Path, place: str) -> None:
        """Bind from the stage if there is one: the box's own user may not walk through a private home folder."""
        if os.geteuid() == 0:
            box.staged.append(source.absolute())
            source = Path(f"/tmp/{len(box.staged) - 1}")
        options.extend(["--ro-bind", str(source.absolute()), place])

    show(root, "/")
    for place in shown_places():
        source = runtime / place.relative_to("/")
        if not place.is_symlink() and source.exists():
            show(source, str(place))
    for name in DEVICES:
        options.extend(["--dev-bind", name, name])
    if limits.scratch_mb:
        show(program.folder, "/bot")  # a compiler, perhaps: large, and nobody's secret
        options.extend(["--perms", "0700", "--size", str(limits.scratch_mb << 20), "--tmpfs", "/tmp"])
    return [*options, "--chdir", "/bot"]


def shipped_filter(place: str) -> bytes:
    """Return the filter of system calls of a place, or raise PlatformFault where there is none."""
    blob = seccomp_filter(place)
    if blob is None:
        raise PlatformFault(f"there is no seccomp filter for {os.uname().machine}")
    return blob


def held(content: bytes, stack: ExitStack) -> int:
    """Return a descriptor from which the content can be read, until the stack is closed."""
    handle = os.memfd_create("overtrick")
    stack.callback(os.close, handle)
    os.write(handle, content)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


def _held(box: Box, stack: ExitStack, content: bytes) -> str:
    """Return a descriptor of a box, as text, from which the content can be read."""
    box.fds.append(held(content, stack))
    return str(box.fds[-1])


def bare_box(program: Program, limits: Limits, level: Level, stack: ExitStack) -> Box:
    """Return a box without namespaces (levels B and C): the program sees the paths of the machine."""
    scratch = stack.enter_context(tempfile.TemporaryDirectory()) if limits.scratch_mb else None
    box = Box([], owns_all=False, bot_argv=_outside_words(program), environment=_environment(scratch))
    box.scratch = scratch
    if level is Level.C:
        return box
    blob = shipped_filter("workshop" if limits.scratch_mb else "box")
    box.seccomp = blob
    shown = (*shown_places(), program.folder, *program.files, OPENSSL)
    box.landlock_paths = [f"r{path.resolve()}" for path in shown if path.exists()]
    box.landlock_paths += [f"w{name}" for name in DEVICES]
    box.landlock_paths += [f"W{scratch}"] if scratch else []
    return box


def _outside_words(program: Program) -> tuple[str, ...]:
    """Return a program's words with /bot and /kit replaced by what they stand for."""
    kit = {f"/kit/{file.name}": str(file.resolve()) for file in program.files}
    folder = program.folder.resolve()
    words = (kit.get(word, word) for word in program.argv)
    return tuple(str(folder / word.removeprefix("/bot/")) if word.startswith("/bot/") else word for word in words)


def _environment(scratch: str | None) -> dict[str, str]:
    # What is hashed comes in the same order in every match, whether its interpreter is new or not.
    known = {"PATH": PATH, "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0"}
    return known | ({"TMPDIR": scratch} if scratch else {})


def own_tasks() -> int:
    """Return how many tasks our user has: where a box shares our user, its limit counts from there."""
    count = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if folder.stat().st_uid == os.geteuid():
                count += len(list((folder / "task").iterdir()))
        except OSError:
            continue
    return count
