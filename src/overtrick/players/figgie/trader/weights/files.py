"""What figgie:trader was taught: weights, as tables that people can read, and the network that reads the others.

Weights are comma-separated, habits below each other, signs of the table side by side. The network lies beside them, in
half precision: what is lost is less than what training leaves to luck.
"""

import csv
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np

from overtrick.core.mistake import Mistake
from overtrick.players.figgie.habits import HABITS, WORDS
from overtrick.players.figgie.trader.reading import NETWORK
from overtrick.players.figgie.trader.signs import SIGN_WORDS, SIGNS, WEIGHTS

Weights = tuple[float, ...]
NETWORKS = ".npz"


class Taught(NamedTuple):
    """What is taught to a trader."""

    weights: Weights
    network: Weights


@cache
def weights_of(model: str) -> Weights:
    """Return the weights that we ship for a model; a live market is traded by those of the turn model."""
    return read(str(files(__package__) / f"{learnt(model)}.csv"))


@cache
def network_of(model: str) -> Weights:
    """Return the network that we ship for a model."""
    return read_network(Path(str(files(__package__) / f"{learnt(model)}{NETWORKS}")))


def learnt(model: str) -> str:
    """Return the model that one has learnt who plays a model."""
    return "turn" if model == "live" else model


def read(path: str) -> Weights:
    """Return the weights in a file."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    try:
        weights = tuple(float(cell) for row in rows for cell in row[1:])
    except ValueError as error:
        raise Mistake(f"{path} has no weights of figgie:trader: {error}") from None
    if [row[0] for row in rows] != list(WORDS) or len(weights) != WEIGHTS:
        raise Mistake(f"{path} has other rows or columns; allowed: {HABITS} habits with {SIGNS} numbers each")
    return weights


def write(taught: Taught, path: Path) -> None:
    """Keep what was taught: the weights in a file, the network beside it."""
    write_weights(taught.weights, path)
    with path.with_suffix(NETWORKS).open("wb") as out:
        np.savez_compressed(out, network=np.array(taught.network, np.float16))


def write_weights(weights: Weights, path: Path) -> None:
    """Keep weights in a file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["habit", *SIGN_WORDS])
        for habit, word in enumerate(WORDS):
            out.writerow([word, *map(told, weights[habit * SIGNS : (habit + 1) * SIGNS])])


def told(weight: float) -> str:
    """Return a weight as the table shows it."""
    return f"{weight:.4g}"


def read_network(path: Path) -> Weights:
    """Return the network in a file."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            network = tuple(arrays["network"].astype(np.float64).tolist())
    except (OSError, KeyError, ValueError) as error:
        raise Mistake(f"{path} holds no network of Figgie: {error}; make one with: overtrick train figgie") from None
    if len(network) != NETWORK:
        raise Mistake(f"{path} was made to look at other things; make it again with: overtrick train figgie")
    return network
