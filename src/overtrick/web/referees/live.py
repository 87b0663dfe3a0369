"""Tables at which time runs: its clock, people who come in at any moment, and the passes that are played for them.

Alone somebody starts and pauses the clock as she likes. With others it starts when all are ready, at the latest after a
break, and runs on. It stands while nobody who plays is here. What happens is in the sitting, with its moments; so after
a restart the clock goes on from there.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from overtrick.bots.bot import Answer
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, comes_in
from overtrick.games.face import Live
from overtrick.games.sentences import why_not
from overtrick.games.view import view

if TYPE_CHECKING:
    from overtrick.web.referees.table import Onlooker, Table

BREAK_S = 20.0  # so long several people have before a deal, unless all are ready


class LiveClock:
    """The milliseconds of a deal, which pass while it runs."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.running = False
        self.passed_ms, self.since = 0, now()
        self.ready: set[str] = set()  # the guests who wish that it starts
        self.opens: float | None = None  # when it starts for several people

    @property
    def ms(self) -> int:
        """How much of the deal is over."""
        return self.passed_ms + int((self.now() - self.since) * 1000) if self.running else self.passed_ms

    def start(self) -> None:
        """Let time run."""
        self.running, self.since, self.opens = True, self.now(), None
        self.ready.clear()

    def stop(self) -> None:
        """Let time stand."""
        self.passed_ms, self.running = self.ms, False

    def reset(self, ms: int) -> None:
        """Stand at a moment of a deal."""
        self.running, self.passed_ms, self.opens = False, ms, None
        self.ready.clear()

    def when(self, ms: int) -> float:
        """Return when a moment of the deal comes."""
        return self.since + (ms - self.passed_ms) / 1000


def act(table: "Table", live: Live, onlooker: "Onlooker", action: str, step: int) -> None:
    """Do what somebody wants, now; ``step`` says what she had seen by then."""
    seat, going, clock = table.acting_seat(onlooker), table.sitting.going, table.live_clock
    if not clock.running:
        raise Mistake("the clock stands: start it first")
    if clock.ms >= live.ends(going.row):
        raise Mistake("the bell has rung")
    if action == "pass":
        raise Mistake("nobody waits for you to pass: just wait")
    if comes_in(going.game, going.row, going.game.parse(going.row, action)) != NOBODY:
        raise Mistake("name the action alone: it counts for you, and now")
    seen = view(going.game, live.turned(going.row, seat), [], seat).row
    if reason := why_not(going.game, seen, going.game.parse(seen, action)):
        raise Mistake(f"somebody was quicker: {reason}" if step < table.told_step else reason)
    table.sitting.do(seat, live.at(going.row, seat, clock.ms, action))
    table.moved(seat, in_time=True)


def start(table: "Table", onlooker: "Onlooker") -> None:
    """Let time run as somebody wishes, with others as soon as all of them do."""
    guest, clock = onlooker.guest, table.live_clock
    if not table.seats_of(guest):
        raise Mistake("you only watch this table")
    if table.setting.waiting:
        raise Mistake("the clock cannot start: the match waits until all seats are taken or the host begins")
    clock.ready.add(guest)
    if not clock.running and people_here(table) <= clock.ready:
        clock.start()


def pause(table: "Table", onlooker: "Onlooker") -> None:
    """Let time stand for somebody who plays alone."""
    if not table.alone(onlooker.guest):
        raise Mistake("time runs for everybody: it can be stopped only by who plays alone against bots")
    table.live_clock.stop()


def people_here(table: "Table") -> set[str]:
    """Return the guests who play and have a page open."""
    owners = table.setting.owners
    return {owners[seat] for seat in range(len(owners)) if table.present(seat) and table.is_here(owners[seat])}


def go_on(table: "Table", live: Live) -> bool:
    """Let time run or stand, and play the passes of people and the bell; return whether a deal is over."""
    clock, sitting = table.live_clock, table.sitting
    if not table.awake:
        clock.stop()
    elif not clock.running and not table.setting.waiting and len(people_here(table)) > 1:
        clock.opens = clock.opens or clock.now() + BREAK_S
        if clock.now() >= clock.opens:
            clock.start()
    while is_due(table, live) and not asks_player(table, live):
        deal = sitting.going.number
        game, row = sitting.going.game, sitting.going.row
        table.did(sitting.to_move, Answer(game.legal(row)[0]))
        if sitting.over or sitting.going.number != deal:
            clock.reset(0)
            return True
    return False


def is_due(table: "Table", live: Live) -> bool:
    """Return whether the moment of the seat to move has come."""
    clock = table.live_clock
    return clock.running and not table.thinking and clock.ms >= live.due(table.sitting.going.row)


def asks_player(table: "Table", live: Live) -> bool:
    """Return whether the seat to move is one of our players', and the bell has not rung."""
    row, seat = table.sitting.going.row, table.sitting.to_move
    return seat != NOBODY and not table.present(seat) and live.due(row) < live.ends(row)


def next_time(table: "Table", live: Live) -> float | None:
    """Return when something happens next although nobody comes in."""
    clock = table.live_clock
    return clock.when(live.due(table.sitting.going.row)) if clock.running else clock.opens


def face(table: "Table", live: Live, onlooker: "Onlooker") -> dict[str, Any]:
    """Return what the clock shows, and what somebody may do about it."""
    clock, ends = table.live_clock, live.ends(table.sitting.going.row)
    people = people_here(table)
    return {
        "running": clock.running,
        "left_ms": max(ends - clock.ms, 0),
        "length_ms": ends,
        "opens_s": None if clock.opens is None else round(max(clock.opens - clock.now(), 0.0), 1),
        "ready": onlooker.guest in clock.ready,
        "missing": len(people - clock.ready),
        "may_pause": table.alone(onlooker.guest),
    }
