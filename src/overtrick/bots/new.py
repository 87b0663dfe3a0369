"""New bots: short examples for every game, to copy and begin with."""

import shutil
from pathlib import Path

from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.face import face_of

STARTERS = Path(__file__).parents[1] / "starters"


def new_bot(game: str, lang: str, folder: Path) -> list[Path]:
    """Write a starter bot into a folder that is new or empty; return the files written."""
    starters = face_of(find_game(game)).starters
    if lang not in starters:
        there = f"allowed: {', '.join(starters)}" if starters else f"{game} brings no starter in any language"
        raise Mistake(f"unknown language {lang[:40]!r}; {there}")
    if folder.exists() and not folder.is_dir():
        raise Mistake(f"{folder} is not a folder; allowed: a folder that is new or empty")
    if folder.exists() and any(folder.iterdir()):
        raise Mistake(f"{folder} is not empty; allowed: a folder that is new or empty")
    source = STARTERS / starters[lang]
    files = [path for path in sorted(source.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    written = [folder / path.relative_to(source) for path in files]
    for path, copy in zip(files, written, strict=True):
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    return written
