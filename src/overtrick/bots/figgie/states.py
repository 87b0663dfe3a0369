"""The states of a deal of Figgie for trusted bots: what only trades change is kept, and handed out as copies.

A bot may spoil or keep what it is given, so every call gets dictionaries of its own, but for the trades: of each of
them a seat has one for the whole deal. To copy a dictionary takes a third of the time that it takes to build one.
``wire.state_of`` says the same in a few lines, and slowly.
"""

from collections.abc import Iterator
from typing import Any

from overtrick.bots.figgie.wire import trade_of
from overtrick.games.contract import NOBODY, Event, Row
from overtrick.games.figgie.messages import SUIT_NUMBERS
from overtrick.games.figgie.rulebook import (
    BID,
    CLOCK,
    HAND,
    LAST_PRICE,
    MODEL,
    MODEL_TURN,
    MONEY,
    SEAT_COUNT,
    SUIT_WORDS,
    SUITS,
    TURN,
    by_suit,
)

State = dict[str, Any]
NO_QUOTES: State = dict.fromkeys(SUIT_WORDS)
EMPTY_BOOK: State = {"bid": None, "ask": None, "last_trade": None}

# The keys in their order; what is None here is put in for every state.
TURN_STATE: State = dict.fromkeys(("position", "hand", "money", "bids", "offers", "num_players", "turn", "trades"))
TICK_STATE: State = dict.fromkeys(("position", "hand", "money", "books", "num_players", "tick", "trades"))


class States:
    """What the seats are told, from the beginning of a deal on."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.kept: list[tuple[State, State, list[State]]] = []  # by seat: its state, and the hand and trades in it
        empty, seats = TURN_STATE if row[MODEL] == MODEL_TURN else TICK_STATE, row[SEAT_COUNT]
        for seat in range(seats):
            state = empty | {"position": seat, "money": row[MONEY + seat], "num_players": seats}
            self.kept.append((state, by_suit(row, HAND + SUITS * seat), []))
        self.books = [EMPTY_BOOK.copy() for _ in SUIT_WORDS]  # without quotes

    def hear(self, trade: Event) -> None:
        """Take in a trade, once the row has it."""
        row, told = self.row, trade_of(self.row, trade)
        word = told["suit"]
        suit = SUIT_NUMBERS[word]
        self.books[suit]["last_trade"] = told["price"]
        for _, _, trades in self.kept:
            trades.append(told.copy())
        for seat in (told["buyer"], told["seller"]):
            state, hand, _ = self.kept[seat]
            state["money"], hand[word] = row[MONEY + seat], row[HAND + SUITS * seat + suit]

    def states(self) -> Iterator[State]:
        """Yield to the end of the deal the state of the seat that is asked next."""
        return self.turn_states() if self.row[MODEL] == MODEL_TURN else self.tick_states()

    # Most of the work of a question is in these two, so suits are spelled out.

    def turn_states(self) -> Iterator[State]:
        """Yield the state of each turn in the turn model."""
        row, all_kept = self.row, self.kept
        while (seat := row[TURN]) != NOBODY:
            kept, hand, trades = all_kept[seat]
            state = kept.copy()
            state["hand"] = hand.copy()
            state["bids"] = bids = NO_QUOTES.copy()
            state["offers"] = offers = NO_QUOTES.copy()
            state["turn"] = row[CLOCK]
            state["trades"] = trades.copy()
            s, c, h, d, ss, cc, hh, dd, t, e, i, f, tt, ee, ii, ff = row[BID:LAST_PRICE]
            if ss != NOBODY:
                bids["spades"] = {"price": s, "player": ss}
            if cc != NOBODY:
                bids["clubs"] = {"price": c, "player": cc}
            if hh != NOBODY:
                bids["hearts"] = {"price": h, "player": hh}
            if dd != NOBODY:
                bids["diamonds"] = {"price": d, "player": dd}
            if tt != NOBODY:
                offers["spades"] = {"price": t, "player": tt}
            if ee != NOBODY:
                offers["clubs"] = {"price": e, "player": ee}
            if ii != NOBODY:
                offers["hearts"] = {"price": i, "player": ii}
            if ff != NOBODY:
                offers["diamonds"] = {"price": f, "player": ff}
            yield state

    def tick_states(self) -> Iterator[State]:
        """Yield the states of all seats in every tick of the tick model: they see the same books."""
        row = self.row
        while row[TURN] != NOBODY:
            s, c, h, d, ss, cc, hh, dd, t, e, i, f, tt, ee, ii, ff = row[BID:LAST_PRICE]
            tick = row[CLOCK]
            in_spades, in_clubs, in_hearts, in_diamonds = self.books
            for kept, hand, trades in self.kept:
                spades, clubs = in_spades.copy(), in_clubs.copy()
                hearts, diamonds = in_hearts.copy(), in_diamonds.copy()
                state = kept.copy()
                state["hand"] = hand.copy()
                state["books"] = {"spades": spades, "clubs": clubs, "hearts": hearts, "diamonds": diamonds}
                state["tick"] = tick
                state["trades"] = trades.copy()
                if ss != NOBODY:
                    spades["bid"] = {"price": s, "player": ss}
                if cc != NOBODY:
                    clubs["bid"] = {"price": c, "player": cc}
                if hh != NOBODY:
                    hearts["bid"] = {"price": h, "player": hh}
                if dd != NOBODY:
                    diamonds["bid"] = {"price": d, "player": dd}
                if tt != NOBODY:
                    spades["ask"] = {"price": t, "player": tt}
                if ee != NOBODY:
                    clubs["ask"] = {"price": e, "player": ee}
                if ii != NOBODY:
                    hearts["ask"] = {"price": i, "player": ii}
                if ff != NOBODY:
                    diamonds["ask"] = {"price": f, "player": ff}
                yield state
