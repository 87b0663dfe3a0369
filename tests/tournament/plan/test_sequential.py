"""The sequential test: golden values, verdicts where nothing varies, and error rates by simulation."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from overtrick.core.mistake import Mistake
from overtrick.tournament.plan.sequential import FIRST, LOWER, QUIET, SHARE, UPPER, Verdict, judge, llr
from overtrick.tournament.rating.blocks import Floats

TRIALS, MOST = 800, 1500


# Golden values


def test_the_log_likelihood_ratio_by_hand() -> None:
    # 100 blocks of mean 1 and variance 4, margin 2: at the middle between 0 and 2 nothing speaks for either.
    assert llr(np.array(100.0), np.array(1.0), np.array(4.0), 2.0) == 0.0
    # 50 * 2 * (2 * 3 - 2) / (2 * 16) = 12.5, and the mirror: 50 * 2 * (-6 - 2) / 32 = -25.
    assert llr(np.array(50.0), np.array(3.0), np.array(16.0), 2.0) == pytest.approx(12.5)
    assert llr(np.array(50.0), np.array(-3.0), np.array(16.0), 2.0) == pytest.approx(-25.0)


def test_the_blocks_to_begin_with_and_the_usual_margin_are_these() -> None:
    assert (FIRST, QUIET, SHARE) == (32, 60, 0.2)


def test_the_bounds_are_walds() -> None:
    assert pytest.approx(math.log(0.95 / 0.02)) == UPPER
    assert pytest.approx(math.log(0.05 / 0.98)) == LOWER


def test_the_state_of_forty_blocks_by_hand() -> None:
    # 20 times 3 and 20 times -1: mean 1, mean square 5, variance 4, no skewness, margin 0.5.
    state = judge([3.0, -1.0] * 20, margin=0.5, most=1000)
    assert (state.verdict, state.blocks, state.margin) == (None, 40, 0.5)
    # Variance around 0, 0.5 deviations away, which is more than 3 errors: 4 * (40 / 39 + 9 / 40).
    variance = 4 * (40 / 39 + min(0.25, 9 / 40))
    assert state.better == pytest.approx(40 * 0.5 * (2 - 0.5) / (2 * variance) / UPPER)
    assert (state.worse, state.equal) == (0.0, 0.0)
    assert state.difference.value == 1.0
    assert state.difference.high - 1 == pytest.approx(2.0227 * math.sqrt(160 / 39 / 40), abs=1e-3)
    assert state.expected == math.ceil(40 / state.better) - 40


def test_the_way_to_equal_by_hand() -> None:
    # Mean 0, variance 4, margin 0.5; around 0.5, a quarter of a deviation away, the variance is 4 * (50 / 49 + 1 / 16).
    state = judge([2.0, -2.0] * 25, margin=0.5, most=1000)
    variance = 4 * (50 / 49 + 1 / 16)
    assert state.equal == pytest.approx(50 * 0.5 * 0.5 / (2 * variance) / -LOWER)
    assert (state.better, state.worse) == (0.0, 0.0)


def test_skewness_weakens_and_never_strengthens() -> None:
    blocks = [-3.0, *[1.0] * 9] * 4  # the mean 0.6 rests on losses being rare
    state, mirrored = judge(blocks, margin=0.5, most=1000), judge([-block for block in blocks], margin=0.5, most=1000)
    variance = 1.6 - 0.16
    plain = float(llr(np.array(40.0), np.array(0.6), np.array(variance), 0.5)) / UPPER
    assert 0 < state.better < plain
    # Skewness -8 / 3; 0.6 is half a deviation and more than 3 errors away; the mean counts as so much closer.
    closer = 1.2 * 8 / 3 * (9 / 40 / 3 + 1 / 240)
    around = np.array(variance * (40 / 39 + 9 / 40))
    assert state.better == pytest.approx(float(llr(np.array(40.0), np.array(0.6 - closer), around, 0.5)) / UPPER)
    assert mirrored.worse == pytest.approx(state.better)


SERIES = {
    "even": [((37 * block) % 101 - 45) / 20 for block in range(400)],
    "skewed": [((37 * block) % 101 / 60) ** 2 - 0.8 for block in range(400)],
    "rare loss": [-3.0 if block % 9 == 5 else 0.5 for block in range(400)],
}


@pytest.mark.parametrize(
    ("name", "blocks", "margin", "told"),
    [
        ("even", 2, None, "open 2 0.32319 0.00000 0.05618 0.00000 -1.32500 -13.07824 10.42824 34"),
        ("even", 7, 0.5, "open 7 0.50000 0.00000 0.01471 0.00000 -0.30714 -1.77442 1.16014 469"),
        ("even", 33, None, "open 33 0.29961 0.12566 0.00000 0.00000 0.26364 -0.26736 0.79463 230"),
        ("even", 33, 0.5, "open 33 0.50000 0.02450 0.00000 0.00000 0.26364 -0.26736 0.79463 967"),
        ("even", 60, None, "open 60 0.29497 0.16244 0.00000 0.00000 0.22583 -0.15384 0.60551 310"),
        ("even", 150, 0.3, "open 150 0.30000 0.45120 0.00000 0.00000 0.23500 -0.00105 0.47105 183"),
        ("even", 400, 0.3, "better 271 0.30000 1.00000 0.00000 0.00000 0.25498 0.07991 0.43005 0"),
        ("skewed", 2, None, "open 2 0.12776 0.00000 0.15378 0.00000 -0.60986 -3.02580 1.80608 30"),
        ("skewed", 7, 0.5, "open 7 0.50000 0.00000 0.00000 0.17416 -0.14087 -0.86206 0.58032 34"),
        ("skewed", 33, None, "open 33 0.17212 0.11105 0.00000 0.00000 0.14366 -0.16187 0.44920 265"),
        ("skewed", 33, 0.5, "open 33 0.50000 0.00000 0.00000 0.45373 0.14366 -0.16187 0.44920 40"),
        ("skewed", 60, None, "open 60 0.16764 0.12139 0.00000 0.00000 0.11710 -0.09912 0.33331 435"),
        ("skewed", 150, 0.3, "open 150 0.30000 0.00000 0.00000 0.38816 0.12239 -0.01251 0.25730 237"),
        ("skewed", 400, 0.3, "equal within the margin 389 0.30000 0.00000 0.00000 1.00000 0.12695 0.04345 0.21045 0"),
        ("rare loss", 2, None, "open 2 0.10000 0.03333 0.00000 0.00000 0.50000 0.50000 0.50000 58"),
        ("rare loss", 7, 0.5, "open 7 0.50000 0.00000 0.00000 0.03034 0.00000 -1.22346 1.22346 224"),
        ("rare loss", 33, None, "open 33 0.22896 0.00000 0.00000 0.07182 0.07576 -0.33557 0.48708 427"),
        ("rare loss", 33, 0.5, "open 33 0.50000 0.00000 0.00000 0.29040 0.07576 -0.33557 0.48708 81"),
        ("rare loss", 60, None, "open 60 0.22546 0.00000 0.00000 0.07357 0.09167 -0.20103 0.38437 756"),
        ("rare loss", 150, 0.3, "open 150 0.30000 0.00000 0.00000 0.55227 0.10333 -0.07627 0.28294 122"),
        (
            "rare loss",
            400,
            0.3,
            "equal within the margin 294 0.30000 0.00000 0.00000 1.00000 0.10714 -0.01989 0.23417 0",
        ),
    ],
)
def test_where_a_comparison_stands_stays_this(name: str, blocks: int, margin: float | None, told: str) -> None:
    state = judge(SERIES[name][:blocks], margin=margin, most=1000)
    numbers = (state.margin, state.better, state.worse, state.equal)
    ends = (state.difference.value, state.difference.low, state.difference.high)
    words = [state.verdict or "open", state.blocks, *(f"{number:.5f}" for number in numbers + ends), state.expected]
    assert " ".join(map(str, words)) == told


# Laws


def test_the_verdict_falls_at_the_first_bound_and_later_blocks_do_not_count() -> None:
    blocks = np.random.default_rng(1).normal(0.5, 1, 400)
    whole = judge(blocks.tolist(), most=1000)
    assert whole.verdict is Verdict.BETTER
    assert whole.blocks < 400
    assert judge(blocks[: whole.blocks].tolist(), most=1000) == whole
    assert judge(blocks[: whole.blocks - 1].tolist(), most=1000).verdict is None
    assert judge([*blocks[: whole.blocks].tolist(), *[-100.0] * 50], most=1000) == whole


def test_the_mirror_of_a_comparison_is_mirrored() -> None:
    blocks = np.random.default_rng(2).exponential(1, 60) - 0.9
    one, other = judge(blocks.tolist(), most=1000), judge((-blocks).tolist(), most=1000)
    assert (one.better, one.worse, one.equal) == pytest.approx((other.worse, other.better, other.equal))
    assert one.difference.low == pytest.approx(-other.difference.high)
    assert one.expected == other.expected


def test_other_units_change_nothing() -> None:
    blocks = np.random.default_rng(3).normal(0.1, 1, 90)
    one, other = judge(blocks.tolist(), most=1000), judge((1000 * blocks).tolist(), most=1000)
    assert one.verdict == other.verdict
    assert (one.better, one.equal) == pytest.approx((other.better, other.equal))
    assert other.margin == pytest.approx(1000 * one.margin)


def test_without_a_margin_it_is_a_share_of_the_usual_size_of_a_block() -> None:
    assert judge([3.0, -4.0] * 10, most=100).margin == pytest.approx(SHARE * math.sqrt(12.5))


# Nothing varies


def test_two_copies_are_equal_as_soon_as_that_can_be_said() -> None:
    assert judge([0.0] * (QUIET - 1), most=1000).verdict is None
    state = judge([0.0] * QUIET, most=1000)
    assert (state.verdict, state.blocks, state.equal, state.expected) == (Verdict.EQUAL, QUIET, 1.0, 0)
    assert (state.difference.low, state.difference.high) == (0.0, 0.0)
    assert judge([0.0] * QUIET, margin=5.0, most=1000).verdict is Verdict.EQUAL


def test_two_copies_are_equal_also_if_fewer_blocks_are_allowed() -> None:
    assert judge([0.0] * 40, most=40).verdict is Verdict.EQUAL
    assert judge([0.0] * 10, most=10).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("block", "margin", "verdict"),
    [
        (0.5, None, Verdict.BETTER),
        (-0.5, 0.5, Verdict.WORSE),
        (3.0, None, Verdict.BETTER),
        (-3.0, None, Verdict.WORSE),
        (3.0, 2.0, Verdict.BETTER),
        (-3.0, 3.0, Verdict.WORSE),
        (1.0, 2.0, Verdict.EQUAL),
    ],
)
def test_a_constant_difference_is_judged_by_the_margin(block: float, margin: float | None, verdict: Verdict) -> None:
    assert judge([block] * QUIET, margin=margin, most=1000).verdict is verdict
    thirds = [(block * number + block) - block * number for number in range(QUIET)]  # with rounding
    assert judge(thirds, margin=margin, most=1000).verdict is verdict


def test_what_differs_in_the_ninth_decimal_differs() -> None:
    quiet, loud = judge([0.0] * 59 + [0.9e-9], most=1000), judge([0.0] * 59 + [1.5e-9], most=1000)
    assert (quiet.verdict, loud.verdict) == (Verdict.EQUAL, None)


def test_long_silence_and_then_one_difference_is_not_yet_a_verdict() -> None:
    assert judge([0.0] * 40 + [5.0], most=1000).verdict is None


# Little to go by, and bad input


def test_a_comparison_begins_with_nothing() -> None:
    state = judge([], most=1000)
    assert (state.verdict, state.blocks, state.margin, state.expected) == (None, 0, 0.0, FIRST)
    assert (state.better, state.worse, state.equal) == (0.0, 0.0, 0.0)
    assert math.isnan(state.difference.value)
    assert (judge([], margin=0.5, most=10).margin, judge([], margin=0.5, most=10).expected) == (0.5, 10)
    one = judge([4.0], most=1000)
    assert (one.difference.value, one.difference.low, one.difference.high) == (4.0, -math.inf, math.inf)
    assert one.verdict is None


def test_where_nothing_speaks_for_any_verdict_all_blocks_are_expected() -> None:
    state = judge([-3.0, 0.5, 0.5, 0.5, 0.5], margin=0.5, most=1000)
    assert (state.better, state.worse, state.equal, state.expected) == (0.0, 0.0, 0.0, 995)


def test_one_block_may_be_all_that_is_allowed_and_two_all_that_it_takes() -> None:
    assert judge([1.0], most=1).verdict is Verdict.UNDECIDED
    assert judge([1.0, 2.0], most=10, first=2).expected == 8


def test_no_verdict_before_the_first_blocks_however_clear() -> None:
    blocks = np.random.default_rng(4).normal(100, 1, 200).tolist()
    short = judge(blocks[: FIRST - 1], most=1000)
    assert (short.verdict, short.expected) == (None, 1)
    assert judge(blocks, most=1000).blocks == FIRST
    assert judge(blocks, most=1000, first=8).blocks == 8


def test_after_the_most_blocks_it_is_undecided() -> None:
    blocks = np.random.default_rng(5).normal(0.1, 1, 50).tolist()
    assert judge(blocks, most=50).verdict is Verdict.UNDECIDED
    assert judge(blocks, most=51).verdict is None
    assert judge(blocks, most=51).expected == 1


@pytest.mark.parametrize("margin", [0.0, -1.0, math.nan, math.inf])
def test_a_margin_is_above_nothing(margin: float) -> None:
    with pytest.raises(Mistake, match=r"margin is .*; allowed: a number above 0"):
        judge([1.0], margin=margin, most=10)


def test_impossible_numbers_of_blocks_and_differences_are_refused() -> None:
    with pytest.raises(Mistake, match="first is 1 and most is 10"):
        judge([1.0], most=10, first=1)
    with pytest.raises(Mistake, match="most is 0"):
        judge([1.0], most=0)
    with pytest.raises(Mistake, match="a block difference is nan"):
        judge([1.0, math.nan], most=10)
    with pytest.raises(Mistake, match="a block difference is -inf"):
        judge([1.0, -math.inf, math.nan, 2.0], most=10)


# Error rates by simulation. All kinds have mean 0 and variance 1.

Maker = Callable[[np.random.Generator], Floats]
KINDS: dict[str, Maker] = {
    "normal": lambda generator: generator.normal(0, 1, MOST),
    "skewed": lambda generator: generator.exponential(1, MOST) - 1,
    "mostly zero": lambda generator: generator.choice([-1.0, 0.0, 1.0], MOST, p=[0.025, 0.95, 0.025]) / math.sqrt(0.05),
    "rare loss": lambda generator: generator.choice([-3.0, 1 / 3], MOST, p=[0.1, 0.9]),
    "heavy tails": lambda generator: generator.standard_t(3, MOST) / math.sqrt(3),
}
MOST_WRONG = 0.05 * TRIALS + 3 * math.sqrt(0.05 * 0.95 * TRIALS)  # 5 %, and three standard errors of the simulation


def verdicts(kind: str, mean: float, margin: float | None) -> dict[Verdict | None, int]:
    generator = np.random.default_rng(6)
    counts: dict[Verdict | None, int] = {}
    for _ in range(TRIALS):
        verdict = judge((KINDS[kind](generator) + mean).tolist(), margin=margin, most=MOST).verdict
        counts[verdict] = counts.get(verdict, 0) + 1
    return counts


@pytest.mark.long
@pytest.mark.parametrize("margin", [None, 0.2, 0.5])
@pytest.mark.parametrize("kind", KINDS)
def test_without_a_difference_better_or_worse_is_said_at_most_five_times_in_a_hundred(
    kind: str, margin: float | None
) -> None:
    found = verdicts(kind, 0.0, margin)
    print(kind, margin, {str(verdict): number / TRIALS for verdict, number in found.items()})
    assert found.get(Verdict.BETTER, 0) + found.get(Verdict.WORSE, 0) <= MOST_WRONG
    assert found[Verdict.EQUAL] > 0.9 * TRIALS


@pytest.mark.long
@pytest.mark.parametrize(("margin", "sign"), [(None, 1), (0.2, 1), (0.2, -1), (0.5, 1)])
@pytest.mark.parametrize("kind", KINDS)
def test_at_the_margin_equal_or_the_wrong_way_is_said_at_most_five_times_in_a_hundred(
    kind: str, margin: float | None, sign: int
) -> None:
    found = verdicts(kind, sign * (margin or SHARE), margin)
    print(kind, margin, sign, {str(verdict): number / TRIALS for verdict, number in found.items()})
    right = found.get(Verdict.BETTER if sign > 0 else Verdict.WORSE, 0)
    assert TRIALS - right - found.get(Verdict.UNDECIDED, 0) <= MOST_WRONG
    assert right > 0.9 * TRIALS
