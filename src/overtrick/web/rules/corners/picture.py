"""What a picture of a corner is made of: lines of cards, chips and books, and the words beside them."""

from dataclasses import dataclass
from typing import Literal

Mark = Literal["", "wins", "no", "goal"]


@dataclass(frozen=True)
class Card:
    """A card with a word below it; one marked "no" may not be played."""

    game: str
    name: str  # empty for a card that is not there
    words: str
    below: str = ""
    mark: Mark = ""
    kind: str = "card"


@dataclass(frozen=True)
class Chip:
    """A number or a word, such as a bid."""

    text: str
    below: str = ""
    mark: Mark = ""
    kind: str = "chip"


@dataclass(frozen=True)
class Book:
    """A suit with what somebody wants to pay and to get for a card of it."""

    suit: str
    lines: tuple[str, ...]
    kind: str = "book"


@dataclass(frozen=True)
class Count:
    """How many cards of a suit there are."""

    suit: str
    cards: int
    mark: Mark = ""
    kind: str = "count"


@dataclass(frozen=True)
class Line:
    """Things beside each other, and what they are."""

    label: str
    things: tuple[Card | Chip | Book | Count, ...]


@dataclass(frozen=True)
class Corner:
    """A picture: its title, its lines, and what it shows in a sentence or two."""

    title: str
    lines: tuple[Line, ...]
    says: str
    width: Literal["", "wide", "columns"] = ""  # wide: many cards in a line; columns: many short lines


def marked(mark: Mark, when: bool) -> Mark:
    """Return a mark, or none."""
    return mark if when else ""
