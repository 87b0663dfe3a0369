"""Weights as tables that people can read: comma-separated, habits below each other, signs of the table side by side."""

import csv
from functools import cache
from importlib.resources import files
from pathlib import Path

from overtrick.core.mistake import Mistake
from overtrick.players.figgie.habits import HABITS, WORDS
from overtrick.players.figgie.signs import SIGN_WORDS, SIGNS, WEIGHTS

Weights = tuple[float, ...]


@cache
def weights_of(model: str) -> Weights:
    """Return the weights that we ship for a model; in a live market those of the turn model trade."""
    return read(str(files(__package__) / f"{'turn' if model == 'live' else model}.csv"))


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


def write(weights: Weights, path: Path) -> None:
    """Keep weights in a file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["habit", *SIGN_WORDS])
        for habit, word in enumerate(WORDS):
            out.writerow([word, *map(told, weights[habit * SIGNS : (habit + 1) * SIGNS])])


def told(weight: float) -> str:
    """Return a weight as it stands in a file."""
    return f"{weight:.4g}"
