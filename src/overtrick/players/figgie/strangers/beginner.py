"""A stranger that plays as one does in a first game: it collects the mate of its longest suit, and changes its mind."""

from overtrick.games.contract import NOBODY, Row
from overtrick.games.figgie.rulebook import (
    BID,
    BIDDER,
    FIRST_BUY,
    FIRST_SELL,
    HAND,
    LAST_PRICE,
    MONEY,
    OFFER,
    OFFERER,
    PASS,
    SUITS,
    bid,
    offer,
)
from overtrick.players.figgie.quotes import turns_left

WORTH = [16, 18, 20, 20, 20, 18, 10, 10, 10, 10, 10, 10, 10]  # of one more card, by how many it holds
LEAST, LAST_TURNS = 6, 5  # what it sells a spare card for, except in its last turns
FIRST_BID_PRICE, FIRST_OFFER_PRICE = 6, 14


def act(row: Row, seat: int) -> int:
    """Return the action: take what looks good, else bid a penny more, else offer a penny less."""
    hand, goal = HAND + SUITS * seat, 0
    for suit in range(SUITS):
        if row[hand + suit] > row[hand + goal]:
            goal = suit
    goal ^= 1
    top = min(WORTH[row[hand + goal]], row[MONEY + seat])
    least = LEAST if turns_left(row) >= LAST_TURNS else 1
    if row[OFFER + goal] <= top and row[OFFERER + goal] != seat:
        return FIRST_BUY + goal
    for suit in range(SUITS):
        spare = suit != goal and row[hand + suit] > 0
        if spare and row[BIDDER + suit] not in (NOBODY, seat) and row[BID + suit] >= least:
            return FIRST_SELL + suit
    price = row[BID + goal] + 1 if row[BIDDER + goal] != NOBODY else FIRST_BID_PRICE
    if price <= top and price < row[OFFER + goal]:
        return bid(goal, price)
    for suit in range(SUITS):
        quoted = row[OFFERER + suit] != NOBODY
        price = row[OFFER + suit] - 1 if quoted else max(FIRST_OFFER_PRICE, row[LAST_PRICE + suit] + 1)
        if suit != goal and row[hand + suit] > 0 and price >= least and price > row[BID + suit]:
            return offer(suit, price)
    return PASS
