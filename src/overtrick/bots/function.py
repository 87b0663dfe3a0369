"""Python files as bots, run inside our own process: quick, and only for code that you trust."""

import runpy
from pathlib import Path

from overtrick.bots.bot import Bot
from overtrick.games.view import View
from overtrick.mistake import Mistake


def function_bot(path: Path) -> Bot:
    """Return the bot of a file with a function ``choose(view)`` that returns the name of an action."""
    try:
        choose = runpy.run_path(str(path)).get("choose")
    except Exception as error:
        raise Mistake(f"{path} cannot be run: {_told(error)}") from error
    if not callable(choose):
        raise Mistake(f"{path} has no function choose(view)")

    def checked(view: View) -> int:
        try:
            answer = choose(view)
        except Exception as error:
            raise Mistake(f"{path} raised {_told(error)}") from error
        if not isinstance(answer, str):
            raise Mistake(f"{path} answered {answer!r}; allowed: the name of an action, such as {view.legal[0]!r}")
        return view.game.parse(view.row, answer)

    return checked


def _told(error: Exception) -> str:
    """Return an exception on one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
