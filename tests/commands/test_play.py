"""The commands for people in a real terminal, and the one that goes to the browser."""

import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import ioctl
from pathlib import Path

import pytest
from click.testing import CliRunner

from overtrick.commands.main import cli
from overtrick.match.record_file import read_records

PATIENCE_S = 60


class Terminal:
    """A command in a terminal of 80 by 24."""

    def __init__(self, words: tuple[str, ...], folder: Path) -> None:
        self.text = ""
        self.pid, self._screen = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ["TERM"] = "xterm-256color"
            os.execv(sys.executable, [sys.executable, "-m", "overtrick", *words])
        ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def read(self, words: str) -> None:
        """Wait until the screen has been told some words."""
        end = time.monotonic() + PATIENCE_S
        while words not in self.text:
            assert time.monotonic() < end, f"{words!r} did not come: {self.text[-2000:]!r}"
            if select.select([self._screen], [], [], 0.1)[0]:
                try:
                    self.text += os.read(self._screen, 1 << 16).decode(errors="replace")
                except OSError:  # it has ended
                    pytest.fail(f"{words!r} did not come: {self.text[-2000:]!r}")

    def press(self, keys: str) -> None:
        """Press keys."""
        self.text = ""
        os.write(self._screen, keys.encode())

    def press_until(self, keys: str, words: str) -> None:
        """Press keys again and again, until the screen has been told some words."""
        self.text = ""
        end = time.monotonic() + PATIENCE_S
        while words not in self.text:
            assert time.monotonic() < end, f"{words!r} did not come: {self.text[-2000:]!r}"
            os.write(self._screen, keys.encode())
            while select.select([self._screen], [], [], 0.3)[0]:
                self.text += os.read(self._screen, 1 << 16).decode(errors="replace")

    def left(self, keys: str = "") -> int:
        """Return the exit code, once it has ended; keys may be pressed until then."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            with suppress(OSError):
                os.write(self._screen, keys.encode())
            if select.select([self._screen], [], [], 0.2)[0]:
                with suppress(OSError):  # it has ended
                    self.text += os.read(self._screen, 1 << 16).decode(errors="replace")
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                return os.waitstatus_to_exitcode(status)
        pytest.fail("it did not end")

    def close(self) -> None:
        """End it if it still runs."""
        os.close(self._screen)
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)


@contextmanager
def terminal(*words: str, folder: Path) -> Iterator[Terminal]:
    opened = Terminal(words, folder)
    try:
        yield opened
    finally:
        opened.close()


def test_a_duel_is_played_in_a_terminal_and_looked_at_again(tmp_path: Path) -> None:
    words = ("play", "duel", "-o", "ranks=3", "--pace", "0", "--against", "easy", "--out", "mine.jsonl")
    with terminal(*words, folder=tmp_path) as screen:
        screen.read("Play a card.")
        screen.press_until("\r", "The match is over.")
        assert screen.left("q") == 0  # the first one may only close the score pad
        assert "wrote mine.jsonl; overtrick replay mine.jsonl looks at it again" in screen.text
    (record,) = read_records(tmp_path / "mine.jsonl")
    assert record.match.players == ("You", "duel:easy")
    with terminal("replay", "mine.jsonl", folder=tmp_path) as screen:
        screen.read("action 0 of 12")
        screen.press("]")
        screen.read("2")
        screen.press("q")
        assert screen.left() == 0


def test_control_c_asks_before_it_leaves_and_a_saved_game_goes_on(tmp_path: Path) -> None:
    with terminal("play", "duel", "--pace", "0", folder=tmp_path) as screen:
        screen.read("Play a card.")
        screen.press_until("\r", "the trick.")
        screen.press("\x03")
        screen.read("The match is not over.")
        screen.press("\r")
        assert screen.left() == 0
        assert "overtrick play --continue overtrick-duel.json goes on" in screen.text
    with terminal("play", "--continue", "overtrick-duel.json", folder=tmp_path) as screen:
        screen.read("Play a card.")
        screen.press("q")
        screen.read("The match is not over.")
        screen.press("\x1b[C\r")
        assert screen.left() == 0


def test_who_wants_lines_gets_them_in_a_terminal_too(tmp_path: Path) -> None:
    with terminal("play", "duel", "--plain", folder=tmp_path) as screen:
        screen.read("your move:")
        screen.press("quit\r")
        assert screen.left() == 0


def test_play_in_the_browser_serves_the_site_and_opens_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    served: list[tuple[object, ...]] = []

    def serve_site(host: str, port: int, store: str | None, ready: object) -> None:
        served.append((host, port, store))
        assert callable(ready)
        ready("http://127.0.0.1:4321/")
        end = time.monotonic() + PATIENCE_S
        while not opened and time.monotonic() < end:
            time.sleep(0.01)

    monkeypatch.setattr("overtrick.commands.serve.serve_site", serve_site)
    monkeypatch.setattr("webbrowser.open", opened.append)
    done = CliRunner().invoke(cli, ["play", "wizard", "--web"], catch_exceptions=False)
    assert done.output == "Play at http://127.0.0.1:4321/play/wizard  (Ctrl-C stops)\n"
    assert opened == ["http://127.0.0.1:4321/play/wizard"]
    assert served == [("127.0.0.1", 0, None)]
