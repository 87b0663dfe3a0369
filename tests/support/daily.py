"""Deals of the day for tests: cards dealt without a worker, accounts that are old enough, days that are long over."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from overtrick.arena.arena import open_arena
from overtrick.arena.daily.days import day_of, days_from
from overtrick.arena.worker.days import advance_days
from overtrick.arena.worker.vault import Vault


def deal_today(store: str | Path) -> str:
    """Do what the worker does with days, and return today."""
    with open_arena(store) as arena:
        advance_days(arena, Vault(Path(store).parent / "vault"), print)
        return day_of(arena.now())


def make_older(store: str | Path) -> None:
    """Let all accounts be from before today."""
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE accounts SET created = 1000")


def let_pass(store: str | Path, day: str) -> str:
    """Let a day have been two days earlier, and its tables be closed; return that day."""
    earlier = days_from(day, -2)
    with closing(sqlite3.connect(store)) as connection, connection:
        for table in ("days", "card_sets", "tries"):
            connection.execute(f"UPDATE {table} SET day = ? WHERE day = ?", (earlier, day))
        for name, text in connection.execute("SELECT id, setting FROM tables").fetchall():
            setting = json.loads(text)
            setting["closes"] = min(setting["closes"], 1000)
            connection.execute("UPDATE tables SET setting = ? WHERE id = ?", (json.dumps(setting), name))
    return earlier
