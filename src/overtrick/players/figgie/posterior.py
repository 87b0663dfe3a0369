"""The exact odds of the twelve Figgie decks, given one hand and lower bounds on what the others were dealt.

A deck's weight is the number of ways to deal it that give the known hand and respect
every bound. Opponents are counted in two groups of at most two. Within a group the
suits are independent until both have a full hand, so each suit has a small kernel (how
its cards can be split in the group) and the kernels are convolved over the first
opponent's hand; the two groups of every deck are then put together.
"""

from math import comb, factorial, log
from typing import Any

import numpy as np

from overtrick.games.contract import Row
from overtrick.games.figgie.rulebook import DECK, DECKS, HAND, MOST, SEAT_COUNT, SIZE, SUITS, WIDTH, set_sizes
from overtrick.players.figgie.bounds import BOUND, NET

MAX_HAND = 10
Desk = list[float]


def deck_sizes() -> list[int]:
    """Return the sizes of the four suits of each deck, one after another, from the rulebook."""
    sizes = []
    for which in range(DECKS):
        row = [0] * WIDTH
        set_sizes(row, which)
        sizes += row[SIZE : SIZE + SUITS]
    return sizes


def deck_goals() -> list[int]:
    """Return the goal suit of each deck: the mate of its longest suit."""
    sizes = deck_sizes()
    return [sizes[SUITS * which : SUITS * which + SUITS].index(MOST) ^ 1 for which in range(DECKS)]


SIZES, GOALS = deck_sizes(), deck_goals()
FACTORIAL = [factorial(number) for number in range(MOST + 1)]
ONE_BY = tuple(1 / number for number in FACTORIAL)
LOG_WAYS = tuple(log(max(comb(size, held), 1)) for size in range(MOST + 1) for held in range(MOST + 1))
"""The logarithm of the ways to hold some cards of a suit of some size."""


# The desk: one flat row of floats on which everything is counted, so that nothing is made anew each time.
SPAN = MOST + 1  # cards of one suit that a group can hold: 0 to 12
PARTS = MAX_HAND + 1  # cards of it in the first hand
ODDS = 0
WAYS = ODDS + DECKS  # of the first group, then of the second, by holding
KERNELS = WAYS + 2 * SPAN**3  # by suit, cards and part
BLACK = KERNELS + SUITS * SPAN * PARTS  # by cards of the first and the second suit, and part of both
RED = BLACK + SPAN * SPAN * PARTS  # by cards of the third and the fourth suit together, part, and cards of the third
DESK_WIDTH = RED + (2 * SPAN - 1) * PARTS * SPAN


def new_desk() -> Desk:
    """Return an empty desk."""
    return [0.0] * DESK_WIDTH


def deck_odds(book: Row, row: Row, seat: int, desk: Desk) -> None:
    """Leave on the desk the probability of each deck as a seat must see it, from the table's book and its own row."""
    seats = row[SEAT_COUNT]
    each = len(DECK) // seats
    own = [0, 0, 0, 0]
    for suit in range(SUITS):
        own[suit] = row[HAND + SUITS * seat + suit] - book[NET + SUITS * seat + suit]
    others = [-1, -1, -1, -1]  # where in the book the bounds of the opponents begin
    count = 0
    for other in range(seats):
        if other != seat:
            others[count] = BOUND + SUITS * other
            count += 1
    for group in range(2):
        count_group(book, others[2 * group], others[2 * group + 1], own, each, desk, WAYS + group * SPAN**3)
    total = 0.0
    for which in range(DECKS):
        desk[which] = deck_weight(which, own, 2 * each, desk)
        total += desk[which]
    for which in range(DECKS):
        desk[which] /= total


def count_group(book: Row, one: int, two: int, own: Row, each: int, desk: Desk, ways: int) -> None:
    """Count for each holding of a group in how many ways its seats can share it, divided by the factorials of it.

    A holding is its cards of the first three suits, as digits to the base SPAN. ``one`` and ``two`` say where
    in the book the bounds of the seats begin; a group without a second seat has -1.
    """
    least, most = [0, 0, 0, 0], [0, 0, 0, 0]
    for suit in range(SUITS):
        least[suit] = book[one + suit] + (book[two + suit] if two >= 0 else 0)
        most[suit] = MOST - own[suit]
    for place in range(ways, ways + SPAN**3):
        desk[place] = 0.0
    if two < 0:
        count_seat(least, most, each, desk, ways)
        return
    for suit in range(SUITS):
        fill_kernel(book[one + suit], book[two + suit], most[suit], desk, suit)
    convolve(least, most, each, desk)
    for spades in range(least[0], most[0] + 1):
        for clubs in range(least[1], most[1] + 1):
            black = BLACK + (spades * SPAN + clubs) * PARTS
            rest = 2 * each - spades - clubs
            low, high = max(least[2], rest - most[3]), min(most[2], rest - least[3])
            here = ways + (spades * SPAN + clubs) * SPAN
            for part in range(each + 1):
                weight = desk[black + part]
                if weight > 0.0:
                    red = RED + (rest * PARTS + each - part) * SPAN
                    for hearts in range(low, high + 1):
                        desk[here + hearts] += weight * desk[red + hearts]


def count_seat(least: Row, most: Row, each: int, desk: Desk, ways: int) -> None:
    """Do the same for a group of one seat, which has a holding in one way."""
    for spades in range(least[0], min(most[0], each) + 1):
        for clubs in range(least[1], min(most[1], each - spades) + 1):
            here, rest = ways + (spades * SPAN + clubs) * SPAN, each - spades - clubs
            both = ONE_BY[spades] * ONE_BY[clubs]
            for hearts in range(max(least[2], rest - most[3]), min(most[2], rest - least[3]) + 1):
                desk[here + hearts] = both * ONE_BY[hearts] * ONE_BY[rest - hearts]


def fill_kernel(one: int, two: int, most: int, desk: Desk, suit: int) -> None:
    """Write down for each number of cards, and each part of them in the first hand, the weight of that split.

    It is one over the factorials of both parts, and 0 where one is below its bound.
    """
    for cards in range(most + 1):
        kernel = KERNELS + (suit * SPAN + cards) * PARTS
        for part in range(PARTS):
            desk[kernel + part] = 0.0
        for part in range(one, min(cards - two, MAX_HAND) + 1):
            desk[kernel + part] = ONE_BY[part] * ONE_BY[cards - part]


def convolve(least: Row, most: Row, each: int, desk: Desk) -> None:
    """Convolve the kernels of the black suits and of the red suits over the cards in the first hand.

    Red holdings of as many cards lie side by side, so that all of them are weighed at once.
    """
    for place in range(BLACK, RED + (2 * SPAN - 1) * PARTS * SPAN):
        desk[place] = 0.0
    for suit in (0, 2):
        for left in range(least[suit], most[suit] + 1):
            for right in range(least[suit + 1], most[suit + 1] + 1):
                here, step = BLACK + (left * SPAN + right) * PARTS, 1
                if suit == 2:
                    here, step = RED + (left + right) * PARTS * SPAN + left, SPAN
                there = KERNELS + ((suit + 1) * SPAN + right) * PARTS
                for part in range(min(left, each) + 1):
                    weight = desk[KERNELS + (suit * SPAN + left) * PARTS + part]
                    if weight > 0.0:
                        for rest in range(min(right, each - part) + 1):
                            desk[here + (part + rest) * step] += weight * desk[there + rest]


def deck_weight(which: int, own: Row, held: int, desk: Desk) -> float:
    """Return in how many ways a deck can be dealt, up to a factor that all decks share."""
    sizes = SUITS * which
    spades, clubs = SIZES[sizes] - own[0], SIZES[sizes + 1] - own[1]
    hearts, diamonds = SIZES[sizes + 2] - own[2], SIZES[sizes + 3] - own[3]
    if min(min(spades, clubs), min(hearts, diamonds)) < 0:
        return 0.0
    total = 0.0
    other_group = WAYS + SPAN**3 + (spades * SPAN + clubs) * SPAN + hearts
    for a in range(spades + 1):
        for b in range(clubs + 1):
            rest, line = held - a - b, 0.0
            for c in range(max(0, rest - diamonds), min(hearts, rest) + 1):
                place = (a * SPAN + b) * SPAN + c
                line += desk[WAYS + place] * desk[other_group - place]
            total += line
    for suit in range(SUITS):
        # The own hand comes in (size choose own) ways, the unseen cards in factorial(unseen) times the sum.
        total *= FACTORIAL[SIZES[sizes + suit]] / FACTORIAL[own[suit]]
    return total


def log_own_odds(which: int, own: Row) -> float:
    """Return the logarithm of the odds of a deck by the own hand as dealt alone, up to a term that all decks share."""
    total = 0.0
    for suit in range(SUITS):
        total += LOG_WAYS[SIZES[SUITS * which + suit] * (MOST + 1) + own[suit]]
    return total


def goal_odds(desk: Desk) -> list[float]:
    """Return the probability of each suit to be the goal suit, from those of the decks on the desk."""
    goals = [0.0, 0.0, 0.0, 0.0]
    for which in range(DECKS):
        goals[GOALS[which]] += desk[which]
    return goals


# In bulk the same hands and bounds come again and again, and what was counted once can be remembered.
PLACES = 1 << 18  # in a memory, 30 MB
DIGIT = 4  # bits of a number of cards
FILLED = 1 << 40  # marks a key, so that none is 0
SPREAD = 1_000_003  # a prime, which keeps keys that are near each other apart

Memory = Any  # keys in pairs, and the odds that belong to them


def memory(places: int) -> Memory:
    """Return an empty memory; one without places remembers nothing."""
    return np.zeros((places, 2), np.int64), np.zeros((places, DECKS))


def remembered_odds(book: Row, row: Row, seat: int, desk: Desk, keys: Any, kept: Any) -> None:
    """Leave the odds on the desk as ``deck_odds`` does, from the memory if they are there."""
    if len(keys) == 0:
        deck_odds(book, row, seat, desk)
        return
    own, others = 0, [0, 0, 0, 0]
    for suit in range(SUITS):
        place = SUITS * seat + suit
        own = own << DIGIT | row[HAND + place] - book[NET + place]
    count = 0
    for other in range(row[SEAT_COUNT]):
        if other != seat:
            for suit in range(SUITS):
                others[count] = others[count] << DIGIT | book[BOUND + SUITS * other + suit]
            count += 1
    others.sort()  # who of the others shows what makes no difference
    first = (own << 2 * SUITS * DIGIT) + (others[3] << SUITS * DIGIT) + others[2]
    second = FILLED * row[SEAT_COUNT] + (others[1] << SUITS * DIGIT) + others[0]
    place = (first % SPREAD * SPREAD + second) % len(keys)
    if keys[place, 0] == first and keys[place, 1] == second:
        for which in range(DECKS):
            desk[which] = kept[place, which]
        return
    deck_odds(book, row, seat, desk)
    keys[place, 0], keys[place, 1] = first, second
    for which in range(DECKS):
        kept[place, which] = desk[which]
