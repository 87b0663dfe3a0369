"""Seating: the order of the entrants at each table, so that nobody always sits behind the same one."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence

from overtrick.core.luck import below, step

Table = tuple[int, ...]

SWAPS, SWAPS_A_TABLE = 10_000, 60  # tried at least; steps, not seconds, as a plan must be the same on every machine
ALONE = 1000  # what it costs to sit behind oneself


def neighbours(table: Sequence[int]) -> list[tuple[int, int]]:
    """Return (who sits directly behind, behind whom) for every chair of a round table."""
    return [(table[seat], table[seat - 1]) for seat in range(len(table))]


def _unevenness(tables: Sequence[Table], kind: Callable[[int, int], Hashable], kinds: int) -> int:
    """Return how far the squares of the counts of each kind of neighbours add up to more than they must."""
    counts: Counter[Hashable] = Counter()
    squares = sum(_move(counts, [], _kinds(table, kind)) for table in tables)
    often, more = divmod(sum(map(len, tables)), kinds)
    return squares - often**2 * (kinds - more) - (often + 1) ** 2 * more


def in_order(tables: Sequence[Table], kind: Callable[[int, int], Hashable], kinds: int) -> tuple[Table, ...]:
    """Return the tables reseated so that all kinds of neighbours come about equally often, by local search."""
    seatings = [list(table) for table in tables]
    behind = Counter(pair for table in tables for pair in _kinds(table, kind))
    uneven = _unevenness(tables, kind, kinds)
    swaps = max(SWAPS, SWAPS_A_TABLE * len(tables))
    state = 1
    for swap in range(swaps):
        if uneven == 0:
            break
        seating = seatings[swap % len(seatings)]
        state = step(state)
        one, other = divmod(below(state, len(seating) ** 2), len(seating))
        old = _kinds(seating, kind)
        seating[one], seating[other] = seating[other], seating[one]
        new = _kinds(seating, kind)
        worse = _move(behind, old, new)
        state = step(state)
        if worse <= 0 or (worse <= 2 and swap < swaps // 2 and below(state, 25) == 0):  # at first, out of dead ends
            uneven += worse
        else:
            seating[one], seating[other] = seating[other], seating[one]
            _move(behind, new, old)
    return tuple(tuple(seating) for seating in seatings)


def _kinds(seating: Sequence[int], kind: Callable[[int, int], Hashable]) -> list[Hashable]:
    return [None if one == other else kind(one, other) for one, other in neighbours(seating)]


def _move(behind: Counter[Hashable], old: list[Hashable], new: list[Hashable]) -> int:
    """Count new neighbours instead of old ones; return by how much the sum of squares grows."""
    growth = 0
    for pair in old:
        behind[pair] -= 1
        growth -= 2 * behind[pair] + (ALONE if pair is None else 1)
    for pair in new:
        growth += 2 * behind[pair] + (ALONE if pair is None else 1)
        behind[pair] += 1
    return growth
