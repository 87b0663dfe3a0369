"""Cards drawn by the server, for pages that show them without a script: the same pictures as static/cards/deck.js.

Cards of French suits have pips, those of other suits that have a shape have numbers. A game whose cards of some suits
are all alike draws these itself: the part ``cards`` of its face is a module whose ``special_face(card)`` returns what
is on such a card.
"""

import json
from functools import cache
from typing import Any

from markupsafe import Markup

from overtrick.games.face import FRENCH, Suit
from overtrick.web.drawings import STATIC
from overtrick.web.titles import known_face

MIDDLE = {"text-anchor": "middle"}
CENTRE = {**MIDDLE, "dominant-baseline": "central"}


@cache
def data_of(name: str) -> dict[str, Any]:
    """Return what cards are drawn of; such a static file is JSON but for its first and last words."""
    text = (STATIC / name).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text[text.index("{") : text.rindex("}") + 1])
    return found


def outlines() -> dict[str, Any]:
    """Return the shapes of suits and where pips stand."""
    return data_of("cards/outlines.js")


def element(tag: str, attrs: dict[str, object], *inside: str) -> Markup:
    """Return an element of a drawing."""
    given = Markup("").join(Markup(' {}="{}"').format(name, value) for name, value in attrs.items())
    return Markup("<{0}{1}>{2}</{0}>").format(tag, given, Markup("").join(inside))


def suit_of(game: str, card: str) -> Suit | None:
    """Return the suit of a card, or None for one of those that are all alike."""
    return next((suit for suit in known_face(game).suits if suit.letter == card[0] and not suit.alike), None)


def suit_shape(suit: str, x: float, y: float, size: float, kind: str = "fill") -> Markup:
    """Return the shape of a suit, of a size and at a place of the drawing around it."""
    paths = [
        element("path", {"d": d, "class": "stem" if place else ""}) for place, d in enumerate(outlines()["suits"][suit])
    ]
    place = f"translate({x:g} {y:g}) scale({size / 100:g})"
    return element("g", {"class": f"shape {kind}", "transform": place}, *paths)


@cache
def suit_icon(suit: str) -> Markup:
    """Return a small picture of a suit for use within text."""
    drawing: dict[str, object] = {"viewBox": "-52 -52 104 104", "class": f"icon suit-{suit}", "aria-hidden": "true"}
    return element("svg", drawing, suit_shape(suit, 0, 0, 100))


@cache
def card_face(game: str, card: str) -> Markup:
    """Return the face of a card."""
    suit = suit_of(game, card)
    drawing: dict[str, object] = {
        "viewBox": "0 0 100 140",
        "class": f"face suit-{suit.word if suit else card[0]}",
        "aria-hidden": "true",
    }
    paper = element("rect", {"class": "paper", "x": 0.75, "y": 0.75, "width": 98.5, "height": 138.5, "rx": 9})
    if suit is None:
        parts = known_face(game).part("cards").special_face(card)
    else:
        parts = (french_face if suit in FRENCH else number_face)(suit.word, card[1:])
    return element("svg", drawing, paper, *parts)


def text(words: str, x: float, y: float, kind: str, how: dict[str, str] = MIDDLE) -> Markup:
    """Return words in a drawing."""
    return element("text", {"x": f"{x:g}", "y": f"{y:g}", "class": kind, **how}, words)


def number_face(suit: str, value: str) -> list[Markup]:
    """Return what is on a card of a suit without pips."""
    size = "value wide" if len(value) > 1 else "value"
    return [
        element("rect", {"class": "tint", "x": 31, "y": 9, "width": 61, "height": 122, "rx": 6}),
        suit_shape(suit, 61.5, 70, 58, "pale"),
        text(value, 61.5, 70, "big", CENTRE),
        element("g", {"class": "index"}, text(value, 17, 27, size), suit_shape(suit, 17, 42, 20)),
        text(suit[0].upper(), 17, 70, "letter"),
        suit_shape(suit, 17, 122, 14),
    ]


def french_face(suit: str, value: str) -> list[Markup]:
    """Return what is on a card of the French suits."""
    pips = outlines()["pips"].get(value)
    centre = (
        [suit_shape(suit, 50 + x * 0.9, 70 + y * 1.22, 52 if value == "A" else 20) for x, y in pips]
        if pips
        else [
            element("rect", {"class": "tint", "x": 29, "y": 18, "width": 42, "height": 104, "rx": 6}),
            text(value, 50, 66, "big", CENTRE),
            suit_shape(suit, 50, 102, 24),
        ]
    )
    corner = element(
        "g",
        {"class": "index"},
        text(value, 13, 24, "value corner wide" if len(value) > 1 else "value corner"),
        suit_shape(suit, 13, 36, 15),
        text(suit[0].upper(), 13, 58, "letter"),
    )
    return [*centre, corner, element("g", {"transform": "rotate(180 50 70)"}, corner)]
