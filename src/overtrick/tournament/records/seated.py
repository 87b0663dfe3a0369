"""Which table of a plan a seating belongs to, for many records at once."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from overtrick.tournament.plan.stage import Stage

Ints = npt.NDArray[np.int64]


class Seated:
    """The seatings of a stage, from a set of cards on, to look up tables by them."""

    def __init__(self, stage: Stage, participants: int, seats: int, first: int = 0) -> None:
        self._by_cards, self.digits = bool(stage.drawn), participants ** np.arange(seats)
        tables, cards, number = _tables(stage, seats, first)
        codes = np.concatenate([np.roll(tables, turn, axis=1) @ self.digits for turn in range(seats)])
        self._codes, code = np.unique(codes, return_inverse=True)
        keys = np.tile(cards, seats) * len(self._codes) + code.reshape(-1)
        self._keys, first = np.unique(keys, return_index=True)
        self._tables = np.tile(number, seats)[first]

    def tables(self, cards: Ints, seating: Ints) -> Ints:
        """Return the table of each seating of participants (matches, seats) on its cards; -1 where there is none."""
        if not len(self._keys):
            return np.full(len(cards), -1)
        codes = seating @ self.digits
        code = np.minimum(np.searchsorted(self._codes, codes), len(self._codes) - 1)
        keys = (cards if self._by_cards else 0) * len(self._codes) + code
        place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        known = (self._codes[code] == codes) & (self._keys[place] == keys) & (seating >= 0).all(axis=1)
        return np.where(known, self._tables[place], -1)


def _tables(stage: Stage, seats: int, first: int) -> tuple[Ints, Ints, Ints]:
    """Return all tables of a stage, and for each the cards and its number among those of the same cards."""
    drawn = [one.tables for one in stage.drawn[first:]]
    by_cards: Sequence[Sequence[Sequence[int]]] = drawn if stage.drawn else [stage.tables]
    counts = np.array([len(tables) for tables in by_cards], np.int64)
    every = np.array([table for tables in by_cards for table in tables], np.int64).reshape(-1, seats)
    number = np.arange(len(every)) - np.repeat(np.cumsum(counts) - counts, counts)
    return every, np.repeat(np.arange(len(counts)) + (first if stage.drawn else 0), counts), number
