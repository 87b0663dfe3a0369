"""What a seat of the duel sees, as small numbers.

Everything is read from the hidden row of the seat.

296 numbers, 52 actions (as in the rulebook):

    hand, unseen, played, trick, winning      52 each: sets of cards; unseen are those of the deck that are elsewhere
    won          2  tricks of the observer and of the other seat
    cards, tricks, stock                      cards dealt to each, tricks completed, cards left undealt
    leads, to_move                            whether the observer leads this trick, and is to move
    other_void   4  suits in which the other seat has shown to be void
"""

from overtrick.adapters.observations.lanes import (
    BYTE,
    note_nothing,
    put_set,
    remember_no_deal,
    remember_nothing,
    same_action,
)
from overtrick.core.cards import BIT, IN_SUIT
from overtrick.games.contract import NOBODY, Row
from overtrick.games.duel.rulebook import ACTIONS as GAME_ACTIONS
from overtrick.games.duel.rulebook import STOCK, VALUES
from overtrick.games.tricks import (
    BEATING,
    BEST,
    CARDS,
    HAND,
    LATEST,
    LEADER,
    PLAYED,
    TRICKS,
    TURN,
    VOIDS,
    WON,
    playable,
)

LANE_BITS = BYTE
SET = 7  # words of a set of cards
COUNTS, OTHER = 5 * SET, 5 * SET + 1
WORDS = OTHER + 1

LAYOUT = (
    ("hand", 0, 52),
    ("unseen", 56, 52),
    ("played", 112, 52),
    ("trick", 168, 52),
    ("winning", 224, 52),
    ("won", 8 * COUNTS, 2),
    ("cards", 8 * COUNTS + 2, 1),
    ("tricks", 8 * COUNTS + 3, 1),
    ("stock", 8 * COUNTS + 4, 1),
    ("leads", 8 * COUNTS + 5, 1),
    ("to_move", 8 * COUNTS + 6, 1),
    ("other_void", 8 * OTHER, 4),
)

TOPS = {**dict.fromkeys(("won", "cards", "tricks"), 26), "stock": 50}

MEMORY = 1  # nothing is remembered beyond the row
ACTIONS = GAME_ACTIONS
MASK_WORDS = 7

remember, remember_deal, note_event, game_action = remember_nothing, remember_no_deal, note_nothing, same_action


def observe(row: Row, seat: int, memory: Row, words: Row, at: int) -> None:
    """Write what a seat sees, from a place on; a full row gives the same as one hidden for the seat."""
    suit = (1 << row[VALUES]) - 1
    deck = suit | suit << 13 | suit << 26 | suit << 39
    hand, played = row[HAND + seat], row[PLAYED]
    trick = 0 if row[BEST] == NOBODY else BIT[row[LATEST + row[LEADER]]]
    put_set(words, at, hand, SET)
    put_set(words, at + SET, deck & ~(hand | played), SET)
    put_set(words, at + 2 * SET, played, SET)
    put_set(words, at + 3 * SET, trick, SET)
    put_set(words, at + 4 * SET, row[BEATING] & deck, SET)
    words[at + COUNTS] = (
        row[WON + seat]
        | row[WON + 1 - seat] << BYTE
        | row[CARDS] << 2 * BYTE
        | row[TRICKS] << 3 * BYTE
        | row[STOCK] << 4 * BYTE
        | (row[LEADER] == seat) << 5 * BYTE
        | (row[TURN] == seat) << 6 * BYTE
    )
    voids = row[VOIDS + 1 - seat]
    words[at + OTHER] = (
        (voids & IN_SUIT[0] > 0)
        | (voids & IN_SUIT[1] > 0) << BYTE
        | (voids & IN_SUIT[2] > 0) << 2 * BYTE
        | (voids & IN_SUIT[3] > 0) << 3 * BYTE
    )


def mask(row: Row, words: Row, at: int) -> None:
    """Write which actions the seat to move may take, as ones and zeros, from a place on."""
    put_set(words, at, 0 if row[TURN] == NOBODY else playable(row), MASK_WORDS)
