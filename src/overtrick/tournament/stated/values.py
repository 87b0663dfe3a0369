"""Values in a tournament file: each reader returns a value of its kind, or refuses it and says what is allowed."""

import re
from collections.abc import Callable, Iterable

from overtrick.core import luck
from overtrick.core.mistake import Mistake

LANGUAGES = ("built-in", "python", "c", "executable", "other")
MOST_MARGIN = 1_000_000
MOST_HOURS = 24 * 365


class Refused(Exception):  # noqa: N818
    """A value that is not allowed; the message says what is."""


def one_of(words: Iterable[str]) -> Callable[[object], str]:
    """Return a reader of words out of a list."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise Refused(", ".join(words))
        return str(value)

    return read


def whole(allowed: range, text: str = "") -> Callable[[object], int]:
    """Return a reader of whole numbers; the text is for people if the range does not tell."""

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            raise Refused(text or f"{allowed[0]} to {allowed[-1]}")
        return value

    return read


def positive(value: object) -> float:
    """Return a number above 0."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= MOST_MARGIN:
        raise Refused(f"a number above 0, up to {MOST_MARGIN}, in what is ranked by")
    return float(value)


def hours(value: object) -> float:
    """Return a time in hours."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= MOST_HOURS:
        raise Refused(f"hours above 0, up to {MOST_HOURS}")
    return float(value)


def title(value: object) -> str:
    """Return a short text without control characters."""
    if not isinstance(value, str) or not 1 <= len(value.strip()) <= 80 or not value.isprintable():
        raise Refused("1 to 80 printable characters in quotes")
    return value.strip()


def truth(value: object) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise Refused("true, false")
    return value


def languages(value: object) -> tuple[str, ...]:
    """Return a list of languages, each once."""
    if not isinstance(value, list) or not value or not all(isinstance(word, str) and word for word in value):
        raise Refused(f"a list of {', '.join(LANGUAGES)}, or whatever manifests call theirs")
    return tuple(dict.fromkeys(value))


def seed_bytes(value: object) -> bytes:
    """Return the seed that hexadecimal digits stand for."""
    try:
        return luck.read_seed(value if isinstance(value, str) else "")
    except Mistake:
        raise Refused(f"1 to {2 * luck.SEED_BYTES} hexadecimal digits in quotes") from None


def digest(value: object) -> str:
    """Return a commitment in lower case."""
    if not isinstance(value, str) or not re.fullmatch("[0-9a-fA-F]{64}", value):
        raise Refused("64 hexadecimal digits in quotes")
    return value.lower()


def shown(value: object) -> str:
    """Return a value as TOML has it, not too long."""
    text = repr(value) if isinstance(value, str | list | dict) else str(value)
    text = text.lower() if isinstance(value, bool) else text
    return text if len(text) <= 60 else text[:57] + "..."
