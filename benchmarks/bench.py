"""Speed beside peers: our rulebooks, OpenSpiel and straight C, measured in turn in one run.

A figure is the best of all repetitions, since noise only ever slows a program
down, by the processor's time, since others may be using the machine. What counts
is the ratio of two figures of one run.
"""

import argparse
import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.row import Row
from rich.console import Console
from rich.progress import track
from rich.table import Table

from overtrick.compiled.simulate import CHUNK, simulate
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import NOBODY, settled, usual_seats
from overtrick.games.contract import Row as Position
from overtrick.games.tricks import CARDS
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import WIZARD

REPETITIONS = 20
SEED = bytes(luck.SEED_BYTES)
SOURCES = Path(__file__).parent
LEVELS = ("O2", "O3")
OH_HELL = {
    "any tricks": "oh_hell(players=4,num_suits=4,num_cards_per_suit=13)",
    "8 tricks": "oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=8)",
}

# How much is played in one repetition: between 0.05 and 0.2 seconds each.
MATCHES = {"wizard": 8 * CHUNK, "figgie": 8 * CHUNK, "duel": 128 * CHUNK}
PYTHON_MATCHES, CPP_GAMES, PYTHON_GAMES = 200, 5_000, 4_000

Play = Callable[[], int]  # plays the same each time; returns the decisions
Rate = Callable[[], float]  # decisions per second


@dataclass(frozen=True)
class Comparison:
    """One line of the table: a rate of ours, the rates of which the best is the peer, and the ratio we want."""

    what: str
    ours: str
    peers: tuple[str, ...]
    target: float | None = None


def in_all(name: str, variants: Sequence[str] | Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{name}, {variant}" for variant in variants)


ROWS = (
    Comparison("Wizard compiled / OpenSpiel oh_hell in C++", "wizard", in_all("oh_hell in C++", OH_HELL), 25),
    Comparison("Wizard compiled / straight C", "wizard", in_all("wizard.c", LEVELS), 0.8),
    Comparison(
        "Wizard in Python, legal / oh_hell in Python", "wizard by legal", in_all("oh_hell in Python", OH_HELL), 1
    ),
    Comparison("Wizard in Python, pick / oh_hell in Python", "wizard by pick", in_all("oh_hell in Python", OH_HELL), 1),
    Comparison("Figgie compiled / straight C", "figgie", in_all("figgie.c", LEVELS), 0.8),
    Comparison("Duel compiled / straight C", "duel", in_all("duel.c", LEVELS), 0.6),
    Comparison("Wizard compiled, two threads / one", "wizard, two threads", ("wizard, one thread",)),
)


# Ours, compiled


def compiled(name: str, threads: int = 1) -> Play:
    """Return a way to play at random by the compiled rulebook."""
    return lambda: simulate(GAMES[name], MATCHES[name], seed=SEED, threads=threads).decisions


def timed(play: Play, clock: Callable[[], float] = time.process_time) -> Rate:
    """Return the rate of a way to play, which is first warmed up."""
    play()

    def rate() -> float:
        begin = clock()
        decisions = play()
        return decisions / (clock() - begin)

    return rate


# Ours, interpreted: whole games through the public functions, one decision at a time


RULES = wizard.rules(4, settled(wizard, 4, {}))
BOUNDS = wizard.bounds(RULES)


def dealt(random: Callable[[], float]) -> Iterator[Position]:
    """Yield the deals of a game, each to be played before the next is asked for."""
    finished: list[Position] = []
    while setup := wizard.next_deal(RULES, finished):
        draws = [int(random() * bound) for bound in BOUNDS[: wizard.draws_needed(setup)]]
        finished.append(wizard.deal(setup, draws))
        yield finished[-1]


def decisions_of(row: Position) -> int:
    """Return how many decisions a finished deal took: its bids, its cards and perhaps the trump."""
    return 4 * (row[CARDS] + 1) + (row[wizard.TURNED_UP] >= WIZARD)


def by_legal() -> int:
    random = Random(1).random
    to_move, legal, play = wizard.to_move, wizard.legal, wizard.play
    decisions = 0
    for _ in range(PYTHON_MATCHES):
        for row in dealt(random):
            while to_move(row) != NOBODY:
                actions = legal(row)
                play(row, actions[int(random() * len(actions))])
            decisions += decisions_of(row)
    return decisions


def by_pick() -> int:
    luck = Random(1)
    to_move, pick, play, bits = wizard.to_move, wizard.pick, wizard.play, luck.getrandbits
    decisions = 0
    for _ in range(PYTHON_MATCHES):
        for row in dealt(luck.random):
            while to_move(row) != NOBODY:
                play(row, pick(row, bits(32)))
            decisions += decisions_of(row)
    return decisions


# OpenSpiel: its chance nodes, the cards dealt, are played but not counted


def openspiel() -> Any:
    """Return OpenSpiel's module, or raise Mistake."""
    try:
        import pyspiel
    except ImportError:
        raise Mistake("the bench compares with OpenSpiel, which is missing: pip install open_spiel") from None
    return pyspiel


def played(states: Callable[[], Iterator[Any]]) -> Play:
    """Return a way to play through finished games that are always the same, whose decisions are counted once."""
    decisions: int = sum(step.player >= 0 for state in states() for step in state.full_history())

    def play() -> int:
        for _ in states():
            pass
        return decisions

    return play


def oh_hell_in_cpp(pyspiel: Any, parameters: str) -> Play:
    """Return a way to play by OpenSpiel's own loop and its random bots."""
    game = pyspiel.load_game(parameters)

    def states() -> Iterator[Any]:
        bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]
        for number in range(CPP_GAMES):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, number)
            yield state

    return played(states)


def oh_hell_in_python(pyspiel: Any, parameters: str) -> Play:
    """Return a way to play from Python by the same loop as ours."""
    game = pyspiel.load_game(parameters)

    def states() -> Iterator[Any]:
        random = Random(1).random
        for _ in range(PYTHON_GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()  # of a chance node too: all cards left are equally likely
                state.apply_action(actions[int(random() * len(actions))])
            yield state

    return played(states)


# Straight C


def straight_c(name: str, level: str, folder: Path) -> Rate:
    """Return the rate of a C port, built and proved to play exactly as we do."""
    program = folder / f"{name}-{level}"
    command = ["cc", f"-{level}", "-march=native", "-o", str(program), str(SOURCES / f"{name}.c")]
    subprocess.run(command, check=True)
    prove_equal(name, program)

    def rate() -> float:
        decisions, _, seconds = run_c(name, program, MATCHES[name])
        return decisions / seconds

    return rate


def run_c(name: str, program: Path, matches: int) -> tuple[int, int, float]:
    """Return the decisions, the weighted sum of scores and the seconds of a C port.

    It begins with the state of the generator that ``simulate`` begins with. Its own
    clock goes on while it waits for a processor, and ours counts its start: the lesser is true.
    """
    state = luck.fresh_state(SEED, "simulate/0")
    command = [str(program), str(usual_seats(GAMES[name])), str(matches), str(state)]
    before = children_s()
    decisions, total, seconds = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return int(decisions), int(total), min(float(seconds), children_s() - before)


def children_s() -> float:
    """Return the processor's time that finished children took."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def prove_equal(name: str, program: Path) -> None:
    """Raise Mistake unless a C port makes the decisions and the scores that we make from the same luck."""
    ours = simulate(GAMES[name], CHUNK, seed=SEED)
    total = sum((seat + 1) * int(points) for seat, points in enumerate(ours.scores.sum(axis=0)))
    theirs = run_c(name, program, CHUNK)[:2]
    if theirs != (ours.decisions, total):
        raise Mistake(f"{name}.c plays another game: decisions and scores are {theirs}, ours {ours.decisions, total}")


# The table


def all_rates(folder: Path) -> dict[str, Rate]:
    """Return every rate by name, ready to be measured."""
    pyspiel = openspiel()
    if shutil.which("cc") is None:
        raise Mistake("the bench builds its C ports with cc, which is missing: install gcc")
    rates = {name: timed(compiled(name)) for name in MATCHES}
    rates["wizard, one thread"] = timed(compiled("wizard"), time.perf_counter)
    rates["wizard, two threads"] = timed(compiled("wizard", 2), time.perf_counter)
    rates["wizard by legal"] = timed(by_legal)
    rates["wizard by pick"] = timed(by_pick)
    for variant, parameters in OH_HELL.items():
        rates[f"oh_hell in C++, {variant}"] = timed(oh_hell_in_cpp(pyspiel, parameters))
        rates[f"oh_hell in Python, {variant}"] = timed(oh_hell_in_python(pyspiel, parameters))
    for level in LEVELS:
        for name in MATCHES:
            rates[f"{name}.c, {level}"] = straight_c(name, level, folder)
    return rates


def measure(console: Console) -> list[Row]:
    """Return the table, from the best of all repetitions of every rate."""
    with TemporaryDirectory() as folder:
        with console.status("compiling and counting"):
            rates = all_rates(Path(folder))
        best = dict.fromkeys(rates, 0.0)
        for _ in track(range(REPETITIONS), "measuring in turn", console=console, transient=True, refresh_per_second=1):
            for name, rate in rates.items():
                best[name] = max(best[name], rate() / 1e6)
    return [line(row, best) for row in ROWS]


def line(row: Comparison, best: Mapping[str, float]) -> Row:
    ours, peer = best[row.ours], max(best[name] for name in row.peers)
    return Row(row.what, ours, peer, row.target)


HEADINGS = ("what", "ours", "peer", "ratio", "target")


def cells(line: Row) -> tuple[str, ...]:
    target = "" if line.target is None else f"{line.target:g}"
    return line.what, f"{line.ours:.2f}", f"{line.peer:.2f}", f"{line.ratio:.2f}", target


def show(lines: Sequence[Row], console: Console) -> None:
    """Print a table in a terminal and plain lines elsewhere."""
    title = f"Million decisions per second, best of {REPETITIONS}; ratio is ours / peer"
    if not console.is_terminal:
        print(title)
        for what, *figures in (HEADINGS, *map(cells, lines)):
            print(f"{what:45}{''.join(f'{figure:>8}' for figure in figures)}".rstrip())
        return
    table = Table(title=title)
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for line in lines:
        missed = line.target is not None and line.ratio < line.target
        table.add_row(*cells(line), style="red" if missed else "")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    arguments = parser.parse_args()
    try:
        lines = measure(Console(stderr=True))
    except Mistake as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    if arguments.json:
        print(json.dumps([line.to_json() for line in lines], indent=2))
    else:
        show(lines, Console())


if __name__ == "__main__":
    main()
