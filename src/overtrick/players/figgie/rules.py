"""figgie:rules, a player of a few plain rules that never changes its mind about the goal suit.

The goal is taken for the mate of the longest suit of the hand as dealt. It collects up to
six cards of it and sells everything else.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from overtrick.games.contract import NOBODY, Row
from overtrick.games.figgie.rulebook import (
    BID,
    BIDDER,
    FIRST_BUY,
    FIRST_SELL,
    HAND,
    MONEY,
    OFFER,
    OFFERER,
    PASS,
    SUITS,
    bid,
    offer,
)
from overtrick.players.figgie.bounds import NET, READ, new_book, read_events
from overtrick.players.figgie.quotes import turns_left

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser
    from overtrick.games.view import View

CARDS, MOST_PAID, FIRST_PRICE, LAST_PRICE = range(4)
"""How many cards of the goal suit are wanted, what is paid at most for one, where bids begin and end."""
WANTS = (6, 28, 8, 22)
LEAST_TAKEN, ASKED = 4, 12  # what a spare card goes for at least, and what is asked at first
LAST_TURNS = 4  # when a spare card goes for any price


def longest_dealt(row: Row, seat: int, book: Row) -> int:
    """Return the suit of which the seat was dealt most cards, the first of equals."""
    longest, most = 0, -1
    for suit in range(SUITS):
        dealt = row[HAND + SUITS * seat + suit] - book[NET + SUITS * seat + suit]
        if dealt > most:
            longest, most = suit, dealt
    return longest


def act(row: Row, seat: int, book: Row) -> int:
    """Return the action of who takes the mate of its longest suit for the goal."""
    return collect(row, seat, longest_dealt(row, seat, book) ^ 1, WANTS)


def collect(row: Row, seat: int, goal: int, wants: tuple[int, int, int, int]) -> int:
    """Return the action: take a good price, else bid for the goal suit, else offer a spare card, else pass."""
    hand, money = HAND + SUITS * seat, row[MONEY + seat]
    wanted = row[hand + goal] < wants[CARDS]
    asked = row[OFFER + goal]
    if wanted and asked <= min(wants[MOST_PAID], money) and row[OFFERER + goal] != seat:
        return FIRST_BUY + goal
    least = LEAST_TAKEN if turns_left(row) >= LAST_TURNS else 1
    sale, best = NOBODY, least - 1
    for suit in range(SUITS):
        spare = suit != goal and row[hand + suit] > 0
        if spare and row[BIDDER + suit] not in (NOBODY, seat) and row[BID + suit] > best:
            sale, best = suit, row[BID + suit]
    if sale != NOBODY:
        return FIRST_SELL + sale
    price = max(wants[FIRST_PRICE], row[BID + goal] + 1)
    if wanted and row[BIDDER + goal] != seat and price <= min(wants[LAST_PRICE], money) and price < asked:
        return bid(goal, price)
    for suit in range(SUITS):
        price = min(ASKED, row[OFFER + suit] - 1)
        spare = suit != goal and row[hand + suit] > 0
        if spare and row[OFFERER + suit] != seat and price >= least and price > row[BID + suit]:
            return offer(suit, price)
    return PASS


def player(hello: "Hello") -> "Chooser":
    """Return the player."""
    return reading(act)


def reading(choose_by_book: Callable[[Row, int, Row], int]) -> "Chooser":
    """Return a player that keeps the book, and chooses by row, seat and book."""
    book = new_book()

    def choose(view: "View") -> int:
        if len(view.events) < book[READ]:
            book[:] = new_book()
        read_events(book, view.events)
        return choose_by_book(view.row, view.seat, book)

    return choose
