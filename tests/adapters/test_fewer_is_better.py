"""Hearts as an environment: an agent wants more of a reward, so points are taken off; and a series without an end."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from overtrick.adapters.episode import Episode
from overtrick.adapters.gymnasium import Seat
from overtrick.adapters.pettingzoo.arena import Arena, wrapped
from overtrick.games.contract import Game


@pytest.mark.filterwarnings("ignore:Observation", "ignore:Action mask")  # as in test_pettingzoo.py
def test_the_checks_of_the_libraries_pass(hearts: Game) -> None:
    check_env(Seat("hearts", 4, opponents="random", options={"deals": 1}), skip_render_check=True)
    api_test(wrapped(Arena("hearts", 3, options={"points": 10})), num_cycles=100)


@pytest.mark.parametrize("rewards", ["match", "deal"])
def test_a_reward_is_the_points_with_a_minus_sign(hearts: Game, rewards: str) -> None:
    table = Episode("hearts", 4, {"points": 30}, rewards)
    table.reset(bytes(32))
    earned = np.zeros(4, int)
    while not table.over:
        table.play(table.game.legal(table.row)[0])
        earned += table.take_rewards()
    points = [sum(hearts.score(row, seat) for row in table.finished) for seat in range(4)]
    assert earned.tolist() == [-total for total in points]
    assert max(points) >= 30


@pytest.mark.parametrize("options", [{}, {"deals": 100}, {"points": 1000}])
def test_what_is_not_allowed_is_worse_than_any_score(hearts: Game, options: dict[str, int]) -> None:
    table = Episode("hearts", 4, options)
    most = 26 * options["deals"] if "deals" in options else options.get("points", 100) - 1 + 26
    assert table.worst() < -most
    env = Seat("hearts", 4, opponents="random", options=options)
    _, info = env.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _, reward, over, _, info = env.step(np.int64(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert over and "illegal" in info
    assert reward < -most
