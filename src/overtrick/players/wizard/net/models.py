"""The trained networks of Wizard, one small file for each number of seats still in, loaded when needed."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.core.mistake import Mistake
from overtrick.games.wizard.rulebook import MAX_CARDS, SEATS
from overtrick.players.wizard.net.features import HIDDEN, ROWS
from overtrick.players.wizard.unseen import GUESSES

FOLDER = Path(__file__).parent / "weights"
NET_SHAPE, GUESS_SHAPE = (ROWS, HIDDEN), (MAX_CARDS + 1, GUESSES)


class Model(NamedTuple):
    """The weights of the networks, and the table that guesses bids from hands."""

    brain: NDArray[np.float32]
    guess: NDArray[np.float64]


def shipped(seats: int) -> Path:
    """Return the file of our own networks for a number of seats."""
    return FOLDER / f"wizard-{seats}.npz"


def write(model: Model, file: Path) -> None:
    """Write a model to a file, in half precision: what is lost is less than what training leaves to luck."""
    with file.open("wb") as out:
        np.savez_compressed(out, brain=model.brain.astype(np.float16), guess=model.guess.astype(np.float16))


def read(file: Path) -> Model:
    """Return the model of a file, or raise Mistake if it holds none that fits."""
    try:
        with np.load(file, allow_pickle=False) as arrays:
            model = Model(arrays["brain"].astype(np.float32), arrays["guess"].astype(np.float64))
    except (OSError, KeyError, ValueError) as error:
        raise Mistake(f"{file} holds no networks of Wizard: {error}; make some with: overtrick train wizard") from None
    if model.brain.shape != NET_SHAPE or model.guess.shape != GUESS_SHAPE:
        raise Mistake(f"{file} was made for other features; make it again with: overtrick train wizard")
    return model


@cache
def model_for(seats: int) -> Model:
    """Return the shipped model for a number of seats still in."""
    if seats not in SEATS:
        raise Mistake(f"there are networks for {SEATS[0]} to {SEATS[-1]} seats, not {seats}")
    return read(shipped(seats))
