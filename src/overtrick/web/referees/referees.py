"""The referees of a site: a few processes, each with its own tables, and the pipes to them."""

import asyncio
import itertools
import json
import os
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake

LONGEST_LINE = 1 << 24
PATIENCE_S = 30.0
KEEP_DAYS = 30.0  # so long a table is kept at which nothing happens, finished or not


@dataclass
class Visitor:
    """A connection to a table."""

    table: str
    guest: str
    account: int  # of who is logged in, else 0
    deliver: Callable[[str], None]  # takes each message for it, in order


class Referees:
    """The processes; something that is started and stopped. One that dies is started again."""

    def __init__(self, store: str, count: int, keep_days: float | None = KEEP_DAYS) -> None:
        self._store, self._keep_days = store, keep_days
        self._processes: list[Process | None] = [None] * count
        self._readers: list[asyncio.Task[None]] = []
        self._numbers = itertools.count(1)
        self._visitors: dict[int, Visitor] = {}
        self._asked: dict[int, tuple[int, asyncio.Future[dict[str, Any]]]] = {}
        self._stopping = False

    async def start(self) -> None:
        """Start all processes."""
        for place in range(len(self._processes)):
            await self._start(place)
            self._readers.append(asyncio.create_task(self._read(place)))

    async def stop(self) -> None:
        """End all processes; what they did is in the store."""
        self._stopping = True
        for process in self._processes:
            if process is not None and process.stdin is not None:
                process.stdin.close()
        for process in self._processes:
            if process is not None:
                try:
                    await asyncio.wait_for(process.wait(), 10)
                except TimeoutError:
                    process.kill()
                    await process.wait()
        await asyncio.gather(*self._readers)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [process.pid for process in self._processes if process is not None]

    @property
    def busy(self) -> tuple[int, int]:
        """How many tables somebody is at, and by how many connections."""
        return len({visitor.table for visitor in list(self._visitors.values())}), len(self._visitors)

    def place(self, table: str) -> int:
        """Return which process has a table."""
        return zlib.crc32(table.encode()) % len(self._processes)

    async def _start(self, place: int) -> None:
        # One thread each for NumPy's kin: the site has a process for each core.
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
        self._processes[place] = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "overtrick.web.referees.referee"),
            stdin=PIPE,
            stdout=PIPE,
            limit=LONGEST_LINE,
            env={**os.environ, **threads},
            start_new_session=True,  # Ctrl-C is for the site, which then closes the pipes
        )
        self._write(place, {"store": self._store, "keep_days": self._keep_days})

    def _write(self, place: int, message: dict[str, Any]) -> None:
        process = self._processes[place]
        assert process is not None and process.stdin is not None, "referees are started first"
        if not process.stdin.is_closing():
            process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _read(self, place: int) -> None:
        """Hand on every line of a process; if it dies, start another and let everybody enter again."""
        while True:
            process = self._processes[place]
            assert process is not None and process.stdout is not None, "referees are started first"
            async for line in process.stdout:
                self._hand_on(line)
            await process.wait()
            if self._stopping:
                return
            for number, (where, future) in list(self._asked.items()):
                if where == place and not future.done():
                    del self._asked[number]
                    future.set_exception(PlatformFault("the referee of this table was restarted; try again"))
            await asyncio.sleep(0.2)
            await self._start(place)
            for number, visitor in self._visitors.items():
                if self.place(visitor.table) == place:
                    self._enter(number, visitor)

    def _hand_on(self, line: bytes) -> None:
        head, _, body = line.decode().rstrip("\n").partition(" ")
        if head.startswith("="):
            _, future = self._asked.pop(int(head[1:]), (0, None))
            if future is not None and not future.done():
                future.set_result(json.loads(body))
        elif (visitor := self._visitors.get(int(head))) is not None:
            visitor.deliver(body)

    async def ask(self, do: str, table: str, **given: object) -> dict[str, Any]:
        """Return what the referee of a table answers, or raise its Mistake, or PlatformFault if it cannot."""
        return await self._ask(self.place(table), do, table=table, **given)

    async def ask_all(self, do: str) -> list[dict[str, Any]]:
        """Return what all referees answer; who does not answer has nothing to say."""
        answers = await asyncio.gather(
            *(self._ask(place, do) for place in range(len(self._processes))), return_exceptions=True
        )
        return [answer for answer in answers if isinstance(answer, dict)]

    async def _ask(self, place: int, do: str, **given: object) -> dict[str, Any]:
        number = next(self._numbers)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._asked[number] = place, future
        self._write(place, {"do": do, "request": number, **given})
        try:
            answer = await asyncio.wait_for(future, PATIENCE_S)
        except TimeoutError:
            raise PlatformFault("the referee of this table does not answer; try again later") from None
        finally:
            if self._asked.pop(number, None):  # nobody waits for an answer any more
                self._write(place, {"do": "drop", "request": number})
        if "mistake" in answer:
            raise Mistake(answer["mistake"])
        if "trouble" in answer:
            raise PlatformFault(answer["trouble"])
        return answer

    def enter(self, visitor: Visitor) -> int:
        """Let somebody in, and return the number of the connection."""
        number = next(self._numbers)
        self._visitors[number] = visitor
        self._enter(number, visitor)
        return number

    def _enter(self, number: int, visitor: Visitor) -> None:
        place = self.place(visitor.table)
        who = {"guest": visitor.guest, "account": visitor.account}
        self._write(place, {"do": "enter", "connection": number, "table": visitor.table, **who})

    def expect(self, table: str, guest: str) -> None:
        """Tell the referee of a table that somebody loads its page."""
        self._write(self.place(table), {"do": "expect", "table": table, "guest": guest})

    def say(self, number: int, text: str) -> None:
        """Hand on what somebody says."""
        place = self.place(self._visitors[number].table)
        self._write(place, {"do": "say", "connection": number, "text": text})

    def exit(self, number: int) -> None:
        """Let somebody out."""
        place = self.place(self._visitors.pop(number).table)
        self._write(place, {"do": "exit", "connection": number})
