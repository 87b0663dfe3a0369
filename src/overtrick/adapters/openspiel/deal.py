"""A deal for OpenSpiel, of any game whose rows begin with the columns of ``tricks``: what these games share."""

from bisect import bisect, bisect_left
from functools import cache
from math import comb
from typing import Any

from overtrick.adapters.openspiel.state import CHANCE, Observer, Pieces, SpielGame, State
from overtrick.core.luck import draws_for
from overtrick.games.tricks import CARDS, DECK_SIZE

SECRETS = 21  # bids that may be secret, from 0 on; there is room for them in every game


@cache
def odds(count: int, due: int) -> tuple[float, ...]:
    """Return how likely each of some ascending cards is the lowest of those due, as long as enough are above it."""
    ways = comb(count, due)
    return tuple(comb(count - place - 1, due - 1) / ways for place in range(count - due + 1))


@cache
def of_a_run(lowest: int, count: int, due: int) -> list[tuple[int, float]]:
    """Return the cards of a run that may come next, with their probabilities."""
    return list(zip(range(lowest, lowest + count), odds(count, due)))  # noqa: B905  as below


class Deal(State):
    """A deal: first chance hands out the cards, then the seats act."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.deck: list[int] = game.deck
        self.each: int = int(game.setup[CARDS])  # cards of a hand
        self.in_hands: int = self.seats * self.each  # how many cards are in all hands together
        self.needed = self.cards_needed()
        self.order: list[int] = []  # cards in the order dealt, then the card turned up
        self.rest = self.deck  # cards in nobody's hand, but for the hand that is being dealt
        self.left = self.deck  # those that may come next, ascending; new lists whenever that changes
        self.suit = 0  # that chance draws at last, in some games

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
        if len(order) <= self.in_hands:
            self.rest = self.left = rest = self.rest.copy()
            for card in order[-self.each :]:
                del rest[bisect_left(rest, card)]
        if len(order) > self.needed:
            self.suit = order[-1]
        elif len(order) < self.needed + self.draws_suit():
            return
        draws = draws_for(self.deck, order[: self.needed])
        draws += [0] * (DECK_SIZE - len(draws)) + [self.suit]
        self.begin(draws)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards, or the suits, that may come next with their probabilities."""
        done = len(self.order)
        if done == self.needed:
            return [(suit, 0.25) for suit in range(4)]
        due = 1 if done >= self.in_hands else self.each - done % self.each
        left = self.left
        if left[-1] - left[0] == len(left) - 1:  # as always in the first hand
            return of_a_run(left[0], len(left), due).copy()
        return list(zip(left, odds(len(left), due)))  # noqa: B905  the odds end where too few are above

    def dealt(self, outcome: int) -> None:
        """Go on with a card, or a suit, that chance has dealt."""
        order, left = self.order, self.left
        order.append(outcome)
        done = len(order)
        if done % self.each and done < self.in_hands:  # the same hand goes on, with higher cards
            self.left = left[bisect(left, outcome) :]
        else:
            self.end_hand()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return self.rulebook.name(self.row, action)
        if not self.row and len(self.order) == self.needed:
            return f"trump {action}"
        return f"deal {self.rulebook.name(self.row, action)}"

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


class DealObserver(Observer):
    """What a seat knows: its hand as dealt, the card turned up, a hidden bid of its own."""

    def private_pieces(self, game: Any) -> Pieces:  # noqa: ARG002
        """Return the parts of a tensor for what only a seat knows."""
        return [("hand", (DECK_SIZE,)), ("secret_bid", (SECRETS,))]

    def public_pieces(self, game: Any) -> Pieces:
        """Return the parts of a tensor for what all know."""
        return [("turned_up", (DECK_SIZE,)), ("events", (game.max_events, game.seats + game.num_distinct_actions()))]

    def put_private(self, state: Deal, player: int) -> None:
        """Fill in what only a seat knows."""
        self.dict["hand"][state.hand(player)] = 1
        if (bid := state.secret_bid(player)) is not None:
            self.dict["secret_bid"][bid] = 1

    def put_public(self, state: Deal) -> None:
        """Fill in what all know."""
        for card in turned_up(state):
            self.dict["turned_up"][card] = 1
        for place, (seat, action) in enumerate(state.told()[1]):
            self.dict["events"][place, seat] = 1
            self.dict["events"][place, state.seats + action] = 1

    def private_words(self, state: Deal, player: int) -> list[str]:
        """Return what only a seat knows, in words."""
        parts = ["hand " + " ".join(state.rulebook.name([], card) for card in state.hand(player))]
        if (bid := state.secret_bid(player)) is not None:
            parts.append(f"secret bid {bid}")
        return parts

    def public_words(self, state: Deal) -> list[str]:
        """Return the card turned up, in words."""
        return [f"turned up {state.rulebook.name([], card)}" for card in turned_up(state)]


def turned_up(state: Deal) -> list[int]:
    """Return the card turned up, in a list that is empty where there is none yet."""
    return state.order[state.in_hands : state.needed][:1]


class DealGame(SpielGame):
    """One deal of tricks as a game."""

    observer = DealObserver
    deck: list[int]
