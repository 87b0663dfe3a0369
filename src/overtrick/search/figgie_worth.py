"""What a card is worth to figgie:bayes, and what follows from it: kernels for both speeds, with their constants."""

from math import exp

from overtrick.games.contract import Row
from overtrick.games.figgie import CARD_PAYS, DECK, DECKS, HAND, POT, SEAT_COUNT, SUITS
from overtrick.search.figgie_bounds import BOUND, CENTS, NET, PRICE, SPARED, VERSATILE, WANTED, WILD
from overtrick.search.figgie_posterior import GOALS, SIZES, Desk
from overtrick.search.figgie_quotes import TRADING_HABITS, Floats, trade_around, turns_left

# Habits beyond those of every trader.
(
    RESALE,  # the share of the market price that a card is worth while it can be sold again,
    FADING,  # the last turns, over which that share falls to nothing,
    GUESS,  # and what stands for the market price before the first trade
    DOUBT,  # how many cards more or less make a difference to the chance to hold the most
    RIVAL_GAIN,  # how many cards the best rival will probably still get
    PIVOT_SHARE,  # how much of the bonus counts by the change of that chance,
    FLAT_SHARE,  # and how much of it with every card on the way to the majority
    TRUST,  # the power to which the exact odds are raised,
    WANTED_SHARE,  # and what the others seem to want
    SPARED_SHARE,  # and to spare adds to their logarithm
    HABITS,
) = range(TRADING_HABITS, TRADING_HABITS + 11)
SOBER_TURN = (
    2.536,
    2.578,
    1.984,
    1.049,
    10.117,
    0.16,
    0.1,
    0.483,
    1.212,
    1.055,
    1.448,
    1.183,
    0.75,
    0.562,
    4.273,
    8.636,
    1.375,
    0.875,
    1.111,
    0.098,
    0.598,
    0.579,
    -0.401,
)
WILD_TURN = (
    2.172,
    1.357,
    1.164,
    0.524,
    2.285,
    5.362,
    0.052,
    0.01,
    1.164,
    1.046,
    0.955,
    1.316,
    0.792,
    0.007,
    7.822,
    22.742,
    0.644,
    0.051,
    0.774,
    0.158,
    0.302,
    0.582,
    -0.378,
)
SOBER_TICK = (
    4.135,
    3.301,
    1.781,
    0.625,
    13.003,
    0.104,
    0.112,
    0.46,
    1.36,
    0.937,
    1.573,
    1.204,
    0.802,
    0.266,
    2.468,
    14.047,
    1.521,
    1.245,
    1.352,
    0.124,
    0.819,
    0.736,
    -0.431,
)
WILD_TICK = (
    1.882,
    1.117,
    1.491,
    0.357,
    2.165,
    6.859,
    0.123,
    0.089,
    1.442,
    1.171,
    0.884,
    1.348,
    0.887,
    0.016,
    8.21,
    22.692,
    0.75,
    0.025,
    0.713,
    0.153,
    0.451,
    0.419,
    -0.442,
)
SINGLE_TURN = (
    4.221,
    1.709,
    0.361,
    1.502,
    11.465,
    0.128,
    0.137,
    0.727,
    2.209,
    1.077,
    1.663,
    1.001,
    0.847,
    0.795,
    3.343,
    2.342,
    1.493,
    1.785,
    0.122,
    0.168,
    0.267,
    0.11,
    0.106,
)
SINGLE_TICK = (
    4.221,
    1.709,
    0.361,
    1.502,
    11.465,
    0.128,
    0.137,
    0.727,
    2.209,
    1.077,
    1.663,
    1.001,
    0.847,
    0.795,
    3.343,
    2.342,
    1.493,
    1.785,
    0.122,
    0.168,
    0.267,
    0.11,
    0.106,
)
WILD_ACTS = 3  # of one seat, from which on the table is a wild one
SINGLE_SEATS = 3  # so many single-minded seats make a single-minded table
SINGLE_BIDS = 2  # who wanted so often, and never two suits between two trades, is single-minded


def lean(row: Row, seat: int, book: Row, desk: Desk, habits: Floats, odds: Floats) -> None:
    """Fill in the odds of the decks, leaning from the exact ones to what the other seats seem to believe.

    Who bids again and again for one suit has probably been dealt many of its mate, which the bounds do not
    show. A seat that wants everything tells nothing, so shares are squared.
    """
    hints = [0.0, 0.0, 0.0, 0.0]
    for other in range(row[SEAT_COUNT]):
        if other != seat:
            wanted, spared = 4, 4
            for suit in range(SUITS):
                wanted += book[WANTED + SUITS * other + suit]
                spared += book[SPARED + SUITS * other + suit]
            for suit in range(SUITS):
                want = (book[WANTED + SUITS * other + suit] + 1) / wanted
                spare = (book[SPARED + SUITS * other + suit] + 1) / spared
                hints[suit] += habits[WANTED_SHARE] * want * want + habits[SPARED_SHARE] * spare * spare
    total = 0.0
    for which in range(DECKS):
        odds[which] = desk[which] ** habits[TRUST] * exp(hints[GOALS[which]]) if desk[which] > 0.0 else 0.0
        total += odds[which]
    for which in range(DECKS):
        odds[which] /= total


def best_rival(row: Row, seat: int, book: Row, suit: int, size: int) -> float:
    """Return how many cards of a suit the seat that holds most of them besides this one probably has now."""
    seats = row[SEAT_COUNT]
    each = len(DECK) // seats
    own = SUITS * seat + suit
    unseen = size - (row[HAND + own] - book[NET + own])
    room = 0
    for other in range(seats):
        if other != seat:
            unseen -= book[BOUND + SUITS * other + suit]
            room += each
            for any_suit in range(SUITS):
                room -= book[BOUND + SUITS * other + any_suit]
    most = 0.0
    for other in range(seats):
        if other != seat:
            free = each
            for any_suit in range(SUITS):
                free -= book[BOUND + SUITS * other + any_suit]
            place = SUITS * other + suit
            share = max(unseen, 0) * free / room if room > 0 else 0.0
            most = max(most, book[BOUND + place] + book[NET + place] + share)
    return most


def chance_to_win(held: int, rival: float, habits: Floats) -> float:
    """Return the probability that so many goal cards are the most in the end."""
    return 1.0 / (1.0 + exp((rival + habits[RIVAL_GAIN] - held) / habits[DOUBT]))


def worth_of_cards(row: Row, seat: int, book: Row, odds: Floats, habits: Floats, buy: Floats, give: Floats) -> None:
    """Fill in what one more card of each suit will pay in the end, and what one less would cost."""
    for suit in range(SUITS):
        buy[suit] = 0.0
        give[suit] = 0.0
    for which in range(DECKS):
        goal = GOALS[which]
        size = SIZES[SUITS * which + goal]
        held = row[HAND + SUITS * seat + goal]
        bonus = POT - CARD_PAYS * size
        rival = best_rival(row, seat, book, goal, size)
        now = chance_to_win(held, rival, habits)
        more, less = 0.0, 0.0
        if held <= size // 2:
            more = habits[FLAT_SHARE] + habits[PIVOT_SHARE] * (chance_to_win(held + 1, rival, habits) - now)
        if held <= size // 2 + 1:
            less = habits[FLAT_SHARE] + habits[PIVOT_SHARE] * (now - chance_to_win(held - 1, rival, habits))
        buy[goal] += odds[which] * (CARD_PAYS + bonus * more)
        give[goal] += odds[which] * (CARD_PAYS + bonus * less)


def is_wild_table(row: Row, seat: int, book: Row) -> bool:
    """Return whether another seat trades as nobody does who counts: then prices may be anything."""
    wildest = 0
    for other in range(row[SEAT_COUNT]):
        if other != seat:
            wildest = max(wildest, book[WILD + other])
    return wildest >= WILD_ACTS


def is_single_minded_table(row: Row, seat: int, book: Row) -> bool:
    """Return whether most others collect one suit each and sell the rest: then it pays to trade between them."""
    count = 0
    for other in range(row[SEAT_COUNT]):
        wanted = 0
        for suit in range(SUITS):
            wanted += book[WANTED + SUITS * other + suit]
        if other != seat and wanted >= SINGLE_BIDS and book[VERSATILE + other] == 0:
            count += 1
    return count >= SINGLE_SEATS


def habits_at(row: Row, seat: int, book: Row, sets: Floats) -> Floats:
    """Return the habits for this table, out of three sets: for a sober, a wild and a single-minded one."""
    if is_wild_table(row, seat, book):
        return sets[HABITS : 2 * HABITS]
    if is_single_minded_table(row, seat, book):
        return sets[2 * HABITS :]
    return sets[:HABITS]


def add_resale(row: Row, book: Row, habits: Floats, buy: Floats, give: Floats, market: Floats) -> None:
    """Raise what cards are worth to what they can be sold for while there is time, and fill in the market prices."""
    fading = min(1.0, turns_left(row) / habits[FADING])
    for suit in range(SUITS):
        price = book[PRICE + suit]
        market[suit] = price / CENTS if price > 0 else habits[GUESS]
        resale = habits[RESALE] * market[suit] * fading
        buy[suit] = max(buy[suit], resale)
        give[suit] = max(give[suit], resale)


def act(row: Row, seat: int, book: Row, desk: Desk, sets: Floats) -> int:
    """Return the action: the book and the desk say what cards are worth, the quotes what to do about it."""
    habits = habits_at(row, seat, book, sets)
    buy, give, market = [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]
    odds = [0.0] * DECKS
    lean(row, seat, book, desk, habits, odds)
    worth_of_cards(row, seat, book, odds, habits, buy, give)
    add_resale(row, book, habits, buy, give, market)
    return trade_around(row, seat, book, buy, give, market, habits)
