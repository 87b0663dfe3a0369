"""What our strong players know that people may ask for: hints, exact odds, and a review after the match.

All of it may take its time, so referees ask for it in threads of their own.
"""

import traceback
from collections.abc import Callable
from typing import Any

from overtrick.arena.people.ratings import SPREAD, Rating, rated
from overtrick.core.mistake import Mistake
from overtrick.games.view import View
from overtrick.match.record import Record
from overtrick.match.regret import judge_of
from overtrick.scenes.learning import odds as odds_of
from overtrick.web.referees.store import TableStore, ended_seats
from overtrick.web.referees.table import Table

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


def result(store: TableStore, table: Table, seat: int, wanted: Message) -> Message:
    """Return how a match ended for a seat, and its rating then; a guest is rated from what the browser has kept."""
    game, ended = table.sitting.match.game, ended_seats(table.sitting, table.setting)
    mine, counts = ended[seat], table.setting.counts
    before = store.ratings_before(game, ended)
    if not mine.account:
        before[seat] = Rating(_number(wanted, "mean", 0, 5000), _number(wanted, "spread", 1, 2 * SPREAD))
        after = rated(before, [one.place for one in ended])[seat] if counts else before[seat]
    else:
        after = before[seat]  # the match is kept already
    return {
        "table": table.name,
        "game": game,
        "place": mine.place,
        "seats": len(ended),
        "points": mine.points,
        "others": [one.name for one in ended if one is not mine],
        "counts": counts,
        "kept": bool(mine.account),
        "mean": round(after.mean, 2),
        "spread": round(after.spread, 2),
        "facts": mine.facts,
    }


def _number(wanted: Message, name: str, low: float, high: float) -> float:
    value = wanted.get(name)
    if isinstance(value, (int, float)) and low <= value <= high:  # which what is no number is not
        return float(value)
    raise Mistake(f"a rating has a {name}; allowed: {low:g} to {high:g}")


def answered(find: Callable[[], Message], step: int) -> Message:
    """Return an answer, or that there is none: a fault of ours must not leave anybody waiting."""
    try:
        return find()
    except Mistake as mistake:
        return {"refused": str(mistake), "step": step}
    except Exception:
        traceback.print_exc()
        return {"refused": "the strong player has no answer to this", "step": step}
