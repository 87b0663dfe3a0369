"""Compiled episodes: the same match as interpreted ones, for every seat and every question."""

from collections.abc import Iterator
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from overtrick.adapters import episode
from overtrick.adapters.compiled_episode import CompiledEpisode
from overtrick.adapters.episode import Episode
from overtrick.adapters.gymnasium import Seat
from overtrick.adapters.pettingzoo import wizard_v0
from overtrick.compiled.tables import tables
from overtrick.core.mistake import Mistake
from overtrick.games.contract import UNKNOWN
from overtrick.games.view import View

pytestmark = pytest.mark.long

TABLES: list[tuple[str, int | None, dict[str, Any]]] = [
    ("duel", None, {}),
    ("wizard", 6, {"preset": "house"}),
    ("wizard", 4, {"bidding": "hidden", "trump_choice": "random"}),
    ("figgie", 4, {}),
    ("figgie", 5, {"model": "tick"}),
]


@pytest.mark.parametrize("rewards", ["match", "deal"])
@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=str)
def test_both_play_the_same_match(name: str, seats: int | None, options: dict[str, Any], rewards: str) -> None:
    slow = Episode(name, seats, options, rewards)
    fast = CompiledEpisode(slow)
    for number in range(2):
        slow.reset(number.to_bytes(32))
        fast.reset(number.to_bytes(32))
        luck, questions = Random(number), 0
        while not slow.over:
            assert (fast.row, fast.memory, fast.to_move) == (slow.row, slow.memory, slow.to_move)
            if questions % 7 == 0:
                same_knowledge(slow, fast)
            allowed = np.flatnonzero(fast.look(fast.to_move)[1])
            action = int(luck.choice(allowed))
            assert fast.answer(action) == slow.answer(action)
            assert fast.take_rewards() == slow.take_rewards()
            assert (fast.totals, fast.seated, fast.finished) == (slow.totals, slow.seated, slow.finished)
            questions += 1
        assert fast.over
        same_knowledge(slow, fast)


def same_knowledge(slow: Episode, fast: Episode) -> None:
    """Compare what every seat knows."""
    for seat in range(slow.seats):
        assert vars(fast.view(seat)) == vars(slow.view(seat))
        assert [part.tolist() for part in fast.look(seat)] == [part.tolist() for part in slow.look(seat)]


def test_what_is_not_allowed_is_refused_with_the_same_sentence() -> None:
    slow = Episode("figgie", None, {})
    fast = CompiledEpisode(slow)
    for table in (slow, fast):
        table.reset(bytes(32))
        with pytest.raises(Mistake, match=r"^buy spades finds no offer$"):
            table.answer(1)
        with pytest.raises(Mistake, match="is not an action of Figgie"):
            table.play(-3)
        table.play(slow.game.parse(slow.row, "bid hearts 33"))  # no step of the ladder
        assert table.to_move == 1
        assert table.view(1).events == [(0, slow.game.parse(slow.row, "bid hearts 33"), 0, 0, -1)]


def test_more_deals_and_actions_than_anybody_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "deal_count", lambda game, rules: UNKNOWN)
    monkeypatch.setattr(tables, "DEALS_AT_FIRST", 1)
    monkeypatch.setattr(tables, "ACTIONS_AT_FIRST", 1)
    slow = Episode("wizard", 3, {"series": [3, 1, 4, 1, 5]})
    fast = CompiledEpisode(slow)
    slow.reset(bytes(32))
    fast.reset(bytes(32))
    while not slow.over:
        action = slow.game.legal(slow.row)[0]
        slow.play(action)
        fast.play(action)
        assert fast.row == slow.row
        same_knowledge(slow, fast)
    assert fast.finished == slow.finished


@pytest.fixture
def hot(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compile at once."""
    monkeypatch.setattr(episode, "HOT", 0)
    yield


def lowest(view: View) -> int:
    return view.game.legal(view.row)[0]


OPPONENTS: list[tuple[str, dict[str, Any]]] = [
    ("duel", {"opponents": "random"}),
    ("duel", {"opponents": "greedy", "seat": None}),
    ("duel", {"opponents": lowest, "seat": 1}),
    ("wizard", {"opponents": ["random", "wizard:rules", lowest], "seat": 2, "options": {"series": [2, 3]}}),
    ("wizard", {"opponents": "random", "options": {"series": [2, 3, 2]}}),
    ("wizard", {"seats": 6, "opponents": "random", "rewards": "deal", "options": {"preset": "house"}}),
    ("figgie", {"opponents": ["rules", "random", "starter"], "rewards": "deal"}),
]


@pytest.mark.parametrize(("name", "settings"), OPPONENTS, ids=range(len(OPPONENTS)))
def test_an_agent_meets_the_same_opponents(
    name: str, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, fast = Seat(name, **settings), Seat(name, **settings)
    for seed in range(3):
        monkeypatch.setattr(episode, "HOT", 1 << 60)
        one = slow.reset(seed=seed)
        monkeypatch.setattr(episode, "HOT", 0)
        two = fast.reset(seed=seed)
        assert isinstance(fast.table, CompiledEpisode) and not isinstance(slow.table, CompiledEpisode)
        luck, over = Random(seed), False
        while not over:
            assert one[0].tolist() == two[0].tolist()
            assert one[1]["action_mask"].tolist() == two[1]["action_mask"].tolist() == fast.action_masks().tolist()
            assert vars(slow.view()) == vars(fast.view())
            action = np.int64(luck.choice(np.flatnonzero(one[1]["action_mask"])))
            seen, reward, over, _, info = slow.step(action)
            also, earned, done, _, told = fast.step(action)
            assert (reward, over) == (earned, done)
            one, two = (seen, info), (also, told)


@pytest.mark.filterwarnings("ignore:Observation", "ignore:Action mask")  # as in test_pettingzoo.py
@pytest.mark.usefixtures("hot")
def test_the_checks_of_the_libraries_pass() -> None:
    for name in ("wizard", "duel", "figgie"):
        check_env(Seat(name, opponents="random"), skip_render_check=True)
    api_test(wizard_v0.env(seats=6, preset="house", rewards="deal"), num_cycles=300)


@pytest.mark.usefixtures("hot")
def test_what_somebody_holds_stays_as_it_is() -> None:
    env = Seat("duel", opponents="random")
    seen, info = env.reset(seed=1)
    held, copies = [], []
    parts: list[Any] = []
    for _ in range(9):
        held += [seen, info["action_mask"]]
        copies += [seen.copy(), info["action_mask"].copy()]
        seen, _, _, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        parts = [seen[:52], seen[:52].copy(), info["action_mask"][:9], info["action_mask"][:9].copy()]
    assert all(np.array_equal(one, other) for one, other in zip(held, copies, strict=True))
    del seen, info
    env.reset(seed=2)
    for _ in range(6):
        env.step(np.flatnonzero(env.action_masks())[0])
    assert np.array_equal(parts[0], parts[1]) and np.array_equal(parts[2], parts[3])


@pytest.mark.usefixtures("hot")
def test_what_nobody_holds_is_written_again_two_steps_later() -> None:
    env = Seat("duel", opponents="random")
    seen, info = env.reset(seed=1)
    arrays = set()
    for _ in range(9):
        arrays |= {id(seen), id(info["action_mask"])}
        seen, _, _, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert len(arrays) == 4


@pytest.mark.usefixtures("hot")
def test_what_is_changed_in_an_info_stays_in_it() -> None:
    env = Seat("duel", opponents="random")
    _, info = env.reset(seed=1)
    for _ in range(4):
        assert set(info) == {"action_mask", "seat"}
        allowed = info.pop("action_mask")
        info["mine"] = 1
        _, _, _, _, info = env.step(np.flatnonzero(allowed)[0])


@pytest.mark.usefixtures("hot")
def test_a_class_of_ones_own_keeps_its_step() -> None:
    class Counted(Seat):
        steps = 0

        def step(self, action: np.int64) -> Any:
            self.steps += 1
            return super().step(action)

    env = Counted("duel", opponents="random")
    _, info = env.reset(seed=1)
    for _ in range(3):
        _, _, _, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert env.steps == 3


@pytest.mark.usefixtures("hot")
def test_what_is_not_allowed_ends_the_match_with_the_worst_reward() -> None:
    env = gymnasium.make("overtrick:Duel-v0", opponents="random")
    _, info = env.reset(seed=1)
    for wrong in (int(np.flatnonzero(info["action_mask"] == 0)[0]), 52):
        env.reset(seed=1)
        _, reward, over, _, told = env.step(np.int64(wrong))
        assert (reward, over, told["illegal"]) == (-1, True, wrong)
