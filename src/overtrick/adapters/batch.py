"""Many tables at once, with the observations of ``encoding``; it needs the extra ``search``."""

from typing import TYPE_CHECKING

from overtrick.adapters.observations.encoding import LANES, encoding_of
from overtrick.core.mistake import Mistake
from overtrick.games import find_game

if TYPE_CHECKING:
    from overtrick.compiled.batch import Batch


def batch(game: str, tables: int, *, seats: int | None = None, seed: bytes | None = None, **options: object) -> "Batch":
    """Return some tables of a game that are stepped together, at native speed."""
    from overtrick.compiled.batch import Batch

    found = find_game(game)
    if game not in LANES:
        raise Mistake(f"{game} has no compiled observations; allowed: {', '.join(LANES)}")
    return Batch(found, encoding_of(found).lanes, tables, seats=seats, options=options, seed=seed)
