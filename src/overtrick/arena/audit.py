"""What organisers did: who, when, what and why; written in the same transaction as what they did."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, insert, select

from overtrick.arena.arena import Arena
from overtrick.core.mistake import Mistake
from overtrick.store.schema import accounts, audit

OPERATOR = "the operator"  # who has the store itself at hand, and so needs no account
LONGEST_REASON = 200
MOST_SHOWN = 200


@dataclass(frozen=True)
class Act:
    """Something that an organiser did."""

    number: int
    moment: int
    who: str
    did: str
    about: str
    why: str


def note(arena: Arena, connection: Connection, did: str, about: str, why: str = "", competition: int = 0) -> None:
    """Write down what somebody does, in the transaction in which they do it."""
    row = {"moment": arena.now(), "account": arena.who, "did": did, "about": about, "why": why}
    connection.execute(insert(audit).values(**row, competition=competition or None))


def checked_reason(why: str) -> str:
    """Return a reason that those whom it concerns can read, or raise Mistake."""
    reason = why.strip()
    if not 1 <= len(reason) <= LONGEST_REASON or not reason.isprintable():
        raise Mistake(f"the reason is {reason[:60]!r}; allowed: 1 to {LONGEST_REASON} printable characters")
    return reason


def acts(arena: Arena, competitions: frozenset[int] | None = None, before: int = 0) -> tuple[Act, ...]:
    """Return the latest acts, of some competitions or of all, perhaps only before a number."""
    query = _query(competitions).order_by(audit.c.id.desc()).limit(MOST_SHOWN)
    if before:
        query = query.where(audit.c.id < before)
    with arena.reading() as connection:
        return tuple(map(_act, connection.execute(query)))


def all_acts(arena: Arena, competitions: frozenset[int] | None = None) -> Iterator[Act]:
    """Yield all acts from the first on, of some competitions or of all."""
    query = _query(competitions).order_by(audit.c.id)
    with arena.reading() as connection:
        yield from map(_act, connection.execution_options(yield_per=500).execute(query))


def _query(competitions: frozenset[int] | None) -> Select[Any]:
    columns = (audit.c.id, audit.c.moment, accounts.c.name, audit.c.did, audit.c.about, audit.c.why)
    query = select(*columns).join(accounts, accounts.c.id == audit.c.account, isouter=True)
    return query if competitions is None else query.where(audit.c.competition.in_(competitions))


def _act(row: Any) -> Act:
    return Act(row.id, row.moment, row.name or OPERATOR, row.did, row.about, row.why)
