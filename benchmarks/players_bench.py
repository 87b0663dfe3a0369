"""How quick the strong players' kernels are, beside straight C and beside peers, measured in turn in one run.

    python benchmarks/players_bench.py [--json]

A figure is the best of all repetitions, by the processor's time, since noise only ever slows a program down.
"""

import argparse
import json
import multiprocessing
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from benchmarks.row import Row

from overtrick.bots.bot import Hello
from overtrick.compiled.twin import twin
from overtrick.core.cards import RANKS
from overtrick.core.luck import fresh_state
from overtrick.core.mistake import Mistake
from overtrick.games.contract import settled
from overtrick.games.tricks import CARDS, HAND, MAX_SEATS, TRUMP
from overtrick.games.view import View, view
from overtrick.games.wizard import rulebook as wizard
from overtrick.players.duel.table import NO_POSITION, compute
from overtrick.players.wizard.net.models import GUESS_SHAPE
from overtrick.players.wizard.search import player as wizard_search
from overtrick.players.wizard.search.player import Search
from overtrick.players.wizard.sight import unseen

SOURCES = Path(__file__).parent
LEVELS = ("O2", "O3")
REPETITIONS, TABLES = 10, 5
SEATS, ROUND = 4, 10  # of the positions of Wizard
WORLDS, TRIES = 20_000, 30  # playouts at random, and exchanges of cards between two worlds, as the search has it
NET_WORLDS = 60  # playouts by the networks, of each action
SETTING, DECISIONS = "20", 60  # worlds of a decision of wizard:search, and decisions
ENDINGS, CARDS_LEFT = 200, 5  # so many endings at once is what the peer is built for; cards in each of four hands


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
        Row("duel: exact table compiled / straight C", million / ours, million / theirs, 0.5, "million positions/s")
    ]
    peer = None if solve_endings is None else ENDINGS / 1e6 / endings
    name = "duel: exact table / double-dummy 20-card endings by endplay"
    return [*rows, Row(name if peer else f"{name} (not installed)", million / ours, peer, unit="million positions/s")]


def c_table(level: str, folder: Path, values: bytes) -> Path:
    """Return the C port, built and proved to compute the same table."""
    program, output = built(level, folder, "duel_table"), folder / "table"
    subprocess.run([str(program), "1", str(output)], check=True, capture_output=True)
    if output.read_bytes() != values:
        raise Mistake("duel_table.c computes another table than we do")
    return program


def built(level: str, folder: Path, name: str) -> Path:
    """Return the program of a C port."""
    program = folder / f"{name}-{level}"
    subprocess.run(
        ["cc", f"-{level}", "-march=native", "-o", str(program), str(SOURCES / f"{name}.c")],
        check=True,
    )
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


# Wizard: playouts of sampled worlds, and decisions of the search


def first_view(seed: int, number: int = ROUND) -> tuple[View, list[int]]:
    """Return what the first bidder of a round sees, and the full row; the trump is a suit."""
    luck, rules = Random(seed), wizard.rules(SEATS, settled(wizard, SEATS, {"series": [number]}))
    while True:
        row = wizard.deal(wizard.next_deal(rules, []), [luck.randrange(bound) for bound in wizard.bounds(rules)])
        if row[TRUMP] >= 0 and row[wizard.PHASE] == wizard.BIDDING:
            return view(wizard, row, [], wizard.to_move(row)), row


def random_playouts() -> list[Row]:
    """Return playouts per second of sampled worlds by random play, by us and by straight C, which must agree."""
    seen, full = first_view(1)
    state = fresh_state(bytes(32), "playouts")
    kernel: Any = twin(import_module("benchmarks.wizard_playouts"))

    def ours() -> tuple[int, int, int]:
        row, world, scratch = np.array(seen.row), np.array(full), np.array(full)
        means, guess = np.zeros(MAX_SEATS), np.zeros(GUESS_SHAPE[1])
        told: tuple[int, int, int] = kernel.playouts(row, seen.seat, WORLDS, TRIES, world, scratch, means, guess, state)
        return told

    hands = full[HAND : HAND + SEATS]
    words = [WORLDS, TRIES, state, SEATS, full[CARDS], seen.seat, full[TRUMP], unseen(seen.row, seen.seat), *hands]
    best = peer = float("inf")
    with TemporaryDirectory() as folder:
        programs = [built(level, Path(folder), "wizard_playouts") for level in LEVELS]
        expected = [*map(str, ours())]
        for program in programs:
            if told(program, words)[:3] != expected:
                raise Mistake("wizard_playouts.c plays otherwise than we do")
        for _ in range(REPETITIONS):
            best = min(best, cpu_s(ours))
            peer = min(peer, *(float(told(program, words)[3]) for program in programs))
    name = "wizard: random playouts of sampled worlds / straight C"
    return [Row(name, WORLDS / 1e3 / best, WORLDS / 1e3 / peer, unit="thousand playouts/s")]


def told(program: Path, words: list[int]) -> list[str]:
    """Return the words that a C port prints."""
    done = subprocess.run([str(program), *map(str, words)], check=True, capture_output=True, text=True)
    return done.stdout.split()


def net_playouts() -> list[Row]:
    """Return playouts per second of sampled worlds by the networks, as the search makes them."""
    seen, _ = first_view(1)
    search = Search(seen, 1)
    search.try_worlds(1)  # compile, or load what is compiled
    spent = min(cpu_s(lambda: search.try_worlds(NET_WORLDS)) for _ in range(REPETITIONS))
    fastest = NET_WORLDS * len(search.actions) / 1e3 / spent
    return [Row("wizard: playouts of sampled worlds by the networks", fastest, None, unit="thousand playouts/s")]


def decide(seed: int) -> None:
    """Let the search make some decisions."""
    hello = Hello("wizard", wizard.VERSION, SEATS, 0, settled(wizard, SEATS, {}), "1")
    choose = wizard_search.player(hello, SETTING)
    for number in range(DECISIONS):
        choose(first_view(seed + number)[0])


def search_on_two_cores() -> list[Row]:
    """Return decisions per second of the search in two processes and in one, by the clock on the wall."""
    alone = together = float("inf")
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(decide, (1, 1000), 1)  # compile, or load what is compiled
        for _ in range(REPETITIONS):
            began = time.perf_counter()
            pool.map(decide, (1,), 1)
            alone = min(alone, time.perf_counter() - began)
            began = time.perf_counter()
            pool.map(decide, (1, 1000), 1)
            together = min(together, time.perf_counter() - began)
    name = f"wizard:search@{SETTING}, two processes / one"
    return [Row(name, 2 * DECISIONS / together, DECISIONS / alone, unit="decisions/s")]


# The table

BENCHES: list[Callable[[], list[Row]]] = [duel_table, random_playouts, net_playouts, search_on_two_cores]


def cells(row: Row) -> tuple[str, ...]:
    """Return a line as text."""
    peer, ratio = ("", "") if row.peer is None else (f"{row.peer:.3g}", f"{row.ratio:.3g}")
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
        print(json.dumps([row.to_json() for row in rows], indent=2))
        return
    for what, ours, peer, ratio, target, unit in (
        ("what", "ours", "peer", "ratio", "target", "unit"),
        *map(cells, rows),
    ):
        print(f"{what:60}{ours:>9}{peer:>9}{ratio:>9}{target:>8}  {unit}".rstrip())


if __name__ == "__main__":
    main()
