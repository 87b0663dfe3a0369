"""What people see of tricks, for the face of any game whose rows begin with the columns of ``tricks``.

FACE = Face(extras=trick_extras, closing_sentence=trick_sentence)
"""

from collections.abc import Sequence

from overtrick.games.contract import NOBODY, Row
from overtrick.games.face import Scene
from overtrick.games.sentences import does
from overtrick.games.tricks import BEST, LEADER, NEXT, TRICKS, trick
from overtrick.games.view import View


def trick_extras(seen: View) -> Scene:
    """Return who is winning the trick, and the last trick with its winner."""
    game, row = seen.game, seen.row
    end = len(seen.events) - len(trick(row))
    before = seen.events[end - seats_in_turn(row) : end] if row[TRICKS] else []
    cards = [{"seat": seat, "card": game.name(row, card)} for seat, card, *_ in before]
    return {
        "winning": None if row[BEST] == NOBODY else row[BEST],
        "last_trick": {"cards": cards, "winner": row[LEADER]} if cards else None,
    }


def seats_in_turn(row: Row) -> int:
    """Return how many seats the turn goes round, and so how many cards a trick has."""
    count, seat = 1, row[NEXT + row[LEADER]]
    while seat != row[LEADER]:
        count, seat = count + 1, row[NEXT + seat]
    return count


def trick_sentence(row: Row, names: Sequence[str]) -> str:
    """Return who took the trick, if the row stands right behind one."""
    return f"{does(names[row[LEADER]], 'take')} the trick." if row[TRICKS] and row[BEST] == NOBODY else ""
