"""Puzzles of Figgie: quotes that are clearly worth taking, and the best of them, by the exact odds of the goal suit."""

from collections.abc import Callable, Mapping

from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import FIRST_BID, FIRST_BUY, OK, PASS, check
from overtrick.games.options import Value
from overtrick.games.view import View
from overtrick.players.figgie.seat import Reader
from overtrick.puzzles.making import Judgement
from overtrick.review.figgie import price_of, suit_of, worth_of
from overtrick.review.judged import Cost

PLAYERS = (
    "figgie:trader",
    "figgie:bayes",
    "figgie:fundamentalist",
    "figgie:follower",
    "figgie:rules",
    "figgie:collector",
    "figgie:starter",
)
FINDERS = ("figgie:rules", "figgie:follower", "figgie:fundamentalist", "figgie:trader")
FEWEST_QUOTES = 3  # that could be taken
CLEAR = 2.0  # dollars that the answer is better at least, after the doubt of both judges


def table(kind: str, draw: Callable[[int], int]) -> tuple[tuple[str, ...], Mapping[str, Value]]:
    """Return who plays, and the options: turn by turn, as a position must stand still."""
    return tuple(PLAYERS[draw(len(PLAYERS))] for _ in range(4 + draw(2))), {"model": "turn"}


def takes(seen: View) -> list[int]:
    """Return the quotes that could be taken."""
    return [action for action in range(FIRST_BUY, FIRST_BID) if check(seen.row, seen.seat, action) == OK]


def asks(kind: str, seen: View) -> bool:
    """Return whether there are quotes to choose from."""
    return len(takes(seen)) >= FEWEST_QUOTES


def first_look(seen: View, seed: bytes) -> str | None:
    """Return the take that is clearly best; the odds are exact at the first look."""
    found = closer_look(seen, seed)
    return found.answer if found else None


def closer_look(seen: View, seed: bytes) -> Judgement | None:
    """Return what every take gains, by all deals that are possible."""
    worth = worth_of(seen, Reader())
    gains = {PASS: Cost(0.0)} | {action: worth.gain(action, price_of(seen, action)) for action in takes(seen)}
    best = max(gains, key=lambda action: gains[action].value)
    if best == PASS:
        return None
    ahead = [
        (gains[best].value - gain.value, (gains[best].half or 0.0) + (gain.half or 0.0))
        for action, gain in gains.items()
        if action != best
    ]
    margin, half = min(ahead, key=lambda one: one[0] - one[1])
    if margin - half < CLEAR:
        return None
    choices = {
        figgie.name(seen.row, action): (
            round(gain.value, 1),
            None if action == PASS else round(worth.goals[suit_of(action)], 3),
        )
        for action, gain in gains.items()
    }
    return Judgement(figgie.name(seen.row, best), choices, margin, half)
