"""Puzzles of the duel, by its exact table: cards that take more tricks than all others with perfect play."""

from collections.abc import Callable, Mapping

from overtrick.games.duel.rulebook import CARD_NAMES, legal
from overtrick.games.options import Value
from overtrick.games.tricks import CARDS, TRICKS
from overtrick.games.view import View
from overtrick.players.duel.table import finals, known
from overtrick.puzzles.making import Judgement

PLAYERS = ("duel:easy", "duel:medium", "duel:hard", "duel:perfect")
FINDERS = ("duel:first", "duel:random", "duel:greedy")
FEWEST_CHOICES, FEWEST_LEFT = 3, 3


def table(kind: str, draw: Callable[[int], int]) -> tuple[tuple[str, ...], Mapping[str, Value]]:
    """Return who plays, and the options."""
    return tuple(PLAYERS[draw(len(PLAYERS))] for _ in range(2)), {}


def asks(kind: str, seen: View) -> bool:
    """Return whether there is something to think about."""
    return len(legal(seen.row)) >= FEWEST_CHOICES and seen.row[CARDS] - seen.row[TRICKS] >= FEWEST_LEFT


def first_look(seen: View, seed: bytes) -> str | None:
    """Return the only card that takes most tricks; the table is exact at the first look."""
    worth = finals(known(seen.row, seen.seat))
    best = [card for card, tricks in worth.items() if tricks == max(worth.values())]
    return CARD_NAMES[best[0]] if len(best) == 1 else None


def closer_look(seen: View, seed: bytes) -> Judgement | None:
    """Return what every card is worth, exactly."""
    answer = first_look(seen, seed)
    if answer is None:
        return None
    worth = {CARD_NAMES[card]: float(tricks) for card, tricks in finals(known(seen.row, seen.seat)).items()}
    margin = worth[answer] - max(tricks for name, tricks in worth.items() if name != answer)
    return Judgement(answer, {name: (tricks, None) for name, tricks in worth.items()}, margin, 0.0)
