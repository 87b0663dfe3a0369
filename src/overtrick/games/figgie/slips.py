"""How a level slips in Figgie: it misses its moment, or cannot wait and pays too much."""

from overtrick.games.contract import Row
from overtrick.games.figgie.rulebook import (
    BID,
    FIRST_BID,
    FIRST_BUY,
    FIRST_OFFER,
    FIRST_SELL,
    MAX_PRICE,
    OFFER,
    OK,
    PASS,
    SUITS,
    TURN,
    bid,
    check,
    offer,
)

TOO_MUCH = 6  # dollars: a penny, the neighbour of a price, would change nothing


def slip(row: Row, action: int, side: int) -> int:
    """Return what is done instead: on the lower side a pass, on the upper the same quote at a worse price.

    Where somebody else quotes as good a price as that, it is taken; an action that is no quote stays.
    """
    if side < 0:
        return PASS
    if action < FIRST_BID:
        return action
    suit, price = (action - FIRST_BID) // MAX_PRICE % SUITS, (action - FIRST_BID) % MAX_PRICE + 1
    if action < FIRST_OFFER:
        price += TOO_MUCH
        worse = FIRST_BUY + suit if row[OFFER + suit] <= price else bid(suit, price)
    else:
        price = max(price - TOO_MUCH, 1)
        worse = FIRST_SELL + suit if row[BID + suit] >= price else offer(suit, price)
    return worse if check(row, row[TURN], worse) == OK else action
