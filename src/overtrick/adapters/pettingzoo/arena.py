"""A table as an environment of PettingZoo in which the seats act one after the other (AEC)."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from overtrick.adapters.episode import Episode, is_hot, luck_of
from overtrick.adapters.observations.encoding import Encoding
from overtrick.core import luck
from overtrick.core.mistake import Mistake

RENDER_MODES = ("ansi", "human")


def seat_names(seats: int) -> list[str]:
    """Return the agents, in the order of seats."""
    return [f"player_{seat}" for seat in range(seats)]


def observation_space(encoding: Encoding) -> spaces.Dict:
    """Return the space of what a seat sees and may do."""
    return spaces.Dict(
        {
            "observation": spaces.Box(encoding.bottoms, encoding.tops, dtype=encoding.dtype),
            "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
        }
    )


def next_seed(given: int | None, last: bytes) -> bytes:
    """Return the luck of the next match: what is given, or what follows from the last match."""
    return luck.derive(last, "next match") if given is None else luck_of(given)


def at_its_best(table: Episode) -> Episode:
    """Return an episode for the next match: a compiled one as soon as that is worth it."""
    if not is_hot(table.game.NAME):
        return table
    from overtrick.adapters.compiled_episode import CompiledEpisode

    return table if isinstance(table, CompiledEpisode) else CompiledEpisode(table)


def picture(table: Episode) -> str:
    """Return the whole table in lines, all hands open: for whoever runs the environment."""
    return "\n".join(f"{name}: {value}" for name, value in table.game.state(table.row).items())


class Arena(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """One match; the score is the reward at its end, or that of every deal when it is over."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        rewards: str = "match",
        render_mode: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise Mistake(f"render_mode is {render_mode!r}; allowed: {', '.join(RENDER_MODES)}")
        self.table = Episode(game, seats, options or {}, rewards)
        self.metadata = {**Arena.metadata, "name": f"{game}_v0"}  # type: ignore[misc]
        self.render_mode = render_mode
        self.possible_agents = seat_names(self.table.seats)
        encoding = self.table.encoding
        self.observation_spaces = {agent: observation_space(encoding) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(encoding.actions) for agent in self.possible_agents}
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._luck = luck.new_seed()

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of what an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a match; the same seed gives the same cards."""
        self._luck = next_seed(seed, self._luck)
        self.table = at_its_best(self.table)
        self.table.reset(self._luck)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.to_move]
        self._skip_agent_selection: str | None = None

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and what it may do now."""
        seen, allowed = self.table.look(self._seat_of[agent])
        return {"observation": seen, "action_mask": allowed}

    def step(self, action: int) -> None:
        """Play for the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self.table
        self._cumulative_rewards[agent] = 0.0
        ended = table.answer(int(action))
        self._clear_rewards()
        if not table.over:
            self.agent_selection = self.possible_agents[table.to_move]
        if ended:
            self._end_deal()
        if self.render_mode == "human":
            self.render()

    def _end_deal(self) -> None:
        """Hand out what was earned; who has left, or everybody after the match, is then done."""
        owed = self.table.take_rewards()
        for agent in self.agents:
            self.rewards[agent] = float(owed[self._seat_of[agent]])
            self.terminations[agent] = self._seat_of[agent] not in self.table.seated
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """Return the table in lines, or print them."""
        if self.render_mode is None:
            raise Mistake(f"there is no render_mode; allowed: {', '.join(RENDER_MODES)}")
        if self.render_mode == "ansi":
            return picture(self.table)
        print(picture(self.table))
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def raw_env(
    game: str, seats: int | None = None, *, rewards: str = "match", render_mode: str | None = None, **options: object
) -> Arena:
    """Return the environment itself: ``rewards`` per match or per deal, and the options of the game by name."""
    return Arena(game, seats, rewards=rewards, render_mode=render_mode, options=options)


def env(game: str, seats: int | None = None, **settings: Any) -> Any:
    """Return the environment, wrapped as PettingZoo's own are; settings are those of ``raw_env``."""
    return wrapped(raw_env(game, seats, **settings))


def wrapped(arena: Arena) -> Any:
    """Return an environment as PettingZoo's own are: who plays what is not allowed ends the match and pays for it."""
    env: Any = wrappers.TerminateIllegalWrapper(arena, illegal_reward=arena.table.worst())
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
