"""wizard:stranger@STYLE, one of the opponents that stand for those nobody has seen; without a style, any of them."""

from typing import TYPE_CHECKING

import numpy as np

from overtrick.compiled.twin import twin
from overtrick.core.luck import draws
from overtrick.core.mistake import Mistake
from overtrick.games.view import View
from overtrick.players.wizard.strangers import stranger
from overtrick.players.wizard.strangers.networks import minds
from overtrick.players.wizard.strangers.styles import NAMES, STYLES, constants

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser


def read_setting(setting: str) -> str:
    """Return the name of a style, or raise Mistake."""
    if setting not in NAMES:
        raise Mistake(f"{setting[:40]!r} is no style of wizard:stranger; allowed: {', '.join(NAMES)}")
    return setting


def player(hello: "Hello", setting: str = "") -> "Chooser":
    """Return the player."""
    style = setting or NAMES[draws(hello.seed.encode(), "style of a stranger", [len(NAMES)])[0]]
    row, space = np.array(constants(STYLES[read_setting(style)])), minds()

    def choose(view: View) -> int:
        return int(twin(stranger).act(np.array(view.row, np.int64), view.seat, row, space))

    return choose
