"""Sessions: who is logged in. A browser holds a random word, the store only its hash."""

import hashlib
import secrets

from sqlalchemy import bindparam, delete, insert, select

from overtrick.arena.arena import Arena
from overtrick.arena.people.accounts import COLUMNS, Account, account_of_row, with_rights
from overtrick.store.schema import accounts, sessions

WORD_BYTES = 24
LASTS_S = 30 * 24 * 3600

# Made once, as every page asks it.
WHOSE = (
    select(*COLUMNS)
    .join(sessions, sessions.c.account == accounts.c.id)
    .where(sessions.c.hash == bindparam("word"), sessions.c.expires > bindparam("now"), accounts.c.banned.is_(None))
)


def hash_of(word: str) -> bytes:
    """Return what the store keeps of a random word."""
    return hashlib.sha256(word.encode()).digest()


def new_word() -> str:
    """Return a word that nobody can guess."""
    return secrets.token_urlsafe(WORD_BYTES)


def begin_session(arena: Arena, account: Account) -> str:
    """Return the word of a new session of an account; what has expired is forgotten."""
    word, now = new_word(), arena.now()
    with arena.writing() as connection:
        connection.execute(delete(sessions).where(sessions.c.expires <= now))
        connection.execute(
            insert(sessions).values(hash=hash_of(word), account=account.id, created=now, expires=now + LASTS_S)
        )
    return word


def find_session(arena: Arena, word: str) -> Account | None:
    """Return whose session a word is, if it goes on and its account is not banned."""
    with arena.reading() as connection:
        row = connection.execute(WHOSE, {"word": hash_of(word), "now": arena.now()}).one_or_none()
        return None if row is None else with_rights(connection, account_of_row(row))


def end_session(arena: Arena, word: str) -> None:
    """End a session."""
    with arena.writing() as connection:
        connection.execute(delete(sessions).where(sessions.c.hash == hash_of(word)))
