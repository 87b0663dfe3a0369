"""The bootstrap over cards: resamples, and how often the intervals hold the truth."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from overtrick.tournament.rating.blocks import Floats
from overtrick.tournament.rating.bootstrap import bootstrap_estimates, resamples, widening
from overtrick.tournament.rating.sums import Sums, t_estimates

TRIALS = 1500


def trials(values: Floats, counts: Floats | None = None) -> Sums:
    """Return many tournaments side by side: values (clusters, tournaments) as means of so many blocks."""
    count = csr_array(np.ones(values.shape) if counts is None else counts)
    total = csr_array(((values * count.toarray()).reshape(-1), count.indices, count.indptr), shape=values.shape)
    return Sums(total, count)


def coverage(values: Sums, truth: float) -> tuple[float, float]:
    """Return how often the truth is in the interval, by bootstrap and by Student's t."""
    both = (bootstrap_estimates(values), t_estimates(values.mean, values.error, values.free))
    one, other = (np.mean([e.low <= truth <= e.high for e in estimates]) for estimates in both)
    return float(one), float(other)


def test_resamples_draw_as_many_clusters_as_there_are_and_are_always_the_same() -> None:
    drawn = np.concatenate(list(resamples(50, 2000)), axis=1)
    assert drawn.shape == (50, 2000)
    assert (drawn.sum(axis=0) == 50).all()
    assert drawn.mean(axis=1) == pytest.approx(1, abs=0.1)
    assert drawn.var() == pytest.approx(1 - 1 / 50, rel=0.03)
    assert np.array_equal(drawn, np.concatenate(list(resamples(50, 2000)), axis=1))


def test_a_percentile_interval_is_widened_as_students_t_says() -> None:
    # 2.77645 / 1.95996 * sqrt(5 / 4), and next to nothing for many.
    assert widening(np.array([5, 10_000]), np.array([4, 9_999])) == pytest.approx([1.58379, 1.0002], abs=1e-4)
    assert np.isinf(widening(np.array([1]), np.array([0])))[0]


@pytest.mark.long
@pytest.mark.parametrize(("clusters", "low"), [(5, 0.93), (8, 0.93), (20, 0.93), (50, 0.93), (200, 0.93)])
def test_intervals_of_normal_values_hold_the_truth_95_times_in_100(clusters: int, low: float) -> None:
    generator = np.random.default_rng(clusters)
    covered, student = coverage(trials(generator.normal(3, 10, (clusters, TRIALS))), 3)
    print(f"{clusters} clusters: {covered:.3f} (t {student:.3f})")
    assert low < covered < 0.975


@pytest.mark.long
@pytest.mark.parametrize("clusters", [5, 20, 80])
def test_clusters_of_unequal_size_and_variance_are_borne(clusters: int) -> None:
    # A third of the clusters varies three times as much, and some hold twice as many blocks (a run half done).
    generator = np.random.default_rng(clusters)
    spread = np.where(np.arange(clusters) % 3 == 0, 30.0, 10.0)[:, None]
    counts = 1.0 + (np.arange(clusters) % 2)[:, None] * np.ones((1, TRIALS))
    covered, student = coverage(trials(generator.normal(3, spread, (clusters, TRIALS)), counts), 3)
    print(f"{clusters} unequal clusters: {covered:.3f} (t {student:.3f})")
    assert covered > 0.91


@pytest.mark.long
@pytest.mark.parametrize(("clusters", "low"), [(5, 0.85), (20, 0.90), (80, 0.92)])
def test_intervals_of_skewed_values_hold_the_truth_less_often_when_clusters_are_few(clusters: int, low: float) -> None:
    generator = np.random.default_rng(clusters)
    covered, student = coverage(trials(generator.exponential(1, (clusters, TRIALS))), 1)
    print(f"{clusters} skewed clusters: {covered:.3f} (t {student:.3f})")
    assert covered > low


def test_shares_that_are_mostly_nothing_are_borne() -> None:
    generator = np.random.default_rng(3)
    values = generator.choice([-1.0, 0.0, 1.0], p=[0.1, 0.8, 0.1], size=(30, TRIALS))
    assert 0.92 < coverage(trials(values), 0)[0] < 0.99


def test_a_skewed_column_has_a_skewed_interval_and_its_mirror_the_mirrored_one() -> None:
    values = np.array([[0.0], [0.0], [1.0], [0.0], [9.0], [1.0]])
    (estimate,), (mirrored,) = bootstrap_estimates(trials(values)), bootstrap_estimates(trials(-values))
    assert estimate.high - estimate.value > estimate.value - estimate.low
    assert (mirrored.value, mirrored.low, mirrored.high) == pytest.approx(
        (-estimate.value, -estimate.high, -estimate.low)
    )
