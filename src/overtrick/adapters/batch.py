"""Many tables at once, with the observations of ``encoding_of``; it needs the extra ``search``."""

from typing import TYPE_CHECKING

from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.face import face_of, games_with

if TYPE_CHECKING:
    from overtrick.compiled.tables.batch import Batch
    from overtrick.compiled.tables.buffers import Buffers


def batch(
    game: str,
    tables: int,
    *,
    seats: int | None = None,
    seed: bytes | None = None,
    buffers: "Buffers | None" = None,
    **options: object,
) -> "Batch":
    """Return some tables of a game that are stepped together, at native speed; ``buffers`` are arrays of your own."""
    from overtrick.compiled.tables.batch import Batch
    from overtrick.compiled.tables.tables import Kind

    found = find_game(game)
    lanes = face_of(found).part("lanes")
    if lanes is None:
        raise Mistake(f"{game} has no compiled observations; allowed: {', '.join(games_with('lanes'))}")
    return Batch(Kind(found, lanes, seats, options), tables, seed=seed, buffers=buffers)
