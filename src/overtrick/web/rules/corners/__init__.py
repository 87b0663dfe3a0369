"""The corners of the rules in pictures: small situations that the rulebooks themselves play and judge."""

from overtrick.web.rules.corners import duel, figgie, wizard
from overtrick.web.rules.corners.picture import Corner

CORNERS = {"wizard": wizard.corners, "duel": duel.corners, "figgie": figgie.corners}


def corners_of(game: str) -> dict[str, tuple[Corner, ...]]:
    """Return the pictures of a game by the heading of its rules under which they belong; none for others' games."""
    return CORNERS[game]() if game in CORNERS else {}
