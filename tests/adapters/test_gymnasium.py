"""Gymnasium: its own check passes, the mask is true, opponents sit where they should, and the reward is the score."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import seeding
from gymnasium.utils.env_checker import check_env

from overtrick.adapters.gymnasium import Seat
from overtrick.adapters.pettingzoo import duel_v0
from overtrick.core.mistake import Mistake
from overtrick.games.contract import totals
from overtrick.games.view import View

pytestmark = pytest.mark.long  # all of it waits for compilers

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("Wizard-v0", {"series": [1, 2, 5]}),
    ("Wizard-v0", {"seats": 6, "preset": "house", "seat": None, "rewards": "deal", "opponents": "random"}),
    ("Duel-v0", {"seat": 1}),
    ("Duel-v0", {"ranks": 3, "stock": 4, "opponents": "duel:random"}),
    ("Figgie-v0", {}),
    ("Figgie-v0", {"model": "tick", "seats": 5, "opponents": "random"}),
]


@pytest.mark.parametrize(("name", "settings"), TABLES, ids=str)
def test_the_check_of_gymnasium_passes(name: str, settings: dict[str, Any]) -> None:
    check_env(gymnasium.make(f"overtrick:{name}", **settings).unwrapped, skip_render_check=True)


def play(env: Any, seed: int) -> float:
    """Play a match at random; return what was earned."""
    seen, info = env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    earned, over = 0.0, False
    while not over:
        assert seen.shape == env.observation_space.shape
        assert info["action_mask"].tolist() == env.unwrapped.action_masks().tolist()
        action = int(luck.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, over, cut, info = env.step(action)
        assert not cut
        earned += reward
    return earned


@pytest.mark.parametrize("rewards", ["match", "deal"])
def test_the_reward_is_the_score_of_the_seat(rewards: str) -> None:
    for seat in range(4):
        env = gymnasium.make("overtrick:Wizard-v0", seat=seat, series=[3, 4], rewards=rewards)
        earned = play(env, seat)
        table: Any = env.unwrapped
        assert earned == totals(table.table.game, 4, table.table.finished)[seat]


def test_the_same_seed_gives_the_same_match() -> None:
    env = gymnasium.make("overtrick:Duel-v0")
    assert [play(env, 3), play(env, 4)] == [play(env, 3), play(env, 4)]
    first, second = env.reset(seed=3)[0], env.reset()[0]
    assert first.tolist() != second.tolist()


def test_a_seed_deals_as_in_pettingzoo() -> None:
    env, arena = Seat("duel", opponents="random"), duel_v0.raw_env()
    for seed in (0, 7, 2**256 - 1):
        env.reset(seed=seed)
        arena.reset(seed=seed)
        assert env.table.row == arena.table.row


def test_the_generator_of_gymnasium_is_that_of_the_seed_and_deals_where_there_is_none() -> None:
    env = Seat("duel", opponents="random")
    env.reset(seed=7)
    expected, _ = seeding.np_random(7)
    assert (env.np_random.bit_generator.state, env.np_random_seed) == (expected.bit_generator.state, 7)
    rows = []
    for generator in (expected, seeding.np_random(7)[0]):
        env.np_random = generator
        env.reset()
        rows.append(env.table.row)
        env.reset()
        rows.append(env.table.row)
    assert rows[:2] == rows[2:] and rows[0] != rows[1]
    with pytest.raises(gymnasium.error.Error, match="greater or equal to zero"):
        env.reset(seed=-1)
    env.reset(seed=2**300)  # more than our own luck takes, but not more than theirs


def test_a_function_can_be_an_opponent_and_sees_a_view() -> None:
    asked: list[int] = []

    def highest(view: View) -> int:
        asked.append(view.seat)
        return view.game.legal(view.row)[-1]

    env = Seat("wizard", 3, seat=1, opponents=[highest, "wizard:random"], options={"series": [2]})
    play(env, 1)
    assert set(asked) == {0}
    assert len(asked) >= 3


def test_a_seat_can_be_drawn_for_every_match() -> None:
    env = Seat("figgie", seat=None, opponents="random")
    seats = set()
    for seed in range(20):
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
    assert seats == {0, 1, 2, 3}


def test_what_is_not_allowed_ends_the_match_with_the_worst_reward() -> None:
    env = gymnasium.make("overtrick:Duel-v0", render_mode="ansi")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(np.int64(wrong))
    assert (reward, over, info["illegal"]) == (-1, True, wrong)
    assert "phase: play" in str(env.render())


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seat": 4}, "seat is 4; allowed: 0 to 3, or None for a seat drawn anew"),
        ({"opponents": "wizard:nobody"}, "there is no built-in player 'wizard:nobody'; allowed: "),
        ({"opponents": ["random"]}, "opponents are 1; allowed: one for all others, or 3, one for each"),
        ({"rewards": "never"}, "rewards is 'never'; allowed: match, deal"),
        ({"seats": 2}, "wizard is played by 3 to 6 seats, not 2"),
    ],
)
def test_a_mistake_is_answered_with_a_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Mistake) as caught:
        Seat("wizard", **settings)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    "imports",
    [
        "import gymnasium",
        "import gymnasium, overtrick",
        "import overtrick, gymnasium",
        "import overtrick.match.play, gymnasium.spaces, gymnasium",
        "import overtrick.adapters.gymnasium, gymnasium",
        "import importlib.util, overtrick; importlib.util.find_spec('gymnasium'); import gymnasium",
    ],
)
def test_the_names_are_registered_whoever_is_imported_first(imports: str) -> None:
    script = f"{imports}\nprint(gymnasium.make('overtrick:Figgie-v0').action_space)"
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "Discrete(265)", done.stderr


def test_our_package_does_not_ask_for_gymnasium_and_waits_for_it_only_once() -> None:
    script = (
        "import sys, overtrick\nprint('gymnasium' in sys.modules, 'numpy' in sys.modules)\n"
        "before = len(sys.meta_path)\nimport gymnasium\nprint(before - len(sys.meta_path))"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "1"]


def test_without_gymnasium_an_import_of_it_fails_as_ever() -> None:
    script = "import importlib.util, sys, overtrick\nsys.path[:] = []\nimport gymnasium"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("ModuleNotFoundError: No module named 'gymnasium'\n")
