"""Passwords: how they are kept, and which are taken. Each hash takes 19 MiB and some hundredths of a second."""

import unicodedata

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from overtrick.core.mistake import Mistake

SHORTEST, LONGEST = 10, 200
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1, type=Type.ID)

# Made with the numbers above from a password that nobody knows: who has no account waits as long as who has.
NOBODY = HASHER.hash(__name__)


def check_password(given: str, name: str = "") -> str:
    """Return a new password, or raise Mistake if it would be guessed too easily."""
    if not SHORTEST <= len(given) <= LONGEST:
        raise Mistake(f"the password has {len(given)} characters; allowed: {SHORTEST} to {LONGEST}")
    if len(set(given)) < 4 or given.strip().casefold() in (name.casefold(), name.casefold() * 2):
        raise Mistake("this password would be guessed at once; take some words that nobody else would put together")
    return given


def hash_password(password: str) -> str:
    """Return what is kept of a password."""
    return HASHER.hash(_plain(password))


def is_password(password: str, kept: str) -> bool:
    """Return whether a password is the one that was kept; this takes as long if none was."""
    try:
        right = HASHER.verify(kept or NOBODY, _plain(password[: 2 * LONGEST]))
    except (VerificationError, InvalidHashError):
        return False
    return right and bool(kept)


def _plain(password: str) -> bytes:
    """Return a password as every keyboard writes it; even half a character of UTF-16 is some bytes."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
