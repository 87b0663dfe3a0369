"""What a league's file states: TOML in, a League out, and for every mistake a sentence with its line."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from overtrick.bots.builtin import is_named
from overtrick.league.rooms.attendant import HANDOUT
from overtrick.league.rooms.room import Allowed
from overtrick.tournament.stated.file import MOST_WORKERS, check_name, stated_bot
from overtrick.tournament.stated.rules import KEYS as RULES
from overtrick.tournament.stated.rules import MOST_BLOCKS, StatedRules, stated_rules
from overtrick.tournament.stated.toml_table import TomlTable, parse_table, read_text
from overtrick.tournament.stated.values import Refused, one_of, seed_bytes, shown, title, truth, whole

OWN = ("name", "generations", "sources", "blocks", "abreast", "review", "workers", "seed", "command", "entrants")
KEYS = (*OWN, *(key for key in RULES if key != "adjust"))
ENTRANT = ("bot", "command", "sources", "twin")
MOST_GENERATIONS, MOST_CONTENDERS, MOST_ABREAST = 1000, 100, 64
MOST_REVIEWED = 60  # all records that a command gets
LONGEST_NAME = 24  # so that a version, and a twin's, has a name that fits everywhere
TWIN = "{} alone"
TIMES = {"s": 1, "min": 60, "h": 3600}
SIZES = {"MB": 1, "GB": 1024}


class Sources(StrEnum):
    """What a command is shown of the others' programs."""

    NONE = "none"
    LAST = "last"  # those that played in the last generation
    ALL = "all"  # all that ever played


@dataclass(frozen=True)
class Contender:
    """Somebody in a league: a bot, and the command that may change it."""

    name: str
    bot: str  # a folder, or for one that stays as it is also a file or a built-in
    command: tuple[str, ...] = ()  # empty if it stays as it is
    sources: Sources = Sources.NONE
    allowed: Allowed = field(default_factory=Allowed)
    twin_of: str = ""  # who it does the same as, without seeing others' programs

    @property
    def family(self) -> str:
        """The name that it shares with its twin: equal programs of both are one."""
        return self.twin_of or self.name


@dataclass(frozen=True, kw_only=True)
class League:
    """Everything that a league's file states."""

    name: str
    rules: StatedRules
    contenders: tuple[Contender, ...]
    generations: int  # after the first one, which is the bots as they were entered
    sources: Sources
    blocks: int  # sets of cards of each generation
    abreast: int  # commands that run at a time
    review: int  # matches of each entrant that are reviewed for its command
    workers: int | None
    seed: bytes | None


def read_league(path: Path) -> League:
    """Return the league that a file describes, or raise Mistake with a sentence about the first mistake in it."""
    return parse_league(read_text(path, "league file"), path)


def parse_league(text: str, path: Path) -> League:
    """Return the league that a text describes as if it stood in a file of that path."""
    file = parse_table(text, path.name, "generations = 3")
    file.known((), file.data, KEYS)
    rules = stated_rules(file)
    sources = Sources(file.read("sources", one_of(list(Sources)), Sources.NONE))
    given = file.table("command", 'time = "10min"')
    usual = _allowed(file.inside("command", data=given), Allowed(), path.parent)
    return League(
        name=file.read("name", title, path.stem),
        rules=rules,
        contenders=tuple(_contenders(file, rules.game, Contender("", "", sources=sources, allowed=usual), path.parent)),
        generations=file.need("generations", whole(range(1, MOST_GENERATIONS + 1)), f"1 to {MOST_GENERATIONS}"),
        sources=sources,
        blocks=file.read("blocks", whole(range(1, MOST_BLOCKS + 1)), 20),
        abreast=file.read("abreast", whole(range(1, MOST_ABREAST + 1)), 1),
        review=file.read("review", whole(range(MOST_REVIEWED + 1)), 20),
        workers=file.read("workers", whole(range(1, MOST_WORKERS + 1)), None),
        seed=file.read("seed", seed_bytes, None),
    )


def _contenders(file: TomlTable, game: str, usual: Contender, folder: Path) -> list[Contender]:
    given = file.table("entrants", '[entrants.Ann], bot = "ann" and command = ["python3", "improve.py"]')
    found: list[Contender] = []
    for name, value in given.items():
        if len(name) > LONGEST_NAME:
            raise file.wrong(
                ("entrants", name), f"entrant {shown(name)} has {len(name)} letters; allowed: {LONGEST_NAME}"
            )
        check_name(file, name)
        if re.search(r" v\d+$", name):
            raise file.wrong(
                ("entrants", name), f"an entrant is {name!r}; allowed: other names, as versions have these"
            )
        if not isinstance(value, dict):
            raise file.refused(
                ("entrants", name), value, f"a table: a line [entrants.{name}], and below it bot and command"
            )
        found += _contender(file.inside("entrants", name, data=value), game, replace(usual, name=name), folder)
    if len({one.name.casefold() for one in found}) < len(found):
        raise file.wrong(("entrants",), "two entrants, or an entrant and a twin, have the same name but for capitals")
    if not 2 <= len(given) <= MOST_CONTENDERS:
        raise file.wrong(("entrants",), f"entrants are {len(given)}; allowed: 2 to {MOST_CONTENDERS}")
    if not any(one.command for one in found):
        raise file.wrong(("entrants",), "no entrant has a command; allowed: at least one that may change its bot")
    return found


def _contender(table: TomlTable, game: str, usual: Contender, folder: Path) -> list[Contender]:
    """Return an entrant, and its twin if it shall have one."""
    table.known((), table.data, (*ENTRANT, *AMOUNTS, *OTHERS))
    if "bot" not in table.data:
        raise table.wrong(
            (), f"the key bot of entrant {usual.name} is missing; allowed: a folder, or a player that we ship"
        )
    bot = stated_bot(table, ("bot",), table.data["bot"], game, folder)
    command = table.read("command", _words, ())
    twin = table.read("twin", truth, False)
    if not command:
        extra = [key for key in table.data if key not in ("bot", "command")]
        if extra:
            raise table.refused((extra[0],), table.data[extra[0]], "only for an entrant with a command")
        return [Contender(usual.name, bot)]
    if is_named(str(table.data["bot"]), game) or not Path(bot).is_dir():
        raise table.refused(("bot",), table.data["bot"], "a folder, as a command shall change it")
    if Path(bot, HANDOUT).exists():
        raise table.refused(
            ("bot",), table.data["bot"], f"a folder without {HANDOUT}, where its command finds what it is told"
        )
    sources = Sources(table.read("sources", one_of(list(Sources)), usual.sources))
    allowed = _allowed(table, usual.allowed, folder)
    one = Contender(usual.name, bot, command, sources, allowed)
    if not twin:
        return [one]
    if sources is Sources.NONE:
        raise table.refused(("twin",), True, 'false, as sources is "none": a twin does the same without them')
    return [one, replace(one, name=TWIN.format(one.name), sources=Sources.NONE, twin_of=one.name)]


def _words(value: object) -> tuple[str, ...]:
    if value == "none":
        return ()
    if (
        not isinstance(value, list)
        or not all(isinstance(word, str) and "\0" not in word for word in value)
        or not "".join(value[:1]).strip()
    ):
        raise Refused('a list of words such as ["python3", "improve.py"], or "none"')
    return tuple(value)


# What a command may use


def _amount(units: Mapping[str, int], allowed: range) -> Callable[[object], int]:
    """Return a reader of amounts with a unit."""
    unit = next(iter(units))
    others = "".join(f", or in {other}" for other in list(units)[1:])

    def read(value: object) -> int:
        match = re.fullmatch(r"([0-9]{1,9}) ?([A-Za-z]+)", value) if isinstance(value, str) else None
        number = int(match[1]) * units[match[2]] if match and match[2] in units else -1
        if number not in allowed:
            raise Refused(f'"{allowed[0]}{unit}" to "{allowed[-1]}{unit}"{others}')
        return number

    return read


AMOUNTS: dict[str, tuple[str, Callable[[object], int]]] = {
    "time": ("time_s", _amount(TIMES, range(1, 7 * 24 * 3600 + 1))),
    "disk": ("disk_mb", _amount(SIZES, range(16, (1 << 20) + 1))),
    "memory": ("memory_mb", _amount(SIZES, range(64, (1 << 20) + 1))),
    "processes": ("processes", whole(range(8, 100_001))),
}
OTHERS = ("network", "read", "environment", "terminal")
assert {part for part, _ in AMOUNTS.values()} | set(OTHERS) == {part.name for part in fields(Allowed)}


def _allowed(table: TomlTable, usual: Allowed, folder: Path) -> Allowed:
    """Return what a table allows, and else what is usual."""
    if table.at == ("command",):
        table.known((), table.data, (*AMOUNTS, *OTHERS))
    found: dict[str, Any] = {
        part: table.read(key, reader, getattr(usual, part)) for key, (part, reader) in AMOUNTS.items()
    }
    found["network"] = table.read("network", truth, usual.network)
    found["terminal"] = table.read("terminal", truth, usual.terminal)
    found["read"] = table.read("read", _paths(folder), usual.read)
    found["environment"] = table.read("environment", _variables, usual.environment)
    if found["memory_mb"] < found["disk_mb"]:
        given = f"{found['disk_mb']} MB of disk, which lie in memory, with {found['memory_mb']} MB of memory"
        raise table.wrong(("disk",), f"a command has {given}; allowed: as much memory as disk, or more")
    return Allowed(**found)


def _paths(folder: Path) -> Callable[[object], tuple[str, ...]]:
    """Return a reader of paths that exist, as seen from a folder."""

    def read(value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) > 20 or not all(isinstance(name, str) and name for name in value):
            raise Refused("a list of up to 20 paths")
        found = [Path(os.path.abspath(folder / Path(name).expanduser())) for name in value]  # noqa: PTH100
        for path in found:
            if not path.exists() or path == Path("/"):
                raise Refused(
                    f"paths that exist, and {str(path)[:60]!r} does not" if path != Path("/") else "less than all"
                )
        return tuple(map(str, found))

    return read


def _variables(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) and name.isidentifier() for name in value):
        raise Refused("a list of names of variables")
    for name in value:
        if name not in os.environ:
            raise Refused(f"variables that are set, and {name} is not")
    return tuple(value)
