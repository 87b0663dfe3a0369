"""How strangers play Wizard: each by the bidder, the cards and the weaknesses of its style.

All chance comes from what the seat sees, so that the same view gives the same action. Written for both speeds.
"""

import math
from typing import Any

from overtrick.core.cards import IN_SUIT, NO_SUIT, RANKS, lowest, suit
from overtrick.core.luck import LOW_32, below, number, step
from overtrick.games.contract import NOBODY, Row
from overtrick.games.tricks import (
    BEATING,
    BEST,
    CARDS,
    HAND,
    JESTER,
    LATEST,
    LEADER,
    MAX_SEATS,
    NEXT,
    PLAYED,
    TRICKS,
    TRUMP,
    VOIDS,
    WON,
    playable,
)
from overtrick.games.wizard.rulebook import (
    BID,
    DEALER,
    FIRST_BID,
    FIRST_TRUMP,
    HIDDEN_BIDS,
    NAMING,
    NO_BID,
    PHASE,
    PLAYING,
    ROUND,
    STILL_IN,
    TOTAL,
    TURNED_UP,
    WIZARD,
    WIZARDS,
    pick,
)
from overtrick.players.wizard.classic import allowed_bid, classic_action, strongest, strongest_suit, weakest
from overtrick.players.wizard.formula import choose as choose_by_formula
from overtrick.players.wizard.net.brain import NEVER, choose
from overtrick.players.wizard.sight import Floats, distinct, unseen
from overtrick.players.wizard.strangers.styles import (
    BIDDER,
    BLIND,
    BY_CLASSIC,
    BY_FORMULA,
    BY_NETWORK,
    DEAR,
    DUMPS_LOW,
    FORGETS,
    HEAT,
    HIGH_PLAIN,
    HIGH_TRUMP,
    KEEPS,
    LEADS_LONG,
    LEFT_OVER,
    LOW_TRUMP,
    MOODS,
    NETWORK,
    NEXT_PLAIN,
    NIL,
    PLAYER,
    SHIFT,
    SLIPS,
    THIRST,
    WIZARD_POINTS,
)

INLINE = False

USUAL_SEATS = 4  # of a table that points are made for
FEWEST = 3  # seats; networks are kept for each number from there

Minds = Any  # the networks by name and seats, the constants of the formula, working space


def act(row: Row, seat: int, style: Floats, minds: Minds) -> int:
    """Return the action of the seat to move."""
    state = luck_of(row, seat)
    if below(state, 1000) < style[SLIPS] * 1000:
        return pick(row, number(step(state)))
    mood = mood_of(row, seat) * style[MOODS]
    seen = as_seen(row, seat, style)
    if row[PHASE] == PLAYING:
        seen[BID + seat] = max(0, min(row[CARDS], row[BID + seat] + int(style[THIRST] + mood)))
        return by_mind(seen, seat, int(style[PLAYER]), style, minds, step(state))
    action = by_mind(seen, seat, int(style[BIDDER]), style, minds, step(state))
    if row[PHASE] == NAMING:
        return action
    more = style[SHIFT] + mood + number(step(step(state))) / (LOW_32 + 1)
    bid = max(0, min(row[CARDS], action - FIRST_BID + math.floor(more)))
    return FIRST_BID + allowed_bid(row, bid)


def luck_of(row: Row, seat: int) -> int:
    """Return a generator's state that the hand, the cards played and the score decide."""
    state = 1 + (row[HAND + seat] ^ row[PLAYED] >> 7 ^ row[PLAYED] << 3 & (1 << 60) - 1)
    state += row[ROUND] * 7919 + seat * 104729 + row[TOTAL + seat] * 1299709 + row[TURNED_UP] * 15485863
    for _ in range(6):
        state = step(state)
    return state


def mood_of(row: Row, seat: int) -> int:
    """Return the mood in this deal, which what is turned up decides: a trick less, none or a trick more."""
    return (row[TURNED_UP] + 5 * row[ROUND] + 7 * seat + row[DEALER]) % 3 - 1


def as_seen(row: Row, seat: int, style: Floats) -> Row:
    """Return the row as a style sees it."""
    seen = row.copy()
    if style[BLIND]:
        for other in range(MAX_SEATS):
            if other != seat and row[BID + other] != NO_BID:
                seen[BID + other] = row[CARDS] // row[STILL_IN].bit_count()
    if style[FORGETS]:
        seen[PLAYED] = 0
        for other in range(MAX_SEATS):
            seen[VOIDS + other] = 0
        if row[PHASE] == PLAYING:
            other = row[LEADER]
            while other != seat:
                seen[PLAYED] |= 1 << row[LATEST + other]
                other = row[NEXT + other]
    return seen


def by_mind(row: Row, seat: int, mind: int, style: Floats, minds: Minds, state: int) -> int:
    """Return what one of the minds does."""
    networks, tuning, desk = minds
    if mind == BY_FORMULA:
        return choose_by_formula(row, desk[0], tuning, desk[5], desk[6])
    if mind == BY_CLASSIC:
        return classic_action(row, seat)
    if mind == BY_NETWORK:
        best = choose(row, networks[int(style[NETWORK]), row[STILL_IN].bit_count() - FEWEST], desk)
        return best if style[HEAT] == 0 or row[PHASE] == NAMING else warmed(row, seat, best, style[HEAT], desk, state)
    if row[PHASE] == NAMING:
        return FIRST_TRUMP + strongest_suit(row[HAND + seat])
    if row[PHASE] != PLAYING:
        return FIRST_BID + bid_by_hand(row, seat, style)
    return card_by_hand(row, seat, style)


def warmed(row: Row, seat: int, best: int, heat: float, desk: Any, state: int) -> int:
    """Return one of the actions that the networks have just valued, the better the likelier."""
    worths = desk[7]
    first, options = FIRST_BID, (1 << row[CARDS] + 1) - 1
    if row[PHASE] == PLAYING:
        first, options = 0, distinct(row, playable(row), unseen(row, seat))
    if options & options - 1 == 0:
        return best
    total = 0.0
    rest = options
    while rest:
        if worths[lowest(rest)] > NEVER:
            total += math.exp((worths[lowest(rest)] - worths[best - first]) / heat)
        rest &= rest - 1
    drawn = total * number(state) / (LOW_32 + 1)
    while options:
        option = lowest(options)
        options &= options - 1
        if worths[option] > NEVER:
            drawn -= math.exp((worths[option] - worths[best - first]) / heat)
            if drawn < 0:
                return first + option
    return best


def bid_by_hand(row: Row, seat: int, style: Floats) -> int:
    """Return a bid by points."""
    total = 0.0
    hand = row[HAND + seat]
    while hand:
        total += points(lowest(hand), row[TRUMP], style)
        hand &= hand - 1
    table = row[STILL_IN].bit_count()
    total *= USUAL_SEATS / table
    if total < style[NIL]:
        return 0
    if style[LEFT_OVER] and not row[HIDDEN_BIDS]:
        left = row[CARDS]
        waiting = 0
        for other in range(MAX_SEATS):
            if row[BID + other] != NO_BID:
                left -= row[BID + other]
            elif row[STILL_IN] >> other & 1:
                waiting += 1
        total += style[LEFT_OVER] * (left - waiting * row[CARDS] / table)
    return max(0, min(row[CARDS], math.floor(total + 0.5)))


def points(card: int, trump: int, style: Floats) -> float:
    """Return for how many tricks a card counts."""
    if card >= WIZARD:
        return float(style[WIZARD_POINTS])
    if card >= JESTER:
        return 0.0
    value = card % RANKS + 1
    if suit(card) == trump:
        return float(style[HIGH_TRUMP] if value >= 11 else style[LOW_TRUMP])
    if value < 11:
        return 0.0
    return float(style[HIGH_PLAIN] if value == 13 else style[NEXT_PLAIN])


def card_by_hand(row: Row, seat: int, style: Floats) -> int:
    """Return a card by a few habits."""
    trump = row[TRUMP]
    need = row[BID + seat] - row[WON + seat]
    cards = playable(row)
    if style[KEEPS] and row[CARDS] - row[TRICKS] >= max(0, need) + style[KEEPS]:
        others = cards & ~WIZARDS & ~(IN_SUIT[trump] if trump != NO_SUIT else 0)
        cards = others if others else cards
    if row[BEST] == NOBODY:
        if style[LEADS_LONG]:
            cards = longest(cards, row[HAND + seat])
        return strongest(cards, trump) if need > 0 else weakest(cards, trump)
    winning, losing = cards & row[BEATING], cards & ~row[BEATING]
    if need > 0 and winning:
        return strongest(winning, trump) if style[DEAR] else weakest(winning, trump)
    if losing:
        return weakest(losing, trump) if style[DUMPS_LOW] or need > 0 else strongest(losing, trump)
    return weakest(winning, trump) if style[DUMPS_LOW] else strongest(winning, trump)


def longest(cards: int, hand: int) -> int:
    """Return the cards of the suit of which the hand has most, or all if they have no suit."""
    best = cards
    most = 0
    for index in range(4):
        length = (hand & IN_SUIT[index]).bit_count()
        if cards & IN_SUIT[index] and length > most:
            best = cards & IN_SUIT[index]
            most = length
    return best
