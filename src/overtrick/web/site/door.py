"""The door: how often somebody may try a password, and how many passwords are hashed at once."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv6Address, ip_address
from typing import TypeVar

from litestar.exceptions import TooManyRequestsException

from overtrick.arena.people.accounts import folded
from overtrick.core.mistake import Mistake

MINUTE_S = 60.0
PER_PAIR = 5  # wrong passwords a minute for one name from one address
PER_ADDRESS = 30  # for whatever names
PER_NAME = 60  # from wherever
MOST_KNOWN = 10_000  # names and addresses that are remembered
AT_ONCE = 2  # hashes, each with its 19 MiB
WAITING = 50  # hashes that may be asked for at the same time
IPV6_NETWORK = 64  # bits by which a household is known; it may take any address of its own

Result = TypeVar("Result")


class Failures:
    """Who failed how often within the last minute."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self.most, self.clock = most, clock
        self._moments: OrderedDict[str, deque[float]] = OrderedDict()

    def too_many(self, who: str) -> bool:
        """Return whether somebody has failed as often as one may."""
        moments = self._moments.get(who, deque())
        while moments and moments[0] <= self.clock() - MINUTE_S:
            moments.popleft()
        return len(moments) >= self.most

    def add(self, who: str) -> None:
        """Count a failure."""
        self._moments.setdefault(who, deque()).append(self.clock())
        self._moments.move_to_end(who)
        if len(self._moments) > MOST_KNOWN:
            self._moments.popitem(last=False)

    def take_back(self, who: str) -> None:
        """Count one failure less."""
        if moments := self._moments.get(who):
            moments.pop()


class Door:
    """Where passwords are tried; something that is opened and closed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._failures = [Failures(most, clock) for most in (PER_PAIR, PER_ADDRESS, PER_NAME)]
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._waiting = 0

    def close(self) -> None:
        """Let nobody in any more."""
        self._threads.shutdown(cancel_futures=True)

    async def attempt(self, name: str, address: str, check: Callable[[], Result]) -> Result:
        """Return what checking a password gives; Mistake is a failure, and too many are refused unchecked."""
        name = folded(name[:80])
        keys = (f"{name} {address}", address, name)
        counted = list(zip(self._failures, keys, strict=True))
        if any(failures.too_many(key) for failures, key in counted):
            raise TooManyRequestsException("There were too many wrong passwords; wait a minute, then try again.")
        for failures, key in counted:  # before the check, or many at once would all be checked
            failures.add(key)
        failed = False
        try:
            return await self.hash(check)
        except Mistake:
            failed = True
            raise
        finally:
            if not failed:
                for failures, key in counted:
                    failures.take_back(key)

    async def hash(self, work: Callable[[], Result]) -> Result:
        """Return what some work gives that hashes a password; only a little of that is done at a time."""
        if self._waiting >= WAITING:
            raise TooManyRequestsException("Too many people come in at once; try again in a moment.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def household(address: str) -> str:
    """Return the part of an address that somebody cannot change at will."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> IPV6_NETWORK << IPV6_NETWORK))
