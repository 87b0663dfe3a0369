"""The agent as the referee holds it: the process in the box, requests to it, and what it replies."""

import os
import socket
import struct
import subprocess
from contextlib import ExitStack
from dataclasses import replace
from os import read, write
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from overtrick.bots.fence.cgroup import Cgroup, box_name, make_cgroup
from overtrick.bots.fence.levels import MACHINE, Box, Level, Program, bare_box, namespace_box, own_tasks, own_uid
from overtrick.bots.fence.limits import Limits
from overtrick.bots.fence.shown.roots import root_of
from overtrick.bots.fence.shown.runtime import resident
from overtrick.bots.fence.threads import LATE_S, keeper, watch
from overtrick.bots.fence.toolchain import agent_binary, mould_library
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake

REQUEST = struct.Struct("=IIQQQ")
REPLY = struct.Struct("=IiIIQQQ")
HEAD = REPLY.size
SETUP = struct.Struct("=10I6iQQ")
SETUP_KIND, TURN_KIND, START_KIND, FOLLOW_KIND, ENOUGH_KIND, END_KIND, TIDY_KIND = range(7)
NEVER_S = float("inf")


class Time(NamedTuple):
    """What a turn may take, in microseconds."""

    cpu_us: int = 0
    idle_us: int = 0
    wall_us: int = 0


class Reply(NamedTuple):
    """What the agent tells of a turn; ``end`` is its ``enum ending``."""

    end: int
    code: int
    stdout: bytes
    stderr: bytes
    idle_us: int
    cpu_us: int
    wall_us: int


class Agent:
    """A box with our agent in it, until it is closed; EOFError or BrokenPipeError if the agent is dead."""

    def __init__(self, program: Program, limits: Limits, level: Level, core: int | None) -> None:
        self._program, self._limits, self._level, self._core = program, limits, level, core
        self._due_s = NEVER_S
        self._stack = ExitStack()
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The process at the root of the box, as the machine sees it."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process at the root of the box is there."""
        return self._process.poll() is None

    @property
    def is_warm(self) -> bool:
        """Whether a fresh program is cast for every match from an interpreter that has the kit loaded."""
        return self._box.is_warm

    @property
    def can_be_used_again(self) -> bool:
        """Whether nothing of a match is left in the box when its processes are gone, not even how many there were."""
        return not self._bare and self._pid_fd >= 0

    def exchange(self, kind: int, payload: bytes, time: Time) -> Reply:
        """Send a request and return the reply."""
        self.send(kind, payload, time)
        return self.receive()

    def send(self, kind: int, payload: bytes, time: Time) -> None:
        """Send a request; whoever does not receive a reply in time finds the agent dead."""
        frame = REQUEST.pack(kind, len(payload), *time) + payload
        self._due_s = monotonic() + time.wall_us / 1e6 + LATE_S
        sent = write(self._to_agent, frame)
        while sent < len(frame):
            sent += write(self._to_agent, frame[sent:])

    def receive(self) -> Reply:
        """Return the next reply; written flat, since every turn of a program that is started anew pays for it."""
        # Small on purpose: a large buffer is mapped and unmapped for every read, which costs more than the turn.
        frame = read(self.replies, 16384)
        if len(frame) < HEAD:
            frame = self._read_on(frame, HEAD)
        end, code, out, err, idle_us, cpu_us, wall_us = REPLY.unpack_from(frame)
        middle = HEAD + out
        if len(frame) < middle + err:
            frame = self._read_on(frame, middle + err)
        self._due_s = NEVER_S
        return Reply(end, code, frame[HEAD:middle], frame[middle:], idle_us, cpu_us, wall_us)

    def _read_on(self, frame: bytes, size: int) -> bytes:
        parts, have = [frame], len(frame)
        while have < size:
            parts.append(read(self.replies, 1 << 18))
            have += len(parts[-1])
            if not parts[-1]:
                raise EOFError
        return b"".join(parts)

    def hand(self, descriptors: tuple[int, ...]) -> None:
        """Pass it descriptors."""
        socket.send_fds(self._passing, [b"\0"], descriptors)

    def take(self) -> int:
        """Return the descriptor that it passed to us."""
        received, handles, _, _ = socket.recv_fds(self._passing, 1, 1)
        if not received:
            raise EOFError
        return handles[0]

    def end_if_late(self, now_s: float) -> None:
        """Kill an agent that should have answered long ago; whoever waits for it then gets a PlatformFault."""
        if now_s > self._due_s:
            self._process.kill()

    def oom_kills(self) -> int:
        """Return how many processes were killed for the memory of the box, as far as anybody counts."""
        return self._group.oom_kills() if self._group else 0

    def last_words(self) -> str:
        """Return what a dead agent said about it."""
        self._process.wait(LATE_S)
        assert self._process.stderr is not None
        os.set_blocking(self._process.stderr.fileno(), False)
        words = (self._process.stderr.read() or b"").decode(errors="replace").strip()
        return words[:1000] or f"the agent ended with code {self._process.returncode}"

    def close(self) -> None:
        """End everything in the box; a second time does nothing."""
        self._stack.close()

    def _open(self) -> None:
        program = self._program
        try:
            ours = {"agent": agent_binary()} | ({"mould": mould_library()} if program.mould else {})
        except Mistake as mistake:
            raise PlatformFault(str(mistake)) from None
        for path in (program.folder, *program.files):
            if not path.exists():
                raise Mistake(f"{path} does not exist")
        with ExitStack() as until_started:
            self._start_agent(ours, until_started)
            self._set_up()

    def _start_agent(self, ours: dict[str, Path], until_started: ExitStack) -> None:
        program, core = self._program, self._core
        namespaces = self._level in (Level.A_PLUS, Level.A)
        self._pid_fd = _opened("/proc/sys/kernel/ns_last_pid", os.O_WRONLY, until_started) if namespaces else -1
        if namespaces:
            if self._pid_fd < 0:  # the numbers of processes would tell one match of the other
                program = replace(program, mould=())
            root = root_of(program, ours, with_folder=not self._limits.scratch_mb)
            box = namespace_box(program, self._limits, root, self._runtime(), until_started)
        else:
            box = bare_box(program, self._limits, self._level, self._stack)
        words = [str(ours["agent"]), *([] if core is None else ["-c", str(core)])]
        self._group = group = self._make_cgroup(box) if self._level is Level.A_PLUS else None
        self._cpu_fd = -1
        if group:
            self._stack.callback(group.remove)
            words += [word for file in group.join_files() for word in ("-g", str(file))]
            self._cpu_fd = os.open(group.cpu_file, os.O_RDONLY | os.O_CLOEXEC)
            until_started.callback(os.close, self._cpu_fd)
            box.fds.append(self._cpu_fd)
        self._proc_fd = _opened("/proc", os.O_PATH | os.O_DIRECTORY, until_started)
        self._passing, theirs = socket.socketpair()
        self._stack.enter_context(self._passing)
        self._pass_fds = [until_started.enter_context(theirs).fileno(), -1, -1]
        if box.is_warm:
            between = [until_started.enter_context(end) for end in socket.socketpair()]
            self._pass_fds[1:] = [end.fileno() for end in between]
        box.fds += [handle for handle in (self._pid_fd, self._proc_fd, *self._pass_fds) if handle >= 0]
        words += [word for path in box.staged for word in ("-m", str(path))]
        user = own_uid(self._stack)
        if user:
            box.owns_all = True
            box.fds.append(user[1])
            words += ["-u", str(user[0])] + (["-r"] if self._level is Level.B else [])
            if box.scratch:
                os.chown(box.scratch, user[0], user[0])
        if not namespaces:
            words += ["-d", str(program.folder)]
        self._box, self._bare, self._shares_user = box, not namespaces, not (user or namespaces)
        self._run([*words, "--", *box.argv] if box.argv else words, box)

    def _runtime(self) -> Path:
        """Return what the program shall see as the machine: all of it if it compiles, else what it needs, in memory."""
        if self._limits.scratch_mb:
            return MACHINE
        try:
            return resident(self._program)
        except Mistake:  # as the doctor tells
            return MACHINE

    def _make_cgroup(self, box: Box) -> Cgroup:
        if os.geteuid() != 0:
            raise PlatformFault("a user for every box needs root")
        # bwrap, the agent and perhaps a mould are in it as well, with a little memory of their own.
        memory = (self._limits.memory_mb + (32 if box.is_warm else 16)) << 20
        try:
            return make_cgroup(box_name(), memory, self._limits.processes + 2 + box.is_warm)
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
        self.replies = self._process.stdout.fileno()
        watch(self)

    def _set_up(self) -> None:
        limits, box = self._limits, self._box
        texts = [*box.bot_argv, *(f"{name}={value}" for name, value in box.environment.items()), *box.landlock_paths]
        # One more process for the agent, one for a mould; a user shared with others has theirs as well.
        processes = limits.processes + 1 + box.is_warm + (own_tasks() if self._shares_user else 0)
        head = SETUP.pack(
            not self._bare,
            box.owns_all,
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
            *self._pass_fds,
            limits.memory_mb << 20,
            limits.file_bytes,
        )
        payload = head + b"".join(os.fsencode(text) + b"\0" for text in texts) + box.seccomp
        try:
            self.exchange(SETUP_KIND, payload, Time())
        except (BrokenPipeError, EOFError):
            raise PlatformFault(f"the fence broke: {self.last_words()}") from None

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
