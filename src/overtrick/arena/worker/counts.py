"""What workers have counted since the site began: matches, faults by kind, checks; in the store, for the metrics."""

import json
import time
from collections import Counter
from collections.abc import Mapping

from sqlalchemy import Connection, select

from overtrick.arena.arena import Arena
from overtrick.store.database import alone, insert_into
from overtrick.store.schema import site
from overtrick.tournament.records.packed import Packed, fault_notes, seconds_thought

NAME = "counts"
EVERY_S = 5.0  # between two times that they are written
MATCHES, FAILURES, SECONDS, FAULT, CHECKED = "matches", "failures", "seconds", "fault ", "checked "
"""Matches stored, those that could not be played, seconds that bots thought; the last two begin the names of kinds."""


def counted(arena: Arena) -> dict[str, float]:
    """Return what was counted until now."""
    with arena.reading() as connection:
        return _kept(connection)


def _kept(connection: Connection) -> dict[str, float]:
    value = connection.scalar(select(site.c.value).where(site.c.name == NAME))
    return {} if value is None else json.loads(value)


class Counts:
    """What one worker counts, and adds to what others have counted before it."""

    def __init__(self) -> None:
        self._new: Counter[str] = Counter()
        self._next_s = 0.0

    def add(self, name: str, more: float = 1) -> None:
        """Count something."""
        self._new[name] += more  # type: ignore[assignment]  # a Counter counts anything that can be added

    def match(self, packed: Packed) -> None:
        """Count a match that was stored."""
        self.add(MATCHES)
        self.add(SECONDS, seconds_thought(packed.payload))
        for note in fault_notes(packed.payload) if any(packed.faults) else ():
            self.add(f"{FAULT}{note.ending}")

    def write(self, arena: Arena, *, last: bool = False) -> None:
        """Add what is new to what the store has, now and then."""
        if not self._new or (not last and time.monotonic() < self._next_s):
            return
        self._next_s = time.monotonic() + EVERY_S
        with arena.writing() as connection:
            alone(connection)
            total = _sum(_kept(connection), self._new)
            row = insert_into(connection, site).values(name=NAME, value=json.dumps(total).encode())
            connection.execute(
                row.on_conflict_do_update(index_elements=[site.c.name], set_={"value": row.excluded.value})
            )
        self._new.clear()


def _sum(before: Mapping[str, float], new: Mapping[str, float]) -> dict[str, float]:
    return {name: round(before.get(name, 0) + new.get(name, 0), 3) for name in {**before, **new}}
