"""Figgie for OpenSpiel: ``overtrick_figgie``, the turn model with the ladder of prices; the utility is the gain.

Cards of a suit are alike, so chance says which deck it is and then how many of each suit a hand holds.
"""

from collections.abc import Mapping
from functools import cache
from math import comb
from typing import Any

import pyspiel

from overtrick.adapters.observations import figgie as lanes
from overtrick.adapters.observations.figgie import FIRST_ASK, FIRST_BID, STEPS, TOP_PRICE, takes
from overtrick.adapters.openspiel.state import CHANCE, Observer, Pieces, SpielGame, State, game_type
from overtrick.core.cards import members
from overtrick.core.luck import draws_for
from overtrick.games.contract import Row, settled
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import SUITS, TURN, bid_limits, offer_limits

PARAMETERS = {"players": 4}
TYPE = game_type("overtrick_figgie", figgie, pyspiel.GameType.Utility.ZERO_SUM, PARAMETERS)
ALL = len(figgie.DECK)
NUMBERS = list(range(lanes.ACTIONS))
STEPS_TO = [steps.bit_count() for steps in lanes.STEPS_TO]  # of the ladder, up to a price


def runs(first: int) -> list[list[tuple[int, ...]]]:
    """Return the numbers of quotes that follow on a first one, from one step of the ladder up to another."""
    return [[tuple(NUMBERS[first + low : first + high]) for high in range(STEPS + 1)] for low in range(STEPS + 1)]


BIDS = [(suit, runs(FIRST_BID + STEPS * suit)) for suit in range(SUITS)]
ASKS = [(suit, runs(FIRST_ASK + STEPS * suit)) for suit in range(SUITS)]
TAKES = [members(mask) for mask in range(1 << FIRST_BID)]  # sets of the actions that are no quotes, as lists
KINDS = 5  # pass, buy, sell, bid, offer: then the suit, then the step of the ladder


@cache
def odds(same: int, others: int, due: int) -> list[tuple[int, float]]:
    """Return how many cards may be of a suit, and how likely, if so many are due from it and from others."""
    ways = comb(same + others, due)
    counts = range(max(0, due - others), min(same, due) + 1)
    return [(count, comb(same, count) * comb(others, due - count) / ways) for count in counts]


def allowed(row: Row) -> list[int]:
    """Return what the rulebook allows the seat to move, and of the quotes those on the ladder."""
    seat = row[TURN]
    found = TAKES[takes(row, seat)].copy()
    for suit, numbers in BIDS:
        low, high = bid_limits(row, seat, suit)
        if low <= high:
            found += numbers[STEPS_TO[low - 1]][STEPS_TO[high] if high < TOP_PRICE else STEPS]
    for suit, numbers in ASKS:
        low, high = offer_limits(row, seat, suit)
        if low <= high:
            found += numbers[STEPS_TO[low - 1]][STEPS_TO[high] if high < TOP_PRICE else STEPS]
    return found


class FiggieDeal(State):
    """A deal of Figgie."""

    rulebook = figgie
    allowed = staticmethod(allowed)
    meanings = [lanes.game_action(number) for number in range(lanes.ACTIONS)]  # noqa: RUF012  nobody changes it

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.deck = -1  # which of the decks it is
        self.left: list[int] = []  # cards of each suit that are not dealt yet
        self.hands: list[list[int]] = []  # those dealt, counted by suit; the last one may be unfinished

    # Chance

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the decks, or how many cards of the next suit there may be in a hand."""
        if self.deck < 0:
            return [(deck, 1 / figgie.DECKS) for deck in range(figgie.DECKS)]
        hand = self.hands[-1]
        return list(odds(self.left[len(hand)], sum(self.left[len(hand) + 1 :]), ALL // self.seats - sum(hand)))

    def dealt(self, outcome: int) -> None:
        """Go on with a deck, or with a number of cards; what then is certain is not asked."""
        if self.deck < 0:
            self.deck, row = outcome, self.setup.copy()
            figgie.set_sizes(row, outcome)
            self.left, self.hands = row[figgie.SIZE : figgie.SIZE + SUITS], [[]]
            return
        hand = self.hands[-1]
        hand.append(outcome)
        if len(hand) < SUITS - 1:
            return
        hand.append(ALL // self.seats - sum(hand))
        self.left = [left - count for left, count in zip(self.left, hand, strict=True)]
        if len(self.hands) < self.seats - 1:
            self.hands.append([])
        else:
            self.hands.append(self.left)
            self.begin([*draws_for(range(ALL), self.order()), self.deck])

    def order(self) -> list[int]:
        """Return cards of these hands in the order of the seats, the lowest of each suit first."""
        nexts = [sum(hand[suit] for hand in self.hands for suit in range(lower)) for lower in range(SUITS)]
        cards = list[int]()
        for hand in self.hands:
            for suit, count in enumerate(hand):
                cards += range(nexts[suit], nexts[suit] + count)
                nexts[suit] += count
        return cards

    # Play

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return figgie.name(self.setup, lanes.game_action(action))
        if self.deck < 0:
            return f"deck {action}"
        return f"deal {action} {figgie.SUIT_WORDS[len(self.hands[-1]) % SUITS]}"

    def __str__(self) -> str:
        """Return the whole history in words."""
        plays = [f"{seat}:{figgie.name(self.setup, action)}" for seat, action in self.told()[0]]
        return "; ".join([f"deck {self.deck}", *(f"hand {' '.join(map(str, hand))}" for hand in self.hands), *plays])


class FiggieObserver(Observer):
    """What a seat knows: its hand as dealt, and what everybody did."""

    def private_pieces(self, game: Any) -> Pieces:  # noqa: ARG002
        """Return the parts of a tensor for what only a seat knows."""
        return [("hand", (SUITS, figgie.MOST + 1))]

    def public_pieces(self, game: Any) -> Pieces:
        """Return the parts of a tensor for what all know; the seats act in turn, so the place tells who it was."""
        return [("events", (game.max_events, KINDS + SUITS + lanes.STEPS))]

    def put_private(self, state: FiggieDeal, player: int) -> None:
        """Fill in what only a seat knows."""
        for suit, count in enumerate(hand_of(state, player)):
            self.dict["hand"][suit, count] = 1

    def put_public(self, state: FiggieDeal) -> None:
        """Fill in what all know."""
        for place, number in enumerate(state.history()[1 + (SUITS - 1) * (state.seats - 1) :]):  # after chance
            self.dict["events"][place, parts_of(number)] = 1

    def private_words(self, state: FiggieDeal, player: int) -> list[str]:
        """Return what only a seat knows, in words."""
        counts = zip(hand_of(state, player), figgie.SUIT_WORDS, strict=False)
        return ["hand " + " ".join(f"{count} {word}" for count, word in counts)]


def hand_of(state: FiggieDeal, player: int) -> list[int]:
    """Return the cards dealt to a seat so far, counted by suit."""
    return state.hands[player] if player < len(state.hands) else []


@cache
def parts_of(number: int) -> list[int]:
    """Return which numbers of an event are 1: for its kind, then the suit and the step of the ladder if it has them."""
    if number < lanes.FIRST_BID:
        kind, suit = divmod(number + SUITS - 1, SUITS)
        return [kind, KINDS + suit] if kind else [0]
    side, step = divmod(number - lanes.FIRST_BID, lanes.STEPS)
    return [3 + side // SUITS, KINDS + side % SUITS, KINDS + SUITS + step]


class FiggieGame(SpielGame):
    """A deal of Figgie in the turn model."""

    rulebook = figgie
    state = FiggieDeal
    observer = FiggieObserver

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.seats = int(given["players"])
        rules = figgie.rules(self.seats, settled(figgie, self.seats, {"model": "turn"}))
        self.setup = figgie.next_deal(rules, [])
        self.max_events = figgie.TURNS_PER_SEAT * self.seats
        most = float(figgie.START_MONEY)
        outcomes = max(figgie.DECKS, figgie.MOST + 1)
        info = pyspiel.GameInfo(
            lanes.ACTIONS, outcomes, self.seats, -most, most * (self.seats - 1), 0.0, self.max_events
        )
        super().__init__(TYPE, info, given)


pyspiel.register_game(TYPE, FiggieGame)
