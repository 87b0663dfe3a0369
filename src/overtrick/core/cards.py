"""Cards as ints and sets of cards as masks: suits, ranks, bits.

A suited card is ``13 * suit + rank`` (rank 0 is the lowest). A set of cards, or
of any small numbers, is an int with one bit per member. These functions run
interpreted and compiled, so they use nothing but ints.
"""

from collections.abc import Sequence

RANKS = 13
NO_SUIT = -1
NO_CARD = -1

IN_SUIT = [(1 << RANKS) - 1 << RANKS * suit for suit in range(4)]  # masks of all cards of a suit

BIT = [1 << member for member in range(62)]


def suit(card: int) -> int:
    """Return the suit of a suited card."""
    return card // RANKS


def member(mask: int, index: int) -> int:
    """Return the member at an index of a set, counted from the lowest."""
    for _ in range(index):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def lowest(mask: int) -> int:
    """Return the lowest member of a set that is not empty."""
    return member(mask, 0)


def random_member(mask: int, number: int) -> int:
    """Return the member that a number from 0 to 2**32 - 1 picks, all equally likely."""
    return member(mask, mask.bit_count() * number >> 32)


def members(mask: int) -> list[int]:
    """Return the members of a set, ascending.

    >>> members(0b10110)
    [1, 2, 4]
    """
    found = []
    while mask:  # from the top, and with a table, because that is quickest in the interpreter
        top = mask.bit_length() - 1
        found.append(top)
        mask -= BIT[top]
    found.reverse()
    return found


def take(deck: list[int], draws: Sequence[int], first: int, end: int) -> int:
    """Return the set of the cards at these places of a shuffled deck of bits, shuffling on the way.

    Card i is the one ``draws[i]`` places behind place i, which the card from place i then fills.
    """
    mask = 0
    for i in range(first, end):
        j = i + draws[i]
        mask += deck[j]
        deck[j] = deck[i]
    return mask
