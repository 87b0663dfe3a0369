"""How a seat of Wizard may act: who thinks for it, how closely it does what was thought, and how its bids lean.

``ways`` is all that acting takes: the habit of every seat, the networks and the
formula's constants for the seats still in, the working space of a thread, and how far
habits are trusted. It runs compiled.
"""

import math
from typing import Any

from overtrick.core.cards import IN_SUIT, lowest, suit
from overtrick.core.luck import LOW_32, number, step
from overtrick.games.contract import Row
from overtrick.games.tricks import CARDS, HAND, JESTER, JESTERS, TURN, playable
from overtrick.games.wizard.rulebook import (
    FIRST_BID,
    FIRST_TRUMP,
    NAMING,
    PHASE,
    PLAYING,
    WIZARD,
    WIZARDS,
    pick,
)
from overtrick.players.wizard.classic import allowed_bid, classic_action, strongest_suit
from overtrick.players.wizard.formula import choose as choose_by_formula
from overtrick.players.wizard.net.brain import NEVER, choose
from overtrick.players.wizard.sight import Floats, distinct, unseen
from overtrick.players.wizard.strangers.stranger import bid_by_hand, card_by_hand
from overtrick.players.wizard.strangers.styles import POINTS, constants

INLINE = False

# Who thinks: the networks of wizard:net, two others that were trained apart, wizard:rules, wizard:classic,
# whoever counts points; or nobody.
OURS, OLD, NARROW, FORMULA, CLASSIC, COUNTING, NOBODY_THINKS = range(7)
COUNTER = constants(POINTS)

# Habits by name, the first ones. They alone are thought of where no deal before is known, as in reviews and puzzles.
BY_NET, FAIRLY, LOOSELY, BY_FORMULA, BY_CLASSIC, BY_CHANCE = range(6)
FIRST_HABITS = (
    # who thinks; points: an action that promises the networks so much less is taken e times less often; the share of
    # actions that are taken for no reason, and that share where worlds are played out; how common the habit is
    (OURS, 1.5, 0.02, 0.0, 0.25),
    (OURS, 4.0, 0.06, 0.03, 0.35),
    (OURS, 10.0, 0.15, 0.12, 0.15),
    (FORMULA, 1.0, 0.05, 0.0, 0.12),
    (CLASSIC, 1.0, 0.05, 0.0, 0.1),
    (NOBODY_THINKS, 1.0, 1.0, 1.0, 0.03),
)
MORE_HABITS = (
    (OLD, 1.5, 0.02, 0.0, 0.1),
    (OLD, 4.0, 0.06, 0.03, 0.1),
    (OLD, 10.0, 0.15, 0.12, 0.05),
    (NARROW, 1.5, 0.02, 0.0, 0.1),
    (NARROW, 4.0, 0.06, 0.03, 0.1),
    (NARROW, 10.0, 0.15, 0.12, 0.05),
    (FORMULA, 1.0, 0.2, 0.18, 0.03),
    (CLASSIC, 1.0, 0.2, 0.18, 0.03),
    (COUNTING, 1.0, 0.1, 0.05, 0.08),
    (COUNTING, 1.0, 0.3, 0.25, 0.05),
)
# The shares of bids that are a trick lower, and a trick higher, than what was thought; how common that is.
LEANINGS = ((0.0, 0.0, 0.5), (0.5, 0.0, 0.2), (0.0, 0.5, 0.2), (0.25, 0.25, 0.1))
TABLE = tuple(
    (mind, heat, slips, played, lower, higher, common * share)
    for lower, higher, share in LEANINGS
    for mind, heat, slips, played, common in (*FIRST_HABITS, *MORE_HABITS)
)
HABITS = len(TABLE)
MIND = tuple(habit[0] for habit in TABLE)
HEAT, SLIPS, PLAYED_SLIPS, LOWER, HIGHER, COMMON = (tuple(habit[column] for habit in TABLE) for column in range(1, 7))

Ways = Any  # a tuple of arrays


def act(row: Row, ways: Ways, state: int) -> int:
    """Return what the seat to move does, by its habit; chance takes its number from the generator's state."""
    habit = ways[0][row[TURN]]
    if number(state) < PLAYED_SLIPS[habit] * (LOW_32 + 1):
        return pick(row, number(step(state)))
    action = meant(row, MIND[habit], ways)
    lower, higher = LOWER[habit], HIGHER[habit]
    if lower + higher == 0.0 or row[PHASE] == PLAYING or row[PHASE] == NAMING:
        return action
    drawn = number(step(state)) / (LOW_32 + 1)
    more = -1 if drawn < lower else 1 if drawn < lower + higher else 0
    return FIRST_BID + allowed_bid(row, max(0, min(row[CARDS], action - FIRST_BID + more)))


def meant(row: Row, mind: int, ways: Ways) -> int:
    """Return what somebody thinks that the seat to move should do; networks leave their worths on the desk."""
    _, brains, tuning, desk, _ = ways
    seat = row[TURN]
    if mind < FORMULA:
        return choose(row, brains[mind], desk)
    if mind == FORMULA:
        return choose_by_formula(row, desk[0], tuning, desk[5], desk[6])
    if mind == CLASSIC:
        return classic_action(row, seat)
    if row[PHASE] == NAMING:
        return FIRST_TRUMP + strongest_suit(row[HAND + seat])
    if row[PHASE] == PLAYING:
        return card_by_hand(row, seat, COUNTER)
    return FIRST_BID + allowed_bid(row, bid_by_hand(row, seat, COUNTER))


def odds_of(row: Row, action: int, ways: Ways) -> float:
    """Return how likely the seat to move bids so, or plays this card or one that is as good, by its habit."""
    free, cards = options(row, action)
    if forced(action, cards):
        return 1.0
    habit = ways[0][row[TURN]]
    return odds_after(row, action, free, cards, habit, thought(row, MIND[habit], ways), ways)


def odds_of_all(row: Row, action: int, ways: Ways, odds: Floats) -> None:
    """Fill in the same for every habit that the seat to move might have."""
    free, cards = options(row, action)
    odds[:] = 1.0
    if forced(action, cards):
        return
    for mind in range(NOBODY_THINKS + 1):
        best = thought(row, mind, ways)
        for habit in range(HABITS):
            if MIND[habit] == mind:
                odds[habit] = odds_after(row, action, free, cards, habit, best, ways)


def options(row: Row, action: int) -> tuple[int, int]:
    """Return the cards that may be played, all of them and equal ones once; none if the action is a bid."""
    if action >= FIRST_BID:
        return 0, 0
    free = playable(row)
    return free, distinct(row, free, unseen(row, row[TURN]))


def forced(action: int, cards: int) -> bool:
    """Return whether all cards that may be played are equal."""
    return action < FIRST_BID and cards & (cards - 1) == 0


def thought(row: Row, mind: int, ways: Ways) -> int:
    """Return what a mind means to do, or -1 if nobody thinks."""
    return -1 if mind == NOBODY_THINKS else meant(row, mind, ways)


def odds_after(row: Row, action: int, free: int, cards: int, habit: int, best: int, ways: Ways) -> float:
    """Return how likely an action is by a habit whose mind has thought that another one is best."""
    slips, worths = SLIPS[habit], ways[3][7]
    if action >= FIRST_BID:
        return (1 - slips) * odds_of_bid(row, action - FIRST_BID, habit, best, worths) + slips / (row[CARDS] + 1)
    same = equal_card(cards, action)
    if MIND[habit] < FORMULA:
        odds = share(worths, cards, same, best, HEAT[habit])
    else:
        odds = 1.0 if best >= 0 and equal_card(cards, best) == same else 0.0
    return (1 - slips) * odds + slips * equal_cards(free, cards, same) / free.bit_count()


def odds_of_bid(row: Row, bid: int, habit: int, best: int, worths: Floats) -> float:
    """Return how likely a habit bids so on purpose, be it that it thought so or that its bids lean."""
    lower, higher = LOWER[habit], HIGHER[habit]
    odds = odds_of_thought(row, bid, habit, best, worths)
    if lower + higher > 0.0:
        odds *= 1 - lower - higher
        odds += lower * odds_of_thought(row, bid + 1, habit, best, worths)
        odds += higher * odds_of_thought(row, bid - 1, habit, best, worths)
        if bid == 0:
            odds += lower * odds_of_thought(row, bid, habit, best, worths)
        if bid == row[CARDS]:
            odds += higher * odds_of_thought(row, bid, habit, best, worths)
    return odds


def odds_of_thought(row: Row, bid: int, habit: int, best: int, worths: Floats) -> float:
    """Return how likely a habit thinks of a bid, whether or not there is such a bid."""
    if bid < 0 or bid > row[CARDS]:
        return 0.0
    if MIND[habit] >= FORMULA:
        return 1.0 if best == FIRST_BID + bid else 0.0
    return share(worths, (2 << row[CARDS]) - 1, bid, best - FIRST_BID, HEAT[habit])


def share(worths: Floats, some: int, one: int, best: int, heat: float) -> float:
    """Return the share of one of some actions, the better the likelier it is taken."""
    total = 0.0
    while some:
        if worths[lowest(some)] > NEVER:
            total += math.exp((worths[lowest(some)] - worths[best]) / heat)
        some &= some - 1
    return math.exp((worths[one] - worths[best]) / heat) / total


def equal_card(cards: int, card: int) -> int:
    """Return which of some distinct cards stands for a card."""
    if card >= WIZARD:
        return lowest(cards & WIZARDS)
    if card >= JESTER:
        return lowest(cards & JESTERS)
    return (cards & IN_SUIT[suit(card)] & ((2 << card) - 1)).bit_length() - 1


def equal_cards(free: int, cards: int, card: int) -> int:
    """Return for how many playable cards one of the distinct cards stands."""
    count = 0
    while free:
        count += equal_card(cards, lowest(free)) == card
        free &= free - 1
    return count
