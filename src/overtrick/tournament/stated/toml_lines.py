"""Lines of a TOML text: where each key stands, which the parser does not tell."""

import re
import tomllib
from collections.abc import Iterator, Mapping

Path = tuple[str, ...]  # a key with the tables around it

PART = r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'"""
KEY = re.compile(rf"(?:{PART})(?:[ \t]*\.[ \t]*(?:{PART}))*")
HEADER, HEADER_END = re.compile(r"\[{1,2}[ \t]*"), re.compile(r"[ \t]*\]{1,2}")
BLANK = re.compile(r"(?:\s|#[^\n]*)*")
# What a value is made of; strings and comments first, so that nothing in them is taken for a bracket or an end of line.
VALUE = re.compile(
    r"""(?P<text>\"{3}(?:[^\\]|\\.)*?\"{3,5}|'{3}.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
    r"""|(?P<comment>\#[^\n]*)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<end>\n)|(?P<other>[^\n"'#\[\]{}]+)""",
    re.DOTALL,
)


def lines_of(text: str) -> dict[Path, int]:
    """Return the line, from 1, at which each key and table of a valid TOML text first stands.

    Tables of a list, such as [[rounds]], have their number from 0 in the path. What stands inside a value, such as an
    inline table, is not listed: its line is that of the key before it.
    """
    found: dict[Path, int] = {}
    line, before = 1, 0
    for path, at in _keys(text):
        line, before = line + text.count("\n", before, at), at
        for depth in range(1, len(path) + 1):
            found.setdefault(path[:depth], line)
    return found


def line_of(path: Path, lines: Mapping[Path, int]) -> int | None:
    """Return the line of a key, or of what is around it; None if all of that is missing."""
    return next((lines[path[:depth]] for depth in range(len(path), 0, -1) if path[:depth] in lines), None)


def _keys(text: str) -> Iterator[tuple[Path, int]]:
    """Yield each key with its tables, and where in the text it begins."""
    table: Path = ()
    counts: dict[Path, int] = {}  # how many tables of a list there were so far
    at = _after(BLANK, text, 0)
    while at < len(text):
        header = HEADER.match(text, at)
        key = KEY.match(text, header.end() if header else at)
        if key is None:  # not TOML; the parser has said so
            return
        path = tuple(_plain(part) for part in re.findall(PART, key[0]))
        if header:
            table = _numbered(path, counts, another=header[0].startswith("[["))
            yield table, at
            at = _after(HEADER_END, text, key.end())
        else:
            yield (*table, *path), at
            at = _end_of_value(text, key.end())
        at = _after(BLANK, text, at)


def _numbered(path: Path, counts: dict[Path, int], *, another: bool) -> Path:
    """Return the path of a table with the numbers of the lists it stands in; it may be another one of a list itself."""
    full: Path = ()
    for depth, part in enumerate(path, 1):
        full = (*full, part)
        if another and depth == len(path):
            counts[full] = counts.get(full, 0) + 1
        if full in counts:
            full = (*full, str(counts[full] - 1))
    return full


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _plain(part: str) -> str:
    """Return a part of a key without quotes and escapes."""
    return next(iter(tomllib.loads(f"{part} = 0")))


def _end_of_value(text: str, at: int) -> int:
    depth = 0
    while (piece := VALUE.match(text, at)) is not None:
        at = piece.end()
        depth += (piece.lastgroup == "open") - (piece.lastgroup == "close")
        if piece.lastgroup == "end" and depth == 0:
            break
    return at
