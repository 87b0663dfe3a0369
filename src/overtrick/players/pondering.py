"""How long a player of ours seems to think at a table with people: longer where it is hard, and as its character is.

No match between programs asks for this, so none is slowed by it.
"""

from overtrick.bots.builtin import full_name, levels_of
from overtrick.core.mistake import Mistake
from overtrick.games.face import Level, face_of
from overtrick.games.view import View
from overtrick.players.explain import explain

EASIEST, HARDEST = 0.6, 2.8  # what a pause that eyes can follow is multiplied by


def pondering(view: View, player: str) -> float:
    """Return how long a player thinks about a view, as a multiple of the usual pause before an action."""
    game = view.game.NAME
    short = full_name(player, game)[0].removeprefix(f"{game}:")
    tempo = levels_of(game).get(short, Level(short)).tempo
    return tempo * (EASIEST + (HARDEST - EASIEST) * hardness(view))


def hardness(view: View) -> float:
    """Return how hard a choice is, between 0 and 1: it grows with their number, and the closer the best is followed."""
    if len(view.game.legal(view.row)) == 1:
        return 0.0
    worth = worths(view)
    if not worth or worth[0] == worth[-1]:
        return 0.0
    second = next(one for one in worth if one < worth[0])
    closeness = (second - worth[-1]) / (worth[0] - worth[-1])
    return (closeness + 1 - 1 / len(worth)) / 2


def worths(view: View) -> list[float]:
    """Return what the choices are worth, the best first, by the quickest player that says; none if nobody does."""
    explainers = face_of(view.game).explainers
    try:
        return sorted((choice.value for choice in explain(view, explainers[-1]).choices), reverse=True)
    except (Mistake, IndexError):  # nobody can say, or not under these options, or not with what is installed
        return []
