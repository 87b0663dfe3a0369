"""What a card is worth to figgie:bayes, and what follows from it: kernels for both speeds."""

from math import exp, log

from overtrick.games.contract import NOBODY, Row
from overtrick.games.figgie.rulebook import (
    BIDDER,
    CARD_PAYS,
    DECK,
    DECKS,
    FEWEST,
    HAND,
    MAX_SEATS,
    MODEL,
    MONEY,
    OFFERER,
    PASS,
    POT,
    SEAT_COUNT,
    START_MONEY,
    SUITS,
    USUAL,
)
from overtrick.players.figgie.bounds import (
    BOUND,
    CENTS,
    NET,
    PRICE,
    SPARED,
    VERSATILE,
    WANTED,
    WILD,
    share,
)
from overtrick.players.figgie.habits import (
    DOUBT,
    FADING,
    FLAT_SHARE,
    GUESS,
    HABITS,
    OWN_TRUST,
    PIVOT_SHARE,
    RESALE,
    RIVAL_GAIN,
    SHY,
    SINGLE_MINDED,
    SOBER,
    SPARED_SHARE,
    TAKE,
    TRUST,
    WANTED_SHARE,
    WARY,
    WILD_SEATS,
)
from overtrick.players.figgie.posterior import GOALS, SIZES, Desk, goal_odds, log_own_odds
from overtrick.players.figgie.quotes import Floats, best_quote, best_take, turns_left

WILD_ACTS = 3  # of one seat, from which on the table is a wild one
SINGLE_BIDS = 3  # who wanted a suit so often, and never two between two trades, is single-minded
PROMISE = 25.0  # what a card of the goal suit is worth in the accounts of the others
SOME_MONEY = 60.0  # a gain or loss that already says something
SOME_CARDS = 3.0  # who has sold so many more than it has bought is half of a seller
SINGLE_SEATS = [3, 2, 3]  # by model: so many such seats make a single-minded table


def settle_accounts(row: Row, book: Row, desk: Desk, accounts: Floats) -> None:
    """Fill in what each seat has gained by its trades so far, by the exact odds."""
    goals = goal_odds(desk)
    for seat in range(row[SEAT_COUNT]):
        accounts[seat] = float(row[MONEY + seat] - START_MONEY + POT // row[SEAT_COUNT])
        for suit in range(SUITS):
            accounts[seat] += PROMISE * goals[suit] * book[NET + SUITS * seat + suit]


def credit(gained: float) -> float:
    """Return between -1 and 1 how far an account speaks for a seat."""
    return gained / (abs(gained) + SOME_MONEY)


def sells_out(book: Row, seat: int) -> float:
    """Return between 0 and 1 how far a seat only sells, by its cards sold less those bought."""
    sold = 0
    for suit in range(SUITS):
        sold -= book[NET + SUITS * seat + suit]
    return max(sold, 0) / (max(sold, 0) + SOME_CARDS)


def wishes(row: Row, seat: int, book: Row, habits: Floats, hints: Floats) -> None:
    """Fill in what the others seem to want and to spare adds to the logarithm of the odds of each suit to be the goal.

    Who bids again and again for one suit has probably been dealt many of its mate, which the bounds do not
    show. A seat that wants everything tells nothing, so shares are squared.
    """
    for suit in range(SUITS):
        hints[suit] = 0.0
        for other in range(row[SEAT_COUNT]):
            if other != seat:
                want, spare = share(book, WANTED, other, suit), share(book, SPARED, other, suit)
                hints[suit] += habits[WANTED_SHARE] * want * want + habits[SPARED_SHARE] * spare * spare


def lean(row: Row, seat: int, book: Row, desk: Desk, hints: Floats, habits: Floats, odds: Floats) -> None:
    """Fill in the odds of the decks, leaning from the exact ones to what the other seats seem to know."""
    own = [0, 0, 0, 0]
    for suit in range(SUITS):
        own[suit] = row[HAND + SUITS * seat + suit] - book[NET + SUITS * seat + suit]
    total = 0.0
    for which in range(DECKS):
        odds[which] = 0.0
        if desk[which] > 0.0:
            by_hand = log_own_odds(which, own)
            shown = log(desk[which]) - by_hand
            odds[which] = exp(habits[OWN_TRUST] * by_hand + habits[TRUST] * shown + hints[GOALS[which]])
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
    for first in range(0, DECKS, 3):  # the three decks with one goal suit, which has 8 cards in one of them and else 10
        goal = GOALS[first]
        held = row[HAND + SUITS * seat + goal]
        for size in (FEWEST, USUAL):
            chance = 0.0
            for which in range(first, first + 3):
                if SIZES[SUITS * which + goal] == size:
                    chance += odds[which]
            rival = best_rival(row, seat, book, goal, size)
            now = chance_to_win(held, rival, habits)
            bonus, more, less = POT - CARD_PAYS * size, 0.0, 0.0
            if held <= size // 2:
                more = habits[FLAT_SHARE] + habits[PIVOT_SHARE] * (chance_to_win(held + 1, rival, habits) - now)
            if held <= size // 2 + 1:
                less = habits[FLAT_SHARE] + habits[PIVOT_SHARE] * (now - chance_to_win(held - 1, rival, habits))
            buy[goal] += chance * (CARD_PAYS + bonus * more)
            give[goal] += chance * (CARD_PAYS + bonus * less)


def worth_of_hand(row: Row, seat: int, book: Row, odds: Floats, habits: Floats) -> float:
    """Return what the cards of a seat will pay in the end: ten dollars for each of the goal suit, and the bonus."""
    worth = 0.0
    for which in range(DECKS):
        goal = GOALS[which]
        held, size = row[HAND + SUITS * seat + goal], SIZES[SUITS * which + goal]
        wins = chance_to_win(held, best_rival(row, seat, book, goal, size), habits)
        worth += odds[which] * (CARD_PAYS * held + (POT - CARD_PAYS * size) * wins)
    return worth


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
    return count >= SINGLE_SEATS[row[MODEL]]


def habits_at(row: Row, seat: int, book: Row, sets: Floats) -> Floats:
    """Return the habits for this table, out of the sets for the three kinds of tables."""
    kind = SOBER
    if is_wild_table(row, seat, book):
        kind = WILD_SEATS
    elif is_single_minded_table(row, seat, book):
        kind = SINGLE_MINDED
    return sets[kind * HABITS : (kind + 1) * HABITS]


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
    """Return the action of a player with a set of habits for each kind of table, who keeps no accounts."""
    habits, hints = habits_at(row, seat, book, sets), [0.0, 0.0, 0.0, 0.0]
    wishes(row, seat, book, habits, hints)
    return act_by(row, seat, book, desk, [0.0] * MAX_SEATS, hints, habits)


def act_by(row: Row, seat: int, book: Row, desk: Desk, accounts: Floats, hints: Floats, habits: Floats) -> int:
    """Return the action: book, desk and hints say what cards are worth, quotes and accounts what to do about it."""
    buy, give, market = [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]
    judge(row, seat, book, desk, hints, habits, [0.0] * DECKS, buy, give, market)
    to_buy, to_give = buy.copy(), give.copy()
    for suit in range(SUITS):  # who has gained so far may know more than is seen here
        if row[OFFERER + suit] != NOBODY:
            to_buy[suit] -= habits[WARY] * credit(accounts[row[OFFERER + suit]])
            to_buy[suit] -= habits[SHY] * sells_out(book, row[OFFERER + suit])
        if row[BIDDER + suit] != NOBODY:
            to_give[suit] += habits[WARY] * credit(accounts[row[BIDDER + suit]])
    action, edge = best_take(row, seat, to_buy, to_give, habits)
    if action != PASS and edge >= habits[TAKE]:
        return action
    return best_quote(row, seat, book, buy, give, market, habits)[0]


def judge(
    row: Row,
    seat: int,
    book: Row,
    desk: Desk,
    hints: Floats,
    habits: Floats,
    odds: Floats,
    buy: Floats,
    give: Floats,
    market: Floats,
) -> None:
    """Fill in what a player with these habits thinks of the decks, of one card more or less, and of the market."""
    lean(row, seat, book, desk, hints, habits, odds)
    worth_of_cards(row, seat, book, odds, habits, buy, give)
    add_resale(row, book, habits, buy, give, market)
