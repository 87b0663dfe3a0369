"""Sampling of hidden cards that also listens to what was played: which hands explain what their seats did.

A hand is the likelier the more its seat's bid and cards are what the seat does by its
habit, as far as that is trusted. What a seat did depends on its own hand and on what is
public, so an exchange of two cards asks only for the two hands that change. It runs
compiled.
"""

import math

from overtrick.core.luck import number, step
from overtrick.games.contract import Row
from overtrick.games.tricks import HAND, NEXT, TURN
from overtrick.games.wizard.rulebook import FIRST_BID
from overtrick.players.wizard.search.habits import Ways, odds_of
from overtrick.players.wizard.sight import Floats, unseen
from overtrick.players.wizard.unseen import exchange, held_by_others, propose

INLINE = False

UNLIKELY = -1e18


def likelihood(moments: list[Row], done: Row, seat: int, hand: int, least: float, ways: Ways) -> float:
    """Return what counts of the log odds of all that a seat did, if it now holds this hand; stop where it is too low.

    ``moments`` are the rows before the actions ``done``, hands aside.
    """
    for index in range(len(done)):
        if moments[index][TURN] == seat and done[index] < FIRST_BID:
            hand |= 1 << done[index]
    total = 0.0
    trust: float = ways[4]
    for index in range(len(done)):
        row = moments[index]
        if row[TURN] != seat:
            continue
        row[HAND + seat] = hand
        total += trust * math.log(odds_of(row, done[index], ways))
        if done[index] < FIRST_BID:
            hand ^= 1 << done[index]
        if total < least:
            return total
    return total


def likelihoods(row: Row, seat: int, world: Row, moments: list[Row], done: Row, ways: Ways, likely: Floats) -> None:
    """Fill in the likelihood of every other hand of a world."""
    other = row[NEXT + seat]
    while other != seat:
        likely[other] = likelihood(moments, done, other, world[HAND + other], UNLIKELY, ways)
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
    ways: Ways,
    likely: Floats,
    state: int,
) -> int:
    """Exchange cards between hands and stock; return the generator's state.

    What the guesses of bids let pass is judged again by all that was done, and their verdict is taken back.
    """
    hidden, held = unseen(row, seat), held_by_others(row, seat, world)
    for _ in range(tries):
        state, swap, giver, taker, change, gain = propose(row, seat, hidden, held, guess, world, means, state)
        if swap == 0:
            continue
        state = step(state)
        least = math.log((number(state) + 0.5) / 4294967296.0) + gain + likely[giver]
        if taker != seat:
            least += likely[taker]
        giver_likely = likelihood(moments, done, giver, world[HAND + giver] ^ swap, least, ways)
        taker_likely = 0.0
        if taker != seat and giver_likely >= least:
            taker_likely = likelihood(moments, done, taker, world[HAND + taker] ^ swap, least - giver_likely, ways)
        if giver_likely + taker_likely < least:
            continue
        exchange(seat, swap, giver, taker, change, world, means)
        held ^= swap if taker == seat else 0
        likely[giver] = giver_likely
        if taker != seat:
            likely[taker] = taker_likely
    return state
