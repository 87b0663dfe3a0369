"""Speed through the researchers' doors: decisions per second in each adapter, beside the same library's own games.

Everything but the last row runs on one core and is measured by the processor's time, in turn, the best of some
repetitions, as in ``bench.py``. What counts is the ratio of two figures of one run.
"""

import argparse
import json
import time
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from benchmarks.row import Row

import overtrick.adapters.gymnasium
import overtrick.adapters.openspiel  # noqa: F401
from overtrick.adapters.batch import batch
from overtrick.adapters.pettingzoo import duel_v0, figgie_v0, wizard_v0
from overtrick.compiled.simulate import CHUNK, simulate
from overtrick.games import GAMES

REPETITIONS, TABLES, STEPS, SEED = 5, 1024, 400, bytes(32)
FIGGIE_PLAYERS = ["figgie:rules", "figgie:follower", "figgie:fundamentalist", "figgie:bayes"]
FIGGIE_MATCHES = CHUNK
KERNEL_MATCHES = {"wizard": 4 * CHUNK, "figgie": 4 * CHUNK, "duel": 64 * CHUNK}

Play = Callable[[], tuple[int, float]]  # plays the same each time; returns decisions and seconds


def timed(play: Callable[[], int]) -> Play:
    """Return a way to play with its time."""

    def run() -> tuple[int, float]:
        begin = time.process_time()
        return play(), time.process_time() - begin

    return run


# PettingZoo and Gymnasium: whole matches by the loop that their tutorials show


def aec(make: Callable[[], Any], matches: int) -> Play:
    """Return a way to play matches through PettingZoo's loop."""
    env = make()

    def play() -> int:
        luck, decisions = Random(1), 0
        for number in range(matches):
            env.reset(seed=number)
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                allowed = np.flatnonzero(seen["action_mask"])
                env.step(int(allowed[int(luck.random() * len(allowed))]))
                decisions += 1
        return decisions

    return timed(play)


def leduc(matches: int) -> Play | None:
    """Return the same for PettingZoo's Leduc hold'em, if what it needs is installed."""
    if find_spec("rlcard") is None or find_spec("pygame") is None:
        return None
    from pettingzoo.classic import leduc_holdem_v4

    return aec(leduc_holdem_v4.env, matches)


def seat(env: Any, matches: int) -> Play:
    """Return a way to play matches through Gymnasium's loop; only the decisions of the agent count."""

    def play() -> int:
        luck, decisions = Random(1), 0
        for number in range(matches):
            _, info = env.reset(seed=number)
            over = False
            while not over:
                allowed = np.flatnonzero(info["action_mask"])
                _, _, over, _, info = env.step(int(allowed[int(luck.random() * len(allowed))]))
                decisions += 1
        return decisions

    return timed(play)


def ours(name: str) -> Any:
    """Return an environment of ours against random opponents, with all wrappers that Gymnasium puts around it."""
    return gymnasium.make(f"overtrick:{name}", opponents="random")


def empty(name: str, length: int) -> Any:
    """Return an empty one with the same spaces, made in the same way."""
    env = ours(name)
    spaces = {"observation_space": env.observation_space, "action_space": env.action_space}
    return gymnasium.make("Empty-v0", length=length, **spaces)


# OpenSpiel: by its own loop; chance nodes are played but not counted


def spiel(name: str, games: int) -> Play:
    """Return a way to play games of OpenSpiel from Python."""
    game = pyspiel.load_game(name)

    def play() -> int:
        luck, decisions = Random(1), 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions = [card for card, _ in state.chance_outcomes()]
                else:
                    actions, decisions = state.legal_actions(), decisions + 1
                state.apply_action(actions[int(luck.random() * len(actions))])
        return decisions

    return timed(play)


# Many tables at once, beside the kernel of random play


def steps(name: str) -> Play:
    """Return a way to step many tables; the choice of actions is not counted, as it is the learner's."""
    tables, actions = batch(name, TABLES, seed=SEED), np.zeros(TABLES, np.int64)

    def play() -> tuple[int, float]:
        seconds = 0.0
        for _ in range(STEPS):
            tables.choose(actions)
            begin = time.process_time()
            tables.step(actions)
            seconds += time.process_time() - begin
        return TABLES * STEPS, seconds

    return play


def kernel(name: str) -> Play:
    """Return a way to play at random by the compiled rulebook, on one core."""
    return timed(lambda: simulate(GAMES[name], KERNEL_MATCHES[name], seed=SEED, threads=1).decisions)


def simulated(threads: int) -> Play:
    """Return a way to let the players of Figgie play in bulk, timed by the clock on the wall."""

    def play() -> tuple[int, float]:
        begin = time.perf_counter()
        result = simulate(GAMES["figgie"], FIGGIE_MATCHES, players=FIGGIE_PLAYERS, seed=SEED, threads=threads)
        return result.decisions, time.perf_counter() - begin

    return play


ROWS: tuple[tuple[str, str, str, float | None], ...] = (
    ("PettingZoo: wizard / leduc_holdem", "wizard_v0", "leduc_holdem_v4", None),
    ("PettingZoo: duel / leduc_holdem", "duel_v0", "leduc_holdem_v4", None),
    ("PettingZoo: figgie / leduc_holdem", "figgie_v0", "leduc_holdem_v4", None),
    ("Gymnasium: Wizard-v0, own decisions / PettingZoo wizard", "Wizard-v0", "wizard_v0", None),
    ("OpenSpiel: a deal of Wizard / oh_hell from Python", "overtrick_wizard", "oh_hell", None),
    ("OpenSpiel: the duel / oh_hell from Python", "overtrick_duel", "oh_hell", None),
    ("Batch of tables: wizard / compiled kernel", "wizard batch", "wizard kernel", 0.5),
    ("Batch of tables: figgie / compiled kernel", "figgie batch", "figgie kernel", 0.5),
    ("Batch of tables: duel / compiled kernel", "duel batch", "duel kernel", 0.5),
    ("Simulate: four players of Figgie, two cores / one", "two cores", "one core", None),
)


def plays() -> dict[str, Play | None]:
    """Return every way to play by name."""
    return {
        "wizard_v0": aec(wizard_v0.env, 3),
        "duel_v0": aec(duel_v0.env, 80),
        "figgie_v0": aec(figgie_v0.env, 10),
        "leduc_holdem_v4": leduc(300),
        "Wizard-v0": seat("Wizard-v0", 5),
        "overtrick_wizard": spiel("overtrick_wizard(players=4,cards=8)", 20),
        "overtrick_duel": spiel("overtrick_duel", 40),
        "oh_hell": spiel("oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=8)", 400),
        **{f"{name} batch": steps(name) for name in KERNEL_MATCHES},
        **{f"{name} kernel": kernel(name) for name in KERNEL_MATCHES},
        "two cores": simulated(2),
        "one core": simulated(1),
    }


def measure() -> list[Row]:
    """Return the table, from the best of all repetitions of every rate."""
    ways = plays()
    best: dict[str, float] = {}
    for repetition in range(REPETITIONS + 1):
        for name, play in ways.items():
            if play is not None:
                decisions, seconds = play()
                if repetition:  # the first one compiles and fills caches
                    best[name] = max(best.get(name, 0.0), decisions / seconds)
    return [Row(what, best[ours], best.get(peer), target) for what, ours, peer, target in ROWS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    lines = measure()
    if parser.parse_args().json:
        print(json.dumps([line.to_json() for line in lines], indent=2))
        return
    print(f"Thousand decisions per second, best of {REPETITIONS}; ratio is ours / peer")
    for line in lines:
        peer = "not here" if line.peer is None else f"{line.peer / 1000:.1f}"
        ratio = "" if line.peer is None else f"{line.ratio:.2f}"
        target = "" if line.target is None else f"{line.target:g}"
        print(f"{line.what:57}{line.ours / 1000:>10.1f}{peer:>10}{ratio:>8}{target:>8}".rstrip())


if __name__ == "__main__":
    main()
