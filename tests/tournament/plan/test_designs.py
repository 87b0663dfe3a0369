"""Designs: what is searched for and in which order, and a search that takes the same steps on every machine."""

import pytest

from overtrick.core import luck
from overtrick.tournament.plan import designs
from overtrick.tournament.plan.designs import Group, Shape, nearly, perfect, search


class EnoughError(Exception):
    """Raised to end a search that would not end by itself."""


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Shape, int]]:
    """Return what is tried, in order, where every search fails."""
    found: list[tuple[Shape, int]] = []

    def fails(shape: Shape, attempt: int) -> list[Group]:
        if len(found) == 92:  # 23 shapes in four attempts each
            raise EnoughError
        found.append((shape, attempt))
        return []

    monkeypatch.setattr(designs, "search", fails)
    return found


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the steps of luck that are taken."""
    taken: list[int] = []

    def counted(state: int) -> int:
        taken.append(state)
        return luck.step(state)

    monkeypatch.setattr(designs, "step", counted)
    return taken


# Shapes

SEVEN = Shape(points=7, size=3, cycle=3, bases=2, low=1, high=1)  # two cycles of three, and 6 stays where it is


def test_a_rotation_moves_each_point_on_in_its_cycle_and_leaves_the_last_one() -> None:
    assert SEVEN.rotated((0, 1, 6), 1) == (1, 2, 6)
    assert SEVEN.rotated((2, 3, 5), 2) == (1, 5, 4)
    assert SEVEN.rotated((4, 0, 2), 3) == (4, 0, 2)
    assert [point for point in range(7) if SEVEN.fixed(point)] == [6]
    assert not any(Shape(6, 3, 6, 1, 1, 1).fixed(point) for point in range(6))


def test_pairs_that_are_rotations_of_each_other_have_one_name() -> None:
    assert (SEVEN.way(0, 1), SEVEN.way(1, 0), SEVEN.way(2, 0)) == ((0, 0, 1), (0, 0, 2), (0, 0, 1))
    assert (SEVEN.way(0, 4), SEVEN.way(4, 0), SEVEN.way(1, 3)) == ((0, 1, 1), (1, 0, 2), (0, 1, 2))
    assert (SEVEN.way(2, 6), SEVEN.way(6, 4)) == ((0, 2, 0), (2, 1, 0))
    assert (SEVEN.orbit(1, 0), SEVEN.orbit(4, 0), SEVEN.orbit(6, 4)) == ((0, 0, 1), (0, 1, 1), (1, 2, 0))


# What is tried


def told(shape: Shape) -> str:
    """Return a shape in words: meetings, base groups, length of cycles, groups that come back soon."""
    assert shape.low == shape.high
    short = " ".join("-".join(map(str, group)) for group in shape.short)
    return f"{shape.low}: {shape.bases} of {shape.cycle}" + (f" and {short} by {shape.turns}" if short else "")


NINE = """
1: 1 of 9 and 0-3-6 by 3
1: 1 of 8 and 0-4-8 by 4
1: 3 of 4
1: 2 of 4 and 0-2-8 4-6-8 by 2
1: 4 of 3
1: 3 of 3 and 0-1-2 3-4-5 6-7-8 by 1
1: 6 of 2
1: 5 of 2 and 0-1-8 2-3-8 by 1
1: 4 of 2 and 0-1-8 2-3-8 4-5-8 6-7-8 by 1
"""
TWICE = """
2: 3 of 8
2: 6 of 4
2: 5 of 4 and 0-2-8 4-6-8 by 2
2: 8 of 3
2: 7 of 3 and 0-1-2 3-4-5 6-7-8 by 1
"""
THIRTEEN = """
1: 1 of 13
1: 3 of 4 and 0-1-2-3 by 1
1: 4 of 3 and 0-1-2-12 by 1
1: 3 of 3 and 0-1-2-12 3-4-5-12 6-7-8-12 9-10-11-12 by 1
2: 2 of 13
2: 4 of 6 and 0-2-4-12 by 2
2: 6 of 4 and 0-1-2-3 4-5-6-7 by 1
2: 8 of 3 and 0-1-2-12 3-4-5-12 by 1
"""
SIXTEEN = """
2: 1 of 16
2: 2 of 8
2: 3 of 5 and 0-1-2-3-4-15 by 1
2: 4 of 4
2: 8 of 2
3: 3 of 8
3: 6 of 4
3: 8 of 3
4: 2 of 16
4: 4 of 8
4: 6 of 5 and 0-1-2-3-4-15 5-6-7-8-9-15 by 1
4: 8 of 4
"""
TWENTY_FIVE = """
1: 2 of 25
1: 6 of 8 and 0-2-4-6 by 2
1: 8 of 6 and 0-2-4-24 by 2
1: 7 of 6 and 0-2-4-24 6-8-10-24 12-14-16-24 18-20-22-24 by 2
"""
IN_VAIN = ""  # it is proved that there is none


@pytest.mark.parametrize(
    ("points", "size", "most", "shapes"),
    [
        (9, 3, 8, NINE + TWICE),
        (9, 6, 8, NINE),  # those who are left out are groups of three
        (8, 5, 20, IN_VAIN),
        (15, 3, 7, "1: 2 of 15 and 0-5-10 by 5\n1: 2 of 14 and 0-7-14 by 7\n1: 5 of 7\n1: 7 of 5"),
        (15, 5, 7, IN_VAIN),
        (15, 5, 14, "4: 3 of 14\n4: 6 of 7\n4: 8 of 5 and 0-1-2-3-4 5-6-7-8-9 by 1"),
        (13, 4, 8, THIRTEEN),
        (16, 6, 12, SIXTEEN),
        (25, 4, 8, TWENTY_FIVE),
        (21, 6, 10, IN_VAIN),
        (36, 6, 7, IN_VAIN),
    ],
)
def test_all_that_could_be_a_perfect_design_is_tried_four_times_the_smallest_first(
    points: int, size: int, most: int, shapes: str, tried: list[tuple[Shape, int]]
) -> None:
    assert perfect(points, size, most) == ()
    for attempt in range(4):
        assert [told(shape) for shape, at in tried if at == attempt] == [*filter(None, shapes.split("\n"))]
    for number in {shape.low for shape, _ in tried}:  # one attempt for all shapes, then the next
        attempts = [attempt for shape, attempt in tried if shape.low == number]
        assert attempts == sorted(attempts)
    assert {attempt for _, attempt in tried} <= set(range(4))


@pytest.mark.parametrize(
    ("points", "size", "fewest", "spans"),
    [
        (17, 6, 1, {1: (1, 2), 2: (3, 4), 10: (18, 19), 11: (19, 22), 20: (36, 39), 21: (37, 42)}),
        (100, 4, 9, {9: (1, 2), 16: (1, 2), 17: (2, 3), 18: (2, 3), 19: (1, 4), 28: (2, 5), 29: (1, 6)}),
        (40, 6, 25, {25: (19, 20), 27: (20, 21), 43: (33, 34), 45: (33, 36), 65: (48, 53), 69: (51, 56)}),
        (100, 4, 1, {1: (0, 1), 2: (0, 1), 9: (1, 2), 11: (1, 3)}),
    ],
)
def test_a_nearly_balanced_design_may_grow_and_then_be_less_even(
    points: int, size: int, fewest: int, spans: dict[int, tuple[int, int]], tried: list[tuple[Shape, int]]
) -> None:
    with pytest.raises(EnoughError):
        nearly(points, size, fewest)
    assert {(shape.points, shape.size, shape.cycle, shape.short) for shape, _ in tried} == {(points, size, points, ())}
    bases = [shape.bases for shape, _ in tried]
    assert bases == sorted(bases)
    assert [attempt for _, attempt in tried] == [0, 1, 2, 3] * 23
    found = {shape.bases: (shape.low, shape.high) for shape, _ in tried}
    assert len(found) == 23
    assert {number: found.get(number) for number in spans} == spans


# The search


@pytest.mark.parametrize(
    ("shape", "attempt", "bases", "taken"),
    [
        (Shape(7, 3, 7, 1, 1, 1), 0, [(5, 3, 2)], 6),
        (Shape(14, 5, 14, 1, 1, 2), 3, [(6, 0, 12, 7, 10)], 7),
        (Shape(17, 6, 17, 2, 3, 4), 0, [(14, 7, 9, 4, 6, 13), (12, 13, 7, 10, 1, 14)], 282),
        (Shape(9, 3, 8, 1, 1, 1, ((0, 4, 8),), 4), 2, [(7, 5, 0)], 24),
        (Shape(15, 3, 15, 2, 1, 1, ((0, 5, 10),), 5), 0, [(11, 2, 9), (2, 13, 1)], 482),
        (Shape(6, 3, 6, 1, 1, 1), 0, [], 29919),
        (Shape(16, 6, 16, 1, 2, 2), 0, [], 32556),
        (Shape(40, 6, 40, 15, 1, 2), 0, [], 53363),
        (Shape(9, 3, 9, 1, 1, 1, ((0, 3, 6),), 3), 0, [], 33266),
        (Shape(13, 4, 3, 3, 1, 1, ((0, 1, 2, 12), (3, 4, 5, 12), (6, 7, 8, 12), (9, 10, 11, 12)), 1), 1, [], 33772),
    ],
)
def test_a_search_finds_the_same_in_the_same_steps(
    shape: Shape, attempt: int, bases: list[Group], taken: int, steps: list[int]
) -> None:
    assert (search(shape, attempt), len(steps)) == (bases, taken)
