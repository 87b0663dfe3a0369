"""Days as the worker moves them: promised ahead, opened when they begin, revealed when nobody plays them any more."""

from collections.abc import Callable

from sqlalchemy import Connection, insert, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.daily.days import Day, closes, day_of, day_of_row, days_from
from overtrick.arena.daily.sets import SETS, choice_key, daily_games, set_seed
from overtrick.arena.worker.vault import Vault
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.store.database import insert_into
from overtrick.store.schema import card_sets, days

AHEAD = 7  # so many days are promised before they come


def advance_days(arena: Arena, vault: Vault, complain: Callable[[str], object]) -> list[str]:
    """Promise the days that come, open the one that has begun, reveal those that are over; return what happened.

    A day whose secret the vault does not give is complained about, and holds up no other.
    """
    now = arena.now()
    today = day_of(now)
    with arena.reading() as connection:
        left = days.c.secret.is_(None) | (days.c.day >= today)
        known = {row.day: day_of_row(row) for row in connection.execute(select(days).where(left))}
    told = []
    for later in range(AHEAD + 1):
        if (day := days_from(today, later)) not in known:
            known[day] = promise_day(arena, vault, day)
            told.append(f"{day}: its secret is drawn, with the commitment {known[day].commitment}")
    for found in known.values():
        try:
            if found.day == today and found.choice is None:
                open_day(arena, found, vault.secret(found.commitment))
                told.append(f"{today}: its sets of cards are dealt")
            elif found.secret is None and closes(found.day) <= now:
                reveal_day(arena, found, vault.secret(found.commitment))
                told.append(f"{found.day}: it is over, and its secret is out")
        except Mistake as mistake:
            complain(f"the deal of {found.day} cannot go on: {mistake}")
    return told


def promise_day(arena: Arena, vault: Vault, day: str) -> Day:
    """Draw the secret of a day, unless somebody else was faster, and return the day."""
    promise = vault.keep(luck.new_seed())  # first the secret: a commitment without one would be worth nothing
    with arena.writing() as connection:
        row = {"day": day, "commitment": promise, "committed": arena.now()}
        connection.execute(insert_into(connection, days).on_conflict_do_nothing(), row)
        return day_of_row(connection.execute(select(days).where(days.c.day == day)).one())


def open_day(arena: Arena, day: Day, secret: bytes) -> None:
    """Deal the sets of a day, whose cards pages may know from now on."""
    with arena.writing() as connection:
        mine = (days.c.day == day.day, days.c.choice.is_(None))
        if connection.execute(update(days).where(*mine).values(choice=choice_key(secret))).rowcount:
            _deal(connection, day.day, secret)


def reveal_day(arena: Arena, day: Day, secret: bytes) -> None:
    """Publish the secret of a day."""
    with arena.writing() as connection:
        connection.execute(update(days).where(days.c.day == day.day).values(secret=secret))


def _deal(connection: Connection, day: str, secret: bytes) -> None:
    rows = [
        {"day": day, "game": game, "name": name, "seed": set_seed(secret, game, name)}
        for game in daily_games()
        for name in SETS
    ]
    connection.execute(insert(card_sets), rows)
