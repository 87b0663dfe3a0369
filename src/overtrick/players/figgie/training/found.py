"""What was found for figgie:trader beside its evolution: by trying numbers, and by evolving a few of them apart."""

from overtrick.players.figgie.habits import (
    BID_HEED,
    BID_HIGHER,
    BID_JUMP,
    BID_MARGIN,
    BID_OPENING,
    BID_TELLS,
    BID_WEIGHT,
    DEALING,
    DOUBT,
    EAGER,
    FADING,
    FLAT_SHARE,
    OFFER_HEED,
    OFFER_JUMP,
    OFFER_LOWER,
    OFFER_MARGIN,
    OFFER_OPENING,
    OFFER_SHARE,
    OFFER_TELLS,
    OWN_TRUST,
    PIVOT_SHARE,
    RESALE,
    RIVAL_GAIN,
    SELL_MORE,
    SHY,
    SPARED_SHARE,
    TAKE,
    TRUST,
    WANTED_SHARE,
    WARY,
)
from overtrick.players.figgie.signs import ALWAYS, LOOSE, MUTE

MUTED = {
    # by habit: turn, tick
    TAKE: (0.195, 4.58),
    BID_MARGIN: (3.74, -1.04),
    OFFER_MARGIN: (2.84, 2.29),
    BID_OPENING: (-0.259, -0.0637),
    OFFER_OPENING: (-0.373, -2.06),
    OFFER_SHARE: (-1.12, -1.53),
    BID_JUMP: (0.111, 0.158),
    OFFER_JUMP: (-0.115, 0.041),
    BID_WEIGHT: (0.229, -1.17),
    BID_HIGHER: (0.421, -0.27),
    OFFER_LOWER: (-0.0764, -0.246),
    BID_HEED: (-0.182, -0.687),
    OFFER_HEED: (-0.219, 0.803),
    SELL_MORE: (-0.504, 0.716),
    RESALE: (-0.101, 0.0756),
    FADING: (-0.873, 1.09),
    DOUBT: (0.128, -0.312),
    RIVAL_GAIN: (0.0855, -2.06),
    PIVOT_SHARE: (0.137, -0.196),
    FLAT_SHARE: (0.0311, -0.0064),
    OWN_TRUST: (0.499, 1.03),
    TRUST: (-0.193, 0.00961),
    WANTED_SHARE: (0.313, 2.17),
    SPARED_SHARE: (0.797, 1.89),
    BID_TELLS: (0.568, 0.0299),
    OFFER_TELLS: (-0.0152, -0.916),
    WARY: (0.965, 1.7),
    SHY: (1.2, 1.26),
}
"""What the sign "mute" adds: evolved at tables of passers-by who never bid, or seldom, and of exploiters."""

BY_TURNS = {
    **{(habit, MUTE): turn for habit, (turn, _) in MUTED.items()},
    (SHY, ALWAYS): 3.0,
    (DEALING, ALWAYS): 0.8,
    (EAGER, ALWAYS): 0.3,
    (BID_MARGIN, LOOSE): 3.8,
}
BY_TICKS = {
    **{(habit, MUTE): tick for habit, (_, tick) in MUTED.items()},
    (SHY, ALWAYS): 4.0,
    (DEALING, ALWAYS): 0.8,
    (EAGER, ALWAYS): 0.3,
}
SET = {"turn": BY_TURNS, "tick": BY_TICKS, "live": BY_TURNS}
"""By model, habit and sign the weights that are set beside what evolution finds."""
