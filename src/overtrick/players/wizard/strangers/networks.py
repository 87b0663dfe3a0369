"""The networks of strangers, which were trained apart from those of the strong players."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.games.wizard.rulebook import SEATS
from overtrick.players.wizard.net.brain import desk
from overtrick.players.wizard.net.features import ROWS
from overtrick.players.wizard.strangers.styles import NETWORKS
from overtrick.players.wizard.tuning import TUNING

FOLDER = Path(__file__).parent / "weights"
UNITS = 48  # of the largest; units that a network has not get weights of 0


@cache
def networks() -> NDArray[np.float32]:
    """Return the weights by network and seats."""
    weights = np.zeros((len(NETWORKS), len(SEATS), ROWS, UNITS), np.float32)
    for index, name in enumerate(NETWORKS):
        for place, seats in enumerate(SEATS):
            file = FOLDER / f"{name}-{seats}.npz"
            with np.load(file if file.exists() else FOLDER / f"{name}.npz", allow_pickle=False) as arrays:
                rows, units = arrays["brain"].shape
                weights[index, place, :rows, :units] = arrays["brain"]
    return weights


def minds() -> Any:
    """Return all that a stranger thinks with: networks, the constants of the formula and working space of its own."""
    return networks(), TUNING, desk(UNITS)
