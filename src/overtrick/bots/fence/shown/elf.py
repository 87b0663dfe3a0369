"""Which libraries a compiled program loads, read from its file: a stranger's program is not run to find out."""

import re
import struct
import subprocess
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

HEADER = struct.Struct("<16x2HI3QI6H")
SEGMENT = struct.Struct("<2I6Q")
ENTRY = struct.Struct("<qQ")
MAGIC = b"\x7fELF"
LOAD, DYNAMIC = 1, 2
NEEDED, STRINGS = 1, 5
MOST = 4096
"""Segments, entries or bytes of a name: a file that says more is not believed."""


def libraries(program: Path, most: int = MOST) -> set[Path]:
    """Return the libraries that a program loads at its start, and theirs, with the links that lead there.

    Only what the loader's own list knows by name: a stranger's program may name any place on the machine. Libraries
    that lie elsewhere belong to what they came with.
    """
    found: set[Path] = set()
    waiting = list(_needed(program)[:most])
    while waiting:
        library = waiting.pop()
        if library not in found:
            found |= {*links(library)}
            waiting += _needed(library)
    return found


def links(path: Path) -> Iterator[Path]:
    """Yield a path, and what it is a link to, to the end."""
    yield path
    while path.is_symlink():
        path = path.parent / path.readlink()
        yield path


@lru_cache(4096)
def _needed(file: Path) -> tuple[Path, ...]:
    try:
        names = _dynamic(file.read_bytes())
    except (OSError, ValueError, StopIteration, struct.error):
        return ()  # no program, or not of this kind of machine: it will not start either
    return tuple(_known()[name] for name in names if name in _known())


def _dynamic(content: bytes) -> list[str]:
    """Return the names of the libraries of a 64-bit program."""
    if content[:6] != MAGIC + b"\x02\x01":
        return []
    table, _, _, _, size, count, *_ = HEADER.unpack_from(content)[4:]
    if size != SEGMENT.size or count > MOST:
        raise ValueError
    segments = [SEGMENT.unpack_from(content, table + number * size) for number in range(count)]
    loaded = [(address, length, at) for kind, _, at, address, _, length, _, _ in segments if kind == LOAD]

    def text(at: int) -> str:
        return content[at : content.index(b"\0", at, at + MOST)].decode()

    names: list[str] = []
    for kind, _, at, _, _, length, *_ in segments:
        if kind != DYNAMIC:
            continue
        entries = [
            ENTRY.unpack_from(content, at + place) for place in range(0, min(length, MOST * ENTRY.size), ENTRY.size)
        ]
        where = next(value for tag, value in entries if tag == STRINGS)
        base = next(at + where - address for address, size, at in loaded if address <= where < address + size)
        names += [text(base + value) for tag, value in entries if tag == NEEDED]
    return names


@cache
def _known() -> dict[str, Path]:
    """Return what the loader's own list knows, by name."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=False).stdout
    # The first of a name is the one that is loaded; those of other machines are marked.
    lines = re.findall(r"^\t(\S+) \(([^)]*)\) => (\S+)$", listed, re.MULTILINE)
    return {name: Path(path) for name, kind, path in reversed(lines) if "x32" not in kind}
