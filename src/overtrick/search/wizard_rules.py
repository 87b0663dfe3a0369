"""wizard:rules, which counts unseen cards: the odds of each card by a formula, then the best expected score."""

import threading
from typing import TYPE_CHECKING

import numpy as np

from overtrick.games.view import View
from overtrick.games.wizard import STILL_IN
from overtrick.mistake import Mistake
from overtrick.search import wizard_formula
from overtrick.search.compiled import twin
from overtrick.search.wizard_selfplay import FEWEST
from overtrick.search.wizard_sight import SIGHTS
from overtrick.search.wizard_tuning import TUNING

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
    tuning = TUNING[view.row[STILL_IN].bit_count() - FEWEST]
    return int(twin(wizard_formula).choose(row, SPACE.sight, tuning, SPACE.odds, SPACE.mass))


class Space(threading.local):
    """Working space, one for each thread: compiled functions run beside each other."""

    def __init__(self) -> None:
        self.sight, self.odds, self.mass = np.zeros(SIGHTS, np.int64), np.zeros(SIGHTS), np.zeros(SIGHTS)


SPACE = Space()
