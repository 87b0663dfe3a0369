"""What two programs in different boxes can still tell each other, in bits a second.

python -m benchmarks.channels_bench

The programs are those of the tests. Of each channel the receiver gets half of the bits to learn from, and is judged by
the other half: the bandwidth is the rate of bits times the capacity of a channel that garbles as many as were wrong.
"""

import math
import os
import threading
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple
from unittest import mock

from tests.bots.fence.test_channels import FILE, forget_pages
from tests.support.boxes import ATTACKS

from overtrick.bots.fence.compiler import compile_c
from overtrick.bots.fence.fence import Fence, Limits, Program
from overtrick.bots.fence.levels import MACHINE

LIMITS = Limits(cpu_ms=60_000)
GROUPS = 64
TURNS = 400
WINDOWS = 1000


class Sent(NamedTuple):
    """Bits, what the receiver measured for each, and how long it took."""

    bits: Sequence[int]
    measured: Sequence[float]
    seconds: float


def capacity(sent: "Sent") -> float:
    """Return how many bits came through for each that was sent; none if guessing could have done as well."""
    wrong = wrong_share(sent.bits, sent.measured)
    if wrong > 0.5 - 3 / math.sqrt(2 * len(sent.bits)):
        return 0.0
    return 1.0 if wrong == 0 else 1 + wrong * math.log2(wrong) + (1 - wrong) * math.log2(1 - wrong)


def wrong_share(bits: Sequence[int], measured: Sequence[float]) -> float:
    """Return the share of wrong bits in the second half, by the threshold and sense that fit the first half best."""
    half = len(bits) // 2

    def wrong(threshold: float, high: int, part: slice) -> float:
        said = [high if value > threshold else 1 - high for value in measured[part]]
        return sum(one != other for one, other in zip(said, bits[part], strict=True)) / max(1, len(said))

    learnt = slice(0, half)
    tried = [(wrong(value, high, learnt), value, high) for value in sorted(set(measured[learnt])) for high in (0, 1)]
    _, threshold, high = min(tried)
    return wrong(threshold, high, slice(half, None))


def pages(program: Program, luck: Random) -> list[Sent]:
    """Through the pages of a file that are in memory: read by one program, timed by another."""
    bits: list[int] = []
    measured: list[float] = []
    seconds = 0.0
    with Fence(program, LIMITS) as one, Fence(program, LIMITS) as other:
        for _ in range(20):
            new = [luck.randrange(2) for _ in range(16)]
            forget_pages(FILE)
            begun = time.monotonic()
            one.turn(f"leave_pages {FILE} {''.join(map(str, new))}\n".encode())
            said = other.turn(f"time_pages {FILE} 16\n".encode()).stdout
            seconds += time.monotonic() - begun
            bits += new
            measured += [int(chr(bit)) for bit in said]
    return [Sent(bits, measured, seconds)]


def sets(program: Program, luck: Random) -> list[Sent]:
    """Through the caches of one core, between two seats that are asked in turn, a bit for each group of sets."""
    core = max(os.sched_getaffinity(0))
    rows: list[list[int]] = []
    times: list[list[float]] = []
    with Fence(program, LIMITS, core=core) as one, Fence(program, LIMITS, core=core) as other:
        for box, question in ((one, b"leave_sets 512\n"), (other, b"time_sets 128\n")):
            box.start()
            box.ask(question)
        begun = time.monotonic()
        for _ in range(TURNS):
            rows.append([luck.randrange(2) for _ in range(GROUPS)])
            one.ask("".join(map(str, rows[-1])).encode())
            times.append([float(word) for word in other.ask(b"well?").stdout.split()])
        seconds = time.monotonic() - begun
    return [Sent([row[group] for row in rows], [row[group] for row in times], seconds) for group in range(GROUPS)]


def heat(program: Program, luck: Random, window_us: int = 2000) -> list[Sent]:
    """Through the memory of the machine, between two matches that are played at the same moment on different cores."""
    bits = [luck.randrange(2) for _ in range(WINDOWS)]
    first, *_, last = sorted(os.sched_getaffinity(0))
    parts = [bits[place : place + 200] for place in range(0, WINDOWS, 200)]
    measured: list[float] = []
    with Fence(program, LIMITS, core=first) as one, Fence(program, LIMITS, core=last) as other:
        for part in parts:
            start_ns = time.monotonic_ns() + 100_000_000
            left = f"leave_heat {start_ns} {window_us} {''.join(map(str, part))}\n".encode()
            sending = threading.Thread(target=one.turn, args=(left,))
            sending.start()
            said = other.turn(f"time_heat {start_ns} {window_us} {len(part)}\n".encode()).stdout
            sending.join()
            measured += map(float, said.split())
    return [Sent(bits, measured, WINDOWS * window_us / 1e6)]


CHANNELS: dict[str, Callable[[Program, Random], list[Sent]]] = {
    "pages of a file, timed": pages,
    "caches of a core, between seats": sets,
    "memory of the machine, between matches": heat,
}


def told(parts: list[Sent]) -> str:
    """Return a line about a channel, whose parts were sent at the same time."""
    rate = sum(len(sent.bits) / sent.seconds for sent in parts)
    through = sum(capacity(sent) * len(sent.bits) / sent.seconds for sent in parts)
    return f"{rate:8.0f} bits/s sent, {through:8.1f} bits/s came through"


def main() -> None:
    """Measure every channel, and the first one also with the machine's own files in the boxes."""
    built = compile_c(ATTACKS)
    assert built.program is not None, built.messages
    program = Program(built.program.parent, ("/bot/bot",))
    with mock.patch("overtrick.bots.fence.fence.resident", lambda _: MACHINE):
        print(f"{'pages, if they lay on a disk':40} {told(pages(program, Random(1)))}")
    for name, channel in CHANNELS.items():
        print(f"{name:40} {told(channel(program, Random(1)))}")


if __name__ == "__main__":
    main()
