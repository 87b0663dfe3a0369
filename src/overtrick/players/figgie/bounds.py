"""What the actions at a Figgie table tell everybody, as a flat row of ints that grows with every event.

Who sells or offers a card holds it at that moment. Less what he has bought since the
deal, that is a lower bound on the cards of the suit that were dealt to him.
"""

from overtrick.games.contract import Row
from overtrick.games.figgie.rulebook import (
    FIRST_BID,
    FIRST_BUY,
    FIRST_OFFER,
    FIRST_SELL,
    MAX_PRICE,
    MAX_SEATS,
    PASS,
    SUITS,
)

# Columns. The first six have one place per seat and suit, as the hands of a row have; the next three one per suit.
NET = 0  # cards bought less cards sold
BOUND = NET + SUITS * MAX_SEATS  # the least that can have been dealt
WANTED = BOUND + SUITS * MAX_SEATS  # how often the seat bid for the suit or bought of it on its turn
SPARED = WANTED + SUITS * MAX_SEATS  # how often it offered of it or sold of it on its turn
LAST_BID = SPARED + SUITS * MAX_SEATS  # the seat's latest bid, negative once somebody has taken it
LAST_OFFER = LAST_BID + SUITS * MAX_SEATS  # likewise
PRICE = LAST_OFFER + SUITS * MAX_SEATS  # the moving market price in cents, 0 before the first trade
BEST_BID = PRICE + SUITS  # since the last trade, 0 for none
BEST_OFFER = BEST_BID + SUITS  # likewise
WILD = BEST_OFFER + SUITS  # one place per seat: how often it did what nobody does who counts
SUITS_WANTED = WILD + MAX_SEATS  # likewise: the suits it wanted since the last trade, as a mask
VERSATILE = SUITS_WANTED + MAX_SEATS  # likewise: 1 once it has wanted two suits between two trades
STAMP = VERSATILE + MAX_SEATS  # counts the changes of bounds
READ = STAMP + 1  # events read, for who reads them from a list
BOOK_WIDTH = READ + 1

CENTS = 100
WILD_JUMP = 4  # a quote that betters another by so much gives money away
HIGH_BID, LOW_OFFER = 22, 4  # the first quotes of who does not count are often beyond these
HIGH_PRICE, LOW_PRICE = 30, 2  # and so are the quotes that he takes
WEIGHT = 35  # per cent of the newest trade in the moving price


def new_book() -> Row:
    """Return what everybody knows before the first action: nothing."""
    return [0] * BOOK_WIDTH


def note(book: Row, seat: int, action: int, paid: int, partner: int) -> None:
    """Add a valid action of a seat, as an event tells it."""
    if action == PASS:
        return
    place = SUITS * seat
    if action >= FIRST_OFFER:
        suit, price = (action - FIRST_OFFER) // MAX_PRICE, (action - FIRST_OFFER) % MAX_PRICE + 1
        book[SPARED + place + suit] += 1
        book[WILD + seat] += is_wild(book[BEST_OFFER + suit], book[BEST_OFFER + suit] - price, price <= LOW_OFFER)
        book[BEST_OFFER + suit] = price
        book[LAST_OFFER + place + suit] = price
        note_holder(book, seat, suit)
    elif action >= FIRST_BID:
        suit, price = (action - FIRST_BID) // MAX_PRICE, (action - FIRST_BID) % MAX_PRICE + 1
        note_wanted(book, seat, suit)
        book[WILD + seat] += is_wild(book[BEST_BID + suit], price - book[BEST_BID + suit], price >= HIGH_BID)
        book[BEST_BID + suit] = price
        book[LAST_BID + place + suit] = price
    elif action < FIRST_SELL:
        suit = action - FIRST_BUY
        note_wanted(book, seat, suit)
        book[WILD + seat] += paid >= HIGH_PRICE
        book[LAST_OFFER + SUITS * partner + suit] = -paid
        note_trade(book, suit, paid, seat, partner)
    else:
        suit = action - FIRST_SELL
        book[SPARED + place + suit] += 1
        book[WILD + seat] += paid <= LOW_PRICE
        book[LAST_BID + SUITS * partner + suit] = -paid
        note_trade(book, suit, paid, partner, seat)


def is_wild(best: int, jump: int, extreme: bool) -> int:
    """Return 1 if a quote betters the best one by far, or is an extreme first one."""
    return int(jump >= WILD_JUMP if best > 0 else extreme)


def note_wanted(book: Row, seat: int, suit: int) -> None:
    """Remember that a seat wanted a suit, and whether it wants several at a time."""
    book[WANTED + SUITS * seat + suit] += 1
    book[SUITS_WANTED + seat] |= 1 << suit
    if book[SUITS_WANTED + seat] != 1 << suit:
        book[VERSATILE + seat] = 1


def note_trade(book: Row, suit: int, paid: int, buyer: int, seller: int) -> None:
    """Add a trade: who sells a card has it."""
    note_holder(book, seller, suit)
    book[NET + SUITS * buyer + suit] += 1
    book[NET + SUITS * seller + suit] -= 1
    for every in range(SUITS):
        book[BEST_BID + every] = 0
        book[BEST_OFFER + every] = 0
    for any_seat in range(MAX_SEATS):
        book[SUITS_WANTED + any_seat] = 0
    before = book[PRICE + suit]
    book[PRICE + suit] = (before * (CENTS - WEIGHT) + paid * CENTS * WEIGHT) // CENTS if before else paid * CENTS


def note_holder(book: Row, seat: int, suit: int) -> None:
    """Raise the bound of a seat that shows a card of a suit."""
    place = SUITS * seat + suit
    shown = 1 - book[NET + place]
    if shown > book[BOUND + place]:
        book[BOUND + place] = shown
        book[STAMP] += 1


def share(book: Row, column: int, seat: int, suit: int) -> float:
    """Return the share of a suit in what a seat wanted or spared, as if it had begun with one of each."""
    place = column + SUITS * seat
    acts = SUITS
    for any_suit in range(SUITS):
        acts += book[place + any_suit]
    return (book[place + suit] + 1) / acts


def read_events(book: Row, events: list[tuple[int, ...]]) -> None:
    """Add the events that are new since the last time."""
    for seat, action, _, paid, partner in events[book[READ] :]:
        note(book, seat, action, paid, partner)
    book[READ] = len(events)
