"""Invitations: links that work once, to register, to choose a new password, or to enter a competition."""

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, delete, insert, select

from overtrick.arena.arena import Arena
from overtrick.arena.audit import note
from overtrick.arena.people.accounts import Account, Role, add_account, organisers, set_password
from overtrick.arena.people.passwords import check_password, hash_password
from overtrick.arena.people.sessions import hash_of, new_word
from overtrick.core.mistake import Mistake
from overtrick.store.database import alone, insert_into
from overtrick.store.schema import accounts, competitions, invitations, invited, site

LASTS_S = 14 * 24 * 3600
MOST_AT_ONCE = 50
FIRST = "organiser"  # the name of the account that a new site has
TOO_OLD = "this link was used already, or is too old; ask an organiser for another"


class Purpose(StrEnum):
    """What a link is for."""

    REGISTER = "register"
    PASSWORD = "password"
    ENTER = "enter"


@dataclass(frozen=True)
class Invitation:
    """What a link promises."""

    purpose: Purpose
    role: Role  # of who registers with it
    account: int | None  # whose password
    name: str  # of that account
    competition: int | None  # which may be entered
    title: str  # of that competition
    slug: str
    expires: int


# Give out


def invite(arena: Arena, role: Role = Role.AUTHOR, count: int = 1) -> tuple[str, ...]:
    """Return codes with which as many people may register."""
    return _write(arena, count, f"{count} to register as {role}", purpose=Purpose.REGISTER, role=role)


def invite_to(arena: Arena, competition: int, count: int = 1) -> tuple[str, ...]:
    """Return codes with which as many people may enter a competition, and register for that."""
    about = f"{count} to enter competition {competition}"
    return _write(arena, count, about, purpose=Purpose.ENTER, role=Role.AUTHOR, competition=competition)


def reset_password(arena: Arena, identity: int) -> str:
    """Return a code with which an account gets a new password; until then the old one counts."""
    with arena.writing() as connection:
        name = connection.scalar(select(accounts.c.name).where(accounts.c.id == identity))
        if name is None:
            raise Mistake(f"there is no account with the number {identity}")
        note(arena, connection, "made a link for a new password of", name)
        return _password_code(connection, arena.now(), identity)


def first_organiser(arena: Arena) -> str | None:
    """Return a code with which the organiser of a new site chooses a password; None once somebody can organise."""
    with arena.writing() as connection:
        alone(connection)
        if organisers(connection):
            return None
        waiting = select(accounts.c.id).where(accounts.c.role == Role.ORGANISER, accounts.c.password == "")
        account = connection.scalar(waiting.order_by(accounts.c.id).limit(1))
        if account is None:
            account = add_account(connection, arena.now(), FIRST, "", Role.ORGANISER).id
        return _password_code(connection, arena.now(), account)


def _password_code(connection: Connection, now: int, account: int) -> str:
    connection.execute(delete(invitations).where(invitations.c.account == account))  # only the latest counts
    return _add(connection, now, purpose=Purpose.PASSWORD, account=account, role=Role.AUTHOR)


def _write(arena: Arena, count: int, about: str, **values: object) -> tuple[str, ...]:
    if not 1 <= count <= MOST_AT_ONCE:
        raise Mistake(f"the number of links is {count}; allowed: 1 to {MOST_AT_ONCE}")
    with arena.writing() as connection:
        connection.execute(delete(invitations).where(invitations.c.expires <= arena.now()))
        note(arena, connection, "made links", about)
        return tuple(_add(connection, arena.now(), **values) for _ in range(count))


def _add(connection: Connection, now: int, **values: object) -> str:
    code = new_word()
    row = {"hash": hash_of(code), "created": now, "expires": now + LASTS_S, **values}
    connection.execute(insert(invitations).values(row))
    return code


# Take


def find_invitation(arena: Arena, code: str) -> Invitation:
    """Return what a code is for, or raise Mistake if it is for nothing any more."""
    with arena.reading() as connection:
        return _find(connection, arena.now(), code)


def _find(connection: Connection, now: int, code: str) -> Invitation:
    query = (
        select(invitations, accounts.c.name, competitions.c.title, competitions.c.slug)
        .join(accounts, accounts.c.id == invitations.c.account, isouter=True)
        .join(competitions, competitions.c.id == invitations.c.competition, isouter=True)
        .where(invitations.c.hash == hash_of(code), invitations.c.expires > now)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        raise Mistake(TOO_OLD)
    return Invitation(
        purpose=Purpose(row.purpose),
        role=Role(row.role),
        account=row.account,
        name=row.name or "",
        competition=row.competition,
        title=row.title or "",
        slug=row.slug or "",
        expires=row.expires,
    )


def register_invited(arena: Arena, code: str, name: str, password: str) -> Account:
    """Return the new account of somebody with a link to register or to enter, or raise Mistake."""
    hashed = hash_password(check_password(password, name))
    with arena.writing() as connection:
        found = _take(connection, arena.now(), code, Purpose.REGISTER, Purpose.ENTER)
        account = add_account(connection, arena.now(), name, hashed, found.role)
        _let_in(connection, found, account.id)
    return account


def choose_password(arena: Arena, code: str, password: str) -> int:
    """Give the account of a link its new password, and end its sessions and tokens; return the account."""
    name = find_invitation(arena, code).name
    hashed = hash_password(check_password(password, name))
    with arena.writing() as connection:
        account = _take(connection, arena.now(), code, Purpose.PASSWORD).account
        assert account is not None  # links for passwords name one
        set_password(connection, account, hashed)
    return account


def enter_invited(arena: Arena, code: str, account: Account) -> str:
    """Let an account enter the competition of a link, and return that one's slug."""
    with arena.writing() as connection:
        found = _take(connection, arena.now(), code, Purpose.ENTER)
        _let_in(connection, found, account.id)
    return found.slug


def _take(connection: Connection, now: int, code: str, *purposes: Purpose) -> Invitation:
    """Return what a code is for and let nobody use it again, or raise Mistake."""
    found = _find(connection, now, code)
    used = connection.execute(delete(invitations).where(invitations.c.hash == hash_of(code)))
    if found.purpose not in purposes or used.rowcount != 1:  # on PostgreSQL somebody may be faster by a moment
        raise Mistake(TOO_OLD)
    return found


def _let_in(connection: Connection, invitation: Invitation, account: int) -> None:
    if invitation.competition is None:
        return
    row = {"competition": invitation.competition, "account": account}
    connection.execute(insert_into(connection, invited).values(row).on_conflict_do_nothing())


# Whether anybody may register


def registration_open(arena: Arena) -> bool:
    """Return whether anybody may register, or only who was invited."""
    with arena.reading() as connection:
        return connection.scalar(select(site.c.value).where(site.c.name == "registration")) != b"closed"


def open_registration(arena: Arena, is_open: bool) -> None:
    """Say whether anybody may register."""
    value = b"open" if is_open else b"closed"
    with arena.writing() as connection:
        row = insert_into(connection, site).values(name="registration", value=value)
        connection.execute(row.on_conflict_do_update(index_elements=[site.c.name], set_={"value": value}))
        note(arena, connection, "opened registration" if is_open else "closed registration", "the site")
