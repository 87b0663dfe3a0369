"""figgie:fundamentalist, a sparring partner that believes in nothing but the cards: it quotes around what they pay."""

import sys
from typing import TYPE_CHECKING

from overtrick.games.contract import Row
from overtrick.games.figgie.rulebook import CARD_PAYS, DECKS, HAND, POT, SUITS
from overtrick.players.figgie import seat as figgie_seat
from overtrick.players.figgie.habits import BID_MARGIN, BID_OPENING, OFFER_MARGIN, OFFER_OPENING, TAKE, trading_habits
from overtrick.players.figgie.posterior import GOALS, SIZES, Desk
from overtrick.players.figgie.quotes import Floats, trade_around

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser

FUNDAMENTALIST = trading_habits({TAKE: 1.0, BID_MARGIN: 2.0, OFFER_MARGIN: 2.0, BID_OPENING: 0.6, OFFER_OPENING: 6.0})
ENOUGH = 6  # with so many cards of a suit another one hardly decides anything
WIN_SHARE = 0.25  # of the bonus that each card on the way there is worth


def act(row: Row, seat: int, book: Row, desk: Desk, habits: Floats) -> int:
    """Return the action of a player for whom a card is worth what it will pay, by the exact odds of the decks."""
    buy, give, market = [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]
    for which in range(DECKS):
        goal = GOALS[which]
        held = row[HAND + SUITS * seat + goal]
        bonus = WIN_SHARE * (POT - CARD_PAYS * SIZES[SUITS * which + goal])
        buy[goal] += desk[which] * (CARD_PAYS + (bonus if held < ENOUGH else 0.0))
        give[goal] += desk[which] * (CARD_PAYS + (bonus if held <= ENOUGH else 0.0))
    return trade_around(row, seat, book, buy, give, market, habits)


def player(hello: "Hello") -> "Chooser":
    """Return the player."""
    return figgie_seat.sit(sys.modules[__name__], FUNDAMENTALIST)
