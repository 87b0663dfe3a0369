"""Observations: what a view shows, as a flat array of small ints, alike in all adapters.

An encoding has named parts (``parts``), each a run of numbers that are never negative, and the highest value of
every number (``tops``), so that ``observation / tops`` lies between 0 and 1. Seats are counted from the observer,
in the order of their numbers. A mask has a one for every action that is allowed.

wizard, 408 numbers, 85 actions (as in the rulebook)

    turned_up, hand, played, trick, winning   60 each: sets of cards; winning are those that would hold the trick now
    rules        8  first-suit-card, hook (0 to 2), hidden bids, random trump, clockwise, round, cards each, seats
    phase        3  one-hot: name trump, bid, play
    trump        5  one-hot: red, yellow, green, blue, none or not known
    led          4  one-hot, or nothing
    tricks, in_trick                          tricks completed, cards in the trick
    dealer, leader, holds_trick               seats: 1 for the observer, 2 for the next, ... or 0 for nobody
    bids         6  each bid and 1, or 0 while there is none
    won          6  tricks taken
    standing     6  points ahead of the observer, in tens, and 64
    void_red ... void_blue                    6 each: who has shown to be void

duel, 296 numbers, 52 actions (as in the rulebook)

    hand, unseen, played, trick, winning      52 each: sets of cards; unseen are those of the deck that are elsewhere
    won          2  tricks of the observer and of the other seat
    cards, tricks, stock                      cards dealt to each, tricks completed, cards left undealt
    leads, to_move                            whether the observer leads this trick, and is to move
    other_void   4  suits in which the other seat has shown to be void

figgie, 84 numbers, 265 actions: pass, buy and sell by suit, then bids and then offers by suit and price

    hand         4  by suit, as everything that is four
    bids, offers 4  best prices, or 0
    bidders, offerers                         4 each: 1 for the observer, 2 for the next seat, ... or 0
    last_prices  4
    clock, quiet, seats, tick                 tick is 1 in the tick model
    money, held  5  by seat
    bought, sold 20 by seat, then suit; from the public trades

Prices of Figgie are those of a ladder: 1 to 24, 26, 28, 30, 35, 40, 50, 75, 100. Of a game that is not ours, the
observation is the hidden row itself, whose numbers may be negative (``bottoms``); it needs a constant ``ACTIONS``,
the number of its actions.
"""

from array import array
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core.mistake import Mistake
from overtrick.games.contract import Event, Game, Row
from overtrick.games.figgie.rulebook import START_MONEY
from overtrick.games.view import View

Numbers = NDArray[Any]
Mask = NDArray[np.int8]

LANES = {name: f"overtrick.adapters.observations.{name}" for name in ("wizard", "duel", "figgie")}
DTYPES = {8: np.int8, 16: np.int16, 64: np.int64}

# The highest value of each number of a part; 1 where nothing is said.
TOPS = {
    "wizard": {
        **dict.fromkeys(("tricks", "won", "rules"), 20),
        **dict.fromkeys(("in_trick", "dealer", "leader", "holds_trick"), 6),
        "bids": 21,
        "standing": 127,
    },
    "duel": {**dict.fromkeys(("won", "cards", "tricks"), 26), "stock": 50},
    "figgie": {
        **dict.fromkeys(("hand", "bought", "sold"), 250),
        **dict.fromkeys(("bids", "offers", "last_prices"), 32767),
        "bidders": 5,
        "offerers": 5,
        "clock": 250,
        "quiet": 15,
        "seats": 5,
        "money": 5 * START_MONEY,
        "held": 40,
    },
}


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

    def new_memory(self) -> Row:
        """Return what is remembered of the public events before the first."""
        return [0] * int(self.lanes.MEMORY)

    def observe(self, view: View, memory: Row) -> Numbers:
        """Return what the seat of a view sees; ``memory`` has every event of the view noted, and nothing else."""
        words = array("q", bytes(8 * self.lanes.WORDS))
        self.lanes.observe_deal(view.row, words, 0)
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
    if game.NAME not in LANES:
        return plain_encoding(game)
    lanes: Any = import_module(LANES[game.NAME])
    dtype = DTYPES[lanes.LANE_BITS]
    tops = np.ones(lanes.WORDS * 64 // lanes.LANE_BITS, dtype)
    parts = {name: slice(start, start + length) for name, start, length in lanes.LAYOUT}
    for name, top in TOPS[game.NAME].items():
        tops[parts[name]] = top
    return Encoding(game, lanes, parts, tops, np.zeros_like(tops))


def plain_encoding(game: Game) -> Encoding:
    """Return the encoding of a game from elsewhere: its hidden row."""
    actions = getattr(game, "ACTIONS", None)
    if not isinstance(actions, int):
        raise Mistake(
            f"{game.NAME} has no constant ACTIONS; allowed in an environment: games that say how many there are"
        )

    def observe_deal(row: Row, words: Any, at: int) -> None:
        """Write nothing."""

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
        observe_deal=observe_deal,
        observe=observe,
        mask=mask,
        note_event=note_event,
        game_action=lambda number: number,
    )
    tops = np.full(game.WIDTH, 1 << 62, np.int64)
    return Encoding(game, lanes, {"row": slice(0, game.WIDTH)}, tops, -tops)
