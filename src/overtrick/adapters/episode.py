"""An episode: a match that goes on action by action, for environments, from luck that can be repeated.

It begins interpreted, so that nobody waits for a compiler who only wants to look. Once a process has made ``HOT``
decisions, new matches are played by compiled code (``overtrick.adapters.compiled_episode``), where Numba is there and
the game has ``lanes``. Both play the same match from the same seed.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from operator import index
from struct import Struct
from typing import Any

from overtrick.adapters.observations.encoding import Mask, Numbers, encoding_of
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.contract import NOBODY, Row, merit, refusal, settled, usual_seats
from overtrick.games.face import face_of, plays_on
from overtrick.games.view import History, View, view

PER_MATCH, PER_DEAL = "match", "deal"
WORST = -1_000_000  # below every score, unless a game says in its face that its own may be worse
TWO_NUMBERS = Struct(">QQ16x")  # at the beginning of a hash
SEEDS = 1 << 8 * luck.SEED_BYTES  # the number of seeds that an environment may be given
HOT = 5000  # decisions of all episodes of a process before matches are compiled
AGREED = ("game", "seats", "options", "rewards", "encoding", "_rules", "_bounds")


def check_rewards(rewards: str) -> None:
    """Raise Mistake unless a way to reward is known."""
    if rewards not in (PER_MATCH, PER_DEAL):
        raise Mistake(f"rewards is {rewards[:40]!r}; allowed: {PER_MATCH}, {PER_DEAL}")


def luck_of(seed: object) -> bytes:
    """Return the luck that the seed of an environment stands for, or raise Mistake."""
    try:
        number = index(seed)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not 0 <= number < SEEDS:
        raise Mistake(f"seed is {str(seed)[:40]!r}; allowed: a whole number from 0 to 2**{8 * luck.SEED_BYTES} - 1")
    return number.to_bytes(luck.SEED_BYTES)


def states_of(seed: bytes) -> tuple[int, int]:
    """Return two states of luck, for cards and for choices; there is nothing to hide, so the quickest hash does."""
    cards, choices = TWO_NUMBERS.unpack(sha256(seed).digest())
    return luck.state_of(cards), luck.state_of(choices)


@cache
def can_be_compiled(game: str) -> bool:
    """Return whether matches of a game can be played by compiled code."""
    return face_of(find_game(game)).part("lanes") is not None and find_spec("numba") is not None


def is_hot(game: str) -> bool:
    """Return whether it is time to play matches of a game by compiled code."""
    return Episode.decisions >= HOT and can_be_compiled(game)


class Episode:
    """The deal on the table, the finished ones, and what is owed to the seats since the last time somebody asked.

    An agent wants more of a reward: where fewer points are better, the rewards are the points with a minus sign.
    """

    decisions = 0  # of all episodes

    def __init__(self, game: str, seats: int | None, options: Mapping[str, object], rewards: str = PER_MATCH) -> None:
        check_rewards(rewards)
        self.game = find_game(game)
        self.seats = usual_seats(self.game) if seats is None else seats
        self.options = settled(self.game, self.seats, options)
        self.rewards = rewards
        self.encoding = encoding_of(self.game)
        self._rules = self.game.rules(self.seats, self.options)
        self._bounds = self.game.bounds(self._rules)

    def agreed(self) -> dict[str, Any]:
        """Return what stays the same from match to match."""
        return {name: value for name, value in vars(self).items() if name in AGREED}

    def reset(self, seed: bytes) -> None:
        """Begin a match on the cards of a seed."""
        self.begin(*states_of(seed))

    def begin(self, cards: int, choices: int) -> None:
        """Begin a match from two states of the fast generator, one for cards and one for players at random."""
        self.origin = cards, choices
        self._cards, self.choices = cards, choices
        self.finished: list[Row] = []
        self.totals = [0] * self.seats
        self.owed = [0] * self.seats
        self.seated = list(range(self.seats))
        self.over = False
        self._deal()

    def _deal(self) -> None:
        setup = self.game.next_deal(self._rules, self.finished)
        if not setup:
            self.over = True
            return
        draws, state = [], self._cards
        for bound in self._bounds[: self.game.draws_needed(setup)]:
            state = luck.step(state)
            draws.append(luck.below(state, bound))
        self._cards = state
        self.row = self.game.deal(setup, draws)
        self.history = History(self.game, self.seats)
        self.memory = self.encoding.new_memory(self.row)

    @property
    def to_move(self) -> int:
        """The seat to move, or NOBODY after the match."""
        return self.game.to_move(self.row)

    @property
    def deals(self) -> int:
        """How many deals are finished."""
        return len(self.finished)

    def view(self, seat: int) -> View:
        """Return what a seat may know."""
        return view(self.game, self.row, self.history.heard(seat), seat, self.deals + 1 - self.over)

    def look(self, seat: int) -> tuple[Numbers, Mask]:
        """Return what a seat sees and may do, as arrays."""
        seen = view(self.game, self.row, [], seat)
        return self.encoding.observe(seen, self.memory), self.encoding.mask(seen)

    def at_random(self) -> int:
        """Return an action of the seat to move that luck picks."""
        self.choices = luck.step(self.choices)
        return self.game.pick(self.row, luck.number(self.choices))

    def allows(self, number: int) -> bool:
        """Return whether the mask of the seat to move allows a number of the action space."""
        lanes = self.encoding.lanes
        return 0 <= number < lanes.ACTIONS and self.game.doubt(self.row, lanes.game_action(number)) == 0

    def answer(self, number: int) -> int:
        """Play an action of the action space, or raise Mistake; return how many deals it has ended."""
        deals = self.deals
        self.play(self.encoding.lanes.game_action(number))
        return self.deals - deals

    def play(self, action: int) -> None:
        """Play a legal action of the rulebook for the seat to move, or raise Mistake; then perhaps deal again."""
        Episode.decisions += 1
        seat = self.game.to_move(self.row)
        if self.game.refuse(self.row, action):
            raise Mistake(refusal(self.game, self.row, action))
        self.game.play(self.row, action)
        public = self.history.heard(NOBODY)  # the memory is one for all seats
        before = len(public)
        self.history.add(self.row, seat, action)
        for event in public[before:]:
            self.encoding.lanes.note_event(self.memory, event)
        if self.game.to_move(self.row) == NOBODY:
            self._score()
            self._deal()
            self._pay()

    def _score(self) -> None:
        self.finished.append(self.row)
        for seat in range(self.seats):
            points = self.game.score(self.row, seat)
            self.totals[seat] += points
            if self.rewards == PER_DEAL:
                self.owed[seat] += merit(self.game, points)

    def _pay(self) -> None:
        """Let those leave who are no longer at the table; with rewards per match they get their score now."""
        staying = [seat for seat in range(self.seats) if plays_on(self.game, self.row, seat)]
        for seat in self.seated:
            if self.rewards == PER_MATCH and (self.over or seat not in staying):
                self.owed[seat] += merit(self.game, self.totals[seat])
        self.seated = [] if self.over else staying

    def take_rewards(self) -> list[int]:
        """Return what every seat has earned since the last call."""
        owed, self.owed = self.owed, [0] * self.seats
        return owed

    def worst(self) -> int:
        """Return a reward that is below every other, for an action that is not allowed."""
        own = face_of(self.game).worst
        return WORST if own is None else merit(self.game, own(self._rules))
