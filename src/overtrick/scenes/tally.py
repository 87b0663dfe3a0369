"""What is counted of a match for the profile of a person: by the game's face, else the points of a deal."""

from typing import Any

from overtrick.games.face import Tally, face_of
from overtrick.match.progress import Progress
from overtrick.scenes.scene import pad

Counted = tuple[str, str, float, int, str]  # what, of which kind, the sum, how often, and the unit


def tally(going: Progress, seat: int) -> tuple[Counted, ...]:
    """Return what a seat's deals have brought, as sums."""
    own = face_of(going.game).tally or points
    sums: dict[tuple[str, str, str], tuple[float, int]] = {}
    for line in pad(going):
        for one in own(line, seat):
            key = one.what, one.kind, one.unit
            total, count = sums.get(key, (0.0, 0))
            sums[key] = total + one.value, count + 1
    return tuple((what, kind, total, count, unit) for (what, kind, unit), (total, count) in sums.items())


def points(line: dict[str, Any], seat: int) -> list[Tally]:
    """Return the points of a deal."""
    return [Tally("Points", "a deal", line["scores"][seat])]
