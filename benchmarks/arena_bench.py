"""How quickly the site serves a large leaderboard, and how soon a new record is on all that are open.

    python -m benchmarks.arena_bench [--bots 100] [--records 200000] [--seconds 5] [--json]

The leaderboard is asked for as often as the site answers, in turns with a static file of the same size from the same
server, so that what else the machine does hits both. Then some watch it live; a record and its board are written as the
worker writes them, and the time until everybody has heard of it is taken. What the worker needs to rate is told apart.
"""

import argparse
import asyncio
import json
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from sqlalchemy import insert, select
from tests.support.filled_arena import fill_large

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.board_rows import latest_board, write_board
from overtrick.arena.people.accounts import find_by_name
from overtrick.arena.people.sessions import begin_session
from overtrick.store.schema import records
from overtrick.tournament.records.store import open_store
from overtrick.tournament.run import Contest

CONNECTIONS = 8
GUEST = f"overtrick={'b' * 32}"  # somebody who was here before
ROUNDS = 5
Rates = list[tuple[float, float, float]]  # leaderboards for guests and for authors, and static pages
LEAST_RATIO, MOST_S = 0.5, 2.0  # the targets


@dataclass(frozen=True)
class Report:
    """The result of a run."""

    bots: int
    records: int
    bytes: int
    board_a_second: float
    own_a_second: float  # for an author who is logged in, with a mark on the own bot
    static_a_second: float
    ratio: float
    own_ratio: float
    watchers: int
    news_s: list[float]  # until the last watcher heard of a record, each time
    fetched_s: list[float]  # and until the page with it was loaded
    rate_s: float  # the worker rates all records anew
    rate_cpu_s: float  # of which it computes


async def fetch(address: str, path: str) -> bytes:
    """Return one answer, headers and all."""
    where = urlsplit(address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return answer


async def ask_on(address: str, path: str, end: float, cookie: str) -> int:
    """Ask for a page again and again on one connection, and return how often it came."""
    where = urlsplit(address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=1 << 20)
    request = f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\nCookie: {cookie}\r\n\r\n".encode()
    count = 0
    while time.perf_counter() < end:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = re.search(rb"content-length: (\d+)", head)
        assert length
        await reader.readexactly(int(length[1]))
        count += 1
    writer.close()
    return count


async def pages_a_second(address: str, path: str, seconds: float, cookie: str = GUEST) -> float:
    """Return how often a page is served a second, on several connections at once."""
    began = time.perf_counter()
    counts = await asyncio.gather(*(ask_on(address, path, began + seconds, cookie) for _ in range(CONNECTIONS)))
    return sum(counts) / (time.perf_counter() - began)


# Live


class Watcher:
    """A page that is open, without the page."""

    def __init__(self, address: str, path: str) -> None:
        self.address, self.path = address, path
        self.heard: asyncio.Queue[int] = asyncio.Queue()

    async def watch(self) -> None:
        """Listen for ever."""
        where = urlsplit(self.address)
        reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=1 << 20)
        writer.write(f"GET {self.path}/events HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"data: ") and b'"made"' in line:
                    self.heard.put_nowait(json.loads(line[6:])["made"])
        finally:
            writer.close()

    async def until(self, made: int) -> None:
        """Wait until a board is told of."""
        while await self.heard.get() != made:
            pass


async def live(
    address: str, path: str, arena: Arena, watchers: int, tournament: int
) -> tuple[list[float], list[float]]:
    """Return how long it takes until everybody has heard of a record, and until its page is loaded, a few times."""
    watching = [Watcher(address, path) for _ in range(watchers)]
    tasks = [asyncio.create_task(one.watch()) for one in watching]
    try:
        await asyncio.gather(*(one.heard.get() for one in watching))
        heard, fetched = [], []
        for number in range(ROUNDS):
            await asyncio.sleep(0.37)  # at no fixed moment between two looks
            board = await asyncio.to_thread(latest_board, arena, tournament)
            assert board is not None
            await asyncio.to_thread(add_record, arena, tournament, number)
            began = time.perf_counter()
            made = board.made + 1
            await asyncio.to_thread(write_board, arena, replace(board, made=made, records=board.records + 1))
            await asyncio.gather(*(one.until(made) for one in watching))
            heard.append(time.perf_counter() - began)
            assert b'"rows": "<tr' in await fetch(address, f"{path}/lines")
            fetched.append(time.perf_counter() - began)
        return heard, fetched
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def add_record(arena: Arena, tournament: int, number: int) -> None:
    """Write a record as the store does: a copy of one, under a key of its own."""
    with arena.writing() as connection:
        row = connection.execute(select(records).where(records.c.tournament == tournament)).mappings().first()
        assert row is not None
        new = {**row, "key": number.to_bytes(32, "big"), "played": int(time.time())}
        connection.execute(insert(records).values(new))


def rating_time(where: Path, tournament: int) -> tuple[float, float]:
    """Return how long the worker takes to rate all records as it does while a round goes on, by clock and by CPU."""
    with open_store(where) as store:
        stored = next(one for one in store.tournaments() if one.registered.id == tournament)
        contest = Contest(stored.tournament, store, stored.registered)
        results = store.results(stored.registered, contest.stages())
        contest.ratings(results, quick=True)
        began, used = time.perf_counter(), time.process_time()
        contest.ratings(results, quick=True)
        return time.perf_counter() - began, time.process_time() - used


# The site


@contextmanager
def site(store: Path, static: Path) -> Iterator[str]:
    """Give the address of a site in a process of its own, whose static files are those of a folder."""
    process = Popen(
        [sys.executable, "-m", "benchmarks.arena_bench", "--serve", str(store), str(static)], stdout=PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(30)


def serve(store: str, static: str) -> None:
    """Serve the site, as overtrick serve does, until the process is ended."""
    import uvicorn

    from overtrick.commands.main import cli
    from overtrick.web import drawings
    from overtrick.web.app import make_app
    from overtrick.web.site.listen import listen
    from overtrick.web.site.site import Settings

    drawings.STATIC = Path(static)
    with listen("127.0.0.1", 0) as socket:
        app = make_app(Settings(store, commands=cli))
        config = uvicorn.Config(app, log_level="warning", server_header=False, timeout_graceful_shutdown=1)
        print(f"http://127.0.0.1:{socket.getsockname()[1]}", flush=True)
        uvicorn.Server(config).run(sockets=[socket])


async def wait_until_up(address: str) -> None:
    """Wait until the site answers."""
    for _ in range(300):
        try:
            if b" 200 " in (await fetch(address, "/health"))[:20]:
                return
        except OSError:
            await asyncio.sleep(0.1)
    raise AssertionError("the site does not answer")


async def measure_site(address: str, path: str, static: Path, seconds: float, session: str) -> tuple[int, Rates]:
    """Return the size of the leaderboard and how often it and a static file of its size are served, turn by turn."""
    await wait_until_up(address)
    size = len((await fetch(address, path)).partition(b"\r\n\r\n")[2])
    (static / "page.svg").write_bytes(b"x" * size)
    rates: Rates = []
    for _ in range(ROUNDS):
        board = await pages_a_second(address, path, seconds)
        own = await pages_a_second(address, path, seconds, f"{GUEST}; overtrick-session={session}")
        rates.append((board, own, await pages_a_second(address, "/static/page.svg", seconds)))
    return size, rates


def measure(bots: int, count: int, seconds: float, watchers: int = 50) -> Report:
    """Fill a store, start the site, and take all times."""
    with TemporaryDirectory() as folder:
        store, static = Path(folder) / "site.db", Path(folder) / "static"
        static.mkdir()
        path, tournament = fill_large(store, bots, count)
        rating = rating_time(store, tournament)
        with site(store, static) as address, open_arena(store) as arena:
            author = find_by_name(arena, "author 5")
            assert author is not None
            session = begin_session(arena, author)
            size, rates = asyncio.run(measure_site(address, path, static, seconds, session))
            heard, fetched = asyncio.run(live(address, path, arena, watchers, tournament))
        boards, owns, files = zip(*rates, strict=True)
        ratio, own_ratio = median(one[0] / one[2] for one in rates), median(one[1] / one[2] for one in rates)
        served = (median(boards), median(owns), median(files), ratio, own_ratio)
        return Report(bots, count, size, *served, watchers, heard, fetched, *rating)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bots", type=int, default=100)
    parser.add_argument("--records", type=int, default=200_000)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", nargs=2, metavar=("STORE", "STATIC"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(*given.serve)
        return
    report = measure(given.bots, given.records, given.seconds)
    if given.json:
        print(json.dumps(asdict(report), indent=2))
        return
    print(f"{report.bots} bots, {report.records} records, a page of {report.bytes / 1000:.0f} kB")
    print(f"leaderboards a second        {report.board_a_second:8.0f}")
    print(f"for authors who are logged in{report.own_a_second:8.0f}")
    print(f"static pages of that size    {report.static_a_second:8.0f}")
    print(f"ratio                        {report.ratio:8.2f}   target at least {LEAST_RATIO}")
    print(f"ratio for authors            {report.own_ratio:8.2f}")
    print(f"{report.watchers} watchers have heard of a record and its board after")
    print(f"  at most                    {max(report.news_s):8.2f} s target {MOST_S} with the time to rate")
    print(f"  and the lines are loaded   {max(report.fetched_s):8.2f} s")
    print(f"the worker rates in          {report.rate_s:8.2f} s, {report.rate_cpu_s:.2f} s of CPU time")


if __name__ == "__main__":
    main()
