"""Vector environments: every table goes on as a single one does, and PufferLib's buffers are written in place."""

import sys
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from overtrick.adapters.compiled_episode import CompiledEpisode
from overtrick.adapters.episode import Episode
from overtrick.adapters.opponents import one_for_each, seating
from overtrick.adapters.vector import agents
from overtrick.compiled.tables.stepping import CHOICES, LUCK
from overtrick.core import luck
from overtrick.core.mistake import Mistake

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("duel", {"opponents": "greedy"}),
    ("wizard", {"opponents": ["random", "rules", "random"], "seat": 2, "rewards": "deal", "series": [1, 3]}),
    ("wizard", {"seats": 6, "opponents": "random", "preset": "house"}),
    ("figgie", {"opponents": ["rules", "random", "bayes"], "seat": 3}),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "settings"), SETTINGS, ids=str)
def test_every_table_goes_on_as_a_single_one_does(name: str, settings: dict[str, Any]) -> None:
    many = agents(name, 3, **settings)
    many.reset(bytes(range(32)))
    options = {key: value for key, value in settings.items() if key not in ("opponents", "seat", "seats", "rewards")}
    plain = Episode(name, settings.get("seats"), options, settings.get("rewards", "match"))
    seat = settings.get("seat", 0)
    singles = []
    many._tables.sow(bytes(range(32)))
    for index in range(3):
        who = seating(plain, one_for_each(settings["opponents"], name, plain.seats), agent=seat)
        single = CompiledEpisode(plain, who)
        cards, choices = many._tables.tables[index, [LUCK, CHOICES]].tolist()
        single.begin(cards, choices, seat)
        singles.append(single)
    many.reset(bytes(range(32)))
    luck, ended = np.random.default_rng(1), np.zeros(3, bool)
    while not ended.all():
        actions = np.array([luck.choice(np.flatnonzero(mask)) for mask in many.masks])
        for index, single in enumerate(singles):
            if not ended[index]:
                assert many.observations[index].tolist() == single.table.seen.tolist()
                assert many.masks[index].tolist() == single.table.allowed.tolist()
                single.table.play(int(actions[index]))
        many.step(actions)
        for index, single in enumerate(singles):
            if not ended[index]:
                assert many.rewards[index] == single.table.reward
                assert many.terminals[index] == single.table.over
        ended |= many.terminals


@pytest.mark.long
def test_gymnasium_makes_one() -> None:
    env: Any = gymnasium.make_vec("overtrick:Duel-v0", num_envs=4, vectorization_mode="vector_entry_point", seat=None)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=3)
    assert seen in env.observation_space
    first = seen.copy()
    over, paid, seats = 0, 0.0, set()
    for _ in range(40):
        seats |= set(info["seat"].tolist())
        seen, rewards, done, cut, info = env.step(info["action_mask"].argmax(axis=1))
        over, paid = over + done.sum(), paid + rewards.sum()
        assert not cut.any()
    assert over == 16
    assert 0 < paid < 160
    assert seats == {0, 1}
    assert np.array_equal(env.reset(seed=3)[0], first)
    wrong = (info["action_mask"] == 0).argmax(axis=1)
    _, rewards, done, _, _ = env.step(wrong)
    assert rewards.tolist() == [-1] * 4
    assert done.all()


def test_a_mistake_is_answered_with_a_sentence() -> None:
    with pytest.raises(Mistake, match="opponent 'wizard:tree' is not compiled; allowed at many tables: random, rules"):
        agents("wizard", 4, opponents="wizard:tree")
    with pytest.raises(Mistake, match="seat is 2; allowed: 0 to 1"):
        agents("duel", 4, seat=2)


class PufferEnv:
    """What PufferLib's class of that name does with its buffers."""

    single_observation_space: Any
    single_action_space: Any
    num_agents: int

    def __init__(self, buf: Any = None) -> None:
        assert isinstance(self.single_observation_space, gymnasium.spaces.Box)
        assert isinstance(self.single_action_space, gymnasium.spaces.Discrete)
        assert not hasattr(self, "observation_space") and not hasattr(self, "action_space")
        count, space = self.num_agents, self.single_observation_space
        if buf is None:
            buf = {"observations": np.zeros((count, *space.shape), space.dtype), "actions": np.zeros(count, np.int32)}
            buf |= {"rewards": np.zeros(count, np.float32), "masks": np.ones(count, bool)}
            buf |= {"terminals": np.zeros(count, bool), "truncations": np.zeros(count, bool)}
        for name, array in buf.items():
            setattr(self, name, array)


@pytest.mark.long
@pytest.mark.parametrize(("game", "opponents", "end"), [("duel", "greedy", 10), ("figgie", "random", 50)])
def test_the_buffers_of_pufferlib_are_written_in_place(
    game: str, opponents: str, end: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from overtrick.adapters.pufferlib import parts_of, puffer_env

    module = ModuleType("pufferlib")
    module.PufferEnv = PufferEnv  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pufferlib", module)
    env = puffer_env(game, 4, opponents=opponents)
    rows, _ = env.reset(seed=-1)
    assert rows is env.observations
    usual = agents(game, 4, opponents=opponents)
    usual.reset(luck.derive(bytes(32), "pufferlib/-1"))
    for _ in range(end):
        seen, masks = parts_of(game, rows)
        assert np.array_equal(seen, usual.observations)
        assert np.array_equal(masks, usual.masks)
        actions = masks.argmax(axis=1).astype(np.int32)
        again, rewards, over, cut, infos = env.step(actions)
        usual.step(actions)
        assert again is rows and rewards is env.rewards and over is env.terminals and not cut.any()
        assert np.array_equal(rewards, usual.rewards)
        if over.any():
            assert infos[0]["matches"] == over.sum()
            break
    assert over.any()


def test_without_pufferlib_there_is_a_sentence() -> None:
    from overtrick.adapters.pufferlib import puffer_env

    with pytest.raises(Mistake, match="PufferLib is not installed"):
        puffer_env("duel", 4)
