"""figgie:follower, a sparring partner that believes in nothing but prices."""

from typing import TYPE_CHECKING

from overtrick.games.contract import Row
from overtrick.games.figgie.rulebook import SUITS
from overtrick.players.figgie.bounds import CENTS, PRICE, READ, new_book, read_events
from overtrick.players.figgie.habits import BID_MARGIN, BID_OPENING, OFFER_MARGIN, OFFER_OPENING, TAKE, trading_habits
from overtrick.players.figgie.quotes import Floats, trade_around, turns_left

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser
    from overtrick.games.view import View

FOLLOWER = trading_habits({TAKE: 1.5, BID_MARGIN: 1.5, OFFER_MARGIN: 1.5, BID_OPENING: 0.6, OFFER_OPENING: 3.0})
GUESS = 7.0  # the price before the first trade
LAST_TURNS = 6  # when cards begin to lose their worth


def act(row: Row, seat: int, book: Row, habits: Floats) -> int:
    """Return the action of a player for whom a card is worth its moving market price, until time runs out."""
    fading = min(1.0, (turns_left(row) + 1) / LAST_TURNS)
    worth = [0.0, 0.0, 0.0, 0.0]
    for suit in range(SUITS):
        price = book[PRICE + suit]
        worth[suit] = (price / CENTS if price > 0 else GUESS) * fading
    return trade_around(row, seat, book, worth, worth, worth, habits)


def player(hello: "Hello") -> "Chooser":
    """Return the player."""
    book, habits = new_book(), list(FOLLOWER)

    def choose(view: "View") -> int:
        if len(view.events) < book[READ]:
            book[:] = new_book()
        read_events(book, view.events)
        return act(view.row, view.seat, book, habits)

    return choose
