"""How quick the strong players' kernels are, beside straight C and beside peers, measured in turn in one run.

    python benchmarks/players_bench.py [--json]

A figure is the best of all repetitions, by the processor's time, since noise only ever slows a program down.
"""

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from overtrick.cards import RANKS
from overtrick.mistake import Mistake
from overtrick.search.duel_table import NO_POSITION, compute

SOURCES = Path(__file__).parent
LEVELS = ("O2", "O3")
REPETITIONS, TABLES = 10, 5
ENDINGS, CARDS_LEFT = 200, 5  # so many endings at once is what the peer is built for; cards in each of four hands


@dataclass(frozen=True)
class Row:
    """One line of the table: a rate of ours, that of the peer, their ratio and what that should be at least."""

    what: str
    unit: str
    ours: float
    peer: float | None
    target: float | None = None

    @property
    def ratio(self) -> float | None:
        """Return ours by the peer's."""
        return None if self.peer is None else self.ours / self.peer


def cpu_s(work: Callable[[], object]) -> float:
    """Return the processor's time that some work takes."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


# The exact table of the duel


def duel_table() -> list[Row]:
    """Return positions per second of the exact table, by us, by straight C and beside double-dummy solves."""
    values = compute()
    positions = len(values) - values.count(NO_POSITION)
    solve_endings = double_dummy()
    ours = theirs = endings = float("inf")
    with TemporaryDirectory() as folder:
        programs = [c_table(level, Path(folder), values) for level in LEVELS]
        for _ in range(REPETITIONS):
            ours = min(ours, *(cpu_s(compute) for _ in range(TABLES)))
            theirs = min(theirs, *(c_seconds(program) for program in programs))
            if solve_endings is not None:
                endings = min(endings, cpu_s(solve_endings))
    million = positions / 1e6
    rows = [
        Row("duel: exact table compiled / straight C", "million positions/s", million / ours, million / theirs, 0.5)
    ]
    peer = None if solve_endings is None else ENDINGS / 1e6 / endings
    name = "duel: exact table / double-dummy 20-card endings by endplay"
    return [*rows, Row(name if peer else f"{name} (not installed)", "million positions/s", million / ours, peer)]


def c_table(level: str, folder: Path, values: bytes) -> Path:
    """Return the C port, built and proved to compute the same table."""
    program, output = folder / f"duel_table-{level}", folder / "table"
    command = ["cc", f"-{level}", "-march=native", "-o", str(program), str(SOURCES / "duel_table.c")]
    subprocess.run(command, check=True)
    subprocess.run([str(program), "1", str(output)], check=True, capture_output=True)
    if output.read_bytes() != values:
        raise Mistake("duel_table.c computes another table than we do")
    return program


def c_seconds(program: Path) -> float:
    """Return the least processor's time that the C port takes for a table."""
    told = subprocess.run([str(program), str(TABLES)], check=True, capture_output=True, text=True).stdout
    return float(told.split()[1])


def double_dummy() -> Callable[[], object] | None:
    """Return what solves some random endings without trumps, with five cards in each of four hands; None if it cannot.

    These are other positions than ours, with four hands instead of two; it is the nearest that people solve.
    """
    try:
        solve_all_boards = import_module("endplay.dds").solve_all_boards
        types = import_module("endplay.types")
    except ImportError:
        return None
    random = Random(1)
    deals = []
    for _ in range(ENDINGS):
        cards = random.sample(range(4 * RANKS), 4 * CARDS_LEFT)
        hands = " ".join(hand_text(cards[seat::4]) for seat in range(4))
        deals.append(types.Deal(f"N:{hands}", first=types.Player.north, trump=types.Denom.nt))
    solve_all_boards(deals)
    return lambda: solve_all_boards(deals)


def hand_text(cards: list[int]) -> str:
    """Return a hand as bridge players write it: the suits apart, the highest card first."""
    suits = ([card % RANKS for card in cards if card // RANKS == suit] for suit in range(4))
    return ".".join("".join("23456789TJQKA"[value] for value in sorted(values, reverse=True)) for values in suits)


# The table

BENCHES: list[Callable[[], list[Row]]] = [duel_table]


def cells(row: Row) -> tuple[str, ...]:
    """Return a line as text."""
    peer, ratio = ("" if figure is None else f"{figure:.3g}" for figure in (row.peer, row.ratio))
    return row.what, f"{row.ours:.3g}", peer, ratio, "" if row.target is None else f"{row.target:g}", row.unit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    arguments = parser.parse_args()
    try:
        if shutil.which("cc") is None:
            raise Mistake("the bench builds its C ports with cc, which is missing: install gcc")
        rows = [row for bench in BENCHES for row in bench()]
    except Mistake as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    if arguments.json:
        print(json.dumps([{**asdict(row), "ratio": row.ratio} for row in rows], indent=2))
        return
    for what, ours, peer, ratio, target, unit in (
        ("what", "ours", "peer", "ratio", "target", "unit"),
        *map(cells, rows),
    ):
        print(f"{what:60}{ours:>9}{peer:>9}{ratio:>9}{target:>8}  {unit}".rstrip())


if __name__ == "__main__":
    main()
