"""Names of people: short, and of plain letters, so that they cannot pass for anything else on a page."""

from overtrick.mistake import Mistake

LONGEST = 40
MARKS = " _.-"


def check_name(given: str) -> str:
    """Return a name without spaces around it, or raise Mistake with a sentence."""
    name = given.strip(" ")
    plain = all(letter.isalnum() or letter in MARKS for letter in name)
    if len(name) > LONGEST or not plain or not any(map(str.isalnum, name)):
        shown = "".join(letter if letter.isprintable() else "?" for letter in name[:LONGEST])
        raise Mistake(f"the name is {shown!r}; allowed: 1 to {LONGEST} letters, digits, spaces and the marks _ . -")
    return name
