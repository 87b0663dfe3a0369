"""Strangers at random, for training: whoever is met once cannot be learnt by heart."""

from random import Random

from overtrick.players.figgie.strangers.styles import (
    BELIEF,
    BID,
    BONUS,
    CONSTANTS,
    ENOUGH,
    EXACT,
    FREEZES,
    HAND,
    LAST,
    LEARNS,
    NEVER,
    NOTHING,
    OFFER,
    OPEN_BID,
    OPEN_OFFER,
    PRICES,
    SILENT,
    STEP,
    TAKE,
    TRICK,
)

SELDOM = 0.25  # the share of those who only watch at first, and of those who sell out early


def passer_by(chance: Random) -> tuple[float, ...]:
    """Return the constants of a stranger, who may never bid or never offer; its tricks are those of the tuning half."""
    named = {
        BELIEF: chance.choices((EXACT, HAND, PRICES), (14, 3, 3))[0],
        TRICK: chance.choices((NOTHING, FREEZES, LEARNS), (14, 2, 4))[0],
        BONUS: chance.uniform(0.05, 0.4),
        ENOUGH: chance.randint(4, 7),
        TAKE: chance.uniform(0.5, 6.0),
        BID: chance.uniform(0.5, 7.0),
        OFFER: chance.uniform(0.5, 7.0),
        OPEN_BID: chance.uniform(0.1, 0.9),
        OPEN_OFFER: chance.uniform(2.0, 14.0),
        STEP: chance.choice((0.0, chance.uniform(0.0, 0.6))),
        LAST: chance.choice((0, 0, 0, chance.randint(3, 12))),
    }
    if chance.random() < SELDOM:
        named[SILENT] = chance.randint(1, 25)
    if chance.random() < SELDOM:
        named[LAST] = chance.randint(5, 30)
    named |= chance.choices(({BID: NEVER}, {OFFER: NEVER}, {}), (3, 2, 5))[0]
    return tuple(float(named.get(place, 0.0)) for place in range(CONSTANTS))
