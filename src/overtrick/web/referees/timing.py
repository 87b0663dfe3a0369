"""The clock of a table at which several people act in turn: a time for each move, and a reserve for each seat."""

import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from overtrick.core.mistake import Mistake

Clock = Callable[[], float]
MOST_LAPSES = 3  # after so many moves in a row that a player of ours made, it has the seat
MORE_S = 60.0  # what a host gives at a time
LONGEST_S = 3600.0
SHORTEST_S = 2.0
NONE, USUAL = "none", "60+120"  # seconds for a move and in reserve


@dataclass
class Timing:
    """What a table agreed on, and what is left of it; kept with the table."""

    move_s: float
    reserve_s: float
    reserves: list[float]  # what each seat has left beside the time of a move
    lapses: list[int]  # moves in a row that were not made in time, by seat
    spent_s: float = 0.0  # of the present move


def new_timing(move_s: float, reserve_s: float, seats: int) -> Timing:
    """Return a clock that was not used yet."""
    return Timing(move_s, reserve_s, [reserve_s] * seats, [0] * seats)


def timing_of(text: str, seats: int) -> Timing | None:
    """Return the clock that a text such as ``60+120`` means, for so many seats, or raise Mistake with a sentence."""
    if text == NONE:
        return None
    found = re.fullmatch(r"([0-9]{1,4})\+([0-9]{1,4})", text)
    move_s, reserve_s = map(float, found.groups()) if found else (0.0, 0.0)
    if not SHORTEST_S <= move_s <= LONGEST_S or reserve_s > LONGEST_S:
        bounds = f"a move {SHORTEST_S:g} to {LONGEST_S:g} seconds, a reserve 0 to {LONGEST_S:g}"
        raise Mistake(f"the clock is {text[:20]!r}; allowed: {NONE}, or such as {USUAL}: {bounds}")
    return new_timing(move_s, reserve_s, seats)


class MoveClock:
    """The clock while a table is served: it runs for one seat or for nobody, and never while no process has it."""

    def __init__(self, timing: Timing | None, now: Clock = time.monotonic) -> None:
        self.timing, self.now = timing, now
        self.seat: int | None = None
        self.since = now()

    def run(self, seat: int | None) -> None:
        """Let time run for a seat from now on, or for nobody."""
        if self.timing is not None and self.seat is not None:
            self.timing.spent_s += self.now() - self.since
        self.seat, self.since = seat, self.now()

    def left(self, seat: int) -> float:
        """Return how many seconds a seat has for the present move, its reserve included."""
        if self.timing is None:
            return math.inf
        running = self.now() - self.since if self.seat is not None else 0.0
        return self.timing.move_s + self.timing.reserves[seat] - self.timing.spent_s - running

    @property
    def ends(self) -> float | None:
        """When the time of the seat is up for which it runs."""
        return None if self.timing is None or self.seat is None else self.now() + self.left(self.seat)

    def moved(self, seat: int, *, in_time: bool) -> None:
        """Note that a seat has moved: what it took beyond the time of a move is gone from its reserve."""
        if self.timing is None:
            return
        self.run(None)
        self.timing.reserves[seat] -= max(self.timing.spent_s - self.timing.move_s, 0.0)
        self.timing.reserves[seat] = max(self.timing.reserves[seat], 0.0)
        self.timing.spent_s = 0.0
        if in_time:
            self.timing.lapses[seat] = 0

    def lapse(self) -> bool:
        """Note that a seat did not move in time; return whether that was once too often."""
        if self.timing is None or self.seat is None:
            return False
        seat = self.seat
        self.run(None)
        self.timing.lapses[seat] += 1
        return self.timing.lapses[seat] >= MOST_LAPSES

    def extend(self, seat: int) -> None:
        """Give a seat more time."""
        if self.timing is None:
            raise Mistake("this table has no clock")
        if self.timing.reserves[seat] + MORE_S > LONGEST_S:
            raise Mistake(f"a reserve may have up to {LONGEST_S / 60:g} minutes")
        self.timing.reserves[seat] += MORE_S
