"""Pairs of entrants: head to head, Holm's correction, rank groups, and how many deals would tell two apart."""

import math

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from overtrick.tournament.rating.blocks import Floats
from overtrick.tournament.rating.pairs import Differences, clusters_needed, corrected, holm, rank_groups
from overtrick.tournament.rating.rate import rate
from overtrick.tournament.stated.tournament import RankBy
from tests.support.made_results import Match, duel, random_results, results

SCORE = RankBy.SCORE


def test_holms_correction_by_hand() -> None:
    # 0.005 * 4, 0.01 * 3, 0.03 * 2, and 0.04 * 1, which may not be less than the one before.
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm(np.array([0.6, math.nan, 0.7])) == pytest.approx([1.0, math.nan, 1.0], nan_ok=True)
    assert len(holm(np.zeros(0))) == 0


def test_head_to_head_is_students_test_over_the_cards() -> None:
    # Differences 1, 2, 3: t = 2 * sqrt(3) with 2 degrees of freedom.
    pair = rate(results(duel(1, 2, 3)), ["A", "B"], SCORE).pairs["A", "B"]
    assert (pair.difference.value, pair.blocks) == (2.0, 3)
    assert (pair.difference.low, pair.difference.high) == pytest.approx((2 - 2.48414, 2 + 2.48414), abs=1e-4)
    assert pair.p == pytest.approx(0.0741799, abs=1e-6)


def test_blocks_on_the_same_cards_count_as_one_observation() -> None:
    # Two tables on each of four sets of cards, which say much the same.
    matches: list[Match] = [
        (cluster, table, seating, totals)
        for table in (0, 1)
        for cluster, _, seating, totals in duel(4 + table, 9 + table, 1 + table, 6 + table)
    ]
    pair = rate(results(matches), ["A", "B"], SCORE).pairs["A", "B"]
    expected = ttest_1samp([4.5, 9.5, 1.5, 6.5], 0).pvalue
    assert pair.p == pytest.approx(expected)
    assert pair.blocks == 8


def test_who_never_met_cannot_be_compared_head_to_head() -> None:
    matches = [*duel(1, 2, 3), *((cluster, 1, s, t) for cluster, _, s, t in duel(3, 1, 2, first=0, second=2))]
    rated = rate(results(matches), ["A", "B", "C"], SCORE)
    assert math.isnan(rated.pairs["B", "C"].p)
    assert rated.pairs["B", "C"].blocks == 0
    # The correction is over the two pairs that did meet.
    assert rated.pairs["A", "C"].p == pytest.approx(min(1.0, 2 * 0.0741799), abs=1e-5)


def overall(p: Floats, value: float = 1.0, error: float = 1.0) -> Differences:
    return Differences(np.full(p.shape, value), np.full(p.shape, error), np.full(p.shape, 10), p)


def test_a_new_group_begins_at_who_differs_from_the_first_of_the_current_one() -> None:
    p = np.full((4, 4), 1.0)
    p[0, 2] = p[2, 0] = 0.01  # the third differs from the first, the second from neither
    assert rank_groups([0, 1, 2, 3], overall(p)) == [1, 1, 2, 2]
    assert rank_groups([3, 2, 1, 0], overall(p)) == [1, 1, 1, 1]
    assert rank_groups([], overall(p)) == []


def test_further_deals_by_hand() -> None:
    # One question, difference 1, error 1 after 10 clusters: (1.95996 + 0.84162)^2 = 7.849 times as many, so 68.49 more.
    p = np.array([[math.nan, 0.3], [0.3, math.nan]])
    assert clusters_needed([0, 1], overall(p)) == [69, None]
    # Told apart, no difference, hopeless, nothing known.
    assert clusters_needed([0, 1], overall(p / 10)) == [None, None]
    assert clusters_needed([0, 1], overall(p, value=0.0)) == [None, None]
    assert clusters_needed([0, 1], overall(p, value=1e-9)) == [None, None]
    assert clusters_needed([0, 1], overall(p * math.nan, error=math.nan)) == [None, None]


def test_so_many_further_deals_do_tell_two_apart_four_times_in_five() -> None:
    generator = np.random.default_rng(7)
    first = results(duel(*generator.normal(30, 100, 12).astype(int).tolist()))
    rating = rate(first, ["A", "B"], SCORE, quick=True).ratings[0]
    assert rating.needed is not None
    # Told from the estimates of the first: their mean and deviation, by as many clusters in all.
    blocks = first.totals.max(axis=1)[::2] + first.totals.min(axis=1)[::2]
    apart = 0
    for _ in range(400):
        again = generator.normal(blocks.mean(), blocks.std(ddof=1), 12 + rating.needed)
        apart += ttest_1samp(again, 0).pvalue < 0.05
    assert 0.72 < apart / 400 < 0.88


def test_the_whole_difference_is_the_paired_one_on_common_cards() -> None:
    # All three at one table, so the whole difference and the one head to head are the same.
    outcomes = set()
    for seed in range(8):
        rated = rate(random_results(3, 3, 12, seed=seed, skill=12), ["A", "B", "C"], SCORE, quick=True)
        first, second, _ = rated.ratings
        outcomes.add(apart := rated.pairs[first.name, second.name].p < 0.05)
        assert (second.group > first.group) == apart
    assert outcomes == {False, True}


def test_only_the_ranked_share_the_correction() -> None:
    p = np.array([[math.nan, 0.02, 0.04], [0.02, math.nan, 0.9], [0.04, 0.9, math.nan]])
    assert corrected(overall(p), [0, 1]).p[0, 1] == pytest.approx(0.02)
    assert corrected(overall(p), [0, 1, 2]).p[0, 1] == pytest.approx(0.06)
    assert math.isnan(corrected(overall(p), [0, 1]).p[0, 2])


def test_equal_bots_are_rarely_told_apart() -> None:
    names = ["A", "B", "C", "D"]
    wrong = 0
    for seed in range(300):
        rated = rate(random_results(4, 2, 8, seed=seed, skill=0), names, SCORE, quick=True)
        wrong += max(rating.group for rating in rated.ratings) > 1
    print(f"told apart wrongly: {wrong} of 300")
    assert wrong <= 26  # 5 %, and three standard errors
