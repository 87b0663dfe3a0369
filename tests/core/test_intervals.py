"""A mean comes with half of its 95 % interval."""

from pathlib import Path

import pytest

import overtrick
from overtrick.core.intervals import mean_and_half, reach_of
from overtrick.tournament.rating.sums import t_quantile


@pytest.mark.parametrize("free", [1, 2, 5, 10, 11, 20, 100, 10_000])
def test_an_interval_reaches_as_far_as_students_t_says(free: int) -> None:
    assert reach_of(free) == pytest.approx(float(t_quantile(free)), rel=0.002)


def test_half_of_an_interval_is_what_ratings_say_too() -> None:
    assert mean_and_half([1.0, 2.0, 6.0]) == pytest.approx((3.0, 4.303 * (7 / 3) ** 0.5), rel=0.001)


def test_whoever_writes_the_sign_says_what_it_is() -> None:
    sources = [path for path in Path(overtrick.__file__).parent.rglob("*") if path.suffix in (".py", ".js", ".html")]
    signs = [path for path in sources if "±" in path.read_text()]
    assert len(signs) > 5
    assert [path for path in signs if not any(word in path.read_text() for word in ("PLUS_MINUS", "95 %"))] == []
