"""Keys that do nothing just now at a table: why, in a sentence."""

from collections.abc import Container

ACTIONS = {"h": "hint", "u": "take_back", "r": "redo", "o": "open", "p": "pad"}
REASONS = {
    "hint": "A hint is given when it is your turn.",
    "take_back": "There is nothing to take back: you have not acted yet.",
    "redo": "There is nothing to do again.",
    "open": "The other hands are hidden. They open with --learn, after the match, and for who is out.",
    "pad": "There is no score pad: a round of Figgie has one result.",
}
COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "W": "Wizard", "J": "Jester"}
SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
OTHERS = "snq?"  # keys that always do something


def why_idle(letter: str, game: str, phase: str, possible: Container[str]) -> str:
    """Return why a letter or digit does nothing; nothing if it does something. ``possible`` names what can be done.

    It is asked last, so a letter that goes to a card or a digit that goes to a bid found none.
    """
    if letter in ACTIONS:
        return "" if ACTIONS[letter] in possible else REASONS[ACTIONS[letter]]
    if letter in OTHERS or not letter.strip():
        return ""
    words = {"wizard": COLOURS, "duel": SUITS}.get(game, {})
    if phase == "play" and letter in words:
        return f"You hold no {words[letter]}{' card' if letter in 'RYGB' and game == 'wizard' else ''}."
    if phase == "bid" and letter.isdigit():
        return f"There is no bid of {letter} in this round."
    return f"{letter} does nothing here; ? shows the keys."
