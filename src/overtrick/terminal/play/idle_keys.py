"""Keys that do nothing just now at a table: why, in a sentence."""

from overtrick.games.face import Suit
from overtrick.terminal.faces import suits_of
from overtrick.terminal.play.hints import why_no_hint
from overtrick.terminal.play.prompts import sentence
from overtrick.terminal.play.table import OwnTable
from overtrick.terminal.tables.screen import screen_of

ACTIONS = {"h": "hint", "u": "take_back", "r": "redo", "o": "open", "p": "pad"}
REASONS = {
    "hint": "A hint is given when it is your turn.",
    "take_back": "There is nothing to take back: you have not acted yet.",
    "redo": "There is nothing to do again.",
    "open": "The other hands are hidden. They open with --learn, after the match, and for who is out.",
}
OTHERS = "snq?"  # keys that always do something


def keys_now(table: OwnTable) -> dict[str, bool | None]:
    """Return which actions can be done now, of those that cannot at any time: False hides their key, None dims it."""
    sitting = table.sitting
    return {
        "take_back": sitting.may_take_back(table.seat) or None,
        "redo": bool(sitting.undone) or None,
        "hint": (table.mine and not why_no_hint(table.game)) or None,
        "open": table.may_open() and not sitting.over,
        "pad": not screen_of(table.game).no_pad,
    }


def why_idle(letter: str, table: OwnTable, phase: str) -> str:
    """Return why a letter or digit does nothing, or nothing if it does something.

    It is asked last, so a letter that goes to a card or a digit that goes to a bid found none.
    """
    if letter in ACTIONS:
        return "" if keys_now(table)[ACTIONS[letter]] else reason(ACTIONS[letter], table.game)
    if letter in OTHERS or not letter.strip() or not letter.isprintable():
        return ""
    suit = next((suit for suit in suits_of(table.game) if suit.letter == letter), None)
    if phase == "play" and suit is not None:
        return f"You hold no {one_of(suit)}."
    if phase == "bid" and letter.isdigit():
        return f"There is no bid of {letter} in this round."
    return f"{letter} does nothing here; ? shows the keys."


def reason(action: str, game: str) -> str:
    """Return why an action cannot be done now, or never in a game."""
    if action == "pad":
        return screen_of(game).no_pad
    never = why_no_hint(game) if action == "hint" else ""
    return sentence(never) if never else REASONS[action]


def one_of(suit: Suit) -> str:
    """Return what one card of a suit is called: ``red card``, ``spade``; or by the suit alone if all are alike."""
    if suit.alike:
        return suit.word
    return suit.word.removesuffix("s") if suit.word.endswith("s") else f"{suit.word} card"
