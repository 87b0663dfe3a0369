"""The usual answers: what a game need not say itself.

They are lent to a module, in which they then find its own functions and columns, plain or compiled.
"""

from collections.abc import Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any

from overtrick.games.contract import Event, Row

bounds: Any = None  # these are the functions of the game
legal: Any = None
refuse: Any = None
NAME = ""
NAMES: list[str] = []


def draws_needed(setup: Row) -> int:
    """Return how many draws a deal needs: all."""
    return len(bounds(setup))


def pick(row: Row, number: int) -> int:
    """Return one of the legal actions, all equally likely."""
    actions = legal(row)
    return actions[len(actions) * number >> 32]  # type: ignore[no-any-return]


def events(row: Row, seat: int, action: int) -> list[Event]:
    """Return the action, which everybody sees."""
    return [(seat, action)]


def doubt(row: Row, action: int) -> int:
    """Return what ``refuse`` says: an action happens when it is named."""
    return refuse(row, action)  # type: ignore[no-any-return]


def facts(row: Row, seat: int) -> list[int]:
    """Return nothing: the scores say it all."""
    return []


def forfeit(row: Row, seat: int) -> list[int] | None:
    """Return nothing: the first legal action is played instead."""
    return None


def refused(row: Row, seat: int) -> list[tuple[int, int, int]]:
    """Return nothing: an action happens when it is named."""
    return []


def notes(rules: Row, finished: Sequence[Row]) -> list[str]:
    """Return nothing: the scores say it all."""
    return []


def name(row: Row, action: int) -> str:
    """Return the name of an action, as NAMES has them."""
    from overtrick.core.mistake import Mistake  # here, as the game need not know it

    if not 0 <= action < len(NAMES):
        raise Mistake(f"{action} is not an action of {NAME}; allowed: 0 to {len(NAMES) - 1}")
    return NAMES[action]


def parse(row: Row, text: str) -> int:
    """Return the action of a name, as NAMES has them."""
    from overtrick.core.mistake import Mistake  # here, as the game need not know it

    if text not in NAMES:
        raise Mistake(f"{text[:40]!r} is no action of {NAME}; allowed: such as {NAMES[0]!r} or {NAMES[-1]!r}")
    return NAMES.index(text)


CONSTANTS: Mapping[str, object] = {"OPTIONS": (), "PRESETS": {}, "KEPT": {}, "FACTS": (), "PATIENCE": 10}
FUNCTIONS = (draws_needed, pick, events, doubt, facts, forfeit, refused, notes)
FROM_NAMES = (name, parse)  # for a game that has NAMES of all its actions


def fill_in(game: ModuleType) -> None:
    """Give a module the usual answers to what it does not say."""
    for name, value in CONSTANTS.items():
        if not hasattr(game, name):
            setattr(game, name, value)
    for function in (*FUNCTIONS, *FROM_NAMES) if hasattr(game, "NAMES") else FUNCTIONS:
        if not hasattr(game, function.__name__):
            setattr(game, function.__name__, FunctionType(function.__code__, vars(game)))
