"""Tables of a TOML file: what they say, and for every mistake a sentence with its line and what is allowed."""

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from overtrick.core.mistake import Mistake
from overtrick.tournament.stated.toml_lines import line_of, lines_of
from overtrick.tournament.stated.values import Refused, shown

T = TypeVar("T")
D = TypeVar("D")

MOST_BYTES = 1_000_000
KINDS = {"entrants": "entrant ", "limits": "the limit "}  # how a sentence begins about what stands in such a table
ONE = {"options": "option", "limits": "limit"}  # what a name in such a table is called


@dataclass(frozen=True)
class TomlTable:
    """A table that was read: what it says, and where it says so."""

    name: str  # of the file; empty if the values came from elsewhere, such as a form
    data: Mapping[str, Any]
    lines: Mapping[tuple[str, ...], int]
    at: tuple[str, ...] = ()  # the tables around it

    def inside(self, *path: str, data: Mapping[str, Any]) -> "TomlTable":
        """Return a table that stands in this one."""
        return replace(self, data=data, at=(*self.at, *path))

    def wrong(self, path: tuple[str, ...], sentence: str) -> Mistake:
        """Return a sentence with file and line in front."""
        line = line_of((*self.at, *path), self.lines)
        place = f"{self.name}, line {line}: " if line else f"{self.name}: "
        return Mistake(place + sentence if self.name else sentence)

    def refused(self, path: tuple[str, ...], value: object, allowed: str) -> Mistake:
        """Return the sentence for a value that is not allowed."""
        what = KINDS.get(path[-2], "") if len(path) > 1 else ""
        return self.wrong(path, f"{what}{path[-1][:60]} is {shown(value)}; allowed: {allowed}")

    def read(self, key: str, reader: Callable[[Any], T], default: D) -> T | D:
        """Return the value of a key as a reader understands it, or the default if the key is not there."""
        if key not in self.data:
            return default
        try:
            return reader(self.data[key])
        except Refused as refused:
            raise self.refused((key,), self.data[key], str(refused)) from None

    def need(self, key: str, reader: Callable[[Any], T], allowed: str) -> T:
        """Return the value of a key as a reader understands it, or raise Mistake if the key is not there."""
        if key not in self.data:
            raise self.wrong((), f"the key {key} is missing; allowed: {allowed}")
        return self.read(key, reader, None)  # type: ignore[return-value]

    def table(self, key: str, line: str) -> dict[str, Any]:
        """Return a table, empty if it is not there; the line is an example of what may stand in it."""
        given = self.data.get(key, {})
        if not isinstance(given, dict):
            raise self.refused((key,), given, f"a table: a line [{key}], and below it lines such as {line}")
        return given

    def known(self, path: tuple[str, ...], given: Mapping[str, object], known: Iterable[str]) -> None:
        """Raise Mistake at the first name that is not among the known ones."""
        allowed = list(known)
        for name, value in given.items():
            if name not in allowed:
                what = ONE.get(path[-1], "key") if path else "key"
                near = difflib.get_close_matches(name, allowed, 1)
                hint = f" (did you mean {near[0]}?)" if near else ""
                there = f"there is no {what} {name[:60]!r}, which is {shown(value)}{hint}"
                raise self.wrong((*path, name), f"{there}; allowed: {', '.join(allowed) or 'none'}")


def read_text(path: Path, what: str) -> str:
    """Return the text of a TOML file, or raise Mistake; ``what`` it is stands in the sentences."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise Mistake(f"there is no file {str(path)[:200]!r}; allowed: the path of a {what} in TOML") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Mistake(f"{path.name} cannot be read ({reason}); allowed: a {what} in TOML") from None
    return decode(content, path.name)


def decode(content: bytes, name: str) -> str:
    """Return the text of a file of bearable size, or raise Mistake."""
    if len(content) > MOST_BYTES:
        raise Mistake(f"{name} has {len(content)} bytes; allowed: up to {MOST_BYTES}")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, byte = content.count(b"\n", 0, error.start) + 1, content[error.start]
        raise Mistake(f"{name}, line {line}: the byte {byte:#04x} is not UTF-8; allowed: UTF-8 text") from None
    return text.replace("\r\n", "\n")


def parse_table(text: str, name: str, example: str) -> TomlTable:
    """Return what a text says as if it stood in a file of that name; the example is a line that may stand in it."""
    table = TomlTable(name, _parse(text, name, example), lines_of(text))
    _check_numbers(table, (), table.data)
    return table


def _parse(text: str, name: str, example: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Mistake(f"{name} is not TOML: brackets in brackets without end; allowed: TOML") from None
    except ValueError as error:
        reason, line = _place(str(error), text)
        quoted = text.split("\n")[line - 1].strip()[:60]
        if any(word in reason for word in ("overwrite", "twice", "Duplicate")):
            raise Mistake(f"{name}, line {line}: {quoted!r} gives a name a second time; allowed: once") from None
        sentence = f"{quoted!r} is not TOML ({reason}); allowed: lines such as {example}"
        raise Mistake(f"{name}, line {line}: {sentence}{_quotes_missing(quoted)}") from None


def _quotes_missing(line: str) -> str:
    """Return what to add for a line whose name has letters beyond a to z, or blanks, and no quotes; else nothing."""
    named = re.match(r"([^=\"'\[\]#.]*[^=\"'\[\]#.\s])\s*=", line)
    return f', and "{named[1]}" in quotes' if named and not re.fullmatch(r"[A-Za-z0-9_-]+", named[1]) else ""


def _place(sentence: str, text: str) -> tuple[str, int]:
    """Return the parser's sentence without the place, and the line: the last one for what is missing at the end."""
    if place := re.search(r" \(at line (\d+), column \d+\)$", sentence):
        return sentence[: place.start()], int(place[1])
    if digits := re.search(r"[0-9_]{4000}", text):  # Python's objection, not the parser's: it knows no place
        return "so many digits", text.count("\n", 0, digits.start()) + 1
    return sentence.removesuffix(" (at end of document)"), text.rstrip().count("\n") + 1


def _check_numbers(table: TomlTable, path: tuple[str, ...], value: object) -> None:
    """Raise Mistake at a number that TOML does not promise to hold: Python could not even print some of them."""
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise table.wrong(path, f"{path[-1][:60]} is {value:#x}"[:80] + "...; allowed: numbers of 64 bits")
    for key, part in value.items() if isinstance(value, dict) else ():
        _check_numbers(table, (*path, key), part)
    for index, part in enumerate(value) if isinstance(value, list) else ():
        _check_numbers(table, (*path, str(index)) if isinstance(part, dict) else path, part)
