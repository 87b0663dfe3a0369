"""The networks of wizard:net at work: from features to odds, from odds to an action. It runs compiled.

A network has one hidden layer of leaky rectifiers and one logistic output.
``desk`` is the working space of one thread; ``desk()`` makes it.
"""

import math
from typing import Any

import numpy as np

from overtrick.core.cards import NO_SUIT, lowest
from overtrick.games.contract import Row
from overtrick.games.tricks import BEATING, CARDS, DECK_SIZE, HAND, JESTER, TRUMP, TURN, playable
from overtrick.games.wizard.rulebook import BID, FIRST_BID, FIRST_TRUMP, NAMING, PHASE, PLAYING, WIZARD, forbidden_bid
from overtrick.players.wizard.net.features import (
    C_OUT,
    HIDDEN,
    K_OUT,
    M_OUT,
    MOST_FEATURES,
    N_OUT,
    card_features,
    kept_features,
    made_features,
    now_features,
    shared_features,
)
from overtrick.players.wizard.sight import (
    BEHIND,
    NEED,
    SIGHTS,
    UNSEEN,
    Floats,
    add_chance,
    distinct,
    look,
    mean_miss,
    spread,
    worth,
)

INLINE = False

LEAK = np.float32(0.1)
NEVER = -1e9
CHANCE = DECK_SIZE  # behind the values of cards: the chance that the bid is made after the best one
Desk = Any  # the arrays that ``desk`` makes


def desk(units: int = HIDDEN) -> Desk:
    """Return working space: sight, rows, values, two hidden layers, odds, mass, and the value of every action."""
    return (
        np.zeros(SIGHTS, np.int64),
        np.zeros(MOST_FEATURES, np.int64),
        np.zeros(MOST_FEATURES, np.float32),
        np.zeros(units, np.float32),
        np.zeros(units, np.float32),
        np.zeros(SIGHTS, np.float64),
        np.zeros(SIGHTS, np.float64),
        np.zeros(DECK_SIZE + SIGHTS, np.float64),
    )


def add_rows(weights: Floats, rows: Row, values: Floats, first: int, end: int, hidden: Floats) -> None:
    """Add what some features bring to the hidden units."""
    for index in range(first, end):
        row = rows[index]
        value = values[index]
        for unit in range(len(hidden)):  # not HIDDEN: a length unknown to the compiler makes it use wide instructions
            hidden[unit] += value * weights[row, unit]


def output(weights: Floats, out: int, hidden: Floats) -> float:
    """Return the odds that the hidden units speak for."""
    total = weights[out + 1, 0]
    for unit in range(len(hidden)):
        value = hidden[unit]
        total += weights[out, unit] * (value if value > 0 else LEAK * value)
    return 1 / (1 + math.exp(-total))


def answer(weights: Floats, out: int, rows: Row, values: Floats, count: int, hidden: Floats) -> float:
    """Return the odds that a network gives for a list of features."""
    for unit in range(len(hidden)):
        hidden[unit] = 0
    add_rows(weights, rows, values, 0, count, hidden)
    return output(weights, out, hidden)


def later_odds(row: Row, seat: int, density: float, weights: Floats, desk: Desk) -> int:
    """Fill in the odds of all cards of the hand to take a trick later, ascending; return how many there are."""
    sight, rows, values, shared, hidden, odds, _, _ = desk
    for unit in range(len(shared)):
        shared[unit] = 0
    add_rows(weights, rows, values, 0, shared_features(row, sight, density, rows, values), shared)
    count = 0
    hand = row[HAND + seat]
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        if count > 0 and card > JESTER and card != WIZARD and row[HAND + seat] >> (card - 1) & 1:
            odds[count] = odds[count - 1]  # one Jester is as good as another, and one Wizard
        else:
            for unit in range(len(hidden)):
                hidden[unit] = shared[unit]
            end = card_features(row, seat, card, sight, density, rows, values, 0)
            add_rows(weights, rows, values, 0, end, hidden)
            odds[count] = output(weights, C_OUT, hidden)
        count += 1
    return count


def now_odds(row: Row, seat: int, card: int, density: float, weights: Floats, desk: Desk) -> float:
    """Return the odds that a card takes the trick on the table."""
    sight, rows, values, _, hidden, _, _, _ = desk
    if not row[BEATING] >> card & 1:
        return 0.0
    if card >= WIZARD or sight[BEHIND] == 0:
        return 1.0
    count = now_features(row, seat, card, sight, density, rows, values)
    return answer(weights, N_OUT, rows, values, count, hidden)


def value_bids(row: Row, seat: int, weights: Floats, desk: Desk) -> int:
    """Fill in the expected score of every bid, by its tricks; return the legal one that promises most."""
    sight, rows, values, _, hidden, odds, mass, worths = desk
    density = look(row, seat, sight)
    count = later_odds(row, seat, density, weights, desk)
    cards = row[CARDS]
    mean = spread(odds, count, -1, mass, cards)
    forbidden = forbidden_bid(row) if row[PHASE] != NAMING else -1
    best = -1
    likely = 0
    for bid in range(cards + 1):
        if mass[bid] > mass[likely]:
            likely = bid
    for bid in range(cards + 1):
        worths[bid] = NEVER
        if bid == forbidden:
            continue
        if mass[bid] < 0.02 and abs(bid - likely) > 1:
            worths[bid] = worth(0.0, bid, mean_miss(mass, mean, bid))
        else:
            length = made_features(row, bid, mean, sight, density, mass, rows, values)
            made = answer(weights, M_OUT, rows, values, length, hidden)
            worths[bid] = worth(made, bid, mean_miss(mass, mean, bid))
        if best < 0 or worths[bid] > worths[best]:
            best = bid
    return best


def value_cards(row: Row, seat: int, weights: Floats, desk: Desk) -> int:
    """Fill in the expected score of every distinct playable card; return the one that promises most."""
    density = look(row, seat, desk[0])
    cards = distinct(row, playable(row), desk[0][UNSEEN])
    if cards & (cards - 1) == 0:
        desk[7][lowest(cards)] = 0.0
        return lowest(cards)
    return value_each(row, seat, cards, density, weights, desk)


def value_position(row: Row, seat: int, weights: Floats, desk: Desk) -> float:
    """Return the expected score of the seat to move if it plays its best card."""
    density = look(row, seat, desk[0])
    cards = distinct(row, playable(row), desk[0][UNSEEN])
    return float(desk[7][value_each(row, seat, cards, density, weights, desk)])


def value_each(row: Row, seat: int, cards: int, density: float, weights: Floats, desk: Desk) -> int:
    """Fill in the expected score of each of some cards, and the chance of the best one, which is returned."""
    sight, rows, values, _, hidden, odds, mass, worths = desk
    hand = row[HAND + seat]
    count = later_odds(row, seat, density, weights, desk)
    need = sight[NEED]
    most = min(count, max(0, need) + 2)  # more need not be told apart
    best = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        index = (hand & ((1 << card) - 1)).bit_count()
        chance = now_odds(row, seat, card, density, weights, desk)
        mean = spread(odds, count, index, mass, most) + chance
        kept = 0.0
        if need < 0:
            worths[card] = 10 * (need - mean)
        elif need > count:
            worths[card] = 10 * (mean - need)
        else:
            add_chance(mass, chance, most)
            length = kept_features(row, seat, card, chance, odds[index], mean, sight, density, mass, rows, values)
            kept = answer(weights, K_OUT, rows, values, length, hidden)
            worths[card] = worth(kept, row[BID + seat], mean_miss(mass, mean, need))
        if best < 0 or worths[card] > worths[best]:
            best = card
            worths[CHANCE] = kept
    return best


def best_trump(row: Row, seat: int, weights: Floats, desk: Desk) -> int:
    """Return the suit under which the best bid promises most, and fill in what it promises."""
    worths = desk[7]
    promise = np.zeros(4)
    for trump in range(4):
        row[TRUMP] = trump
        best = value_bids(row, seat, weights, desk)
        promise[trump] = worths[best]
    row[TRUMP] = NO_SUIT
    for trump in range(4):
        worths[trump] = promise[trump]
    return int(np.argmax(promise))


def choose(row: Row, weights: Floats, desk: Desk) -> int:
    """Return the action of the seat to move."""
    seat = row[TURN]
    if row[PHASE] == PLAYING:
        return value_cards(row, seat, weights, desk)
    if row[PHASE] == NAMING:
        return FIRST_TRUMP + best_trump(row, seat, weights, desk)
    return FIRST_BID + value_bids(row, seat, weights, desk)
