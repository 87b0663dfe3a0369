"""The formula behind wizard:rules: odds of each card from counts of unseen cards. It runs compiled.

``tuning`` holds the constants below; they were fitted to play of the player against
itself.
"""

import math

from overtrick.core.cards import IN_SUIT, NO_SUIT, lowest, suit
from overtrick.games.contract import Row
from overtrick.games.tricks import BEATING, CARDS, HAND, LED, TRUMP, TURN, playable
from overtrick.games.wizard.rulebook import BID, FIRST_BID, FIRST_TRUMP, NAMING, PHASE, PLAYING, forbidden_bid
from overtrick.players.wizard.sight import (
    BEHIND,
    BID_SUM,
    BIDS,
    COUNT,
    DONE,
    IS_JESTER,
    IS_WIZARD,
    LEFT,
    NEED,
    OWN_VOIDS,
    PLAIN,
    PRESSURE,
    TABLE,
    UNSEEN,
    UNSEEN_TRUMPS,
    UNSEEN_WIZARDS,
    Floats,
    add_chance,
    distinct,
    higher,
    kind,
    look,
    mean_miss,
    spread,
    voids_in,
    worth,
)

INLINE = False

# Places of the constants. For each kind of suited card (plain, trump, no trumps) there is a weight for each clue.
LATER_WIZARD, LATER_JESTER = 0, 1  # the odds of a Wizard, and of a Jester, to take a trick later
LATER = 2
(
    BASE,
    ABOVE,  # unseen higher cards of the suit, as many as other hands should hold
    HIGHEST,  # no higher card is unseen
    WIZARDS_OUT,  # unseen Wizards and trumps, as many as other hands should hold
    TRUMPS_OUT,
    SIZE,  # cards in hand
    LENGTH,  # own cards of the suit
    VOIDS_OWN,  # suits the own hand lacks
    VOIDS_SHOWN,  # others known to lack the suit
    PRESSED,  # tricks that all want together beyond those left, or that were bid beyond a fair share
    HUNGRY,  # tricks this seat wants, of those left
) = range(11)
CLUES = 11
(
    NOW_HIGHER,  # the trick on the table: how much each unseen card that could beat this one counts
    NOW_TRUMP,
    NOW_WIZARD,
    NOW_DONE,  # of those counts, the part that remains for a seat that wants no more tricks
    NOW_RUFF,  # trumps, for each seat known to be void in the led suit
) = range(LATER + 3 * CLUES, LATER + 3 * CLUES + 5)
CONSTANTS = LATER + 3 * CLUES + 5


def logistic(total: float) -> float:
    """Return the odds that a sum stands for."""
    return 1 / (1 + math.exp(-total))


def clues(row: Row, seat: int, card: int, sight: Row, density: float, found: Floats) -> None:
    """Fill in the clues about a suited card."""
    own = suit(card)
    above = (higher(card) & sight[UNSEEN]).bit_count()
    playing = row[PHASE] == PLAYING
    found[BASE] = 1.0
    found[ABOVE] = density * above
    found[HIGHEST] = 1.0 if above == 0 else 0.0
    found[WIZARDS_OUT] = density * sight[UNSEEN_WIZARDS]
    found[TRUMPS_OUT] = density * sight[UNSEEN_TRUMPS]
    found[SIZE] = sight[LEFT] * 0.1
    found[LENGTH] = (row[HAND + seat] & IN_SUIT[own]).bit_count()
    found[VOIDS_OWN] = sight[OWN_VOIDS]
    found[VOIDS_SHOWN] = voids_in(row, seat, own) if playing else 0.0
    pressure = sight[PRESSURE] if playing else sight[BID_SUM] - row[CARDS] * sight[BIDS] / sight[TABLE]
    found[PRESSED] = max(-3.0, min(3.0, float(pressure)))
    found[HUNGRY] = sight[NEED] / max(1, sight[LEFT]) if playing else 0.0


def later(row: Row, seat: int, card: int, sight: Row, density: float, tuning: Floats, found: Floats) -> float:
    """Return the odds that a card takes a trick if it is not played now."""
    what = kind(card, row[TRUMP])
    if what == IS_WIZARD:
        return float(tuning[LATER_WIZARD])
    if what == IS_JESTER:
        return float(tuning[LATER_JESTER])
    clues(row, seat, card, sight, density, found)
    total = 0.0
    for index in range(CLUES):
        total += found[index] * tuning[LATER + CLUES * what + index]
    return logistic(total)


def now(row: Row, seat: int, card: int, sight: Row, tuning: Floats) -> float:
    """Return the odds that a card takes the trick on the table."""
    if not row[BEATING] >> card & 1:
        return 0.0
    what = kind(card, row[TRUMP])
    if what == IS_WIZARD or sight[BEHIND] == 0:
        return 1.0
    if what == IS_JESTER:
        return 0.0
    share = sight[LEFT] / max(1, sight[COUNT])  # of the unseen cards, in one hand
    threat = tuning[NOW_HIGHER] * (higher(card) & sight[UNSEEN]).bit_count()
    threat += tuning[NOW_WIZARD] * sight[UNSEEN_WIZARDS]
    if what == PLAIN:
        threat += tuning[NOW_TRUMP] * sight[UNSEEN_TRUMPS]
        if row[LED]:
            threat += tuning[NOW_RUFF] * sight[UNSEEN_TRUMPS] * voids_in(row, seat, suit(card)) / sight[BEHIND]
    seats = sight[BEHIND] - sight[DONE] + tuning[NOW_DONE] * sight[DONE]
    return math.exp(-threat * share * seats)


def all_later(row: Row, seat: int, sight: Row, density: float, tuning: Floats, odds: Floats, mass: Floats) -> int:
    """Fill in the odds of all cards of the hand, ascending; return how many there are."""
    count = 0
    hand = row[HAND + seat]
    while hand:
        odds[count] = later(row, seat, lowest(hand), sight, density, tuning, mass)
        hand &= hand - 1
        count += 1
    return count


def best_bid(row: Row, seat: int, sight: Row, tuning: Floats, odds: Floats, mass: Floats) -> tuple[int, float]:
    """Return the legal bid that promises most, and what it promises."""
    density = look(row, seat, sight)
    count = all_later(row, seat, sight, density, tuning, odds, mass)
    mean = spread(odds, count, -1, mass, row[CARDS])
    forbidden = forbidden_bid(row) if row[TURN] == seat else -1
    best = -1
    most = -1e9
    for bid in range(row[CARDS] + 1):
        value = worth(mass[bid], bid, mean_miss(mass, mean, bid))
        if bid != forbidden and value > most:
            best = bid
            most = value
    return best, most


def best_trump(row: Row, seat: int, sight: Row, tuning: Floats, odds: Floats, mass: Floats) -> int:
    """Return the suit under which the best bid promises most."""
    best = 0
    most = -1e9
    for trump in range(4):
        row[TRUMP] = trump
        value = best_bid(row, seat, sight, tuning, odds, mass)[1]
        if value > most:
            best = trump
            most = value
    row[TRUMP] = NO_SUIT
    return best


def best_card(row: Row, seat: int, sight: Row, tuning: Floats, odds: Floats, mass: Floats) -> int:
    """Return the playable card after which the bid promises most."""
    density = look(row, seat, sight)
    cards = distinct(row, playable(row), sight[UNSEEN])
    if cards & (cards - 1) == 0:
        return lowest(cards)
    hand = row[HAND + seat]
    count = all_later(row, seat, sight, density, tuning, odds, mass)
    need = sight[NEED]
    best = -1
    most = -1e9
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        value = promise(row, seat, card, (hand & ((1 << card) - 1)).bit_count(), count, need, sight, tuning, odds, mass)
        if value > most:
            best = card
            most = value
    return best


def promise(
    row: Row,
    seat: int,
    card: int,
    index: int,
    count: int,
    need: int,
    sight: Row,
    tuning: Floats,
    odds: Floats,
    mass: Floats,
) -> float:
    """Return the expected score if a card is played now."""
    chance = now(row, seat, card, sight, tuning)
    mean = spread(odds, count, index, mass, count) + chance
    add_chance(mass, chance, count)
    if need < 0:
        return 10 * (need - mean)
    if need > count:
        return 10 * (mean - need)
    return worth(mass[need], row[BID + seat], mean_miss(mass, mean, need))


def choose(row: Row, sight: Row, tuning: Floats, odds: Floats, mass: Floats) -> int:
    """Return the action of the seat to move."""
    seat = row[TURN]
    if row[PHASE] == PLAYING:
        return best_card(row, seat, sight, tuning, odds, mass)
    if row[PHASE] == NAMING:
        return FIRST_TRUMP + best_trump(row, seat, sight, tuning, odds, mass)
    return FIRST_BID + best_bid(row, seat, sight, tuning, odds, mass)[0]
