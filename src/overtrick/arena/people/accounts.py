"""Accounts: people who have a name and a password here, and what organisers may do about them."""

import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from overtrick.arena.arena import Arena
from overtrick.arena.audit import checked_reason, note
from overtrick.arena.people.names import check_name, find_alike, look
from overtrick.arena.people.passwords import check_password, hash_password, is_password
from overtrick.core.mistake import Mistake
from overtrick.store.database import alone
from overtrick.store.schema import accounts, sessions, tokens
from overtrick.store.schema import organisers as named

GONE = "deleted account"  # what the names of those who left begin with
OFFICIAL = ("admin", "administrator", "organiser", "organizer", "overtrick", "root")  # whom no author may pass for


class Role(StrEnum):
    """What somebody may do."""

    AUTHOR = "author"
    ORGANISER = "organiser"


@dataclass(frozen=True)
class Account:
    """Somebody who has an account."""

    id: int
    name: str
    role: Role
    created: int
    banned: int | None  # since when
    named: frozenset[int] = frozenset()  # the competitions for which they were named

    @property
    def is_organiser(self) -> bool:
        """Whether all competitions and people are in their hands."""
        return self.role is Role.ORGANISER and self.banned is None

    def may_organise(self, competition: int) -> bool:
        """Return whether a competition is in their hands."""
        return self.is_organiser or (competition in self.named and self.banned is None)

    @property
    def sees_more(self) -> bool | frozenset[int]:
        """All that decides about what they see beyond everybody: of all competitions, or of some."""
        return self.is_organiser or (self.named if self.banned is None else frozenset())


COLUMNS = (accounts.c.id, accounts.c.name, accounts.c.role, accounts.c.created, accounts.c.banned)


def account_of_row(row: Any) -> Account:
    """Return the account in a row of COLUMNS."""
    return Account(row.id, row.name, Role(row.role), row.created, row.banned)


def with_rights(connection: Connection, account: Account) -> Account:
    """Return an account with the competitions for which it was named."""
    if account.is_organiser:
        return account
    rows = connection.scalars(select(named.c.competition).where(named.c.account == account.id))
    return replace(account, named=frozenset(rows))


def folded(name: str) -> str:
    """Return a name as it is compared: in one case, and written in one way; nothing for what nobody is called."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split()) if name.isprintable() else ""


# Find


def find_account(arena: Arena, identity: int) -> Account | None:
    """Return the account with an id."""
    return _find(arena, accounts.c.id == identity)


def find_by_name(arena: Arena, name: str) -> Account | None:
    """Return the account with a name, however that is written."""
    return _find(arena, accounts.c.folded == folded(name))


def _find(arena: Arena, condition: ColumnElement[bool]) -> Account | None:
    with arena.reading() as connection:
        row = connection.execute(select(*COLUMNS).where(condition)).one_or_none()
        return None if row is None else with_rights(connection, account_of_row(row))


def all_accounts(arena: Arena, part: str = "") -> tuple[Account, ...]:
    """Return everybody who has not left and whose name has a part, organisers first, then by name."""
    here = (~accounts.c.folded.startswith(GONE), accounts.c.folded.contains(folded(part), autoescape=True))
    query = select(*COLUMNS).where(*here).order_by(accounts.c.role.desc(), accounts.c.folded)
    with arena.reading() as connection:
        return tuple(account_of_row(row) for row in connection.execute(query))


# Come


def register(arena: Arena, name: str, password: str, role: Role = Role.AUTHOR) -> Account:
    """Return a new account, or raise Mistake if its name is taken or its password too weak."""
    hashed = hash_password(check_password(password, name))
    with arena.writing() as connection:
        return add_account(connection, arena.now(), name, hashed, role)


def add_account(connection: Connection, now: int, name: str, hashed: str, role: Role) -> Account:
    """Add an account in a transaction that may do more; its password is hashed already, or empty if it has none."""
    name = check_name(unicodedata.normalize("NFC", name))
    if look(name).startswith(look(GONE)):
        raise Mistake(f"the name is {name!r}; allowed: one that does not begin with {GONE!r}")
    taken = Mistake(f"somebody here is called {name!r} already; take another name")
    if folded(name) in OFFICIAL and role is not Role.ORGANISER:
        raise taken
    alone(connection)  # else two who look alike could come at the same moment
    if connection.scalar(select(accounts.c.id).where(accounts.c.folded == folded(name))) is not None:
        raise taken
    reserved = () if role is Role.ORGANISER else OFFICIAL
    if (other := find_alike(name, chain(reserved, connection.scalars(select(accounts.c.name))))) is not None:
        raise Mistake(f"the name {name!r} looks like {other!r}, which is taken; take another name")
    values = {"name": name, "folded": folded(name), "password": hashed, "role": role, "created": now}
    try:
        row = connection.execute(insert(accounts).values(values).returning(*COLUMNS)).one()
    except IntegrityError:  # somebody was faster by a moment
        raise taken from None
    return account_of_row(row)


def log_in(arena: Arena, name: str, password: str) -> Account:
    """Return the account with a name and password, or raise Mistake; nobody learns which of the two was wrong."""
    query = select(*COLUMNS, accounts.c.password, accounts.c.ban_reason).where(accounts.c.folded == folded(name))
    with arena.reading() as connection:
        row = connection.execute(query).one_or_none()
    if not is_password(password, row.password if row else "") or row is None:
        raise Mistake("the name or the password is wrong")
    if row.banned is not None:
        raise Mistake(f"this account is banned: {row.ban_reason or 'ask the organisers why'}")
    return account_of_row(row)


def change_password(arena: Arena, account: Account, old: str, new: str, *, keep_tokens: bool = False) -> None:
    """Give an account another password and end its sessions and tokens, or raise Mistake if the old one is wrong."""
    with arena.reading() as connection:
        kept = connection.scalar(select(accounts.c.password).where(accounts.c.id == account.id))
    if not is_password(old, kept or ""):
        raise Mistake("the present password is wrong")
    hashed = hash_password(check_password(new, account.name))
    with arena.writing() as connection:
        set_password(connection, account.id, hashed, keep_tokens=keep_tokens)


def set_password(connection: Connection, account: int, hashed: str, *, keep_tokens: bool = False) -> None:
    """Set a hashed password and end all sessions and tokens, in a transaction that may do more."""
    connection.execute(update(accounts).where(accounts.c.id == account).values(password=hashed))
    for table in (sessions,) if keep_tokens else (sessions, tokens):  # whoever knew the old one may have made some
        connection.execute(delete(table).where(table.c.account == account))


# Organise


def ban(arena: Arena, identity: int, why: str) -> None:
    """Keep somebody out for a reason: no session or token of theirs counts any more, and their bots play no more."""
    reason = checked_reason(why)
    with arena.writing() as connection:
        keep_an_organiser(connection, identity)
        name = _change(connection, identity, banned=arena.now(), ban_reason=reason)
        note(arena, connection, "banned", name, reason)
        connection.execute(delete(sessions).where(sessions.c.account == identity))
        connection.execute(delete(tokens).where(tokens.c.account == identity))


def lift_ban(arena: Arena, identity: int) -> None:
    """Let somebody in again."""
    with arena.writing() as connection:
        name = _change(connection, identity, banned=None, ban_reason="")
        note(arena, connection, "lifted the ban of", name)


def set_role(arena: Arena, identity: int, role: Role) -> None:
    """Make somebody an organiser or an author."""
    with arena.writing() as connection:
        if role is not Role.ORGANISER:
            keep_an_organiser(connection, identity)
        name = _change(connection, identity, role=role)
        note(arena, connection, f"made an {role} of", name)


def _change(connection: Connection, identity: int, **values: object) -> str:
    """Change an account and return its name, or raise Mistake if there is none."""
    changed = update(accounts).where(accounts.c.id == identity).values(values).returning(accounts.c.name)
    name = connection.scalar(changed)
    if name is None:
        raise Mistake(f"there is no account with the number {identity}")
    return str(name)


def keep_an_organiser(connection: Connection, identity: int) -> None:
    """Raise Mistake if nobody could organise any more without this account."""
    alone(connection)  # else two organisers could go at the same moment
    if identity in (left := organisers(connection)) and len(left) == 1:
        raise Mistake("this is the only organiser; make somebody else one first")


def organisers(connection: Connection) -> list[int]:
    """Return the accounts that can log in and organise."""
    able = (accounts.c.role == Role.ORGANISER, accounts.c.banned.is_(None), func.length(accounts.c.password) > 0)
    return list(connection.scalars(select(accounts.c.id).where(*able)))
