"""Tricks: the part of a row, and of the rules, that all trick-taking games share.

Masters and jesters, which stand above and below all suits, are part of it; a game without them never deals one.
A trick-taking row begins with the columns below and adds its own from OWN on.
"""

from collections.abc import Sequence

from overtrick.core.cards import BIT, IN_SUIT, NO_CARD, NO_SUIT, lowest, members, suit
from overtrick.games.contract import NOBODY, Row

# Cards beside the four suits. The first master of a trick wins it; a jester never beats a card.
JESTER, MASTER, DECK_SIZE = 52, 56, 60
ANY_CARD = (1 << DECK_SIZE) - 1
JESTERS, MASTERS = 0xF << JESTER, 0xF << MASTER
SPECIALS = JESTERS | MASTERS

MAX_SEATS = 6

# What decides the led suit after a master: nothing does, or still the first suit card.
LEAD_OFFICIAL, LEAD_FIRST_SUIT_CARD = 0, 1

# Columns. Those of the second line have one place per seat.
(
    TURN,  # the seat to move, or NOBODY when the deal is over
    SEATS,
    CARDS,  # dealt to each seat
    TRICKS,  # completed
    TRUMP,  # a suit or NO_SUIT
    LEAD_RULE,
    LED,  # mask of the suit to follow in this trick, or 0
    LEADER,  # of this trick
    BEST,  # the seat that is winning this trick, or NOBODY before its first card
    BEATING,  # mask of cards that would beat the best one: any card before the first, none after a master
    PLAYED,  # mask of all cards played in this deal
    NO_HAND,  # the hand of NOBODY, always 0: nothing is playable when the deal is over
) = range(12)
HAND, WON, LATEST, VOIDS, NEXT = (12 + MAX_SEATS * block for block in range(5))
OWN = 12 + MAX_SEATS * 5
# HAND    mask of cards held; 0 where hidden
# WON     tricks taken
# LATEST  the card played last, or NO_CARD
# VOIDS   mask of cards the seat has shown not to hold, by suits
# NEXT    the seat that acts after this one


def begin_tricks(row: Row, leader: int) -> None:
    """Make a dealt row ready for the first lead."""
    row[LEADER] = leader
    row[LED] = 0
    row[BEST] = NOBODY
    row[BEATING] = ANY_CARD
    for seat in range(MAX_SEATS):
        row[LATEST + seat] = NO_CARD


def playable(row: Row) -> int:
    """Return the mask of cards the seat to move may play: follow suit if able, a special card always."""
    hand = row[HAND + row[TURN]]
    following = hand & row[LED]
    return following | hand & SPECIALS if following else hand


def led_suit(row: Row) -> int:
    """Return the suit to follow in this trick, or NO_SUIT."""
    return suit(lowest(row[LED])) if row[LED] else NO_SUIT


def play_card(row: Row, card: int) -> None:
    """Move a card from the hand of the seat to move to the trick; the last card ends the trick."""
    seat = row[TURN]
    bit = BIT[card]
    row[HAND + seat] -= bit
    row[PLAYED] += bit
    row[LATEST + seat] = card
    led = row[LED]
    if not bit & led and card < JESTER:
        if led:
            row[VOIDS + seat] |= led
        elif row[BEATING] or row[LEAD_RULE] == LEAD_FIRST_SUIT_CARD:
            row[LED] = IN_SUIT[suit(card)]
    if bit & row[BEATING]:
        row[BEST] = seat
        row[BEATING] = BEATERS[DECK_SIZE * row[TRUMP] + DECK_SIZE + card]
    following = row[NEXT + seat]
    if following == row[LEADER]:
        end_trick(row)
    else:
        row[TURN] = following


def beaters(card: int, trump: int) -> int:
    """Return the mask of cards that would beat the best card of a trick if played after it."""
    if card >= MASTER:
        return 0
    if card >= JESTER:
        return ANY_CARD ^ JESTERS
    own = suit(card)
    higher = IN_SUIT[own] & -(2 << card) | MASTERS
    if trump in (NO_SUIT, own):
        return higher
    return higher | IN_SUIT[trump]


BEATERS = [beaters(card, trump) for trump in range(NO_SUIT, 4) for card in range(DECK_SIZE)]


def end_trick(row: Row) -> None:
    """Give the trick to its winner, who leads the next; the last trick ends the deal."""
    winner = row[BEST]
    row[WON + winner] += 1
    row[TRICKS] += 1
    row[LEADER] = winner
    row[LED] = 0
    row[BEST] = NOBODY
    row[BEATING] = ANY_CARD
    row[TURN] = NOBODY if row[TRICKS] == row[CARDS] else winner


def trick(row: Row) -> list[tuple[int, int]]:
    """Return the seats and cards of the unfinished trick, in the order played."""
    cards: list[tuple[int, int]] = []
    if row[BEST] == NOBODY:
        return cards
    seat = row[LEADER]
    while True:
        cards.append((seat, row[LATEST + seat]))
        seat = row[NEXT + seat]
        if seat == row[TURN]:
            return cards


def cards_left(row: Row, seat: int) -> int:
    """Return how many cards a seat still holds, also where its hand is hidden."""
    return row[CARDS] - row[TRICKS] - (seat in [played for played, _ in trick(row)])


def hand_names(row: Row, seat: int, names: Sequence[str]) -> list[str] | None:
    """Return the cards of a hand by name, or None if it is hidden."""
    hand = row[HAND + seat]
    if not hand and cards_left(row, seat):
        return None
    return [names[card] for card in members(hand)]


def hide_hands(row: Row, seat: int) -> None:
    """Blank, in place, the hands of all other seats."""
    for other in range(MAX_SEATS):
        if other != seat:
            row[HAND + other] = 0
