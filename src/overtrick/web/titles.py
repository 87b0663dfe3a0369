"""What pages call games and tables, also of games that are not here."""

from collections.abc import Sequence

from overtrick.games import GAMES, all_games
from overtrick.games.face import PLAIN, Face, face_of, games_with, title_of


def known_face(name: str) -> Face:
    """Return the face of a game, a plain one if the game is not here."""
    return face_of(GAMES[name]) if name in GAMES else PLAIN


def game_title(name: str) -> str:
    """Return what a game is called in a heading; its name, if it is not here."""
    return title_of(GAMES[name]) if name in GAMES else name


def inside(title: str) -> str:
    """Return a title as it stands inside a sentence: ``the game``."""
    return title[0].lower() + title[1:] if title.startswith(("The ", "A ")) else title


def all_titles() -> dict[str, str]:
    """Return what all games are called, by their names."""
    return {name: title_of(game) for name, game in all_games().items()}


def log_words() -> str:
    """Return which games have logs of their own that we read, as the end of a list."""
    names = " or ".join(inside(game_title(name)) for name in games_with("log"))
    return f", or a log of {names}" if names else ""


def table_title(game: str, names: Sequence[str]) -> str:
    """Return what to call a table: the title of its game and who plays."""
    return f"{game}: {', '.join(names[:-1])} and {names[-1]}" if names[1:] else f"{game}: {names[0]}"
