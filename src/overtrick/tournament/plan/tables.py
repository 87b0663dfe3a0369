"""Tables: who sits with whom, so that every two entrants meet, and every entrant sits, as equally as possible.

A table is a tuple of entrants in seating order. It is played in all rotations of its seating, so that everybody takes
every seat equally often; what is left to balance is who meets whom, and who sits directly behind whom.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from overtrick.core.mistake import Mistake
from overtrick.tournament.plan import designs
from overtrick.tournament.plan.seating import Table, in_order, neighbours
from overtrick.tournament.stated.tournament import MOST_BALANCED, Format

Tables = tuple[Table, ...]

SEATS = range(2, 7)
MOST = 40  # tables that an entrant may have to sit at for the sake of perfect balance, as they all use the same cards

MOST_NEW = 12  # tables that a newcomer brings along where tables grow


@dataclass(frozen=True)
class Imbalance:
    """How far from equal: the least and the most over all entrants, or over all pairs of them."""

    meetings: tuple[int, int]  # tables that a pair shares; in a gauntlet, a pair with the candidate
    sittings: tuple[int, int]  # chairs that an entrant takes (in a gauntlet, other than the candidate)
    behind: tuple[int, int]  # times that one of a pair sits directly behind the other
    gauntlet: bool = False

    @property
    def text(self) -> str:
        """The imbalance in a line for people."""
        pairs = ("every pair meets", "pairs meet")
        if self.gauntlet:
            pairs = ("the candidate meets every opponent", "the candidate meets opponents")
        meet = pairs[0] if _equal(self.meetings) else pairs[1]
        who = "opponent" if self.gauntlet else "entrant"
        sit = f"every {who} sits" if _equal(self.sittings) else f"{who}s sit"
        behind = f"directly behind the same one {_times(self.behind)}"
        return f"{meet} {_times(self.meetings)}; {sit} {_times(self.sittings)}, {behind}"


def _equal(span: tuple[int, int]) -> bool:
    return span[0] == span[1]


def _times(span: tuple[int, int]) -> str:
    least, most = span
    return f"{least} to {most} times" if least < most else {1: "once", 2: "twice"}.get(most, f"{most} times")


@cache  # a plan is made anew with every look at a tournament
def round_robin(entrants: int, seats: int) -> Tables:
    """Return tables at which every pair of entrants meets, all as equally often as possible."""
    _check(entrants, seats)
    if entrants > MOST_BALANCED:
        raise Mistake(too_many(entrants, seats))
    if entrants <= seats:
        return _seated(_everybody(entrants, seats))
    return _seated(_balanced(entrants, seats))


@cache
def growing(entrants: int, seats: int) -> Tables:
    """Return tables of which those of fewer entrants are the beginning, so that nothing is played in vain.

    A newcomer meets all those before it, as far as twelve tables allow, each time some who met each other least.
    """
    if entrants <= seats or seats == 2:  # everybody plays everybody, whoever comes
        return round_robin(entrants, seats)
    tables = [tuple(range(seats))]
    met = Counter(combinations(tables[0], 2))
    sat = Counter(tables[0])
    for newcomer in range(seats, entrants):
        for _ in range(min(-(-newcomer // (seats - 1)), MOST_NEW)):
            there: tuple[int, ...] = (newcomer,)
            while len(there) < seats:
                others = (one for one in range(newcomer) if one not in there)
                there += (min(others, key=lambda one: (met[one, newcomer], met_before(met, one, there), sat[one])),)
            met.update(pair(*two) for two in combinations(there, 2))
            sat.update(there)
            # Who sits behind whom is turned round at every other table.
            tables.append(there if len(tables) % 2 else there[::-1])
    return tuple(tables)


def pair(one: int, other: int) -> tuple[int, int]:
    """Return two entrants as they are counted."""
    return min(one, other), max(one, other)


def met_before(met: Counter[tuple[int, int]], one: int, others: Table) -> int:
    """Return how often somebody met others; often the same counts more."""
    return sum(met[pair(one, other)] ** 2 for other in others)


@cache
def gauntlet(entrants: int, candidate: int, seats: int) -> Tables:
    """Return tables with the candidate at each, which meets all others equally often."""
    _check(entrants, seats)
    if candidate not in range(entrants):
        raise Mistake(f"the candidate is entrant {candidate}; allowed: 0 to {entrants - 1}")
    pool = [entrant for entrant in range(entrants) if entrant != candidate]
    chairs = seats - 1
    if len(pool) <= chairs:
        others = _everybody(len(pool), chairs)
    elif chairs == 1:
        others = tuple((other,) for other in range(len(pool)))
    else:
        # What the candidate is worth needs equal opponents; that they also meet each other equally is a bonus.
        others = _perfect(len(pool), chairs, 2 * chairs) or designs.nearly(len(pool), chairs, 1)
    return _seated(tuple((candidate, *(pool[other] for other in table)) for table in others))


def imbalance(tables: Sequence[Table], entrants: int, candidate: int | None = None) -> Imbalance:
    """Return how equally the entrants meet, sit and sit behind each other; in a gauntlet, with the candidate."""
    met = Counter(pair for table in tables for pair in combinations(sorted(set(table)), 2))
    sat = Counter(entrant for table in tables for entrant in table)
    behind = Counter(pair for table in tables for pair in neighbours(table))
    pairs = [pair for pair in combinations(range(entrants), 2) if candidate is None or candidate in pair]
    return Imbalance(
        _span([met[pair] for pair in pairs]),
        _span([sat[entrant] for entrant in range(entrants) if entrant != candidate]),
        _span([behind[pair] for one, other in pairs for pair in ((one, other), (other, one))]),
        candidate is not None,
    )


def fewest_tables(entrants: int, seats: int) -> int:
    """Return how many tables a round robin has at least: every pair meets."""
    if entrants <= seats:
        return len(_everybody(entrants, seats))
    return -(-entrants * (entrants - 1) // (seats * (seats - 1)))


def too_many(entrants: int, seats: int) -> str:
    """Return why so many cannot all meet each other."""
    tables = fewest_tables(entrants, seats)
    cost = f"at least {tables} tables and {tables * seats} matches on every set of cards"
    allowed = f"up to {MOST_BALANCED}, or the format {Format.FOCUSED.value!r}"
    return f"there are {entrants} entrants, and a round robin would take {cost}; allowed: {allowed}"


def _span(counts: list[int]) -> tuple[int, int]:
    return min(counts), max(counts)


def _check(entrants: int, seats: int) -> None:
    if entrants < 2:
        raise Mistake(f"there are {entrants} entrants; allowed: 2 or more")
    if seats not in SEATS:
        raise Mistake(f"tables have {seats} seats; allowed: {SEATS[0]} to {SEATS[-1]}")


def _everybody(entrants: int, seats: int) -> Tables:
    """Return tables at which all entrants sit, some of them once more than others, each in its turn."""
    often, more = divmod(seats, entrants)
    return tuple((*(list(range(entrants)) * often), *extra) for extra in combinations(range(entrants), more))


def _balanced(entrants: int, seats: int) -> Tables:
    if seats == 2:
        return tuple(combinations(range(entrants), 2))
    least = -(-(entrants - 1) // (seats - 1))  # tables that it takes to meet everybody
    fewest = -(-(entrants - 1) // (seats * (seats - 1)))
    return _perfect(entrants, seats, max(MOST, least)) or designs.nearly(entrants, seats, fewest)


def _perfect(entrants: int, seats: int, most: int) -> Tables:
    """Return tables where all pairs meet equally often and nobody sits more than ``most`` times; none if not found."""
    if seats == 2:
        return tuple(combinations(range(entrants), 2)) if entrants - 1 <= most else ()
    return designs.perfect(entrants, seats, most)


def _seated(tables: Tables) -> Tables:
    entrants = len({entrant for table in tables for entrant in table})
    return in_order(tables, lambda one, other: (one, other), entrants * (entrants - 1))
