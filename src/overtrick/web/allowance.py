"""How often somebody may do something: so many times at once, and so many a second in the long run."""

import time
from collections import OrderedDict
from collections.abc import Callable

Clock = Callable[[], float]
MOST_KNOWN = 10_000  # addresses that are remembered


class Allowance:
    """What somebody may still do; it grows again with time."""

    def __init__(self, burst: float, per_second: float, clock: Clock = time.monotonic) -> None:
        self.burst, self.per_second, self.clock = burst, per_second, clock
        self.left, self.since = burst, clock()

    def spend(self) -> bool:
        """Take one, and return whether there was one."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.since) * self.per_second)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Allowances:
    """An allowance for each address; those not seen for longest are forgotten first."""

    def __init__(self, burst: float, per_second: float, clock: Clock = time.monotonic) -> None:
        self.burst, self.per_second, self.clock = burst, per_second, clock
        self._known: OrderedDict[str, Allowance] = OrderedDict()

    def spend(self, who: str) -> bool:
        """Take one from the allowance of an address, and return whether there was one."""
        mine = self._known.setdefault(who, Allowance(self.burst, self.per_second, self.clock))
        self._known.move_to_end(who)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return mine.spend()
