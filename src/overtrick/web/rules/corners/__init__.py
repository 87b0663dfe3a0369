"""The corners of the rules in pictures: small situations that the rulebooks themselves play and judge.

A game brings them as the part ``corners`` of its face: a module whose ``corners()`` returns the pictures by the heading
of the rules under which they belong.
"""

from overtrick.web.rules.corners.picture import Corner
from overtrick.web.titles import known_face


def corners_of(game: str) -> dict[str, tuple[Corner, ...]]:
    """Return the pictures of a game by the heading under which they belong; none if it brings none."""
    part = known_face(game).part("corners")
    return {} if part is None else part.corners()
