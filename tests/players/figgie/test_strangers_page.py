"""The page about strangers says who is first where, and by how much, with intervals that hold together."""

import numpy as np
import pytest
from scripts import strangers
from scripts.strangers import HALVES, OLD, Found, Tables, found, page, table


def test_an_interval_is_that_of_the_t_distribution_and_wider_for_one_among_many() -> None:
    one = found(np.array([1.0, 2.0, 3.0]))
    assert one.mean == 2.0 and one.half == pytest.approx(4.303 / np.sqrt(3), abs=1e-3)
    assert found(np.array([1.0, 2.0, 3.0]), 35).half > 5 * one.half


def test_numbers_have_a_sign() -> None:
    assert str(Found(-3.25, 1.0)) == "−3.2 ± 1.0" and str(Found(4.0, 2.0)) == "+4.0 ± 2.0"


def test_the_worst_table_comes_first_and_the_best_of_the_others_is_found() -> None:
    good, bad = np.array([[9.0, 1.0, -10.0]] * 3), np.array([[2.0, 5.0, -7.0], [1.0, 5.0, -6.0], [0.0, 5.0, -5.0]])
    tables = Tables([("rules", "follower"), ("bayes", "rules")], [good, bad])
    assert tables.own().mean == pytest.approx(5.0)
    name, value = tables.second()
    assert name == "bayes" and value == pytest.approx(5.0)
    assert tables.lead("bayes").mean == pytest.approx(0.0) and tables.lead("follower").mean == pytest.approx(15.0)
    assert [(gap.mean, where) for gap, where in tables.gaps()] == [
        (-4.0, "bayes, rules: bayes"),
        (8.0, "rules, follower: rules"),
    ]


def test_the_page_has_both_halves_all_styles_and_the_old_players(monkeypatch: pytest.MonkeyPatch) -> None:
    class Empty:
        def __init__(self, *_: object) -> None: ...

        def block(self, kinds: list[int], luck: bytes, games: int) -> strangers.Floats:
            return np.random.default_rng(1).normal(size=(games, len(kinds)))

    monkeypatch.setattr(strangers, "Hall", Empty)
    text = "\n".join(page(2, 3, "5"))
    for name in (*HALVES["test"], *HALVES["tuning"]):
        assert f"| {name.removeprefix('stranger@')} |" in text
    assert "### The test half" in text and "### The tuning half" in text and "of 35" in text and len(OLD) == 5


def test_a_table_has_a_line_for_each_row() -> None:
    assert list(table(("a", "b"), {"x": ["1"]})) == ["| a | b |", "|---|---:|", "| x | 1 |"]
