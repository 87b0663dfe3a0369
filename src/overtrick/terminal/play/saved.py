"""Games that were saved, to go on with them later."""

from pathlib import Path

from overtrick.bots.find import find
from overtrick.core.mistake import Mistake
from overtrick.core.private import open_private
from overtrick.match.sitting import FORMAT, Sitting, from_json, to_json


def free_path(game: str) -> Path:
    """Return a path in this folder that nothing stands at yet."""
    path, copy = Path(f"overtrick-{game}.json"), 1
    while path.exists():
        copy += 1
        path = Path(f"overtrick-{game}-{copy}.json")
    return path


def save(sitting: Sitting, path: Path) -> str:
    """Write a sitting to a file, private as it has the seed, and return the sentence that tells how to go on."""
    if path.exists() and not is_saved_game(path):
        raise Mistake(f"{path} is there already and is no saved game; allowed: a new name")
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        with open(fresh, "w", opener=open_private) as file:
            file.write(to_json(sitting) + "\n")
        fresh.replace(path)  # so that a full disk does not cost the older one
    except OSError as error:
        raise Mistake(f"the game cannot be saved to {path}: {error.strerror}") from None
    return f"saved; overtrick play --continue {path} goes on"


def is_saved_game(path: Path) -> bool:
    """Return whether a file looks like one of ours, so that nothing else is overwritten."""
    try:
        with path.open("rb") as file:
            return FORMAT.encode() in file.read(200)
    except OSError:
        return False


def load(path: Path) -> Sitting:
    """Return the sitting of such a file, which may also be one with a program of the user's own."""
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is no text'}") from None
    try:
        return from_json(text, lambda game, player: find(player, game))
    except Mistake as mistake:
        raise Mistake(f"{path}: {mistake}") from None
