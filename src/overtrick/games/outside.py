"""Games from outside: a file or an installed package with a module that keeps the contract."""

import importlib.util
import inspect
import os
import sys
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import cast

from overtrick.core.mistake import Mistake
from overtrick.games import usual
from overtrick.games.contract import Game
from overtrick.games.face import PLAIN, Face

GROUP = "overtrick.games"  # of the entry points by which packages offer games
VARIABLE = "OVERTRICK_GAMES"  # files of games, for programs that are started without naming them

CONSTANTS = ("NAME", "VERSION", "SUMMARY", "SEATS", "WIDTH", "REFUSALS")
FUNCTIONS = {  # with the number of their arguments
    **dict.fromkeys(("bounds", "to_move", "legal", "state"), 1),
    **dict.fromkeys(("rules", "next_deal", "deal", "refuse", "play", "score", "hide", "places", "name", "parse"), 2),
}
MAY_BE = {"deals": 1, "shown": 2, "hears": 3, "facts": 2, "forfeit": 2, "notes": 2, "events": 3, "pick": 2}
NEEDED = (*CONSTANTS, *FUNCTIONS)


def complete(module: ModuleType, where: str) -> Game:
    """Return a module as a game, with the usual answers to what it does not say, or raise Mistake."""
    usual.fill_in(module)
    missing = [name for name in NEEDED if not hasattr(module, name)]
    if missing:
        raise Mistake(f"{where} is no game: it lacks {', '.join(missing)}; allowed: all of {', '.join(NEEDED)}")
    for name, count in FUNCTIONS.items() | MAY_BE.items():
        if hasattr(module, name):
            check_arguments(getattr(module, name), count, f"{name} of {where}")
    if not isinstance(module.NAME, str) or not module.NAME.replace("-", "a").isalnum():
        raise Mistake(f"the NAME of {where} is {module.NAME!r}; allowed: letters, digits and hyphens")
    given = getattr(module, "FACE", PLAIN)
    if not isinstance(given, Face):
        raise Mistake(f"the FACE of {where} is {given!r}; allowed: a Face of overtrick.games.face")
    return cast(Game, module)


def check_arguments(function: object, count: int, where: str) -> None:
    """Raise Mistake if something cannot be called with so many arguments."""
    if not callable(function):
        raise Mistake(f"{where} is {function!r}; allowed: a function")
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        given = inspect.signature(function)
        raise Mistake(f"{where} takes the arguments {given}; allowed: exactly {count}, see the contract") from None


def load(path: Path) -> Game:
    """Return the game of a file, or raise Mistake if it holds none. The file is run: it is the user's own."""
    if not path.is_file():
        raise Mistake(f"there is no file {path} with a game")
    spec = importlib.util.spec_from_file_location(f"overtrick_own_{path.stem}", path)
    assert spec is not None and spec.loader is not None, "a .py file has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Mistake(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    return complete(module, str(path))


def remember(path: Path) -> None:
    """Let the processes that we start find the game of a file too."""
    if path.resolve() not in named():
        os.environ[VARIABLE] = os.pathsep.join(map(str, [*named(), path.resolve()]))


def named() -> list[Path]:
    """Return the files of games that the environment names."""
    return [Path(entry) for entry in os.environ.get(VARIABLE, "").split(os.pathsep) if entry]


def with_rules(path: Path) -> list[Path]:
    """Return the file of a game, and that of its rules beside it if there is one."""
    return [one for one in (path, path.with_suffix(".md")) if one.exists()]


def remembered() -> list[Game]:
    """Return the games of the files that the environment names."""
    return [load(path) for path in named()]


@cache
def offered() -> tuple[str, ...]:
    """Return the names of the games that installed packages offer."""
    return tuple(found.name for found in entry_points(group=GROUP))


def installed(name: str) -> Game | None:
    """Return the game that an installed package offers by a name, if one does."""
    if name not in offered():  # to look at all packages takes milliseconds, and pages ask for any name
        return None
    for found in entry_points(group=GROUP, name=name):
        return complete(found.load(), f"the entry point {found.value}")
    return None
