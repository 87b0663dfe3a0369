"""Two entrants on the same cards: what is a cluster worth to the test, and where does the test's sight end?"""

from collections.abc import Sequence

import numpy as np
import pytest

from overtrick.games.contract import ranked
from overtrick.tournament.rating.paired import paired_differences
from overtrick.tournament.rating.results import Results
from overtrick.tournament.stated.tournament import STATED, RankBy

Row = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""Cluster, table, who sits in each seat, totals."""


def results(rows: Sequence[Row]) -> Results:
    seats = len(rows[0][2]) if rows else 2
    return Results(
        np.zeros(len(rows), np.int16),
        np.array([row[0] for row in rows], np.int32),
        np.array([row[1] for row in rows], np.int32),
        np.array([row[2] for row in rows], np.int16).reshape(-1, seats),
        np.array([row[3] for row in rows], np.int32).reshape(-1, seats),
        np.array([ranked(row[3]) for row in rows], np.int8).reshape(-1, seats),
        np.zeros((len(rows), seats), np.int32),
    )


def duel(cluster: int, *both: tuple[int, int]) -> list[Row]:
    """Return the two games of a matchup, as the points of the first and the second in each."""
    (one, other), (again, back) = both
    return [(cluster, 0, (0, 1), (one, other)), (cluster, 0, (1, 0), (back, again))]


DUELS = [*duel(0, (7, 3), (4, 6)), *duel(1, (5, 5), (5, 5)), *duel(2, (1, 9), (2, 8))]


@pytest.mark.parametrize(
    ("rank_by", "expected"),
    [
        (RankBy.SCORE, [1.0, 0.0, -7.0]),
        (RankBy.MATCHES, [0.0, 0.0, -1.0]),
        (RankBy.MATCHUPS, [1.0, 0.0, -1.0]),
        (RankBy.PLACE, [0.0, 0.0, -1.0]),
    ],
)
def test_face_to_face_each_set_of_cards_gives_a_difference(rank_by: RankBy, expected: list[float]) -> None:
    assert paired_differences(results(DUELS), 0, 1, rank_by) == expected
    assert paired_differences(results(DUELS), 1, 0, rank_by) == [-value for value in expected]


def test_a_lower_place_is_the_better_one() -> None:
    rows = duel(0, (7, 3), (6, 4))
    assert paired_differences(results(rows), 0, 1, RankBy.PLACE) == [1.0]
    assert paired_differences(results(rows), 1, 0, RankBy.PLACE) == [-1.0]


@pytest.mark.parametrize("gone", range(6))
def test_it_ends_before_the_first_set_of_cards_that_is_not_played_to_its_end(gone: int) -> None:
    rows = [row for place, row in enumerate(DUELS) if place != gone]
    assert paired_differences(results(rows), 0, 1, RankBy.SCORE) == [1.0, 0.0, -7.0][: gone // 2]


def test_the_order_in_which_matches_were_played_does_not_matter() -> None:
    assert paired_differences(results(DUELS[::-1]), 0, 1, RankBy.SCORE) == [1.0, 0.0, -7.0]


def test_a_set_of_cards_that_nobody_played_ends_it_too() -> None:
    rows = [*duel(0, (7, 3), (4, 6)), *duel(2, (1, 9), (2, 8))]
    assert paired_differences(results(rows), 0, 1, RankBy.SCORE) == [1.0]
    assert paired_differences(results(rows[2:]), 0, 1, RankBy.SCORE) == []


def test_nothing_played_is_nothing_known() -> None:
    for rank_by in STATED:
        assert paired_differences(results([]), 0, 1, rank_by) == []


def at_field(cluster: int, entrant: int, *totals: tuple[int, int, int]) -> list[Row]:
    """Return a block of an entrant with a field of two, as the points of the entrant and both others in each turn."""
    table = (entrant, 2, 3)
    turns = [(table[-turn:] + table[:-turn], total[-turn:] + total[:-turn]) for turn, total in enumerate(totals)]
    return [(cluster, entrant, seating, points) for seating, points in turns]


FIELD = [
    *at_field(0, 0, (30, 20, 10), (30, 20, 10), (0, 50, 60)),
    *at_field(0, 1, (10, 20, 30), (20, 20, 10), (0, 50, 60)),
    *at_field(1, 0, (9, 8, 7), (9, 8, 7), (9, 8, 7)),
    *at_field(1, 1, (99, 98, 97), (0, 98, 97), (0, 98, 97)),
]


@pytest.mark.parametrize(
    ("rank_by", "expected"),
    [
        # Points as they are: that the second's table was a richer one is no merit of the first.
        (RankBy.SCORE, [10.0, 9 - 33.0]),
        (RankBy.MATCHES, [2 / 3 - 1 / 6, 1 - 1 / 3]),
        (RankBy.MATCHUPS, [0.0, 1.0]),
        (RankBy.PLACE, [(3 + 1 + 3) / 3 - (1 + 1 + 3) / 3, (1 + 3 + 3) / 3 - 1]),
    ],
)
def test_in_the_same_seats_of_the_same_field_each_has_a_table_of_its_own(
    rank_by: RankBy, expected: list[float]
) -> None:
    assert paired_differences(results(FIELD), 0, 1, rank_by) == pytest.approx(expected)
    assert paired_differences(results(FIELD), 1, 0, rank_by) == pytest.approx([-value for value in expected])


@pytest.mark.parametrize("gone", range(12))
def test_both_tables_must_be_complete(gone: int) -> None:
    rows = [row for place, row in enumerate(FIELD) if place != gone]
    assert len(paired_differences(results(rows), 0, 1, RankBy.SCORE)) == gone // 6


def test_a_copy_that_plays_the_same_differs_by_exactly_nothing() -> None:
    totals = [(31, 22, 13), (17, 29, 5), (3, 1, 2)]
    rows = [*at_field(0, 0, *totals), *at_field(0, 1, *totals)]
    for rank_by in STATED:
        assert paired_differences(results(rows), 0, 1, rank_by) == [0.0]
