"""Positions of the duel between two tricks, as small numbers; interpreted and compiled.

Suits and absolute values do not matter, only who holds what in which order. So a
suit is a *shape*: a leading 1, then for each of its cards still held, from the
highest to the lowest, 1 if the leader holds it and 0 if the other seat does. A
position is four shapes in any order, and its *place* is their number among all
multisets of four shapes; a smaller deck has the same places, only fewer.
"""

from math import comb

from overtrick.core.cards import BIT, IN_SUIT
from overtrick.games.contract import Row
from overtrick.games.tricks import HAND, LEADER

LONGEST = 5  # cards of a suit
SHAPES = 2 << LONGEST  # shapes are below this; 0 is none, 1 is an empty suit
SHAPE_BITS = LONGEST + 1

PLACES = [comb(max(shape - 1, 0) + rank, rank + 1) for rank in range(4) for shape in range(SHAPES)]
FLIPPED = [0, *(shape ^ (1 << shape.bit_length() - 1) - 1 for shape in range(1, SHAPES))]
LEADS = [0, *(shape.bit_count() - 1 for shape in range(1, SHAPES))]  # cards of the leader
BALANCE = [0, *(2 * shape.bit_count() - 1 - shape.bit_length() for shape in range(1, SHAPES))]  # leader's minus others


def places(longest: int) -> int:
    """Return how many places there are if no suit is longer than this."""
    shapes = (2 << longest) - 1
    return shapes * (shapes + 1) * (shapes + 2) * (shapes + 3) // 24


def shape_of(mine: int, theirs: int) -> int:
    """Return the shape of a suit from the masks of its cards in the hands of the leader and of the other seat."""
    shape = 1
    both = mine | theirs
    while both:
        top = both.bit_length() - 1
        shape = 2 * shape + (mine >> top & 1)
        both -= BIT[top]
    return shape


def place_in_order(a: int, b: int, c: int, d: int) -> int:
    """Return the place of four ascending shapes."""
    return PLACES[a] + PLACES[SHAPES + b] + PLACES[2 * SHAPES + c] + PLACES[3 * SHAPES + d]


def place_among(shape: int, x: int, y: int, z: int) -> int:
    """Return the place of a shape and three ascending ones."""
    a, shape = min(shape, x), max(shape, x)
    b, shape = min(shape, y), max(shape, y)
    return place_in_order(a, b, min(shape, z), max(shape, z))


def place_of(a: int, b: int, c: int, d: int) -> int:
    """Return the place of four shapes."""
    b, c = min(b, c), max(b, c)
    c, d = min(c, d), max(c, d)
    return place_among(a, min(b, c), max(b, c), d)


def place_of_hands(mine: int, theirs: int) -> int:
    """Return the place of the hands of the leader and of the other seat."""
    return place_of(
        shape_of(mine & IN_SUIT[0], theirs & IN_SUIT[0]),
        shape_of(mine & IN_SUIT[1], theirs & IN_SUIT[1]),
        shape_of(mine & IN_SUIT[2], theirs & IN_SUIT[2]),
        shape_of(mine & IN_SUIT[3], theirs & IN_SUIT[3]),
    )


def place_of_row(row: Row) -> int:
    """Return the place of a row between two tricks, all hands known."""
    leader = row[LEADER]
    return place_of_hands(row[HAND + leader], row[HAND + 1 - leader])
