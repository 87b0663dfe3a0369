"""The duel in words."""

from overtrick.games.contract import Row
from overtrick.games.face import Names
from overtrick.games.sentences import does
from overtrick.games.tricks import LEADER


def deal_sentence(row: Row, names: Names) -> str:
    """Return what a deal begins with."""
    return f"The cards are dealt. {does(names[row[LEADER]], 'lead')}."
