"""The games for Gymnasium: one agent in one seat, built-in players or functions of your own in the others.

``gymnasium.make("overtrick:NAME-v0")`` makes one; ``gymnasium_names`` lists the names.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from overtrick.adapters.episode import SEEDS, Episode, is_hot, luck_of, states_of
from overtrick.adapters.observations.encoding import Mask, Numbers
from overtrick.adapters.opponents import Opponents, one_for_each, sat_down
from overtrick.bots.builtin import sparring_partner
from overtrick.core.luck import state_of
from overtrick.core.mistake import Mistake
from overtrick.games.view import View

if TYPE_CHECKING:
    from overtrick.adapters.compiled_episode import CompiledEpisode
    from overtrick.compiled.tables.table import Table

ASKED = -1  # the kind of an opponent that is not compiled
REFUSED = -1  # what comes of an action that is not allowed
Step = tuple[Numbers, float, bool, bool, dict[str, Any]]


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
        self._generator: np.random.Generator | None = None
        self._draw: Callable[[], int] | None = None  # from it
        self._opponents = one_for_each(opponents or sparring_partner(game), game, self.table.seats)
        self._quick: CompiledEpisode | None = None  # the table, once it is compiled
        self._alone: Table | None = None  # and where nobody but the agent is asked
        self._away = self._opponents  # opponents who do not play in compiled code
        self.render_mode = render_mode
        encoding = self.table.encoding
        self.observation_space = spaces.Box(encoding.bottoms, encoding.tops, dtype=encoding.dtype)
        self.action_space = spaces.Discrete(encoding.actions)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin a match and play it up to the agent's first decision; the same seed gives the same cards."""
        cards, choices = self._luck(seed)
        if self._fixed is None:
            self.seat = int(self.np_random.integers(self.table.seats))
        if self._quick is None and is_hot(self.table.game.NAME):
            self._compile()
        if self._quick is None:
            self.table.begin(cards, choices)
        else:
            self._quick.begin(cards, choices, self.seat)
            if self._alone is not None:
                return self._alone.seen, self._alone.slot.info.copy()
        others = [seat for seat in range(self.table.seats) if seat != self.seat]
        pairs = zip(others, self._opponents, strict=True)
        self._choosers = {seat: sat_down(player, self.table, seat) for seat, player in pairs if player in self._away}
        self._let_others_play()
        return self._seen()

    def _luck(self, seed: int | None) -> tuple[int, int]:
        """Return two states of luck, from a seed as in PettingZoo, or from Gymnasium's generator."""
        if type(seed) is int and 0 <= seed < SEEDS:
            self._np_random, self._np_random_seed = None, seed
            return states_of(luck_of(seed))
        if seed is not None:
            super().reset(seed=seed)
        if self._draw is None:
            self._draw = self.np_random.bit_generator.random_raw  # the quickest that there is
        return state_of(self._draw()), state_of(self._draw())

    @property
    def _np_random(self) -> np.random.Generator | None:
        """Gymnasium's generator, made when somebody asks for it: that takes longer than to deal."""
        if self._generator is None and self._np_random_seed is not None:
            self._generator, _ = seeding.np_random(self._np_random_seed)
        return self._generator

    @_np_random.setter
    def _np_random(self, generator: np.random.Generator | None) -> None:
        self._generator, self._draw = generator, None

    def _compile(self) -> None:
        """Play from now on by compiled code, in which some opponents are at home."""
        from overtrick.adapters.compiled_episode import CompiledEpisode
        from overtrick.adapters.opponents import seating

        found = seating(self.table, self._opponents)
        self._quick = self.table = CompiledEpisode(self.table, found)
        self._away = [player for player, kind in zip(self._opponents, found.kinds, strict=True) if kind == ASKED]
        if not self._away:
            self._alone = self._quick.table

    def step(self, action: np.int64) -> Step:
        """Play an action; what is not allowed ends the match with the worst reward there is."""
        table = self._alone
        if table is None:
            return self._step_by_step(int(action))
        slot = table.slot.other
        result = table.run(slot.address, action, table.desk)
        if result != 0:  # GOES_ON, but quicker: what mostly comes of it stays as short as Python lets it be
            return self._after(int(action), result)
        table.slot = slot
        return slot.seen, 0.0, False, False, slot.info.copy()

    def _after(self, action: int, result: int) -> Step:
        """Return a step in compiled code that has ended a deal, or was not allowed, or needs another slot."""
        assert self._alone is not None
        table = self._alone
        ended = table.after(action, result)
        if ended == REFUSED:
            return self._refused(action)
        reward, over = (float(table.reward), table.over) if ended else (0.0, False)
        return table.seen, reward, over, False, table.slot.info.copy()

    def _step_by_step(self, action: int) -> Step:
        """Return a step at a table where others have to be asked too."""
        if not self.table.allows(action):
            return self._refused(action)
        self.table.answer(action)
        self._let_others_play()
        reward = float(self.table.take_rewards()[self.seat])
        seen, info = self._seen()
        return seen, reward, self.seat not in self.table.seated, False, info

    def _refused(self, action: int) -> Step:
        """Return a step that ends the match."""
        seen, info = self._seen()
        return seen, float(self.table.worst()), True, False, {**info, "illegal": action}

    def action_masks(self) -> Mask:
        """Return which actions are allowed now."""
        return self.table.look(self.seat)[1]

    def view(self) -> View:
        """Return what the agent may know, with names, words and the events so far."""
        return self.table.view(self.seat)

    def _seen(self) -> tuple[Numbers, dict[str, Any]]:
        seen, allowed = self.table.look(self.seat)
        return seen, {"action_mask": allowed, "seat": self.seat}

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


def make_seat(game: str, seats: int | None = None, **settings: Any) -> Seat:
    """Return what ``gymnasium.make`` asks for: settings are those of ``Seat``, and the options of the game by name."""
    own = {name: settings.pop(name) for name in ("seat", "opponents", "rewards", "render_mode") if name in settings}
    return Seat(game, seats, options=settings, **own)
