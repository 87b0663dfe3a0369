"""The odds of the goal suit, for people who learn the game."""

from overtrick.games.figgie.rulebook import SUIT_WORDS
from overtrick.games.view import View
from overtrick.players.figgie.seat import knowledge

SUBJECT = "goal suit"


def odds(view: View) -> dict[str, float]:
    """Return how likely each suit is the goal, exactly, from what a seat knows."""
    return dict(zip(SUIT_WORDS, knowledge(view).goals, strict=True))
