"""The constants of the players that trade around values: flat rows of floats, whose places have names.

A kernel reads ``habits[TAKE]``. What each place means stands here once, and so do the numbers of figgie:bayes.
"""

from overtrick.games.figgie.rulebook import MODEL_TICK, MODEL_TURN

# Habits of every player that trades around values.
(
    TAKE,  # the edge that is enough to take a quote
    BID_MARGIN,  # the edge that a bid must keep, and so an offer
    OFFER_MARGIN,
    BID_OPENING,  # where there is no quote yet: the share of the most one would bid,
    OFFER_OPENING,  # the dollars above the least one would take,
    OFFER_SHARE,  # but at least this share of the market price
    BID_JUMP,  # where there is one: the share of the way to the most one would bid,
    OFFER_JUMP,  # or the least one would take
    BID_WEIGHT,  # what the edge of a bid counts beside that of an offer
    BID_LOWER,  # the factor on a bid that was taken, for the next time,
    BID_HIGHER,  # and on one that was not
    OFFER_HIGHER,  # the factor on an offer that was taken,
    OFFER_LOWER,  # and on one that was not
    BID_HEED,  # how much it counts for a bid that the others seem to spare the suit,
    OFFER_HEED,  # and for an offer that they seem to want it
    OFFER_CAP,  # the most that is asked above what a card is worth, whatever others ask; 0 for no such limit
    SELL_MORE,  # how much more edge a sale must have to be taken than a purchase
    TRADING_HABITS,
) = range(18)

# Habits of figgie:bayes beyond those.
(
    RESALE,  # the share of the market price that a card is worth while it can be sold again,
    FADING,  # the last turns, over which that share falls to nothing,
    GUESS,  # and what stands for the market price before the first trade
    DOUBT,  # how many cards more or less make a difference to the chance to hold the most
    RIVAL_GAIN,  # how many cards the best rival will probably still get
    PIVOT_SHARE,  # how much of the bonus counts by the change of that chance,
    FLAT_SHARE,  # and how much of it with every card on the way to the majority
    OWN_TRUST,  # the power to which the odds by the own hand are raised,
    TRUST,  # that for what the bounds of the others add to them,
    WANTED_SHARE,  # and what the others seem to want
    SPARED_SHARE,  # and to spare adds to their logarithm,
    READING,  # and how much it counts what a network reads in all that they do
    WARY,  # how much more edge a quote must have to be taken, of a seat whose trades have gained by the exact odds,
    SHY,  # and an offer of one that has sold more cards than it has bought
    DEALING,  # what part of what it wanted a seat may spare and still seem to collect it, rather than to deal in it,
    EAGER,  # and in what part of its turns it must have wanted something, not to be one that only buys what is cheap
    HABITS,
) = range(TRADING_HABITS, TRADING_HABITS + 17)

WORDS = (
    *("take", "bid margin", "offer margin", "bid opening", "offer opening", "offer share", "bid jump", "offer jump"),
    *("bid weight", "bid lower", "bid higher", "offer higher", "offer lower", "bid heed", "offer heed", "offer cap"),
    *("sell more", "resale", "fading", "guess", "doubt", "rival gain", "pivot share", "flat share", "own trust"),
    *("trust", "wanted share", "spared share", "reading", "wary", "shy", "dealing", "eager"),
)
LIMITS = {
    TAKE: (0.3, 20.0),
    BID_MARGIN: (0.0, 20.0),
    OFFER_MARGIN: (0.0, 20.0),
    BID_OPENING: (0.05, 1.2),
    OFFER_OPENING: (0.0, 40.0),
    OFFER_SHARE: (0.0, 6.0),
    BID_JUMP: (0.0, 1.0),
    OFFER_JUMP: (0.0, 1.0),
    BID_WEIGHT: (0.1, 5.0),
    BID_LOWER: (0.3, 1.5),
    BID_HIGHER: (0.7, 3.0),
    OFFER_HIGHER: (0.7, 2.5),
    OFFER_LOWER: (0.4, 1.2),
    BID_HEED: (-2.0, 3.0),
    OFFER_HEED: (-2.0, 3.0),
    OFFER_CAP: (1.0, 60.0),
    SELL_MORE: (-5.0, 8.0),
    RESALE: (0.0, 1.1),
    FADING: (0.5, 30.0),
    GUESS: (0.0, 25.0),
    DOUBT: (0.3, 5.0),
    RIVAL_GAIN: (-2.0, 5.0),
    PIVOT_SHARE: (0.0, 2.0),
    FLAT_SHARE: (0.0, 0.5),
    OWN_TRUST: (0.0, 1.5),
    TRUST: (0.0, 1.3),
    WANTED_SHARE: (-3.0, 5.0),
    SPARED_SHARE: (-5.0, 3.0),
    READING: (0.0, 1.5),
    WARY: (-3.0, 12.0),
    SHY: (-3.0, 12.0),
    DEALING: (0.0, 1.0),
    EAGER: (0.0, 1.0),
}
"""Between which a habit makes sense."""
LOWEST = tuple(LIMITS[place][0] for place in range(HABITS))
HIGHEST = tuple(LIMITS[place][1] for place in range(HABITS))

FACTORS = (BID_WEIGHT, BID_LOWER, BID_HIGHER, OFFER_HIGHER, OFFER_LOWER)


def trading_habits(named: dict[int, float]) -> tuple[float, ...]:
    """Return the habits of a trader as a row; what is not named has no effect."""
    return tuple(named.get(place, 1.0 if place in FACTORS else 0.0) for place in range(TRADING_HABITS))


# figgie:bayes has a set of habits for each kind of table, and other numbers in the turn and the tick model.
SOBER, WILD_SEATS, SINGLE_MINDED = range(3)
BAYES = {
    # sober: turn, tick; wild: turn, tick; single-minded: turn, tick
    TAKE: (2.73, 4.13, 2.17, 1.88, 2.06, 1.29),
    BID_MARGIN: (2.47, 3.30, 1.36, 1.12, 1.73, 1.08),
    OFFER_MARGIN: (1.89, 1.78, 1.16, 1.49, 0.21, 0.11),
    BID_OPENING: (1.04, 0.62, 0.52, 0.36, 0.79, 0.82),
    OFFER_OPENING: (10.55, 13.00, 2.29, 2.17, 6.44, 8.51),
    OFFER_SHARE: (0.16, 0.10, 5.36, 0.0, 0.06, 0.08),
    BID_JUMP: (0.12, 0.11, 0.05, 0.12, 0.51, 0.13),
    OFFER_JUMP: (0.48, 0.46, 0.01, 0.09, 0.37, 0.53),
    BID_WEIGHT: (1.25, 1.36, 1.16, 1.44, 1.53, 3.00),
    BID_LOWER: (1.06, 0.94, 1.05, 1.17, 1.07, 1.10),
    BID_HIGHER: (1.44, 1.57, 0.95, 0.88, 1.74, 1.75),
    OFFER_HIGHER: (1.18, 1.20, 1.32, 1.35, 0.98, 1.03),
    OFFER_LOWER: (0.77, 0.80, 0.79, 0.89, 0.91, 0.91),
    BID_HEED: (0.03, 0.0, 0.0, 0.0, 0.23, 0.27),
    OFFER_HEED: (0.12, 0.0, 0.0, 0.0, 0.67, 1.24),
    OFFER_CAP: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    SELL_MORE: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    RESALE: (0.54, 0.27, 0.01, 0.02, 0.92, 0.83),
    FADING: (4.50, 2.47, 7.82, 8.21, 3.95, 3.77),
    GUESS: (8.95, 14.05, 22.74, 22.69, 2.73, 3.08),
    DOUBT: (1.51, 1.52, 0.64, 0.75, 1.23, 2.24),
    RIVAL_GAIN: (0.90, 1.25, 0.05, 0.03, 2.01, 0.82),
    PIVOT_SHARE: (1.08, 1.35, 0.77, 0.71, 0.06, 0.08),
    FLAT_SHARE: (0.09, 0.12, 0.16, 0.15, 0.14, 0.21),
    OWN_TRUST: (0.53, 0.82, 0.30, 0.45, 0.28, 0.12),
    TRUST: (0.53, 0.82, 0.30, 0.45, 0.28, 0.12),
    WANTED_SHARE: (0.58, 0.74, 0.58, 0.42, 0.05, 0.05),
    SPARED_SHARE: (-0.41, -0.43, -0.38, -0.44, 0.04, 0.02),
    READING: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    WARY: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    SHY: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    DEALING: (1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    EAGER: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
}


def sets_of(model: int) -> tuple[float, ...]:
    """Return the three sets of habits for a model, one after the other."""
    return tuple(row[2 * kind + model] for kind in (SOBER, WILD_SEATS, SINGLE_MINDED) for row in BAYES.values())


HABITS_OF = {"turn": sets_of(MODEL_TURN), "tick": sets_of(MODEL_TICK), "live": sets_of(MODEL_TURN)}
