"""Names of people: short, and of plain letters, so that they cannot pass for anything else on a page."""

import unicodedata

from overtrick.core.mistake import Mistake

LONGEST = 40
MARKS = " _.-"
BESIDE_ANY = {"BOPOMOFO", "CJK", "HANGUL", "HIRAGANA", "IDEOGRAPHIC", "KATAKANA", "MODIFIER"}  # nobody takes for others


def check_name(given: str) -> str:
    """Return a name without spaces around it, or raise Mistake with a sentence."""
    name = given.strip(" ")
    plain = all(letter.isalnum() or letter in MARKS for letter in name)
    if len(name) > LONGEST or not plain or not any(map(str.isalnum, name)) or len(alphabets(name)) > 1:
        shown = "".join(letter if letter.isprintable() else "?" for letter in name[:LONGEST])
        allowed = f"1 to {LONGEST} letters of one alphabet, digits, spaces and the marks _ . -"
        raise Mistake(f"the name is {shown!r}; allowed: {allowed}")
    return name


def alphabets(name: str) -> set[str]:
    """Return the alphabets of a name's letters, as those of two can look the same; Unicode names begin with them."""
    letters = (letter for letter in unicodedata.normalize("NFKC", name) if letter.isalpha())
    return {unicodedata.name(letter, "?").replace("-", " ").split()[0] for letter in letters} - BESIDE_ANY
