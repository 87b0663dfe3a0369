"""Drawn tables: on every set of cards, whoever is asked about meets a fair sample of the whole field.

The lots are drawn from the commitment to the cards and the names, so that anybody can draw them again, and nobody could
choose them. There are two ways to seat those who are asked about:

- *wide*: all entrants are shuffled and cut into tables, and the tables without anybody who is asked about are left out;
- *close*: one after the other takes the same chair, with the same opponents, on the same cards. That takes a table for
  each, but what the cards and the opponents bring is the same for all.

Either way the opponents of an entrant are as likely any as any others of the field, whatever was known before.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from overtrick.core import luck
from overtrick.tournament.plan.seating import Table

Lots = npt.NDArray[np.uint64]

# Steele, Lea and Flood's SplitMix64: whole numbers only, so that every machine draws the same.
_GOLDEN, _FIRST, _SECOND = 0x9E3779B97F4A7C15, np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@dataclass(frozen=True)
class Drawn:
    """Who sits where on one set of cards."""

    tables: tuple[Table, ...]
    asked: tuple[int, ...]  # whose result counts, each at the first table at which it sits; ascending
    close: bool


def lots(seed: bytes, names: Sequence[str]) -> Lots:
    """Return what the draws of each entrant follow from."""
    return np.array([int.from_bytes(luck.derive(seed, f"lot/{name}")[:8]) for name in names], np.uint64)


def shuffled(drawn: Lots, cards: int, most: int | None = None) -> list[int]:
    """Return the entrants in the order that is drawn for a set of cards, or the first of them."""
    mixed = drawn + np.uint64(_GOLDEN * (cards + 1) % 2**64)  # all of it modulo 2**64
    mixed = (mixed ^ mixed >> np.uint64(30)) * _FIRST
    mixed = (mixed ^ mixed >> np.uint64(27)) * _SECOND
    mixed ^= mixed >> np.uint64(31)
    if most is None or most >= len(mixed):
        return [int(entrant) for entrant in np.argsort(mixed, kind="stable")]
    some = np.sort(np.argpartition(mixed, most)[:most])  # whole orders of a thousand would take most of a step
    return [int(entrant) for entrant in some[np.argsort(mixed[some], kind="stable")]]


def wide(order: Sequence[int], seats: int, asked: frozenset[int]) -> Drawn:
    """Return tables at which everybody who is asked about has a place of its own, with those drawn beside it."""
    whole = len(order) - len(order) % seats
    tables = [tuple(order[first : first + seats]) for first in range(0, whole, seats)]
    wanted = [table for table in tables if not asked.isdisjoint(table)]
    if not asked.isdisjoint(order[whole:]):
        wanted.append(tuple(order[-seats:]))  # some sit here for the second time, to fill it
    return Drawn(tuple(wanted), tuple(sorted(asked)), close=False)


def close(order: Sequence[int], seats: int, asked: frozenset[int]) -> Drawn:
    """Return tables at which everybody who is asked about meets the same opponents, drawn from all.

    One more is drawn than there are chairs for opponents, for those among them who cannot meet themselves.
    """
    common = tuple(order[:seats])
    tables = [common] if not asked.isdisjoint(common) else []
    tables += [(entrant, *common[:-1]) for entrant in sorted(asked) if entrant not in common]
    return Drawn(tuple(tables), tuple(sorted(asked)), close=True)
