"""From what cards are worth to what to do at a Figgie table: take a quote that has an edge, else quote a penny better.

Written for both speeds. ``habits`` are the constants of a player, see ``figgie_habits``.
"""

from math import ceil, floor

from overtrick.games.contract import NOBODY, Row
from overtrick.games.figgie.rulebook import (
    BID,
    BIDDER,
    CLOCK,
    FIRST_BUY,
    FIRST_SELL,
    HAND,
    LENGTH,
    MODEL,
    MODEL_LIVE,
    MODEL_TICK,
    MONEY,
    NO_QUOTE,
    OFFER,
    OFFERER,
    PASS,
    SEAT_COUNT,
    SUITS,
    TICKS,
    TURNS_PER_SEAT,
    bid,
    offer,
)
from overtrick.players.figgie.bounds import LAST_BID, LAST_OFFER, SPARED, WANTED, share
from overtrick.players.figgie.habits import (
    BID_HEED,
    BID_HIGHER,
    BID_JUMP,
    BID_LOWER,
    BID_MARGIN,
    BID_OPENING,
    BID_WEIGHT,
    OFFER_CAP,
    OFFER_HEED,
    OFFER_HIGHER,
    OFFER_JUMP,
    OFFER_LOWER,
    OFFER_MARGIN,
    OFFER_OPENING,
    OFFER_SHARE,
    SELL_MORE,
    TAKE,
)

Floats = list[float]


def turns_left(row: Row) -> int:
    """Return how many more times a seat will be asked after this one; in a live market, as if its time were turns."""
    return TICKS - 1 - row[CLOCK] if row[MODEL] == MODEL_TICK else TURNS_PER_SEAT - 1 - turns_gone(row)


def turns_gone(row: Row) -> int:
    """Return how many turns of each seat have gone by, whatever stands for a turn."""
    if row[MODEL] == MODEL_LIVE:
        return min(row[CLOCK], row[LENGTH] - 1) * TURNS_PER_SEAT // row[LENGTH]
    return row[CLOCK] // row[SEAT_COUNT]


def best_take(row: Row, seat: int, buy: Floats, give: Floats, habits: Floats) -> tuple[int, float]:
    """Return the quote to take with the greatest edge, and that edge; PASS and 0 if none has one."""
    best, edge = PASS, 0.0
    for suit in range(SUITS):
        price = row[OFFER + suit]
        if price <= row[MONEY + seat] and row[OFFERER + suit] != seat and buy[suit] - price > edge:
            best, edge = FIRST_BUY + suit, buy[suit] - price
        price = row[BID + suit]
        holds = row[HAND + SUITS * seat + suit] > 0
        gain = price - give[suit] - habits[SELL_MORE]
        if holds and price > 0 and row[BIDDER + suit] != seat and gain > edge:
            best, edge = FIRST_SELL + suit, gain
    return best, edge


def bid_price(row: Row, seat: int, suit: int, worth: float, last: int, habits: Floats) -> int:
    """Return the price to bid for a suit, a penny above the best bid, or 0 for none; or it haggles on."""
    most = min(floor(worth - habits[BID_MARGIN]), row[MONEY + seat], row[OFFER + suit] - 1)
    if row[BIDDER + suit] == seat or most <= row[BID + suit]:
        return 0
    if row[BIDDER + suit] == NOBODY:
        wish = most * habits[BID_OPENING]
        if last != 0:
            wish = last * habits[BID_HIGHER] if last > 0 else -last * habits[BID_LOWER]
        return min(max(1, floor(wish)), most)
    better = row[BID + suit] + 1
    return min(better + floor((most - better) * habits[BID_JUMP]), most)


def offer_price(row: Row, seat: int, suit: int, worth: float, market: float, last: int, habits: Floats) -> int:
    """Return the price to ask for a card of a suit, a penny below the best offer, or 0 for none; or it haggles on."""
    least = max(ceil(worth + habits[OFFER_MARGIN]), row[BID + suit] + 1, 1)
    if row[HAND + SUITS * seat + suit] == 0 or row[OFFERER + suit] == seat or least >= row[OFFER + suit]:
        return 0
    if row[OFFERER + suit] == NOBODY:
        wish = worth + habits[OFFER_OPENING]
        if last != 0:
            wish = last * habits[OFFER_LOWER] if last > 0 else -last * habits[OFFER_HIGHER]
        return min(max(least, ceil(wish), ceil(market * habits[OFFER_SHARE])), NO_QUOTE - 2)
    better = row[OFFER + suit] - 1
    if habits[OFFER_CAP] > 0.0:  # somebody may ask for more than anybody pays
        better = max(min(better, ceil(worth + habits[OFFER_CAP])), least)
    return max(better - floor((better - least) * habits[OFFER_JUMP]), least)


def interest(row: Row, seat: int, book: Row, column: int, suit: int) -> float:
    """Return how much the others want or spare a suit, as a column of the book tells; 1 if as much as any other."""
    total = 0.0
    for other in range(row[SEAT_COUNT]):
        if other != seat:
            total += share(book, column, other, suit) * SUITS
    return total / (row[SEAT_COUNT] - 1)


def best_quote(
    row: Row, seat: int, book: Row, buy: Floats, give: Floats, market: Floats, habits: Floats
) -> tuple[int, float]:
    """Return the quote with the greatest edge, and that edge as habits weigh it; PASS and 0 if there is none."""
    best, edge = PASS, 0.0
    for suit in range(SUITS):
        price = bid_price(row, seat, suit, buy[suit], book[LAST_BID + SUITS * seat + suit], habits)
        if price > 0:
            gain = (buy[suit] - price) * habits[BID_WEIGHT]
            gain *= interest(row, seat, book, SPARED, suit) ** habits[BID_HEED]
            if gain > edge:
                best, edge = bid(suit, price), gain
        last = book[LAST_OFFER + SUITS * seat + suit]
        price = offer_price(row, seat, suit, give[suit], market[suit], last, habits)
        if price > 0:
            gain = (price - give[suit]) * interest(row, seat, book, WANTED, suit) ** habits[OFFER_HEED]
            if gain > edge:
                best, edge = offer(suit, price), gain
    return best, edge


def trade_around(row: Row, seat: int, book: Row, buy: Floats, give: Floats, market: Floats, habits: Floats) -> int:
    """Return the action of a player for whom one more card of a suit has a worth, and one less another."""
    action, edge = best_take(row, seat, buy, give, habits)
    if action != PASS and edge >= habits[TAKE]:
        return action
    return best_quote(row, seat, book, buy, give, market, habits)[0]
