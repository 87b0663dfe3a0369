"""Seats that agents take at tables of ours: they are asked as programs are, and act by calls."""

import threading
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from overtrick.bots.wire import words_of
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.match.record_file import record_writer
from overtrick.terminal.play.hints import hint
from overtrick.terminal.play.person import read_answer
from overtrick.terminal.play.table import OwnTable, new_table

MOST = 20  # tables at once


@dataclass
class Seat:
    """A table with an agent in one of its seats, and what was said there since it last acted."""

    table: OwnTable
    told: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Seats:
    """All tables at which an agent sits, by number."""

    def __init__(self) -> None:
        self._open: dict[int, Seat] = {}
        self._numbers = count(1)  # calls come from several threads

    def sit_down(
        self,
        game: str,
        seats: int | None,
        seat: int,
        against: list[str],
        options: dict[str, Any],
        seed: str | None,
    ) -> dict[str, Any]:
        """Open a table, let the others act until the agent is to move, and return what it is asked."""
        if len(self._open) >= MOST:
            raise Mistake(f"you sit at {MOST} tables; allowed: {MOST}, so leave one first")
        secret = None if seed is None else luck.read_seed(seed)
        taken = Seat(new_table(game, seats, seat, against, options, secret))
        taken.told += [line for _, line in taken.table.story.lines]
        number = next(self._numbers)
        self._open[number] = taken
        with taken.lock:
            return go_on(number, taken)

    def look(self, number: int) -> dict[str, Any]:
        """Return the table as it is, without doing anything."""
        taken = self._at(number)
        with taken.lock:
            return shown(number, taken)

    def act(self, number: int, action: str) -> dict[str, Any]:
        """Do an action, let the others act, and return what happened and what is asked next."""
        taken = self._at(number)
        with taken.lock:
            if taken.table.sitting.over:
                raise Mistake(f"the match at table {number} is over; leave it, or sit down at another")
            view = taken.table.sitting.view(taken.table.seat)
            taken.told = taken.table.act(read_answer(view, action))
            return go_on(number, taken)

    def hint(self, number: int) -> dict[str, Any]:
        """Return what a strong player would do there, and why."""
        taken = self._at(number)
        with taken.lock:
            if not taken.table.mine:
                raise Mistake(f"the match at table {number} is over; there is nothing to decide")
            return taken.table.ask_strong(hint).data()

    def leave(self, number: int, out: Path | None) -> dict[str, Any]:
        """Leave a table; write the record of a match that is over."""
        taken = self._at(number)
        with taken.lock:
            sitting = taken.table.sitting
            if out is not None:
                record = sitting.record()  # or a sentence that the match is not over
                with record_writer(out) as write:
                    write(record)
            sitting.close()
            self._open.pop(number, None)
        return {"table": number, "left": True, **({"record": str(out)} if out is not None else {})}

    def close(self) -> None:
        """Leave all tables."""
        for taken in self._open.values():
            taken.table.sitting.close()
        self._open.clear()

    def _at(self, number: int) -> Seat:
        if number not in self._open:
            there = ", ".join(map(str, self._open)) or "none; sit_down opens one"
            raise Mistake(f"table is {number}; allowed: {there}")
        return self._open[number]


def go_on(number: int, taken: Seat) -> dict[str, Any]:
    """Let the others act until the agent is to move or the match is over; return what is to be told."""
    table = taken.table
    while table.sitting.bot_is_due:
        taken.told += table.did(*table.ask())
    return shown(number, taken)


def shown(number: int, taken: Seat) -> dict[str, Any]:
    """Return a table for an agent: what was said since it last acted, and the question that a program would get."""
    table, sitting = taken.table, taken.table.sitting
    known = {"table": number, "seat": table.seat, "happened": taken.told}
    if sitting.over:
        scene = table.scene()
        return known | {"over": True, "names": table.names, "scores": scene["totals"], "places": scene["places"]}
    view = sitting.view(table.seat)
    return known | {"over": False, "question": words_of(view.game).question(view, 0)}
