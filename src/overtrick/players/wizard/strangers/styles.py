"""The styles of the strangers: players of Wizard that stand for opponents whom nobody has seen, a row of numbers each.

A half of them may be used while a strong player is trained and tuned. The other half is the test: nothing is ever
chosen by looking at how one plays against these.
"""

# Who bids for a style, and who plays its cards
BY_HAND, BY_FORMULA, BY_CLASSIC, BY_NETWORK = range(4)
"""Points and a few habits of its own; wizard:rules; wizard:classic; networks that were trained apart."""

# Networks: those that wizard:net had first, and three smaller and larger ones with other seeds, rates and sparring
# partners, each the same for all numbers of seats. They were trained once, before anything was tuned.
NETWORKS = ("old", "narrow", "wide", "odd")
OLD, NARROW, WIDE, ODD = range(4)

(
    BIDDER,
    PLAYER,
    NETWORK,
    SHIFT,  # tricks that it bids beyond what its bidder says, a part of one as a share of the deals
    THIRST,  # tricks that it plays for beyond its bid
    SLIPS,  # share of actions that are taken for no reason
    HEAT,  # points: an action that promises its networks so much less is taken e times less often
    BLIND,  # takes every other bid for a fair share
    FORGETS,  # what was played before the trick on the table
    MOODS,  # bids and plays for a trick more in some deals, and for a trick less in others
    WIZARD_POINTS,  # by hand: tricks that a card counts for at a table of four
    HIGH_TRUMP,  # 11 to 13
    LOW_TRUMP,
    HIGH_PLAIN,  # 13
    NEXT_PLAIN,  # 11 and 12
    NIL,  # it bids 0 with less than that
    LEFT_OVER,  # it bids that share of the tricks that the others have left over, beside its points
    LEADS_LONG,  # leads from its longest suit
    DEAR,  # wins with its highest card
    DUMPS_LOW,  # throws its lowest card away where it does not win
    KEEPS,  # Wizards and trumps while it has that many cards more than it needs tricks
    CONSTANTS,
) = range(22)

Style = dict[int, float]

POINTS: Style = {WIZARD_POINTS: 1.0, HIGH_TRUMP: 0.8, LOW_TRUMP: 0.4, HIGH_PLAIN: 0.7, NEXT_PLAIN: 0.3}

TUNING: dict[str, Style] = {
    "old-net": {BIDDER: BY_NETWORK, PLAYER: BY_NETWORK, NETWORK: OLD},
    "narrow": {BIDDER: BY_NETWORK, PLAYER: BY_NETWORK, NETWORK: NARROW},
    "noisy": {BIDDER: BY_NETWORK, PLAYER: BY_NETWORK, NETWORK: OLD, SLIPS: 0.15},
    "hot": {BIDDER: BY_NETWORK, PLAYER: BY_NETWORK, NETWORK: NARROW, HEAT: 6.0},
    "bold": {BIDDER: BY_NETWORK, PLAYER: BY_NETWORK, NETWORK: NARROW, SHIFT: 0.5},
    "greedy": {BIDDER: BY_FORMULA, PLAYER: BY_FORMULA, THIRST: 1.0},
    "nil": {**POINTS, NIL: 1.8, PLAYER: BY_CLASSIC},
    "points": POINTS,
    "rusher": {**POINTS, LOW_TRUMP: 0.6, NEXT_PLAIN: 0.5, DEAR: 1.0, DUMPS_LOW: 1.0},
}

TEST: dict[str, Style] = {
    "wide": {BIDDER: BY_NETWORK, PLAYER: BY_NETWORK, NETWORK: WIDE},
    "odd": {BIDDER: BY_NETWORK, PLAYER: BY_NETWORK, NETWORK: ODD},
    "forgetful": {BIDDER: BY_NETWORK, PLAYER: BY_NETWORK, NETWORK: WIDE, FORGETS: 1.0},
    "blind": {BIDDER: BY_NETWORK, PLAYER: BY_NETWORK, NETWORK: ODD, BLIND: 1.0},
    "moody": {BIDDER: BY_NETWORK, PLAYER: BY_NETWORK, NETWORK: WIDE, MOODS: 1.0},
    "absent": {BIDDER: BY_FORMULA, PLAYER: BY_FORMULA, SLIPS: 0.2},
    "shy": {BIDDER: BY_FORMULA, PLAYER: BY_FORMULA, SHIFT: -0.6},
    "braggart": {BIDDER: BY_CLASSIC, PLAYER: BY_CLASSIC, SHIFT: 0.8},
    "hoarder": {**POINTS, HIGH_PLAIN: 0.5, LEFT_OVER: 0.15, LEADS_LONG: 1.0, DUMPS_LOW: 1.0, KEEPS: 1.0},
}

STYLES = {**TUNING, **TEST}
NAMES = tuple(STYLES)


def constants(style: Style) -> tuple[float, ...]:
    """Return the row of a style."""
    return tuple(float(style.get(place, 0.0)) for place in range(CONSTANTS))
