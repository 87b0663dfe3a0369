"""How quickly the site answers when many play at once: real sockets, one person and three bots of ours at each table.

    python benchmarks/web_bench.py [--tables 200] [--seconds 20] [--clocks] [--json]

With --clocks two people sit at each table, so that the time of whoever is to move runs.

The people think for one to three seconds before each action. Measured is the time from sending an action to the scene
that shows it (the answer), and to the scene in which it is the person's turn again (the round), in which the bots have
thought. The clients run on the same machine, so they take their share of it.
"""

import argparse
import asyncio
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory

from websockets.asyncio.client import connect
from websockets.typing import Origin

from overtrick.match.sitting import Chair, Sitting, sit_down
from overtrick.web.referees.store import Setting, fresh_name, open_tables
from overtrick.web.referees.timing import new_timing

PLAYER = "wizard:rules"
TARGET_MS = 100
WARM_TRIES = 10
THINK_S = (1.0, 3.0)
TOKENS = ("b" * 32, "c" * 32)  # the cookies of all people here, first and second at each table


@dataclass
class Times:
    """What was measured, in seconds."""

    answers: list[float] = field(default_factory=list)
    rounds: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Report:
    """The result of a run, in milliseconds."""

    tables: int
    actions: int
    a_second: float
    answer_median_ms: float
    answer_95_ms: float
    answer_99_ms: float
    round_median_ms: float
    round_95_ms: float
    thinking_ms: float  # of the bots between two actions of a person, as they measured it, at the median
    site_cpu: float  # cores that the site used
    client_cpu: float  # cores that the clients used


def seat_people(store: Path, tables: int, people: int) -> list[str]:
    """Set up the tables for one person or two, and return their names."""
    guests = [hashlib.sha256(token.encode()).hexdigest() for token in TOKENS[:people]]
    owners = [*guests, "", "", ""][:4]
    names = [fresh_name() for _ in range(tables)]
    with open_tables(store) as opened:
        opened.write(
            [
                (name, new_sitting(people), Setting(guests[0], [*owners], timing=new_timing(60, 120, 4)), 1)
                for name in names
            ]
        )
    return names


def new_sitting(people: int) -> Sitting:
    """Return a match of people and bots, four in all, which lasts longer than the benchmark."""
    chairs = [Chair(name, PLAYER, seat < people) for seat, name in enumerate(("Ann", "Bo", "Cy", "Di"))]
    return sit_down("wizard", chairs, {"series": [15] * 20})


async def play(url: str, name: str, token: str, end: float, times: Times, rng: Random) -> None:
    """Play at one table until the time is over."""
    sent_step, sent_at = -1, 0.0
    headers = {"Cookie": f"overtrick={token}"}
    async with connect(
        f"ws{url.removeprefix('http')}/tables/{name}/socket", origin=Origin(url), additional_headers=headers
    ) as socket:
        await asyncio.sleep(rng.uniform(0, THINK_S[1]))
        while (left := end - time.perf_counter()) > 0:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), left))
            except TimeoutError:
                return  # the other one thinks
            if "scene" not in message:
                raise AssertionError(message)
            now = time.perf_counter()
            scene = message["scene"]
            if sent_at and scene["step"] == sent_step + 1:
                times.answers.append(now - sent_at)
            legal = scene["now"].get("legal")
            if not legal or scene["step"] == sent_step:
                continue
            if sent_at:
                times.rounds.append(now - sent_at)
            await asyncio.sleep(rng.uniform(*THINK_S))
            sent_step, sent_at = scene["step"], time.perf_counter()
            await socket.send(json.dumps({"do": "act", "action": rng.choice(legal), "step": sent_step}))


async def play_all(url: str, names: list[str], people: int, seconds: float) -> Times:
    """Play at all tables at once."""
    times, rng = Times(), Random(1)
    end = time.perf_counter() + seconds
    pages = [(name, token) for name in names for token in TOKENS[:people]]
    await asyncio.gather(*(play(url, *one, end, times, Random(rng.random())) for one in pages))
    return times


def thinking(store: Path, names: list[str], people: int) -> float:
    """Return how long the bots think between two actions of a person, in milliseconds, asked again here."""
    with open_tables(store) as opened:
        found = [opened.find(name) for name in names[:10]]
    spans: list[float] = []
    for kept in found:
        assert kept is not None
        sitting, past = new_sitting_like(kept.sit_down()), 0.0
        for seat, name in kept.sit_down().done:
            if seat < people:
                spans.append(past)
                past = 0.0
            else:
                past += sitting.ask()[1].wall_s
            sitting.do(seat, name)
    return 1e3 * quantiles(spans, n=2)[0]


def new_sitting_like(other: Sitting) -> Sitting:
    """Return the same match from its beginning."""
    return Sitting(other.match, other.chairs)


def cpu_of(group: int) -> float:
    """Return the processor's time that a process and its children have used so far, in seconds."""
    ticks = 0
    children = Path(f"/proc/{group}/task/{group}/children").read_text().split()
    for number in (group, *children):
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(tables: int, seconds: float, people: int) -> Report:
    """Start the site, play, and stop it."""
    with TemporaryDirectory() as folder:
        store = Path(folder) / "site.db"
        names = seat_people(store, tables, people)
        command = [
            sys.executable,
            "-m",
            "overtrick",
            "serve",
            "--cold",
            "--port",
            "0",
            "--no-worker",
            "--store",
            str(store),
        ]
        site = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert site.stdout is not None
            found = re.search(r"http://[^ ]+[0-9]", site.stdout.readline())
            assert found, "the site tells its address"
            for _ in range(
                WARM_TRIES
            ):  # the players are imported, compiled and seated, which takes long on a busy machine
                if asyncio.run(play_all(found[0], names, people, 12)).rounds:
                    break
            before, mine, began = cpu_of(site.pid), time.process_time(), time.perf_counter()
            times = asyncio.run(play_all(found[0], names, people, seconds))
            span = time.perf_counter() - began
            used, own = cpu_of(site.pid) - before, time.process_time() - mine
        finally:
            site.terminate()
            site.wait(30)
        answers = quantiles(times.answers, n=100)
        rounds = quantiles(times.rounds, n=100)
        return Report(
            tables,
            len(times.answers),
            len(times.answers) / span,
            1e3 * answers[49],
            1e3 * answers[94],
            1e3 * answers[98],
            1e3 * rounds[49],
            1e3 * rounds[94],
            thinking(store, names, people),
            used / span,
            own / span,
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--clocks", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    report = measure(given.tables, given.seconds, 2 if given.clocks else 1)
    if given.json:
        print(json.dumps(asdict(report), indent=2))
        return
    print(f"{report.tables} tables with {PLAYER}, {report.a_second:.0f} actions of people a second")
    print(f"{'':<38}{'median':>8}{'95 %':>8}{'99 %':>8}   in ms")
    print(
        f"{'an action is answered after':<38}{report.answer_median_ms:>8.1f}{report.answer_95_ms:>8.1f}"
        f"{report.answer_99_ms:>8.1f}   target {TARGET_MS} at 95 %"
    )
    print(f"{'it is the turn again after':<38}{report.round_median_ms:>8.1f}{report.round_95_ms:>8.1f}")
    print(f"{'of which the bots think':<38}{report.thinking_ms:>8.2f}")
    print(f"cores used: the site {report.site_cpu:.2f}, the people {report.client_cpu:.2f}")


if __name__ == "__main__":
    main()
