"""The styles of the strangers: players of Figgie that stand for opponents whom nobody has seen, a row of numbers each.

They play by code of their own, apart from that of the strong players. A half of them may be used while a strong player
is tuned. The other half is the test: nothing is ever chosen by looking at how one plays against these.
"""

# What a style believes of the goal suit
EXACT, HAND, PRICES, CROWD = range(4)
"""The exact odds; the mate of the longest suit dealt; whatever is paid for a card; what the others buy."""

# What it does besides trading around what cards are worth to it
NOTHING, FREEZES, MANIPULATES, COPIES, LEARNS, MIXES, BEGINS = range(7)

(
    BELIEF,
    TRICK,
    BONUS,  # the share of the bonus that each card on the way to the majority is worth,
    ENOUGH,  # which is this many cards
    TAKE,  # the edge that is enough to take a quote
    BID,  # the edge that a bid must keep, and so an offer
    OFFER,
    OPEN_BID,  # the share of the most it would pay that it bids where nobody does,
    OPEN_OFFER,  # and how far above the least it would take it asks
    STEP,  # the share of the way to its limit by which it betters a quote, beyond a penny
    SILENT,  # for how many turns it only watches
    LAST,  # in how many turns at the end it sells what is not the goal for anything
    CONSTANTS,
) = range(13)

NEVER = 999.0  # an edge that there never is

Style = dict[int, float]

USUAL: Style = {
    BELIEF: EXACT,
    TRICK: NOTHING,
    BONUS: 0.25,
    ENOUGH: 5,
    TAKE: 2.0,
    BID: 2.0,
    OFFER: 2.0,
    OPEN_BID: 0.5,
    OPEN_OFFER: 6.0,
}

TUNING: dict[str, Style] = {
    "patient": {TAKE: 4.0, BID: 2.5, OFFER: 2.5, OPEN_BID: 0.3, OPEN_OFFER: 10.0},
    "tight": {TAKE: 1.0, BID: 1.0, OFFER: 1.0, OPEN_BID: 0.85, OPEN_OFFER: 2.0},
    "freezer": {TRICK: FREEZES, TAKE: 2.0, BID: 3.0, OFFER: NEVER, OPEN_BID: 0.1},
    "hoarder": {BELIEF: HAND, BONUS: 0.3, ENOUGH: 8, TAKE: 1.0, BID: 1.0, OFFER: NEVER, OPEN_BID: 0.4, STEP: 0.2},
    "momentum": {BELIEF: PRICES, TAKE: 1.5, BID: 1.5, OFFER: 1.5, OPEN_BID: 0.6, OPEN_OFFER: 3.0, LAST: 6},
    "learner": {TRICK: LEARNS, TAKE: 3.0, BID: 4.0, OFFER: 4.0, OPEN_BID: 0.4, OPEN_OFFER: 8.0},
    "beginner": {TRICK: BEGINS},
    "rusher": {BONUS: 0.35, TAKE: 0.5, BID: 0.5, OFFER: 3.0, OPEN_BID: 0.9, OPEN_OFFER: 4.0, STEP: 0.6, LAST: 4},
}

TEST: dict[str, Style] = {
    "sniper": {TAKE: 1.5, BID: NEVER, OFFER: NEVER},
    "manipulator": {TRICK: MANIPULATES, TAKE: 2.5, BID: 3.0, OFFER: 2.0, OPEN_BID: 0.5, OPEN_OFFER: 5.0},
    "bottom-feeder": {TAKE: 6.0, BID: 7.0, OFFER: 9.0, OPEN_BID: 0.4, OPEN_OFFER: 14.0},
    "seller": {
        BELIEF: HAND,
        BONUS: 0.05,
        ENOUGH: 3,
        TAKE: 0.5,
        BID: NEVER,
        OFFER: 0.5,
        OPEN_OFFER: 5.0,
        STEP: 0.3,
        LAST: 20,
    },
    "copycat": {BELIEF: CROWD, TRICK: COPIES, BONUS: 0.2, TAKE: 2.0, BID: 2.0, OFFER: 2.0, OPEN_BID: 0.7},
    "mixture": {TRICK: MIXES},
    "latecomer": {BONUS: 0.4, TAKE: 1.0, BID: 1.5, OFFER: 4.0, OPEN_BID: 0.5, OPEN_OFFER: 6.0, SILENT: 15, STEP: 0.3},
}

STYLES = {**TUNING, **TEST}
NAMES = tuple(STYLES)


def constants(style: str) -> tuple[float, ...]:
    """Return the row of a style."""
    return tuple(float({**USUAL, **STYLES[style]}.get(place, 0.0)) for place in range(CONSTANTS))
