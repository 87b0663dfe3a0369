"""Figgie for PettingZoo: both models one seat after the other, and the tick model also with all seats at once."""

from functools import partial
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import ParallelEnv

from overtrick.adapters.episode import Episode
from overtrick.adapters.pettingzoo import arena
from overtrick.adapters.pettingzoo.arena import next_seed, observation_space, seat_names
from overtrick.core import luck
from overtrick.games.figgie.rulebook import TURN

env, raw_env = partial(arena.env, "figgie"), partial(arena.raw_env, "figgie")


class Ticks(ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """The tick model: all seats name an action on the same book; a step is a tick."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "name": "figgie_v0"}

    def __init__(self, seats: int | None = None) -> None:
        self.table = Episode("figgie", seats, {"model": "tick"})
        self.render_mode = None
        self.possible_agents = seat_names(self.table.seats)
        encoding = self.table.encoding
        self.observation_spaces = {agent: observation_space(encoding) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(encoding.actions) for agent in self.possible_agents}
        self._luck = luck.new_seed()

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of what an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:  # noqa: ARG002
        """Begin a match; the same seed gives the same cards."""
        self._luck = next_seed(seed, self._luck)
        self.table.reset(self._luck)
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def _seen(self) -> dict[str, dict[str, Any]]:
        """Return what each agent sees; the mask says what would be valid on this book for itself."""
        table, encoding = self.table, self.table.encoding
        seen = {}
        for seat, agent in enumerate(self.possible_agents):
            view = table.view(seat)
            observation = encoding.observe(view, table.memory)
            if not table.over:
                view.row[TURN] = seat  # all are to move
            seen[agent] = {"observation": observation, "action_mask": encoding.mask(view)}
        return seen

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play a tick: every seat's action, in the order that was drawn for it, if it is valid at its moment."""
        for agent in self.possible_agents:
            self.table.answer(int(actions[agent]))
        agents, over = self.agents, self.table.over
        rewards = dict(zip(agents, map(float, self.table.take_rewards()), strict=True))
        if over:
            self.agents = []
        done, no = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return self._seen(), rewards, done, no, {agent: {} for agent in agents}

    def render(self) -> None:
        """Do nothing: there is no picture."""


def parallel_env(seats: int | None = None) -> Ticks:
    """Return the tick model as an environment in which all seats act at once."""
    return Ticks(seats)
