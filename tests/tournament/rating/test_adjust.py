"""Regression adjustment: it takes luck away, not the mean; on made-up values, and on real Figgie."""

from functools import cache

import numpy as np
import pytest

from overtrick.bots.find import find
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.match.block import block
from overtrick.match.play import play
from overtrick.match.record import new_match
from overtrick.tournament.rating.adjust import ENOUGH, Covariates, adjusted, luck_of_clusters
from overtrick.tournament.rating.blocks import Floats
from overtrick.tournament.rating.figgie import COVARIATES, expected_luck
from overtrick.tournament.rating.figgie import luck as figgie_luck
from overtrick.tournament.rating.rate import rate
from overtrick.tournament.rating.results import Results
from overtrick.tournament.rating.sums import Sums
from overtrick.tournament.stated.tournament import RankBy
from tests.support.made_results import Match, random_results, results
from tests.tournament.rating.test_bootstrap import coverage, trials


@cache
def deals(seats: int, number: int) -> Floats:
    """Return the luck of many deals, dealt by the rulebook."""
    seeds = (luck.derive(bytes(32), f"deal {index}") for index in range(number))
    return np.array([figgie_luck(new_match("figgie", ["bot"] * seats, {}, seed)) for seed in seeds])


@pytest.mark.parametrize("seats", [4, 5])
def test_the_luck_of_the_deals_of_the_rulebook_is_centred(seats: int) -> None:
    of_deals = deals(seats, 3000)
    errors = of_deals.mean(axis=0) / (of_deals.std(axis=0) / np.sqrt(len(of_deals)))
    assert of_deals.shape[1] == len(COVARIATES)
    assert np.abs(errors).max() < 3.5


def test_expected_luck_by_hand() -> None:
    # 8 goal cards one time in three, else 10; E[sum of squares] = seats * (variance + mean^2), hypergeometric.
    mean = expected_luck(4)
    by_size = [4 * (size / 4 * 3 / 4 * (40 - size) / 39 + (size / 4) ** 2) for size in (8, 10, 12)]
    assert mean[0] == pytest.approx(28 / 3)
    assert mean[1] == pytest.approx(by_size[0] / 3 + by_size[1] * 2 / 3)
    assert mean[3] == pytest.approx(by_size[2])


def test_only_figgie_has_luck_to_take_out() -> None:
    with pytest.raises(Mistake, match="no regression adjustment for duel; allowed: figgie"):
        luck_of_clusters({(0, 0): new_match("duel", ["a", "b"], {}, bytes(32))})


def test_with_one_covariate_it_is_ordinary_regression() -> None:
    x = np.linspace(-10.0, 19.0, 30)
    y = 3 + 0.5 * x + np.random.default_rng(0).normal(0, 1, 30)
    after = adjusted(trials(y[:, None]), x[:, None])
    slope, intercept = np.polyfit(x, y, 1)
    residual = y - intercept - slope * x
    variance = (residual**2).sum() / 28
    spread = ((x - x.mean()) ** 2).sum()
    assert after.mean[0] == pytest.approx(intercept)
    assert after.free[0] == 28
    # The error of an intercept, but with each residual's own square (as the bootstrap sees it).
    assert after.error[0] == pytest.approx(np.sqrt(variance * (1 / 30 + x.mean() ** 2 / spread)), rel=0.2)


def test_too_few_clusters_are_left_alone() -> None:
    values = np.random.default_rng(0).normal(size=(2 * ENOUGH - 1, 1))
    before = trials(values)
    assert adjusted(before, None) is before
    after = adjusted(before, values)
    assert (after.mean[0], after.free[0]) == (before.mean[0], before.free[0])


def trial_values(clusters: int, trials_: int, slope: float) -> tuple[Sums, Sums]:
    """Return many tournaments on real deals before and after adjustment; the truth is 5."""
    generator = np.random.default_rng(1)
    pool = deals(4, 3000) - deals(4, 3000).mean(axis=0)  # the pool is the whole world here
    after, before = [], []
    for _ in range(trials_):
        x = pool[generator.integers(0, len(pool), clusters)]
        # Not only linear, and noisier where goal cards lie unevenly: the regression is a help, not the truth.
        bent = slope * (x[:, 2] + 0.3 * (x[:, 2] ** 2 - (pool[:, 2] ** 2).mean()))
        y = 5 + bent + generator.normal(0, 1, clusters) * (1 + 0.2 * np.abs(x[:, 2]))
        before.append(trials(y[:, None]))
        after.append(adjusted(before[-1], x))
    return joined(before), joined(after)


def joined(several: list[Sums]) -> Sums:
    values = np.column_stack([one.total.toarray()[:, 0] for one in several])
    return trials(values).replaced(
        trials(values).total.data, np.concatenate([np.broadcast_to(one.fitted, 1) for one in several])
    )


@pytest.mark.parametrize("slope", [0.0, 2.0])
def test_the_adjusted_mean_is_without_bias_and_its_interval_honest(slope: float) -> None:
    before, after = trial_values(60, 500, slope)
    widths = float(np.mean(after.error) / np.mean(before.error))
    bias = float(after.mean.mean() - 5) / float(np.mean(before.error))
    covered = coverage(after, 5)[0]
    print(f"slope {slope}: width {widths:.2f}, bias {bias:+.3f} errors, coverage {covered:.3f}")
    assert abs(bias) < 0.15
    assert covered > 0.91
    assert widths < (1.05 if slope == 0 else 0.7)


@cache
def real_figgie() -> tuple[Results, Covariates]:
    """Return blocks of built-in players in Figgie, and the luck of their deals."""
    names = ("first", "random", "starter", "first")
    match = new_match("figgie", names, {}, luck.derive(bytes(32), "a test"))
    played: list[Match] = []
    of_deals = {}
    for cluster in range(50):
        for turn, one in enumerate(block(match, cluster)):
            record = play(one, [find(name, "figgie")() for name in one.players])
            seating = tuple((seat - turn) % 4 for seat in range(4))
            played.append((cluster, 0, seating, record.totals))
        of_deals[0, cluster] = one
    return results(played, seats=4), luck_of_clusters(of_deals)


@pytest.mark.long
def test_in_real_figgie_intervals_shrink_or_stay() -> None:
    played, covariates = real_figgie()
    names = ["first", "random", "starter", "first again"]
    plain = {rating.name: rating.worth for rating in rate(played, names, RankBy.SCORE, quick=True).ratings}
    better = rate(played, names, RankBy.SCORE, quick=True, covariates=covariates)
    ratios = {}
    for rating in better.ratings:
        before = plain[rating.name]
        ratios[rating.name] = (rating.worth.high - rating.worth.low) / (before.high - before.low)
        assert before.low < rating.worth.value < before.high
    print({name: round(ratio, 2) for name, ratio in ratios.items()})
    assert ratios["first"] < 0.9  # it never trades: the deal says nearly all
    assert max(ratios.values()) < 1.1
    pair = better.pairs["first", "starter"]
    assert pair.difference.value < 0


def test_covariates_of_all_cards_are_needed() -> None:
    some = random_results(2, 2, 3)
    short = Covariates(np.zeros(2, np.int16), np.arange(2, dtype=np.int32), np.zeros((2, 1)))
    with pytest.raises(Mistake, match="no covariates for stage 0, cluster 2"):
        rate(some, ["A", "B"], RankBy.SCORE, covariates=short)


def test_adjusted_ratings_mirror_each_other() -> None:
    some = random_results(2, 2, 40)
    x = np.random.default_rng(5).normal(size=(40, 1))
    covariates = Covariates(np.zeros(40, np.int16), np.arange(40, dtype=np.int32), x)
    one, other = rate(some, ["A", "B"], RankBy.SCORE, covariates=covariates).ratings
    assert (one.worth.value, one.worth.low) == pytest.approx((-other.worth.value, -other.worth.high))
