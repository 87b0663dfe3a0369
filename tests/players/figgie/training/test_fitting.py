"""The network is fitted by slopes that are right, learns what there is to learn, and reads as the player does."""

from random import Random
from typing import Any

import numpy as np
import pytest

from overtrick.games.figgie.rulebook import SUITS
from overtrick.players.figgie.trader.reading import ACTS, NETWORK, OF_SUITS, SEAT_WIDTH, SEEN, SUIT, think
from overtrick.players.figgie.training import fitting
from overtrick.players.figgie.training.evolution import first_weights
from overtrick.players.figgie.training.field import PASSERS
from overtrick.players.figgie.training.fitting import (
    SHAPES,
    exact,
    first_inputs,
    fit,
    forward,
    second_inputs,
    slopes,
    surprise,
)
from overtrick.players.figgie.training.lessons import WATCHED, Lessons, company, lessons


def some_lessons(count: int) -> Lessons:
    """Return lessons in which the goal is the suit of which the three others have wanted most."""
    luck = np.random.default_rng(3)
    seen = luck.random((count, SEEN)).astype(np.float32)
    seen[:, 3 * SEAT_WIDTH : OF_SUITS] = 0.0
    seen[:, [OF_SUITS + SUIT * suit for suit in range(SUITS)]] = 0.0
    lines = seen[:, : 3 * SEAT_WIDTH].reshape(-1, 3, SEAT_WIDTH)
    lines[:, :, SUITS * ACTS] = 1.0
    return Lessons(seen, lines[:, :, [ACTS * suit + 2 for suit in range(SUITS)]].sum(axis=1).argmax(axis=1))


def test_what_is_fitted_is_what_is_played() -> None:
    some, network = some_lessons(5), np.random.default_rng(1).normal(size=NETWORK) * 0.1
    ends = np.cumsum([int(np.prod(shape)) for shape in SHAPES])[:-1]
    parts = [row.reshape(shape).astype(np.float32) for row, shape in zip(np.split(network, ends), SHAPES, strict=True)]
    odds = forward(parts, first_inputs(some.seen), second_inputs(some.seen), exact(some.seen))[3]
    for line, found in zip(some.seen, odds, strict=True):
        told = [0.0] * SUITS
        think(3, line.tolist(), network.tolist(), told)
        assert np.exp(told) / np.exp(told).sum() == pytest.approx(found, rel=1e-3)


def test_slopes_are_those_of_the_surprise() -> None:
    some, luck = some_lessons(40), np.random.default_rng(2)
    parts: list[Any] = [luck.normal(size=shape) * 0.2 for shape in SHAPES]
    seen: Any = some.seen.astype(np.float64)

    def surprised() -> float:
        odds = forward(parts, first_inputs(seen), second_inputs(seen), exact(seen))[3]
        return float(-np.log(odds[np.arange(len(odds)), some.goals]).mean())

    for part, slope in zip(parts, slopes(parts, seen, some.goals), strict=True):
        flat, step = part.reshape(-1), 1e-4
        for place in luck.integers(len(flat), size=6):
            before = flat[place]
            flat[place] = before + step
            up = surprised()
            flat[place] = before - step
            down = surprised()
            flat[place] = before
            assert slope.reshape(-1)[place] == pytest.approx((up - down) / (2 * step), abs=1e-6)


def test_what_there_is_to_learn_is_learnt_and_the_same_seed_learns_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "EPOCHS", 20)
    some, seed = some_lessons(3000), bytes(32)
    network = fit(some, seed)
    assert surprise(network, some) < 0.7 < surprise((0.0,) * NETWORK, some) == pytest.approx(np.log(4), abs=0.01)
    assert network == fit(some, seed) != fit(some, b"1" * 32)


@pytest.mark.long  # it compiles the hall
def test_lessons_of_real_games_tell_more_than_the_exact_odds() -> None:
    members, played = [first_weights("turn")], list[int]()
    first, second = (
        lessons("turn", [0.0] * NETWORK, members, 1200, seed, played.append) for seed in (bytes(32), b"1" * 32)
    )
    assert sum(played) == 2400 and set(first.goals.tolist()) == set(range(SUITS))
    assert surprise(fit(first, bytes(32)), second) < surprise((0.0,) * NETWORK, second) - 0.05


def test_who_is_watched_sits_at_every_table_among_three_or_four_others_and_nobody_of_the_test_half() -> None:
    chance = Random(1)
    tables = [company(chance, 5) for _ in range(400)]
    assert all(WATCHED in kinds and len(kinds) in (4, 5) for kinds in tables)
    assert {kind for kinds in tables for kind in kinds} >= set(PASSERS)  # whose places hold passers-by in training
