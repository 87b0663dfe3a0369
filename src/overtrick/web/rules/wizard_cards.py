"""Wizards and Jesters, drawn by the server."""

from markupsafe import Markup

from overtrick.web.rules.card_art import data_of, element, text

SPECIAL = {"W": ("hat", "WIZARD"), "J": ("cap", "JESTER")}


def special_face(card: str) -> list[Markup]:
    """Return what is on a Wizard or a Jester."""
    picture, word = SPECIAL[card[0]]
    parts = [element(tag, attrs) for tag, attrs in data_of("games/wizard/pictures.js")[picture]]
    return [*parts, text(card[0], 17, 27, "value sign"), text(word, 61, 124, "word")]
