"""A deal for OpenSpiel, of any game whose rows begin with the columns of ``tricks``: what these games share."""

from bisect import bisect
from collections.abc import Mapping
from functools import cache
from math import comb
from typing import Any

import numpy as np
import pyspiel

from overtrick.adapters.observations.encoding import encoding_of
from overtrick.core.luck import draws_for
from overtrick.games.contract import NOBODY, Event, Game, Row
from overtrick.games.tricks import CARDS, DECK_SIZE
from overtrick.games.view import View, view

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
UNKNOWN = "unknown"  # the view of a seat before the last card is dealt
SECRETS = 21  # bids that may be secret, from 0 on; there is room for them in every game


@cache
def odds(count: int, due: int) -> tuple[float, ...]:
    """Return how likely each of some ascending cards is the lowest of those due, as long as enough are above it."""
    ways = comb(count, due)
    return tuple(comb(count - place - 1, due - 1) / ways for place in range(count - due + 1))


class Deal(pyspiel.State):  # type: ignore[misc]
    """A deal: first chance hands out the cards, then the seats act."""

    rulebook: Game  # of the class, since states are copied with all that they hold

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.setup: Row = game.setup
        self.deck: list[int] = game.deck
        self.seats: int = game.seats
        self.each: int = int(game.setup[CARDS])  # cards of a hand
        self.in_hands: int = self.seats * self.each  # how many cards are in all hands together
        self.needed = self.cards_needed()
        self.order: list[int] = []  # cards in the order dealt, then the card turned up
        self.left = self.deck  # cards that may come next, ascending; a new list whenever that changes
        self.suit = 0  # that chance draws at last, in some games
        self.row: Row = []
        self.start: Row = []  # the row as it was dealt
        self.acts: list[int] = []  # all actions since
        self.to_move = CHANCE  # also who is to act for OpenSpiel

    # Chance

    def cards_needed(self) -> int:
        """Return how many cards chance deals."""
        return self.in_hands

    def draws_suit(self) -> bool:
        """Return whether chance draws a suit at last."""
        return False

    def end_hand(self) -> None:
        """Go on with the next hand; begin to play once chance has nothing more to say."""
        order = self.order
        dealt = set(order)
        self.left = [card for card in self.deck if card not in dealt]
        if len(order) > self.needed:
            self.suit = order[-1]
        elif len(order) < self.needed + self.draws_suit():
            return
        draws = draws_for(self.deck, order[: self.needed])
        draws += [0] * (DECK_SIZE - len(draws)) + [self.suit]
        self.row = self.rulebook.deal(self.setup, draws)
        self.start = self.row.copy()
        self.to_move = self.rulebook.to_move(self.row)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards, or the suits, that may come next with their probabilities."""
        done = len(self.order)
        if done == self.needed:
            return [(suit, 0.25) for suit in range(4)]
        due = 1 if done >= self.in_hands else self.each - done % self.each
        return list(zip(self.left, odds(len(self.left), due)))  # noqa: B905  the odds end where too few are above

    # Play. OpenSpiel would ask C++, and that Python, for what is known here.

    def current_player(self) -> int:
        """Return who is to act."""
        return self.to_move

    def is_chance_node(self) -> bool:
        """Return whether chance is to act."""
        return self.to_move == CHANCE

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self.to_move == TERMINAL

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return what a player may do, or who is to act if none is named."""
        if player is not None and player != self.to_move:
            return []
        if self.to_move == CHANCE:
            return [outcome for outcome, _ in self.chance_outcomes()]
        return self.rulebook.legal(self.row)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self.rulebook.legal(self.row)

    def _apply_action(self, action: int) -> None:
        if self.to_move == CHANCE:
            order = self.order
            order.append(action)
            if len(order) % self.each and len(order) < self.in_hands:  # the same hand goes on, with higher cards
                left = self.left
                self.left = left[bisect(left, action) :]
            else:
                self.end_hand()
            return
        game, row = self.rulebook, self.row
        game.play(row, action)
        self.acts.append(action)
        seat = game.to_move(row)
        self.to_move = TERMINAL if seat == NOBODY else seat

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.rulebook.name(self.row, action)
        if not self.row and len(self.order) == self.needed:
            return f"trump {action}"
        return f"deal {self.rulebook.name(self.row, action)}"

    def returns(self) -> list[float]:
        """Return the utilities; all 0 while the deal goes on."""
        if not self.is_terminal():
            return [0.0] * self.seats
        return self.utilities([self.rulebook.score(self.row, seat) for seat in range(self.seats)])

    def utilities(self, scores: list[int]) -> list[float]:
        """Return what the scores are worth."""
        return [float(points) for points in scores]

    def told(self) -> tuple[list[tuple[int, int]], list[Event]]:
        """Return seats and actions of all plays, and what they have made known: worked out when somebody asks."""
        row, plays, events = self.start.copy(), list[tuple[int, int]](), list[Event]()
        for action in self.acts:
            seat = self.rulebook.to_move(row)
            self.rulebook.play(row, action)
            plays.append((seat, action))
            events += self.rulebook.events(row, seat, action)
        return plays, events

    def view(self, seat: int) -> View | None:
        """Return what a seat may know, or None while cards are dealt."""
        return view(self.rulebook, self.row, self.told()[1], seat) if self.row else None

    def secret_bid(self, seat: int) -> int | None:  # noqa: ARG002
        """Return the bid of a seat that the others do not know yet, if there is one."""
        return None

    def hand(self, seat: int) -> list[int]:
        """Return the cards dealt to a seat so far."""
        return self.order[: self.in_hands][seat * self.each : (seat + 1) * self.each]

    def __str__(self) -> str:
        """Return the whole history in words."""
        names = [self.rulebook.name([], card) for card in self.order[: self.needed]]
        plays = "".join(f" {seat}:{self.rulebook.name(self.row, done)}" for seat, done in self.told()[0])
        return " ".join(names) + plays


class Observer:
    """What a seat knows, as text and numbers: with perfect recall its hand as dealt and all public actions."""

    def __init__(self, kind: Any, game: Any) -> None:
        self._recall: bool = kind.perfect_recall
        self._private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public: bool = kind.public_info
        self._encoding = encoding_of(game.rulebook)
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (game.seats,))]
        if not self._recall and self._private and self._public:
            pieces.append(("observation", (self._encoding.size,)))
        if self._recall and self._private:
            pieces += [("hand", (DECK_SIZE,)), ("secret_bid", (SECRETS,))]
        if self._recall and self._public:
            width = game.seats + game.num_distinct_actions()
            pieces += [("turned_up", (DECK_SIZE,)), ("events", (game.max_events, width))]
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in pieces:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: Deal, player: int) -> None:
        """Fill in the numbers of a seat."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        seen = state.view(player)
        if "observation" in self.dict and seen is not None:
            numbers = self._encoding.observe(seen, self._encoding.new_memory(seen.row))
            self.dict["observation"][:] = numbers / self._encoding.tops
        if "hand" in self.dict:
            self.dict["hand"][state.hand(player)] = 1
            if (bid := state.secret_bid(player)) is not None:
                self.dict["secret_bid"][bid] = 1
        if "events" in self.dict:
            for card in turned_up(state):
                self.dict["turned_up"][card] = 1
            for place, (seat, action) in enumerate(state.told()[1]):
                self.dict["events"][place, seat] = 1
                self.dict["events"][place, state.seats + action] = 1

    def string_from(self, state: Deal, player: int) -> str:
        """Return what a seat knows, as text."""
        name = state.rulebook.name
        parts = [f"seat {player}"]
        if self._private:
            parts.append("hand " + " ".join(name([], card) for card in state.hand(player)))
        if self._public:
            parts += [f"turned up {name([], card)}" for card in turned_up(state)]
        if self._private and (bid := state.secret_bid(player)) is not None:
            parts.append(f"secret bid {bid}")
        if not self._recall:
            seen = state.view(player)
            return "; ".join([*parts, UNKNOWN if seen is None else str(seen.state)])
        if self._public:
            parts += [f"{seat}:{name(state.row, action)}" for seat, action in state.told()[1]]
        return "; ".join(parts)


def turned_up(state: Deal) -> list[int]:
    """Return the card turned up, in a list that is empty where there is none yet."""
    return state.order[state.in_hands : state.needed][:1]


def game_type(name: str, rulebook: Game, utility: Any, parameters: Mapping[str, Any]) -> Any:
    """Return what OpenSpiel wants to know of a game without its parameters."""
    return pyspiel.GameType(
        short_name=name,
        long_name=f"{rulebook.NAME.capitalize()} (overtrick)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rulebook.SEATS[-1],
        min_num_players=rulebook.SEATS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=dict(parameters),
    )


class DealGame(pyspiel.Game):  # type: ignore[misc]
    """One deal as a game."""

    rulebook: Game
    state: type[Deal]
    seats: int
    setup: Row
    deck: list[int]
    max_events: int

    def new_initial_state(self) -> Deal:
        """Return a deal before the first card."""
        return self.state(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return what looks at a state for a seat."""
        if params:
            raise ValueError(f"an observer takes no parameters, but {params} are given")
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self)
