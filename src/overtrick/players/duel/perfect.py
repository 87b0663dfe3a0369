"""duel:perfect, which looks its move up in the exact table.

Among plays of equal value it takes the one after which the other seat has the most
ways to go wrong, so that it also beats imperfect players by more.
"""

from typing import TYPE_CHECKING

from overtrick.core.cards import RANKS
from overtrick.core.mistake import Mistake
from overtrick.games.contract import Row
from overtrick.games.duel.rulebook import CARD_NAMES
from overtrick.games.tricks import CARDS, TRICKS, TURN, WON
from overtrick.games.view import View
from overtrick.players.duel.outlook import traps
from overtrick.players.duel.table import after, check_served, finals, known, table
from overtrick.players.duel.why import why
from overtrick.players.explanation import Choice, Explanation, Fact

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser


def player(hello: "Hello") -> "Chooser":
    """Return the player, or raise Mistake if the table does not know the options; it needs no luck and no memory."""
    check_served(hello.options)
    table()  # the first deal shall not wait for it
    return choose


def choose(view: View) -> int:
    """Return a card."""
    return ranking(known(view.row, view.seat))[0]


def ranking(row: Row) -> list[int]:
    """Return the legal actions, those that take most tricks first, then those that are hardest to answer."""
    worth = finals(row)
    best = max(worth.values())
    fine = [action for action in worth if worth[action] == best]
    hard = {action: traps(after(row, action), row[TURN], table()) for action in fine} if len(fine) > 1 else {}
    return sorted(worth, key=lambda action: (-worth[action], -hard.get(action, 0), action % RANKS, action))


def explain(view: View) -> Explanation:
    """Return what every legal card is worth: the tricks of the seat at the end, with perfect play from then on."""
    if view.row[TURN] != view.seat:
        raise Mistake(f"seat {view.seat} is not to move, so there is no play to explain")
    row = known(view.row, view.seat)
    worth = finals(row)
    order = ranking(row)
    best = worth[order[0]]
    choices = tuple(
        Choice(action, CARD_NAMES[action], float(worth[action]), note=_note(best - worth[action])) for action in order
    )
    wrong = traps(after(row, order[0]), view.seat, table())
    facts = (
        Fact("tricks at the end with perfect play", float(best), "tricks"),
        Fact("tricks taken", float(row[WON + view.seat]), "tricks"),
        Fact("tricks to come", float(row[CARDS] - row[TRICKS]), "tricks"),
        Fact("next cards of the other seat that cost it a trick", float(wrong), "cards"),
    )
    fine = sum(value == best for value in worth.values())
    numbers = f"{CARD_NAMES[order[0]]} leads to {_tricks(best)} of {row[CARDS]} with perfect play."
    return Explanation(why(view, order[0], fine - 1), choices, facts, numbers)


def _note(lost: int) -> str:
    return f"gives away {_tricks(lost)}" if lost else ""


def _tricks(number: int) -> str:
    return f"{number} trick{'' if number == 1 else 's'}"
