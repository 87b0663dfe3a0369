"""Vector environments: one agent at each of many tables; they need the extra ``search``.

``gymnasium.make_vec("overtrick:NAME-v0", num_envs=...)`` makes one for Gymnasium.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from overtrick.adapters.episode import Episode
from overtrick.adapters.opponents import Opponents, one_for_each, seating
from overtrick.bots.builtin import sparring_partner
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.games.face import face_of, games_with

if TYPE_CHECKING:
    from overtrick.compiled.tables.agents import Agents
    from overtrick.compiled.tables.buffers import Buffers

OWN = ("seats", "seat", "opponents", "rewards")


def agents(game: str, tables: int, *, buffers: "Buffers | None" = None, **settings: Any) -> "Agents":
    """Return tables with an agent each; settings are those of ``Seat``, and the options of the game by name."""
    from overtrick.compiled.tables.agents import Agents
    from overtrick.compiled.tables.stepping import ASKED
    from overtrick.compiled.tables.tables import Kind

    own = {name: settings.pop(name) for name in OWN if name in settings}
    table = Episode(game, own.get("seats"), settings, own.get("rewards", "match"))
    lanes, seat = face_of(table.game).part("lanes"), own.get("seat", 0)
    if lanes is None:
        raise Mistake(f"{game} has no compiled observations; allowed: {', '.join(games_with('lanes'))}")
    if seat is not None and not 0 <= seat < table.seats:
        raise Mistake(f"seat is {seat}; allowed: 0 to {table.seats - 1}, or None for a seat drawn anew")
    opponents: Opponents = own.get("opponents") or sparring_partner(game)
    players = one_for_each(opponents, game, table.seats)
    who = seating(table, players, agent=seat or 0, drawn=seat is None)
    for player, kind in zip(players, who.kinds, strict=True):
        if kind == ASKED:
            known = ", ".join(("random", *face_of(table.game).part("minds").NAMES))
            raise Mistake(f"opponent {str(player)[:60]!r} is not compiled; allowed at many tables: {known}")
    return Agents(Kind(table.game, lanes, table.seats, table.options), tables, who, buffers=buffers)


def spaces_of(game: str, settings: Any) -> tuple[spaces.Box, spaces.Discrete]:
    """Return the spaces of what an agent sees and can do."""
    options = {name: value for name, value in settings.items() if name not in OWN}
    encoding = Episode(game, settings.get("seats"), options).encoding
    return spaces.Box(encoding.bottoms, encoding.tops, dtype=encoding.dtype), spaces.Discrete(encoding.actions)


class SeatVector(VectorEnv[Any, Any, Any]):
    """Many seats for Gymnasium: as ``Seat``, but a match that is over is followed at once by the next one.

    What is returned are always the same arrays, which the next step fills anew.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, game: str, num_envs: int, *, buffers: "Buffers | None" = None, **settings: Any) -> None:
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = spaces_of(game, settings)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.agents = agents(game, num_envs, buffers=buffers, **settings)
        self._cut = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a match at every table; the same seed gives the same cards."""
        super().reset(seed=seed, options=options)
        self.agents.reset(self.np_random.bytes(luck.SEED_BYTES))
        return self.agents.observations, self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action at every table."""
        self.agents.step(actions)
        return self.agents.observations, self.agents.rewards, self.agents.terminals, self._cut, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.agents.masks, "seat": self.agents.seats}


def make_vector(game: str, num_envs: int = 1, seats: int | None = None, **settings: Any) -> SeatVector:
    """Return what ``gymnasium.make_vec`` asks for."""
    given: Sequence[tuple[str, Any]] = [("seats", seats), *settings.items()]
    return SeatVector(game, num_envs, **{name: value for name, value in given if value is not None or name == "seat"})
