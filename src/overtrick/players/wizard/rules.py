"""wizard:rules, which counts unseen cards: the odds of each card by a formula, then the best expected score."""

import threading
from typing import TYPE_CHECKING

import numpy as np

from overtrick.compiled.twin import twin
from overtrick.core.mistake import Mistake
from overtrick.games.view import View
from overtrick.players.wizard import formula as wizard_formula
from overtrick.players.wizard.sight import SIGHTS
from overtrick.players.wizard.tuning import TUNING

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser


def player(hello: "Hello", setting: str = "") -> "Chooser":
    """Return the player; it needs no luck and no memory."""
    if setting:
        raise Mistake(f"wizard:rules takes no setting, but @{setting} is given")
    return choose


def choose(view: View) -> int:
    """Return the action that promises most."""
    row = np.array(view.row, np.int64)
    return int(twin(wizard_formula).choose(row, SPACE.sight, TUNING, SPACE.odds, SPACE.mass))


class Space(threading.local):
    """Working space, one for each thread: compiled functions run beside each other."""

    def __init__(self) -> None:
        self.sight, self.odds, self.mass = np.zeros(SIGHTS, np.int64), np.zeros(SIGHTS), np.zeros(SIGHTS)


SPACE = Space()
