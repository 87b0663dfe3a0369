"""Rooms: whatever a command tries, nothing of the machine is read or changed, and nothing that it started is left."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from overtrick.bots.fence.levels import Level
from overtrick.core.mistake import Mistake
from overtrick.core.processes import own_folder
from overtrick.league.rooms import room
from overtrick.league.rooms.room import Allowed, Left, Task, work_on
from overtrick.league.rooms.rooms import Rooms
from tests.support.boxes import soon


@pytest.fixture(params=["A+ or A", "none"])
def level(request: pytest.FixtureRequest) -> Level | None:
    """The best level of rooms here, and no room at all."""
    return None if request.param == "none" else room.rooms()


@pytest.fixture
def task(tmp_path: Path) -> Task:
    """A folder with a bot, and a handout."""
    tmp_path.chmod(0o755)
    given, handout = tmp_path / "given", tmp_path / "handout"
    for folder, name, text in ((given, "main.py", "x = 1\n"), (handout, "README.md", "read me\n")):
        folder.mkdir()
        (folder / name).write_text(text)
    return Task((), given, handout, Allowed(time_s=20))


def enter(task: Task, script: str, level: Level | None, **allowed: object) -> Left:
    """Return what a shell script leaves."""
    changed = replace(task.allowed, **allowed)  # type: ignore[arg-type]
    return work_on(replace(task, command=("sh", "-c", script), allowed=changed), level, lambda _: None)


def fenced(task: Task, script: str, **allowed: object) -> Left:
    """Return what a shell script leaves in a real room."""
    level = room.rooms()
    assert level is not None, "the tests of rooms need namespaces"
    return enter(task, script, level, **allowed)


def alive(word: str) -> list[str]:
    """Return the processes of the machine that have a word in their command."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if word in text and int(path.parent.name) != os.getpid():
            found.append(text)
    return found


# What is kept


def test_a_command_finds_its_folder_and_what_it_is_told_and_leaves_plain_files(task: Task, level: Level | None) -> None:
    left = enter(task, "cat main.py league/README.md; mkdir sub; echo new > sub/other.txt; rm main.py; exit 3", level)
    assert dict(left.files) == {"sub/other.txt": b"new\n"}
    assert (left.wrong, left.ended, left.said) == ("", "it ended with code 3", "x = 1\nread me")
    assert 0 < left.seconds < 20


def test_another_league_that_begins_takes_nothing_away(task: Task) -> None:
    script = "touch begun; until test -e ../done; do sleep 0.05; done; cp league/README.md copy"
    above, mine = Path(tempfile.gettempdir()), f"overtrick-league-{os.getpid()}-*/bot/begun"
    with ThreadPoolExecutor(1) as beside:
        working = beside.submit(enter, task, script, None)
        assert soon(lambda: any(above.glob(mine)), seconds=20)
        own_folder(above, "overtrick-league-")
        for begun in above.glob(mine):
            (begun.parents[1] / "done").touch()
        left = working.result()
    assert left.files["copy"] == b"read me\n", left


def test_when_the_time_is_over_what_is_there_counts(task: Task, level: Level | None) -> None:
    left = enter(task, "echo half > half.txt; sleep 60; echo whole > half.txt", level, time_s=1)
    assert left.files["half.txt"] == b"half\n"
    assert left.ended == "its time of 1 s was over"


def test_links_pipes_hidden_files_and_the_handout_are_not_kept(task: Task, level: Level | None) -> None:
    script = (
        "ln -s /etc/hostname link; ln -s / whole; mkfifo pipe; touch .hidden; mkdir __pycache__; touch __pycache__/x;"
        "ln main.py twice; cp league/README.md copy"
    )
    left = enter(task, script, level)
    assert dict(left.files) == {"main.py": b"x = 1\n", "twice": b"x = 1\n", "copy": b"read me\n"}, left


@pytest.mark.parametrize("script", ["truncate -s 1T sparse", "for i in $(seq 501); do : > $i; done", "rm main.py"])
def test_too_much_and_nothing_are_refused(task: Task, level: Level | None, script: str) -> None:
    left = enter(task, script, level)
    assert not left.files
    assert left.wrong in ("it left more than 500 files or 20 MB", "it left no file")


def test_of_endless_words_the_beginning_and_the_end_are_kept(task: Task, level: Level | None) -> None:
    left = enter(task, "echo begin; yes | head -c 5000000; echo end", level)
    assert left.said.startswith("begin")
    assert left.said.endswith("end")
    assert len(left.said) < 10_000


def test_words_that_would_disturb_a_terminal_are_cleaned(task: Task) -> None:
    assert fenced(task, "printf 'a\\033[31mb\\0c'").said == "a[31mbc"


def test_a_command_that_is_not_there_says_so(task: Task, level: Level | None) -> None:
    left = work_on(replace(task, command=("no-such-program",)), level, lambda _: None)
    assert left.ended == "no-such-program cannot be started: No such file or directory"


def test_a_command_that_a_signal_ends_says_so(task: Task, level: Level | None) -> None:
    assert enter(task, "kill -9 $$", level).ended == "it was ended by signal 9"


def test_files_and_folders_that_were_closed_are_kept(task: Task, level: Level | None) -> None:
    script = "mkdir sub; echo 1 > sub/a; echo 2 > b; echo 3 > z; chmod 0 sub/a sub b .; exit 0"
    left = enter(task, script, level)
    assert dict(left.files) == {"sub/a": b"1\n", "b": b"2\n", "z": b"3\n", "main.py": b"x = 1\n"}, left
    assert not left.said


# What is not there


def test_nothing_of_the_machine_can_be_read_or_written(task: Task, tmp_path: Path) -> None:
    secret = tmp_path / "league.db"
    secret.write_text("secret")
    secret.chmod(0o644)
    repository = Path(__file__).parents[3]
    for place in (secret, tmp_path / "given", Path.home() / ".bashrc", Path("/etc/passwd"), repository / "README.md"):
        left = fenced(task, f"cat {place} 2>&1; ls -A {place.parent}; echo x > {place}")
        assert "No such file or directory" in left.said, left.said
        assert "secret" not in left.said
    assert secret.read_text() == "secret"
    assert (
        fenced(task, "touch /x /usr/x /dev/x /proc/x league/x; echo x > league/README.md; echo done").said.count(
            "Read-only file system"
        )
        >= 4
    )
    assert (task.handout / "README.md").read_text() == "read me\n"


def test_no_process_of_the_machine_is_seen(task: Task) -> None:
    said = fenced(task, "ls /proc | grep -c '^[0-9]'; kill -9 -1; echo").said
    assert int(said.split()[0]) < 8, said


def test_there_is_no_network_unless_it_is_allowed(task: Task) -> None:
    script = "python3 -c 'import socket; print([name for _, name in socket.if_nameindex()])'"
    ours = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True).stdout.strip()
    assert fenced(task, script).said == "['lo']"
    assert fenced(task, script, network=True).said == ours


def test_a_command_gets_the_files_and_variables_that_are_stated_and_no_others(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATED", "seen")
    monkeypatch.setenv("OTHER", "unseen")
    extra = tmp_path / "extra"
    extra.mkdir()
    (extra / "tool").write_text("shown")
    left = fenced(task, f"cat {extra}/tool; env; echo x > {extra}/tool", read=(str(extra),), environment=("STATED",))
    assert "shown" in left.said
    assert "STATED=seen" in left.said
    assert "OTHER" not in left.said
    assert (extra / "tool").read_text() == "shown"


def test_a_game_from_outside_is_known_to_a_command(task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = tmp_path / "games"
    games.mkdir(mode=0o700)
    for name in ("mine.py", "mine.md", "other.py"):
        (games / name).write_text(name)
    monkeypatch.setenv("OVERTRICK_GAMES", str(games / "mine.py"))
    left = fenced(task, 'cat "$OVERTRICK_GAMES"; ls $(dirname "$OVERTRICK_GAMES")')
    assert left.said == "mine.pymine.md\nmine.py"


def test_variables_are_not_seen_among_the_processes_of_the_machine(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATED", "sesame-5077")
    seen: list[str] = []
    watching = threading.Event()

    def watch() -> None:
        while not watching.wait(0.01):
            seen.extend(alive("sesame-5077"))

    thread = threading.Thread(target=watch)
    thread.start()
    left = fenced(task, "echo $STATED; sleep 0.3", environment=("STATED",))
    watching.set()
    thread.join()
    assert left.said == "sesame-5077"
    assert seen == []


# What does not last


def test_daemons_end_with_the_command(task: Task, level: Level | None) -> None:
    script = "(setsid sh -c 'trap : TERM HUP; sleep 7301' &) ; setsid sleep 7302 & echo started"
    left = enter(task, script, level)
    assert left.said == "started"
    assert soon(lambda: not alive("sleep 730")), alive("sleep 730")


def test_the_first_process_cannot_be_ended_or_stopped_from_within(task: Task) -> None:
    left = fenced(task, "kill -9 1; kill -STOP 1; kill -INT 1; kill -TERM 1; echo x > still.txt")
    assert left.files["still.txt"] == b"x\n"


def test_the_first_process_cannot_be_traced(task: Task) -> None:
    attach = "import ctypes; libc = ctypes.CDLL(None, use_errno=True); print(libc.ptrace(16, {}, 0, 0))"
    assert fenced(task, f'python3 -c "{attach.format(1)}"').said == "-1"
    other = fenced(task, f'sleep 9 & python3 -c "{attach.format("$!")}"').said
    assert other == "0", "this could have worked"


CALLS = """
import ctypes, errno, os, platform
libc = ctypes.CDLL(None, use_errno=True)
numbers = {"x86_64": (425, 321, 323, 298, 248), "aarch64": (425, 280, 282, 241, 217)}[platform.machine()]
for number in numbers:  # io_uring_setup, bpf, userfaultfd, perf_event_open, add_key
    print(libc.syscall(number, 0, 0, 0, 0, 0), ctypes.get_errno() == errno.ENOSYS)
print(libc.ioctl(0, 0x5412, b"x"), ctypes.get_errno() == errno.ENOSYS)
"""


def test_what_only_owners_of_machines_ask_the_kernel_for_is_not_there(task: Task) -> None:
    (task.given / "calls.py").write_text(CALLS)
    assert fenced(task, "python3 calls.py").said.splitlines() == ["-1 True"] * 6


def test_a_fence_within_a_room_has_namespaces(task: Task) -> None:
    assert fenced(task, "overtrick doctor").said.startswith("fence: A. ")


def test_a_full_disk_is_the_commands_own(task: Task) -> None:
    left = fenced(task, "head -c 50000000 /dev/zero > /tmp/big && echo fits; echo kept > small", disk_mb=32)
    assert "No space left on device" in left.said
    assert "small" in left.files, "a name takes no block; its content may not fit"


@pytest.mark.long
def test_forks_without_end_are_few_and_end(task: Task) -> None:
    forks = "n = 0\ntry:\n  while os.fork(): n += 1\nexcept OSError: print(n, flush=True)\n"
    left = fenced(task, f"python3 -c '\nimport os, time\n{forks}time.sleep(7303)'", time_s=2, processes=30)
    assert int(left.said.split()[0]) <= 30
    assert left.files["main.py"] == b"x = 1\n"
    assert soon(lambda: not alive("time.sleep(7303)"))


def test_who_uses_up_the_memory_loses_only_itself(task: Task) -> None:
    if room.rooms() is not Level.A_PLUS:
        pytest.skip("only a cgroup counts memory")
    left = fenced(task, "python3 -c 'x = bytearray(1 << 30)'; echo $? > code", memory_mb=128, disk_mb=16)
    assert left.files["code"] == b"137\n"


def test_a_command_has_no_descriptor_of_ours(task: Task) -> None:
    left = fenced(task, "ls /proc/self/fd > fds")
    assert left.files["fds"].split() == [b"0", b"1", b"2", b"3"], "the last is the folder that is listed"


# Several, and none


def test_closing_ends_what_is_at_work(task: Task) -> None:
    with Rooms(2) as rooms:
        work = replace(task, command=("sh", "-c", "sleep 7304"))
        both = [rooms.work(work), rooms.work(work)]
        assert soon(lambda: len(alive("sleep 7304")) >= 2)  # sometimes before the room is whole
    assert all(one.done() for one in both)
    assert soon(lambda: not alive("sleep 7304"))


@pytest.mark.long
def test_a_room_ends_with_whoever_made_it(task: Task) -> None:
    script = (
        "from pathlib import Path\nfrom overtrick.league.rooms.room import *\n"
        f"given, handout = Path({str(task.given)!r}), Path({str(task.handout)!r})\n"
        "work_on(Task(('sleep', '7305'), given, handout, Allowed()), rooms(), print)"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.DEVNULL)
    try:
        assert soon(lambda: any(text.startswith("sleep 7305") for text in alive("7305")), 20)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert soon(lambda: not alive("7305")), alive("7305")


def test_where_no_room_can_be_made_nothing_runs_unless_it_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.league.rooms.rooms.rooms", lambda: None)
    with pytest.raises(Mistake, match=r"^this machine cannot keep a command in a room .*; allowed: .*--trust"):
        Rooms(1)
    with Rooms(1, trust=True) as trusted:
        assert trusted.name == "none"
