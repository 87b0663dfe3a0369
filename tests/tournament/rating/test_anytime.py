"""Evidence for any time: exact sums, the gambler's stake by hand, intervals, and error rates by simulation."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import halfnorm

from overtrick.tournament.rating.anytime import FIRST, Moments, added, evidence, intervals, joined, nothing, of_columns

PAIR = np.array([0, 1])


def moments_of(differences: list[float]) -> Moments:
    values = np.array([[difference, 0.0] for difference in differences])
    return added(nothing((2, 2)), PAIR, values)


def stake(differences: list[float]) -> float:
    """Return what the gambler has, as the definition says it: all bets at once, each growing by itself."""
    width = sum(difference**2 for difference in differences[:FIRST])
    total, square = sum(differences), sum(difference**2 for difference in differences)
    curve = halfnorm(scale=1 / math.sqrt(width))
    return float(quad(lambda bet: math.exp(bet * total - bet**2 * square / 2) * curve.pdf(bet), 0, np.inf)[0])


@pytest.mark.parametrize("differences", [[1.0] * 16, [3, -1, 2, 2] * 5, [-3, 1, -2, -2] * 5, [0, 0, 0, 1] * 10])
def test_the_evidence_is_what_a_gambler_with_all_bets_at_once_would_have(differences: list[float]) -> None:
    found = evidence(moments_of(differences))
    assert found[0, 1] == pytest.approx(math.log(stake(differences)), abs=1e-6)
    assert found[1, 0] == pytest.approx(math.log(stake([-difference for difference in differences])), abs=1e-6)


def test_before_the_first_sixteen_and_of_copies_there_is_no_evidence() -> None:
    assert evidence(moments_of([5.0] * 15)).tolist() == [[0, 0], [0, 0]]
    assert evidence(moments_of([0.0] * 100)).tolist() == [[0, 0], [0, 0]]


def test_sums_grow_step_by_step_to_what_all_at_once_would_be() -> None:
    generator = np.random.default_rng(1)
    values = generator.integers(-9, 10, size=(40, 3)).astype(float)
    all_three, two = np.arange(3), np.array([0, 2])
    found = added(added(nothing((3, 3)), all_three, values[:20]), two, values[20:][:, [0, 2]])
    difference = values[:, 0] - values[:, 2]
    assert found.count.tolist() == [[40, 20, 40], [20, 20, 20], [40, 20, 40]]
    assert (found.total[0, 2], found.square[0, 2]) == (difference.sum(), (difference**2).sum())
    assert (found.first_total[0, 2], found.first_square[0, 2]) == (difference[:16].sum(), (difference[:16] ** 2).sum())
    assert found.total[1, 2] == (values[:20, 1] - values[:20, 2]).sum()
    shifted = found.around(2.0)
    assert shifted.total[0, 2] == (difference - 2).sum()
    assert shifted.square[0, 2] == ((difference - 2) ** 2).sum()
    assert shifted.first_square[0, 2] == ((difference[:16] - 2) ** 2).sum()


def test_sums_of_columns_leave_out_what_is_not_there() -> None:
    values = np.array([[1.0, np.nan]] * 15 + [[2.0, 5.0]] * 20)
    found = of_columns(values)
    assert found.count.tolist() == [35, 20]
    assert found.means.tolist() == [55 / 35, 5.0]
    assert found.first_total.tolist() == [17.0, 80.0]
    again = joined(of_columns(values[:20]), of_columns(values[20:]))
    assert again.total.tolist() == found.total.tolist()
    assert again.first_count.tolist() == [16, 0]  # of the second there were too few in the first part


def test_an_interval_ends_where_the_evidence_begins() -> None:
    generator = np.random.default_rng(2)
    sums = of_columns(generator.normal(3.0, 1.0, size=(200, 1)))
    (estimate,) = intervals([sums], sums.means)
    assert estimate.low < 3.0 < estimate.high
    assert 0.1 < estimate.high - estimate.low < 0.6
    bound = math.log(2 / 0.05)
    assert evidence(sums.around(estimate.low - 1e-6))[0] >= bound > evidence(sums.around(estimate.low + 1e-6))[0]
    assert evidence(sums.around(estimate.high + 1e-6).turned())[0] >= bound


def test_too_few_cards_have_no_interval_and_what_does_not_vary_one_of_no_width() -> None:
    few = of_columns(np.ones((5, 1)))
    (estimate,) = intervals([few], few.means)
    assert (estimate.value, estimate.low, estimate.high) == (1.0, -math.inf, math.inf)
    many = of_columns(np.ones((50, 1)))
    (estimate,) = intervals([many], many.means)
    assert [estimate.low, estimate.high] == pytest.approx([1.0, 1.0])


@pytest.mark.long
@pytest.mark.parametrize("kind", ["normal", "heavy tails", "unequal spread"])
def test_with_a_look_after_every_card_the_truth_is_refuted_no_more_often_than_promised(kind: str) -> None:
    generator = np.random.default_rng(3)
    wrong = 0
    for _ in range(400):
        values = generator.standard_t(2, size=2000) if kind == "heavy tails" else generator.normal(size=2000)
        if kind == "unequal spread":
            values[500:] /= 10
        looks = np.arange(FIRST, 2001)
        total, square = np.cumsum(values)[looks - 1], np.cumsum(values**2)[looks - 1]
        width = square[0]
        best = 0.0
        for sign in (1, -1):
            sums = of_columns(np.zeros((0, len(looks))))
            sums = replace(sums, count=looks.astype(float), total=sign * total, square=square)
            sums = replace(sums, first_square=np.full(len(looks), width))
            best = max(best, float(evidence(sums).max()))
        wrong += best >= math.log(2 / 0.05)
    assert wrong <= 400 * 0.05 + 2 * math.sqrt(400 * 0.05 * 0.95)
