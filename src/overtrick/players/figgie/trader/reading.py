"""What the acts of the others tell of the goal suit of Figgie: a small network reads them, beside the exact odds.

Who bids for hearts again and again may hold many diamonds, may follow somebody, or may lay a bait. What is likely was
learnt from games of players of all kinds. The network looks at each of the others with an eye to each suit, adds up
what it sees of them, and says for each suit how much that speaks for it. No suit has a place of its own: there are the
suit, its mate and the other two. Written for both speeds.
"""

from math import log
from typing import Any

import numpy as np

from overtrick.games.contract import Row
from overtrick.games.figgie.rulebook import (
    BID,
    HAND,
    MAX_SEATS,
    MODEL,
    MODEL_TICK,
    OFFER,
    SEAT_COUNT,
    SUITS,
    TICKS,
    TURNS_PER_SEAT,
)
from overtrick.players.figgie.bounds import (
    BOUND,
    CENTS,
    LAST_BID,
    LAST_OFFER,
    NET,
    PRICE,
    SPARED,
    VERSATILE,
    WANTED,
    WILD,
)
from overtrick.players.figgie.posterior import Desk, goal_odds
from overtrick.players.figgie.quotes import Floats, turns_left

# What is seen, in numbers of about the size of one: of each of the others, of each suit, of the table.
OTHERS = MAX_SEATS - 1
ACTS, SEAT, SUIT, TABLE = 8, 6, 7, 3  # numbers about a seat and a suit, about a seat, a suit and the table
SEAT_WIDTH = SUITS * ACTS + SEAT
OF_SUITS = OTHERS * SEAT_WIDTH
OF_TABLE = OF_SUITS + SUITS * SUIT
SEEN = OF_TABLE + TABLE
LATE = OF_TABLE + 1  # how much of the time is gone

SOME_TURNS = 3.0
SOME_MONEY = 60.0
SOME_CARDS = 5.0
TEN = 10.0  # dollars
MOST_TOLD = 30.0  # a higher price tells no more
LEAST_LIKELY = 1e-3

# The network, as one row: what each number adds to the units of the first layer and of the second.
FIRST, SECOND = 64, 32  # units: one lot for a seat with an eye to a suit, and one for a suit
SUIT_ACTS = 0
MATE_ACTS = SUIT_ACTS + ACTS * FIRST
ALL_ACTS = MATE_ACTS + ACTS * FIRST
ABOUT_SEAT = ALL_ACTS + ACTS * FIRST
TIME = ABOUT_SEAT + SEAT * FIRST
JOINED = TIME + FIRST
SUIT_ITSELF = JOINED + FIRST * SECOND
MATE = SUIT_ITSELF + SUIT * SECOND
ALL_SUITS = MATE + SUIT * SECOND
ABOUT_TABLE = ALL_SUITS + SUIT * SECOND
OUT = ABOUT_TABLE + TABLE * SECOND
NETWORK = OUT + SECOND


def read_acts(row: Row, seat: int, book: Row, desk: Desk, accounts: Floats, network: Floats, told: Floats) -> None:
    """Fill in what the acts of the others add to the logarithm of the odds of each suit to be the goal."""
    seen = np.zeros(SEEN)
    look(row, seat, book, desk, accounts, seen)
    think(row[SEAT_COUNT] - 1, seen, network, told)


def look(row: Row, seat: int, book: Row, desk: Desk, accounts: Floats, seen: Any) -> None:
    """Fill in what a seat sees of the table; places of seats that are not there stay 0."""
    most = TICKS if row[MODEL] == MODEL_TICK else TURNS_PER_SEAT
    gone = most - 1 - turns_left(row)
    goals, line = goal_odds(desk), 0
    for other in range(row[SEAT_COUNT]):
        if other != seat:
            look_at_seat(book, other, accounts[other], gone + SOME_TURNS, seen, line)
            line += SEAT_WIDTH
    for suit in range(SUITS):
        here, own = OF_SUITS + SUIT * suit, SUITS * seat + suit
        seen[here] = log(max(goals[suit], LEAST_LIKELY)) / 2.0
        seen[here + 1] = row[HAND + own] / SOME_CARDS
        seen[here + 2] = (row[HAND + own] - book[NET + own]) / SOME_CARDS
        seen[here + 3] = min(book[PRICE + suit] / CENTS, MOST_TOLD) / TEN
        seen[here + 4] = 1.0 if book[PRICE + suit] > 0 else 0.0
        seen[here + 5] = min(row[BID + suit], MOST_TOLD) / TEN
        seen[here + 6] = TEN / (TEN + row[OFFER + suit])
    seen[OF_TABLE] = 1.0
    seen[LATE] = gone / most
    seen[OF_TABLE + 2] = row[SEAT_COUNT] - 4.0


def look_at_seat(book: Row, other: int, gained: float, turns: float, seen: Any, line: int) -> None:
    """Fill in what a seat has done: suit by suit, then as a whole."""
    wanted, spared = 0, 0
    for suit in range(SUITS):
        place, here = SUITS * other + suit, line + ACTS * suit
        wanted += book[WANTED + place]
        spared += book[SPARED + place]
        seen[here] = book[BOUND + place] / SOME_CARDS
        seen[here + 1] = book[NET + place] / SOME_CARDS
        seen[here + 2] = SOME_TURNS * book[WANTED + place] / turns
        seen[here + 3] = SOME_TURNS * book[SPARED + place] / turns
        seen[here + 4] = min(abs(book[LAST_BID + place]), MOST_TOLD) / TEN
        seen[here + 5] = 1.0 if book[LAST_BID + place] < 0 else 0.0
        if book[LAST_OFFER + place] != 0:
            seen[here + 6] = TEN / (TEN + abs(book[LAST_OFFER + place]))
        seen[here + 7] = 1.0 if book[LAST_OFFER + place] < 0 else 0.0
    here = line + SUITS * ACTS
    seen[here] = 1.0
    seen[here + 1] = float(book[VERSATILE + other])
    seen[here + 2] = gained / (abs(gained) + SOME_MONEY)
    seen[here + 3] = wanted / turns
    seen[here + 4] = spared / turns
    seen[here + 5] = book[WILD + other] / turns


def think(others: int, seen: Any, network: Floats, told: Floats) -> None:
    """Fill in what the network says of each suit."""
    joined, table, units = np.zeros((SUITS, FIRST)), np.zeros(SECOND), np.zeros(SECOND)
    for other in range(others):
        join_seat(seen, other * SEAT_WIDTH, network, joined)
    for place in range(TABLE):
        add(seen[OF_TABLE + place], network, ABOUT_TABLE + place * SECOND, table)
    for place in range(SUITS * SUIT):
        add(seen[OF_SUITS + place], network, ALL_SUITS + place % SUIT * SECOND, table)
    for suit in range(SUITS):
        here, mate = OF_SUITS + suit * SUIT, OF_SUITS + (suit ^ 1) * SUIT
        units[:] = table
        for place in range(SUIT):
            add(seen[here + place], network, SUIT_ITSELF + place * SECOND, units)
            add(seen[mate + place], network, MATE + place * SECOND, units)
        for unit in range(FIRST):
            add(joined[suit, unit], network, JOINED + unit * SECOND, units)
        told[suit] = 0.0
        for unit in range(SECOND):
            told[suit] += max(units[unit], 0.0) * network[OUT + unit]


def join_seat(seen: Any, here: int, network: Floats, joined: Any) -> None:
    """Add what the first layer says of one of the others, with an eye to each suit."""
    units, whole = np.zeros((SUITS, FIRST)), np.zeros(FIRST)
    add(seen[LATE], network, TIME, whole)
    for place in range(SEAT):
        add(seen[here + SUITS * ACTS + place], network, ABOUT_SEAT + place * FIRST, whole)
    for suit in range(SUITS):
        for act in range(ACTS):
            value = seen[here + ACTS * suit + act]
            add(value, network, SUIT_ACTS + act * FIRST, units[suit])
            add(value, network, MATE_ACTS + act * FIRST, units[suit ^ 1])
            add(value, network, ALL_ACTS + act * FIRST, whole)
    for suit in range(SUITS):
        for unit in range(FIRST):
            joined[suit, unit] += max(units[suit, unit] + whole[unit], 0.0)


def add(value: float, network: Floats, place: int, units: Any) -> None:
    """Add a number's row of the network, times the number, to some units."""
    if value != 0.0:
        row = network[place : place + len(units)]
        for unit in range(len(units)):  # a length unknown to the compiler makes it use wide instructions
            units[unit] += value * row[unit]
