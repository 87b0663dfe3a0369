"""Worlds: a deal as it was played, or as it would have been with other luck or another action, step by step."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from overtrick.games.contract import NOBODY, Event, Game, Row
from overtrick.games.view import History

Hand = Any  # as the game tells it: the names of cards, or how many of each there are
PLACES = (0, 1 << 30, 1 << 31, 3 << 30, (1 << 32) - 1)
BETWEEN_WORDS = re.compile(r"[\s,;:+/()]+")


@dataclass(frozen=True)
class Dealt:
    """A deal that was played: what it began with, its luck and its actions."""

    game: Game
    seats: int
    setup: Row
    draws: list[int]
    bounds: list[int]
    actions: list[int]


class World:
    """A deal with all that was there before each action and after the last; it grows by ``play``."""

    def __init__(self, dealt: Dealt, draws: list[int]) -> None:
        self.game, self.seats, self.draws = dealt.game, dealt.seats, draws
        self.row = dealt.game.deal(dealt.setup, draws)
        self.history = History(dealt.game, dealt.seats)
        self.watchers = (*range(dealt.seats), NOBODY)
        self.actions: list[int] = []
        self.words: list[set[str]] = []  # of the names of the actions
        self.rows: list[Row] = []
        self.movers: list[int] = []
        self.hands: list[list[Hand]] = []
        self.heard: list[list[int]] = []  # how many events each watcher has heard of
        self._hidden: dict[tuple[int, int], Row] = {}
        self._note()

    def _note(self) -> None:
        self.rows.append(self.row.copy())
        self.movers.append(self.game.to_move(self.row))
        self.hands.append(own_hands(self.game, self.row, self.seats))
        self.heard.append([len(self.history.heard(seat)) for seat in self.watchers])

    def play(self, action: int) -> None:
        """Play an action of the seat to move."""
        seat = self.movers[-1]
        self.actions.append(action)
        self.words.append(set(BETWEEN_WORDS.split(self.game.name(self.row, action))))
        self.game.play(self.row, action)
        self.history.add(self.row, seat, action)
        self._note()

    def may(self, action: int) -> bool:
        """Return whether an action is legal now."""
        return self.movers[-1] != NOBODY and not self.game.refuse(self.row, action)

    def follow(self, actions: Sequence[int]) -> "World":
        """Play actions as long as they are legal."""
        for action in actions:
            if not self.may(action):
                break
            self.play(action)
        return self

    def hidden(self, step: int, seat: int) -> Row:
        """Return what a seat saw of the row before a step."""
        if (step, seat) not in self._hidden:
            self._hidden[step, seat] = self.rows[step].copy()
            self.game.hide(self._hidden[step, seat], seat)
        return self._hidden[step, seat]

    def fresh(self, step: int, seat: int) -> list[Event]:
        """Return what a seat has heard of the step before."""
        return self.history.heard(seat)[self.heard[step - 1][seat] if step else 0 : self.heard[step][seat]]

    def picks(self, step: int) -> list[int]:
        """Return some of the legal actions at a step, always those at the same places among them."""
        return [self.game.pick(self.rows[step], number) for number in PLACES]

    def hand(self, step: int, seat: int) -> Hand:
        """Return the hand of a seat before a step; NOBODY has none."""
        return self.hands[step][seat] if 0 <= seat < len(self.hands[step]) else None

    def shown(self, step: int, seat: int) -> list[str]:
        """Return what the game says that a seat may know beyond its hand and what it has heard."""
        shown = getattr(self.game, "shown", None)
        return [] if shown is None else shown(self.rows[step], seat)

    @cached_property
    def gifts(self) -> dict[tuple[int, ...], set[int]]:
        """Who got the cards that went from hand to hand, by the seat and the action that named them; after the end."""
        got: dict[tuple[int, str], set[int]] = {}  # by who held the card last
        holder: dict[str, int] = {}
        for step, hands in enumerate(self.hands):
            held = [(card, seat) for seat, hand in enumerate(hands) if isinstance(hand, list) for card in hand]
            now = dict(held)
            if len(now) < len(held):  # of things that are there twice nobody can say which one went where
                return {}
            for card, seat in now.items():
                # Who takes a card, instead of being given it, takes it from where it lies, for all to see.
                if holder.get(card, seat) != seat != self.movers[step - 1]:
                    got.setdefault((holder[card], card), set()).add(seat)
            holder |= now
        acts = zip(self.movers, self.actions, self.words, strict=False) if got else ()
        return {(seat, act): got[seat, word] for seat, act, words in acts for word in words if (seat, word) in got}


def own_hands(game: Game, row: Row, seats: int) -> list[Hand]:
    """Return what each seat has of its own, as the game's ``holds`` or its state tells; empty if neither does."""
    holds = getattr(game, "holds", None)
    return [holds(row, seat) for seat in range(seats)] if holds else game.state(row).get("hands") or []


def counted(hand: Hand) -> Counter[Any]:
    """Return the cards of a hand, however the state tells them."""
    return Counter(hand) if isinstance(hand, Mapping | Sequence) else Counter()


def moved(hands: Sequence[Hand], others: Sequence[Hand]) -> tuple[Counter[Any], Counter[Any]]:
    """Return the cards that have left hands and those that have come into hands, if these become others."""
    gone, come = Counter[Any](), Counter[Any]()
    for hand, other in zip(hands, others, strict=True):
        if hand != other:
            gone += counted(hand) - counted(other)
            come += counted(other) - counted(hand)
    return gone, come
