"""How figgie:trader decides: as figgie:bayes does, but with habits that follow what it sees of the table.

Each habit is a sum: its usual value, and for each sign of the table how far that moves it. Nobody is put into a class,
so a wrong impression costs little, and a table that is like none before is met with something in between. What the
others do is read by a network besides, see reading.py.
Written for both speeds.
"""

from overtrick.games.contract import Row
from overtrick.games.figgie import rulebook
from overtrick.games.figgie.rulebook import (
    MAX_SEATS,
    MODEL,
    MODEL_TICK,
    QUIET_ROUNDS,
    QUIET_TICKS,
    SEAT_COUNT,
    SUITS,
    TICKS,
    TURNS_PER_SEAT,
)
from overtrick.players.figgie.bounds import NET, SPARED, VERSATILE, WANTED
from overtrick.players.figgie.habits import DEALING, EAGER, HABITS, HIGHEST, LOWEST, READING
from overtrick.players.figgie.posterior import Desk
from overtrick.players.figgie.quotes import Floats, turns_left
from overtrick.players.figgie.trader.reading import read_acts
from overtrick.players.figgie.worth import SINGLE_BIDS, SOME_MONEY, act_by, settle_accounts, wishes

(
    ALWAYS,
    SINGLE,  # the share of the others who collect one suit each, and do not deal in it
    SOFT,  # how much the others have lost so far, by the exact odds
    LATE,  # how much of the time is gone
    BUSY,  # how much was traded
    QUIET,  # how near the deal is to its end because nobody does anything
    FIVE,  # whether there are five seats
    SIGNS,
) = range(8)
SOME_WISHES = 4  # who has wanted so many cards, all of one suit, and spared none of it, need not be eager
SOME_TRADES = 6.0  # which make half of the most that the sign can be
WEIGHTS = HABITS * SIGNS
SIGN_WORDS = ("always", "single-minded", "soft", "late", "busy", "quiet", "five")


def signs_of(row: Row, seat: int, book: Row, accounts: Floats, weights: Floats, signs: Floats) -> None:
    """Fill in the signs of a table as a seat sees them, each between 0 and 1."""
    single, moved, lost = 0, 0, 0.0
    most, patience = TURNS_PER_SEAT, QUIET_ROUNDS * row[SEAT_COUNT]
    if row[MODEL] == MODEL_TICK:
        most, patience = TICKS, QUIET_TICKS
    gone = most - 1 - turns_left(row)
    for other in range(row[SEAT_COUNT]):
        for suit in range(SUITS):
            moved += abs(book[NET + SUITS * other + suit])
        if other != seat:
            single += is_single_minded(book, other, gone, weights)
            lost -= min(accounts[other], 0.0)
    signs[ALWAYS] = 1.0
    signs[SINGLE] = single / (row[SEAT_COUNT] - 1)
    signs[SOFT] = lost / (lost + SOME_MONEY)
    signs[LATE] = 1.0 - (turns_left(row) + 1) / most
    signs[BUSY] = moved / (moved + 2 * SOME_TRADES)
    signs[QUIET] = row[rulebook.QUIET] / patience
    signs[FIVE] = row[SEAT_COUNT] - MAX_SEATS + 1.0


def is_single_minded(book: Row, seat: int, gone: int, weights: Floats) -> bool:
    """Return whether a seat collects one suit at a time, eagerly or only that, and spares little of what it wanted."""
    wanted, most, back = 0, 0, 0
    for suit in range(SUITS):
        place = SUITS * seat + suit
        wanted += book[WANTED + place]
        most = max(most, book[WANTED + place])
        back += min(book[WANTED + place], book[SPARED + place])
    dealing, eager = weights[DEALING * SIGNS + ALWAYS], weights[EAGER * SIGNS + ALWAYS]
    if wanted < SINGLE_BIDS or book[VERSATILE + seat] != 0 or back > dealing * wanted:
        return False
    return wanted >= eager * gone or (wanted >= SOME_WISHES and most == wanted and back == 0)


def habits_for(signs: Floats, weights: Floats, habits: Floats) -> None:
    """Fill in the habits for a table with these signs, each within its limits."""
    for habit in range(HABITS):
        total = 0.0
        for sign in range(SIGNS):
            total += weights[habit * SIGNS + sign] * signs[sign]
        habits[habit] = min(max(total, LOWEST[habit]), HIGHEST[habit])


def adapt(
    row: Row,
    seat: int,
    book: Row,
    desk: Desk,
    weights: Floats,
    network: Floats,
    accounts: Floats,
    hints: Floats,
    habits: Floats,
) -> None:
    """Fill in the accounts of the seats, what their acts tell, and the habits for the table as a seat sees it."""
    signs, told = [0.0] * SIGNS, [0.0] * SUITS
    settle_accounts(row, book, desk, accounts)
    signs_of(row, seat, book, accounts, weights, signs)
    habits_for(signs, weights, habits)
    wishes(row, seat, book, habits, hints)
    if habits[READING] > 0.0:
        read_acts(row, seat, book, desk, accounts, network, told)
        for suit in range(SUITS):
            hints[suit] += habits[READING] * told[suit]


def act(row: Row, seat: int, book: Row, desk: Desk, weights: Floats, network: Floats) -> int:
    """Return the action: the book and the desk say what cards are worth, the quotes what to do about it."""
    accounts, hints, habits = [0.0] * MAX_SEATS, [0.0] * SUITS, [0.0] * HABITS
    adapt(row, seat, book, desk, weights, network, accounts, hints, habits)
    return act_by(row, seat, book, desk, accounts, hints, habits)
