"""wizard:classic, the test player of Wizard: counts probable tricks, then plays for exactly what it bid.

Bidding, it adds up the chance of each card to take a trick:

    a Wizard               100 %
    a trump 13, 12 or 11    85 %    a smaller trump         50 %
    a plain 13              70 %    a plain 12, 11 or 10    40 %

Three things change the sum, or what it is rounded to:

    players    a suited card counts a fifth less for each seat beyond four, a fifth more for each seat fewer
    position   it counts a tenth more for the seat that leads the first trick
    risk       half a trick more makes it a whole one; for the seat alone in the lead, which need not dare, it takes
               0.6, and for the seat that is last alone, which must, 0.4

Leading, it plays its highest card while it needs tricks and its lowest when it does not. Following, it wins as
cheaply as it can while it needs tricks; when it does not, it throws away the highest card that does not win.
It names as trump the suit it is strongest in. Where the hook forbids its bid, it takes the nearest one.
All that decides runs interpreted here, and compiled where wizard:search thinks of seats that play so.
"""

from overtrick.bots.bot import Hello
from overtrick.bots.inside import Chooser
from overtrick.core.cards import IN_SUIT, RANKS, lowest, suit
from overtrick.games.contract import NOBODY, Row
from overtrick.games.tricks import BEATING, BEST, HAND, JESTER, NEXT, TRUMP, WON, playable
from overtrick.games.view import View
from overtrick.games.wizard.rulebook import (
    BID,
    DEALER,
    FIRST_BID,
    FIRST_TRUMP,
    NAMING,
    PHASE,
    PLAYING,
    STILL_IN,
    TOTAL,
    WIZARD,
    forbidden_bid,
)

HIGH_TRUMP, LOW_TRUMP, PLAIN_13, HIGH_PLAIN = 0.85, 0.50, 0.70, 0.40
FOR_A_SEAT, FOR_THE_LEAD = 0.2, 0.1
ROUND_UP, DARING, CAREFUL = 0.5, 0.4, 0.6


def player(hello: Hello) -> Chooser:
    """Return the player; it needs no luck and no memory."""
    return choose


def choose(view: View) -> int:
    """Return a trump suit, a bid or a card."""
    return classic_action(view.row, view.seat)


def classic_action(row: Row, seat: int) -> int:
    """Return what the seat to move does."""
    if row[PHASE] == NAMING:
        return FIRST_TRUMP + strongest_suit(row[HAND + seat])
    if row[PHASE] != PLAYING:
        return FIRST_BID + allowed_bid(row, wanted_bid(row, seat))
    needs = row[BID + seat] > row[WON + seat]
    return lead(row, needs) if row[BEST] == NOBODY else follow(row, needs)


def strongest_suit(hand: int) -> int:
    """Return the suit whose cards would be worth most as trumps, the first of several."""
    best, most = 0, -1.0
    for trump in range(4):
        cards, worth = hand & IN_SUIT[trump], 0.0
        while cards:
            worth += chance(lowest(cards), trump)
            cards &= cards - 1
        if worth > most:
            best, most = trump, worth
    return best


def chance(card: int, trump: int) -> float:
    """Return the probability that a card takes a trick, all else being equal."""
    if card >= WIZARD:
        return 1.0
    if card >= JESTER:
        return 0.0
    value = card % RANKS + 1
    if suit(card) == trump:
        return HIGH_TRUMP if value >= 11 else LOW_TRUMP
    if value >= 10:
        return PLAIN_13 if value == 13 else HIGH_PLAIN
    return 0.0


def expected_tricks(row: Row, seat: int) -> float:
    """Return how many tricks a hand should take, given the number of seats and who leads."""
    factor = 1 - FOR_A_SEAT * (row[STILL_IN].bit_count() - 4)
    if seat == row[NEXT + row[DEALER]]:
        factor += FOR_THE_LEAD
    hand, total = row[HAND + seat], 0.0
    while hand:
        one = chance(lowest(hand), row[TRUMP])
        total += one if one == 1 else min(1.0, factor * one)
        hand &= hand - 1
    return total


def wanted_bid(row: Row, seat: int) -> int:
    """Return the expected tricks, rounded with as much daring as the score asks for."""
    ahead = behind = True
    other = row[NEXT + seat]
    while other != seat:
        ahead &= row[TOTAL + seat] > row[TOTAL + other]
        behind &= row[TOTAL + seat] < row[TOTAL + other]
        other = row[NEXT + other]
    from_here = DARING if behind else CAREFUL if ahead else ROUND_UP
    return int(expected_tricks(row, seat) + 1 - from_here)


def allowed_bid(row: Row, wanted: int) -> int:
    """Return the bid wanted or, where the hook forbids it, the nearest one, the lower of two."""
    if wanted != forbidden_bid(row):
        return wanted
    return wanted - 1 if wanted else 1


def lead(row: Row, needs: bool) -> int:
    """Return the highest card to win, the lowest to lose."""
    cards = playable(row)
    return strongest(cards, row[TRUMP]) if needs else weakest(cards, row[TRUMP])


def follow(row: Row, needs: bool) -> int:
    """Return the cheapest winning card to win, the highest losing card to lose; else the lowest card."""
    cards = playable(row)
    winning, losing = cards & row[BEATING], cards & ~row[BEATING]
    if losing and not needs:
        return strongest(losing, row[TRUMP])
    return weakest(winning if winning else losing, row[TRUMP])


def weakest(cards: int, trump: int) -> int:
    """Return the card that can beat least, the first of several."""
    best = lowest(cards)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if strength(card, trump) < strength(best, trump):
            best = card
    return best


def strongest(cards: int, trump: int) -> int:
    """Return the card that can beat most, the last of several."""
    best = lowest(cards)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if strength(card, trump) >= strength(best, trump):
            best = card
    return best


def strength(card: int, trump: int) -> int:
    """Return a number that grows with what a card can beat: Jesters, plain cards by value, trumps, Wizards."""
    if card >= WIZARD:
        return 3 * RANKS
    if card >= JESTER:
        return -1
    return card % RANKS + RANKS * (suit(card) == trump)
