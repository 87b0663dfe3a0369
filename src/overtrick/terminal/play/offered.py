"""What a person can choose from at a moment of a game, or how to go on after it."""

from dataclasses import replace

from overtrick.scenes.scene import OFFERED
from overtrick.terminal.choices import Asking, Choice, Rows
from overtrick.terminal.tables.screen import screen_of


def offered(asking: Asking, stage: str) -> Rows:
    """Return rows of choices; the stage is over, ended, mine or theirs."""
    if stage == "over":
        # The pad comes first: one Enter too many at the end shall not sweep the table.
        return [[Choice("pad", " score pad "), Choice("again", " new game "), Choice("leave", " leave ")]]
    if stage == "ended":
        return [[Choice("go on", " next round ")]]
    if stage != "mine":
        quiet = {name: value for name, value in asking.moment.items() if name not in OFFERED}
        asking = replace(asking, moment=quiet)
    return screen_of(asking.scene["game"]).choices(asking)
