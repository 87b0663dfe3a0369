"""The terminal of whoever runs a league, lent to one command at a time, such as a person's editor.

The command has a pseudo-terminal of its own, made in its room: what is typed here goes there, and what it shows comes
here. So nothing in a room can type for us, and a Ctrl-C is the command's.
"""

import os
import re
import select
import socket
import termios
import threading
import tty
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

TERMINAL = Path("/dev/tty")
LOOK_S = 0.2  # after which a new size of the window is noticed
MOST_TYPED = 1 << 16  # that waits for a command which does not read
ASIDE = re.compile(rb"\x1b\[\?(?:1049|1047|47)([hl])")  # to the screen of a program, and back
TIDY = (
    b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[?1l\x1b>\x1b7\x1b[r\x1b8\x1b[?25h\x1b[0m"
)
"""What an end may leave undone: mouse, focus, marked pastes, other keys, a part of the window, no cursor, colours."""


def is_here() -> bool:
    """Return whether somebody sits at a terminal of ours, wherever our output goes."""
    try:
        os.close(os.open(TERMINAL, os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def ask(question: str) -> None:
    """Print a question to whoever sits at the terminal, and wait for Enter; keys from before do not count."""
    with TERMINAL.open("r+b", buffering=0) as terminal:
        termios.tcflush(terminal, termios.TCIFLUSH)
        terminal.write(question.encode())
        terminal.readline()


class Screen:
    """Our terminal while it is lent; something that is opened and closed, and then as it was before."""

    def __init__(self) -> None:
        self._terminal = os.open(TERMINAL, os.O_RDWR | os.O_NOCTTY)
        self.size = termios.tcgetwinsize(self._terminal)
        self._ours, self.theirs = socket.socketpair()
        self._stop, self._stopped = os.pipe()
        self._aside = False
        self._relaying = threading.Thread(target=self._relay, daemon=True)

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._terminal)
        tty.setraw(self._terminal)
        self._relaying.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the terminal back, in whatever state the command left it."""
        self.theirs.close()  # ours ends by that if the room never asked for it
        os.write(self._stopped, b".")
        self._relaying.join()
        with suppress(OSError, termios.error):  # the terminal itself is gone
            os.write(self._terminal, (b"\x1b[?1049l" if self._aside else b"") + TIDY)
            termios.tcsetattr(self._terminal, termios.TCSAFLUSH, self._before)
        self._ours.close()
        for handle in (self._terminal, self._stop, self._stopped):
            os.close(handle)

    def _relay(self) -> None:
        """Carry keys and shown words between our terminal and that of the command, until one of them ends."""
        with suppress(OSError):
            _, given, _, _ = socket.recv_fds(self._ours, 1, 1)
            for master in given:
                try:
                    self._carry(master)
                finally:
                    os.close(master)

    def _carry(self, master: int) -> None:
        os.set_blocking(master, False)
        typed, tail = bytearray(), b""
        while True:
            keys = [self._terminal] if len(typed) < MOST_TYPED else []
            readable, writable, _ = select.select([self._stop, master, *keys], [master] if typed else [], [], LOOK_S)
            size = termios.tcgetwinsize(self._terminal)
            if size != self.size:
                self.size = size
                termios.tcsetwinsize(master, size)
            if master in writable:
                with suppress(BlockingIOError):
                    del typed[: os.write(master, typed)]
            if master in readable:
                some = os.read(master, 1 << 16)  # raises when nobody has the other side any more
                for turn in ASIDE.finditer(tail + some):
                    self._aside = turn[1] == b"h"
                tail = some[-8:]
                self._show(some)
            if self._terminal in readable:
                some = os.read(self._terminal, 1 << 10)
                if not some:
                    return
                typed += some
            if self._stop in readable and master not in readable:
                return

    def _show(self, some: bytes) -> None:
        while some:
            some = some[os.write(self._terminal, some) :]
