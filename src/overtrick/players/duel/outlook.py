"""What the exact table says of a row in the middle of a deal, and of the plays that were made; at both speeds."""

from collections.abc import Sequence

from overtrick.games.contract import NOBODY, Row
from overtrick.games.duel.rulebook import STOCK, VALUES, legal, play
from overtrick.games.tricks import BEST, CARDS, LEADER, TRICKS, TURN, WON
from overtrick.players.duel.positions import LONGEST, place_of_row

NO_PLAY = -1


def is_solved(row: Row) -> bool:
    """Return whether the exact table knows the whole game."""
    return row[VALUES] <= LONGEST and row[STOCK] == 0


def outlook(row: Row, seat: int, values: Sequence[int]) -> int:
    """Return how many tricks a seat will have at the end of a deal if from now on both sides play perfectly."""
    if row[BEST] == NOBODY:
        return between_tricks(row, seat, values)
    mover = row[TURN]
    best = 0
    for action in legal(row):
        following = row.copy()
        play(following, action)
        best = max(best, between_tricks(following, mover, values))
    return best if mover == seat else row[CARDS] - best


def between_tricks(row: Row, seat: int, values: Sequence[int]) -> int:
    """Return the same of a row whose trick is complete."""
    value = values[place_of_row(row)]
    return row[WON + seat] + (value if row[LEADER] == seat else row[CARDS] - row[TRICKS] - value)


def traps(row: Row, seat: int, values: Sequence[int]) -> int:
    """Return how many cards would cost the other seat a trick at its next play, if this seat plays on perfectly."""
    if row[TURN] == NOBODY:
        return 0
    if row[TURN] != seat:
        return wrong_cards(row, values)
    best, most = 0, -1
    for action in legal(row):
        following = row.copy()
        play(following, action)
        worth = outlook(following, seat, values)
        if worth > most:
            best, most = 0, worth
        if worth == most and following[TURN] != NOBODY:
            best = max(best, wrong_cards(following, values))
    return best


def wrong_cards(row: Row, values: Sequence[int]) -> int:
    """Return how many cards of the seat to move would cost it a trick."""
    best = outlook(row, row[TURN], values)
    count = 0
    for action in legal(row):
        following = row.copy()
        play(following, action)
        count += outlook(following, row[TURN], values) < best
    return count


def judge(row: Row, actions: Sequence[int], values: Sequence[int], lost: Row) -> None:
    """Play the actions, and fill in how many tricks each gave away."""
    before = outlook(row, 0, values)
    for number in range(len(actions)):
        if actions[number] == NO_PLAY:
            break
        seat = row[TURN]
        play(row, actions[number])
        now = outlook(row, 0, values)
        lost[number] = before - now if seat == 0 else now - before
        before = now


def judge_all(rows: list[Row], actions: list[Row], values: Sequence[int], lost: list[Row]) -> None:
    """Do that with many deals."""
    for number in range(len(rows)):
        judge(rows[number], actions[number], values, lost[number])
