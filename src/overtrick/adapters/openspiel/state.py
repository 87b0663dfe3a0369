"""What all our games for OpenSpiel share: a state that chance deals and seats then play, who looks at it, its game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyspiel

from overtrick.adapters.observations.encoding import encoding_of
from overtrick.games.contract import Event, Game, Row
from overtrick.games.view import View, view

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
UNKNOWN = "unknown"  # the view of a seat before the last card is dealt
Pieces = list[tuple[str, tuple[int, ...]]]  # names and shapes of the parts of a tensor


class State(pyspiel.State):  # type: ignore[misc]
    """A deal: first chance hands out the cards, then the seats act."""

    rulebook: Game  # of the class, since states are copied with all that they hold
    allowed: Callable[[Row], list[int]]  # the numbers of the actions that the rulebook allows the seat to move
    meanings: Sequence[int] = ()  # the actions of the rulebook by number, where they have others here

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.setup: Row = game.setup
        self.seats: int = game.seats
        self.row: Row = []
        self.start: Row = []  # the row as it was dealt
        self.acts: list[int] = []  # all actions of the rulebook since
        self.to_move = CHANCE  # also who is to act for OpenSpiel

    def __init_subclass__(cls) -> None:
        """Give every class its own entry for what C++ looks up by name at each action, base after base."""
        cls.current_player, cls._apply_action = cls.current_player, cls._apply_action  # type: ignore[method-assign]

    def begin(self, draws: list[int]) -> None:
        """Begin to play, once chance has nothing more to say."""
        self.row = self.rulebook.deal(self.setup, draws)
        self.start = self.row.copy()
        self.to_move = self.rulebook.to_move(self.row)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may say next, with the probabilities."""
        raise NotImplementedError

    def dealt(self, outcome: int) -> None:
        """Go on with what chance has said."""
        raise NotImplementedError

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
        seat = self.to_move
        if player is not None and player != seat:
            return []
        if seat >= 0:
            return self.allowed(self.row)
        return [outcome for outcome, _ in self.chance_outcomes()] if seat == CHANCE else []

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self.allowed(self.row)

    def _apply_action(self, action: int) -> None:
        if self.to_move < 0:
            self.dealt(action)
            return
        game, row, meanings = self.rulebook, self.row, self.meanings
        if meanings:
            action = meanings[action]
        game.play(row, action)
        self.acts.append(action)
        seat = game.to_move(row)
        self.to_move = seat if seat >= 0 else TERMINAL

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


class Observer:
    """What a seat knows, as text and numbers: with perfect recall what it was dealt and all public actions.

    Without, the numbers are those of the other doors.
    """

    def __init__(self, kind: Any, game: Any) -> None:
        self._recall: bool = kind.perfect_recall
        self._private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public: bool = kind.public_info
        self._encoding = encoding_of(game.rulebook)
        pieces: Pieces = [("player", (game.seats,))]
        if not self._recall and self._private and self._public:
            pieces.append(("observation", (self._encoding.size,)))
        if self._recall and self._private:
            pieces += self.private_pieces(game)
        if self._recall and self._public:
            pieces += self.public_pieces(game)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in pieces:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: Any, player: int) -> None:
        """Fill in the numbers of a seat."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if "observation" in self.dict and (seen := state.view(player)) is not None:
            memory = self._encoding.new_memory(seen.row)
            for event in seen.events:
                self._encoding.lanes.note_event(memory, event)
            self.dict["observation"][:] = self._encoding.observe(seen, memory) / self._encoding.tops
        if self._recall and self._private:
            self.put_private(state, player)
        if self._recall and self._public:
            self.put_public(state)

    def string_from(self, state: Any, player: int) -> str:
        """Return what a seat knows, as text."""
        parts = [f"seat {player}"]
        if self._private:
            parts += self.private_words(state, player)
        if self._public:
            parts += self.public_words(state)
        if not self._recall:
            seen = state.view(player)
            return "; ".join([*parts, UNKNOWN if seen is None else str(seen.state)])
        if self._public:
            name = state.rulebook.name
            parts += [f"{event[0]}:{name(state.row, event[1])}" for event in state.told()[1]]
        return "; ".join(parts)

    # What the state of a game adds

    def private_pieces(self, game: Any) -> Pieces:
        """Return the parts of a tensor for what only a seat knows."""
        raise NotImplementedError

    def public_pieces(self, game: Any) -> Pieces:
        """Return the parts of a tensor for what all know."""
        raise NotImplementedError

    def put_private(self, state: Any, player: int) -> None:
        """Fill in what only a seat knows."""
        raise NotImplementedError

    def put_public(self, state: Any) -> None:
        """Fill in what all know."""
        raise NotImplementedError

    def private_words(self, state: Any, player: int) -> list[str]:
        """Return what only a seat knows, in words."""
        raise NotImplementedError

    def public_words(self, state: Any) -> list[str]:  # noqa: ARG002
        """Return what all know beside the actions, in words."""
        return []


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


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One deal as a game."""

    rulebook: Game
    state: type[State]
    observer: type[Observer]
    seats: int
    setup: Row
    max_events: int

    def new_initial_state(self) -> State:
        """Return a deal before the first card."""
        return self.state(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return what looks at a state for a seat."""
        if params:
            raise ValueError(f"an observer takes no parameters, but {params} are given")
        return self.observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self)
