"""figgie:follower, a sparring partner that believes in nothing but prices."""

from typing import TYPE_CHECKING

from overtrick.games.contract import Row
from overtrick.games.figgie import SUITS
from overtrick.search.figgie_bounds import CENTS, PRICE, READ, new_book, read_events
from overtrick.search.figgie_quotes import TRADING_HABITS, Floats, trade_around, turns_left

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser
    from overtrick.games.view import View

GUESS = TRADING_HABITS  # the price before the first trade
LAST_TURNS = GUESS + 1  # when cards begin to lose their worth
FOLLOWER = (1.5, 1.5, 1.5, 0.6, 3.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 7.0, 6.0)


def act(row: Row, seat: int, book: Row, habits: Floats) -> int:
    """Return the action of a player for whom a card is worth its moving market price, until time runs out."""
    fading = min(1.0, (turns_left(row) + 1) / habits[LAST_TURNS])
    worth = [0.0, 0.0, 0.0, 0.0]
    for suit in range(SUITS):
        price = book[PRICE + suit]
        worth[suit] = (price / CENTS if price > 0 else habits[GUESS]) * fading
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
