"""Passwords: how they are kept, and which are taken. Each hash takes 19 MiB and some hundredths of a second."""

import string
import unicodedata
from functools import cache

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES

SHORTEST, LONGEST = 10, 200
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1, type=Type.ID)

BETTER = "take some words that nobody else would put together"
AROUND = string.digits + string.punctuation + " "  # what people add to the ends of a common one
OURS = frozenset(
    {
        *("overtrick", *GAMES, "cardgame", "cardgames", "organiser", "organizer", "administrator"),
        *("abcdefghij", "abcdefghijk", "0123456789", "0987654321", "9876543210"),
        *("correcthorsebatterystaple", "correct horse battery staple"),
    }
)

# Made with the numbers above from a password that nobody knows: who has no account waits as long as who has.
NOBODY = HASHER.hash(__name__)


def check_password(given: str, name: str = "") -> str:
    """Return a new password, or raise Mistake if it would be guessed too easily."""
    if not SHORTEST <= len(given) <= LONGEST:
        raise Mistake(f"the password has {len(given)} characters; allowed: {SHORTEST} to {LONGEST}")
    plain = _plain_text(given).strip().casefold()
    if len(set(plain)) < 4 or plain in (name.casefold(), name.casefold() * 2):
        raise Mistake(f"this password would be guessed at once; {BETTER}")
    if plain in common_passwords() or _core(plain) in common_passwords():
        raise Mistake(f"this password is one that many people have, so it is among the first to be tried; {BETTER}")
    return given


def _core(plain: str) -> str:
    """Return a password without the digits and marks at its ends, or all of it if that is most of it."""
    core = plain.strip(AROUND)
    return core if 2 * len(core) >= len(plain) else plain


@cache
def common_passwords() -> frozenset[str]:
    """Return passwords that were found most often in those of broken sites, and what people would think of here."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # 17 MB that few processes need

    return frozenset(FREQUENCY_LISTS["passwords"]) | OURS


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
    """Return the bytes of a password; even half a character of UTF-16 is some."""
    return _plain_text(password).encode("utf-8", "surrogatepass")


def _plain_text(password: str) -> str:
    """Return a password as every keyboard writes it."""
    return unicodedata.normalize("NFKC", password)
