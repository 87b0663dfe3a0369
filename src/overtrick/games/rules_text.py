"""The rules of each game from the texts beside its rulebook: as programs are told them, and for people."""

import inspect
from pathlib import Path
from types import ModuleType
from typing import cast

from overtrick.games import find_game


def rules_alone(game: str) -> str:
    """Return the rules of a game as they are written."""
    rulebook = find_game(game)
    beside = Path(inspect.getfile(cast(ModuleType, rulebook))).with_suffix(".md")
    return beside.read_text(encoding="utf-8") if beside.exists() else f"# {rulebook.NAME}\n\n{rulebook.SUMMARY}\n"


def page_of(game: str, name: str) -> str | None:
    """Return a page for people beside the rulebook of a game, such as rules or strategy; None if there is none."""
    beside = Path(inspect.getfile(cast(ModuleType, find_game(game)))).with_name(f"{name}.md")
    return beside.read_text(encoding="utf-8") if beside.exists() else None


def rules_text(game: str) -> str:
    """Return the rules of a game, with its options."""
    rulebook = find_game(game)
    lines = [f"- `{o.name}` ({o.allowed_text()}; default {o.default}): {o.meaning}" for o in rulebook.OPTIONS]
    for name, values in rulebook.PRESETS.items():
        settings = ", ".join(f"{option}={value}" for option, value in values.items())
        lines.append(f"- `preset={name}`: {settings or 'all defaults'}")
    alone = rules_alone(game).rstrip()
    return "\n".join([f"{alone}\n\n## Options\n", *lines]) if lines else alone
