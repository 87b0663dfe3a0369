"""Commands that are lent the terminal: an editor in its room, and the terminal as it was before when that ends."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from overtrick.league.edit import Outcome
from overtrick.league.run import Place
from tests.support.leagues import CLIMB, write_league

EDITOR = """
import os, signal, sys, tty
def size(*_):
    print(*os.get_terminal_size(0), "wide", flush=True)
def interrupted(*_):
    print("interrupted", flush=True)
signal.signal(signal.SIGWINCH, size)
signal.signal(signal.SIGINT, interrupted)
assert os.isatty(0) and os.isatty(2) and os.ttyname(0).startswith("/dev/pts/"), os.listdir("/dev/pts")
print("\\x1b[?1049h\\x1b[?25leditor of", os.environ["TERM"], os.path.exists("league/README.md"), flush=True)
tty.setcbreak(0)
size()
while (key := os.read(0, 1)) != b"q":
    print("key", key, flush=True)
    open("main.py", "a").write("# " + key.decode() + chr(10))
print("\\x1b[?25h\\x1b[?1049lleft", flush=True)
"""


class Terminal:
    """A terminal of the tests, with somebody who reads it and types."""

    def __init__(self, words: list[str], folder: Path) -> None:
        self.pid, self.ours = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execve(words[0], words, os.environ | {"TERM": "xterm-256color", "PYTHONSAFEPATH": "1"})
        termios.tcsetwinsize(self.ours, (24, 80))
        self.shown = ""

    def until(self, found: Callable[[], object], most_s: float = 60) -> None:
        """Read until something holds."""
        end_s = time.monotonic() + most_s
        while not found():
            assert time.monotonic() < end_s, self.shown
            if select.select([self.ours], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self.ours, 1 << 16).decode(errors="replace")
                except OSError:  # nobody has the other side any more
                    time.sleep(0.05)

    def sees(self, word: str) -> None:
        """Read until a word is shown."""
        self.until(lambda: word in self.shown)

    def types(self, keys: str) -> None:
        """Press keys."""
        os.write(self.ours, keys.encode())

    def code(self) -> int:
        """Read to the end; return the exit code."""
        ended: list[int] = []

        def gone() -> bool:
            if not ended and (found := os.waitpid(self.pid, os.WNOHANG))[0]:
                ended.append(os.waitstatus_to_exitcode(found[1]))
            return bool(ended)

        self.until(gone)
        return ended[0]


@contextmanager
def terminal(words: list[str], folder: Path) -> Iterator[Terminal]:
    """Run a command in a terminal; nothing of it is left."""
    one = Terminal(words, folder)
    try:
        yield one
    finally:
        try:
            os.kill(one.pid, signal.SIGKILL)
            os.waitpid(one.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(one.ours)


LEND = """
import sys, termios
from pathlib import Path
from overtrick.league.rooms.room import Allowed, Task, rooms, work_on
given, handout, seconds, trust, *command = sys.argv[1:]
before = termios.tcgetattr(0)
print("words before", flush=True)
task = Task(tuple(command), Path(given), Path(handout), Allowed(time_s=int(seconds), terminal=True))
left = work_on(task, None if trust == "trust" else rooms(), lambda _: None)
print("as before:", termios.tcgetattr(0) == before, flush=True)
print("left:", left.ended, left.wrong, left.said, dict(left.files), flush=True)
"""


def lend(folder: Path, command: list[str], *, seconds: int = 30, trust: str = "room") -> list[str]:
    """Return the words that run a command in a room which is lent the terminal."""
    folder.chmod(0o755)
    given, handout = folder / "given", folder / "handout"
    for part, name, text in ((given, "main.py", ""), (given, "edit.py", EDITOR), (handout, "README.md", "")):
        part.mkdir(exist_ok=True)
        (part / name).write_text(text)
    return [sys.executable, "-c", LEND, str(given), str(handout), str(seconds), trust, *command]


@pytest.mark.parametrize("trust", ["room", "trust"])
def test_an_editor_has_the_terminal_its_keys_its_size_and_its_interrupt(tmp_path: Path, trust: str) -> None:
    with terminal(lend(tmp_path, ["python3", "edit.py"], trust=trust), tmp_path) as one:
        one.sees("editor of xterm-256color True")
        one.sees("80 24 wide")
        termios.tcsetwinsize(one.ours, (50, 132))
        one.sees("132 50 wide")
        one.types("a")
        one.sees("key b'a'")
        one.types("\x03")
        one.sees("interrupted")
        one.types("\x1aq")
        one.sees("left: it ended with code 0")
        assert one.code() == 0
    assert "as before: True" in one.shown
    assert "'main.py': b'# a\\n'" in one.shown, "a Ctrl-Z found nobody to go back to, and was ignored"
    assert one.shown.count("\x1b[?1049l") == 1, "an editor that went home by itself is not sent there again"


def test_when_the_time_is_over_the_terminal_is_as_before(tmp_path: Path) -> None:
    with terminal(lend(tmp_path, ["python3", "edit.py"], seconds=2), tmp_path) as one:
        one.sees("80 24 wide")
        one.types("b")
        assert one.code() == 0
    _, _, after = one.shown.partition("key b'b'")
    assert "\x1b[?1049l" in after, "its own screen is left"
    assert "\x1b[?25h" in after, "the cursor is there again"
    assert "as before: True" in after
    assert "left: its time of 2 s was over" in after
    assert "'main.py': b'# b\\n'" in after


def test_a_command_that_does_not_read_is_no_trap(tmp_path: Path) -> None:
    with terminal(lend(tmp_path, ["sh", "-c", "stty raw -echo; echo ready; sleep 60"], seconds=3), tmp_path) as one:
        one.sees("ready")
        for _ in range(20):
            one.types("x" * 1_000)
        assert one.code() == 0
    assert "as before: True" in one.shown


def test_an_editor_that_is_not_there_is_told(tmp_path: Path) -> None:
    with terminal(lend(tmp_path, ["no-such-editor"]), tmp_path) as one:
        assert one.code() == 0
    assert "as before: True" in one.shown
    assert "no-such-editor cannot be started: No such file or directory" in one.shown


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.long
def test_a_league_that_is_ended_meanwhile_gives_the_terminal_back(tmp_path: Path, number: signal.Signals) -> None:
    file = write_league(tmp_path, {"Ann": EDITOR})
    file.write_text(file.read_text().replace('bot = "Ann"\n', 'bot = "Ann"\nterminal = true\n'))
    with terminal(words(file), tmp_path) as one:
        mode = termios.tcgetattr(one.ours)
        one.sees("press Enter to begin it")
        one.types("\r")
        one.sees("80 24 wide")
        assert termios.tcgetattr(one.ours) != mode
        os.kill(one.pid, number)
        assert one.code() == 1
        assert termios.tcgetattr(one.ours) == mode
    assert "\x1b[?1049l" in one.shown
    assert "stopped; all finished matches are kept" in one.shown


def words(file: Path, *more: str) -> list[str]:
    """Return the command that runs a league."""
    return [sys.executable, "-m", "overtrick", "league", str(file), "--workers", "1", *more]


def asking(folder: Path) -> Path:
    """Return a league with two people's editors and a script."""
    file = write_league(folder, {"Ann": EDITOR, "Bob": CLIMB, "Cy": EDITOR})
    text = file.read_text()
    for name in ("Ann", "Cy"):
        text = text.replace(f'bot = "{name}"\n', f'bot = "{name}"\nterminal = true\n')
    file.write_text(text)
    return file


@pytest.mark.long
def test_people_edit_one_after_another_while_nothing_else_writes(tmp_path: Path) -> None:
    file = asking(tmp_path)
    with terminal([*words(file, "--json")], tmp_path) as one:
        for name in ("Ann", "Cy"):
            one.sees(f"{name}'s command gets this terminal for up to 30 s: python3 improve.py")
            one.sees("press Enter to begin it")
            one.types("\r")
            one.sees("wide")
            before = len(one.shown)
            one.types("z")
            one.sees("key b'z'")
            time.sleep(1)
            one.until(lambda: True)
            assert re.fullmatch(r"\s*(\d+ \d+ wide\s*)*key b'z'\s*", one.shown[before:]), one.shown[before:]
            one.types("q")
            one.sees("left")
            one.shown = ""
        assert one.code() == 0
    place = Place(file.with_suffix(".league"))
    outcomes = {name: place.history(name).edits()[1].outcome for name in ("Ann", "Bob", "Cy")}
    assert set(outcomes.values()) == {Outcome.CHANGED}


def test_without_a_terminal_nothing_begins(tmp_path: Path) -> None:
    file = asking(tmp_path)
    ended = subprocess.run(words(file), capture_output=True, text=True, start_new_session=True)
    assert ended.returncode == 2
    assert ended.stderr == (
        "overtrick: the command of entrant Ann takes a terminal, and there is none here; "
        "allowed: to run the league in one, or --no-terminal, by which the version before plays\n"
    )
    assert not Place(file.with_suffix(".league")).history("Ann").edits()


@pytest.mark.long
def test_without_a_terminal_the_version_before_plays_if_that_is_asked_for(tmp_path: Path) -> None:
    file = asking(tmp_path)
    asked = subprocess.run(words(file, "--no-terminal"), capture_output=True, text=True, start_new_session=True)
    assert asked.returncode == 0, asked.stderr
    assert "Ann after 0.0 s (it was not asked, without a terminal): unchanged" in asked.stderr
    place = Place(file.with_suffix(".league"))
    assert [edit.outcome for edit in place.history("Ann").edits()] == [Outcome.FIRST, Outcome.UNCHANGED]
    assert place.history("Bob").edits()[1].outcome is Outcome.CHANGED
    again = subprocess.run(words(file), capture_output=True, text=True, start_new_session=True)
    assert again.returncode == 0, "nobody is missing any more"
