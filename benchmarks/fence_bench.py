"""What the fence costs: turns behind it beside the same turns without it, interleaved, as ratios.

python -m benchmarks.fence_bench
"""

import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path

from benchmarks.row import Row

from overtrick.bots.fence.fence import PYTHON, End, Fence, Level, Program, probe
from overtrick.bots.fence.toolchain import find_compiler

BOT = r"""
#include <stdio.h>
int main(void)
{
    int card, sum = 0;
    while (scanf("%d", &card) == 1)
        sum += card;
    printf("%d\n", sum);
    return 0;
}
"""
ECHO = "import sys\nfor line in sys.stdin:\n    sys.stdout.write(line)\n    sys.stdout.flush()\n"
QUESTION = "3 1 4 1 5 9 2 6 5 3 5 8 9 7 9\n"
LINE = b'{"ask": "card", "hand": ["Sa", "Hk", "D7"], "trick": ["H2", "H9"], "legal": ["Hk"], "turn": 17}\n'
BATCHES, TURNS, LINES = 60, 20, 200


def rows() -> list[Row]:
    """Measure both figures at the best level there is, all on one core."""
    cores = os.sched_getaffinity(0)
    core = max(cores)
    os.sched_setaffinity(0, {core})
    try:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder).chmod(0o755)
            return [anew(Path(folder), core), long_lived(Path(folder), core)]
    finally:
        os.sched_setaffinity(0, cores)


def anew(folder: Path, core: int, level: Level | None = None) -> Row:
    """A C program started for every turn, beside a C loop that starts it without a fence."""
    (folder / "bot.c").write_text(BOT)
    compiled(folder / "bot.c", folder / "bot")
    compiled(Path(__file__).with_name("spawn.c"), folder / "spawn")
    with Fence(Program(folder, ("/bot/bot",)), level=level, core=core) as fence:

        def ours() -> list[float]:
            return [seconds(fenced) for _ in range(TURNS)]

        def fenced() -> None:
            turn = fence.turn(QUESTION.encode())
            assert turn.end is End.REPLY and turn.stdout == b"77\n", turn

        def bare() -> list[float]:
            words = [str(folder / "spawn"), str(TURNS), QUESTION, str(folder / "bot")]
            done = subprocess.run(words, check=True, capture_output=True)
            return [int(line) / 1e9 for line in done.stdout.split()]

        return compared("fenced turn of a C program / bare vfork, exec, wait in C", ours, bare, 1.15)


def long_lived(folder: Path, core: int, level: Level | None = None) -> Row:
    """A program that lives through the match, stopped between turns, beside a bare echo through pipes."""
    (folder / "echo.py").write_text(ECHO)
    pipe = subprocess.PIPE
    with (
        Fence(Program(folder, (PYTHON, "echo.py")), level=level, core=core) as fence,
        subprocess.Popen([PYTHON, str(folder / "echo.py")], stdin=pipe, stdout=pipe) as echo,
    ):
        assert echo.stdin is not None and echo.stdout is not None
        stdin, stdout = echo.stdin, echo.stdout
        fence.start()
        assert fence.ask(LINE).stdout == LINE

        def ours() -> list[float]:
            return [seconds(fenced) for _ in range(LINES)]

        def fenced() -> None:
            assert fence.ask(LINE).stdout == LINE

        def bare() -> list[float]:
            return [seconds(echoed) for _ in range(LINES)]

        def echoed() -> None:
            stdin.write(LINE)
            stdin.flush()
            assert stdout.readline() == LINE

        return compared("fenced turn of a long-lived program / bare pipe echo", ours, bare, 3.0)


def compiled(source: Path, program: Path) -> None:
    subprocess.run([*find_compiler().argv, "-O2", "-o", program, source], check=True)


def seconds(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def compared(what: str, ours: Callable[[], list[float]], peer: Callable[[], list[float]], target: float) -> Row:
    """Measure in turn, and compare the first quartiles: noise only ever slows a program down."""
    pairs = [(ours(), peer()) for _ in range(BATCHES)]
    our_s, peer_s = (statistics.quantiles(chain(*times), n=4)[0] for times in zip(*pairs, strict=True))
    return Row(what, our_s, peer_s, target)


if __name__ == "__main__":
    print(f"fence level {probe()}")
    for row in rows():
        print(f"{row.what}: {row.times()}")
