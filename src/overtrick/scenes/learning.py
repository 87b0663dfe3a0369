"""What a learner may be told of what is hidden, in games that bring the part ``odds``.

Such a part is a module with ``odds(view)``, which returns how likely each possibility is, by its word, from what the
seat of a view knows; and with ``SUBJECT``, which says of what.
"""

from overtrick.core.mistake import Mistake
from overtrick.games.face import face_of, games_with
from overtrick.games.view import View


def odds(seen: View) -> dict[str, float]:
    """Return the odds of what is hidden from a seat, or raise Mistake if nobody can tell them in this game."""
    part = face_of(seen.game).part("odds")
    if part is None:
        raise Mistake(f"{seen.game.NAME} has no odds to tell; allowed: {', '.join(games_with('odds')) or 'no game'}")
    found: dict[str, float] = part.odds(seen)
    return found
