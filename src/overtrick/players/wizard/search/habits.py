"""How a seat of Wizard may act: as the networks do, more or less closely, by the formula, as classic, or anyhow.

``ways`` is all that acting takes: the habit of every seat, the networks and the
formula's constants for the seats still in, the working space of a thread, and how far
habits are trusted. It runs compiled.
"""

import math
from typing import Any

from overtrick.core.cards import IN_SUIT, lowest, suit
from overtrick.core.luck import LOW_32, number, step
from overtrick.games.contract import Row
from overtrick.games.tricks import CARDS, JESTER, JESTERS, TURN, playable
from overtrick.games.wizard.rulebook import FIRST_BID, WIZARD, WIZARDS, pick
from overtrick.players.wizard.classic import classic_action
from overtrick.players.wizard.formula import choose as choose_by_formula
from overtrick.players.wizard.net.brain import NEVER, choose, value_bids, value_cards
from overtrick.players.wizard.sight import distinct, unseen

INLINE = False

BY_NET, FAIRLY, LOOSELY, BY_FORMULA, BY_CLASSIC, BY_CHANCE = range(6)
HABITS = 6
HEAT = (1.5, 4.0, 10.0)  # points: an action that promises the networks so much less is taken e times less often
SLIPS = (0.02, 0.06, 0.15, 0.05, 0.05, 1.0)  # share of actions that are taken for no reason, by habits
PLAYED_SLIPS = (0.0, 0.03, 0.12, 0.0, 0.0, 1.0)  # the same where worlds are played out

Ways = Any  # a tuple of arrays


def act(row: Row, ways: Ways, state: int) -> int:
    """Return what the seat to move does, by its habit; chance takes its number from the generator's state."""
    habits, brain, tuning, desk, _ = ways
    habit = habits[row[TURN]]
    if number(state) < PLAYED_SLIPS[habit] * (LOW_32 + 1):
        return pick(row, number(step(state)))
    if habit <= LOOSELY:
        return choose(row, brain, desk)
    if habit == BY_FORMULA:
        return choose_by_formula(row, desk[0], tuning, desk[5], desk[6])
    return classic_action(row, row[TURN])


def odds_of(row: Row, action: int, ways: Ways) -> float:
    """Return how likely the seat to move bids so, or plays this card or one that is as good, by its habit."""
    habit = ways[0][row[TURN]]
    slips = SLIPS[habit]
    if action >= FIRST_BID:
        meant = 0.0 if habit == BY_CHANCE else odds_of_bid(row, action, ways)
        return (1 - slips) * meant + slips / (row[CARDS] + 1)
    free = playable(row)
    cards = distinct(row, free, unseen(row, row[TURN]))
    if cards & (cards - 1) == 0:
        return 1.0
    same = equal_card(cards, action)
    meant = 0.0 if habit == BY_CHANCE else odds_of_card(row, cards, same, ways)
    return (1 - slips) * meant + slips * equal_cards(free, cards, same) / free.bit_count()


def odds_of_bid(row: Row, action: int, ways: Ways) -> float:
    """Return how likely the seat to move means to bid so."""
    habits, brain, _, desk, _ = ways
    seat = row[TURN]
    if habits[seat] > LOOSELY:
        return 1.0 if act(row, ways, 0) == action else 0.0
    heat = HEAT[habits[seat]]
    best = value_bids(row, seat, brain, desk)
    worths = desk[7]
    total = 0.0
    for bid in range(row[CARDS] + 1):
        if worths[bid] > NEVER:
            total += math.exp((worths[bid] - worths[best]) / heat)
    return math.exp((worths[action - FIRST_BID] - worths[best]) / heat) / total


def odds_of_card(row: Row, cards: int, card: int, ways: Ways) -> float:
    """Return how likely the seat to move means to play one of some distinct cards."""
    habits, brain, _, desk, _ = ways
    seat = row[TURN]
    if habits[seat] > LOOSELY:
        return 1.0 if equal_card(cards, act(row, ways, 0)) == card else 0.0
    heat = HEAT[habits[seat]]
    best = value_cards(row, seat, brain, desk)
    worths = desk[7]
    total = 0.0
    while cards:
        total += math.exp((worths[lowest(cards)] - worths[best]) / heat)
        cards &= cards - 1
    return math.exp((worths[card] - worths[best]) / heat) / total


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
