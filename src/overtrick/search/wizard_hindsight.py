"""Sampling of hidden cards that also listens to what was played: which hands explain what their seats did.

A hand is the likelier the more its seat's bid and cards look like those of the
networks, which take the best action mostly, a slightly worse one at times, and any
one now and then. What a seat did depends on its own hand and on what is public, so
an exchange of two cards asks only for the two hands that change. It runs compiled.
"""

import math

from overtrick.cards import IN_SUIT, lowest, suit
from overtrick.games.contract import Row
from overtrick.games.tricks import CARDS, HAND, JESTER, JESTERS, NEXT, TURN, WIZARD, WIZARDS, playable
from overtrick.games.wizard import FIRST_BID
from overtrick.luck import number, step
from overtrick.search.wizard_brain import NEVER, Desk, value_bids, value_cards
from overtrick.search.wizard_sight import Floats, distinct, unseen
from overtrick.search.wizard_unseen import exchange, propose

INLINE = False

HEAT = 2.0  # points: an action that promises so much less is taken e times less often
SLIPS = 0.03  # share of actions that are taken for no reason
UNLIKELY = -1e18


def odds_of_bid(row: Row, seat: int, action: int, brain: Floats, desk: Desk) -> float:
    """Return how likely a seat with this hand bids so."""
    best = value_bids(row, seat, brain, desk)
    worths = desk[7]
    total = 0.0
    for bid in range(row[CARDS] + 1):
        if worths[bid] > NEVER:
            total += math.exp((worths[bid] - worths[best]) / HEAT)
    share: float = math.exp((worths[action - FIRST_BID] - worths[best]) / HEAT) / total
    return (1 - SLIPS) * share + SLIPS / (row[CARDS] + 1)


def odds_of_card(row: Row, seat: int, action: int, brain: Floats, desk: Desk) -> float:
    """Return how likely a seat with this hand plays so, or a card that is as good."""
    cards = distinct(row, playable(row), unseen(row, seat))
    if cards & (cards - 1) == 0:
        return 1.0
    best = value_cards(row, seat, brain, desk)
    worths = desk[7]
    same = equal_card(cards, action)
    count = cards.bit_count()
    total = 0.0
    while cards:
        total += math.exp((worths[lowest(cards)] - worths[best]) / HEAT)
        cards &= cards - 1
    share: float = math.exp((worths[same] - worths[best]) / HEAT) / total
    return (1 - SLIPS) * share + SLIPS / count


def equal_card(cards: int, card: int) -> int:
    """Return which of some distinct cards stands for a card."""
    if card >= WIZARD:
        return lowest(cards & WIZARDS)
    if card >= JESTER:
        return lowest(cards & JESTERS)
    return (cards & IN_SUIT[suit(card)] & ((2 << card) - 1)).bit_length() - 1


def likelihood(moments: list[Row], done: Row, seat: int, hand: int, least: float, brain: Floats, desk: Desk) -> float:
    """Return the logarithm of the odds of all that a seat did, if it now holds this hand; stop where it is too low.

    ``moments`` are the rows before the actions ``done``, hands aside.
    """
    for index in range(len(done)):
        if moments[index][TURN] == seat and done[index] < FIRST_BID:
            hand |= 1 << done[index]
    total = 0.0
    for index in range(len(done)):
        row = moments[index]
        if row[TURN] != seat:
            continue
        row[HAND + seat] = hand
        if done[index] < FIRST_BID:
            total += math.log(odds_of_card(row, seat, done[index], brain, desk))
            hand ^= 1 << done[index]
        else:
            total += math.log(odds_of_bid(row, seat, done[index], brain, desk))
        if total < least:
            return total
    return total


def likelihoods(
    row: Row, seat: int, world: Row, moments: list[Row], done: Row, brain: Floats, desk: Desk, likely: Floats
) -> None:
    """Fill in the likelihood of every other hand of a world."""
    other = row[NEXT + seat]
    while other != seat:
        likely[other] = likelihood(moments, done, other, world[HAND + other], UNLIKELY, brain, desk)
        other = row[NEXT + other]


def next_likely_world(
    row: Row,
    seat: int,
    guess: Floats,
    world: Row,
    means: Floats,
    tries: int,
    moments: list[Row],
    done: Row,
    brain: Floats,
    desk: Desk,
    likely: Floats,
    state: int,
) -> int:
    """Exchange cards between hands and stock; return the generator's state.

    What the guesses of bids let pass is judged again by all that was done, and their verdict is taken back.
    """
    for _ in range(tries):
        state, swap, giver, taker, change, gain = propose(row, seat, guess, world, means, state)
        if swap == 0:
            continue
        state = step(state)
        least = math.log((number(state) + 0.5) / 4294967296.0) + gain + likely[giver]
        if taker != seat:
            least += likely[taker]
        giver_likely = likelihood(moments, done, giver, world[HAND + giver] ^ swap, least, brain, desk)
        taker_likely = 0.0
        if taker != seat and giver_likely >= least:
            taker_likely = likelihood(
                moments, done, taker, world[HAND + taker] ^ swap, least - giver_likely, brain, desk
            )
        if giver_likely + taker_likely < least:
            continue
        exchange(seat, swap, giver, taker, change, world, means)
        likely[giver] = giver_likely
        if taker != seat:
            likely[taker] = taker_likely
    return state
