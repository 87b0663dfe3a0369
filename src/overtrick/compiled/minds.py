"""Which built-in players are compiled, for play in bulk: each game has a module of them, which is named here."""

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

MINDS = {
    "wizard": "overtrick.players.wizard.minds",
    "duel": "overtrick.players.duel.minds",
    "figgie": "overtrick.players.figgie.minds",
}
RANDOM = 0  # the kind of a seat that plays at random


def minds_of(game: str) -> ModuleType | None:
    """Return the module of the compiled players of a game, if there is one."""
    return import_module(MINDS[game]) if game in MINDS else None


def kinds_of(game: str, players: Sequence[str]) -> list[int] | None:
    """Return the kinds of players by which the kernel knows them, or None if one of them is not compiled."""
    module = minds_of(game)
    if module is None:
        return None
    names: tuple[str, ...] = ("random", *module.NAMES)
    short = [name.removeprefix(f"{game}:") for name in players]
    return [names.index(name) for name in short] if all(name in names for name in short) else None
