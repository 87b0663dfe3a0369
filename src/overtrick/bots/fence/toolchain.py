"""Finding a C compiler, and building with it, once, what is ours in a box: the agent, and a part of the mould."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from overtrick.core.cache import cache_folder
from overtrick.core.mistake import Mistake

AGENT_FILES = ("agent.c", "agent_entry.c", "agent_idle.c", "agent_program.c", "agent_start.c")
AGENT_SOURCES = tuple(Path(__file__).with_name(name) for name in AGENT_FILES)
AGENT_HEADER = Path(__file__).with_name("agent.h")
MOULD_SOURCE = Path(__file__).with_name("mould.c")
FLAGS = ("-O2", "-Wall", "-Wextra")


@dataclass(frozen=True)
class Compiler:
    """A C compiler: how to call it, its name and version, and the folder that it needs, if it is a wheel."""

    argv: tuple[str, ...]
    version: str
    folder: Path | None = None


@cache
def find_compiler() -> Compiler:
    """Return the system's ``cc``, or the ``ziglang`` wheel's; a Mistake says how to get one."""
    found = _system_compiler() or _wheel_compiler()
    if found is None:
        raise Mistake("there is no C compiler; install gcc (apt install gcc) or the wheel (pip install ziglang)")
    return found


def _system_compiler() -> Compiler | None:
    path = shutil.which("cc")
    version = _first_line(path, "--version") if path else ""
    return Compiler((str(path),), version) if version else None


def _wheel_compiler() -> Compiler | None:
    spec = importlib.util.find_spec("ziglang")
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(spec.submodule_search_locations[0])
    version = _first_line(str(folder / "zig"), "version")
    return Compiler((str(folder / "zig"), "cc"), f"zig {version}", folder) if version else None


def _first_line(*argv: str) -> str:
    """Return what a program says first, or nothing if it does not run."""
    try:
        done = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.partition("\n")[0] if done.returncode == 0 else ""


def keep(path: Path, content: bytes) -> Path:
    """Put a program into the cache, whole or not at all; one that is there stays, for boxes that are being made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.parent.chmod(0o755)  # whatever the umask: a box's own user must read it
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        os.fchmod(handle, 0o755)
    try:
        with suppress(FileExistsError):
            path.hardlink_to(name)
    finally:
        Path(name).unlink()
    return path


@cache
def agent_binary() -> Path:
    """Return the agent, compiled if this source was not compiled before; static if that works."""
    return _built("agent", (*AGENT_SOURCES, AGENT_HEADER), (("-static",), ()))


@cache
def mould_library() -> Path:
    """Return the mould's own part, a library for the Python of bots."""
    return _built("mould", (MOULD_SOURCE,), (("-shared", "-fPIC"),))


def _built(what: str, files: tuple[Path, ...], ways: tuple[tuple[str, ...], ...]) -> Path:
    """Return what our own sources make, linked in the first of these ways that works; it is kept in the cache."""
    compiler = find_compiler()
    words = (*(file.read_text() for file in files), compiler.version, *FLAGS)
    path = cache_folder() / what / hashlib.sha256("\0".join(words).encode()).hexdigest()[:32]
    if path.exists():
        return path
    sources = [str(file) for file in files if file.suffix == ".c"]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, what)
        done = None
        for linking in ways:
            argv = [*compiler.argv, *FLAGS, *linking, "-o", str(made), *sources]
            done = subprocess.run(argv, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                return keep(path, made.read_bytes())
        assert done is not None
        raise Mistake(f"the fence's {what} does not compile with {compiler.version}: {done.stderr.strip()[:500]}")
