"""What the tests of the fence share: the levels that work here, bots in a folder, and who is still alive."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from overtrick.bots.fence.fence import Fence, Level, why_not

LEVELS = [level for level in (Level.A_PLUS, Level.A, Level.B) if not why_not(level)]
MOSTLY_LONG = [LEVELS[0], *(pytest.param(level, marks=pytest.mark.long) for level in LEVELS[1:])] if LEVELS else []
"""The same for tests that take long, of which the ordinary run tries the best level only."""
ATTACKS = Path(__file__).parents[1] / "bots" / "fence" / "attacks"


@contextmanager
def bot_folder(**files: str) -> Iterator[Path]:
    """Give a folder with Python files, readable to the user of a box as pytest's own folders are not."""
    folder = Path(tempfile.mkdtemp(prefix="overtrick-test-"))
    folder.chmod(0o755)
    try:
        for name, text in files.items():
            (folder / f"{name}.py").write_text(text)
        yield folder
    finally:
        shutil.rmtree(folder)


def alive_in(fence: Fence) -> list[str]:
    """Return the names of the processes in a box, without bwrap and the agent."""
    names = [name for _, name in below(fence.pid)]
    return [name for name in names if name not in ("bwrap", "agent", fence_agent_name(fence))]


def fence_agent_name(fence: Fence) -> str:
    return Path(f"/proc/{fence.pid}/comm").read_text().strip()


def below(pid: int) -> list[tuple[int, str]]:
    """Return all that descends from a process, zombies included, with their names."""
    parents: dict[int, list[tuple[int, str]]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = entry.read_text()
        except OSError:
            continue
        name, _, rest = text.partition("(")[2].rpartition(")")
        parents.setdefault(int(rest.split()[1]), []).append((int(entry.parent.name), name))
    found: list[tuple[int, str]] = []
    queue = [pid]
    while queue:
        for child in parents.get(queue.pop(), []):
            found.append(child)
            queue.append(child[0])
    return found


def workers_below(pid: int) -> list[int]:
    """Return the worker processes of a process."""
    found = []
    for child, _ in below(pid):
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(child)
    return found


def alive_with(token: str) -> list[int]:
    """Return the processes that have a word on their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if token.encode() in entry.read_bytes() and int(entry.parent.name) != os.getpid():
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return found


def soon(condition: Callable[[], object], seconds: float = 5, every_s: float = 0.02) -> bool:
    """Return whether something becomes true before long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(every_s)
    return False
