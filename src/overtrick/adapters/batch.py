"""Many tables at once, with the observations of ``encoding_of``; it needs the extra ``search``."""

from typing import TYPE_CHECKING

from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.face import face_of, games_with

if TYPE_CHECKING:
    from overtrick.compiled.batch import Batch


def batch(game: str, tables: int, *, seats: int | None = None, seed: bytes | None = None, **options: object) -> "Batch":
    """Return some tables of a game that are stepped together, at native speed."""
    from overtrick.compiled.batch import Batch

    found = find_game(game)
    lanes = face_of(found).part("lanes")
    if lanes is None:
        raise Mistake(f"{game} has no compiled observations; allowed: {', '.join(games_with('lanes'))}")
    return Batch(found, lanes, tables, seats=seats, options=options, seed=seed)
