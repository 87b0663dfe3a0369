"""The compiled players of Figgie, and what one kind of them sees, written down now and then to learn from."""

from typing import Any

from overtrick.core.luck import below, step
from overtrick.games.contract import Row
from overtrick.games.figgie.rulebook import MAX_SEATS
from overtrick.players.figgie.minds import begin as begin_players
from overtrick.players.figgie.minds import choose as choose_as_player
from overtrick.players.figgie.minds import note as note_for_players
from overtrick.players.figgie.trader.reading import look
from overtrick.players.figgie.worth import settle_accounts

INLINE = False

WRITTEN, GAMES, STATE, WATCHED = range(4)
"""How many lines are written, how many games were begun, the state of the luck, and the kind that is watched."""
SELDOM = 16  # one decision of so many is written down

Desk = Any  # a desk of the players, these four numbers, what was seen, and in which game


def begin(desk: Desk) -> None:
    """Forget the last deal."""
    players, numbers = desk[0], desk[1]
    begin_players(players)
    numbers[GAMES] += 1


def choose(row: Row, seat: int, kind: int, desk: Desk) -> int:
    """Return the action of the seat to move; what it has seen is written down if it is watched and luck wants it."""
    players, numbers, seen, games = desk
    action = choose_as_player(row, seat, kind, players)
    if kind == numbers[WATCHED]:
        numbers[STATE] = step(numbers[STATE])
        if below(numbers[STATE], SELDOM) == 0 and numbers[WRITTEN] < len(seen):
            book, odds, accounts = players[0], players[1][seat], [0.0] * MAX_SEATS
            settle_accounts(row, book, odds, accounts)
            look(row, seat, book, odds, accounts, seen[numbers[WRITTEN]])
            games[numbers[WRITTEN]] = numbers[GAMES]
            numbers[WRITTEN] += 1
    return action


def note(row: Row, seat: int, action: int, desk: Desk) -> None:
    """Write into the book what the play just made has made public."""
    note_for_players(row, seat, action, desk[0])
