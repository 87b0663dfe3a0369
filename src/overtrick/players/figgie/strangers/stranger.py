"""How strangers play Figgie: around what cards are worth to them, each with the constants and the trick of its style.

Written for both speeds.
"""

from math import ceil, floor

from overtrick.games.contract import NOBODY, Row
from overtrick.games.figgie.rulebook import (
    BID,
    BIDDER,
    CARD_PAYS,
    DECKS,
    FIRST_BUY,
    FIRST_SELL,
    HAND,
    LAST_PRICE,
    MONEY,
    OFFER,
    OFFERER,
    PASS,
    POT,
    SEAT_COUNT,
    SUITS,
    bid,
    offer,
)
from overtrick.players.figgie.bounds import CENTS, LAST_BID, LAST_OFFER, NET, PRICE, WANTED
from overtrick.players.figgie.posterior import GOALS, SIZES, Desk
from overtrick.players.figgie.quotes import turns_gone, turns_left
from overtrick.players.figgie.strangers import styles
from overtrick.players.figgie.strangers.beginner import act as act_beginner
from overtrick.players.figgie.strangers.styles import (
    BEGINS,
    BELIEF,
    BONUS,
    COPIES,
    CROWD,
    ENOUGH,
    EXACT,
    FREEZES,
    LAST,
    LEARNS,
    MANIPULATES,
    MIXES,
    OPEN_BID,
    OPEN_OFFER,
    PRICES,
    SILENT,
    STEP,
    TAKE,
    TRICK,
)

Floats = list[float]
FROZEN = 999  # the price of an offer that is meant to keep others from offering
BAIT = 14.0  # what a manipulator bids up to for a suit that it means to sell
SCARCE_TURNS = 12  # the last turns, in which it baits no more
LESSON = 0.7  # what becomes of a margin with each turn without a trade, of two
FIRST_GUESS = 7.0  # the price of a card before anything was paid
TREND = 0.6  # the share of the last move of a price that is expected once more
MIXED = ((2.0, 2.0, 2.0), (1.0, 1.0, 1.0), (1.5, 99.0, 3.0), (4.0, 2.5, 2.5), (2.0, 5.0, 1.0))
"""What a mixture takes, bids and offers with, one of these in a game."""
TAKES = tuple(mood[0] for mood in MIXED)
BIDS = tuple(mood[1] for mood in MIXED)
OFFERS = tuple(mood[2] for mood in MIXED)


def beliefs(row: Row, seat: int, book: Row, desk: Desk, style: Floats, odds: Floats) -> None:
    """Fill in what a stranger thinks of the twelve decks."""
    mate = 0
    if style[BELIEF] != EXACT:
        mate = longest(row, seat, book) ^ 1
    if style[BELIEF] == CROWD:
        most = 2
        for suit in range(SUITS):
            wanted = 0
            for other in range(row[SEAT_COUNT]):
                if other != seat:
                    wanted += book[WANTED + SUITS * other + suit]
            if wanted > most:
                mate, most = suit, wanted
    total = 0.0
    for which in range(DECKS):
        odds[which] = desk[which]
        if style[BELIEF] != EXACT:
            odds[which] = 0.2 if GOALS[which] == mate else 0.05
        total += odds[which]
    for which in range(DECKS):
        odds[which] /= total


def longest(row: Row, seat: int, book: Row) -> int:
    """Return the suit of which a seat was dealt most."""
    best, most = 0, -1
    for suit in range(SUITS):
        dealt = row[HAND + SUITS * seat + suit] - book[NET + SUITS * seat + suit]
        if dealt > most:
            best, most = suit, dealt
    return best


def worths(row: Row, seat: int, book: Row, desk: Desk, style: Floats, buy: Floats, give: Floats) -> None:
    """Fill in what one more card of each suit is worth to a stranger, and what one less costs it."""
    if style[BELIEF] == PRICES:
        for suit in range(SUITS):
            moving, last = book[PRICE + suit] / CENTS, float(row[LAST_PRICE + suit])
            worth = last + TREND * (last - moving) if last > 0.0 else FIRST_GUESS
            buy[suit], give[suit] = worth, worth
        return
    odds = [0.0] * DECKS
    beliefs(row, seat, book, desk, style, odds)
    for suit in range(SUITS):
        buy[suit], give[suit] = 0.0, 0.0
    for which in range(DECKS):
        goal = GOALS[which]
        held = row[HAND + SUITS * seat + goal]
        bonus = style[BONUS] * (POT - CARD_PAYS * SIZES[SUITS * which + goal])
        buy[goal] += odds[which] * (CARD_PAYS + (bonus if held < style[ENOUGH] else 0.0))
        give[goal] += odds[which] * (CARD_PAYS + (bonus if held <= style[ENOUGH] else 0.0))


def needs_odds(style: Floats) -> bool:
    """Return whether a stranger looks at the exact odds."""
    return style[BELIEF] == EXACT and style[TRICK] != BEGINS


def act(row: Row, seat: int, book: Row, desk: Desk, style: Floats) -> int:
    """Return the action of a stranger."""
    if style[TRICK] == BEGINS:
        return act_beginner(row, seat)
    buy, give = [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]
    worths(row, seat, book, desk, style, buy, give)
    left = turns_left(row)
    take, bid_edge, offer_edge = style[TAKE], style[styles.BID], style[styles.OFFER]
    if style[TRICK] == MIXES:
        mood = mood_of(row, seat, book)
        take, bid_edge, offer_edge = TAKES[mood], BIDS[mood], OFFERS[mood]
    if style[TRICK] == LEARNS:
        patience = LESSON ** (quiet_turns(row, seat, book) / 2)
        bid_edge, offer_edge = 1.0 + bid_edge * patience, 1.0 + offer_edge * patience
    if left < style[LAST]:
        for suit in range(SUITS):
            if give[suit] < CARD_PAYS:
                give[suit], buy[suit] = 0.0, 0.0
    if style[TRICK] == COPIES:
        for suit in range(SUITS):  # what was paid last cannot be so wrong
            if row[LAST_PRICE + suit] > 0:
                buy[suit] = (buy[suit] + row[LAST_PRICE + suit]) / 2
                give[suit] = (give[suit] + row[LAST_PRICE + suit]) / 2
    action = taken(row, seat, buy, give, take)
    if action != PASS or (turns_gone(row) < style[SILENT] and left > 0):
        return action
    if style[TRICK] == FREEZES:
        for suit in range(SUITS):
            if row[OFFERER + suit] == NOBODY and row[HAND + SUITS * seat + suit] > 0:
                return offer(suit, FROZEN)
    if style[TRICK] == MANIPULATES and left > SCARCE_TURNS:
        action = bait(row, seat, give)
        if action != PASS:
            return action
    return quoted(row, seat, buy, give, bid_edge, offer_edge, style)


def taken(row: Row, seat: int, buy: Floats, give: Floats, take: float) -> int:
    """Return the quote to take, the best of those with enough of an edge, or PASS."""
    best, edge = PASS, take
    for suit in range(SUITS):
        price = row[OFFER + suit]
        if row[OFFERER + suit] not in (NOBODY, seat) and price <= row[MONEY + seat] and buy[suit] - price >= edge:
            best, edge = FIRST_BUY + suit, buy[suit] - price
        price = row[BID + suit]
        holds = row[HAND + SUITS * seat + suit] > 0
        if holds and row[BIDDER + suit] not in (NOBODY, seat) and price - give[suit] >= edge:
            best, edge = FIRST_SELL + suit, price - give[suit]
    return best


def quoted(row: Row, seat: int, buy: Floats, give: Floats, bid_edge: float, offer_edge: float, style: Floats) -> int:
    """Return the quote that would gain most, or PASS; sides on which it already has the best quote are left alone."""
    best, edge = PASS, 0.0
    for suit in range(SUITS):
        most = min(floor(buy[suit] - bid_edge), row[MONEY + seat], row[OFFER + suit] - 1)
        if row[BIDDER + suit] != seat and most > row[BID + suit]:
            price = max(1, floor(most * style[OPEN_BID]))
            if row[BIDDER + suit] != NOBODY:
                price = row[BID + suit] + 1 + floor((most - row[BID + suit] - 1) * style[STEP])
            if buy[suit] - price > edge:
                best, edge = bid(suit, price), buy[suit] - price
        least = max(ceil(give[suit] + offer_edge), row[BID + suit] + 1, 1)
        if row[HAND + SUITS * seat + suit] > 0 and row[OFFERER + suit] != seat and least < row[OFFER + suit]:
            price = least + floor(style[OPEN_OFFER])
            if row[OFFERER + suit] != NOBODY:
                price = row[OFFER + suit] - 1 - floor((row[OFFER + suit] - 1 - least) * style[STEP])
            if price < FROZEN and price - give[suit] > edge:
                best, edge = offer(suit, price), price - give[suit]
    return best


def bait(row: Row, seat: int, give: Floats) -> int:
    """Return a bid that makes a suit look wanted of which the seat has many to sell, or PASS."""
    suit = 0
    for other in range(SUITS):
        if row[HAND + SUITS * seat + other] > row[HAND + SUITS * seat + suit]:
            suit = other
    if give[suit] > CARD_PAYS or row[BIDDER + suit] == seat:
        return PASS
    price = max(row[BID + suit] + 1, 3)
    return bid(suit, price) if price <= min(BAIT, row[OFFER + suit] - 2, row[MONEY + seat]) else PASS


def quiet_turns(row: Row, seat: int, book: Row) -> int:
    """Return about how many turns have gone by for each trade of a seat so far."""
    trades = 1
    for suit in range(SUITS):
        trades += book[LAST_BID + SUITS * seat + suit] < 0
        trades += book[LAST_OFFER + SUITS * seat + suit] < 0
    return turns_gone(row) // trades


def mood_of(row: Row, seat: int, book: Row) -> int:
    """Return the mood of a mixture in this game, which its cards as dealt decide."""
    number = seat
    for suit in range(SUITS):
        number = 7 * number + row[HAND + SUITS * seat + suit] - book[NET + SUITS * seat + suit]
    return number % len(TAKES)
