"""Tokens: what a program shows instead of a password. Each is for some things only, and can be taken back."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import delete, func, insert, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.people.accounts import COLUMNS, Account, account_of_row, with_rights
from overtrick.arena.people.names import check_name
from overtrick.arena.people.sessions import hash_of, new_word
from overtrick.core.mistake import Mistake
from overtrick.store.schema import accounts, tokens

MOST = 20  # of an account
BEGINNING = "overtrick-"  # so that a token which strays into a public place is known for what it is
USED_EVERY_S = 60  # how exactly the last use is kept


class Scope(StrEnum):
    """What a token is for."""

    READ = "read"  # what its owner may see
    SUBMIT = "submit"  # bots, and their versions
    ORGANISE = "organise"  # competitions, if its owner may


ALL = frozenset(Scope)


@dataclass(frozen=True)
class Token:
    """A token, as its owner sees it again: without the words themselves."""

    id: int
    name: str
    scopes: frozenset[Scope]
    created: int
    used: int | None


def make_token(arena: Arena, account: Account, name: str, scopes: Iterable[Scope]) -> str:
    """Return a new token of an account, which is kept nowhere; or raise Mistake."""
    name, wanted = check_name(name), frozenset(scopes)
    if not wanted:
        raise Mistake(f"the token is for nothing; allowed: {', '.join(Scope)}")
    if Scope.ORGANISE in wanted and not account.sees_more:
        raise Mistake("the token is for organise, which only organisers may; allowed: read, submit")
    word = BEGINNING + new_word()
    text = " ".join(scope for scope in Scope if scope in wanted)
    values = {"account": account.id, "name": name, "hash": hash_of(word), "scopes": text, "created": arena.now()}
    with arena.writing() as connection:
        count = connection.scalar(select(func.count()).select_from(tokens).where(tokens.c.account == account.id))
        if (count or 0) >= MOST:
            raise Mistake(f"this account has {MOST} tokens already, which is all it may have; revoke one first")
        connection.execute(insert(tokens).values(values))
    return word


def tokens_of(arena: Arena, account: Account) -> tuple[Token, ...]:
    """Return the tokens of an account, the newest first."""
    query = select(tokens).where(tokens.c.account == account.id).order_by(tokens.c.id.desc())
    with arena.reading() as connection:
        rows = connection.execute(query).all()
    return tuple(Token(row.id, row.name, scopes_of(row.scopes), row.created, row.used) for row in rows)


def revoke_token(arena: Arena, account: Account, identity: int) -> None:
    """Take a token of an account back, or raise Mistake if it has none with this number."""
    with arena.writing() as connection:
        mine = (tokens.c.id == identity, tokens.c.account == account.id)
        if connection.execute(delete(tokens).where(*mine)).rowcount != 1:
            raise Mistake(f"you have no token with the number {identity}")


def find_token(arena: Arena, word: str) -> tuple[Account, frozenset[Scope]] | None:
    """Return whose token a word is and what it is for, if it counts; note that it was used."""
    query = (
        select(*COLUMNS, tokens.c.id.label("token"), tokens.c.scopes, tokens.c.used)
        .join(tokens, tokens.c.account == accounts.c.id)
        .where(tokens.c.hash == hash_of(word), accounts.c.banned.is_(None))
    )
    with arena.reading() as connection:
        row = connection.execute(query).one_or_none()
        if row is None:
            return None
        account = with_rights(connection, account_of_row(row))
    if row.used is None or row.used <= arena.now() - USED_EVERY_S:
        with arena.writing() as connection:
            connection.execute(update(tokens).where(tokens.c.id == row.token).values(used=arena.now()))
    return account, scopes_of(row.scopes)


def scopes_of(text: str) -> frozenset[Scope]:
    """Return what a token is for, from the words in the store."""
    return frozenset(Scope(word) for word in text.split())
