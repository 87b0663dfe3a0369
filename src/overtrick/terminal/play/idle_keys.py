"""Keys that do nothing just now at a table: why, in a sentence."""

from overtrick.terminal.play.table import Table

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


def keys_now(table: Table) -> dict[str, bool | None]:
    """Return which actions can be done now, of those that cannot at any time: False hides their key, None dims it."""
    sitting = table.sitting
    return {
        "take_back": sitting.may_take_back(table.seat) or None,
        "redo": bool(sitting.undone) or None,
        "hint": table.mine or None,
        "open": table.may_open() and not sitting.over,
        "pad": table.game != "figgie",
    }


def why_idle(letter: str, table: Table, phase: str) -> str:
    """Return why a letter or digit does nothing, or nothing if it does something.

    It is asked last, so a letter that goes to a card or a digit that goes to a bid found none.
    """
    if letter in ACTIONS:
        return "" if keys_now(table)[ACTIONS[letter]] else REASONS[ACTIONS[letter]]
    if letter in OTHERS or not letter.strip() or not letter.isprintable():
        return ""
    words = {"wizard": COLOURS, "duel": SUITS}.get(table.game, {})
    if phase == "play" and letter in words:
        return f"You hold no {words[letter]}{' card' if words is COLOURS and letter in 'RYGB' else ''}."
    if phase == "bid" and letter.isdigit():
        return f"There is no bid of {letter} in this round."
    return f"{letter} does nothing here; ? shows the keys."
