"""The leases of workers: one plays at a time, any number only check; pages tell who is there, and what it can do."""

import json
import secrets
import threading
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, select

from overtrick.arena.arena import Arena
from overtrick.arena.webhooks import WORKER_LOST, emit
from overtrick.store.database import alone, insert_into
from overtrick.store.schema import site
from overtrick.store.trouble import StoreTrouble

NAME = "worker"
CHECKER = "checks "  # and who it is: beside the one that plays there may be any number of these
LEASE_S = 6
RENEW_S = 1.5


@dataclass(frozen=True)
class Status:
    """The worker as others see it."""

    alive: bool = False
    fence: str = ""  # the level of its fence
    refusal: str = ""  # why it runs no strangers' programs; empty if it does


def status(arena: Arena) -> Status:
    """Return whether a worker that plays is there, and what it can do."""
    with arena.reading() as connection:
        kept = _kept(connection, NAME)
    if not kept:
        return Status()
    return Status(_lasts(kept, arena.clock()), kept["fence"], kept["refusal"])


def checkers(arena: Arena) -> int:
    """Return how many workers are there that only check."""
    now = arena.clock()
    with arena.reading() as connection:
        return sum(_lasts(kept, now) for kept in _checkers(connection).values())


def lost_checkers(arena: Arena) -> list[str]:
    """Return the leases of workers for checks that have ended without giving them up."""
    now = arena.clock()
    with arena.reading() as connection:
        return [name for name, kept in _checkers(connection).items() if not _lasts(kept, now)]


def forget(connection: Connection, lease: str) -> bool:
    """Remove the lease of a worker for checks that is lost; return whether it was still there."""
    return bool(connection.execute(delete(site).where(site.c.name == lease)).rowcount)


def forget_all(connection: Connection) -> None:
    """Remove all leases, as nobody is at work."""
    connection.execute(delete(site).where((site.c.name == NAME) | site.c.name.startswith(CHECKER)))


def tell_if_lost(arena: Arena) -> None:
    """Tell that the worker that plays has ended without giving its lease up, if so and nobody has told it yet."""
    with arena.reading() as connection:
        if not _is_lost(_kept(connection, NAME), arena.clock()):
            return
    with arena.writing() as connection:
        alone(connection)
        kept = _kept(connection, NAME)
        if _is_lost(kept, arena.clock()):  # else somebody was faster: another site, or the worker that takes its place
            emit(connection, arena.now(), WORKER_LOST, only_checks=False)
            _keep(connection, NAME, {**kept, "told": True})


def _kept(connection: Connection, name: str) -> dict[str, Any]:
    value = connection.scalar(select(site.c.value).where(site.c.name == name))
    return {} if value is None else json.loads(value)


def _keep(connection: Connection, name: str, lease: dict[str, Any]) -> None:
    row = insert_into(connection, site).values(name=name, value=json.dumps(lease).encode())
    connection.execute(row.on_conflict_do_update(index_elements=[site.c.name], set_={"value": row.excluded.value}))


def _is_lost(kept: dict[str, Any], now: float) -> bool:
    """Return whether a lease was not given up and is over, and nobody has told so."""
    return bool(kept) and not kept.get("told") and not _lasts(kept, now)


def _checkers(connection: Connection) -> dict[str, dict[str, Any]]:
    found = connection.execute(select(site.c.name, site.c.value).where(site.c.name.startswith(CHECKER)))
    return {row.name: json.loads(row.value) for row in found}


def _lasts(kept: dict[str, Any], now: float) -> bool:
    """Return whether a lease is still good; one that would last too long is from before the clock was set back."""
    return bool(now < kept["until"] <= now + LEASE_S)


class Lease:
    """The right to be the worker that plays, or one that only checks; taken, kept by a thread, and given up."""

    def __init__(self, arena: Arena, fence: str, refusal: str, *, only_checks: bool = False) -> None:
        self._arena, self._fence, self._refusal = arena, fence, refusal
        self._me = secrets.token_hex(8)
        self._name = f"{CHECKER}{self._me}" if only_checks else NAME
        self._ended = threading.Event()
        self.lost = False  # whether another worker has taken it, because we did not renew it in time
        self._thread = threading.Thread(target=self._renew, name="lease", daemon=True)

    def take(self) -> bool:
        """Return whether the lease is ours now; if so, it is renewed until it is given up."""
        if not self._write():
            return False
        self._thread.start()
        return True

    def give_up(self) -> None:
        """Let the next worker begin at once."""
        self._ended.set()
        if self._thread.ident is not None:
            self._thread.join()
        with self._arena.writing() as connection:
            if _kept(connection, self._name).get("id") == self._me:
                connection.execute(delete(site).where(site.c.name == self._name))

    def _renew(self) -> None:
        while not self._ended.wait(RENEW_S):
            try:
                if not self._write():
                    self.lost = True
                    return
            except StoreTrouble:
                continue  # the worker itself will tell

    def _write(self) -> bool:
        with self._arena.writing() as connection:
            alone(connection)
            now = self._arena.clock()  # after the wait, or we would take it from whoever came first
            kept = _kept(connection, self._name)
            is_anothers = bool(kept) and kept["id"] != self._me
            if is_anothers and _lasts(kept, now):
                return False
            if is_anothers and _is_lost(kept, now):
                emit(connection, self._arena.now(), WORKER_LOST, only_checks=False)
            mine = {"id": self._me, "until": now + LEASE_S, "fence": self._fence, "refusal": self._refusal}
            _keep(connection, self._name, mine)
        return True
