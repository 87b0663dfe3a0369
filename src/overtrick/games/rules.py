"""The rules of each game for people, from the text beside its rulebook."""

import inspect
from pathlib import Path
from types import ModuleType
from typing import cast

from overtrick.games import find_game


def rules_text(game: str) -> str:
    """Return the rules of a game, with its options."""
    rulebook = find_game(game)
    beside = Path(inspect.getfile(cast(ModuleType, rulebook))).with_suffix(".md")
    text = beside.read_text(encoding="utf-8") if beside.exists() else f"# {rulebook.NAME}\n\n{rulebook.SUMMARY}\n"
    lines = [f"- `{o.name}` ({o.allowed_text()}; default {o.default}): {o.meaning}" for o in rulebook.OPTIONS]
    return f"{text.rstrip()}\n\n## Options\n\n" + "\n".join(lines)
