"""A turn of a fenced program: how it ended, and what came of it."""

import errno
from enum import IntEnum
from typing import NamedTuple


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


ENDS = tuple(End)
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


NO_PROGRAM = Turn(End.NOT_STARTED, b"", b"", errno.ESRCH, 0.0, 0.0)
