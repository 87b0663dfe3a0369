"""The fence as its users see it: turns, questions, levels, and what happens when it breaks."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from overtrick.bots.fence import cgroup
from overtrick.bots.fence.cgroup import make_cgroup
from overtrick.bots.fence.fence import PYTHON, End, Fence, Level, Limits, Program, probe, refusals
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from tests.support.boxes import LEVELS, alive_in, alive_with, below, bot_folder, soon

LIMITS = Limits(cpu_ms=200, bank_ms=0, start_ms=1000, wall_factor=3)
PATIENT = replace(LIMITS, wall_factor=300)  # for what must run into the CPU clock, however busy the machine is

ECHO = """
import sys
for line in sys.stdin:
    print(line.strip()[::-1], flush=True)
"""

MOODS = """
import os, sys, time
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "late":
        time.sleep(1.0)
    if word == "half":
        print("half of", end=" ", flush=True)
        time.sleep(1.0)
    if word == "burn":
        while True:
            pass
    if word == "twice":
        print("first\\nsecond", flush=True)
        continue
    if word == "lines":
        os.write(1, b"first\\n" + b"\\n" * 60_000)
        continue
    if word == "flood":
        print("x" * 100_000, flush=True)
        continue
    if word == "exit":
        print("sorry", file=sys.stderr)
        sys.exit(3)
    if word == "fork" and os.fork() == 0:
        while True:
            pass
    if word == "quiet":
        continue
    if word == "stderr":
        sys.stderr.write("e" * 100_000)
    print(f"answer {line.strip()}", flush=True)
"""

LATE = (End.IDLE, End.WALL)
"""How a turn of a sleeper ends; on a crowded machine nobody may be sure that it slept, until the clock decides."""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with bot_folder(echo=ECHO, moods=MOODS) as path:
        yield path


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest) -> Level:
    value: Level = request.param
    return value


@pytest.fixture
def moods(folder: Path, level: Level) -> Iterator[Fence]:
    with Fence(Program(folder, (PYTHON, "moods.py")), LIMITS, level=level) as fence:
        fence.start()
        assert fence.ask(b"hello").stdout == b"answer hello\n"
        yield fence


# A program for every turn


def test_a_turn_gives_the_question_and_returns_the_answer(folder: Path, level: Level) -> None:
    with Fence(Program(folder, ("cat",)), level=level) as fence:
        for question in (b"", b"hello", b"\0\xff\n", b"x" * 60_000):
            turn = fence.turn(question)
            assert (turn.end, turn.stdout, turn.stderr, turn.code) == (End.REPLY, question, b"", 0)
            assert 0 < turn.cpu_s < 1 and 0 < turn.wall_s < 5


def test_a_long_question_is_fed_as_it_is_read(folder: Path, level: Level) -> None:
    with Fence(Program(folder, ("wc", "-c")), level=level) as fence:
        assert fence.turn(b"x" * 3_000_000).stdout == b"3000000\n"


def test_a_program_that_does_not_exist_is_not_started(folder: Path, level: Level) -> None:
    for words in (("/bot/nothing",), ("no-such-program",), ("/bot/echo.py",)):
        with Fence(Program(folder, words), level=level) as fence:
            assert fence.turn(b"").end is End.NOT_STARTED
            assert fence.start().end is End.NOT_STARTED
            assert fence.ask(b"x").end is End.NOT_STARTED


def test_extra_files_are_in_the_kit(folder: Path, level: Level) -> None:
    program = Program(folder, (PYTHON, "/kit/echo.py"), files=(folder / "echo.py",))
    with Fence(program, level=level) as fence:
        assert fence.turn(b"abc\n").stdout == b"cba\n"


def test_the_system_python_works_too(folder: Path, level: Level) -> None:
    with Fence(Program(folder, ("/usr/bin/python3", "echo.py")), level=level) as fence:
        assert fence.turn(b"abc\n").stdout == b"cba\n"


def test_the_box_can_be_on_one_core(folder: Path, level: Level) -> None:
    core = max(os.sched_getaffinity(0))
    words = (PYTHON, "-c", "import os; print(*os.sched_getaffinity(0))")
    with Fence(Program(folder, words), level=level, core=core) as fence:
        assert fence.turn(b"").stdout == f"{core}\n".encode()


def test_the_bank_pays_for_slow_turns_until_it_is_empty(folder: Path) -> None:
    limits = replace(PATIENT, cpu_ms=100, bank_ms=300)
    words = (PYTHON, "-c", "import time\nwhile time.process_time() < 0.25: pass\nprint(7)")
    with Fence(Program(folder, words), limits) as fence:
        ends = [fence.turn(b"").end for _ in range(4)]
    assert ends[0] is End.REPLY and ends[-1] is End.CPU and ends == sorted(ends)


def test_who_sleeps_has_no_bank_to_sleep_on(folder: Path) -> None:
    limits = Limits(cpu_ms=100, bank_ms=400, wall_factor=50)
    with Fence(Program(folder, ("sleep", "9")), limits) as fence:
        first, second = fence.turn(b""), fence.turn(b"")
    assert first.end is second.end is End.IDLE
    assert 0.4 < first.cpu_s + first.idle_s < 0.6 and second.cpu_s + second.idle_s < 0.2


def test_time_given_for_a_turn_is_what_counts(folder: Path) -> None:
    with Fence(Program(folder, (PYTHON, "-c", "while True: pass")), PATIENT) as fence:
        turn = fence.turn(b"", cpu_ms=100)
    assert turn.end is End.CPU and 0.09 < turn.cpu_s < 0.2


# A program that lives


def test_a_long_lived_program_answers_line_by_line(moods: Fence) -> None:
    for number in range(200):
        turn = moods.ask(f"question {number}".encode())
        assert (turn.end, turn.stdout) == (End.REPLY, f"answer question {number}\n".encode())


def test_what_is_told_comes_before_the_question(folder: Path, level: Level) -> None:
    words = ("sh", "-c", "read a; read b; read c; echo $a $b $c")
    with Fence(Program(folder, words), level=level) as fence:
        fence.start()
        fence.tell(b"one")
        fence.tell(b"two\n")
        assert fence.ask(b"three").stdout == b"one two three\n"


def test_a_late_answer_is_never_taken_for_a_later_one(moods: Fence) -> None:
    turn = moods.ask(b"late 1")
    assert turn.end in LATE
    for number in range(20):
        turn = moods.ask(f"q {number}".encode(), cpu_ms=1000)
        assert turn.stdout == f"answer q {number}\n".encode()


def test_answers_owed_twice_are_both_dropped(moods: Fence) -> None:
    turns = [moods.ask(b"late 1"), moods.ask(b"late 2"), moods.ask(b"now", cpu_ms=2000)]
    assert {turn.end for turn in turns[:2]} <= {*LATE} and turns[2].end is End.REPLY
    assert turns[2].stdout == b"answer now\n" and sum(turn.dropped for turn in turns) == 2


def test_half_a_line_is_shown_and_its_other_half_is_dropped(moods: Fence) -> None:
    turn = moods.ask(b"half 1")
    assert turn.end in LATE and turn.stdout == b"half of "
    assert moods.ask(b"now", cpu_ms=2000).stdout == b"answer now\n"


def test_lines_nobody_asked_for_are_dropped_and_counted(moods: Fence) -> None:
    assert moods.ask(b"twice").stdout == b"first\n"
    turn = moods.ask(b"now")
    assert turn.stdout == b"answer now\n" and turn.dropped == 1


def test_a_flood_of_lines_after_the_answer_costs_the_agent_next_to_nothing(moods: Fence) -> None:
    dropped = sum(moods.ask(b"lines").dropped for _ in range(40))
    assert moods.ask(b"now").stdout == b"answer now\n"
    assert dropped > 1_000_000, "so many were there"
    agent = next((pid for pid, name in below(moods.pid) if name == "agent"), moods.pid)
    ticks = sum(map(int, Path(f"/proc/{agent}/stat").read_text().split()[13:15]))
    assert ticks / os.sysconf("SC_CLK_TCK") < 0.3, "it read them in one pass"


def test_an_endless_line_is_a_flood_and_is_forgotten(moods: Fence) -> None:
    assert moods.ask(b"flood").end is End.FLOOD
    assert moods.ask(b"now", cpu_ms=1000).stdout == b"answer now\n"


def test_the_end_of_the_program_is_told_with_its_last_words(moods: Fence) -> None:
    turn = moods.ask(b"exit")
    assert (turn.end, turn.code, turn.stdout, turn.stderr) == (End.EXIT, 3, b"", b"sorry\n")
    assert moods.ask(b"hello").end is End.NOT_STARTED
    assert alive_in(moods) == []
    moods.start()
    assert moods.ask(b"hello").stdout == b"answer hello\n"


def test_stderr_is_cut_and_does_not_block(moods: Fence) -> None:
    turn = moods.ask(b"stderr")
    assert turn.end is End.REPLY and 0 < len(turn.stderr) <= LIMITS.stderr_bytes and set(turn.stderr) == {ord("e")}


def test_burning_ends_the_turn_and_not_the_box(folder: Path, level: Level) -> None:
    with Fence(Program(folder, (PYTHON, "moods.py")), PATIENT, level=level) as fence:
        fence.start()
        assert fence.ask(b"hello").stdout == b"answer hello\n"
        turn = fence.ask(b"burn")
        assert turn.end is End.CPU and 0.15 < turn.cpu_s < 0.4
        assert alive_in(fence) != []


def test_a_silent_program_runs_out_of_time(moods: Fence) -> None:
    assert moods.ask(b"quiet").end in LATE


def test_nobody_thinks_on_others_time(moods: Fence) -> None:
    """Neither the program nor a child of its own, which burns, gets anywhere between turns."""
    moods.ask(b"fork", cpu_ms=2000)
    time.sleep(0.05)
    before = box_ticks(moods)
    time.sleep(0.5)
    assert box_ticks(moods) - before <= 1


def box_ticks(fence: Fence) -> int:
    """Return the CPU ticks of all processes in a box."""
    total = 0
    for pid, _ in below(fence.pid):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total


def test_the_end_of_input_lets_a_program_finish(folder: Path, level: Level) -> None:
    words = ("sh", "-c", "while read word; do echo $word; done; echo bye $word; exit 4")
    with Fence(Program(folder, words), LIMITS, level=level) as fence:
        fence.start()
        fence.ask(b"one")
        turn = fence.finish()
        assert (turn.end, turn.code, turn.stdout) == (End.EXIT, 4, b"bye\n")
        assert alive_in(fence) == []


def test_a_question_that_is_not_read_does_not_block_us(folder: Path, level: Level) -> None:
    with Fence(Program(folder, ("sleep", "1000")), LIMITS, level=level) as fence:
        fence.start()
        assert fence.ask(b"x" * 1_000_000, cpu_ms=100).end in LATE
        assert fence.ask(b"y" * 1_000_000, cpu_ms=100).end in LATE


# Opening, closing, breaking


def test_closing_ends_everything(folder: Path, level: Level) -> None:
    token = os.urandom(8).hex()
    fence = Fence(Program(folder, (PYTHON, "moods.py", token)), LIMITS, level=level)
    fence.start()
    fence.ask(b"fork")
    assert len(alive_with(token)) == 2
    fence.close()
    fence.close()
    assert alive_with(token) == []


def test_closing_leaves_no_cgroup_and_no_descriptor(folder: Path) -> None:
    def groups() -> list[Path]:
        return list(cgroup.ROOT.glob(f"**/overtrick-{os.getpid()}-*"))

    Fence(Program(folder, ("cat",))).close()
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        with Fence(Program(folder, ("cat",))) as fence:
            fence.turn(b"")
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    assert groups() == []


REFEREE = """
import sys
from pathlib import Path
from overtrick.bots.fence.fence import *
fence = Fence(Program(Path({folder!r}), ({python!r}, "moods.py", {token!r})), Limits(), level=Level({level!r}))
fence.start()
fence.ask(b"fork")
print("ready", flush=True)
{then}
"""


@pytest.mark.parametrize("then", ["fence.ask(b'burn', cpu_ms=60_000)", "import time; time.sleep(60)"])
def test_killing_the_referee_leaves_nobody_behind(folder: Path, level: Level, then: str) -> None:
    token = os.urandom(8).hex()
    source = REFEREE.format(folder=str(folder), python=PYTHON, token=token, level=str(level), then=then)
    with subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE) as referee:
        assert referee.stdout is not None and referee.stdout.readline() == b"ready\n"
        time.sleep(0.1)
        assert len(alive_with(token)) > 1
        referee.kill()
    assert soon(lambda: alive_with(token) == [])


def test_a_fence_outlives_the_thread_that_opened_it(folder: Path, level: Level) -> None:
    opened: list[Fence] = []
    thread = threading.Thread(target=lambda: opened.append(Fence(Program(folder, ("cat",)), level=level)))
    thread.start()
    thread.join()
    time.sleep(0.1)
    with opened[0] as fence:
        assert fence.turn(b"still here").stdout == b"still here"


def test_a_broken_fence_is_the_platforms_fault(folder: Path, level: Level) -> None:
    with Fence(Program(folder, ("cat",)), level=level) as fence:
        os.kill(fence.pid, signal.SIGKILL)
        with pytest.raises(PlatformFault):
            for _ in range(100):
                fence.turn(b"")
                time.sleep(0.01)


def test_an_agent_that_hangs_is_ended(folder: Path) -> None:
    with Fence(Program(folder, ("cat",)), level=Level.B) as fence:
        os.kill(fence.pid, signal.SIGSTOP)
        timer = threading.Timer(0.2, lambda: fence._agent.end_if_late(time.monotonic() + 1_000_000))
        timer.start()
        with pytest.raises(PlatformFault):
            fence.turn(b"")
        timer.join()


def test_without_bubblewrap_level_a_is_not_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _, path=None: None)
    with pytest.raises(PlatformFault, match="bubblewrap is not installed"):
        Fence(Program(folder, ("cat",)), level=Level.A)


def test_a_folder_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(Mistake, match="does not exist"):
        Fence(Program(Path("/no/such/folder"), ("cat",)))


def test_the_best_level_is_found_and_the_rest_explained() -> None:
    assert probe() is LEVELS[0]
    assert all(why for why in refusals().values())


def test_boxes_at_the_same_time_have_users_of_their_own(folder: Path) -> None:
    words = (PYTHON, "-c", "import os; print(os.getuid())")
    with Fence(Program(folder, words), level=Level.A) as one, Fence(Program(folder, words), level=Level.A) as two:
        uids = {int(one.turn(b"").stdout), int(two.turn(b"").stdout)}
    assert len(uids) == (2 if os.geteuid() == 0 else 1) and 0 not in uids


def test_level_c_still_limits(folder: Path) -> None:
    with Fence(Program(folder, ("cat",)), LIMITS, level=Level.C) as fence:
        assert fence.turn(b"hello").stdout == b"hello"
    with Fence(Program(folder, ("sh", "-c", "while :; do :; done")), PATIENT, level=Level.C) as fence:
        assert fence.turn(b"").end is End.CPU
        assert alive_in(fence) == []


def test_a_unified_cgroup_is_made_of_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "_own_paths", lambda: {"": "/user"})
    (tmp_path / "user").mkdir()
    group = make_cgroup("overtrick-1-x", 1000, 18, root=tmp_path)
    folder = tmp_path / "user" / "overtrick-1-x"
    assert (tmp_path / "user" / "cgroup.subtree_control").read_text() == "+pids +memory +cpu"
    assert (folder / "pids.max").read_text() == "18" and (folder / "memory.max").read_text() == "1000"
    assert group.join_files() == [folder / "cgroup.procs"] and group.cpu_file == folder / "cpu.stat"
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 9\noom 1\noom_kill 3\n")
    assert group.oom_kills() == 3


def test_without_a_user_of_its_own_a_box_finds_its_descendants(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for an ordinary user at level B: signals to everybody would reach the user's other processes."""
    monkeypatch.setattr("overtrick.bots.fence.agent.own_uid", lambda _: None)
    words = ("sh", "-c", "sleep 1000 & (sleep 1000 &); (sleep 1000 & sleep 1000 & wait) & echo moved")
    with Fence(Program(folder, words), LIMITS, level=Level.B) as fence:
        for _ in range(3):
            assert fence.turn(b"").stdout == b"moved\n"
            assert alive_in(fence) == []


def test_files_closed_to_others_are_for_the_program_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("mine\n")
    (tmp_path / "words.txt").chmod(0o600)
    tmp_path.chmod(0o700)
    with Fence(Program(tmp_path, ("cat", "words.txt")), level=Level.A) as fence:
        assert fence.turn(b"").stdout == b"mine\n"
