"""Observations as words: eight small numbers, or four larger ones, packed into one int, the first in the lowest bits.

Writing a word is one step where writing its numbers would be eight, interpreted and compiled alike; seen
through an array of small ints (``numpy.ndarray.view``) the numbers are simply there. No number is negative,
so that a word always fits into 63 bits.
"""

from typing import Any

from overtrick.games.contract import Row

BYTE = 8  # bits of a small number: 0 to 127
SHORT = 16  # bits of a larger number: 0 to 32767
MOST_IN_BYTE, MOST_IN_SHORT = 127, 32767

SPREAD = [sum((byte >> bit & 1) << BYTE * bit for bit in range(8)) for byte in range(256)]  # bits as small numbers


def put_set(words: Row, at: int, mask: int, count: int) -> None:
    """Write a set as ones and zeros, eight members to a word."""
    for place in range(count):
        words[at + place] = SPREAD[mask & 255]
        mask >>= 8


ONES, SEVEN_BITS = 0x0101010101010101, 0x7F7F7F7F7F7F7F7F  # in each of the eight numbers of a word


def packed(row: Row, first: int, shift: int) -> int:
    """Return seven bits, from a place on, of each of eight columns as the eight numbers of a word."""
    word = 0
    for place in range(8):
        word |= (row[first + place] >> shift & MOST_IN_BYTE) << BYTE * place
    return word


def cards_among(row: Row, first: int, which: int) -> int:
    """Return the set of the cards in some of eight columns, from a place on; a column may have none."""
    found = 0
    for place in range(8):
        card = row[first + place]
        found |= (which >> place & (card >= 0)) << (card & 63)
    return found


def four(row: Row, first: int) -> int:
    """Return four columns, from a place on, as the four larger numbers of a word; what is too large is cut off."""
    word = 0
    for place in range(4):
        word |= min(row[first + place], MOST_IN_SHORT) << SHORT * place
    return word


def four_owned(row: Row, first: int, owners: int) -> int:
    """Return the same, but 0 where nobody stands in the column as far behind another place."""
    word = 0
    for place in range(4):
        if row[owners + place] >= 0:
            word |= min(row[first + place], MOST_IN_SHORT) << SHORT * place
    return word


def four_seats(row: Row, first: int, seat: int, seats: int) -> int:
    """Return the seats in four columns as a word: 1 for the observer, 2 for the next and so on, and 0 for nobody."""
    word = 0
    for place in range(4):
        other = row[first + place]
        if other >= 0:
            word |= 1 + (other - seat if other >= seat else other - seat + seats) << SHORT * place
    return word


_wide: tuple[Any, ...] = (put_set, packed, cards_among, four, four_owned, four_seats)
for _function in _wide:
    _function.compiled_in = "overtrick.compiled.wide"


# Of a game whose row says it all, and whose actions are those of its rulebook


def remember_nothing(row: Row, seat: int, action: int, memory: Row) -> None:
    """Remember nothing of a play: the row says it all."""


def remember_no_deal(row: Row, memory: Row) -> None:
    """Remember nothing of a deal: what stays the same for all of it is quickly read."""


def note_nothing(memory: Row, event: tuple[int, ...]) -> None:
    """Remember nothing of an event: the row says it all."""


def same_action(number: int) -> int:
    """Return the action of the rulebook that a number of the action space means: the same."""
    return number
