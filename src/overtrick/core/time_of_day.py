"""The time of day, which people and services set, watched by a clock that nobody can set."""

import time
from collections.abc import Callable

SET_S = 5.0  # what the two clocks may differ by from one look to the next, before it counts as set
SURE_S = 60.0  # after so long a new time of day is believed


class TimeOfDay:
    """Tells whether the time of day has been set of late; somebody has to look often."""

    def __init__(self, clock: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._steady = clock, steady
        self._ahead_s = clock() - steady()
        self._sure_s = steady()

    def look(self) -> float:
        """Return by how many seconds it was set since the last look; 0 if it was not."""
        ahead_s = self._clock() - self._steady()
        moved_s, self._ahead_s = ahead_s - self._ahead_s, ahead_s
        if abs(moved_s) <= SET_S:
            return 0.0
        self._sure_s = self._steady() + SURE_S
        return moved_s

    @property
    def is_sure(self) -> bool:
        """Whether it was not set for a while, so that what cannot be undone may be done by it."""
        return self._steady() >= self._sure_s
