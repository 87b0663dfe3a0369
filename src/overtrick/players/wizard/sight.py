"""What a seat sees of a round of Wizard, as numbers; and what follows from the odds of its cards.

Everything here looks at a seat's own hand and at what is public, so it answers
alike on a full row and on a hidden one. It runs compiled.
"""

from typing import Any

from overtrick.core.cards import IN_SUIT, NO_CARD, NO_SUIT, lowest, suit
from overtrick.games.contract import Row
from overtrick.games.tricks import (
    ANY_CARD,
    BEATING,
    CARDS,
    HAND,
    JESTER,
    JESTERS,
    LEADER,
    LED,
    NEXT,
    PLAYED,
    TRICKS,
    TRUMP,
    VOIDS,
    WON,
)
from overtrick.games.wizard.rulebook import (
    BID,
    HIDDEN_BIDS,
    NO_BID,
    PHASE,
    PLAYING,
    STILL_IN,
    TURNED_UP,
    WIZARD,
    WIZARDS,
)

INLINE = False

Floats = Any  # arrays of floats

# Places of the numbers that ``look`` notes down.
(
    UNSEEN,  # mask of the cards that may be in other hands
    COUNT,  # how many they are
    OTHERS,  # how many cards the other hands hold
    LEFT,  # cards in the own hand
    TABLE,  # seats still in
    OWN_TRUMPS,
    OWN_WIZARDS,
    OWN_JESTERS,
    OWN_VOIDS,  # suits the hand lacks
    UNSEEN_TRUMPS,
    UNSEEN_WIZARDS,
    UNSEEN_JESTERS,
    BIDS,  # bids known
    BID_SUM,
    NEED,  # tricks still wanted
    PRESSURE,  # tricks all want together beyond those left
    SATISFIED,  # others that want no more
    NO_TRUMPS,  # others known to hold no trump
    BEHIND,  # seats that act after this one in the trick
    WANT,  # of those behind: want tricks
    RUFF,  # are known void in the led suit and may hold trumps
    WANT_AND_RUFF,
    NEED_ALL,  # want every trick left
    DONE,  # want no more
) = range(24)
SIGHTS = 24

PLAIN, TRUMPS, NO_TRUMP_SUIT, IS_JESTER, IS_WIZARD = range(5)


def unseen(row: Row, seat: int) -> int:
    """Return the mask of the cards that other hands or the stock may hold."""
    mask = ANY_CARD & ~row[PLAYED] & ~row[HAND + seat]
    if row[TURNED_UP] != NO_CARD:
        mask &= ~(1 << row[TURNED_UP])
    return mask


def kind(card: int, trump: int) -> int:
    """Return what kind of card it is."""
    if card >= WIZARD:
        return IS_WIZARD
    if card >= JESTER:
        return IS_JESTER
    if trump == NO_SUIT:
        return NO_TRUMP_SUIT
    return TRUMPS if suit(card) == trump else PLAIN


def higher(card: int) -> int:
    """Return the mask of the higher cards of the suit."""
    return IN_SUIT[suit(card)] & -(2 << card)


def look(row: Row, seat: int, sight: Row) -> float:
    """Note down what the seat to move sees; return the share of the unseen cards that is in other hands."""
    hand = row[HAND + seat]
    hidden = unseen(row, seat)
    left = row[CARDS] - row[TRICKS]
    trump = row[TRUMP]
    sight[UNSEEN] = hidden
    sight[COUNT] = hidden.bit_count()
    sight[LEFT] = left
    sight[TABLE] = row[STILL_IN].bit_count()
    sight[OWN_WIZARDS] = (hand & WIZARDS).bit_count()
    sight[OWN_JESTERS] = (hand & JESTERS).bit_count()
    sight[UNSEEN_WIZARDS] = (hidden & WIZARDS).bit_count()
    sight[UNSEEN_JESTERS] = (hidden & JESTERS).bit_count()
    sight[OWN_TRUMPS] = 0
    sight[UNSEEN_TRUMPS] = 0
    if trump != NO_SUIT:
        sight[OWN_TRUMPS] = (hand & IN_SUIT[trump]).bit_count()
        sight[UNSEEN_TRUMPS] = (hidden & IN_SUIT[trump]).bit_count()
    sight[OWN_VOIDS] = 0
    for index in range(4):
        if not hand & IN_SUIT[index]:
            sight[OWN_VOIDS] += 1
    look_around(row, seat, sight)
    sight[OTHERS] = left * (sight[TABLE] - 1)
    if row[PHASE] == PLAYING:
        sight[OTHERS] -= sight[TABLE] - 1 - sight[BEHIND]
    return sight[OTHERS] / max(1, sight[COUNT])


def look_around(row: Row, seat: int, sight: Row) -> None:
    """Note down what is known of the other seats, and who of them acts after this one."""
    trump_mask = 0 if row[TRUMP] == NO_SUIT else IN_SUIT[row[TRUMP]]
    playing = row[PHASE] == PLAYING
    left = row[CARDS] - row[TRICKS]
    for place in range(BIDS, SIGHTS):
        sight[place] = 0
    if playing:
        sight[NEED] = row[BID + seat] - row[WON + seat]
        sight[PRESSURE] = max(0, sight[NEED]) - left
    behind = playing
    other = row[NEXT + seat]
    while other != seat:
        behind &= other != row[LEADER]
        if row[BID + other] != NO_BID and (playing or not row[HIDDEN_BIDS]):
            sight[BIDS] += 1
            sight[BID_SUM] += row[BID + other]
        if trump_mask and row[VOIDS + other] & trump_mask:
            sight[NO_TRUMPS] += 1
        if playing:
            need = row[BID + other] - row[WON + other]
            sight[PRESSURE] += max(0, need)
            sight[SATISFIED] += need <= 0
            if behind:
                ruff = row[LED] and row[VOIDS + other] & row[LED] and not row[VOIDS + other] & trump_mask
                sight[BEHIND] += 1
                sight[WANT] += need > 0
                sight[RUFF] += 1 if ruff else 0
                sight[WANT_AND_RUFF] += 1 if ruff and need > 0 else 0
                sight[NEED_ALL] += need >= left
                sight[DONE] += need <= 0
        other = row[NEXT + other]


def voids_in(row: Row, seat: int, own: int) -> int:
    """Return how many others are known to be void in a suit and may hold trumps."""
    count = 0
    trump_mask = 0 if row[TRUMP] == NO_SUIT else IN_SUIT[row[TRUMP]]
    other = row[NEXT + seat]
    while other != seat:
        if row[VOIDS + other] & IN_SUIT[own] and not row[VOIDS + other] & trump_mask:
            count += 1
        other = row[NEXT + other]
    return count


def distinct(row: Row, cards: int, hidden: int) -> int:
    """Return one card of each group of playable cards between which nothing unseen stands."""
    kept = 0
    if cards & WIZARDS:
        kept |= 1 << lowest(cards & WIZARDS)
    if cards & JESTERS:
        kept |= 1 << lowest(cards & JESTERS)
    beating = row[BEATING]
    for index in range(4):
        rest = cards & IN_SUIT[index]
        latest = -1
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            between = hidden & ((1 << card) - 1) & -(2 << latest) if latest >= 0 else 1
            if between or (beating >> card & 1) != (beating >> latest & 1):
                kept |= 1 << card
            latest = card
    return kept


def spread(odds: Floats, count: int, without: int, mass: Floats, most: int) -> float:
    """Fill in the probabilities of 0 to ``most`` tricks from independent odds; return the mean.

    The odds at the index ``without`` are left out (-1: none are).
    """
    mass[0] = 1.0
    for tricks in range(1, most + 1):
        mass[tricks] = 0.0
    mean = 0.0
    for index in range(count):
        if index == without:
            continue
        chance = odds[index]
        mean += chance
        for tricks in range(most, 0, -1):
            mass[tricks] += chance * (mass[tricks - 1] - mass[tricks])
        mass[0] -= chance * mass[0]
    return mean


def add_chance(mass: Floats, chance: float, most: int) -> None:
    """Add one more independent trick to the probabilities."""
    for tricks in range(most, 0, -1):
        mass[tricks] += chance * (mass[tricks - 1] - mass[tricks])
    mass[0] -= chance * mass[0]


def mean_miss(mass: Floats, mean: float, wanted: int) -> float:
    """Return by how many tricks a wish is missed on average, either way."""
    short = 0.0
    for tricks in range(wanted):
        short += (wanted - tricks) * mass[tricks]
    return mean - wanted + 2 * short


def worth(made: float, bid: int, miss: float) -> float:
    """Return the expected score of a bid from the chance that it is made, and by how much it is missed on average."""
    return made * (20 + 10 * bid) - 10 * max(miss, 1 - made)
