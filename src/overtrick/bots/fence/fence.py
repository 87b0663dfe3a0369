"""The fence: strangers' programs run behind it, one box per seat and match, many turns in it.

>>> from pathlib import Path
>>> with Fence(Program(Path("/usr/games"), ("cat",))) as fence:
...     fence.turn(b"hello").stdout
b'hello'
"""

import signal
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

from overtrick.bots.fence.agent import END_KIND, TURN_KIND, Agent, Time
from overtrick.bots.fence.levels import PYTHON, Level, Program
from overtrick.bots.fence.limits import Limits
from overtrick.bots.fence.talk import MOMENT, Talk
from overtrick.bots.fence.turn import ENDS, NO_PROGRAM, OUT_OF_TIME, REPLIED, End, Turn
from overtrick.core.ending import PlatformFault

__all__ = [
    "OUT_OF_TIME",
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

OUT_OF_MEMORY = b"the box was out of memory"
GRACE_MS = 5
"""What every turn may idle, however much the program did before: the least that a runtime does now and then."""


class Fence:
    """A box around one program, until it is closed; turns inside it are cheap, making it is not."""

    def __init__(
        self, program: Program, limits: Limits | None = None, *, level: Level | None = None, core: int | None = None
    ) -> None:
        self.limits = limits or Limits()
        self.level = level or probe()
        self.program, self.core = program, core
        self._talk: Talk | None = None
        self._killed = 0
        self._begin_match()
        self._agent = self._make_agent()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process at the root of the box, as the machine sees it."""
        return self._agent.pid

    @property
    def is_alive(self) -> bool:
        """Whether the box is still there."""
        return self._agent.is_alive

    @property
    def can_be_used_again(self) -> bool:
        """Whether nothing of a match is left in the box after ``clear``."""
        return self._agent.can_be_used_again

    def turn(self, question: bytes, cpu_ms: int | None = None) -> Turn:
        """Start the program anew, give it the question and the end of input, and return what it wrote."""
        return self._judged(self._turn_anew, question, cpu_ms)

    def start(self) -> Turn:
        """Start the long-lived program; it stands still until it is asked."""
        self._start_ms = self.limits.start_ms
        self._told = b""
        self._end_talk()
        if self._has_turned:  # the agent has given up what it takes
            self._agent.close()
            self._agent = self._make_agent()
        began_s = monotonic()
        try:
            self._talk = Talk(self._agent, self.limits)
        except (BrokenPipeError, EOFError):
            return self._after_the_end(began_s)
        return self._talk.started

    def tell(self, message: bytes) -> None:
        """Say something that needs no answer; the program, which stands, reads it with its next question."""
        self._told += message if self.is_warm or message.endswith(b"\n") else message + b"\n"

    def ask(self, message: bytes, cpu_ms: int | None = None) -> Turn:
        """Let the long-lived program run until it has answered with one line."""
        if self._told or not (self.is_warm or message.endswith(b"\n")):
            self.tell(message)
            message = self._take_told()
        return self._judged(self._talk.ask, message, cpu_ms) if self._talk else NO_PROGRAM

    def finish(self, cpu_ms: int | None = None) -> Turn:
        """Give the long-lived program what it was told and the end of input, and wait for its end."""
        return self._judged(self._talk.finish, self._take_told(), cpu_ms) if self._talk else NO_PROGRAM

    def clear(self) -> None:
        """End all processes of the program, so that the box is ready for another match."""
        self._end_talk()
        self._agent.exchange(END_KIND, b"", MOMENT)
        self._begin_match()

    def close(self) -> None:
        """End everything in the box; a second time does nothing."""
        self._end_talk()
        self._agent.close()

    # What follows is between us, the program and the agent.

    def _begin_match(self) -> None:
        self._bank_ms = float(self.limits.bank_ms)
        self._idle_us = (self.limits.wait_ms + GRACE_MS) * 1000
        self._start_ms = 0
        self._told = b""

    def _make_agent(self) -> Agent:
        self._has_turned = False
        agent = Agent(self.program, self.limits, self.level, self.core)
        # Whether the program is cast from an interpreter that has the kit loaded, and so reads frames, not lines.
        self.is_warm = agent.is_warm
        return agent

    def _end_talk(self) -> None:
        if self._talk is not None:
            self._talk.close()
            self._talk = None

    def _take_told(self) -> bytes:
        told, self._told = self._told, b""
        return told

    def _turn_anew(self, question: bytes, time: Time) -> Turn:
        self._has_turned = True
        end, code, stdout, stderr, idle_us, cpu_us, wall_us = self._agent.exchange(TURN_KIND, question, time)
        return Turn(ENDS[end], stdout, stderr, code, cpu_us / 1e6, wall_us / 1e6, 0, idle_us / 1e6)

    def _judged(self, play: Callable[[bytes, Time], Turn], question: bytes, cpu_ms: int | None) -> Turn:
        """Play a turn within the time given, or within the limits and what is left in the bank."""
        own_ms = self.limits.cpu_ms + self._start_ms
        cpu_us = int((own_ms + self._bank_ms if cpu_ms is None else cpu_ms) * 1000)
        began_s = monotonic()
        try:
            turn = play(question, Time(cpu_us, self._idle_us, cpu_us * self.limits.wall_factor))
        except (BrokenPipeError, EOFError):
            return self._after_the_end(began_s)
        if turn.idle_s:
            self._use_up(turn.idle_s)
        if cpu_ms is not None:
            return turn
        self._start_ms = 0
        used_ms = (turn.cpu_s + turn.idle_s) * 1000
        if used_ms > own_ms:
            self._bank_ms = max(0.0, self._bank_ms - (used_ms - own_ms))
        if turn.end is REPLIED:
            return turn
        if turn.end in OUT_OF_TIME:
            self._bank_ms = 0  # or it could take as long again at every turn
        if turn.end is End.SIGNAL and turn.code == signal.SIGKILL and self._ran_out():
            return turn._replace(stderr=turn.stderr + OUT_OF_MEMORY)
        return turn

    def _use_up(self, idle_s: float) -> None:
        """Take from what a match has for waiting."""
        self._idle_us = max(GRACE_MS * 1000, self._idle_us - int(idle_s * 1e6))

    def _after_the_end(self, began_s: float) -> Turn:
        """Judge why the agent is dead: a program that used up its box's memory must not void the match by it."""
        lasted_s = monotonic() - began_s
        words = self._agent.last_words()
        if not self._ran_out():
            raise PlatformFault(f"the fence broke: {words}")
        self._use_up(lasted_s)  # nobody knows how much of it it slept
        self.close()
        self._killed = 0
        self._agent = self._make_agent()
        return Turn(End.SIGNAL, b"", OUT_OF_MEMORY, int(signal.SIGKILL), 0.0, 0.0)

    def _ran_out(self) -> bool:
        """Return whether somebody was killed for the memory of the box since this was asked last."""
        before, self._killed = self._killed, self._agent.oom_kills()
        return self._killed > before


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
