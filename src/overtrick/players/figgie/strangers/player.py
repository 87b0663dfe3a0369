"""figgie:stranger@STYLE, one of the opponents that stand for those nobody has seen; without a style, any of them."""

from typing import TYPE_CHECKING

from overtrick.core.luck import draws
from overtrick.core.mistake import Mistake
from overtrick.players.figgie import seat as figgie_seat
from overtrick.players.figgie.strangers import stranger
from overtrick.players.figgie.strangers.styles import NAMES, constants

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser


def read_setting(setting: str) -> str:
    """Return the name of a style, or raise Mistake."""
    if setting not in NAMES:
        raise Mistake(f"{setting[:40]!r} is no style of figgie:stranger; allowed: {', '.join(NAMES)}")
    return setting


def player(hello: "Hello", setting: str = "") -> "Chooser":
    """Return the player."""
    style = setting or NAMES[draws(hello.seed.encode(), "style of a stranger", [len(NAMES)])[0]]
    return figgie_seat.sit(stranger, constants(read_setting(style)))
