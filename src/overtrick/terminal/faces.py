"""How cards, suits and seats look in a terminal: always letters and marks, and colours where there are any."""

import re

from rich.text import Text

from overtrick.games import GAMES
from overtrick.games.face import Suit, face_of
from overtrick.games.sentences import VALUE

COLOURS = {
    "white": "#e6edf3",
    "red": "#ff7b72",
    "yellow": "#f2cc60",
    "green": "#7ee787",
    "blue": "#79c0ff",
    "violet": "#d2a8ff",
}
GOOD, BAD, QUIET, STRONG = "#7ee787", "#ff7b72", "#8b949e", "bold"
TURN, DEALER, WINS = "▶", "D", "★"


def suits_of(game: str) -> tuple[Suit, ...]:
    """Return the suits of a game."""
    return face_of(GAMES[game]).suits


def suit_of(game: str, name: str) -> Suit | None:
    """Return the suit of a card, or None if the name is not that of one."""
    found = next((suit for suit in suits_of(game) if suit.letter == name[:1]), None)
    return found if found is not None and re.fullmatch(VALUE, name[1:]) else None


def face(game: str, name: str) -> str:
    """Return what stands on a card: ``R13``, ``♠A``; the sign alone where all cards of a suit are alike."""
    suit = suit_of(game, name)
    return name if suit is None else suit.sign if suit.alike else suit.sign + name[1:]


def suit_style(suit: Suit) -> str:
    """Return the colour of a suit; cards that are all alike stand out."""
    colour = COLOURS.get(suit.colour, "")
    return f"bold {colour}" if suit.alike else colour


def card_style(game: str, name: str) -> str:
    """Return the colour of a card."""
    suit = suit_of(game, name)
    return "" if suit is None else suit_style(suit)


def card(game: str, name: str) -> Text:
    """Return a card in its colour."""
    return Text(face(game, name), style=card_style(game, name))


def cards(game: str, names: list[str]) -> Text:
    """Return several cards beside each other."""
    return Text(" ").join(card(game, name) for name in names)


def suit(game: str, word: str) -> Text:
    """Return a suit, given its word or letter, in words and in its colour; any other text with cards as they look."""
    for one in suits_of(game):
        if word in (one.word, one.letter):
            text = f"{one.word} ({one.letter})" if one.sign == one.letter else f"{one.sign} {one.word}"
            return Text(text, style=suit_style(one))
    return Text().join(card(game, part) for part in re.split(r"([ ,;]+)", word))


def signed(points: int, merit: int | None = None) -> Text:
    """Return points with their sign, in colour; where fewer are better, their merit says in which."""
    merit = points if merit is None else merit
    return Text(f"{points:+d}", style=GOOD if merit > 0 else BAD if merit < 0 else QUIET)


def padded(text: Text | str, width: int, right: bool = False) -> Text:
    """Return a text that takes exactly so many cells."""
    made = Text(text) if isinstance(text, str) else text.copy()
    made.truncate(width, overflow="ellipsis")
    room = width - made.cell_len
    return Text(" " * room).append_text(made) if right else made.append(" " * room)


def bar(share: float, width: int) -> str:
    """Return a bar that fills a share of a width."""
    full = round(max(0.0, min(1.0, share)) * width)
    return "█" * full + "░" * (width - full)
