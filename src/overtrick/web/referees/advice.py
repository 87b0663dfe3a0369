"""What our strong players know that people may ask for: hints, exact odds, and a review after the match.

All of it may take its time, so referees ask for it in threads of their own.
"""

import traceback
from collections.abc import Callable
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.games.figgie.rulebook import SUIT_WORDS
from overtrick.games.view import View
from overtrick.match.record import Record

Message = dict[str, Any]


def hint(seen: View, step: int) -> Message:
    """Return what the strong player would do and why, or why there is no answer."""
    from overtrick.players.explain import explain_in_words

    return answered(lambda: {"hint": explain_in_words(seen).data(), "step": step}, step)


def odds(seen: View, step: int) -> Message:
    """Return the exact odds of each suit of Figgie to be the goal, from what a seat knows."""
    from overtrick.players.figgie.seat import knowledge

    return answered(lambda: {"odds": dict(zip(SUIT_WORDS, knowledge(seen).goals, strict=True)), "step": step}, step)


def review(record: Record) -> Message:
    """Return what perfect play would have brought in a duel, and the plays that lost tricks; None if nobody knows."""
    from overtrick.players.duel.regret import regret

    try:
        return {"review": regret(record).data()}
    except Mistake:  # the table of perfect play does not know these options
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
