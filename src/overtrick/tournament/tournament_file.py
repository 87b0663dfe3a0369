"""Tournament files: TOML in, a Tournament out, and for every mistake a sentence with its line and what is allowed."""

import difflib
import os.path
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from overtrick.bots.builtin import is_named, maker, names
from overtrick.bots.limits import KEYS as LIMITS
from overtrick.bots.limits import Limits, parse_limits
from overtrick.games import GAMES
from overtrick.games.contract import Game, settled, usual_seats
from overtrick.games.options import Value, settle
from overtrick.mistake import Mistake
from overtrick.record import commitment
from overtrick.tournament.toml_lines import line_of, lines_of
from overtrick.tournament.tournament import Entrant, Format, RankBy, Tournament, usual_field
from overtrick.tournament.tournament_values import (
    Refused,
    digest,
    languages,
    one_of,
    positive,
    seed_bytes,
    shown,
    title,
    truth,
    whole,
)

T = TypeVar("T")
D = TypeVar("D")

KEYS = (
    *("name", "game", "seats", "format", "blocks", "rank_by", "candidate", "field", "languages", "margin"),
    *("max_faults", "adjust", "workers", "seed", "commitment", "options", "limits", "entrants"),
)
MOST_BYTES = 1_000_000
BLOCKS = {Format.ROUND_ROBIN: 10, Format.GAUNTLET: 10, Format.KNOCK_OUT: 1000}  # if nobody says
MOST_BLOCKS = MOST_FAULTS = 1_000_000
MOST_WORKERS = MOST_ENTRANTS = 1000
NAMES = "1 to 40 letters, digits, spaces and _ . - (in quotes if there is a space or a dot), no space at the ends"


@dataclass(frozen=True)
class _File:
    """A file that was read: what it says, where it says so, and where it lies."""

    name: str
    data: Mapping[str, Any]
    lines: Mapping[tuple[str, ...], int]
    folder: Path

    def wrong(self, path: tuple[str, ...], sentence: str) -> Mistake:
        """Return a sentence with file and line in front."""
        line = line_of(path, self.lines)
        return Mistake(f"{self.name}, line {line}: {sentence}" if line else f"{self.name}: {sentence}")

    def refused(self, path: tuple[str, ...], value: object, allowed: str) -> Mistake:
        """Return the sentence for a value that is not allowed."""
        what = {"entrants": "entrant ", "limits": "the limit "}.get(path[0], "") if len(path) > 1 else ""
        return self.wrong(path, f"{what}{path[-1][:60]} is {shown(value)}; allowed: {allowed}")

    def read(self, key: str, reader: Callable[[Any], T], default: D) -> T | D:
        """Return the value of a key as a reader understands it, or the default if the key is not there."""
        if key not in self.data:
            return default
        try:
            return reader(self.data[key])
        except Refused as refused:
            raise self.refused((key,), self.data[key], str(refused)) from None

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
                what = {"options": "option", "limits": "limit"}.get(path[0], "key") if path else "key"
                near = difflib.get_close_matches(name, allowed, 1)
                hint = f" (did you mean {near[0]}?)" if near else ""
                there = f"there is no {what} {name[:60]!r}, which is {shown(value)}{hint}"
                raise self.wrong((*path, name), f"{there}; allowed: {', '.join(allowed) or 'none'}")

    def check_setting(self, path: tuple[str, ...], value: str, game: str) -> None:
        """Raise Mistake if a built-in player does not take its setting."""
        try:
            maker(value, game)
        except Mistake as mistake:
            raise self.wrong(path, str(mistake)) from None

    def bot(self, path: tuple[str, ...], value: object, game: str) -> str:
        """Return a bot as ``find`` wants it: a built-in name, or a path that exists."""
        if isinstance(value, str):
            if is_named(value, game):
                if "@" in value:
                    self.check_setting(path, value, game)
                return value
            # os.path, as pathlib objects to names that are too long or have a zero in them
            if value and os.path.exists(self.folder / value):  # noqa: PTH110
                return str(self.folder / value)
        places = "a file or folder, its path as seen from this file"
        raise self.refused(path, value, f"{', '.join(names(game))}, or {places}")


def read_tournament(path: Path) -> Tournament:
    """Return the tournament that a file describes, or raise Mistake with a sentence about the first mistake in it."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise Mistake(f"there is no file {str(path)[:200]!r}; allowed: the path of a tournament file in TOML") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Mistake(f"{path.name} cannot be read ({reason}); allowed: a tournament file in TOML") from None
    if len(content) > MOST_BYTES:
        raise Mistake(f"{path.name} has {len(content)} bytes; allowed: up to {MOST_BYTES}")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, byte = content.count(b"\n", 0, error.start) + 1, content[error.start]
        raise Mistake(f"{path.name}, line {line}: the byte {byte:#04x} is not UTF-8; allowed: UTF-8 text") from None
    return parse_tournament(text.replace("\r\n", "\n"), path)


def parse_tournament(text: str, path: Path) -> Tournament:
    """Return the tournament that a text describes as if it stood in a file of that path."""
    file = _File(path.name, _parse(text, path.name), lines_of(text), path.parent)
    _check_numbers(file, (), file.data)
    file.known((), file.data, KEYS)
    if "game" not in file.data:
        raise file.wrong((), f"the key game is missing; allowed: {', '.join(GAMES)}")
    game = GAMES[file.read("game", one_of(GAMES), "")]
    span = f"{game.SEATS[0]} to {game.SEATS[-1]}" if len(game.SEATS) > 1 else f"{game.SEATS[0]}"
    seats = file.read("seats", whole(game.SEATS, f"{span} for {game.NAME}"), usual_seats(game))
    entrants = _entrants(file, game.NAME)
    format_ = Format(file.read("format", one_of(list(Format)), Format.ROUND_ROBIN))
    seed = file.read("seed", seed_bytes, None)
    return Tournament(
        name=file.read("name", title, path.stem),
        game=game.NAME,
        seats=seats,
        options=_options(file, game, seats),
        entrants=entrants,
        format=format_,
        blocks=file.read("blocks", whole(range(1, MOST_BLOCKS + 1)), BLOCKS[format_]),
        rank_by=RankBy(file.read("rank_by", one_of(list(RankBy)), RankBy.SCORE)),
        candidate=_candidate(file, format_, [entrant.name for entrant in entrants]),
        field=_field(file, format_, game.NAME, seats),
        languages=file.read("languages", languages, ()),
        limits=_limits(file),
        margin=_margin(file, format_),
        max_faults=file.read("max_faults", whole(range(MOST_FAULTS + 1)), None),
        adjust=_adjust(file, game.NAME),
        workers=file.read("workers", whole(range(1, MOST_WORKERS + 1)), None),
        seed=seed,
        commitment=_commitment(file, seed),
    )


def _parse(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Mistake(f"{name} is not TOML: brackets in brackets without end; allowed: TOML") from None
    except ValueError as error:
        reason, line = _place(str(error), text)
        quoted = text.split("\n")[line - 1].strip()[:60]
        if any(word in reason for word in ("overwrite", "twice", "Duplicate")):
            raise Mistake(f"{name}, line {line}: {quoted!r} gives a name a second time; allowed: once") from None
        sentence = f"{quoted!r} is not TOML ({reason}); allowed: lines such as blocks = 10"
        raise Mistake(f"{name}, line {line}: {sentence}") from None


def _place(sentence: str, text: str) -> tuple[str, int]:
    """Return the parser's sentence without the place, and the line: the last one for what is missing at the end."""
    if place := re.search(r" \(at line (\d+), column \d+\)$", sentence):
        return sentence[: place.start()], int(place[1])
    if digits := re.search(r"[0-9_]{4000}", text):  # Python's objection, not the parser's: it knows no place
        return "so many digits", text.count("\n", 0, digits.start()) + 1
    return sentence.removesuffix(" (at end of document)"), text.rstrip().count("\n") + 1


def _check_numbers(file: _File, path: tuple[str, ...], value: object) -> None:
    """Raise Mistake at a number that TOML does not promise to hold: Python could not even print some of them."""
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise file.wrong(path, f"{path[-1][:60]} is {value:#x}"[:80] + "...; allowed: numbers of 64 bits")
    for key, part in value.items() if isinstance(value, dict) else ():
        _check_numbers(file, (*path, key), part)
    for part in value if isinstance(value, list) else ():
        _check_numbers(file, path, part)


def _entrants(file: _File, game: str) -> tuple[Entrant, ...]:
    if "entrants" not in file.data:
        raise file.wrong((), 'the table [entrants] is missing; allowed: at least two lines such as Ann = "random"')
    given = file.table("entrants", 'Ann = "random"')
    for name, value in given.items():
        if not (1 <= len(name) <= 40 and name == name.strip() and all(c.isalnum() or c in " _.-" for c in name)):
            raise file.wrong(("entrants", name), f"the name of an entrant is {shown(name)}; allowed: {NAMES}")
        if re.fullmatch(r"field \d+", name):
            raise file.wrong(("entrants", name), f"an entrant is {name!r}; allowed: other names, as a field has these")
        if isinstance(value, dict):
            raise file.refused(("entrants", name), value, f"a bot in quotes; names are {NAMES}")
    if not 2 <= len(given) <= MOST_ENTRANTS:
        raise file.wrong(("entrants",), f"entrants are {len(given)}; allowed: 2 to {MOST_ENTRANTS}")
    return tuple(Entrant(name, file.bot(("entrants", name), value, game)) for name, value in given.items())


def _options(file: _File, game: Game, seats: int) -> dict[str, Value]:
    given = file.table("options", "name = value")
    file.known(("options",), given, [*(option.name for option in game.OPTIONS), *(["preset"] if game.PRESETS else [])])
    for name, value in given.items():
        try:
            settle(game.OPTIONS, game.PRESETS, {name: value})
        except Mistake as mistake:
            raise file.wrong(("options", name), str(mistake)) from None
    try:
        return settled(game, seats, given)
    except Mistake as mistake:  # each for itself is allowed, but not together
        raise file.wrong(("options",), str(mistake)) from None


def _limits(file: _File) -> Limits:
    given = file.table("limits", 'cpu = "500ms"')
    file.known(("limits",), given, LIMITS)
    limits = Limits()
    for key, value in given.items():
        text = str(value)
        if not isinstance(value, str | int) or isinstance(value, bool) or "," in text:
            raise file.refused(("limits", key), value, 'a text such as "500ms", "256MB" or 16')
        try:
            limits = parse_limits(f"{key}={text}", limits)
        except Mistake as mistake:
            raise file.wrong(("limits", key), str(mistake)) from None
    return limits


def _candidate(file: _File, format_: Format, entrants: Sequence[str]) -> str:
    if format_ is Format.GAUNTLET and "candidate" not in file.data:
        listed = ", ".join(entrants[:20])
        raise file.wrong(("format",), f"format is {format_.value!r}, but candidate is missing; allowed: {listed}")
    _only_with(file, "candidate", format_, Format.GAUNTLET)
    return file.read("candidate", one_of(entrants), "")


def _field(file: _File, format_: Format, game: str, seats: int) -> tuple[str, ...]:
    _only_with(file, "field", format_, Format.KNOCK_OUT)
    if "field" not in file.data:
        return usual_field(game, seats) if format_ is Format.KNOCK_OUT else ()
    given = file.data["field"]
    if not isinstance(given, list) or len(given) != seats - 1:
        raise file.refused(
            ("field",), given, f"a list of {seats - 1} bots, who sit at a table of {seats} with each of a pair"
        )
    return tuple(file.bot(("field",), bot, game) for bot in given)


def _margin(file: _File, format_: Format) -> float | None:
    _only_with(file, "margin", format_, Format.KNOCK_OUT)
    return file.read("margin", positive, None)


def _only_with(file: _File, key: str, format_: Format, wanted: Format) -> None:
    if key in file.data and format_ is not wanted:
        reason = f"only with the format {wanted.value!r}, and the format is {format_.value!r}"
        raise file.refused((key,), file.data[key], reason)


def _adjust(file: _File, game: str) -> bool:
    adjust = file.read("adjust", truth, False)
    if adjust and game != "figgie":
        raise file.refused(("adjust",), adjust, f"false, as the game is {game}; true is for figgie")
    return adjust


def _commitment(file: _File, seed: bytes | None) -> str:
    given = file.read("commitment", digest, "")
    if given and seed is not None and given != commitment(seed):
        raise file.refused(("commitment",), given, f"{commitment(seed)}, as that is the seed's")
    return given
