"""Fitting the network that reads the others: it learns to give the goal suit the highest odds, by Adam."""

import numpy as np
from numpy.typing import NDArray

from overtrick.games.figgie.rulebook import SUITS
from overtrick.players.figgie.trader.reading import (
    ACTS,
    FIRST,
    LATE,
    NETWORK,
    OF_SUITS,
    OF_TABLE,
    OTHERS,
    SEAT,
    SEAT_WIDTH,
    SECOND,
    SUIT,
    TABLE,
)
from overtrick.players.figgie.training.lessons import Lessons

Array = NDArray[np.float32]

EPOCHS, BATCH, RATE = 8, 512, 0.003
MEAN, SQUARE, TINY = 0.9, 0.999, 1e-7  # of Adam: how much of the past is kept, and what keeps it from dividing by 0
SHAPES = ((3 * ACTS + SEAT + 1, FIRST), (FIRST, SECOND), (3 * SUIT + TABLE, SECOND), (SECOND,))
"""The parts of the network in the order of its row: first layer, what joins it to the second, second layer, the end."""
MATES = [1, 0, 3, 2]


def first_inputs(seen: Array) -> Array:
    """Return what the first layer looks at, by line, other seat and suit."""
    seats = seen[:, :OF_SUITS].reshape(-1, OTHERS, SEAT_WIDTH)
    acts, about = seats[:, :, : SUITS * ACTS].reshape(-1, OTHERS, SUITS, ACTS), seats[:, :, SUITS * ACTS :]
    late = seen[:, None, LATE, None] * about[:, :, :1]  # nothing of a seat that is not there
    whole = np.concatenate([acts.sum(axis=2), about, late], axis=2)
    spread = np.broadcast_to(whole[:, :, None], (*acts.shape[:3], whole.shape[-1]))
    return np.concatenate([acts, acts[:, :, MATES], spread], axis=3)


def second_inputs(seen: Array) -> Array:
    """Return what the second layer looks at besides, by line and suit."""
    suits = seen[:, OF_SUITS:OF_TABLE].reshape(-1, SUITS, SUIT)
    whole = np.concatenate([suits.sum(axis=1), seen[:, OF_TABLE:]], axis=1)
    spread = np.broadcast_to(whole[:, None], (len(seen), SUITS, whole.shape[-1]))
    return np.concatenate([suits, suits[:, MATES], spread], axis=2)


def exact(seen: Array) -> Array:
    """Return the logarithm of the exact odds of each suit, as the network saw them."""
    return 2.0 * seen[:, OF_SUITS:OF_TABLE].reshape(-1, SUITS, SUIT)[:, :, 0]


def forward(parts: list[Array], first: Array, second: Array, known: Array) -> tuple[Array, Array, Array, Array]:
    """Return the units of the first layer, their sums, the units of the second layer and the odds of the suits."""
    units = np.maximum(first @ parts[0], 0)
    joined = units.sum(axis=1)
    after = np.maximum(joined @ parts[1] + second @ parts[2], 0)
    scores = after @ parts[3] + known
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return units, joined, after, odds / odds.sum(axis=1, keepdims=True)


def slopes(parts: list[Array], seen: Array, goals: NDArray[np.int64]) -> list[Array]:
    """Return how the mean surprise about the goals changes with each number of the network."""
    first, second = first_inputs(seen), second_inputs(seen)
    units, joined, after, odds = forward(parts, first, second, exact(seen))
    wrong = odds
    wrong[np.arange(len(goals)), goals] -= 1
    wrong /= len(goals)
    back = wrong[:, :, None] * parts[3] * (after > 0)
    flat = back.reshape(-1, SECOND)
    further = (back @ parts[1].T)[:, None] * (units > 0)
    return [
        first.reshape(-1, first.shape[-1]).T @ further.reshape(-1, FIRST),
        joined.reshape(-1, FIRST).T @ flat,
        second.reshape(-1, second.shape[-1]).T @ flat,
        np.einsum("ls,lsu->u", wrong, after),
    ]


def surprise(network: tuple[float, ...], lessons: Lessons) -> float:
    """Return the mean surprise about the goals; 1.386 where nothing is known."""
    ends = np.cumsum([int(np.prod(shape)) for shape in SHAPES])[:-1]
    rows = np.split(np.array(network, np.float32), ends)
    parts = [row.reshape(shape) for row, shape in zip(rows, SHAPES, strict=True)]
    odds = forward(parts, first_inputs(lessons.seen), second_inputs(lessons.seen), exact(lessons.seen))[3]
    return float(-np.log(odds[np.arange(len(odds)), lessons.goals] + TINY).mean())


def fit(lessons: Lessons, seed: bytes) -> tuple[float, ...]:
    """Return a network that was fitted to lessons from nothing; the same seed gives the same on the same machine."""
    luck = np.random.default_rng(list(seed))
    parts = [luck.normal(size=shape) / np.sqrt(shape[0]) for shape in SHAPES]
    parts = [part.astype(np.float32) for part in parts]
    means, squares = ([np.zeros_like(part) for part in parts] for _ in range(2))
    steps = EPOCHS * len(lessons.goals) // BATCH
    for step in range(steps):
        some = luck.integers(len(lessons.goals), size=BATCH)
        rate = RATE * (1 - step / steps)
        for place, slope in enumerate(slopes(parts, lessons.seen[some], lessons.goals[some])):
            means[place] += (1 - MEAN) * (slope - means[place])
            squares[place] += (1 - SQUARE) * (slope**2 - squares[place])
            mean, square = means[place] / (1 - MEAN ** (step + 1)), squares[place] / (1 - SQUARE ** (step + 1))
            parts[place] -= rate * mean / (np.sqrt(square) + TINY)
    network = np.concatenate([part.ravel() for part in parts]).astype(np.float16)  # as it stands in a file
    assert len(network) == NETWORK
    return tuple(network.astype(np.float64).tolist())
