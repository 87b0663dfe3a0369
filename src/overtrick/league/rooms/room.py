"""A room: where an entrant's command works on a copy of its folder, with nothing else of the machine to change or read.

It is made as a box for bots is, by bubblewrap, but a command may start what it likes in it, a fence of its own
included, and may be given a network, folders and variables. When its time is over, nothing that it started is left.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import overtrick
from overtrick.bots.fence.cgroup import box_name, make_cgroup
from overtrick.bots.fence.compiler import clean, unpacked
from overtrick.bots.fence.fence import probe, refusals
from overtrick.bots.fence.folder import LEAGUE
from overtrick.bots.fence.levels import (
    LIBRARIES,
    PATH,
    PYTHON,
    SETTINGS,
    Level,
    held,
    own_tasks,
    own_uid,
    python_folder,
    shipped_filter,
)
from overtrick.bots.fence.toolchain import agent_binary
from overtrick.bots.program import MAX_BYTES, MAX_FILES
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.games.outside import VARIABLE, named, with_rules
from overtrick.league.rooms.attendant import HANDOUT
from overtrick.league.rooms.screen import Screen

HOME = Path("/home")
FOLDER = HOME / "bot"
GIVEN = "/given"
PACKAGES = ("/var/lib/dpkg/status", "/var/lib/dpkg/info")  # by which a fence within the room finds what a bot needs
NETWORK = ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl", "/etc/ca-certificates")
ATTENDANT = Path(__file__).with_name("attendant.py")
INSIST_S = 5.0  # for a room to end, once nobody holds it
LATE_S = 30.0  # for the attendant, to lay out, to end everybody and to pack
FIRST_BYTES, LAST_BYTES = 4_000, 3_900  # what is kept of a command's words
MOST_REPLY = 2 * MAX_BYTES + 2_000 * MAX_FILES
SHARED_MB = 64  # of memory that processes share, and of the attendant itself


@dataclass(frozen=True)
class Allowed:
    """What a command may use, and what it is shown."""

    time_s: int = 600
    disk_mb: int = 256
    memory_mb: int = 2048
    processes: int = 256
    network: bool = False
    read: tuple[str, ...] = ()  # paths that it may read, where they are
    environment: tuple[str, ...] = ()  # names of variables that it gets with their values
    terminal: bool = False  # whether it is lent the terminal of whoever runs the league


@dataclass(frozen=True)
class Task:
    """A command, the folder that it gets a copy of, what it is told, and what it may use."""

    command: tuple[str, ...]
    given: Path
    handout: Path
    allowed: Allowed


@dataclass(frozen=True)
class Left:
    """What a command left: its files, or what is wrong with them; how it ended, and what it said."""

    files: Mapping[str, bytes]
    wrong: str
    ended: str
    seconds: float
    said: str


def rooms() -> Level | None:
    """Return the level of the rooms that this machine can make; None if it cannot."""
    level = probe()
    return level if level in (Level.A_PLUS, Level.A) else None


def no_rooms() -> str:
    """Return why this machine cannot make rooms."""
    return next((f"{level}: {why}" for level, why in refusals().items() if level is Level.A), "no namespaces")


def work_on(task: Task, level: Level | None, note: Callable[[Callable[[], None]], None]) -> Left:
    """Run a command in a room of a level, or beside us without one; return what it left.

    ``note`` is told what ends the room early, from any thread.
    """
    with ExitStack() as stack:
        lines = Lines(*os.pipe(), *os.pipe(), *os.pipe())
        stack.callback(lines.close)
        if task.allowed.terminal:
            lines.screen = stack.enter_context(Screen())
        process = _open(task, level, lines, stack)
        lines.close_theirs()
        note(lines.let_go)
        said, answer, late = _listen(process, lines.replies, task.allowed.time_s + LATE_S)
    return _left(task, said, answer, late)


class Lines:
    """The lines between us and a room: the attendant's reply, its lifeline, what bubblewrap tells of it, our terminal.

    Who holds our end of the lifeline keeps the room: it ends with us, however we end. Bubblewrap is not told to die
    with its parent: if it does so while it makes a room, what it has begun stays, and waits for ever.
    """

    def __init__(self, replies: int, reply: int, life: int, hold: int, about: int, told: int) -> None:
        self.replies, self.reply, self.life, self._hold = replies, reply, life, hold
        self.about, self.told = about, told
        self.screen: Screen | None = None  # if the command is lent it
        self._lock = threading.Lock()
        self._open = {replies, reply, life, hold, about, told}

    def close_theirs(self) -> None:
        """Close what is the attendant's."""
        self._close(self.reply, self.life, self.told)
        if self.screen:
            self.screen.theirs.close()

    def let_go(self) -> None:
        """Let go of the lifeline."""
        self._close(self._hold)

    def close(self) -> None:
        """Close all that is open."""
        self._close(*self._open)

    def _close(self, *handles: int) -> None:
        with self._lock:
            for handle in handles:
                if handle in self._open:
                    self._open.remove(handle)
                    os.close(handle)


def _open(task: Task, level: Level | None, lines: Lines, stack: ExitStack) -> "subprocess.Popen[bytes]":
    fds = [lines.reply, lines.life, *([lines.screen.theirs.fileno()] if lines.screen else [])]
    if level is None:
        ours = f"overtrick-league-{os.getpid()}-"  # or another league would take it for that of a killed one
        home = Path(stack.enter_context(TemporaryDirectory(prefix=ours, ignore_cleanup_errors=True)))
        folder = home / "bot"
        shutil.copytree(task.handout, folder / HANDOUT)
        words = _attendant(task, lines, str(task.given), str(folder), 0)
        environment = os.environ | _environment(task, home)
    else:
        user = own_uid(stack)
        processes = 0 if level is Level.A_PLUS else task.allowed.processes + (0 if user else own_tasks())
        shown = dict(_shown(task))
        first = [str(agent_binary())]
        if level is Level.A_PLUS:
            first += _cgroup(task.allowed, stack)
        if user:
            first += [word for path in shown.values() for word in ("-m", str(path))]
            first += ["-u", str(user[0])]
            fds.append(user[1])
            shown = {place: Path(f"/tmp/{number}") for number, place in enumerate(shown)}
        # By descriptor: what variables hold is nobody's business.
        options = held(os.fsencode("\0".join([*_options(task, shown), ""])), stack)
        calls = held(shipped_filter("room"), stack)
        fds += [options, calls, lines.told]
        attendant = _attendant(task, lines, GIVEN, str(FOLDER), processes)
        words = [*first, "--", _bwrap(), "--info-fd", str(lines.told), "--seccomp", str(calls)]
        words += ["--args", str(options), *attendant]
        environment = {"PATH": PATH}
    process = subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        pass_fds=fds,
        env=environment,
        process_group=0,  # a Ctrl-C is for us
    )
    stack.callback(_end, process, lines)
    return process


def _bwrap() -> str:
    found = shutil.which("bwrap")
    if found is None:
        raise PlatformFault("bubblewrap is not installed (apt install bubblewrap)")
    return found


def _attendant(task: Task, lines: Lines, given: str, folder: str, processes: int) -> list[str]:
    told = {
        "reply": lines.reply,
        "life": lines.life,
        "given": given,
        "folder": folder,
        "command": task.command,
        "time_s": task.allowed.time_s,
        "processes": processes,
        "screen": lines.screen.theirs.fileno() if lines.screen else None,
        "size": lines.screen.size if lines.screen else None,
        "most_files": MAX_FILES,
        "most_bytes": MAX_BYTES,
    }
    return [PYTHON, "-I", "-S", "-B", str(ATTENDANT), json.dumps(told)]


def _cgroup(allowed: Allowed, stack: ExitStack) -> list[str]:
    """Return the words that enter a cgroup of our own."""
    try:
        group = make_cgroup(box_name(), (allowed.memory_mb + SHARED_MB) << 20, allowed.processes + 2)
    except OSError as error:
        raise PlatformFault(f"no cgroup can be made here: {error}") from None
    stack.callback(group.remove)
    return [word for file in group.join_files() for word in ("-g", str(file))]


def _shown(task: Task) -> Iterator[tuple[str, Path]]:
    """Yield what is seen in a room: the place, and what of the machine is seen there."""
    prefix, package = Path(sys.prefix), Path(overtrick.__file__).parent
    ours = [path for path in (python_folder(), prefix, package) if path and not path.is_relative_to("/usr")]
    asked = [*NETWORK] if task.allowed.network else []
    for path in map(Path, ("/usr", *LIBRARIES, *SETTINGS, *PACKAGES, *asked)):
        if path.exists() and not path.is_symlink():
            yield str(path), path
        elif path.is_symlink() and path.exists() and str(path) in NETWORK:
            yield str(path), path.resolve()
    for path in ours:
        yield str(path), path
    for path in (one for game in named() for one in with_rules(game.absolute())):
        yield str(path), path
    for name in task.allowed.read:
        yield name, Path(name)
    yield GIVEN, task.given
    yield str(FOLDER / HANDOUT), task.handout


def _options(task: Task, shown: Mapping[str, Path]) -> list[str]:
    """Return what bubblewrap is told."""
    allowed = task.allowed
    options = ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup"]
    options += [] if allowed.network else ["--unshare-net"]
    options += ["--cap-drop", "ALL", "--new-session", "--as-pid-1", "--clearenv"]
    options += ["--hostname", "room", "--proc", "/proc", "--dev", "/dev"]
    options += ["--perms", "0700", "--size", str(allowed.disk_mb << 20), "--tmpfs", str(HOME)]
    options += ["--size", str(SHARED_MB << 20), "--tmpfs", "/dev/shm", "--dir", str(HOME / "tmp")]
    options += ["--symlink", "home/tmp", "/tmp"]
    for name in LIBRARIES:
        if Path(name).is_symlink():
            options += ["--symlink", str(Path(name).readlink()), name]
    for place, source in shown.items():
        options += ["--ro-bind", str(source.absolute()), place]
    options += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(HOME)]
    for name, value in _environment(task, HOME).items():
        options += ["--setenv", name, value]
    return options


def _environment(task: Task, home: Path) -> dict[str, str]:
    """Return the variables that a command finds."""
    known = {
        "PATH": f"{Path(sys.prefix, 'bin')}:{PATH}",
        "HOME": str(home),
        "TMPDIR": str(home / "tmp"),
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        LEAGUE: str(home / "bot" / HANDOUT),
    }
    if games := named():
        known[VARIABLE] = os.pathsep.join(str(path.absolute()) for path in games)
    if task.allowed.terminal:
        known["TERM"] = os.environ.get("TERM", "dumb")
    return known | {name: os.environ[name] for name in task.allowed.environment}


def _listen(process: "subprocess.Popen[bytes]", replies: int, most_s: float) -> tuple[bytes, bytes, bool]:
    """Return what was said, as far as it is kept, what the attendant replied, and whether it came too late."""
    assert process.stdout is not None
    said, first, answer = bytearray(), b"", bytearray()
    end_s = monotonic() + most_s
    with DefaultSelector() as ears:
        ears.register(process.stdout.fileno(), EVENT_READ, said)
        ears.register(replies, EVENT_READ, answer)
        while ears.get_map():
            ready = ears.select(max(0.0, end_s - monotonic()))
            if not ready:
                return first + bytes(said), bytes(answer), True
            for key, _ in ready:
                some = os.read(key.fd, 1 << 16)
                key.data.extend(some)
                if not some:
                    ears.unregister(key.fd)
            if not first and len(said) > FIRST_BYTES + LAST_BYTES:
                first = bytes(said[:FIRST_BYTES]) + b"\n[...]\n"
            if first:
                del said[:-LAST_BYTES]
            if len(answer) > MOST_REPLY:
                return first + bytes(said), b"", False
    return first + bytes(said), bytes(answer), False


def _end(process: "subprocess.Popen[bytes]", lines: Lines) -> None:
    """End a room by its lifeline, and insist."""
    lines.let_go()
    try:
        process.wait(INSIST_S)
    except subprocess.TimeoutExpired:
        with suppress(ValueError, KeyError, OSError):  # its number is its own as long as bubblewrap is there
            os.set_blocking(lines.about, False)
            os.kill(json.loads(os.read(lines.about, 1 << 12))["child-pid"], signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            process.wait(INSIST_S)
        process.kill()
        process.wait()
    assert process.stdout is not None
    process.stdout.close()


def _left(task: Task, said: bytes, answer: bytes, late: bool) -> Left:
    words, (head, _, archive) = clean(said), answer.partition(b"\n")
    try:
        told: dict[str, Any] = json.loads(head)
        seconds, wrong, ended = float(told["seconds"]), str(told["wrong"]), _ended(told, task.allowed.time_s)
    except (ValueError, KeyError, TypeError):
        why = f"its room had to be ended after {task.allowed.time_s:g} s" if late else "its room broke"
        return Left({}, f"it left nothing: {why}", why, float(task.allowed.time_s) if late else 0.0, words)
    if wrong:
        return Left({}, wrong, ended, seconds, words)
    try:
        files = unpacked(archive, "it")
    except Mistake as mistake:
        return Left({}, str(mistake), ended, seconds, words)
    if len(files) != told["files"]:
        return Left({}, f"{len(files)} of {told['files']} files could be read: its room broke", ended, seconds, words)
    return Left(files, "", ended, seconds, words)


def _ended(told: Mapping[str, Any], time_s: float) -> str:
    """Return how a command ended."""
    code = told["code"]
    if code is None:
        return f"its time of {time_s:g} s was over"
    if told["unstarted"]:
        return clean(str(told["unstarted"]).encode())
    return f"it ended with code {code}" if code >= 0 else f"it was ended by signal {-code}"
