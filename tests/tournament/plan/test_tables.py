"""Tables: balance is counted here anew, so that a wrong count in the module would show."""

import time
import zlib
from functools import partial
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.mistake import Mistake
from overtrick.tournament.plan import designs
from overtrick.tournament.plan.designs import Shape, nearly, perfect, search
from overtrick.tournament.plan.seating import in_order, neighbours
from overtrick.tournament.plan.tables import Imbalance, gauntlet, growing, imbalance, round_robin

pytestmark = pytest.mark.long

Tables = tuple[tuple[int, ...], ...]
SIZES = st.tuples(st.integers(2, 20), st.integers(2, 6))


def meetings(tables: Tables, entrants: int) -> list[int]:
    """Return for each pair how many tables have both."""
    return [sum(one in table and other in table for table in tables) for one, other in combinations(range(entrants), 2)]


def sittings(tables: Tables, entrants: int) -> list[int]:
    return [sum(table.count(entrant) for table in tables) for entrant in range(entrants)]


def spread(counts: list[int]) -> int:
    return max(counts) - min(counts)


# Golden values: a plan that differed by a new search would have its records played again


def checksum(tables: Tables) -> str:
    return f"{zlib.crc32(repr(tables).encode()):08x}"


@pytest.mark.parametrize(
    ("entrants", "seats", "tables", "sum_"),
    [
        (5, 3, 10, "e55af037"),
        (6, 3, 10, "72aa46f1"),
        (7, 3, 7, "7d481756"),
        (9, 3, 12, "f972ab12"),
        (13, 3, 26, "65c6b854"),
        (20, 3, 80, "d72b8396"),
        (6, 4, 15, "0a0dbf13"),
        (8, 4, 14, "1294f67c"),
        (10, 4, 15, "102ce5a9"),
        (12, 4, 33, "73a4ef22"),
        (16, 4, 20, "b22be5ad"),
        (28, 4, 63, "c18e5dfd"),
        (6, 5, 6, "f1ed0665"),
        (7, 5, 21, "233457fe"),
        (14, 5, 14, "656d5d2f"),
        (25, 5, 30, "46c37497"),
        (9, 6, 12, "ef53eee2"),
        (11, 6, 11, "4cff37d6"),
        (16, 6, 16, "5c60489b"),
        (17, 6, 34, "d771c5e9"),
        (31, 6, 31, "2e3f627d"),
    ],
)
def test_the_tables_of_a_round_robin_stay_these(entrants: int, seats: int, tables: int, sum_: str) -> None:
    found = round_robin(entrants, seats)
    assert (len(found), checksum(found)) == (tables, sum_)


@pytest.mark.parametrize(
    ("entrants", "candidate", "seats", "tables", "sum_"),
    [
        (6, 2, 3, 10, "c2b9a260"),
        (8, 1, 4, 7, "9c676f3e"),
        (9, 0, 4, 8, "babcc2cc"),
        (12, 11, 5, 11, "c355e344"),
        (14, 3, 6, 13, "6dfdfd8e"),
        (31, 30, 4, 30, "9cef282e"),
    ],
)
def test_the_tables_of_a_gauntlet_stay_these(entrants: int, candidate: int, seats: int, tables: int, sum_: str) -> None:
    found = gauntlet(entrants, candidate, seats)
    assert (len(found), checksum(found)) == (tables, sum_)


@pytest.mark.parametrize(
    ("entrants", "seats", "tables", "sum_"),
    [(10, 3, 24, "0a875fb5"), (15, 4, 38, "67d333d0"), (40, 4, 268, "bc5591c0"), (12, 6, 14, "4925b579")],
)
def test_growing_tables_stay_these(entrants: int, seats: int, tables: int, sum_: str) -> None:
    found = growing(entrants, seats)
    assert (len(found), checksum(found)) == (tables, sum_)


# Round robin


@given(SIZES)
@settings(max_examples=60, deadline=None)
def test_every_pair_meets_and_all_sit_equally_often(size: tuple[int, int]) -> None:
    entrants, seats = size
    tables = round_robin(entrants, seats)
    assert all(len(table) == seats for table in tables)
    assert min(meetings(tables, entrants)) >= 1
    assert spread(meetings(tables, entrants)) <= 1
    assert spread(sittings(tables, entrants)) == 0


@given(SIZES)
@settings(max_examples=60, deadline=None)
def test_entrants_are_spread_over_a_table_as_equally_as_the_seats_allow(size: tuple[int, int]) -> None:
    entrants, seats = size
    for table in round_robin(entrants, seats):
        counts = [table.count(entrant) for entrant in range(entrants)]
        if entrants <= seats:
            assert spread(counts) == (seats % entrants > 0)
        else:
            assert max(counts) == 1


@given(SIZES)
@settings(max_examples=60, deadline=None)
def test_nobody_sits_behind_the_same_one_all_the_time(size: tuple[int, int]) -> None:
    entrants, seats = size
    behind = imbalance(round_robin(entrants, seats), entrants).behind
    assert behind[1] - behind[0] <= 2


@pytest.mark.parametrize(
    ("entrants", "seats", "tables", "each_pair"),
    [
        (2, 2, 1, 1),
        (6, 2, 15, 1),
        (4, 4, 1, 1),
        (6, 3, 10, 2),
        (7, 3, 7, 1),  # Fano's plane
        (9, 3, 12, 1),  # the affine plane of order 3
        (13, 3, 26, 1),
        (15, 3, 35, 1),  # Kirkman's schoolgirls
        (7, 4, 7, 2),
        (8, 4, 14, 3),
        (10, 4, 15, 2),
        (13, 4, 13, 1),  # the projective plane of order 3
        (16, 4, 20, 1),
        (28, 4, 63, 1),
        (6, 5, 6, 4),
        (11, 5, 11, 2),
        (21, 5, 21, 1),  # the projective plane of order 4
        (25, 5, 30, 1),
        (9, 6, 12, 5),
        (11, 6, 11, 3),
        (16, 6, 16, 2),
        (31, 6, 31, 1),  # the projective plane of order 5
    ],
)
def test_known_designs_are_found_with_no_table_too_many(entrants: int, seats: int, tables: int, each_pair: int) -> None:
    found = round_robin(entrants, seats)
    assert len(found) == tables
    assert set(meetings(found, entrants)) == {each_pair}


def test_fewer_entrants_than_seats_sit_several_times() -> None:
    assert round_robin(2, 4) in (((0, 1, 0, 1),), ((1, 0, 1, 0),))  # nobody behind itself
    assert sorted(map(sorted, round_robin(2, 3))) == [[0, 0, 1], [0, 1, 1]]
    assert sorted(sorted(neighbours(table)) for table in round_robin(3, 6)) == [sorted(permutations(range(3), 2))]


@pytest.mark.parametrize(("entrants", "seats"), [(14, 5), (20, 3), (26, 4), (40, 6)])
def test_where_perfect_balance_takes_too_many_tables_pairs_meet_once_or_twice(entrants: int, seats: int) -> None:
    tables = round_robin(entrants, seats)
    assert set(meetings(tables, entrants)) == {1, 2}
    assert max(sittings(tables, entrants)) <= 40


def test_the_tables_are_these_and_stay_these() -> None:
    """A plan that differed by a new search would have its records played again."""
    assert round_robin(5, 4) == ((3, 0, 4, 2), (4, 1, 0, 3), (0, 2, 1, 4), (1, 3, 2, 0), (2, 4, 3, 1))
    assert round_robin(8, 4)[::7] == ((3, 1, 4, 7), (5, 1, 3, 4))
    assert gauntlet(6, 2, 3)[:2] == ((2, 1, 0), (3, 2, 0))


@pytest.mark.parametrize(("entrants", "seats"), [(16, 3), (15, 4), (15, 5), (15, 6), (16, 6)])
def test_tables_for_sixteen_take_about_a_second_at_most(entrants: int, seats: int) -> None:
    start = time.process_time()
    round_robin.__wrapped__(entrants, seats)
    assert time.process_time() - start < 4  # 0.6 measured at worst; slow machines and coverage need more


@pytest.mark.parametrize("seats", [4, 6])
def test_tables_for_a_hundred_take_a_few_seconds(seats: int) -> None:
    start = time.process_time()
    tables = round_robin(100, seats)
    assert time.process_time() - start < 8
    assert set(meetings(tables, 100)) == {1, 2}
    assert imbalance(tables, 100).behind == (0, 1)


# Gauntlet


@given(SIZES, st.integers(0, 19))
@settings(max_examples=60, deadline=None)
def test_the_candidate_is_at_every_table_and_meets_all_others_equally_often(size: tuple[int, int], at: int) -> None:
    entrants, seats = size
    candidate = at % entrants
    tables = gauntlet(entrants, candidate, seats)
    assert all(table.count(candidate) == 1 and len(table) == seats for table in tables)
    opponents = [count for entrant, count in enumerate(sittings(tables, entrants)) if entrant != candidate]
    assert spread(opponents) == 0
    assert len(tables) <= 2 * entrants


def test_a_small_pool_sits_several_times() -> None:
    assert [sorted(table) for table in gauntlet(2, 0, 4)] == [[0, 1, 1, 1]]
    assert [sorted(table) for table in gauntlet(4, 3, 4)] == [[0, 1, 2, 3]]
    assert sorted(sorted(table) for table in gauntlet(3, 1, 4)) == [[0, 0, 1, 2], [0, 1, 2, 2]]


def test_a_gauntlet_for_two_is_a_match_with_each() -> None:
    assert sorted(sorted(table) for table in gauntlet(4, 1, 2)) == [[0, 1], [1, 2], [1, 3]]


def test_a_large_pool_takes_as_many_tables_as_it_has_members() -> None:
    tables = gauntlet(31, 30, 4)
    assert len(tables) == 30
    assert max(meetings(tables, 30)) == 1  # no two of the pool meet twice


# Imbalance


@pytest.mark.parametrize("seats", range(3, 7))
def test_growing_tables_stay_when_somebody_is_added(seats: int) -> None:
    before = growing(seats, seats)
    for entrants in range(seats + 1, 25):  # who comes as number 25 meets all others at 12 tables of 3
        tables = growing(entrants, seats)
        assert tables[: len(before)] == before
        assert all(entrants - 1 in table for table in tables[len(before) :])
        assert all(len(set(table)) == seats for table in tables)
        before = tables
    assert imbalance(before, 24).meetings[0] >= 1


def test_growing_tables_for_two_are_a_round_robin_and_newcomers_of_a_crowd_bring_twelve() -> None:
    assert growing(30, 2) == round_robin(30, 2)
    assert len(growing(101, 4)) - len(growing(100, 4)) == 12


def test_imbalance_counts_pairs_chairs_and_neighbours() -> None:
    assert imbalance([(0, 1, 2), (0, 1, 3)], 4) == Imbalance(meetings=(0, 2), sittings=(1, 2), behind=(0, 2))
    assert imbalance([(0, 1, 0, 1)], 2) == Imbalance(meetings=(1, 1), sittings=(2, 2), behind=(2, 2))


def test_in_a_gauntlet_imbalance_is_about_the_candidate() -> None:
    assert imbalance([(0, 1), (0, 2), (2, 0)], 3, 0) == Imbalance((1, 2), (1, 2), (1, 2), gauntlet=True)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Imbalance((3, 3), (7, 7), (1, 1)), "every pair meets 3 times; every entrant sits 7 times, "),
        (Imbalance((2, 3), (7, 8), (0, 2)), "pairs meet 2 to 3 times; entrants sit 7 to 8 times, "),
        (Imbalance((1, 1), (2, 2), (0, 1), True), "the candidate meets every opponent once; every opponent sits twice"),
        (Imbalance((1, 2), (2, 3), (0, 1), True), "the candidate meets opponents 1 to 2 times; opponents sit 2 to 3"),
    ],
)
def test_imbalance_is_told_in_a_line(value: Imbalance, text: str) -> None:
    assert value.text.startswith(text)
    assert "\n" not in value.text


# What stands below


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int, int]]:
    """Return which designs are asked for, where no perfect one is found."""
    found: list[tuple[str, int, int, int]] = []

    def ask(kind: str, points: int, size: int, bound: int) -> Tables:
        found.append((kind, points, size, bound))
        return () if kind == "perfect" else ((*range(size),),)

    monkeypatch.setattr(designs, "perfect", partial(ask, "perfect"))
    monkeypatch.setattr(designs, "nearly", partial(ask, "nearly"))
    return found


@pytest.mark.parametrize(
    ("entrants", "seats", "most", "fewest"),
    [(5, 4, 40, 1), (19, 3, 40, 3), (20, 3, 40, 4), (81, 3, 40, 14), (84, 3, 42, 14), (85, 3, 42, 14), (86, 3, 43, 15)],
)
def test_perfect_tables_are_asked_for_up_to_forty_each_or_what_it_takes_to_meet_everybody(
    entrants: int, seats: int, most: int, fewest: int, asked: list[tuple[str, int, int, int]]
) -> None:
    round_robin.__wrapped__(entrants, seats)
    assert asked == [("perfect", entrants, seats, most), ("nearly", entrants, seats, fewest)]


def test_a_gauntlet_asks_for_designs_of_all_but_the_candidate(asked: list[tuple[str, int, int, int]]) -> None:
    gauntlet.__wrapped__(9, 3, 6)
    gauntlet.__wrapped__(12, 0, 4)
    assert asked == [("perfect", 8, 5, 10), ("nearly", 8, 5, 1), ("perfect", 11, 3, 6), ("nearly", 11, 3, 1)]


@pytest.mark.parametrize(("pool", "tables"), [(4, 6), (5, 10), (6, 0)])
def test_a_gauntlet_for_three_lets_all_pairs_of_a_small_pool_meet(
    pool: int, tables: int, asked: list[tuple[str, int, int, int]]
) -> None:
    found = gauntlet.__wrapped__(pool + 1, 0, 3)
    assert asked == ([] if tables else [("nearly", pool, 2, 1)])
    assert len(found) == (tables or 1)


def test_tables_are_worked_out_once() -> None:
    assert round_robin(6, 4) is round_robin(6, 4)
    assert growing(9, 4) is growing(9, 4)
    assert gauntlet(6, 1, 4) is gauntlet(6, 1, 4)


def test_a_search_that_fails_says_so() -> None:
    assert search(Shape(points=6, size=3, cycle=6, bases=1, low=1, high=1), attempt=0) == []  # it does not exist
    assert perfect(15, 5, 7) == ()  # nor does this one


def test_nearly_balanced_designs_have_no_fixed_end() -> None:
    groups = nearly(17, 6, 1)  # one base is too tight, so there must be more
    assert len(groups) > 17
    assert spread(meetings(groups, 17)) <= 1


def test_a_seating_that_can_be_even_becomes_even() -> None:
    tables = in_order([(0, 1, 2), (0, 1, 2)], lambda one, other: (one, other), 6)
    assert sorted(pair for table in tables for pair in neighbours(table)) == sorted(permutations(range(3), 2))


@pytest.mark.parametrize(("entrants", "seats"), [(1, 4), (0, 2), (-3, 2), (5, 1), (5, 7)])
def test_impossible_sizes_are_refused(entrants: int, seats: int) -> None:
    sentence = f"there are {entrants} entrants; allowed: 2 or more"
    if entrants >= 2:
        sentence = f"tables have {seats} seats; allowed: 2 to 6"
    with pytest.raises(Mistake, match=f"^{sentence}$"):
        round_robin(entrants, seats)
    with pytest.raises(Mistake, match=f"^{sentence}$"):
        gauntlet(entrants, 0, seats)


@pytest.mark.parametrize("candidate", [-1, 4])
def test_a_candidate_must_be_an_entrant(candidate: int) -> None:
    with pytest.raises(Mistake, match=rf"entrant {candidate}; allowed: 0 to 3"):
        gauntlet(4, candidate, 4)
