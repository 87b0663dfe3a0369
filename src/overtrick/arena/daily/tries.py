"""Tries: everybody has one for each day and game. Begun is begun, on any device, and whatever happens in between."""

import hashlib
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, case, func, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.daily.days import begins, closes, day_of, days_from, find_day
from overtrick.arena.daily.sets import GUESTS, NEW, chosen_set, daily_of
from overtrick.arena.people.accounts import Account
from overtrick.core.mistake import Mistake
from overtrick.store.database import insert_into
from overtrick.store.schema import accounts, card_sets, tries


@dataclass(frozen=True)
class Tried:
    """One table of a try."""

    table: str
    ended: int | None
    scores: tuple[int, ...]  # of its deals; none until it is over


@dataclass(frozen=True)
class Try:
    """Somebody's try."""

    day: str
    game: str
    cards: str  # the name of the set
    account: int | None
    name: str  # of the account; nothing for guests
    begun: int
    tables: tuple[Tried, ...]

    @property
    def is_finished(self) -> bool:
        """Whether all its tables are over."""
        return all(table.ended is not None for table in self.tables)

    @property
    def next(self) -> int:
        """The number of the table at which it goes on; as many as there are when it is finished."""
        return next((number for number, one in enumerate(self.tables) if one.ended is None), len(self.tables))

    @property
    def scores(self) -> list[int]:
        """The points of all deals so far."""
        return [score for table in self.tables for score in table.scores]

    @property
    def points(self) -> int:
        """Their sum."""
        return sum(self.scores)


@dataclass(frozen=True)
class Who:
    """Who tries: an account, or a guest known by a hash."""

    guest: str
    account: Account | None = None

    @property
    def mine(self) -> ColumnElement[bool]:
        """What is true for rows of theirs."""
        if self.account is not None:
            return tries.c.account == self.account.id
        return tries.c.guest == bytes.fromhex(self.guest)


# Begin and end


def begin_try(arena: Arena, who: Who, game: str) -> Try:
    """Return the try of today, which begins now unless it has begun already."""
    daily, today = daily_of(game), day_of(arena.now())
    if (found := find_try(arena, who, today, game)) is not None:
        return found
    day = find_day(arena, today)
    if day is None or day.choice is None:
        raise Mistake("the cards of today are not dealt yet: the worker of this site has to be at work for that")
    own: dict[str, object] = {"account": None, "guest": None}
    if who.account is None:
        own |= {"guest": bytes.fromhex(who.guest), "cards": GUESTS}
    else:
        old = who.account.created < begins(today)
        own |= {
            "account": who.account.id,
            "cards": chosen_set(day.choice, game, who.account.id) if old else NEW,
        }
    rows = [
        {"day": today, "game": game, "number": number, "table": new_name(), "begun": arena.now(), **own}
        for number in range(len(daily.tables))
    ]
    with arena.writing() as connection:  # who came first, here or on another device, has begun it
        connection.execute(insert_into(connection, tries).on_conflict_do_nothing(), rows)
    begun = find_try(arena, who, today, game)
    assert begun is not None
    return begun


def go_on_with(arena: Arena, who: Who, day: str, game: str) -> Try:
    """Return a try that was begun and may still be finished, or raise Mistake; nothing begins by it."""
    if arena.now() >= closes(day):
        raise Mistake(f"{day} is closed, and no try of it can be played any more")
    found = find_try(arena, who, day, game)
    if found is None:
        raise Mistake(f"{day} is over, so its cards cannot be begun any more; these are the cards of today")
    return found


def new_name() -> str:
    """Return the name of a table, which nobody can guess."""
    return secrets.token_urlsafe(12)


def owner_of(table: str) -> str:
    """Return whom a table takes for the owner of a seat that belongs to an account, on any device: no guest."""
    return hashlib.sha256(f"try/{table}".encode()).hexdigest()


def end_table(connection: Connection, table: str, scores: Sequence[int], moment: int) -> None:
    """Keep what a table of a try brought, once, in a transaction that may do more."""
    open_ = (tries.c.table == table, tries.c.ended.is_(None))
    connection.execute(update(tries).where(*open_).values(ended=moment, scores=json.dumps(list(scores))))


@dataclass(frozen=True)
class Seated:
    """What is needed to set up a table of a try."""

    day: str
    game: str
    number: int
    account: int | None
    guest: str
    seed: bytes  # of the set of cards


def find_seated(connection: Connection, table: str) -> Seated | None:
    """Return whose try a table belongs to, and its cards."""
    same = (card_sets.c.day == tries.c.day) & (card_sets.c.game == tries.c.game) & (card_sets.c.name == tries.c.cards)
    query = select(tries, card_sets.c.seed).join(card_sets, same).where(tries.c.table == table)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    guest = owner_of(table) if row.guest is None else row.guest.hex()
    return Seated(row.day, row.game, row.number, row.account, guest, row.seed)


# Find


def find_try(arena: Arena, who: Who, day: str, game: str) -> Try | None:
    """Return what somebody has tried, or None."""
    found = _tries(arena, who.mine, tries.c.day == day, tries.c.game == game)
    return found[0] if found else None


def tries_of(arena: Arena, who: Who, day: str) -> dict[str, Try]:
    """Return the tries of somebody by their games."""
    return {one.game: one for one in _tries(arena, who.mine, tries.c.day == day)}


def ranked_tries(arena: Arena, day: str, game: str) -> list[Try]:
    """Return the tries of all accounts."""
    return _tries(arena, tries.c.day == day, tries.c.game == game, tries.c.account.is_not(None))


def _tries(arena: Arena, *wanted: ColumnElement[bool]) -> list[Try]:
    query = (
        select(tries, accounts.c.name)
        .join(accounts, accounts.c.id == tries.c.account, isouter=True)
        .where(*wanted)
        .order_by(tries.c.day, tries.c.game, tries.c.account, tries.c.guest, tries.c.number)
    )
    with arena.reading() as connection:
        rows = connection.execute(query).all()
    whole: dict[tuple[object, ...], list[Tried]] = {}
    heads = {}
    for row in rows:
        key = (row.day, row.game, row.account, row.guest)
        heads[key] = row
        whole.setdefault(key, []).append(Tried(row.table, row.ended, tuple(json.loads(row.scores or "[]"))))
    return [
        Try(row.day, row.game, row.cards, row.account, row.name or "", row.begun, tuple(whole[key]))
        for key, row in heads.items()
    ]


def streak(arena: Arena, account: int) -> int:
    """Return on how many days in a row, up to today or yesterday, an account has finished a deal of the day."""
    with arena.reading() as connection:
        found = {row.day for row in connection.execute(_finished(tries.c.account == account))}
    today = day_of(arena.now())
    return _run(found, today if today in found else days_from(today, -1))


def _run(found: Iterable[str], day: str) -> int:
    days, count = set(found), 0
    while day in days:
        day, count = days_from(day, -1), count + 1
    return count


def _finished(*wanted: ColumnElement[bool]) -> Select[Any]:
    """Return the query for days and games of finished tries."""
    left = func.sum(case((tries.c.ended.is_(None), 1), else_=0))
    key = (tries.c.day, tries.c.game, tries.c.account)
    return select(*key).where(*wanted).group_by(*key).having(left == 0)
