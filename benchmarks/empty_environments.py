"""Environments that do nothing: the same spaces and wrappers as ours, arrays that were made before, no game.

What is left of a loop with one of them is what the library and the loop themselves cost.
"""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

FEW = 5  # allowed actions


def some_arrays(space: Any, actions: int) -> tuple[Any, Any]:
    """Return an observation and a mask."""
    mask = np.zeros(actions, np.int8)
    mask[:FEW] = 1
    return np.zeros(space.shape, space.dtype), mask


class EmptySeat(gymnasium.Env[Any, Any]):
    """An environment for Gymnasium that ends after a number of decisions.

    It has two observations, as the library warns of those that return the same one twice in a row.
    """

    def __init__(self, observation_space: Any, action_space: Any, length: int) -> None:
        self.observation_space, self.action_space, self._length = observation_space, action_space, length
        both = [some_arrays(observation_space, int(action_space.n)) for _ in range(2)]
        self._both = [(seen, {"action_mask": mask, "seat": 0}) for seen, mask in both]
        self._steps = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin again."""
        super().reset(seed=seed, options=options)
        self._steps = 0
        return self._both[0]

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: ARG002
        """Count a decision."""
        self._steps += 1
        seen, info = self._both[self._steps & 1]
        return seen, 0.0, self._steps == self._length, False, info


gymnasium.register("Empty-v0", entry_point="benchmarks.empty_environments:EmptySeat")


class EmptyArena(AECEnv[str, Any, int]):  # type: ignore[misc]
    """An environment for PettingZoo in which seats take turns and the match ends after a number of decisions."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "is_parallelizable": False, "name": "empty_v0"}
    render_mode = None

    def __init__(self, like: Any, length: int) -> None:
        super().__init__()
        self.possible_agents, self._length = like.possible_agents, length
        self.observation_spaces = {agent: like.observation_space(agent) for agent in self.possible_agents}
        self.action_spaces = {agent: like.action_space(agent) for agent in self.possible_agents}
        space = self.observation_spaces[self.possible_agents[0]]
        seen, mask = some_arrays(space["observation"], int(self.action_spaces[self.possible_agents[0]].n))
        self._seen = {"observation": seen, "action_mask": mask}

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of what an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin again."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._skip_agent_selection: str | None = None
        self._steps = 0

    def observe(self, agent: str) -> Any:  # noqa: ARG002
        """Return what was made before."""
        return self._seen

    def step(self, action: Any) -> None:
        """Count a decision; in the end everybody is done."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self.possible_agents[self._steps % len(self.possible_agents)]
        if self._steps == self._length:
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()


def empty_arena(like: Any, length: int) -> Any:
    """Return an empty environment like one of ours, wrapped as ours is."""
    env: Any = wrappers.TerminateIllegalWrapper(EmptyArena(like, length), illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
