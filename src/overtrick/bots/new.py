"""New bots: short examples for every game, to copy and begin with."""

from collections.abc import Iterator
from pathlib import Path

from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.contract import Game
from overtrick.games.face import face_of

STARTERS = Path(__file__).parents[1] / "starters"
ANY_GAME = "any_"
"""How the folder of a language begins that has a bot for any game: its talk with the referee, and a dull choice."""
NAME = b"GAME"
"""What stands there for the name of the game."""


def languages(game: Game) -> list[str]:
    """Return the languages in which a game has a bot to begin with."""
    common = sorted(path.name.removeprefix(ANY_GAME) for path in STARTERS.glob(f"{ANY_GAME}*"))
    return list(dict.fromkeys([*face_of(game).starters, *common]))


def starter(game: Game, lang: str) -> dict[str, bytes]:
    """Return the files of a starter: what a language has for any game, and over it what the game has in it."""
    files = {name: text.replace(NAME, game.NAME.encode()) for name, text in _below(STARTERS / f"{ANY_GAME}{lang}")}
    own = face_of(game).starters.get(lang)
    return files if own is None else files | dict(_below(STARTERS / own))


def new_bot(game: str, lang: str, folder: Path) -> list[Path]:
    """Write a starter bot into a folder that is new or empty; return the files written."""
    found = find_game(game)
    if lang not in languages(found):
        raise Mistake(f"unknown language {lang[:40]!r}; allowed: {', '.join(languages(found))}")
    if folder.exists() and not folder.is_dir():
        raise Mistake(f"{folder} is not a folder; allowed: a folder that is new or empty")
    if folder.exists() and any(folder.iterdir()):
        raise Mistake(f"{folder} is not empty; allowed: a folder that is new or empty")
    files = starter(found, lang)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    return [folder / name for name in files]


def _below(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield str(path.relative_to(folder)), path.read_bytes()
