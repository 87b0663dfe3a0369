"""What a seat of Figgie sees, as numbers, and a small space of actions.

Prices: a quote is one of a ladder of 32 prices, so that there are 265 actions instead of eight million.
To buy and to sell at somebody else's price is possible at any price. Everything is read from the hidden row
of the seat, but who bought and sold what: that is remembered from the public events.

84 numbers, 265 actions: pass, buy and sell by suit, then bids and then offers by suit and price:

    hand         4  by suit, as everything that is four
    bids, offers 4  best prices, or 0
    bidders, offerers                         4 each: 1 for the observer, 2 for the next seat, ... or 0
    last_prices  4
    clock, quiet, seats, tick                 tick is 1 in the tick model; a live clock counts to 200
    money, held  5  by seat
    bought, sold 20 by seat, then suit; from the public trades
"""

from overtrick.adapters.observations.lanes import (
    MOST_IN_SHORT,
    SHORT,
    four,
    four_owned,
    four_seats,
    put_set,
    remember_no_deal,
)
from overtrick.games.contract import NOBODY, Row
from overtrick.games.figgie.rulebook import (
    BID,
    BIDDER,
    CLOCK,
    FIRST_BUY,
    FIRST_SELL,
    HAND,
    HELD,
    LAST_PRICE,
    LENGTH,
    MAX_SEATS,
    MODEL,
    MODEL_LIVE,
    MODEL_TICK,
    MONEY,
    NAMED,
    OFFER,
    OFFERER,
    OK,
    PARTNER,
    PASS,
    QUIET,
    REFUSED,
    SEAT_COUNT,
    START_MONEY,
    SUITS,
    TICKS,
    TURN,
    bid,
    bid_limits,
    offer,
    offer_limits,
)

LANE_BITS = SHORT
(OWN, BIDS, BIDDERS, OFFERS, OFFERERS, LAST, CLOCKS, MONEYS) = range(8)
HOLDS = MONEYS + 2
BOUGHT = HOLDS + 2
SOLD = BOUGHT + MAX_SEATS
WORDS = SOLD + MAX_SEATS

LAYOUT = (
    ("hand", 4 * OWN, 4),
    ("bids", 4 * BIDS, 4),
    ("bidders", 4 * BIDDERS, 4),
    ("offers", 4 * OFFERS, 4),
    ("offerers", 4 * OFFERERS, 4),
    ("last_prices", 4 * LAST, 4),
    ("clock", 4 * CLOCKS, 1),
    ("quiet", 4 * CLOCKS + 1, 1),
    ("seats", 4 * CLOCKS + 2, 1),
    ("tick", 4 * CLOCKS + 3, 1),
    ("money", 4 * MONEYS, 5),
    ("held", 4 * HOLDS, 5),
    ("bought", 4 * BOUGHT, 20),
    ("sold", 4 * SOLD, 20),
)

TOPS = {
    **dict.fromkeys(("hand", "bought", "sold"), 250),
    **dict.fromkeys(("bids", "offers", "last_prices"), MOST_IN_SHORT),
    "bidders": 5,
    "offerers": 5,
    "clock": 250,
    "quiet": 15,
    "seats": 5,
    "money": 5 * START_MONEY,
    "held": 40,
}

# Memory: a word of four counts for each seat, of cards bought and then of cards sold, by suit.
MEMORY = 2 * MAX_SEATS

LADDER = [*range(1, 25), 26, 28, 30, 35, 40, 50, 75, 100]  # the prices that can be quoted
STEPS, TOP_PRICE = 32, 100
FIRST_BID = 9  # passing, four ways to buy and four to sell come first, as in the rulebook
FIRST_ASK = FIRST_BID + SUITS * STEPS
ACTIONS = FIRST_ASK + SUITS * STEPS
MASK_WORDS = 34

remember_deal = remember_no_deal


def remember(row: Row, seat: int, action: int, memory: Row) -> None:
    """Remember the trades that the play just made has made public, from the full row."""
    if row[MODEL] != MODEL_TICK:
        if row[PARTNER + seat] != NOBODY:
            note_trade(memory, seat, row[NAMED + seat], row[PARTNER + seat])
    elif seat == row[SEAT_COUNT] - 1:
        for actor in range(row[SEAT_COUNT]):
            if row[REFUSED + actor] == OK and row[PARTNER + actor] != NOBODY:
                note_trade(memory, actor, row[NAMED + actor], row[PARTNER + actor])


def note_event(memory: Row, event: tuple[int, ...]) -> None:
    """Remember the same from a public event."""
    seat, action, _, _, partner = event
    if partner != NOBODY:
        note_trade(memory, seat, action, partner)


def note_trade(memory: Row, seat: int, action: int, partner: int) -> None:
    """Remember who bought a card and who sold it; an action below FIRST_SELL buys."""
    if action < FIRST_SELL:
        one = 1 << SHORT * (action - FIRST_BUY)
        memory[seat] += one
        memory[MAX_SEATS + partner] += one
    else:
        one = 1 << SHORT * (action - FIRST_SELL)
        memory[partner] += one
        memory[MAX_SEATS + seat] += one


def game_action(number: int) -> int:
    """Return the action of the rulebook that a number of the action space means."""
    if number < FIRST_BID:
        return number
    if number < FIRST_ASK:
        return bid((number - FIRST_BID) // STEPS, LADDER[(number - FIRST_BID) % STEPS])
    return offer((number - FIRST_ASK) // STEPS, LADDER[(number - FIRST_ASK) % STEPS])


def observe(row: Row, seat: int, memory: Row, words: Row, at: int) -> None:
    """Write what a seat sees, from a place on; a full row gives the same as one hidden for the seat."""
    seats = row[SEAT_COUNT]
    own, last = four(row, HAND + SUITS * seat), four(row, LAST_PRICE)
    bids, offers = four(row, BID), four_owned(row, OFFER, OFFERER)
    bidders, offerers = four_seats(row, BIDDER, seat, seats), four_seats(row, OFFERER, seat, seats)
    words[at + OWN] = own
    words[at + BIDS] = bids
    words[at + BIDDERS] = bidders
    words[at + OFFERS] = offers
    words[at + OFFERERS] = offerers
    words[at + LAST] = last
    ticks = int(row[MODEL] == MODEL_TICK)
    words[at + CLOCKS] = clock(row) | row[QUIET] << SHORT | seats << 2 * SHORT | ticks << 3 * SHORT
    put_seats(row, seat, memory, words, at)


def clock(row: Row) -> int:
    """Return the turns or ticks that are over; of a live market, the parts of its time, as if there were 200."""
    return min(row[CLOCK], row[LENGTH]) * TICKS // row[LENGTH] if row[MODEL] == MODEL_LIVE else row[CLOCK]


def put_seats(row: Row, seat: int, memory: Row, words: Row, at: int) -> None:
    """Write what is public of every seat, the observer first."""
    seats = row[SEAT_COUNT]
    money, held, fifth = 0, 0, seats == MAX_SEATS
    for place in range(4):
        other = seat + place - (seats if seat + place >= seats else 0)
        money |= row[MONEY + other] << SHORT * place
        held |= row[HELD + other] << SHORT * place
        words[at + BOUGHT + place] = memory[other]
        words[at + SOLD + place] = memory[MAX_SEATS + other]
    last = seat - 1 if seat > 0 else MAX_SEATS - 1
    words[at + MONEYS] = money
    words[at + HOLDS] = held
    words[at + MONEYS + 1] = row[MONEY + last] if fifth else 0
    words[at + HOLDS + 1] = row[HELD + last] if fifth else 0
    words[at + BOUGHT + 4] = memory[last] if fifth else 0
    words[at + SOLD + 4] = memory[MAX_SEATS + last] if fifth else 0


def mask(row: Row, words: Row, at: int) -> None:
    """Write which actions are valid on the book that the seat to move sees, as ones and zeros, from a place on."""
    seat = row[TURN]
    if seat == NOBODY:
        put_set(words, at, 0, MASK_WORDS)
        return
    # All is read before the first word is written: what is written might be what is read, as far as a compiler knows.
    others = takes(row, seat)
    bids_0, bids_1 = steps_within(bid_limits(row, seat, 0)), steps_within(bid_limits(row, seat, 1))
    bids_2, bids_3 = steps_within(bid_limits(row, seat, 2)), steps_within(bid_limits(row, seat, 3))
    asks_0, asks_1 = steps_within(offer_limits(row, seat, 0)), steps_within(offer_limits(row, seat, 1))
    asks_2, asks_3 = steps_within(offer_limits(row, seat, 2)), steps_within(offer_limits(row, seat, 3))
    put_set(words, at, others, 1)
    put_steps(words, at + 1, others >> 8, bids_0)
    put_steps(words, at + 5, bids_0 >> 31, bids_1)
    put_steps(words, at + 9, bids_1 >> 31, bids_2)
    put_steps(words, at + 13, bids_2 >> 31, bids_3)
    put_steps(words, at + 17, bids_3 >> 31, asks_0)
    put_steps(words, at + 21, asks_0 >> 31, asks_1)
    put_steps(words, at + 25, asks_1 >> 31, asks_2)
    put_steps(words, at + 29, asks_2 >> 31, asks_3)
    put_set(words, at + 33, asks_3 >> 31, 1)


def put_steps(words: Row, at: int, before: int, steps: int) -> None:
    """Write a ladder, one number late: nine actions come before the quotes."""
    put_set(words, at, before | steps << 1, 4)


def takes(row: Row, seat: int) -> int:
    """Return the set of the valid actions that are no quotes."""
    found = 1 << PASS
    money = row[MONEY + seat]
    # What ``check`` says, without branches, which would be guessed wrong half of the time. Where nothing is offered,
    # the price is above all money.
    for suit in range(SUITS):
        offerer, bidder = row[OFFERER + suit], row[BIDDER + suit]
        found |= ((row[OFFER + suit] <= money) & (offerer != seat)) << FIRST_BUY + suit
        found |= ((bidder != NOBODY) & (bidder != seat) & (row[HAND + SUITS * seat + suit] > 0)) << FIRST_SELL + suit
    return found


STEPS_TO: list[int] = [
    sum(1 << step for step in range(STEPS) if LADDER[step] <= price) for price in range(TOP_PRICE + 1)
]


def steps_within(limits: tuple[int, int]) -> int:
    """Return the set of the steps of the ladder from a lowest to a highest price."""
    low, high = limits
    return STEPS_TO[max(0, min(high, TOP_PRICE))] & ~STEPS_TO[min(low - 1, TOP_PRICE)]
