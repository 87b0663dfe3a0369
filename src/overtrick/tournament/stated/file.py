"""Tournament files: TOML in, a Tournament out, and for every mistake a sentence with its line and what is allowed."""

import os.path
import re
from collections.abc import Sequence
from pathlib import Path

from overtrick.bots.builtin import is_named, names
from overtrick.match.record import commitment
from overtrick.tournament.stated.rules import KEYS as RULES
from overtrick.tournament.stated.rules import MOST_BLOCKS, check_adjusted, check_setting, stated_rules
from overtrick.tournament.stated.toml_table import TomlTable, parse_table, read_text
from overtrick.tournament.stated.tournament import (
    OPENING,
    Entrant,
    Format,
    Tournament,
    opening_matches,
    usual_field,
)
from overtrick.tournament.stated.values import digest, hours, one_of, positive, seed_bytes, shown, title, whole

KEYS = (
    *("name", "game", "seats", "format", "blocks", "rank_by", "candidate", "field", "languages", "margin"),
    *("top", "budget", "hours", "max_faults", "adjust", "workers", "seed", "commitment"),
    *("options", "limits", "entrants"),
)
assert set(RULES) <= set(KEYS)
BLOCKS = {Format.KNOCK_OUT: 1000, Format.FOCUSED: 1000}  # if nobody says, and 10 in the others
MOST_MATCHES = 1_000_000_000
MOST_WORKERS = MOST_ENTRANTS = 1000
NAMES = "1 to 40 letters, digits, spaces and _ . - (in quotes if there is a space or a dot), no space at the ends"


def read_tournament(path: Path) -> Tournament:
    """Return the tournament that a file describes, or raise Mistake with a sentence about the first mistake in it."""
    return parse_tournament(read_text(path, "tournament file"), path)


def parse_tournament(text: str, path: Path) -> Tournament:
    """Return the tournament that a text describes as if it stood in a file of that path."""
    file = parse_table(text, path.name, "blocks = 10")
    file.known((), file.data, KEYS)
    rules = stated_rules(file)
    entrants = _entrants(file, rules.game, path.parent)
    format_ = Format(file.read("format", one_of(list(Format)), Format.ROUND_ROBIN))
    check_adjusted(file, format_)
    seed = file.read("seed", seed_bytes, None)
    return Tournament(
        **vars(rules),
        name=file.read("name", title, path.stem),
        entrants=entrants,
        format=format_,
        blocks=file.read("blocks", whole(range(1, MOST_BLOCKS + 1)), BLOCKS.get(format_, 10)),
        candidate=_candidate(file, format_, [entrant.name for entrant in entrants]),
        field=_field(file, format_, rules.seats, rules.game, path.parent),
        top=_top(file, format_, len(entrants), rules.seats),
        budget=_budget(file, format_, len(entrants), rules.seats),
        hours=_hours(file, format_),
        margin=_margin(file, format_),
        workers=file.read("workers", whole(range(1, MOST_WORKERS + 1)), None),
        seed=seed,
        commitment=_commitment(file, seed),
    )


def stated_bot(file: TomlTable, path: tuple[str, ...], value: object, game: str, folder: Path) -> str:
    """Return a bot as ``find`` wants it: a built-in name, or a path that exists."""
    if isinstance(value, str):
        if is_named(value, game):
            if "@" in value:
                check_setting(file, path, value, game)
            return value
        # os.path, as pathlib objects to names that are too long or have a zero in them
        if value and os.path.exists(folder / value):  # noqa: PTH110
            return str(folder / value)
    places = "a file or folder, its path as seen from this file"
    raise file.refused(path, value, f"{', '.join(names(game))}, or {places}")


def check_name(file: TomlTable, name: str) -> None:
    """Raise Mistake if an entrant may not be called so."""
    if not (1 <= len(name) <= 40 and name == name.strip() and all(c.isalnum() or c in " _.-" for c in name)):
        raise file.wrong(("entrants", name), f"the name of an entrant is {shown(name)}; allowed: {NAMES}")
    if re.fullmatch(r"field \d+", name):
        raise file.wrong(("entrants", name), f"an entrant is {name!r}; allowed: other names, as a field has these")


def _entrants(file: TomlTable, game: str, folder: Path) -> tuple[Entrant, ...]:
    if "entrants" not in file.data:
        raise file.wrong((), 'the table [entrants] is missing; allowed: at least two lines such as Ann = "random"')
    given = file.table("entrants", 'Ann = "random"')
    for name, value in given.items():
        check_name(file, name)
        if isinstance(value, dict):
            raise file.refused(("entrants", name), value, f"a bot in quotes; names are {NAMES}")
    if not 2 <= len(given) <= MOST_ENTRANTS:
        raise file.wrong(("entrants",), f"entrants are {len(given)}; allowed: 2 to {MOST_ENTRANTS}")
    return tuple(
        Entrant(name, stated_bot(file, ("entrants", name), value, game, folder)) for name, value in given.items()
    )


def _candidate(file: TomlTable, format_: Format, entrants: Sequence[str]) -> str:
    if format_ is Format.GAUNTLET and "candidate" not in file.data:
        listed = ", ".join(entrants[:20])
        raise file.wrong(("format",), f"format is {format_.value!r}, but candidate is missing; allowed: {listed}")
    _only_with(file, "candidate", format_, Format.GAUNTLET)
    return file.read("candidate", one_of(entrants), "")


def _field(file: TomlTable, format_: Format, seats: int, game: str, folder: Path) -> tuple[str, ...]:
    _only_with(file, "field", format_, Format.KNOCK_OUT)
    if "field" not in file.data:
        return usual_field(game, seats) if format_ is Format.KNOCK_OUT else ()
    given = file.data["field"]
    if not isinstance(given, list) or len(given) != seats - 1:
        raise file.refused(
            ("field",), given, f"a list of {seats - 1} bots, who sit at a table of {seats} with each of a pair"
        )
    return tuple(stated_bot(file, ("field",), bot, game, folder) for bot in given)


def _top(file: TomlTable, format_: Format, entrants: int, seats: int) -> int:
    _only_with(file, "top", format_, Format.FOCUSED)
    if format_ is Format.FOCUSED and entrants <= seats:
        few = f"format is {format_.value!r}, with {entrants} entrants at tables of {seats}"
        raise file.wrong(("format",), f"{few}; allowed: with more entrants than seats, or {Format.ROUND_ROBIN.value!r}")
    if file.data.get("top") == "all":
        return entrants
    return file.read("top", whole(range(1, MOST_ENTRANTS + 1), f'1 to {MOST_ENTRANTS}, or "all"'), Tournament.top)


def _budget(file: TomlTable, format_: Format, entrants: int, seats: int) -> int | None:
    _only_with(file, "budget", format_, Format.FOCUSED)
    least = opening_matches(entrants, seats)
    allowed = f"{least} to {MOST_MATCHES} matches, as it begins with {OPENING} sets of cards for everybody"
    return file.read("budget", whole(range(least, MOST_MATCHES + 1), allowed), None)


def _hours(file: TomlTable, format_: Format) -> float | None:
    _only_with(file, "hours", format_, Format.FOCUSED)
    return file.read("hours", hours, None)


def _margin(file: TomlTable, format_: Format) -> float | None:
    _only_with(file, "margin", format_, Format.KNOCK_OUT, Format.FOCUSED)
    return file.read("margin", positive, None)


def _only_with(file: TomlTable, key: str, format_: Format, *wanted: Format) -> None:
    if key in file.data and format_ not in wanted:
        formats = " or ".join(repr(one.value) for one in wanted)
        reason = f"only with the format {formats}, and the format is {format_.value!r}"
        raise file.refused((key,), file.data[key], reason)


def _commitment(file: TomlTable, seed: bytes | None) -> str:
    given = file.read("commitment", digest, "")
    if given and seed is not None and given != commitment(seed):
        raise file.refused(("commitment",), given, f"{commitment(seed)}, as that is the seed's")
    return given
