"""A long-lived program that tries to think on the time of others: between its turns nobody of it may run."""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from overtrick.bots.fence.compiler import compile_c
from overtrick.bots.fence.fence import PYTHON, End, Fence, Level, Limits, Program
from tests.support.boxes import ATTACKS, LEVELS, below, fence_agent_name, soon

pytestmark = pytest.mark.long

LIMITS = Limits(cpu_ms=5000, bank_ms=0, wall_factor=4, memory_mb=512)

WAKES = ["by_timer", "by_dying_child", "by_dying_parent", "by_pipe", "by_friends", "by_every_call"]

QUESTIONS = 10
"""Some of the ways are races, won now and then."""


@pytest.fixture(scope="module")
def program() -> Program:
    built = compile_c(ATTACKS)
    assert built.program is not None, built.messages
    return Program(built.program.parent, ("/bot/bot",))


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest) -> Iterator[Level]:
    yield request.param


def states(fence: Fence) -> list[str]:
    """Return the state of every process of the program: T for one that stands, Z for one that is dead."""
    found = []
    for pid, name in below(fence.pid):
        if name in ("bwrap", "agent", fence_agent_name(fence)):
            continue
        with suppress(FileNotFoundError):
            found.append(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0])
    return found


def stands(fence: Fence) -> bool:
    return set(states(fence)) <= {"T", "Z"}


def ask_often(fence: Fence, first: str) -> None:
    """After every answer all processes must stand before long, and still stand a little later."""
    fence.start()
    for question in (first, *["again"] * QUESTIONS):
        turn = fence.ask(question.encode())
        assert turn.end is End.REPLY, turn
        assert soon(lambda: stands(fence), 3), (question, states(fence))
        time.sleep(0.05)
        assert stands(fence), (question, states(fence))
    assert len(states(fence)) > 1


@pytest.mark.parametrize("way", WAKES)
def test_nobody_wakes_up_between_turns(program: Program, level: Level, way: str) -> None:
    with Fence(program, LIMITS, level=level) as fence:
        ask_often(fence, f"wake {way}")


def test_nobody_wakes_up_between_turns_in_python(level: Level) -> None:
    with Fence(Program(ATTACKS, (PYTHON, "-I", "wakes_its_friends.py")), LIMITS, level=level) as fence:
        ask_often(fence, "attack")
