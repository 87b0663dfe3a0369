"""Names of people: short, of plain letters, and told apart by the eye, so that they cannot pass for anything else."""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from overtrick.core.mistake import Mistake

LONGEST = 40
MARKS = " _.-"
MARK = "\u200e"
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


# Looks


@lru_cache(1 << 16)  # as a new name is compared with all others
def look(name: str) -> str:
    """Return what a name looks like, the same for any two that an eye takes for each other, whatever their case.

    This is the skeleton of Unicode's report 39, and then in one case: ``PauI`` looks like ``paul``.
    """
    likened = "".join(map(likeness, unicodedata.normalize("NFD", name)))
    in_one_case = unicodedata.normalize("NFD", likened).casefold()
    return " ".join("".join(map(likeness, in_one_case)).split())


def find_alike(name: str, others: Iterable[str]) -> str | None:
    """Return the first of some names that a name could be taken for."""
    return next((other for other in others if look(other) == look(name)), None)


@cache
def likeness(letter: str) -> str:
    """Return the letter or letters that stand for all that look like this one."""
    alike = _alike(letter)
    if not alike:
        return unicodedata.normalize("NFKC", letter)  # wide and raised letters, which the report leaves out
    if len(longest := max(alike, key=len)) > 1:  # several letters are only ever what one looks like
        return longest
    if len(alike) > 1:  # only what stands for others has more than one beside it
        return letter
    (other,) = alike
    return other if len(_alike(other)) > 1 else min(letter, other)


def _alike(letter: str) -> list[str]:
    from confusable_homoglyphs.confusables import confusables_data  # 16 MB that few processes need

    # Letters of alphabets that run from right to left stand there between marks of direction.
    entries = confusables_data.get(letter) or confusables_data.get(f"{MARK}{letter}{MARK}", ())
    return [entry["c"].strip(MARK) for entry in entries]
