"""What referees worked out about matches: asked for once however many wait for it, and kept while there is room."""

import asyncio
import json
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from overtrick.core.ending import PlatformFault

MOST_BYTES = 64_000_000
MOST_ASKED = 500
"""Different questions that wait at a time; each takes a referee some tenths of a second."""
KEPT_S = 300.0
"""A match does not change, but others on the same cards may have been played since."""

Json = dict[str, Any]


class Kept(NamedTuple):
    """An answer, its size, and how long it holds."""

    answer: Json
    size: int
    until_s: float


class Answers:
    """The answers of referees, the latest asked for last."""

    def __init__(self, ask: Callable[..., Awaitable[Json]], most_bytes: int = MOST_BYTES) -> None:
        self._ask, self._most_bytes = ask, most_bytes
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._size = 0
        self._asked: dict[str, asyncio.Task[Json]] = {}
        self._waiting: Counter[str] = Counter()

    async def get(self, place: str, given: Json) -> Json:
        """Return what the referee of a place works out; who stops waiting as the last one stops the work too."""
        key = json.dumps([place, given], sort_keys=True)
        kept = self._kept.get(key)
        if kept and time.monotonic() < kept.until_s:
            self._kept.move_to_end(key)
            return kept.answer
        if key not in self._asked:
            if len(self._asked) == MOST_ASKED:
                raise PlatformFault("too many people look at matches just now; try again in a moment")
            self._asked[key] = asyncio.create_task(self._work_out(key, place, given))
        task = self._asked[key]
        self._waiting[key] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]
                if self._asked.get(key) is task:
                    del self._asked[key]
                task.cancel()

    async def _work_out(self, key: str, place: str, given: Json) -> Json:
        answer = await self._ask("replay", place, **given)
        size = len(key) + sum(len(text) for text in answer.values() if isinstance(text, str))
        if size <= self._most_bytes // 4:
            self._size += size - (self._kept.pop(key).size if key in self._kept else 0)
            self._kept[key] = Kept(answer, size, time.monotonic() + KEPT_S)
            while self._size > self._most_bytes:
                self._size -= self._kept.popitem(last=False)[1].size
        return answer
