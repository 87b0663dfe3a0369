"""Bots by name: a built-in, or a path."""

from pathlib import Path

from overtrick.bots.bot import Bot
from overtrick.bots.builtin import BUILT_IN
from overtrick.bots.function import function_bot
from overtrick.mistake import Mistake


def find(name: str, game: str, seed: bytes, *, trust: bool = False) -> Bot:
    """Return a fresh bot for one match, or raise Mistake with a sentence."""
    short = name.removeprefix(f"{game}:")
    if short in BUILT_IN:
        return BUILT_IN[short](seed)
    path = Path(name)
    if path.suffix != ".py":
        built_in = ", ".join(f"{game}:{known}" for known in BUILT_IN)
        raise Mistake(f"unknown bot {name[:60]!r}; allowed: {built_in}, or a Python file")
    if not path.is_file():
        raise Mistake(f"there is no file {name}")
    if not trust:
        raise Mistake(f"{name} would run inside this program with all its rights; say --trust if you trust it")
    return function_bot(path)
