"""What is billed: the time that a program causes, working or idle, and not what it was kept waiting."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from overtrick.bots.fence import agent as agent_module
from overtrick.bots.fence.compiler import compile_c
from overtrick.bots.fence.fence import OUT_OF_TIME, PYTHON, End, Fence, Level, Limits, Program, Turn
from tests.support.boxes import ATTACKS, LEVELS, MOSTLY_LONG, bot_folder

LIMITS = Limits(cpu_ms=250, bank_ms=0, start_ms=1000, wall_factor=400)
"""Whose wall clock does not matter, however busy the machine is."""

LATE_S = 0.1  # by which a busy machine may see a clock too late

SLEEP = "import time\ntime.sleep(1000)"
SLEEP_IN_THREADS = """
import threading, time
for _ in range(6):
    threading.Thread(target=time.sleep, args=(1000,)).start()
"""
SLEEP_IN_A_CHILD = "import os\nos.system('sleep 1000')"
WAKE_OFTEN = "import time\nwhile True: time.sleep(0.002)"

WORK = "import time\nwhile time.process_time() < 0.2: pass\nprint(7)"
WORK_IN_THREADS = """
import threading, time
def work():
    while time.process_time() < 0.2: pass
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(7)
"""
WORK_IN_A_CHILD = """
import os, time
if os.fork() == 0:
    while time.process_time() < 0.15: pass
    os._exit(0)
os.wait()
print(7)
"""
WORK_IN_MANY_CHILDREN = "import os\nos.system('for i in 1 2 3 4 5 6 7 8 9; do true | cat; done')\nprint(7)"

NAPS = """
import sys, time
for line in sys.stdin:
    word, amount = line.split()
    if word == "sleep":
        time.sleep(float(amount))
    end = time.process_time() + float(amount)
    while word == "work" and time.process_time() < end: pass
    print(word, flush=True)
"""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with bot_folder(
        sleep=SLEEP,
        sleep_in_threads=SLEEP_IN_THREADS,
        sleep_in_a_child=SLEEP_IN_A_CHILD,
        wake_often=WAKE_OFTEN,
        work=WORK,
        work_in_threads=WORK_IN_THREADS,
        work_in_a_child=WORK_IN_A_CHILD,
        work_in_many_children=WORK_IN_MANY_CHILDREN,
        naps=NAPS,
    ) as path:
        yield path


@pytest.fixture(params=MOSTLY_LONG)
def level(request: pytest.FixtureRequest) -> Level:
    value: Level = request.param
    return value


def run(folder: Path, name: str, level: Level, limits: Limits = LIMITS, core: int | None = None) -> Turn:
    with Fence(Program(folder, (PYTHON, f"{name}.py")), limits, level=level, core=core) as fence:
        return fence.turn(b"")


@contextmanager
def crowd(count: int) -> Iterator[int]:
    """Give a core on which others want to compute as well, each as much as we."""
    core = max(os.sched_getaffinity(0))
    words = (PYTHON, "-c", f"import os\nos.sched_setaffinity(0, [{core}])\nprint(flush=True)\nwhile True: pass")
    # Each in a session of its own: the kernel may share a core between sessions first.
    others = [subprocess.Popen(words, stdout=subprocess.PIPE, start_new_session=True) for _ in range(count)]
    try:
        for other in others:
            assert other.stdout is not None
            other.stdout.readline()  # so that all are there
        yield core
    finally:
        for other in others:
            other.kill()
            other.communicate()


@pytest.mark.parametrize("name", ["sleep", "sleep_in_threads", "sleep_in_a_child", "wake_often"])
def test_who_sleeps_uses_up_its_time(folder: Path, level: Level, name: str) -> None:
    turn = run(folder, name, level)
    assert turn.end is End.IDLE, turn
    assert 0.25 < turn.cpu_s + turn.idle_s < 0.25 + LATE_S and turn.idle_s > 0.1


def test_who_works_on_a_crowded_core_loses_nothing(folder: Path) -> None:
    with crowd(3) as core:
        turn = run(folder, "work", LEVELS[0], core=core)
    assert (turn.end, turn.stdout) == (End.REPLY, b"7\n"), turn
    assert turn.wall_s > 0.3, "the core was crowded"
    assert turn.idle_s < 0.02


@pytest.mark.long
@pytest.mark.parametrize("name", ["work", "work_in_threads", "work_in_a_child", "work_in_many_children"])
def test_nobody_who_works_on_a_crowded_core_loses_anything(folder: Path, level: Level, name: str) -> None:
    with crowd(6) as core, Fence(Program(folder, (PYTHON, f"{name}.py")), LIMITS, level=level, core=core) as fence:
        turns = [fence.turn(b"") for _ in range(3)]
    assert [turn.end for turn in turns] == [End.REPLY] * 3, turns
    assert sum(turn.idle_s for turn in turns) < 0.1


def test_a_match_has_so_much_waiting_and_no_more(folder: Path, level: Level) -> None:
    limits = replace(LIMITS, cpu_ms=1000, wait_ms=500)
    with Fence(Program(folder, (PYTHON, "naps.py")), limits, level=level) as fence:
        fence.start()
        first = [fence.ask(b"sleep 0.2") for _ in range(2)]
        assert [turn.end for turn in first] == [End.REPLY] * 2 and all(turn.idle_s > 0.1 for turn in first), first
        then = [fence.ask(b"sleep 0.2") for _ in range(3)]
        assert then[1].end is then[2].end is End.IDLE and then[2].idle_s < LATE_S, then
        assert fence.finish(1000).idle_s < LATE_S


def test_who_works_needs_no_waiting(folder: Path) -> None:
    with Fence(Program(folder, (PYTHON, "naps.py")), replace(LIMITS, wait_ms=0)) as fence:
        fence.start()
        assert [fence.ask(b"work 0.1").end for _ in range(3)] == [End.REPLY] * 3
        assert fence.ask(b"sleep 0.2").end is End.IDLE


def test_waiting_is_paid_from_the_bank(folder: Path) -> None:
    with Fence(Program(folder, (PYTHON, "naps.py")), replace(LIMITS, bank_ms=300)) as fence:
        fence.start()
        fence.ask(b"hello 0")
        ends = [fence.ask(b"sleep 0.4").end]
        while (
            ends[-1] is End.REPLY and len(ends) < 10
        ):  # on a busy machine less of a nap is idle, so the bank lasts longer
            ends.append(fence.ask(b"sleep 0.4").end)
    assert ends[0] is End.REPLY and ends[-1] is End.IDLE, ends


@pytest.mark.parametrize("level", [level for level in LEVELS if level is not Level.B])  # whose agent needs /proc
def test_where_the_kernel_does_not_count_the_wide_limit_stays(
    folder: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_module, "_opened", lambda *_: -1)
    turn = run(folder, "sleep", level, replace(LIMITS, wall_factor=2))
    assert turn.end is End.WALL and turn.wall_s > 0.5 and turn.idle_s == 0


TRICKS = ["sleep_in_vfork", "sleep_in_children", "sleep_in_a_crowd", "burn_then_sleep", "sleep_in_the_kernel"]


@pytest.mark.long
def test_no_trick_buys_more_than_a_moment_in_a_match(level: Level) -> None:
    built = compile_c(ATTACKS)
    assert built.program is not None, built.messages
    with Fence(Program(built.program.parent, ("/bot/bot",)), LIMITS, level=level) as fence:
        turns = {trick: fence.turn(trick.encode()) for trick in TRICKS}
        assert all(turn.end in OUT_OF_TIME and turn.end is not End.WALL for turn in turns.values()), turns
        again = [fence.turn(trick.encode()) for trick in TRICKS]
    assert {turn.end for turn in again} <= {End.IDLE, End.CPU}, again
