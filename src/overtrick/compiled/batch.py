"""Many tables of one game side by side at native speed: actions go in; observations, masks and rewards come out."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled import stepping
from overtrick.compiled.stepping import ALLOWED, COLUMNS, DEALS, OVER, SEAT, Tables
from overtrick.compiled.twin import twin
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.games.contract import Game, deal_count, less_is_better, settled, usual_seats

ROOM = 8  # deals of a match at first, if nobody knows how many there will be
Ints = NDArray[np.int64]
DTYPES: dict[int, Any] = {8: np.int8, 16: np.int16}


class Batch:
    """Tables that are stepped together; its arrays are made once and filled anew by every step.

    ``observations[table]`` and ``masks[table]`` are those of the seat to move, ``to_move[table]``.
    ``rewards[table, seat]`` are the scores of a deal that the last action has ended, else 0; where fewer points are
    better, they are negative, as an agent wants more of a reward. ``over[table]`` is 1
    if it has also ended the match; then the next one has begun, and the observation is already its first.
    """

    def __init__(
        self,
        game: Game,
        lanes: ModuleType,
        tables: int,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: bytes | None = None,
    ) -> None:
        if tables < 1:
            raise Mistake(f"tables is {tables}; allowed: 1 or more")
        self.game = game
        self.seats = usual_seats(game) if seats is None else seats
        rules = game.rules(self.seats, settled(game, self.seats, options or {}))
        given: Any = lanes
        words, mask_words = given.WORDS, given.MASK_WORDS
        self.actions: int = given.ACTIONS
        self._kernel = twin(stepping, game=cast(ModuleType, game), lanes=lanes)
        self._rules, self._bounds = np.array(rules), np.array(game.bounds(rules))
        self._states, self._choices = np.zeros(tables, np.int64), np.zeros(tables, np.int64)
        self._rows = np.zeros((tables, game.WIDTH), np.int64)
        self._finished = np.zeros((tables, deal_count(game, rules) or ROOM, game.WIDTH), np.int64)
        self._memories = np.zeros((tables, given.MEMORY), np.int64)
        self._tables = np.zeros((tables, COLUMNS), np.int64)
        self._words, self._masks = np.zeros(tables * words, np.int64), np.zeros(tables * mask_words, np.int64)
        self._ended = np.zeros(tables + 1, np.int64)
        self.observations: NDArray[Any] = self._words.reshape(tables, words).view(DTYPES[given.LANE_BITS])
        self.masks: NDArray[np.int8] = self._masks.reshape(tables, mask_words).view(np.int8)[:, : self.actions]
        self.rewards = np.zeros((tables, self.seats), np.int64)
        self.to_move, self.over, self.deals = (self._tables[:, column] for column in (SEAT, OVER, DEALS))
        self.reset(seed)

    def __len__(self) -> int:
        return len(self._rows)

    def reset(self, seed: bytes | None = None) -> None:
        """Begin a match at every table; the same seed gives the same cards."""
        secret = luck.new_seed() if seed is None else seed
        for table in range(len(self)):
            self._states[table] = luck.fresh_state(secret, f"table/{table}")
            self._choices[table] = luck.fresh_state(secret, f"choices/{table}")
        self._ended[:] = 0
        self.rewards[:] = 0
        self._kernel.begin_all(self._all())

    def _all(self) -> Tables:
        """Return all that dealing reads and writes."""
        kept = (self._states, self._rows, self._finished, self._memories, self._tables)
        return self._rules, self._bounds, *kept, self._words, self._masks

    def step(self, actions: Ints) -> None:
        """Play an action of the seat to move at every table, or raise Mistake before any is played."""
        if actions.shape != (len(self),) or actions.dtype != np.int64:
            raise Mistake(
                f"actions are {actions.dtype} of shape {actions.shape}; allowed: int64 of shape ({len(self)},)"
            )
        wrong = self._kernel.play_all(
            self._rows,
            self._memories,
            self._tables,
            self._words,
            self._masks,
            actions,
            self.masks,
            self._ended,
            self.rewards,
        )
        if wrong != ALLOWED:
            raise Mistake(f"action {actions[wrong]} at table {wrong} is not allowed; see masks[{wrong}]")
        if self._ended[0]:
            if self.deals.max() == self._finished.shape[1]:  # nobody knew how many deals a match would have
                self._finished = np.concatenate((self._finished, np.zeros_like(self._finished)), axis=1)
            self._kernel.deal_all(self._all(), self.rewards, self._ended)
            if less_is_better(self.game):  # what was handed out before is 0 again
                np.negative(self.rewards, out=self.rewards)

    def choose(self, actions: Ints) -> None:
        """Fill in an allowed action for every table at random: something to begin with."""
        self._kernel.choose_all(self._masks, self._choices, actions)
