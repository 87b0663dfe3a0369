"""How cards, suits and seats look in a terminal: always letters and marks, and colours where there are any."""

from rich.text import Text

WIZARD_STYLES = {"R": "#ff7b72", "Y": "#f2cc60", "G": "#7ee787", "B": "#79c0ff", "J": "#d2a8ff", "W": "bold #ffffff"}
FRENCH_STYLES = {"S": "#e6edf3", "H": "#ff7b72", "D": "#79c0ff", "C": "#7ee787"}
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LETTERS = {
    "wizard": {"red": "R", "yellow": "Y", "green": "G", "blue": "B"},
    "duel": {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"},
    "figgie": {"spades": "S", "clubs": "C", "hearts": "H", "diamonds": "D"},
}
DRAWN = tuple(LETTERS)  # the games that the screen can draw; others are played line by line
GOOD, BAD, QUIET, STRONG = "#7ee787", "#ff7b72", "#8b949e", "bold"
TURN, DEALER, WINS = "▶", "D", "★"


def face(game: str, name: str) -> str:
    """Return what stands on a card: ``R13``, ``W``, ``♠A``; all Wizards are alike, and all Jesters."""
    if game == "duel":
        return SYMBOLS[name[0]] + name[1:]
    return name[0] if name[0] in "JW" else name


def card_style(game: str, name: str) -> str:
    """Return the colour of a card."""
    return FRENCH_STYLES[name[0]] if game == "duel" else WIZARD_STYLES[name[0]]


def card(game: str, name: str) -> Text:
    """Return a card in its colour."""
    return Text(face(game, name), style=card_style(game, name))


def cards(game: str, names: list[str]) -> Text:
    """Return several cards beside each other."""
    return Text(" ").join(card(game, name) for name in names)


def suit(game: str, word: str) -> Text:
    """Return a suit in words, in its colour, with the sign or letter that its cards bear."""
    letter = LETTERS[game][word]
    if game == "wizard":
        return Text(f"{word} ({letter})", style=WIZARD_STYLES[letter])
    return Text(f"{SYMBOLS[letter]} {word}", style=FRENCH_STYLES[letter])


def signed(points: int) -> Text:
    """Return points with their sign, in colour."""
    return Text(f"{points:+d}", style=GOOD if points > 0 else BAD if points < 0 else QUIET)


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
