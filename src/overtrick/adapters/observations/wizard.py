"""What a seat of Wizard sees, as small numbers.

Everything is read from the hidden row of the seat. Seats are counted from the observer, in the order of their numbers.

408 numbers, 85 actions (as in the rulebook):

    turned_up, hand, played, trick, winning   60 each: sets of cards; winning are those that would hold the trick now
    rules        8  first-suit-card, hook (0 to 2), hidden bids, random trump, clockwise, round, cards each, seats
    phase        3  one-hot: name trump, bid, play
    trump        5  one-hot: red, yellow, green, blue, none or not known
    led          4  one-hot, or nothing
    tricks, in_trick                          tricks completed, cards in the trick
    dealer, leader, holds_trick               seats: 1 for the observer, 2 for the next, ... or 0 for nobody
    bids         6  each bid and 1, or 0 while there is none
    won          6  tricks taken
    standing     6  points ahead of the observer, in tens, and 64
    void_red ... void_blue                    6 each: who has shown to be void
"""

from overtrick.adapters.observations.lanes import (
    BYTE,
    MOST_IN_BYTE,
    note_nothing,
    put_set,
    remember_nothing,
    same_action,
)
from overtrick.core.cards import BIT, NO_CARD, NO_SUIT
from overtrick.games.contract import NOBODY, Row
from overtrick.games.tricks import (
    BEATING,
    BEST,
    CARDS,
    HAND,
    LATEST,
    LEAD_RULE,
    LEADER,
    LED,
    MAX_SEATS,
    PLAYED,
    SEATS,
    TRICKS,
    TRUMP,
    TURN,
    VOIDS,
    WON,
    playable,
)
from overtrick.games.wizard.rulebook import ACTIONS as GAME_ACTIONS
from overtrick.games.wizard.rulebook import (
    BID,
    BIDDING,
    DEALER,
    FIRST_BID,
    FIRST_TRUMP,
    HIDDEN_BIDS,
    HOOK,
    NO_BID,
    PHASE,
    PLAYING,
    RANDOM_TRUMP,
    ROUND,
    STEP,
    TOTAL,
    TURNED_UP,
    forbidden_bid,
)

LANE_BITS = BYTE
SET = 8  # words of a set of cards
TURNED, HELD, GONE, IN_TRICK, BETTER = (SET * block for block in range(5))
(RULES, TABLE, TRICK, BIDS, WINS, STANDING, PLACES, VOID) = range(5 * SET, 5 * SET + 8)
WORDS = VOID + 4
EQUAL = 64  # of a standing: the same points as the observer
TENTH = 6554  # times this, divided by 2**16, is exact for the points of Wizard, and quicker than to divide

LAYOUT = (
    ("turned_up", 8 * TURNED, 60),
    ("hand", 8 * HELD, 60),
    ("played", 8 * GONE, 60),
    ("trick", 8 * IN_TRICK, 60),
    ("winning", 8 * BETTER, 60),
    ("rules", 8 * RULES, 8),
    ("phase", 8 * TABLE, 3),
    ("trump", 8 * TABLE + 3, 5),
    ("led", 8 * TRICK, 4),
    ("tricks", 8 * TRICK + 4, 1),
    ("in_trick", 8 * TRICK + 5, 1),
    ("dealer", 8 * PLACES, 1),
    ("leader", 8 * PLACES + 1, 1),
    ("holds_trick", 8 * PLACES + 2, 1),
    ("bids", 8 * BIDS, 6),
    ("won", 8 * WINS, 6),
    ("standing", 8 * STANDING, 6),
    ("void_red", 8 * VOID, 6),
    ("void_yellow", 8 * VOID + 8, 6),
    ("void_green", 8 * VOID + 16, 6),
    ("void_blue", 8 * VOID + 24, 6),
)

TOPS = {
    **dict.fromkeys(("tricks", "won", "rules"), 20),
    **dict.fromkeys(("in_trick", "dealer", "leader", "holds_trick"), 6),
    "bids": 21,
    "standing": 127,
}

MEMORY = 1  # nothing is remembered beyond the row
ACTIONS = GAME_ACTIONS
MASK_WORDS = 11

remember, note_event, game_action = remember_nothing, note_nothing, same_action


def observe_deal(row: Row, words: Row, at: int) -> None:
    """Write what stays the same for a whole deal, from a place on."""
    put_set(words, at + TURNED, 0 if row[TURNED_UP] == NO_CARD else BIT[row[TURNED_UP]], SET)
    words[at + RULES] = (
        row[LEAD_RULE]
        | row[HOOK] << BYTE
        | row[HIDDEN_BIDS] << 2 * BYTE
        | row[RANDOM_TRUMP] << 3 * BYTE
        | (row[STEP] > 0) << 4 * BYTE
        | row[ROUND] << 5 * BYTE
        | row[CARDS] << 6 * BYTE
        | row[SEATS] << 7 * BYTE
    )


def observe(row: Row, seat: int, memory: Row, words: Row, at: int) -> None:
    """Write what else a seat sees, from a place on; a full row gives the same as one hidden for the seat."""
    trick = put_seats(row, seat, words, at)
    led = row[LED]
    put_set(words, at + HELD, row[HAND + seat], SET)
    put_set(words, at + GONE, row[PLAYED], SET)
    put_set(words, at + IN_TRICK, trick, SET)
    put_set(words, at + BETTER, row[BEATING], SET)
    words[at + TABLE] = 1 << BYTE * row[PHASE] | 1 << BYTE * (3 + (4 if row[TRUMP] == NO_SUIT else row[TRUMP]))
    words[at + TRICK] = (
        (led & 1)
        | (led >> 13 & 1) << BYTE
        | (led >> 26 & 1) << 2 * BYTE
        | (led >> 39 & 1) << 3 * BYTE
        | row[TRICKS] << 4 * BYTE
        | trick.bit_count() << 5 * BYTE
    )
    seats = row[SEATS]
    words[at + PLACES] = (
        1 + away(row[DEALER] - seat, seats)
        | (1 + away(row[LEADER] - seat, seats)) << BYTE
        | (0 if row[BEST] == NOBODY else 1 + away(row[BEST] - seat, seats)) << 2 * BYTE
    )


def away(difference: int, seats: int) -> int:
    """Return a difference of seats as a number that is not negative."""
    return difference if difference >= 0 else difference + seats


def from_observer(lanes: int, seat: int, seats: int) -> int:
    """Return a word with a number for each seat turned so that the observer's comes first."""
    return (lanes >> BYTE * seat | lanes << BYTE * (seats - seat)) & (1 << BYTE * seats) - 1


def put_seats(row: Row, seat: int, words: Row, at: int) -> int:
    """Write what is public of every seat, the observer first; return the set of the cards in the trick.

    The loop goes over all seats that there could be, in the order of seats: that can be compiled to few steps.
    """
    seats, leader = row[SEATS], row[LEADER]
    in_trick = 0 if row[BEST] == NOBODY else away((row[TURN] - leader) * row[STEP], seats)
    mine = row[TOTAL + seat] - 10 * EQUAL
    bids, won, standing, trick = 0, 0, 0, 0
    red, yellow, green, blue = 0, 0, 0, 0
    for other in range(MAX_SEATS):
        lane, voids, card = BYTE * other, row[VOIDS + other], row[LATEST + other]
        bids |= (row[BID + other] + 1) << lane
        won |= row[WON + other] << lane
        standing |= (max(0, min(10 * MOST_IN_BYTE, row[TOTAL + other] - mine)) * TENTH >> 16) << lane
        red |= (voids & 1) << lane
        yellow |= (voids >> 13 & 1) << lane
        green |= (voids >> 26 & 1) << lane
        blue |= (voids >> 39 & 1) << lane
        trick |= (1 if away((other - leader) * row[STEP], seats) < in_trick and card >= 0 else 0) << (card & 63)
    bids = from_observer(bids, seat, seats)
    words[at + BIDS] = bids & MOST_IN_BYTE if row[HIDDEN_BIDS] and row[PHASE] == BIDDING else bids
    words[at + WINS] = from_observer(won, seat, seats)
    words[at + STANDING] = from_observer(standing, seat, seats)
    words[at + VOID] = from_observer(red, seat, seats)
    words[at + VOID + 1] = from_observer(yellow, seat, seats)
    words[at + VOID + 2] = from_observer(green, seat, seats)
    words[at + VOID + 3] = from_observer(blue, seat, seats)
    return trick


def mask(row: Row, words: Row, at: int) -> None:
    """Write which actions the seat to move may take, as ones and zeros, from a place on."""
    cards, others = 0, 0
    if row[TURN] == NOBODY:
        pass
    elif row[PHASE] == PLAYING:
        cards = playable(row)
    elif row[PHASE] == BIDDING:
        others = (2 << row[CARDS]) - 1
        forbidden = forbidden_bid(row)
        if forbidden != NO_BID:
            others ^= 1 << forbidden
    else:
        others = 0b1111 << FIRST_TRUMP - FIRST_BID
    put_set(words, at, cards, 7)
    put_set(words, at + 7, cards >> 56 | others << FIRST_BID - 56, MASK_WORDS - 7)
