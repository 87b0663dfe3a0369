"""The games for PufferLib: a native environment whose agents are seats at many tables, written in its own buffers.

A row of the observations is what the agent sees and, behind that, its mask, a byte for each action: ``parts_of`` takes
both apart without a copy.
"""

from typing import Any

import numpy as np
from gymnasium import spaces

from overtrick.adapters.vector import agents, spaces_of
from overtrick.core import luck
from overtrick.core.mistake import Mistake


def puffer_env(game: str, tables: int, *, buf: Any = None, seed: int = 0, **settings: Any) -> Any:
    """Return an environment for PufferLib with an agent at each table; settings are those of ``Seat``."""
    try:
        from pufferlib import PufferEnv
    except ImportError:
        raise Mistake("PufferLib is not installed; its own pages say how to install it") from None

    class Seats(PufferEnv):  # type: ignore[misc]
        """Seats at many tables; a match that is over is followed at once by the next one."""

        def __init__(self) -> None:
            self.single_observation_space, self.single_action_space = joint_spaces(game, settings)
            self.num_agents = tables
            super().__init__(buf)
            seen, masks = parts_of(game, self.observations)
            arrays = {"rewards": self.rewards, "terminals": self.terminals, "actions": self.actions}
            self.agents = agents(game, tables, buffers={"observations": seen, "masks": masks, **arrays}, **settings)

        def reset(self, seed: int | None = None) -> tuple[Any, list[dict[str, Any]]]:
            """Begin a match at every table."""
            self.agents.reset(luck.derive(bytes(luck.SEED_BYTES), f"pufferlib/{seed or 0}"))
            self.truncations[:] = False
            return self.observations, []

        def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[dict[str, Any]]]:
            """Play an action at every table; tell the mean reward of the matches that it has ended."""
            self.agents.step(actions)
            over = self.terminals
            infos = [{"score": float(self.rewards[over].mean()), "matches": int(over.sum())}] if over.any() else []
            return self.observations, self.rewards, self.terminals, self.truncations, infos

        def close(self) -> None:
            """Do nothing: there is nothing to close."""

    made = Seats()
    made.reset(seed)
    return made


def joint_spaces(game: str, settings: Any) -> tuple[spaces.Box, spaces.Discrete]:
    """Return the space of an observation with its mask, and that of the actions."""
    seen, actions = spaces_of(game, settings)
    size = np.dtype(seen.dtype).itemsize
    extra = -(-int(actions.n) // 8) * 8 // size  # a mask takes whole words
    top = np.concatenate((seen.high, np.full(extra, 1 if size == 1 else 0x101, seen.dtype)))
    return spaces.Box(np.zeros_like(top), top, dtype=seen.dtype), actions


def parts_of(game: str, rows: Any) -> tuple[Any, Any]:
    """Return what agents see and their masks, as parts of rows of an environment; the rows are not copied."""
    seen, actions = spaces_of(game, {})
    width = seen.shape[0]
    return rows[:, :width], rows[:, width:].view(np.int8)[:, : int(actions.n)]
