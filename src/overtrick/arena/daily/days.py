"""Days, by UTC: when each begins, ends and closes, and what the store knows of it."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Row, select

from overtrick.arena.arena import Arena
from overtrick.core.mistake import Mistake
from overtrick.store.schema import days

DAY_S = 86_400
GRACE_S = 3600  # so long after the end of a day a try that was begun may be finished


def day_of(moment: float) -> str:
    """Return the day of a moment in seconds since 1970."""
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def begins(day: str) -> int:
    """Return when a day begins, or raise Mistake if it is none."""
    try:
        found = date.fromisoformat(day)
        if found.isoformat() != day:  # there are other ways to write one
            raise ValueError
    except ValueError:
        raise Mistake(f"the day is {day[:20]!r}; allowed: one like 2026-01-31") from None
    return int(datetime(found.year, found.month, found.day, tzinfo=UTC).timestamp())


def ends(day: str) -> int:
    """Return when a day ends; a try has to be begun before."""
    return begins(day) + DAY_S


def closes(day: str) -> int:
    """Return when tries of a day have to be finished; from then on everybody may see its cards."""
    return ends(day) + GRACE_S


def day_closing_at(moment: int) -> str:
    """Return the day whose tries have to be finished at a moment."""
    return day_of(moment - GRACE_S - DAY_S)


def days_from(day: str, count: int) -> str:
    """Return the day that comes so many days later, or earlier if that is below zero."""
    return (date.fromisoformat(day) + timedelta(count)).isoformat()


@dataclass(frozen=True)
class Day:
    """A day as the store has it."""

    day: str
    commitment: str
    committed: int
    choice: bytes | None
    secret: bytes | None

    @property
    def in_time(self) -> bool:
        """Whether its commitment was there before it began."""
        return self.committed < begins(self.day)


def find_day(arena: Arena, day: str) -> Day | None:
    """Return a day, or None if it was never promised."""
    with arena.reading() as connection:
        row = connection.execute(select(days).where(days.c.day == day)).one_or_none()
    return None if row is None else day_of_row(row)


def day_of_row(row: Row[tuple[object, ...]]) -> Day:
    """Return the day in a row."""
    return Day(row.day, row.commitment, row.committed, row.choice, row.secret)


def past_days(arena: Arena, count: int) -> list[str]:
    """Return the latest days that were opened and are over, the latest first."""
    before = days.c.day < day_of(arena.now())
    query = select(days.c.day).where(before, days.c.choice.is_not(None)).order_by(days.c.day.desc()).limit(count)
    with arena.reading() as connection:
        return list(connection.scalars(query))
