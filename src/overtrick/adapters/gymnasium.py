"""The games for Gymnasium: one agent in one seat, built-in players or functions of your own in the others.

``gymnasium.make("overtrick:NAME-v0")`` makes one; ``gymnasium_names`` lists the names.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from overtrick.adapters.episode import Episode
from overtrick.adapters.observations.encoding import Mask, Numbers
from overtrick.bots.bot import Hello
from overtrick.bots.builtin import maker, names, sparring_partner
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.games.view import View

Chooser = Callable[[View], int]
Opponents = str | Chooser | Sequence[str | Chooser]


class Seat(gymnasium.Env[Numbers, np.int64]):
    """A seat at a table; the score is the reward at the end of the match, or that of every deal when it is over.

    ``opponents`` is a player for all other seats or a list with one for each, in the order of seats: the name of a
    built-in, or a function from a view to an action of the rulebook. ``seat=None`` draws a seat for every match.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        seat: int | None = 0,
        opponents: Opponents | None = None,
        rewards: str = "match",
        render_mode: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.table = Episode(game, seats, options or {}, rewards)
        if seat is not None and not 0 <= seat < self.table.seats:
            raise Mistake(f"seat is {seat}; allowed: 0 to {self.table.seats - 1}, or None for a seat drawn anew")
        self._fixed, self.seat = seat, seat or 0
        self._opponents = one_for_each(opponents or sparring_partner(game), self.table)
        self.render_mode = render_mode
        encoding = self.table.encoding
        self.observation_space = spaces.Box(encoding.bottoms, encoding.tops, dtype=encoding.dtype)
        self.action_space = spaces.Discrete(encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin a match and play it up to the agent's first decision; the same seed gives the same cards."""
        super().reset(seed=seed, options=options)
        secret = self.np_random.bytes(luck.SEED_BYTES)
        if self._fixed is None:
            self.seat = int(self.np_random.integers(self.table.seats))
        self.table.reset(secret)
        others = [other for other in range(self.table.seats) if other != self.seat]
        self._choosers = {
            other: sat_down(player, self.table, other) for other, player in zip(others, self._opponents, strict=True)
        }
        self._let_others_play()
        return self._seen()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Play an action; what is not allowed ends the match with the worst reward there is."""
        if not self.action_masks()[action]:
            seen, info = self._seen()
            return seen, float(self.table.worst()), True, False, {**info, "illegal": int(action)}
        self.table.play(self.table.encoding.lanes.game_action(int(action)))
        self._let_others_play()
        reward = float(self.table.take_rewards()[self.seat])
        seen, info = self._seen()
        return seen, reward, self.seat not in self.table.seated, False, info

    def action_masks(self) -> Mask:
        """Return which actions are allowed now."""
        return self.table.encoding.mask(self.table.view(self.seat))

    def view(self) -> View:
        """Return what the agent may know, with names, words and the events so far."""
        return self.table.view(self.seat)

    def _seen(self) -> tuple[Numbers, dict[str, Any]]:
        view = self.view()
        encoding = self.table.encoding
        return encoding.observe(view, self.table.memory), {"action_mask": encoding.mask(view), "seat": self.seat}

    def _let_others_play(self) -> None:
        """Play on until the agent is to move, or has left the table."""
        table = self.table
        while self.seat in table.seated and (seat := table.to_move) != self.seat:
            table.play(self._choosers[seat](table.view(seat)))

    def render(self) -> str | None:
        """Return what the agent sees, in words."""
        if self.render_mode is None:
            return None
        return "\n".join(f"{name}: {value}" for name, value in self.view().state.items())


def one_for_each(opponents: Opponents, table: Episode) -> list[str | Chooser]:
    """Return an opponent for each other seat, or raise Mistake."""
    others = table.seats - 1
    given = [opponents] * others if isinstance(opponents, str) or callable(opponents) else list(opponents)
    if len(given) != others:
        raise Mistake(f"opponents are {len(given)}; allowed: one for all others, or {others}, one for each")
    for player in given:
        if isinstance(player, str) and maker(player, table.game.NAME) is None:
            raise Mistake(f"there is no built-in player {player[:60]!r}; allowed: {', '.join(names(table.game.NAME))}")
    return given


def sat_down(player: str | Chooser, table: Episode, seat: int) -> Chooser:
    """Return a player ready for a match."""
    if not isinstance(player, str):
        return player
    make = maker(player, table.game.NAME)
    assert make is not None, "names are checked when the environment is made"
    own = luck.derive(table.seed, f"bot/{seat}").hex()
    return make(Hello(table.game.NAME, table.game.VERSION, table.seats, seat, table.options, own))


def make_seat(game: str, seats: int | None = None, **settings: Any) -> Seat:
    """Return what ``gymnasium.make`` asks for: settings are those of ``Seat``, and the options of the game by name."""
    own = {name: settings.pop(name) for name in ("seat", "opponents", "rewards", "render_mode") if name in settings}
    return Seat(game, seats, options=settings, **own)
