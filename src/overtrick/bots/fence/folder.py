"""The folder of a bot: which of the files in it are the bot's."""

import os
from collections.abc import Iterator
from pathlib import Path

HIDDEN = (".", "__pycache__")  # how names begin that are no part of a bot
LEAGUE = "OVERTRICK_LEAGUE"
"""The variable that names what a command of a league is told: a folder within that of its bot, and no part of it."""
NOTES = "notes"
"""The folder in which such a command keeps what is for itself alone."""


def bot_files(folder: Path) -> Iterator[Path]:
    """Yield all but the hidden names in a folder one by one: somebody may name one that holds the whole machine.

    In the room of a league's command that is without what it is told and its notes, as the league itself sees it.
    """
    told = Path(os.environ.get(LEAGUE, os.devnull))
    for place, folders, names in os.walk(folder):
        apart = (told.name, NOTES) if Path(place).resolve() == told.parent else ()
        folders[:] = sorted(name for name in folders if not name.startswith(HIDDEN) and name not in apart)
        yield from (Path(place, name) for name in sorted(names) if not name.startswith(HIDDEN))
