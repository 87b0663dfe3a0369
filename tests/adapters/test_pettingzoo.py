"""PettingZoo: its own checks pass, rewards are the scores, and whoever is out gets a last, dead step."""

import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from overtrick.adapters.pettingzoo import duel_v0, figgie_v0, wizard_v0
from overtrick.core.mistake import Mistake
from overtrick.games.wizard import rulebook as wizard

# The check knows the masked environments of PettingZoo by name and wonders about all others; and a seat that is out
# has no actions.
KNOWN = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)

pytestmark = pytest.mark.long  # its compiled tables take long to compile
TABLES: dict[str, Callable[[], Any]] = {
    "wizard": wizard_v0.env,
    "wizard for 3": lambda: wizard_v0.env(3, hook="canadian", series=[3, 20, 1]),
    "wizard, house rules": lambda: wizard_v0.env(seats=6, preset="house", rewards="deal"),
    "wizard, hidden bids": lambda: wizard_v0.env(seats=5, bidding="hidden", trump_choice="random"),
    "duel": duel_v0.env,
    "duel with a stock": lambda: duel_v0.env(ranks=13, stock=10),
    "figgie": figgie_v0.env,
    "figgie for 5 in ticks": lambda: figgie_v0.env(seats=5, model="tick"),
}


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_the_checks_of_pettingzoo_pass(make: Callable[[], Any]) -> None:
    with warnings.catch_warnings():
        for message in KNOWN:
            warnings.filterwarnings("ignore", message=message)
        api_test(make(), num_cycles=150)
        seed_test(make, num_cycles=60)


@pytest.mark.parametrize("seats", [4, 5])
def test_ticks_in_parallel_pass_the_checks(seats: int) -> None:
    parallel_api_test(figgie_v0.parallel_env(seats), num_cycles=210)
    parallel_seed_test(lambda: figgie_v0.parallel_env(seats), num_cycles=100)


def play(env: Any, seed: int) -> dict[str, list[float]]:
    """Play a match at random; return the rewards of every agent, as it is told them."""
    env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    told: dict[str, list[float]] = {agent: [] for agent in env.possible_agents}
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        assert not cut
        told[agent].append(reward)
        env.step(None if over else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
    return told


def test_the_score_comes_at_the_end_or_with_every_deal() -> None:
    whole, parts = wizard_v0.env(series=[2, 3, 4]), wizard_v0.env(series=[2, 3, 4], rewards="deal")
    at_end, by_deal = play(whole, 5), play(parts, 5)
    table = whole.unwrapped.table
    assert [sum(rewards) for rewards in at_end.values()] == table.totals
    assert [sum(rewards) for rewards in by_deal.values()] == table.totals
    assert all(reward == 0 for rewards in at_end.values() for reward in rewards[:-1])
    scores = [[wizard.score(row, seat) for row in table.finished] for seat in range(4)]
    assert any(len(list(filter(None, rewards))) > 1 for rewards in by_deal.values())
    assert [sorted(filter(None, rewards)) for rewards in by_deal.values()] == [
        sorted(filter(None, points)) for points in scores
    ]


@pytest.mark.parametrize("rewards", ["match", "deal"])
def test_whoever_must_leave_in_the_house_rules_is_done_early(rewards: str) -> None:
    env = wizard_v0.env(seats=6, preset="house", rewards=rewards)
    env.reset(seed=8)
    luck = np.random.default_rng(1)
    done: list[tuple[str, int]] = []
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] += reward
        if over:
            done.append((agent, len(env.unwrapped.table.finished)))
        env.step(None if over else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
    assert [deals for _, deals in done] == [10, 12, 15, 20, 20, 20]
    assert list(total.values()) == env.unwrapped.table.totals


def test_an_action_that_is_not_allowed_ends_the_match_and_costs_more_than_any_score() -> None:
    for env in (wizard_v0.env(series=[5]), duel_v0.env(), figgie_v0.env()):
        env.reset(seed=1)
        agent = env.agent_selection
        seen, *_ = env.last()
        env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
        assert env.terminations[agent]
        assert env.rewards[agent] == env.unwrapped.table.worst() < 0
    assert wizard_v0.raw_env(series=[5]).table.worst() < -50


def test_a_raw_environment_refuses_it_with_a_sentence() -> None:
    env = duel_v0.raw_env()
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(Mistake, match="is not in the hand"):
        env.step(wrong)


def test_matches_follow_from_the_seed_and_differ_without_one() -> None:
    env = duel_v0.raw_env()
    hands = []
    for seed in (7, None, None, 7, None):
        env.reset(seed=seed)
        hands.append(env.table.row[:20])
    assert hands[0] == hands[3]
    assert hands[1] == hands[4]
    assert hands[0] != hands[1] != hands[2]


def test_it_can_be_drawn_in_words() -> None:
    env = duel_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert "phase: play" in env.render()
    with pytest.raises(Mistake, match="render_mode is 'film'"):
        duel_v0.env(render_mode="film")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: wizard_v0.env(seats=7), "wizard is played by 3 to 6 seats, not 7"),
        (lambda: wizard_v0.env(rewards="trick"), "rewards is 'trick'; allowed: match, deal"),
        (lambda: figgie_v0.env(hook="on"), "unknown option 'hook'; allowed: model, rounds, seconds, reaction"),
    ],
)
def test_a_mistake_is_answered_with_a_sentence(make: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(Mistake) as caught:
        make()
    assert str(caught.value) == sentence


def test_they_are_in_the_registry_of_pettingzoo() -> None:
    script = """
import overtrick.adapters.pettingzoo
from pettingzoo.env_registry.registration import make
print(make("aec", "overtrick/wizard_v0", seats=5).max_num_agents)
print(make("parallel", "overtrick/figgie_v0").max_num_agents)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["5", "4"], done.stderr
