"""The fence: strangers' programs run behind it, one box per seat and match, many turns in it.

>>> from pathlib import Path
>>> with Fence(Program(Path("/usr/games"), ("cat",))) as fence:
...     fence.turn(b"hello").stdout
b'hello'
"""

import math
import os
import signal
import struct
import subprocess
import tempfile
import threading
from contextlib import ExitStack
from enum import IntEnum
from functools import cache
from os import read, write
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import NamedTuple, Self

from overtrick.bots.fence.cgroup import Cgroup, box_name, make_cgroup
from overtrick.bots.fence.levels import (
    MACHINE,
    PYTHON,
    Box,
    Level,
    Program,
    bare_box,
    namespace_box,
    own_tasks,
    own_uid,
)
from overtrick.bots.fence.limits import Limits
from overtrick.bots.fence.runtime import resident
from overtrick.bots.fence.threads import LATE_S, keeper, watch
from overtrick.bots.fence.toolchain import agent_binary
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake

__all__ = [
    "PYTHON",
    "End",
    "Fence",
    "Level",
    "Limits",
    "PlatformFault",
    "Program",
    "Turn",
    "probe",
    "refusals",
    "why_not",
]


class End(IntEnum):
    """How a turn ended; the agent's ``enum ending``."""

    REPLY = 0
    """With an answer: a line, or the program's end with code 0."""
    EXIT = 1
    """The program ended with the code, of a long-lived one without an answer."""
    SIGNAL = 2
    """The program was ended by the signal ``code``."""
    CPU = 3
    WALL = 4
    FLOOD = 5
    """The answer was longer than allowed."""
    NOT_STARTED = 6
    """The program could not be started, for the reason (errno) ``code``, or had already ended."""
    IDLE = 7
    """What it did not use of its time it waited away; with ``code`` 1 all that a match has for waiting."""


REPLIED = End.REPLY  # by its own name, since to look it up takes longer than to compare
OUT_OF_TIME = (End.CPU, End.WALL, End.IDLE)


class Turn(NamedTuple):
    """What came of one turn; a tuple, because a frozen dataclass takes a tenth of a turn to make."""

    end: End
    stdout: bytes
    stderr: bytes
    code: int
    cpu_s: float
    wall_s: float
    dropped: int = 0
    """Lines of a long-lived program that nobody had asked for, or that came too late."""
    idle_s: float = 0.0
    """How long nobody in the box had anything to do; not what it waited for a processor, the disk or us."""


REQUEST = struct.Struct("=IIQQQ")
REPLY = struct.Struct("=IiIIIIQQ")
HEAD = REPLY.size
SETUP = struct.Struct("=11IiiiQQ")
SETUP_KIND, TURN_KIND, START_KIND, ASK_KIND, FINISH_KIND = range(5)

ENDS = tuple(End)
OUT_OF_MEMORY = b"the box was out of memory"
NEVER_S = math.inf
GRACE_MS = 5
"""What every turn may idle, however much the program did before: the least that a runtime does now and then."""


class Fence:
    """A box around one program, until it is closed; turns inside it are cheap, making it is not."""

    def __init__(
        self, program: Program, limits: Limits | None = None, *, level: Level | None = None, core: int | None = None
    ) -> None:
        self.limits = limits or Limits()
        self.level = level or probe()
        self._bank_ms = float(self.limits.bank_ms)
        self._idle_us = (self.limits.wait_ms + GRACE_MS) * 1000
        self._start_ms = 0
        self._told = b""
        self._due_s = NEVER_S
        self._killed = 0
        self._program, self._core = program, core
        self._stack = ExitStack()
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process at the root of the box, as the machine sees it."""
        return self._process.pid

    def turn(self, question: bytes, cpu_ms: int | None = None) -> Turn:
        """Start the program anew, give it the question and the end of input, and return what it wrote."""
        return self._judged(TURN_KIND, question, cpu_ms)

    def start(self) -> Turn:
        """Start the long-lived program; it stands still until it is asked."""
        self._start_ms = self.limits.start_ms
        self._told = b""
        return self._exchange(START_KIND, b"", 1000.0)

    def tell(self, line: bytes) -> None:
        """Say something that needs no answer; the program, which stands, reads it with its next question."""
        self._told += line if line.endswith(b"\n") else line + b"\n"

    def ask(self, line: bytes, cpu_ms: int | None = None) -> Turn:
        """Let the long-lived program run until it has answered with one line."""
        if self._told or not line.endswith(b"\n"):
            self.tell(line)
            line = self._take_told()
        return self._judged(ASK_KIND, line, cpu_ms)

    def finish(self, cpu_ms: int | None = None) -> Turn:
        """Give the long-lived program what it was told and the end of input, and wait for its end."""
        return self._judged(FINISH_KIND, self._take_told(), cpu_ms)

    def close(self) -> None:
        """End everything in the box; a second time does nothing."""
        self._stack.close()

    # What follows is between us and the agent.

    def _take_told(self) -> bytes:
        told, self._told = self._told, b""
        return told

    def _judged(self, kind: int, payload: bytes, cpu_ms: int | None) -> Turn:
        """Run a turn within the time given, or within the limits and what is left in the bank."""
        if cpu_ms is not None:
            return self._exchange(kind, payload, cpu_ms)
        own_ms = self.limits.cpu_ms + self._start_ms
        turn = self._exchange(kind, payload, own_ms + self._bank_ms)
        self._start_ms = 0
        if turn.end is End.SIGNAL and turn.code == signal.SIGKILL and self._ran_out():
            turn = turn._replace(stderr=turn.stderr + OUT_OF_MEMORY)
        used_ms = (turn.cpu_s + turn.idle_s) * 1000
        if turn.end is not REPLIED and turn.end in OUT_OF_TIME:
            self._bank_ms = 0  # or it could take as long again at every turn
        elif used_ms > own_ms:
            self._bank_ms = max(0.0, self._bank_ms - (used_ms - own_ms))
        return turn

    def _exchange(self, kind: int, payload: bytes, cpu_ms: float) -> Turn:
        """Send a request and return the reply; written flat, since every turn pays for every call here."""
        cpu_us = int(cpu_ms * 1000)
        wall_us = cpu_us * self.limits.wall_factor
        frame = REQUEST.pack(kind, len(payload), cpu_us, self._idle_us, wall_us) + payload
        began_s = monotonic()
        self._due_s = began_s + wall_us / 1e6 + LATE_S
        try:
            sent = write(self._to_agent, frame)
            while sent < len(frame):
                sent += write(self._to_agent, frame[sent:])
            # Small on purpose: a large buffer is mapped and unmapped for every read, which costs more than the turn.
            frame = read(self._from_agent, 16384)
            if len(frame) < HEAD:
                frame = self._read_on(frame, HEAD)
            end, code, out, err, dropped, idle_us, cpu_us, wall_us = REPLY.unpack_from(frame)
            middle = HEAD + out
            if len(frame) < middle + err:
                frame = self._read_on(frame, middle + err)
        except (BrokenPipeError, EOFError):
            return self._after_the_end(began_s)
        finally:
            self._due_s = NEVER_S
        if idle_us:
            self._use_up(idle_us)
        stdout, stderr = frame[HEAD:middle], frame[middle:]
        return Turn(ENDS[end], stdout, stderr, code, cpu_us / 1e6, wall_us / 1e6, dropped, idle_us / 1e6)

    def _use_up(self, idle_us: int) -> None:
        """Take from what a match has for waiting."""
        self._idle_us = max(GRACE_MS * 1000, self._idle_us - idle_us)

    def _read_on(self, frame: bytes, size: int) -> bytes:
        parts, have = [frame], len(frame)
        while have < size:
            parts.append(read(self._from_agent, 1 << 18))
            have += len(parts[-1])
            if not parts[-1]:
                raise EOFError
        return b"".join(parts)

    def end_if_late(self, now_s: float) -> None:
        """Kill an agent that should have answered long ago; whoever waits for it then gets a PlatformFault."""
        if now_s > self._due_s:
            self._process.kill()

    def _after_the_end(self, began_s: float) -> Turn:
        """Judge why the agent is dead: a program that used up its box's memory must not void the match by it."""
        lasted_us = int((monotonic() - began_s) * 1e6)
        words = self._last_words()
        if not self._ran_out():
            raise PlatformFault(f"the fence broke: {words}")
        self._use_up(lasted_us)  # nobody knows how much of it it slept
        self._stack.close()
        self._killed = 0
        self._open()
        return Turn(End.SIGNAL, b"", OUT_OF_MEMORY, int(signal.SIGKILL), 0.0, 0.0)

    def _ran_out(self) -> bool:
        """Return whether somebody was killed for the memory of the box since this was asked last."""
        before = self._killed
        self._killed = self._group.oom_kills() if self._group else 0
        return self._killed > before

    def _last_words(self) -> str:
        self._process.wait(LATE_S)
        assert self._process.stderr is not None
        os.set_blocking(self._process.stderr.fileno(), False)
        words = (self._process.stderr.read() or b"").decode(errors="replace").strip()
        return words[:1000] or f"the agent ended with code {self._process.returncode}"

    def _open(self) -> None:
        program = self._program
        try:
            agent = agent_binary()
        except Mistake as mistake:
            raise PlatformFault(str(mistake)) from None
        for path in (program.folder, *program.files):
            if not path.exists():
                raise Mistake(f"{path} does not exist")
        with ExitStack() as until_started:
            self._start_agent(agent, until_started)
            self._set_up()

    def _start_agent(self, agent: Path, until_started: ExitStack) -> None:
        program, core = self._program, self._core
        namespaces = self.level in (Level.A_PLUS, Level.A)
        if namespaces:
            box = namespace_box(program, self.limits, agent, self._runtime(), until_started)
        else:
            box = bare_box(program, self.limits, self.level, self._stack)
        words = [str(agent), *([] if core is None else ["-c", str(core)])]
        self._group = group = self._make_cgroup(box.copied_bytes) if self.level is Level.A_PLUS else None
        self._cpu_fd = -1
        if group:
            self._stack.callback(group.remove)
            words += [word for file in group.join_files() for word in ("-g", str(file))]
            self._cpu_fd = os.open(group.cpu_file, os.O_RDONLY | os.O_CLOEXEC)
            until_started.callback(os.close, self._cpu_fd)
            box.fds.append(self._cpu_fd)
        self._pid_fd = _opened("/proc/sys/kernel/ns_last_pid", os.O_WRONLY, until_started) if namespaces else -1
        self._proc_fd = _opened("/proc", os.O_PATH | os.O_DIRECTORY, until_started)
        box.fds += [handle for handle in (self._pid_fd, self._proc_fd) if handle >= 0]
        words += [word for path in box.staged for word in ("-m", str(path))]
        user = own_uid(self._stack)
        if user:
            box.owns_all = True
            box.fds.append(user[1])
            words += ["-u", str(user[0])] + (["-r"] if self.level is Level.B else [])
            if box.scratch:
                os.chown(box.scratch, user[0], user[0])
        if not namespaces:
            words += ["-d", str(program.folder)]
        self._box, self._bare, self._shares_user = box, not namespaces, not (user or namespaces)
        self._run([*words, "--", *box.argv] if box.argv else words, box)

    def _runtime(self) -> Path:
        """Return what the program shall see as the machine: all of it if it compiles, else what it needs, in memory."""
        if self.limits.scratch_mb:
            return MACHINE
        try:
            return resident(self._program)
        except Mistake:  # as the doctor tells
            return MACHINE

    def _make_cgroup(self, copied_bytes: int) -> Cgroup:
        if os.geteuid() != 0:
            raise PlatformFault("a user for every box needs root")
        try:
            # Two more: bwrap and the agent are in it as well, with a little memory of their own.
            return make_cgroup(
                box_name(), ((self.limits.memory_mb + 16) << 20) + copied_bytes, self.limits.processes + 2
            )
        except OSError as error:
            raise PlatformFault(f"no cgroup can be made here: {error}") from None

    def _run(self, words: list[str], box: Box) -> None:
        def start() -> subprocess.Popen[bytes]:
            pipe = subprocess.PIPE
            # A group of its own: Ctrl-C in a terminal is for us, and must not look like a fence that broke.
            return subprocess.Popen(
                words,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                pass_fds=box.fds,
                env=box.environment,
                bufsize=0,
                process_group=0,
            )

        self._process = keeper(os.getpid()).submit(start).result()
        self._stack.callback(self._end_process)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._to_agent = self._process.stdin.fileno()
        self._from_agent = self._process.stdout.fileno()
        watch(self)

    def _set_up(self) -> None:
        limits, box = self.limits, self._box
        texts = [*box.bot_argv, *(f"{name}={value}" for name, value in box.environment.items()), *box.landlock_paths]
        # One more process for the agent; a user shared with others has theirs as well.
        processes = limits.processes + 1 + (own_tasks() if self._shares_user else 0)
        head = SETUP.pack(
            not self._bare,
            box.owns_all,
            bool(box.landlock_paths),
            len(box.bot_argv),
            len(box.environment),
            len(box.landlock_paths),
            len(box.seccomp),
            limits.reply_bytes,
            limits.stderr_bytes,
            processes,
            limits.files,
            self._cpu_fd,
            self._pid_fd,
            self._proc_fd,
            limits.memory_mb << 20,
            limits.file_bytes,
        )
        payload = head + b"".join(os.fsencode(text) + b"\0" for text in texts) + box.seccomp
        self._exchange(SETUP_KIND, payload, 0)

    def _end_process(self) -> None:
        """Close the agent's input, which is its end, and insist."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.close()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        process.stderr.close()


def _opened(path: str, flags: int, stack: ExitStack) -> int:
    """Return a descriptor of a file of the kernel for the agent, or -1 where we are not given one."""
    try:
        handle = os.open(path, flags | os.O_CLOEXEC)
    except OSError:
        return -1
    stack.callback(os.close, handle)
    return handle


_probing = threading.Lock()


def probe() -> Level:
    """Return the best level that works here, found by running a program behind each."""
    with _probing:
        return _probe()[0]


def refusals() -> dict[Level, str]:
    """Return why the levels better than ours do not work here."""
    with _probing:
        return _probe()[1]


@cache
def _probe() -> tuple[Level, dict[Level, str]]:
    why: dict[Level, str] = {}
    for level in Level:
        why[level] = why_not(level)
        if not why[level]:
            return level, {worse: reason for worse, reason in why.items() if reason}
    raise PlatformFault(f"no program can be started, not even without a fence: {why[Level.C]}")


@cache
def why_not(level: Level) -> str:
    """Return nothing if a program runs at a level, else why not."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        try:
            with Fence(Program(Path(folder), ("sh", "-c", "read word; echo $word")), level=level) as fence:
                turn = fence.turn(b"fence\n")
        except (PlatformFault, OSError) as fault:
            return str(fault)
    return "" if turn.stdout == b"fence\n" else f"a test program ended with {turn.end.name} {turn.code}"
