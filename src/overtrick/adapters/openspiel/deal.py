"""A deal for OpenSpiel, of any game whose rows begin with the columns of ``tricks``: what these games share."""

from collections.abc import Mapping
from math import comb
from typing import Any

import numpy as np
import pyspiel

from overtrick.adapters.observations.encoding import encoding_of
from overtrick.core.luck import draws_for
from overtrick.games.contract import NOBODY, Event, Game, Row
from overtrick.games.tricks import CARDS, DECK_SIZE
from overtrick.games.view import View, view

UNKNOWN = "unknown"  # the view of a seat before the last card is dealt
SECRETS = 21  # bids that may be secret, from 0 on; there is room for them in every game


class Deal(pyspiel.State):  # type: ignore[misc]
    """A deal: first chance hands out the cards, then the seats act."""

    rulebook: Game  # of the class, since states are copied with all that they hold

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.setup: Row = game.setup
        self.deck: list[int] = game.deck
        self.seats: int = game.seats
        self.order: list[int] = []  # cards in the order dealt, then the card turned up
        self.suit = 0  # that chance draws at last, in some games
        self.row: Row = []
        self.events: list[Event] = []
        self.finish_dealing()

    # Chance

    @property
    def in_hands(self) -> int:
        """How many cards are in all hands together."""
        return self.seats * self.setup[CARDS]

    def needed(self) -> int:
        """Return how many cards chance deals."""
        return self.in_hands

    def draws_suit(self) -> bool:
        """Return whether chance draws a suit at last."""
        return False

    def finish_dealing(self) -> None:
        """Begin to play once chance has nothing more to say."""
        if len(self.order) < self.needed() + self.draws_suit():
            return
        draws = draws_for(self.deck, self.order[: self.needed()])
        draws += [0] * (DECK_SIZE - len(draws)) + [self.suit]
        self.row = self.rulebook.deal(self.setup, draws)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards, or the suits, that may come next with their probabilities."""
        done = len(self.order)
        if done == self.needed():
            return [(suit, 0.25) for suit in range(4)]
        if done >= self.in_hands:
            left = [card for card in self.deck if card not in self.order]
            return [(card, 1 / len(left)) for card in left]
        cards = self.setup[CARDS]
        begun = done % cards
        others = self.order[: done - begun]
        floor = self.order[-1] if begun else -1
        left = [card for card in self.deck if card > floor and card not in others]
        due = cards - begun
        ways = comb(len(left), due)
        return [
            (card, comb(len(left) - place - 1, due - 1) / ways)
            for place, card in enumerate(left[: len(left) - due + 1])
        ]

    # Play

    def current_player(self) -> int:
        """Return who is to act."""
        if not self.row:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.rulebook.to_move(self.row)
        return int(pyspiel.PlayerId.TERMINAL) if seat == NOBODY else seat

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return bool(self.row) and self.rulebook.to_move(self.row) == NOBODY

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self.rulebook.legal(self.row)

    def _apply_action(self, action: int) -> None:
        if self.row:
            seat = self.rulebook.to_move(self.row)
            self.rulebook.play(self.row, action)
            self.events += self.rulebook.events(self.row, seat, action)
            return
        if len(self.order) == self.needed():
            self.suit = action
        self.order.append(action)
        self.finish_dealing()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.rulebook.name(self.row, action)
        if not self.row and len(self.order) == self.needed():
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

    def view(self, seat: int) -> View | None:
        """Return what a seat may know, or None while cards are dealt."""
        return view(self.rulebook, self.row, self.events, seat) if self.row else None

    def secret_bid(self, seat: int) -> int | None:  # noqa: ARG002
        """Return the bid of a seat that the others do not know yet, if there is one."""
        return None

    def hand(self, seat: int) -> list[int]:
        """Return the cards dealt to a seat so far."""
        cards = self.setup[CARDS]
        return self.order[: self.in_hands][seat * cards : seat * cards + cards]

    def __str__(self) -> str:
        """Return the whole history in words."""
        names = [self.rulebook.name([], card) for card in self.order[: self.needed()]]
        return " ".join(names) + "".join(f" {seat}:{self.rulebook.name(self.row, done)}" for seat, done in self.acts())

    def acts(self) -> list[tuple[int, int]]:
        """Return seats and actions of all plays, also those that are secret still."""
        return [(step.player, step.action) for step in self.full_history() if step.player >= 0]


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
            for place, (seat, action) in enumerate(state.events):
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
            parts += [f"{seat}:{name(state.row, action)}" for seat, action in state.events]
        return "; ".join(parts)


def turned_up(state: Deal) -> list[int]:
    """Return the card turned up, in a list that is empty where there is none yet."""
    return state.order[state.in_hands : state.needed()][:1]


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
