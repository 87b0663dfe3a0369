"""Which libraries a compiled program loads, read from its file: a stranger's program is not run to find out."""

import re
import struct
import subprocess
from functools import cache, lru_cache
from pathlib import Path

HEADER = struct.Struct("<16x2HI3QI6H")
SEGMENT = struct.Struct("<2I6Q")
ENTRY = struct.Struct("<qQ")
LOAD, DYNAMIC, INTERPRETER = 1, 2, 3
NEEDED, STRINGS, RPATH, RUNPATH = 1, 5, 15, 29
MOST = 4096
"""Segments, entries or bytes of a name: a file that says more is not believed."""


def libraries(program: Path) -> set[Path]:
    """Return the loader and all libraries that a program loads at its start, as far as this machine has them."""
    found: set[Path] = set()
    waiting = [program]
    while waiting:
        file = waiting.pop()
        for needed in _needed(file):
            if needed not in found:
                found.add(needed)
                waiting.append(needed)
    return found


@lru_cache(4096)
def _needed(file: Path) -> tuple[Path, ...]:
    try:
        names, folders = _dynamic(file.read_bytes())
    except (OSError, ValueError, StopIteration, struct.error):
        return ()  # no program, or not of this kind of machine: it will not start either
    places = [Path(re.sub(r"\$(ORIGIN|{ORIGIN})", str(file.parent), folder)) for folder in folders]
    tried = ([*(place / name for place in places), _known().get(name, Path("/", name))] for name in names)
    found = (next((path for path in paths if path.is_file()), None) for paths in tried)
    return tuple(path for path in found if path)


def _dynamic(content: bytes) -> tuple[list[str], list[str]]:
    """Return the names of the loader and the libraries of a 64-bit program, and the folders in which it looks first."""
    if content[:6] != b"\x7fELF\x02\x01":
        return [], []
    table, _, _, _, size, count, *_ = HEADER.unpack_from(content)[4:]
    if size != SEGMENT.size or count > MOST:
        raise ValueError
    segments = [SEGMENT.unpack_from(content, table + number * size) for number in range(count)]
    loaded = [(address, length, at) for kind, _, at, address, _, length, _, _ in segments if kind == LOAD]

    def text(at: int) -> str:
        return content[at : content.index(b"\0", at, at + MOST)].decode()

    names = [text(at) for kind, _, at, *_ in segments if kind == INTERPRETER]
    folders: list[str] = []
    for kind, _, at, _, _, length, *_ in segments:
        if kind != DYNAMIC:
            continue
        entries = [
            ENTRY.unpack_from(content, at + place) for place in range(0, min(length, MOST * ENTRY.size), ENTRY.size)
        ]
        where = next(value for tag, value in entries if tag == STRINGS)
        base = next(at + where - address for address, size, at in loaded if address <= where < address + size)
        names += [text(base + value) for tag, value in entries if tag == NEEDED]
        folders += [
            folder for tag, value in entries if tag in (RPATH, RUNPATH) for folder in text(base + value).split(":")
        ]
    return names, folders


@cache
def _known() -> dict[str, Path]:
    """Return what the loader's own list knows, by name."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=False).stdout
    # The first of a name is the one that is loaded; those of other machines are marked.
    lines = re.findall(r"^\t(\S+) \(([^)]*)\) => (\S+)$", listed, re.MULTILINE)
    return {name: Path(path) for name, kind, path in reversed(lines) if "x32" not in kind}
