"""The compiled players of Wizard, for play in bulk."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from overtrick.games.contract import Row
from overtrick.games.wizard.rulebook import SEATS, STILL_IN
from overtrick.players.wizard.classic import classic_action
from overtrick.players.wizard.formula import choose as choose_by_formula
from overtrick.players.wizard.net.brain import choose as choose_by_net
from overtrick.players.wizard.net.brain import desk as net_desk
from overtrick.players.wizard.net.models import model_for
from overtrick.players.wizard.strangers.networks import minds
from overtrick.players.wizard.strangers.stranger import act
from overtrick.players.wizard.strangers.styles import STYLES, constants
from overtrick.players.wizard.tuning import TUNING

INLINE = False

NAMES = ("rules", "net", "classic", *(f"stranger@{style}" for style in STYLES))
BY_FORMULA, BY_NET, CLASSIC, STRANGER = 1, 2, 3, 4
FEWEST = 3  # seats; networks are kept for each number from there

Desk = Any  # the arrays that ``new_desk`` makes


def new_desk(options: Any, kinds: Any) -> Desk:
    """Return working space, the constants of the formula, the networks, and the styles and minds of strangers."""
    brains = np.array([model_for(seats).brain for seats in SEATS])
    return net_desk(), TUNING, brains, np.array([constants(style) for style in STYLES.values()]), minds()


def new_desks(options: Mapping[str, Any], kinds: Any, tables: int) -> Desk:
    """Return one desk for all tables: nothing on it is of a table."""
    return new_desk(options, kinds)


def desk_of(desks: Desk, index: int) -> Desk:
    """Return the desk of a table."""
    return desks


def begin(desk: Desk) -> None:
    """Remember nothing: the row says it all."""


def choose(row: Row, seat: int, kind: int, desk: Desk) -> int:
    """Return the action of the seat to move."""
    space, tuning, brains, styles, strange = desk
    if kind >= STRANGER:
        return act(row, seat, styles[kind - STRANGER], strange)
    if kind == CLASSIC:
        return classic_action(row, seat)
    if kind == BY_FORMULA:
        return choose_by_formula(row, space[0], tuning, space[5], space[6])
    return choose_by_net(row, brains[row[STILL_IN].bit_count() - FEWEST], space)


def note(row: Row, seat: int, action: int, desk: Desk) -> None:
    """Remember nothing: the row says it all."""
