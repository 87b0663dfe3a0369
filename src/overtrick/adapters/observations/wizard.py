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
    ONES,
    SEVEN_BITS,
    cards_among,
    note_nothing,
    packed,
    put_set,
    remember_nothing,
    same_action,
)
from overtrick.core.cards import BIT, NO_CARD, NO_SUIT, RANKS
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

# Memory: what stays the same for a whole deal, a word for the standing as each seat sees it, and one for the rules.
STANDINGS, AGREED = 0, MAX_SEATS
MEMORY = AGREED + 1
ACTIONS = GAME_ACTIONS
CARD_WORDS, OTHER_WORDS = 7, 4  # of a mask: the cards but for the last four, then those and all other actions
MASK_WORDS = CARD_WORDS + OTHER_WORDS

remember, note_event, game_action = remember_nothing, note_nothing, same_action


def remember_deal(row: Row, memory: Row) -> None:
    """Remember what stays the same for a whole deal."""
    seats = row[SEATS]
    for seat in range(seats):
        standing, mine = 0, row[TOTAL + seat] - 10 * EQUAL
        for other in range(MAX_SEATS):
            points = max(0, min(10 * MOST_IN_BYTE, row[TOTAL + other] - mine))
            standing |= (points * TENTH >> 16) << BYTE * other
        memory[STANDINGS + seat] = from_observer(standing, seat, seats)
    memory[AGREED] = (
        row[LEAD_RULE]
        | row[HOOK] << BYTE
        | row[HIDDEN_BIDS] << 2 * BYTE
        | row[RANDOM_TRUMP] << 3 * BYTE
        | (row[STEP] > 0) << 4 * BYTE
        | row[ROUND] << 5 * BYTE
        | row[CARDS] << 6 * BYTE
        | seats << 7 * BYTE
    )


def observe(row: Row, seat: int, memory: Row, words: Row, at: int) -> None:
    """Write what a seat sees, from a place on; a full row gives the same as one hidden for the seat.

    All is read before the first word is written: what is written might be what is read, as far as a compiler knows.
    """
    seats, led, trump, best = row[SEATS], row[LED], row[TRUMP], row[BEST]
    trick = cards_among(row, LATEST, who_played(row))
    turned_up = 0 if row[TURNED_UP] == NO_CARD else BIT[row[TURNED_UP]]
    hand, played, beating = row[HAND + seat], row[PLAYED], row[BEATING]
    table = 1 << BYTE * row[PHASE] | 1 << BYTE * (3 + (4 if trump == NO_SUIT else trump))
    counts = (
        (led & 1)
        | (led >> 13 & 1) << BYTE
        | (led >> 26 & 1) << 2 * BYTE
        | (led >> 39 & 1) << 3 * BYTE
        | row[TRICKS] << 4 * BYTE
        | trick.bit_count() << 5 * BYTE
    )
    places = (
        1 + away(row[DEALER] - seat, seats)
        | (1 + away(row[LEADER] - seat, seats)) << BYTE
        | (0 if best == NOBODY else 1 + away(best - seat, seats)) << 2 * BYTE
    )
    bids = from_observer(packed(row, BID, 0) + ONES & SEVEN_BITS, seat, seats)
    if row[HIDDEN_BIDS] and row[PHASE] == BIDDING:
        bids &= MOST_IN_BYTE
    won = from_observer(packed(row, WON, 0), seat, seats)
    red = from_observer(packed(row, VOIDS, 0) & ONES, seat, seats)
    yellow = from_observer(packed(row, VOIDS, RANKS) & ONES, seat, seats)
    green = from_observer(packed(row, VOIDS, 2 * RANKS) & ONES, seat, seats)
    blue = from_observer(packed(row, VOIDS, 3 * RANKS) & ONES, seat, seats)
    agreed, standing = memory[AGREED], memory[STANDINGS + seat]
    put_set(words, at + TURNED, turned_up, SET)
    put_set(words, at + HELD, hand, SET)
    put_set(words, at + GONE, played, SET)
    put_set(words, at + IN_TRICK, trick, SET)
    put_set(words, at + BETTER, beating, SET)
    words[at + RULES] = agreed
    words[at + TABLE] = table
    words[at + TRICK] = counts
    words[at + BIDS] = bids
    words[at + WINS] = won
    words[at + STANDING] = standing
    words[at + PLACES] = places
    words[at + VOID] = red
    words[at + VOID + 1] = yellow
    words[at + VOID + 2] = green
    words[at + VOID + 3] = blue


def away(difference: int, seats: int) -> int:
    """Return a difference of seats as a number that is not negative."""
    return difference if difference >= 0 else difference + seats


def from_observer(lanes: int, seat: int, seats: int) -> int:
    """Return a word with a number for each seat turned so that the observer's comes first."""
    own = (1 << BYTE * seats) - 1
    lanes &= own
    return (lanes >> BYTE * seat | lanes << BYTE * (seats - seat)) & own


def who_played(row: Row) -> int:
    """Return the set of the places around the table from the leader of the trick up to the seat to move."""
    seats, leader, turn = row[SEATS], row[LEADER], row[TURN]
    first, count = leader, 0 if row[BEST] == NOBODY else away((turn - leader) * row[STEP], seats)
    if row[STEP] < 0:
        first = away(leader + 1 - count, seats)
    around = (1 << count) - 1 << first
    return (around | around >> seats) & (1 << seats) - 1


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
    put_set(words, at, cards, CARD_WORDS)
    put_set(words, at + CARD_WORDS, cards >> 56 | others << FIRST_BID - 56, OTHER_WORDS)
