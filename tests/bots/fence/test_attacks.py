"""Everything that a hostile program may try, each with its expected outcome.

After each attack the same box serves an honest turn, and nobody survives in it.
"""

import errno
import os
import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pyseccomp
import pytest

import overtrick
from overtrick.bots.fence.compiler import compile_c
from overtrick.bots.fence.fence import PYTHON, End, Fence, Level, Limits, Program, Turn
from overtrick.bots.fence.seccomp import conditions, names_in
from tests.support.boxes import ATTACKS, LEVELS, MOSTLY_LONG, alive_in, bot_folder

LIMITS = Limits(cpu_ms=400, bank_ms=0, wall_factor=5, memory_mb=128, stderr_bytes=1000, reply_bytes=4096)
SPARE_MB = 512  # of addresses, where no cgroup counts memory
PATIENT = replace(LIMITS, wall_factor=240)  # for what must run into the CPU clock, however busy the machine is


@pytest.fixture(scope="module")
def program() -> Program:
    built = compile_c(ATTACKS)
    assert built.program is not None, built.messages
    return Program(built.program.parent, ("/bot/bot",))


@pytest.fixture(scope="module", params=MOSTLY_LONG)
def box(request: pytest.FixtureRequest, program: Program) -> Iterator[Fence]:
    with Fence(program, LIMITS, level=request.param) as fence:
        yield fence


@pytest.fixture(scope="module")
def patient_box(box: Fence, program: Program) -> Iterator[Fence]:
    """A box of the same level whose wall clock does not matter."""
    with Fence(program, PATIENT, level=box.level) as fence:
        yield fence


def attack(box: Fence, question: str) -> Turn:
    """Make an attack; then the box must be as it was before."""
    turn = box.turn(question.encode() + b"\n")
    assert alive_in(box) == []
    honest = box.turn(b"honest\n")
    assert (honest.end, honest.stdout) == (End.REPLY, b"fine\n"), honest
    assert alive_in(box) == []
    return turn


def refused(turn: Turn) -> None:
    """All that it tried was refused, and it tried something."""
    lines = turn.stdout.decode().splitlines()
    assert turn.end is End.REPLY and lines, turn
    assert all("refused" in line for line in lines), turn.stdout.decode()


@dataclass(frozen=True)
class Case:
    """An attack and how it must end: the endings allowed and what it may say."""

    question: str
    ends: tuple[End, ...]
    says: str = ""


STOPPED = (End.CPU, End.WALL, End.IDLE)

CASES = [
    Case("fork_bomb", STOPPED),
    Case("vfork_bomb", STOPPED),
    Case("daemon", (End.REPLY,), r"setsid: refused.*\nmoved\n"),
    Case("daemon_burns", (End.REPLY,), "moved\n"),
    Case("leave_group", (End.REPLY,), r"(?s).*setpgid: refused.*"),
    Case("kill_one", (End.REPLY,), "moved\n"),
    Case("stop_itself", STOPPED),
    Case("sleep", (End.IDLE,)),
    Case("fail_after_move", (End.EXIT,), "7\n"),
    Case("stack_overflow", (End.SIGNAL,)),
    Case("abort", (End.SIGNAL,)),
    Case("core", (End.REPLY,), "0 0\n"),
    Case("stdout_flood", (End.FLOOD,), "x+"),
    Case("stderr_flood_then_move", (End.REPLY,), "7\n"),
    Case("stderr_for_ever", STOPPED),
    Case("half_line_then_hang", (End.IDLE,), "12"),
    Case("no_newline", (End.REPLY,), "7"),
    Case("close_stdin", (End.REPLY,), "7\n"),
    Case("close_stdout", (End.IDLE,)),
    Case("silent", (End.REPLY,)),
    Case("dns", (End.REPLY,), "dns: refused\n"),
    Case("environment", (End.REPLY,), "PATH=[^\n]*\nLC_ALL=C.UTF-8\nPYTHONHASHSEED=0\n"),
    Case("descriptors", (End.REPLY,), "0\n1\n2\n"),
    Case("limit_itself", (End.REPLY,), r"(\w+: DONE\n){5}"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.question)
def test_attack(box: Fence, case: Case) -> None:
    turn = attack(box, case.question)
    assert turn.end in case.ends, turn
    assert re.fullmatch(case.says, turn.stdout.decode()), turn


@pytest.mark.parametrize("question", ["burn", "burn_in_threads"])
def test_who_burns_runs_into_the_cpu_clock(patient_box: Fence, question: str) -> None:
    turn = attack(patient_box, question)
    assert (turn.end, turn.stdout) == (End.CPU, b""), turn


TRIES = ["devices", "namespaces", "look_into_agent", "kinds", "locks /bin/sh", "shared_state", "stand_back"]


@pytest.mark.parametrize("question", TRIES)
def test_every_try_is_refused(box: Fence, question: str) -> None:
    refused(attack(box, question))


def test_a_killer_of_everything_reaches_only_itself(box: Fence) -> None:
    turn = attack(box, "kill_everything")
    assert turn.end is End.REPLY and turn.stdout == b"moved\n"


def test_the_parent_is_the_agent_and_does_not_die(box: Fence) -> None:
    assert attack(box, "kill_parent").end is End.REPLY


def test_the_agent_cannot_be_harmed(box: Fence) -> None:
    turn = attack(box, "harm_agent")
    refused(turn)
    assert turn.stdout.count(b"refused") == turn.stdout.count(b"\n") == 18


def test_the_number_of_processes_is_limited(box: Fence) -> None:
    for question in ("count_forks", "thread_bomb"):
        turn = attack(box, question)
        assert turn.end is End.REPLY
        assert 1 <= int(turn.stdout.split()[-1]) <= LIMITS.processes, turn


@pytest.mark.parametrize("question", ["malloc", "touch", "mmap"])
def test_memory_is_limited(box: Fence, question: str) -> None:
    turn = attack(box, question)
    if box.level is Level.A_PLUS and question != "mmap":
        assert (turn.end, turn.code) == (End.SIGNAL, 9) and turn.stderr.endswith(b"the box was out of memory"), turn
    elif box.level is Level.A_PLUS:  # addresses alone are no memory, where that is counted
        assert turn.end in (End.REPLY, *STOPPED), turn
    else:
        spare_mb = SPARE_MB if question == "mmap" else 0  # of shared memory, which is no data
        assert turn.end is End.REPLY and 16 < int(turn.stdout) <= LIMITS.memory_mb + spare_mb, turn


def test_memory_behind_descriptors_is_limited(box: Fence) -> None:
    turn = attack(box, "memfd")
    if turn.end is End.REPLY:
        assert int(turn.stdout) <= LIMITS.files * LIMITS.file_bytes >> 20
    else:
        assert box.level is Level.A_PLUS and (turn.end, turn.code) == (End.SIGNAL, 9), turn


def test_memory_of_nobody_is_the_bots_fault_too(box: Fence) -> None:
    """Who is killed for it may be our own agent: that must not look like a fault of the platform."""
    turn = attack(box, "memfd_in_children")
    assert turn.end in (*STOPPED, End.SIGNAL), turn
    if box.level is Level.A_PLUS:
        assert (turn.end, turn.code) == (End.SIGNAL, 9)


def test_children_together_get_no_more_memory_than_one(box: Fence) -> None:
    turn = attack(box, "children")
    assert turn.end in (*STOPPED, End.SIGNAL, End.REPLY), turn
    if box.level is Level.A_PLUS:
        # Three of the twelve fit in at a time; one that has got its share may be killed for the next one.
        assert len(turn.stdout) <= 6


def test_children_that_burn_are_counted(box: Fence, patient_box: Fence) -> None:
    assert attack(box, "burn_in_children").end in STOPPED
    if box.level is Level.A_PLUS:
        turn = attack(patient_box, "burn_in_children")
        assert turn.end is End.CPU and turn.cpu_s > 0.3, turn


def test_a_busy_loop_ends_about_when_its_cpu_time_does(patient_box: Fence) -> None:
    assert 0.3 < attack(patient_box, "burn").cpu_s < 0.6


def test_processes_cannot_be_listed(box: Fence) -> None:
    assert attack(box, "list_processes").stdout == b"0\n"


def test_nobody_becomes_root(box: Fence) -> None:
    refused(attack(box, "become_root"))


def test_limits_cannot_be_raised(box: Fence) -> None:
    refused(attack(box, "raise_limits"))


def test_the_first_of_stderr_is_kept(box: Fence) -> None:
    assert attack(box, "stderr_flood_then_move").stderr == b"e" * LIMITS.stderr_bytes


def test_a_program_that_never_reads_may_still_answer(box: Fence) -> None:
    turn = box.turn(b"never_reads\n" + b"x" * 1_000_000)
    assert (turn.end, turn.stdout) == (End.REPLY, b"7\n")
    attack(box, "honest")


def test_any_bytes_come_through(box: Fence) -> None:
    assert attack(box, "binary").stdout == b"\0\xff\x01\n\0"


SECRETS = [
    "/etc/passwd",
    "/etc/shadow",
    "/etc/hostname",
    "/proc/1/environ",
    "/proc/self/status",
    "/sys/kernel/uevent_seqnum",
    "/bot/../etc/passwd",
    "/../../etc/passwd",
    "/root/.bashrc",
    str(Path(overtrick.__file__)),
    str(Path(__file__)),
    f"{Path(__file__).parents[3]}/pyproject.toml",
]


@pytest.mark.parametrize("path", SECRETS)
def test_other_files_cannot_be_read(box: Fence, path: str) -> None:
    refused(attack(box, f"read {path}"))


def test_another_bot_cannot_be_read(box: Fence) -> None:
    with bot_folder(rival="secret = 7\n") as rival:
        refused(attack(box, f"read {rival}/rival.py"))
        refused(attack(box, f"read /bot/../{rival.name}/rival.py"))
        refused(attack(box, f"list {rival}"))


@pytest.mark.parametrize("path", ["/home", "/opt", "/proc/1", "/sys", "/var", str(Path(__file__).parent)])
def test_other_folders_cannot_be_listed(box: Fence, path: str) -> None:
    refused(attack(box, f"list {path}"))


def test_the_root_of_a_box_holds_only_what_a_program_needs(box: Fence) -> None:
    turn = attack(box, "list /")
    if box.level is Level.B:
        refused(turn)
        return
    names = {"agent", "bin", "bot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "usr"}
    home = {Path(PYTHON).parts[1]}
    assert set(turn.stdout.decode().split()) <= names | home
    assert attack(box, "list /proc").stdout + attack(box, "list /proc/self").stdout == b"self\nexe\n"
    assert set(attack(box, "list /dev").stdout.decode().split()) == {"null", "zero", "random", "urandom"}
    assert set(attack(box, "list /bot").stdout.decode().split()) == {"bot", "messages"}  # of its own compiler


PLACES = ["/", "/bot", "/usr", "/usr/lib", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/etc", "/kit", "."]


@pytest.mark.parametrize("place", PLACES)
def test_nothing_can_be_written(box: Fence, place: str) -> None:
    refused(attack(box, f"write {place}"))


def test_a_program_cannot_change_itself(box: Fence, program: Program) -> None:
    before = (program.folder / "bot").read_bytes()
    path = program.folder / "bot" if box.level is Level.B else Path("/bot/bot")
    refused(attack(box, f"replace_itself {path}"))
    assert (program.folder / "bot").read_bytes() == before


def test_no_turn_remembers_an_earlier_one(box: Fence) -> None:
    for _ in range(2):
        turn = attack(box, "remember")
        assert turn.stdout.count(b"nothing") == 4 and b"FOUND" not in turn.stdout, turn


def test_process_numbers_tell_nothing_of_earlier_turns(box: Fence) -> None:
    said = {attack(box, f"numbers {made}").stdout for made in (0, 5, 300, 0, 1)}
    if box.level is Level.B:  # without a namespace they are the machine's, as docs/fence.md says
        assert len(said) == 5
    else:
        assert said == {b"2 3\n"}


@pytest.mark.parametrize(("question", "kind"), [("tcp", socket.SOCK_STREAM), ("udp", socket.SOCK_DGRAM)])
def test_loopback_is_out_of_reach(box: Fence, question: str, kind: socket.SocketKind) -> None:
    with socket.socket(socket.AF_INET, kind) as listener:
        listener.bind(("127.0.0.1", 0))
        if kind is socket.SOCK_STREAM:
            listener.listen()
        refused(attack(box, f"{question} {listener.getsockname()[1]}"))
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.recv(1) if kind is socket.SOCK_DGRAM else listener.accept()


def test_abstract_sockets_are_out_of_reach(box: Fence) -> None:
    name = f"overtrick-test-{os.urandom(8).hex()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"\0{name}")
        refused(attack(box, f"abstract {name}"))


def test_every_call_that_is_not_on_the_list_is_not_implemented(box: Fence) -> None:
    arch = pyseccomp.system_arch()
    listed = {*names_in("box"), *(name for name, *_ in conditions("box", pyseccomp))}
    probes = {335, 336}  # of debuggers: the kernel lets no filter see them, and they refuse whoever is not traced
    numbers = sorted({*range(600)} - probes - {pyseccomp.resolve_syscall(arch, name) for name in listed})
    said = {number: box.turn(f"call {number}\n".encode()) for number in numbers}
    expected = (End.REPLY, f"{errno.ENOSYS}\n".encode())
    assert {number: turn for number, turn in said.items() if (turn.end, turn.stdout) != expected} == {}
    assert len(said) > 400
    attack(box, "honest")


def test_high_bits_do_not_pass_the_filter(box: Fence) -> None:
    turn = attack(box, "high_bits")
    assert turn.stdout.count(b"refused (Function not implemented)") == 3 and turn.stdout.endswith(b"1\n"), turn


@pytest.mark.parametrize("question", ["old_abi", "x32_abi"])
def test_calls_of_another_abi_end_the_program(box: Fence, question: str) -> None:
    turn = attack(box, question)
    assert turn.end is End.SIGNAL and turn.stdout == b"", turn


# Python programs

Check = Callable[[Turn], bool]

PYTHON_CASES: dict[str, Check] = {
    "hangs_at_import": lambda turn: turn.end in STOPPED,
    "raises_a_megabyte": lambda turn: turn.end is End.EXIT and turn.code == 1 and len(turn.stderr) == 1000,
    "recurses": lambda turn: turn.end is End.EXIT and b"RecursionError" in turn.stderr,
    "recurses_in_c": lambda turn: turn.end in (End.SIGNAL, End.EXIT),
    "prints_noise": lambda turn: turn.end is End.REPLY and turn.stdout.endswith(b"\n7\n"),
    "hunts_for_state": lambda turn: turn.end is End.REPLY and turn.stdout == b"found []\n",
    "rewrites_itself": lambda turn: turn.end is End.REPLY and turn.stdout == b"refused\n" * 4,
    "opens_sockets": lambda turn: turn.end is End.REPLY and turn.stdout == b"refused\n" * 3,
    "starts_programs": lambda turn: turn.end is End.REPLY and turn.stdout == b"uid is not 0\nno survivors\n",
    "harms_the_agent": lambda turn: turn.end is End.REPLY and turn.stdout == b"refused\n" * 5,
    "eats_memory": lambda turn: b"MemoryError" in turn.stderr or turn.stderr.endswith(b"the box was out of memory"),
}


@pytest.mark.long
@pytest.mark.parametrize("level", MOSTLY_LONG)
@pytest.mark.parametrize("name", PYTHON_CASES)
def test_attack_in_python(level: Level, name: str) -> None:
    limits = Limits(cpu_ms=800, bank_ms=0, wall_factor=3, memory_mb=256, stderr_bytes=1000)
    with Fence(Program(ATTACKS, (PYTHON, "-I", f"{name}.py")), limits, level=level) as fence:
        turn = fence.turn(b"attack\n")
        assert alive_in(fence) == []
        assert PYTHON_CASES[name](turn), turn
        assert fence.turn(b"honest\n").stdout == b"fine\n"
        assert alive_in(fence) == []


def test_every_python_attack_is_tried() -> None:
    between_turns = {"wakes_its_friends"}
    assert {path.stem for path in ATTACKS.glob("*.py")} == set(PYTHON_CASES) | between_turns


def test_the_levels_for_strangers_are_tested_here() -> None:
    assert Level.A in LEVELS and Level.B in LEVELS, "see `overtrick doctor`: nothing can be promised on this machine"
