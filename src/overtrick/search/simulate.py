"""Simulation: many matches of random play at native speed, returned as arrays."""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from types import ModuleType
from typing import cast

import numpy as np
from numpy.typing import NDArray

from overtrick import luck
from overtrick.games.contract import Game, settled, usual_seats
from overtrick.mistake import Mistake
from overtrick.search import bulk
from overtrick.search.compiled import twin

CHUNK = 1024  # matches that share a generator, whatever the number of threads


@dataclass(frozen=True)
class Simulation:
    """Scores by match and seat, and what the game keeps (such as bids and tricks) by match, deal and seat."""

    scores: NDArray[np.int64]
    kept: Mapping[str, NDArray[np.int16]]
    decisions: int


def simulate(
    game: Game,
    matches: int,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: bytes | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play matches at random on all cores; the same seed gives the same arrays on any number of threads.

    ``progress`` is told how many more matches are done.
    """
    if matches < 0 or (threads is not None and threads < 1):
        raise Mistake(f"matches is {matches} and threads is {threads}; allowed: 0 or more, and 1 or more")
    seats = usual_seats(game) if seats is None else seats
    rules = np.array(game.rules(seats, settled(game, seats, options or {})))
    scores = np.zeros((matches, seats), np.int64)
    kept = np.zeros((matches, len(game.KEPT), len(rules) - game.WIDTH, seats), np.int16)
    secret = luck.new_seed() if seed is None else seed
    kernel = twin(bulk, game=cast(ModuleType, game))

    def play_chunk(first: int) -> tuple[int, int]:
        own = slice(first, first + CHUNK)
        decisions = kernel.play_many(
            rules,
            np.array(game.bounds(list(rules))),
            np.zeros((len(rules) - game.WIDTH, game.WIDTH), np.int64),
            np.array(list(game.KEPT.values()), np.int64),
            luck.fresh_state(secret, f"simulate/{first // CHUNK}"),
            scores[own],
            kept[own],
        )
        return len(scores[own]), int(decisions)

    decisions = 0
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for done in as_completed([pool.submit(play_chunk, first) for first in range(0, matches, CHUNK)]):
            played, made = done.result()
            decisions += made
            if progress is not None:
                progress(played)
    return Simulation(scores, {name: kept[:, index] for index, name in enumerate(game.KEPT)}, decisions)
