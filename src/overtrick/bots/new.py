"""New bots: short examples for every game, to copy and begin with."""

import shutil
from pathlib import Path

from overtrick.core.mistake import Mistake
from overtrick.games import find_game

STARTERS = Path(__file__).parents[1] / "starters"
LANGUAGES = ("python", "c")


def new_bot(game: str, lang: str, folder: Path) -> list[Path]:
    """Write a starter bot into a folder that is new or empty; return the files written."""
    find_game(game)
    if lang not in LANGUAGES:
        raise Mistake(f"unknown language {lang[:40]!r}; allowed: {', '.join(LANGUAGES)}")
    if folder.exists() and not folder.is_dir():
        raise Mistake(f"{folder} is not a folder; allowed: a folder that is new or empty")
    if folder.exists() and any(folder.iterdir()):
        raise Mistake(f"{folder} is not empty; allowed: a folder that is new or empty")
    source = STARTERS / f"{game}_{lang}"
    files = [path for path in sorted(source.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    written = [folder / path.relative_to(source) for path in files]
    for path, copy in zip(files, written, strict=True):
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    return written
