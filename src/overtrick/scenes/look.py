"""How a game looks and what its things are called: the same in a whole match, so it is told once."""

from dataclasses import asdict

from overtrick.games.contract import Game
from overtrick.games.face import Scene, face_of, title_of


def look(game: Game) -> Scene:
    """Return title, suits (what each looks like), how points are told, and the pad's columns."""
    face = face_of(game)
    suits = [asdict(suit) for suit in face.suits]
    return {"title": title_of(game), "suits": suits, "signed": face.signed, "pad": list(face.pad)}
