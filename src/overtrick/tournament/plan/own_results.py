"""What those who are asked about got at their own tables, card by card, out of the blocks of a focused tournament."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from overtrick.tournament.plan.drawn import Drawn
from overtrick.tournament.rating.blocks import PARTS, Blocks, Floats, Ints
from overtrick.tournament.stated.tournament import RankBy

_AT_ONCE = 512  # sets of cards looked at together


def unit(seats: int) -> int:
    """Return of which part of a point, place or match the worths of blocks are whole numbers."""
    return PARTS * seats * seats


def merits(blocks: Blocks, rank_by: RankBy) -> Floats:
    """Return what each block is worth to its entrants, the more the better, in whole numbers of the unit."""
    worth = np.rint(blocks.worth(rank_by) * unit(blocks.entrant.shape[1]))
    return -worth if rank_by is RankBy.PLACE else worth


def steps(drawn: Sequence[Drawn]) -> Iterator[tuple[int, tuple[Drawn, ...]]]:
    """Yield sets of cards that ask about the same entrants in the same way, some at a time, with the first's number."""
    first = 0
    for _, same in groupby(drawn, key=lambda one: (one.asked, one.close)):
        cards = tuple(same)
        for begin in range(0, len(cards), _AT_ONCE):
            some = cards[begin : begin + _AT_ONCE]
            yield first, some
            first += len(some)


def own_results(
    blocks: Blocks, columns: Sequence[Floats], drawn: Sequence[Drawn], first: int, size: int
) -> list[Floats]:
    """Return the values of those asked about on the sets of cards from one on (cards, entrants); NaN for all others.

    Each of the columns has values of the blocks (blocks, seats); ``size`` is the number of entrants.
    """
    begin, end = np.searchsorted(blocks.cluster[blocks.cards], (first, first + len(drawn))).tolist()
    entrants, tables = blocks.entrant[begin:end], blocks.table[begin:end, None]
    row = blocks.cluster[blocks.cards[begin:end]][:, None] - first
    own = _own_tables(drawn, size)[row, entrants] == tables
    place = np.broadcast_to(row, own.shape)[own], entrants[own]
    found = [np.full((len(drawn), size), np.nan) for _ in columns]
    for values, column in zip(found, columns, strict=True):
        values[place] = column[begin:end][own]
    return found


def _own_tables(drawn: Sequence[Drawn], size: int) -> Ints:
    """Return the number of the own table of each entrant on each set of cards; below 0 for who is not asked about."""
    own = np.full((len(drawn), size), -1)
    for row, one in zip(own, drawn, strict=True):
        tables = np.array(one.tables)
        first = np.full(size, -1)
        first[tables[::-1].ravel()] = np.repeat(np.arange(len(tables))[::-1], tables.shape[1])
        row[list(one.asked)] = first[list(one.asked)]
    return own
