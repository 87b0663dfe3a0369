"""What our strong players know that people may ask for: hints, exact odds, and a review after the match.

All of it may take its time, so referees ask for it in threads of their own.
"""

import traceback
from collections.abc import Callable
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.games.view import View
from overtrick.match.record import Record
from overtrick.match.regret import judge_of
from overtrick.scenes.learning import odds as odds_of

Message = dict[str, Any]


def hint(seen: View, step: int) -> Message:
    """Return what the strong player would do and why, or why there is no answer."""
    from overtrick.players.explain import explain_in_words

    return answered(lambda: {"hint": explain_in_words(seen).data(), "step": step}, step)


def odds(seen: View, step: int) -> Message:
    """Return the exact odds of what is hidden, from what a seat knows."""
    return answered(lambda: {"odds": odds_of(seen), "step": step}, step)


def review(record: Record) -> Message:
    """Return what perfect play would have brought, and the plays that gave something away; None if nobody knows."""
    try:
        return {"review": judge_of(record.match.game).regret(record).data()}
    except Mistake:  # nobody has solved the game with these options
        return {"review": None}


def answered(find: Callable[[], Message], step: int) -> Message:
    """Return an answer, or that there is none: a fault of ours must not leave anybody waiting."""
    try:
        return find()
    except Mistake as mistake:
        return {"refused": str(mistake), "step": step}
    except Exception:
        traceback.print_exc()
        return {"refused": "the strong player has no answer to this", "step": step}
