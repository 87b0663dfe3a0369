"""One program leaves bits where another may look: between turns, seats, matches and workers nothing comes through."""

import os
import pydoc_data.topics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

import pytest

from overtrick.bots.fence.compiler import compile_c
from overtrick.bots.fence.fence import Fence, Level, Program
from overtrick.bots.fence.shown.runtime import whereabouts
from tests.support.boxes import ATTACKS, LEVELS

BITS = 16
FILE = Path(pydoc_data.topics.__file__)
"""Large, in every box that has Python, and read by nobody."""

WORKER = """
import sys
from pathlib import Path
from overtrick.bots.fence.fence import Fence, Level, Program
with Fence(Program(Path(sys.argv[1]), ("/bot/bot",)), level=Level(sys.argv[2])) as fence:
    sys.stdout.buffer.write(fence.turn(sys.argv[3].encode()).stdout)
"""


@pytest.fixture(scope="module")
def program() -> Program:
    built = compile_c(ATTACKS)
    assert built.program is not None, built.messages
    return Program(built.program.parent, ("/bot/bot",))


def in_turns(program: Program, level: Level, left: str, looked: str) -> bytes:
    with Fence(program, level=level) as box:
        assert box.turn(left.encode()).stdout == b""
        return box.turn(looked.encode()).stdout


def in_seats(program: Program, level: Level, left: str, looked: str) -> bytes:
    with Fence(program, level=level) as one, Fence(program, level=level) as other:
        assert one.turn(left.encode()).stdout == b""
        return other.turn(looked.encode()).stdout


def in_matches(program: Program, level: Level, left: str, looked: str) -> bytes:
    with Fence(program, level=level) as one:
        assert one.turn(left.encode()).stdout == b""
    with Fence(program, level=level) as other:
        return other.turn(looked.encode()).stdout


def in_workers(program: Program, level: Level, left: str, looked: str) -> bytes:
    def run(question: str) -> bytes:
        words = [sys.executable, "-c", WORKER, str(program.folder), str(level), question]
        return subprocess.run(words, capture_output=True, check=True).stdout

    assert run(left) == b""
    return run(looked)


def forget_pages(file: Path) -> None:
    """Have no page of a file in memory, as far as the kernel does what it is asked."""
    handle = os.open(file, os.O_RDONLY)
    os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(handle)


@pytest.mark.parametrize("level", [level for level in LEVELS if level is not Level.B])
@pytest.mark.parametrize("between", [in_turns, in_seats, in_matches, in_workers])
def test_pages_in_memory_tell_nothing(
    program: Program, level: Level, between: Callable[[Program, Level, str, str], bytes]
) -> None:
    sent = f"{SystemRandom().getrandbits(BITS):0{BITS}b}"
    forget_pages(FILE)
    got = between(program, level, f"leave_pages {FILE} {sent}\n", f"time_pages {FILE} {BITS}\n").decode()
    assert len(got) == BITS, "the file is not there, or too short"
    # All pages are there at once. A disturbance may make one look slow, but it knows nothing of the bits.
    assert got.count("1") >= BITS - 2, (sent, got)


@pytest.mark.parametrize("level", [level for level in LEVELS if level is not Level.B])
def test_a_box_shows_a_copy_of_the_program_that_is_always_in_memory(program: Program, level: Level) -> None:
    """The same one to all its boxes: made for each, its times would tell how old the box is."""
    bot = program.folder / "bot"
    asking = Program(program.folder, ("stat", "-c", "%d %i %y %z", "/bot/bot"))
    with Fence(asking, level=level) as one, Fence(asking, level=level) as other:
        shown = one.turn(b"").stdout
        assert other.turn(b"").stdout == shown
    assert int(shown.split()[0]) == whereabouts().stat().st_dev != bot.stat().st_dev
