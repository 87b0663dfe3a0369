"""Seating: who sits behind whom, and a search that takes the same steps on every machine."""

import zlib

import pytest

from overtrick.tournament.plan.seating import Table, in_order, neighbours

NEVER_EVEN = 10**6  # so many kinds that the search goes on to its last step


def test_neighbours_go_round_the_table() -> None:
    assert neighbours((4, 7, 5)) == [(4, 5), (7, 4), (5, 7)]
    assert neighbours((3, 3)) == [(3, 3), (3, 3)]


@pytest.mark.parametrize(
    ("tables", "checksum"),
    [
        ([(0, 1, 2)] * 3, "cb908755"),
        ([(0, 1, 2, 3)] * 200, "3accfe07"),
        ([tuple((table + seat * (1 + table % 2)) % 5 for seat in range(3)) for table in range(182)], "69bf9c6f"),
        ([(0, 1, 0, 1, 2), (2, 2, 1, 0, 0), (1, 1, 1, 0, 2)], "68720826"),
    ],
)
def test_a_search_that_never_ends_well_takes_just_its_steps(tables: list[Table], checksum: str) -> None:
    seated = in_order(tables, lambda one, other: (one, other), NEVER_EVEN)
    assert [sorted(table) for table in seated] == [sorted(table) for table in tables]
    assert f"{zlib.crc32(repr(seated).encode()):08x}" == checksum


def test_nobody_sits_behind_itself_where_that_can_be_avoided() -> None:
    (table,) = in_order([(0, 0, 1, 1, 2, 2)], lambda one, other: (one, other), 6)
    assert all(one != other for one, other in neighbours(table))
    (table,) = in_order([(0, 0, 0, 1)], lambda one, other: (one, other), 2)
    assert sorted(neighbours(table)) == [(0, 0), (0, 0), (0, 1), (1, 0)]
