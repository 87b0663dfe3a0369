"""Observations: what a view shows, as a flat array of small ints, alike in all adapters.

An encoding has named parts (``parts``), each a run of numbers that are never negative, and the highest value of
every number (``tops``), so that ``observation / tops`` lies between 0 and 1. Seats are counted from the observer,
in the order of their numbers. A mask has a one for every action that is allowed.

What the parts are stands in the part ``lanes`` of each game, a module that writes the numbers: LAYOUT names the parts,
each with its start and its length, and TOPS their highest values (1 where nothing is said). It has to be written for
Numba, as ``overtrick.adapters.observations.lanes`` explains. Of a game without such a part, the
observation is the hidden row itself, whose numbers may be negative (``bottoms``); it needs a constant ``ACTIONS``,
the number of its actions.
"""

from array import array
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core.mistake import Mistake
from overtrick.games.contract import Event, Game, Row
from overtrick.games.face import face_of
from overtrick.games.view import View

Numbers = NDArray[Any]
Mask = NDArray[np.int8]

DTYPES = {8: np.int8, 16: np.int16, 64: np.int64}


@dataclass(frozen=True)
class Encoding:
    """How the views of one game become arrays."""

    game: Game
    lanes: Any  # the module that writes the words
    parts: dict[str, slice]
    tops: Numbers
    bottoms: Numbers

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return len(self.tops)

    @property
    def dtype(self) -> Any:
        """The type of a number."""
        return self.tops.dtype

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return int(self.lanes.ACTIONS)

    def new_memory(self, row: Row) -> Row:
        """Return what is remembered of a deal, of which a row is given, before the first public event."""
        memory = [0] * int(self.lanes.MEMORY)
        self.lanes.remember_deal(row, memory)
        return memory

    def observe(self, view: View, memory: Row) -> Numbers:
        """Return what the seat of a view sees; ``memory`` has every event of the view noted, and nothing else."""
        words = array("q", bytes(8 * self.lanes.WORDS))
        self.lanes.observe(view.row, view.seat, memory, words, 0)
        return np.frombuffer(words, self.dtype)

    def mask(self, view: View) -> Mask:
        """Return which actions the seat of a view may take now; none if it is not to move."""
        words = array("q", bytes(8 * self.lanes.MASK_WORDS))
        if view.game.to_move(view.row) == view.seat:
            self.lanes.mask(view.row, words, 0)
        return np.frombuffer(words, np.int8)[: self.actions]


def encoding_of(game: Game) -> Encoding:
    """Return the encoding of a game."""
    lanes = face_of(game).part("lanes")
    if lanes is None:
        return plain_encoding(game)
    dtype = DTYPES[lanes.LANE_BITS]
    tops = np.ones(lanes.WORDS * 64 // lanes.LANE_BITS, dtype)
    parts = {name: slice(start, start + length) for name, start, length in lanes.LAYOUT}
    for name, top in lanes.TOPS.items():
        tops[parts[name]] = top
    return Encoding(game, lanes, parts, tops, np.zeros_like(tops))


def plain_encoding(game: Game) -> Encoding:
    """Return the encoding of a game without lanes: its hidden row."""
    actions = getattr(game, "ACTIONS", None)
    if not isinstance(actions, int):
        raise Mistake(
            f"{game.NAME} has no constant ACTIONS; allowed in an environment: games that say how many there are"
        )

    def remember_deal(row: Row, memory: Row) -> None:
        """Remember nothing."""

    def observe(row: Row, seat: int, memory: Row, words: Any, at: int) -> None:
        words[:] = array("q", row)

    def mask(row: Row, words: Any, at: int) -> None:
        ones = memoryview(words).cast("B").cast("b")
        for action in game.legal(row):
            ones[action] = 1

    def note_event(memory: Row, event: Event) -> None:
        """Remember nothing."""

    lanes = SimpleNamespace(
        WORDS=game.WIDTH,
        MEMORY=1,
        ACTIONS=actions,
        MASK_WORDS=actions // 8 + 1,
        remember_deal=remember_deal,
        observe=observe,
        mask=mask,
        note_event=note_event,
        game_action=lambda number: number,
    )
    tops = np.full(game.WIDTH, 1 << 62, np.int64)
    return Encoding(game, lanes, {"row": slice(0, game.WIDTH)}, tops, -tops)
