"""How quickly the site answers two hundred visitors on all kinds of pages at once, and forty who open replays.

    python -m benchmarks.pages_bench [--visitors 200] [--seconds 2] [--json]

A match of fifteen rounds of Wizard is opened that nobody has looked at before, then others by forty visitors at once,
then one more. Then all visitors ask for pages as often as the site answers, spread over all kinds; and for each kind
alone, in turns with a static file of the size of a replay, so that what else the machine does hits all of them.
"""

import argparse
import asyncio
import json
import re
import time
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from benchmarks.arena_bench import GUEST, fetch, site, wait_until_up
from tests.support.filled_arena import OVER, SLUG, fill, fill_long

FORTY, FIRST = 40, 9
START_S = 3.0  # the site imports what replays need beside serving pages
FIRST_MS, LEAST_RATIO = 150, 0.25  # the targets
TURNS = 3
REPLAY, STATIC = "replay", "static file"
Kinds = dict[str, list[str]]  # addresses of pages by kind


@dataclass(frozen=True)
class Kind:
    """A kind of page, how often it came a second while nothing else was asked for, and beside all the others."""

    name: str
    bytes: int
    alone: float
    ratio: float  # of that to the static file
    crowd_median_ms: float
    crowd_99_ms: float


@dataclass(frozen=True)
class Report:
    """The result of a run."""

    first_ms: list[float]  # replays that nobody had opened before
    forty_s: float  # until the last of forty had theirs, each another one
    afterwards_ms: float  # one more, just then
    refused: int  # answers of the whole run that were no page
    visitors: int
    kinds: list[Kind]


def fill_store(where: Path) -> Kinds:
    """Fill a store, and return the addresses of its pages by kind."""
    filled = fill(where)
    keys = fill_long(where, FORTY + FIRST + 1)
    here, match = f"/c/{SLUG}/{OVER}", filled.keys[f"{SLUG}/{OVER} final"][0]
    return {
        "home": ["/"],
        "rules": ["/rules/wizard"],
        "manual": ["/docs/speed.html"],
        "competition": [f"/c/{SLUG}"],
        "leaderboard": [here],
        "matches": [f"{here}/matches"],
        "match": [f"/m/{match}"],
        "list of replays": ["/replays"],
        REPLAY: [f"/replay/{key}" for key in keys],
        STATIC: ["/static/page.svg"],
    }


class Visitors:
    """Visitors of a site, and what became of their requests."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.refused = 0

    async def ask_on(self, paths: list[str], end: float) -> list[float]:
        """Ask for pages in turn on one connection until the time is over; return how long each took."""
        where = urlsplit(self.address)
        reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=1 << 20)
        took = []
        for path in cycle(paths):
            began = time.perf_counter()
            if began >= end:
                break
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\nCookie: {GUEST}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            assert length, head
            await reader.readexactly(int(length[1]))
            self.refused += not head.startswith(b"HTTP/1.1 200")
            took.append(time.perf_counter() - began)
        writer.close()
        return took

    async def once(self, path: str) -> float:
        """Ask for one page, and return how long that took."""
        began = time.perf_counter()
        self.refused += not (await fetch(self.address, path)).startswith(b"HTTP/1.1 200")
        return time.perf_counter() - began

    async def alone(self, paths: list[str], visitors: int, seconds: float) -> float:
        """Return how often pages of one kind are served a second."""
        began = time.perf_counter()
        took = await asyncio.gather(*(self.ask_on(paths, began + seconds) for _ in range(visitors)))
        return sum(map(len, took)) / (time.perf_counter() - began)

    async def crowd(self, kinds: Kinds, visitors: int, seconds: float) -> dict[str, list[float]]:
        """Let all visitors ask at once, each for one kind of page; return how long each page took, sorted."""
        end = time.perf_counter() + seconds
        names = [name for name, _ in zip(cycle(kinds), range(visitors), strict=False)]
        took = await asyncio.gather(*(self.ask_on(kinds[name], end) for name in names))
        found: dict[str, list[float]] = {name: [] for name in kinds}
        for name, times in zip(names, took, strict=True):
            found[name] += times
        return {name: sorted(times) for name, times in found.items()}


async def measure_site(address: str, static: Path, kinds: Kinds, visitors: int, seconds: float) -> Report:
    """Return how a site does that is up."""
    await wait_until_up(address)
    await asyncio.sleep(START_S)
    people = Visitors(address)
    replays = kinds[REPLAY]
    first = [await people.once(path) for path in replays[FORTY:-1]]
    began = time.perf_counter()
    await asyncio.gather(*map(people.once, replays[:FORTY]))
    forty = time.perf_counter() - began
    afterwards = await people.once(replays[-1])
    page = (await fetch(address, replays[0])).partition(b"\r\n\r\n")[2]
    (static / "page.svg").write_bytes(b"x" * len(page))
    sizes = {name: len((await fetch(address, paths[0])).partition(b"\r\n\r\n")[2]) for name, paths in kinds.items()}
    crowd = await people.crowd(kinds, visitors, seconds * TURNS)
    rates: list[dict[str, float]] = []
    for _ in range(TURNS):
        rates.append({name: await people.alone(paths, visitors, seconds) for name, paths in kinds.items()})
    found = [
        Kind(
            name,
            sizes[name],
            median(turn[name] for turn in rates),
            median(turn[name] / turn[STATIC] for turn in rates),
            1e3 * median(crowd[name]),
            1e3 * crowd[name][len(crowd[name]) * 99 // 100],
        )
        for name in kinds
    ]
    return Report([1e3 * one for one in first], forty, 1e3 * afterwards, people.refused, visitors, found)


def measure(visitors: int, seconds: float) -> Report:
    """Fill a store, start the site, and take all times."""
    with TemporaryDirectory() as folder:
        store, static = Path(folder) / "site.db", Path(folder) / "static"
        static.mkdir()
        kinds = fill_store(store)
        with site(store, static) as address:
            return asyncio.run(measure_site(address, static, kinds, visitors, seconds))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--visitors", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    report = measure(given.visitors, given.seconds)
    if given.json:
        print(json.dumps(asdict(report), indent=2))
        return
    print(f"first replays of 15 rounds of Wizard {median(report.first_ms):6.0f} ms   target at most {FIRST_MS}")
    print(f"40 visitors, each another replay     {report.forty_s:6.2f} s until the last has it")
    print(f"one more just afterwards             {report.afterwards_ms:6.0f} ms")
    print(f"answers that were no page            {report.refused:6}      target 0")
    print(f"{report.visitors} visitors                     alone                     all kinds at once")
    print(f"{'':<18}{'kB':>6}{'a second':>10}{'ratio':>8}{'median ms':>14}{'99 %':>8}")
    for kind in report.kinds:
        target = f"   target at least {LEAST_RATIO}" if kind.name == REPLAY else ""
        print(
            f"{kind.name:<18}{kind.bytes / 1000:>6.0f}{kind.alone:>10.0f}{kind.ratio:>8.2f}"
            f"{kind.crowd_median_ms:>14.0f}{kind.crowd_99_ms:>8.0f}{target}"
        )


if __name__ == "__main__":
    main()
