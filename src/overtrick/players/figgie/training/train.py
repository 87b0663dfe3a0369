"""Training figgie:trader for a model, as ``overtrick train`` wants it."""

from collections.abc import Callable, Mapping

import numpy as np

from overtrick.core.intervals import PLUS_MINUS
from overtrick.core.mistake import Mistake
from overtrick.games.contract import settled, usual_seats
from overtrick.games.figgie import rulebook as figgie
from overtrick.players.figgie.minds import NAMES, TRADER
from overtrick.players.figgie.trader.weights.files import Taught, write
from overtrick.players.figgie.training.rounds import evolve
from overtrick.players.figgie.training.tables import Hall

__all__ = ["MATCHES", "measured", "task", "train", "write"]

MATCHES = 1_750_000
OLD = ("follower", "fundamentalist", "bayes")


def task(seats: int | None, options: Mapping[str, object]) -> str:
    """Return the model that shall be trained for."""
    if seats is not None:
        raise Mistake(f"weights serve four and five seats; allowed: to train without --seats {seats}")
    return str(settled(figgie, usual_seats(figgie), options)["model"])


def train(model: str, matches: int, seed: bytes, progress: Callable[[int], object]) -> Taught:
    """Return what was learnt from some matches; the same seed gives the same."""
    return evolve(model, matches, seed, progress)


def measured(model: str, taught: Taught, blocks: int, seed: bytes) -> str:
    """Return a line about what it wins from our older players."""
    kinds = [TRADER, *(NAMES.index(name) + 1 for name in OLD)]
    won = Hall(model, np.array([taught.weights]), network=taught.network).block(kinds, seed, blocks)[:, 0]
    error = 1.96 * won.std(ddof=1) / np.sqrt(blocks)
    mean = f"{won.mean():+.0f} ± {error:.0f} dollars a game"
    return f"with {', '.join(OLD)}: {mean}, over {blocks} blocks; {PLUS_MINUS}"
