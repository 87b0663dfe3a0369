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
from benchmarks.empty_environments import empty_arena
from benchmarks.row import Row

import overtrick.adapters.gymnasium
import overtrick.adapters.openspiel  # noqa: F401
from overtrick.adapters import episode
from overtrick.adapters.batch import batch
from overtrick.adapters.pettingzoo import duel_v0, figgie_v0, wizard_v0
from overtrick.compiled import playing
from overtrick.compiled.minds import kinds_of
from overtrick.compiled.simulate import CHUNK, simulate, states
from overtrick.compiled.twin import twin
from overtrick.games import GAMES
from overtrick.games.contract import deal_count, settled, usual_seats
from overtrick.games.face import face_of

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
            begin = time.thread_time()
            tables.step(actions)
            seconds += time.thread_time() - begin
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
    ("PettingZoo: wizard / an empty environment", "wizard_v0", "empty wizard_v0", 0.8),
    ("PettingZoo: duel / an empty environment", "duel_v0", "empty duel_v0", 0.8),
    ("PettingZoo: figgie / an empty environment", "figgie_v0", "empty figgie_v0", 0.8),
    ("PettingZoo: wizard / leduc_holdem", "wizard_v0", "leduc_holdem_v4", None),
    ("Gymnasium: Wizard-v0 / an empty environment", "Wizard-v0", "empty Wizard-v0", 0.8),
    ("Gymnasium: Duel-v0 / an empty environment", "Duel-v0", "empty Duel-v0", 0.8),
    ("Gymnasium: Figgie-v0 / an empty environment", "Figgie-v0", "empty Figgie-v0", 0.8),
    ("OpenSpiel: a deal of Wizard / oh_hell from Python", "overtrick_wizard", "oh_hell", 0.5),
    ("OpenSpiel: the duel / oh_hell from Python", "overtrick_duel", "oh_hell", 0.5),
    ("OpenSpiel: Figgie / oh_hell from Python", "overtrick_figgie", "oh_hell", 0.5),
    ("Batch of tables: wizard / compiled kernel", "wizard batch", "wizard kernel", None),
    ("Batch of tables: figgie / compiled kernel", "figgie batch", "figgie kernel", None),
    ("Batch of tables: duel / compiled kernel", "duel batch", "duel kernel", None),
    ("Simulate: wizard:rules / the compiled loop itself", "wizard players", "wizard loop", 0.9),
    ("Simulate: duel:greedy / the compiled loop itself", "duel players", "duel loop", 0.9),
    ("Simulate: players of Figgie / the compiled loop itself", "figgie players", "figgie loop", 0.9),
    ("Simulate: four players of Figgie, two cores / one", "two cores", "one core", None),
)
ABOVE = 30e-9  # seconds that a step of a batch may take longer than a decision of the kernel
PLAYERS = {"wizard": ["rules"], "duel": ["greedy"], "figgie": FIGGIE_PLAYERS}
MATCHES = {"wizard": CHUNK // 2, "duel": 16 * CHUNK, "figgie": CHUNK // 4}


def by_name(name: str) -> Play:
    """Return a way to simulate named players, on one core."""
    settings: Any = {"players": PLAYERS[name], "seed": SEED, "threads": 1}
    return timed(lambda: simulate(GAMES[name], MATCHES[name], **settings).decisions)


def loop(name: str) -> Play:
    """Return a way to call the compiled loop of named players alone, on arrays that are there already."""
    game: Any = GAMES[name]
    minds = face_of(game).part("minds")
    kernel, arguments = twin(playing, game=game, minds=minds), prepared(game, minds, PLAYERS[name], MATCHES[name])
    return timed(lambda: int(kernel.play_many(*arguments)))


def prepared(game: Any, minds: Any, players: list[str], matches: int) -> tuple[Any, ...]:
    """Return the arguments of the compiled loop."""
    seats = usual_seats(game)
    options = settled(game, seats, {})
    rules = np.array(game.rules(seats, options))
    kinds = kinds_of(game, players * (seats // len(players))) or []
    deals = deal_count(game, rules.tolist())
    return (
        rules,
        np.array(game.bounds(rules.tolist())),
        np.zeros((deals, game.WIDTH), np.int64),
        np.array(list(game.KEPT.values()), np.int64),
        np.array(kinds, np.int64),
        states(SEED, "cards", matches),
        states(SEED, "choices", matches),
        minds.new_desk(options, kinds),
        np.zeros(2, np.int64),
        np.zeros((matches, seats), np.int64),
        np.zeros((matches, len(game.KEPT), deals, seats), np.int16),
        np.zeros(matches, np.int64),
        np.full((matches, 0, 1), -1, np.int32),
    )


def plays() -> dict[str, Play | None]:
    """Return every way to play by name."""
    return {
        "wizard_v0": aec(wizard_v0.env, 3),
        "empty wizard_v0": aec(lambda: empty_arena(wizard_v0.env(), 540), 3),
        "duel_v0": aec(duel_v0.env, 80),
        "empty duel_v0": aec(lambda: empty_arena(duel_v0.env(), 20), 80),
        "figgie_v0": aec(figgie_v0.env, 10),
        "empty figgie_v0": aec(lambda: empty_arena(figgie_v0.env(), 200), 10),
        "leduc_holdem_v4": leduc(300),
        "Wizard-v0": seat(ours("Wizard-v0"), 40),
        "empty Wizard-v0": seat(empty("Wizard-v0", 135), 40),
        "Duel-v0": seat(ours("Duel-v0"), 540),
        "empty Duel-v0": seat(empty("Duel-v0", 10), 540),
        "Figgie-v0": seat(ours("Figgie-v0"), 108),
        "empty Figgie-v0": seat(empty("Figgie-v0", 50), 108),
        "overtrick_wizard": spiel("overtrick_wizard(players=4,cards=8)", 200),  # as long as oh_hell takes
        "overtrick_duel": spiel("overtrick_duel", 360),
        "overtrick_figgie": spiel("overtrick_figgie", 36),
        "oh_hell": spiel("oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=8)", 400),
        **{f"{name} batch": steps(name) for name in KERNEL_MATCHES},
        **{f"{name} kernel": kernel(name) for name in KERNEL_MATCHES},
        **{f"{name} players": by_name(name) for name in PLAYERS},
        **{f"{name} loop": loop(name) for name in PLAYERS},
        "two cores": simulated(2),
        "one core": simulated(1),
    }


def measure() -> list[Row]:
    """Return the table, from the best of all repetitions of every rate."""
    episode.HOT = 0  # compile as soon as can be, instead of after some thousand decisions
    ways = plays()
    best: dict[str, float] = {}
    for repetition in range(REPETITIONS + 1):
        for name, play in ways.items():
            if play is not None:
                decisions, seconds = play()
                if repetition:  # the first one compiles and fills caches
                    best[name] = max(best.get(name, 0.0), decisions / seconds)
    rows = [Row(what, best[own], best.get(peer), target) for what, own, peer, target in ROWS]
    for name in KERNEL_MATCHES:  # what a batch may take longer is a time; here it is a ratio
        allowed = 1 / (1 / best[f"{name} kernel"] + ABOVE)
        rows.append(Row(f"Batch of tables: {name} / kernel and 30 ns a step", best[f"{name} batch"], allowed, 1.0))
    return rows


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
