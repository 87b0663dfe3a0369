"""Designs: groups of points in which every two points meet equally often, or nearly so.

A design is found by local search. To make that quick, all groups are images of a few base groups under a rotation of
the points, which moves them in cycles of equal length (and may leave the last point where it is). Then it is enough to
count how often each *orbit* of pairs is met, and every point of a cycle is used equally often without further care.
The search is deterministic and counts its steps, not seconds: a plan must be the same on every machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from overtrick.core.luck import below, step
from overtrick.tournament.plan.seating import in_order

Group = tuple[int, ...]

STEPS = 20_000  # of one search, or more where there are many choices; nearly all that succeed need fewer
STEPS_A_CHOICE = 8
TRIES = 4
MOST_BASES = 8  # of a short cycle: more are hopeless
PATIENCE = 10  # failures until more imbalance is allowed
IMPOSSIBLE = {(15, 5, 2), (21, 6, 2), (36, 6, 1)}  # points, size, meetings: proved not to exist; saves the search
CHANCES = (1000, 60, 20, 6, 2)  # out of 1000, that a step is taken which makes the design so much worse


@dataclass(frozen=True)
class Shape:
    """What is searched for: groups of a size in which all pairs meet ``low`` to ``high`` times."""

    points: int
    size: int
    cycle: int  # length of the rotation's cycles; one point may be left over and stays fixed
    bases: int  # groups to be found, each of which stands for all its rotations
    low: int
    high: int
    short: tuple[Group, ...] = ()  # groups given, which come back to themselves after ``turns`` rotations
    turns: int = 0

    def rotated(self, group: Group, by: int) -> Group:
        """Return a group with every point moved on in its cycle."""
        return tuple(p if self.fixed(p) else p - p % self.cycle + (p + by) % self.cycle for p in group)

    def fixed(self, point: int) -> bool:
        """Return whether a point is in no cycle."""
        return point >= self.points - self.points % self.cycle

    def way(self, p: int, q: int) -> tuple[int, int, int]:
        """Return the name of the orbit of one point behind another: all such pairs are rotations of each other."""
        moves = not (self.fixed(p) or self.fixed(q))
        return p // self.cycle, q // self.cycle, (q - p) % self.cycle if moves else 0

    def orbit(self, p: int, q: int) -> tuple[int, int, int]:
        """Return the name of the orbit of a pair, whoever comes first."""
        return min(self.way(p, q), self.way(q, p))


def perfect(points: int, size: int, most: int) -> tuple[Group, ...]:
    """Return the smallest design found in which all pairs meet equally often; a point is in at most so many groups."""
    if 3 <= points - size < size:  # who is left out of the groups of a perfect design are the groups of another one
        others = perfect(points, points - size, most * (points - size) // size)
        return tuple(tuple(point for point in range(points) if point not in group) for group in others)
    for meetings in range(1, most * (size - 1) // (points - 1) + 1):
        pairs = meetings * points * (points - 1)
        groups, left = divmod(pairs, size * (size - 1))
        # Fisher's inequality: there are never fewer groups than points.
        if left or groups * size % points or groups < points or (points, size, meetings) in IMPOSSIBLE:
            continue
        for attempt in range(TRIES):
            for shape in _shapes(points, size, meetings, groups):
                if bases := search(shape, attempt):
                    return _all_groups(shape, bases)
    return ()


def nearly(points: int, size: int, fewest: int) -> tuple[Group, ...]:
    """Return a small design in which the meetings of pairs differ by at most one if possible, and all points are equal.

    Every point is in at least ``fewest * size`` groups; pairs meet at least once if that many groups can see to it.
    """
    for failures in count():
        bases = fewest + failures * (1 + fewest // 20)
        low = bases * size * (size - 1) // (points - 1)
        wider = failures // PATIENCE  # so that there is an end to it
        shape = Shape(points, size, points, bases, max(min(low, 1), low - wider), low + 1 + wider)
        for attempt in range(TRIES):
            if found := search(shape, attempt):
                return _all_groups(shape, found)
    raise AssertionError("there is no end to counting")


def _shapes(points: int, size: int, meetings: int, groups: int) -> Iterator[Shape]:
    """Yield the ways to make so many groups out of rotations, as far as a search is not hopeless; long cycles first."""
    for cycle in range(points, 1, -1):
        most = MOST_BASES if cycle < points - 1 else groups
        if points % cycle > 1:
            continue
        if groups % cycle == 0 and groups <= cycle * most:
            yield Shape(points, size, cycle, groups // cycle, meetings, meetings)
        # Points at equal distances in a cycle, alone or with the fixed point, soon come back to themselves.
        for regular in (size, size - 1) if points % cycle else (size,):
            turns = cycle // regular
            for cycles in range(1, points // cycle + 1) if cycle % regular == 0 else ():
                bases, left = divmod(groups - cycles * turns, cycle)
                if 0 < bases <= most and left == 0:
                    rest = () if regular == size else (points - 1,)
                    short = tuple((*range(at * cycle, (at + 1) * cycle, turns), *rest) for at in range(cycles))
                    yield Shape(points, size, cycle, bases, meetings, meetings, short, turns)


def _all_groups(shape: Shape, bases: list[Group]) -> tuple[Group, ...]:
    # Each base is put into an order first, which all its rotations share: few enough to find a very even one.
    ordered = in_order(bases, shape.way, shape.points * (shape.points - 1) // shape.cycle)
    found = [shape.rotated(group, by) for group in ordered for by in range(shape.cycle)]
    return (*found, *(shape.rotated(group, by) for group in shape.short for by in range(shape.turns)))


def search(shape: Shape, attempt: int) -> list[Group]:
    """Return base groups of a shape, or none if this attempt fails."""
    size, points = shape.size, shape.points
    state = 1 + attempt + shape.cycle
    orbits, lengths = _orbits(shape)
    weights = [shape.cycle // length for length in lengths]  # meetings that one pair of a base group brings its orbit
    counts = [0] * len(lengths)
    bases: list[list[int]] = []
    for _ in range(shape.bases):
        base: list[int] = []
        while len(base) < size:
            state = step(state)
            if (point := below(state, points)) not in base:
                base.append(point)
        bases.append(base)
        for orbit in _met(base, orbits):
            counts[orbit] += weights[orbit]
    for group in shape.short:
        met = list(_met(group, orbits))
        for orbit in set(met):
            counts[orbit] += met.count(orbit) * shape.turns // lengths[orbit]

    reach = max(counts) + (2 * size + 2) * max(weights) + size * size * shape.bases
    bad = [max(shape.low - meetings, 0, meetings - shape.high) ** 2 for meetings in range(reach)]
    badness = sum(bad[meetings] * length for meetings, length in zip(counts, lengths, strict=True))
    choices = shape.bases * size * points
    for _ in range(STEPS if shape.low == shape.high else max(STEPS, STEPS_A_CHOICE * choices)):
        if badness == 0:
            return [tuple(base) for base in bases]
        state = step(state)
        choice, new = divmod(below(state, choices), points)
        base, place = bases[choice // size], choice % size
        if new in base:
            continue
        old, worse = base[place], 0
        for point in base:
            if point != old:
                for orbit, change in (orbits[old][point], -1), (orbits[new][point], 1):
                    before = counts[orbit]
                    counts[orbit] = after = before + change * weights[orbit]
                    worse += lengths[orbit] * (bad[after] - bad[before])
        state = step(state)
        grade = max(0, worse) // shape.cycle
        if worse <= 0 or (grade < len(CHANCES) and below(state, 1000) < CHANCES[grade]):
            base[place] = new
            badness += worse
            continue
        for point in base:
            if point != old:
                counts[orbits[old][point]] += weights[orbits[old][point]]
                counts[orbits[new][point]] -= weights[orbits[new][point]]
    return []


def _orbits(shape: Shape) -> tuple[list[list[int]], list[int]]:
    """Return the number of every pair's orbit, and how many pairs each orbit has."""
    numbers: dict[tuple[int, int, int], int] = {}
    table = [[0] * shape.points for _ in range(shape.points)]
    lengths: list[int] = []
    for q in range(shape.points):
        for p in range(q):
            number = numbers.setdefault(shape.orbit(p, q), len(numbers))
            if number == len(lengths):
                lengths.append(0)
            lengths[number] += 1
            table[p][q] = table[q][p] = number
    return table, lengths


def _met(group: Group | list[int], orbits: list[list[int]]) -> Iterator[int]:
    """Yield the orbit of every pair in a group."""
    for place, point in enumerate(group):
        for other in group[:place]:
            yield orbits[point][other]
