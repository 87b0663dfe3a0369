"""Figgie: trade cards for the goal suit, which nobody knows until the end.

In the turn model each seat's action happens at once. In the tick model all seats
name an action on the same book, into columns that stay hidden; the last naming
executes them in an order drawn with the deal, and each is checked at its moment.
In the live model time runs: each seat looks at the market at moments that follow
from a draw, and its action happens then; or it comes in between (see ``actions``).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from overtrick.core.cards import BIT, member, members, random_member, take
from overtrick.games.contract import NOBODY, Event, Row, ranked
from overtrick.games.figgie import actions, looks, refusals
from overtrick.games.figgie.actions import (
    ACTIONS,
    FIRST_ARRIVAL,
    FIRST_BID,
    FIRST_BUY,
    FIRST_OFFER,
    FIRST_SELL,
    LIVE_ACTIONS,
    MAX_PRICE,
    MODEL_LIVE,
    MODEL_TICK,
    MODEL_TURN,
    MODELS,
    PASS,
    SUIT_WORDS,
    SUITS,
    bid,
    offer,
    plain,
    quoted,
)
from overtrick.games.figgie.orders import ORDERS_OF_FIVE, ORDERS_OF_FOUR
from overtrick.games.figgie.refusals import OK
from overtrick.games.options import Option, Value

NAME = "figgie"
VERSION = 1  # the live model came later, and changes no number, name or draw of the other two
SUMMARY = "Trade cards for a goal suit that stays secret until the end."
SEATS = range(4, 6)

# Suits: 0 spades, 1 clubs (black), 2 hearts, 3 diamonds (red). The mate of a suit is suit ^ 1.
MAX_SEATS = 5
DECK = BIT[:40]
MOST, FEWEST, USUAL = 12, 8, 10  # the sizes of the suits of a deck
DECKS = 12  # ways to give the sizes to the suits
START_MONEY, POT, CARD_PAYS = 350, 200, 10
NO_QUOTE = MAX_PRICE + 1  # the offer price while there is no offer

TURNS_PER_SEAT, QUIET_ROUNDS = 50, 2
TICKS, QUIET_TICKS = 200, 3
ORDER_BITS, ORDERS_PER_COLUMN = 7, 8  # a tick's order is a number below 120

# Columns. HAND has one place per seat and suit; what follows it one per suit, then one per seat.
(
    TURN,  # the seat to move, or NOBODY when the deal is over
    SEAT_COUNT,
    MODEL,
    CLOCK,  # turns or ticks completed, or milliseconds gone by
    QUIET,  # passes, or ticks without a valid action, in a row
    GOAL,  # the goal suit; NOT_SHOWN where hidden
) = range(6)
HAND = 6
SIZE, BID, BIDDER, OFFER, OFFERER, LAST_PRICE = (HAND + SUITS * MAX_SEATS + SUITS * block for block in range(6))
MONEY, HELD, NAMED, REFUSED, PAID, PARTNER = (LAST_PRICE + SUITS + MAX_SEATS * block for block in range(6))
ORDER = PARTNER + MAX_SEATS
LOOK = ORDER + TICKS // ORDERS_PER_COLUMN
LENGTH, REACTION, CHANCE = range(LOOK + MAX_SEATS, LOOK + MAX_SEATS + 3)
WIDTH = CHANCE + 1
# SIZE        cards of the suit in the deck; 0 where hidden
# BID, OFFER  best prices: 0 and NO_QUOTE where there is none
# LAST_PRICE  of the suit's last trade, 0 before the first
# HELD        how many cards the seat holds, also where its hand is hidden
# NAMED       the latest action of the seat; NOT_SHOWN where hidden
# REFUSED     the code of the rule that action broke when its moment came
# PAID        the price of the trade it made, or 0; PARTNER the other seat of it
# ORDER       the orders of all ticks, packed; hidden
# LOOK        when the seat next looks at a live market; hidden but for that of the seat to move
# LENGTH, REACTION, CHANCE  of a live round: its milliseconds, those of a usual reaction, what draws the next; hidden
NOT_SHOWN = -1

KEPT = {"money": MONEY}
FACTS = ("trading", "cards", "bonus")
PATIENCE = None

LIVE = ("model", "live")
OPTIONS = (
    Option("model", MODELS, "turn", "One seat after the other; all at once in a random order; or a market that runs."),
    Option("rounds", range(1, 21), 4, "Rounds of a live market, whose gains are added up.", only=LIVE),
    Option("seconds", range(30, 601, 30), 120, "Seconds that a round of a live market lasts.", only=LIVE),
    Option("reaction", range(500, 10_001, 500), 2000, "Milliseconds of a usual reaction in a live market.", only=LIVE),
)
PRESETS: Mapping[str, Mapping[str, Value]] = {}

REFUSALS = refusals.sentences(ACTIONS)


# The series


def rules(seats: int, options: Mapping[str, Value]) -> Row:
    """Return the rules of a match."""
    row = [0] * WIDTH
    row[SEAT_COUNT] = seats
    row[MODEL] = MODELS.index(str(options["model"]))
    if row[MODEL] != MODEL_LIVE:
        return [*row, 1]
    row[LENGTH], row[REACTION] = 1000 * int(str(options["seconds"])), int(str(options["reaction"]))
    return [*row, *range(1, int(str(options["rounds"])) + 1)]


def next_deal(rules: Row, finished: Sequence[Row]) -> Row:
    """Return the setup of the next round, or an empty row after the last."""
    return rules[:0] if len(finished) >= max(len(rules) - WIDTH, 1) else rules[:WIDTH].copy()


def places(rules: Row, finished: Sequence[Row]) -> list[int]:
    """Return the places: more money wins."""
    return ranked([sum(score(row, seat) for row in finished) for seat in range(rules[SEAT_COUNT])])


# The start of a deal


def bounds(rules: Row) -> list[int]:
    """Return the bounds of the draws: the shuffle, the deck's sizes, the order of each tick or what times follow."""
    cards, orders = [*range(len(DECK), 0, -1), DECKS], 24 if rules[SEAT_COUNT] == 4 else 120
    if rules[MODEL] == MODEL_LIVE:
        return [*cards, looks.CHANCES]
    return [*cards, *([orders] * (TICKS if rules[MODEL] == MODEL_TICK else 0))]


def draws_needed(setup: Row) -> int:
    """Return how many draws a deal takes."""
    more = TICKS if setup[MODEL] == MODEL_TICK else int(setup[MODEL] == MODEL_LIVE)
    return len(DECK) + 1 + more


def deal(setup: Row, draws: Sequence[int]) -> Row:
    """Return a fresh deal: sizes to suits, cards and money to seats, empty books."""
    row = setup.copy()
    set_sizes(row, draws[len(DECK)])
    deck = DECK.copy()
    seats = row[SEAT_COUNT]
    each = len(DECK) // seats
    for seat in range(seats):
        cards = take(deck, draws, seat * each, seat * each + each)
        for suit in range(SUITS):
            row[HAND + SUITS * seat + suit] = (cards & (1 << row[SIZE + suit]) - 1).bit_count()
            cards >>= row[SIZE + suit]
        row[HELD + seat] = each
        row[MONEY + seat] = START_MONEY - POT // seats
        row[PARTNER + seat] = NOBODY
        row[NAMED + seat] = NOT_SHOWN
    clear_quotes(row)
    if row[MODEL] == MODEL_TICK:
        tick = len(DECK) + 1
        for column in range(ORDER, LOOK):
            packed = 0
            for place in range(0, ORDERS_PER_COLUMN * ORDER_BITS, ORDER_BITS):
                packed |= draws[tick] << place
                tick += 1
            row[column] = packed
    elif row[MODEL] == MODEL_LIVE:
        row[CHANCE] = draws[len(DECK) + 1] + 1
        looks.look_first(row, LOOK, row[SEAT_COUNT], REACTION, CHANCE)
        row[TURN] = looks.earliest(row, LOOK, row[SEAT_COUNT])
    return row


def set_sizes(row: Row, which: int) -> None:
    """Give the sizes of one of the twelve decks to the suits; this decides the goal suit."""
    most = which // 3
    fewest = member(0b1111 ^ 1 << most, which % 3)
    for suit in range(SUITS):
        row[SIZE + suit] = USUAL
    row[SIZE + most] = MOST
    row[SIZE + fewest] = FEWEST
    row[GOAL] = most ^ 1


def clear_quotes(row: Row) -> None:
    """Empty all books, suit by suit; every trade comes by here, and interpreted a loop takes half as long again."""
    row[BID] = row[BID + 1] = row[BID + 2] = row[BID + 3] = 0
    row[BIDDER] = row[BIDDER + 1] = row[BIDDER + 2] = row[BIDDER + 3] = NOBODY
    row[OFFER] = row[OFFER + 1] = row[OFFER + 2] = row[OFFER + 3] = NO_QUOTE
    row[OFFERER] = row[OFFERER + 1] = row[OFFERER + 2] = row[OFFERER + 3] = NOBODY


# What is legal


def to_move(row: Row) -> int:
    """Return the seat to move, or NOBODY when the deal is over."""
    return row[TURN]


def refuse(row: Row, action: int) -> int:
    """Return 0, or the code of the first rule that the action breaks.

    In the tick model any action may be named: whether it is valid shows at its moment. So may it at the bell.
    """
    if row[MODEL] == MODEL_LIVE:
        return refuse_live(row, action)
    if action < 0 or action >= ACTIONS:
        return refusals.NOT_AN_ACTION
    if row[TURN] == NOBODY:
        return refusals.DEAL_IS_OVER
    if row[MODEL] == MODEL_TICK:
        return OK
    return check(row, row[TURN], action)


def refuse_live(row: Row, action: int) -> int:
    """Return the same in the live model, where a seat may come in before its moment."""
    seat, now, what = row[TURN], moment(row), action
    if action >= FIRST_ARRIVAL:
        seat, now, what = actions.seat_of(action), actions.time_of(action), actions.action_of(action)
    if seat >= row[SEAT_COUNT] or what < 0 or what >= LIVE_ACTIONS:
        return refusals.NOT_AN_ACTION
    if row[TURN] == NOBODY or (now >= row[LENGTH] and action >= FIRST_ARRIVAL):
        return refusals.DEAL_IS_OVER
    if now < row[CLOCK]:
        return refusals.TOO_EARLY
    return check(row, seat, what) if now < row[LENGTH] else OK


def moment(row: Row) -> int:
    """Return when the seat to move looks at a live market, in milliseconds; at the end of the round the bell rings."""
    return min(max(row[CLOCK], row[LOOK + row[TURN]]), row[LENGTH]) if row[TURN] != NOBODY else row[CLOCK]


def comes_in(row: Row, action: int) -> int:
    """Return the seat that comes in between with an action, or NOBODY if it is one of the seat to move."""
    return actions.seat_of(action) if action >= FIRST_ARRIVAL else NOBODY


def check(row: Row, seat: int, action: int) -> int:
    """Return 0, or the code of the first rule that an action of a seat would break at this moment."""
    if action >= ACTIONS:
        price, code = (action - ACTIONS) % MAX_PRICE + 1, check_take(row, seat, plain(action))
        if code != OK:
            return code
        suit = (action - ACTIONS) // MAX_PRICE
        if suit < SUITS:
            return OK if row[OFFER + suit] <= price else refusals.OFFER_GONE
        return OK if row[BID + suit - SUITS] >= price else refusals.BID_GONE
    if action == PASS:
        return OK
    if action < FIRST_BID:
        return check_take(row, seat, action)
    if action < FIRST_OFFER:
        suit, price = (action - FIRST_BID) // MAX_PRICE, (action - FIRST_BID) % MAX_PRICE + 1
        if price > row[MONEY + seat]:
            return refusals.BID_BEYOND_MONEY
        if price <= row[BID + suit]:
            return refusals.BID_NOT_HIGHER
        return OK if price < row[OFFER + suit] else refusals.BID_CROSSES
    suit, price = (action - FIRST_OFFER) // MAX_PRICE, (action - FIRST_OFFER) % MAX_PRICE + 1
    if row[HAND + SUITS * seat + suit] == 0:
        return refusals.OFFER_WITHOUT_CARD
    if price >= row[OFFER + suit]:
        return refusals.OFFER_NOT_LOWER
    return OK if price > row[BID + suit] else refusals.OFFER_CROSSES


def check_take(row: Row, seat: int, action: int) -> int:
    """Return the same for buying and selling."""
    if action < FIRST_SELL:
        suit = action - FIRST_BUY
        if row[OFFERER + suit] == NOBODY:
            return refusals.NOTHING_OFFERED
        if row[OFFERER + suit] == seat:
            return refusals.OWN_OFFER
        return OK if row[OFFER + suit] <= row[MONEY + seat] else refusals.BUY_BEYOND_MONEY
    suit = action - FIRST_SELL
    if row[BIDDER + suit] == NOBODY:
        return refusals.NOTHING_BID
    if row[BIDDER + suit] == seat:
        return refusals.OWN_BID
    return OK if row[HAND + SUITS * seat + suit] > 0 else refusals.SALE_WITHOUT_CARD


def richest(row: Row) -> int:
    """Return the most money that a seat has: no higher price could be paid now."""
    most = 0
    for seat in range(row[SEAT_COUNT]):
        most = max(most, row[MONEY + seat])
    return most


def legal(row: Row) -> list[int]:
    """Return the legal actions, ascending; quotes only up to the most money that a seat has."""
    found = members(0)
    for low, high in legal_runs(row):
        for action in range(low, high + 1):
            found.append(action)
    return found


def legal_runs(row: Row) -> list[tuple[int, int]]:
    """Return the legal actions as runs from one action to another."""
    runs = [(PASS, PASS)]
    if row[TURN] == NOBODY:
        return runs[:0]
    for action in range(FIRST_BUY, FIRST_BID):
        if refuse(row, action) == OK:
            runs.append((action, action))
    top, now = richest(row), row[MODEL] == MODEL_TURN or (row[MODEL] == MODEL_LIVE and moment(row) < row[LENGTH])
    for suit in range(SUITS):
        low, high = bid_limits(row, row[TURN], suit) if now else (1, top)
        if low <= min(high, top):
            runs.append((bid(suit, low), bid(suit, min(high, top))))
    for suit in range(SUITS):
        low, high = offer_limits(row, row[TURN], suit) if now else (1, top)
        if low <= min(high, top):
            runs.append((offer(suit, low), offer(suit, min(high, top))))
    return runs


def bid_limits(row: Row, seat: int, suit: int) -> tuple[int, int]:
    """Return the lowest and the highest valid bid of a seat for a suit at this moment; none if they cross."""
    money, offer = row[MONEY + seat], row[OFFER + suit]
    return row[BID + suit] + 1, money if money < offer else offer - 1  # min would take interpreted play as long again


def offer_limits(row: Row, seat: int, suit: int) -> tuple[int, int]:
    """Return the lowest and the highest valid offer of a seat for a suit at this moment; none if they cross."""
    return row[BID + suit] + 1, row[OFFER + suit] - 1 if row[HAND + SUITS * seat + suit] > 0 else 0


PICK_TOP = 30  # the highest price of random play


def pick(row: Row, number: int) -> int:
    """Return an action that is valid now: its kind, then its suit, then a price of at most 30, each uniformly."""
    seat = row[TURN]
    buys, sells, bids, offers = 0, 0, 0, 0
    money = row[MONEY + seat]
    for suit in range(SUITS):
        held = row[HAND + SUITS * seat + suit] > 0
        best, ask = row[BID + suit], row[OFFER + suit]
        # & and not and: compiled, there is no branch then that the processor could only guess
        room = (best < PICK_TOP) & (ask > best + 1)
        buys |= ((ask <= money) & (row[OFFERER + suit] != seat)) << suit
        sells |= (held & (best > 0) & (row[BIDDER + suit] != seat)) << suit
        bids |= (room & (money > best)) << suit
        offers |= (room & held) << suit
    number *= 1 + (buys > 0) + (sells > 0) + (bids > 0) + (offers > 0)
    kind = number >> 32  # 0 passes; the others count only kinds that are possible
    number &= 0xFFFFFFFF
    if kind == 0:
        return PASS
    if buys:
        kind -= 1
        if kind == 0:
            return FIRST_BUY + random_member(buys, number)
    if sells:
        kind -= 1
        if kind == 0:
            return FIRST_SELL + random_member(sells, number)
    if bids:
        kind -= 1
        if kind == 0:
            return pick_quote(row, FIRST_BID, bids, min(PICK_TOP, money), number)
    return pick_quote(row, FIRST_OFFER, offers, PICK_TOP, number)


def pick_quote(row: Row, first: int, suits: int, top: int, number: int) -> int:
    """Return a quote for one of these suits, between the best prices and up to a top price."""
    number *= suits.bit_count()
    suit = member(suits, number >> 32)
    number &= 0xFFFFFFFF
    low, top = row[BID + suit], min(top, row[OFFER + suit] - 1)
    return quoted(first, suit, low + 1 + ((top - low) * number >> 32))


# What happens


def play(row: Row, action: int) -> None:
    """Execute the action of the seat to move, or in the tick model name it, in place."""
    seat = row[TURN]
    if row[MODEL] == MODEL_LIVE:
        if action >= FIRST_ARRIVAL:
            play_at(row, actions.seat_of(action), actions.time_of(action), plain(actions.action_of(action)))
        else:
            play_at(row, seat, moment(row), plain(action))
        return
    row[NAMED + seat] = action
    seats = row[SEAT_COUNT]
    if row[MODEL] == MODEL_TURN:
        clock, quiet = row[CLOCK] + 1, row[QUIET] + 1
        row[PAID + seat], row[PARTNER + seat] = 0, NOBODY
        if action != PASS:
            execute(row, seat, action)
            quiet = 0
        row[CLOCK], row[QUIET] = clock, quiet
        if clock == TURNS_PER_SEAT * seats or quiet == QUIET_ROUNDS * seats:
            row[TURN] = NOBODY
        else:
            row[TURN] = seat + 1 if seat + 1 < seats else 0
    elif seat + 1 < seats:
        row[TURN] = seat + 1
    else:
        execute_tick(row)


def play_at(row: Row, seat: int, now: int, action: int) -> None:
    """Execute the action of a seat at a moment of a live market; the bell ends the round, whatever was wanted then."""
    row[CLOCK] = now
    row[PAID + seat], row[PARTNER + seat] = 0, NOBODY
    if now >= row[LENGTH]:
        row[NAMED + seat], row[TURN] = PASS, NOBODY
        return
    row[NAMED + seat] = action
    if action != PASS:
        execute(row, seat, action)
        looks.react(row, LOOK, row[SEAT_COUNT], now, REACTION, CHANCE)
    looks.look_later(row, LOOK, seat, now, REACTION, CHANCE)
    row[TURN] = looks.earliest(row, LOOK, row[SEAT_COUNT])


def play_tick(row: Row, named: list[int]) -> None:
    """Name the actions of all seats of a tick, by seat, and execute them; ``play`` does that one by one."""
    row[NAMED : NAMED + row[SEAT_COUNT]] = named
    execute_tick(row)


def execute_tick(row: Row) -> None:
    """Execute the named actions in the order drawn, each if it is valid at its moment."""
    clock, quiet = row[CLOCK] + 1, row[QUIET] + 1
    for seat in order(row, row[CLOCK]):
        action, code = row[NAMED + seat], OK
        row[PAID + seat], row[PARTNER + seat] = 0, NOBODY
        if action != PASS:
            code = check(row, seat, action)
            if code == OK:
                execute(row, seat, action)
                quiet = 0
        row[REFUSED + seat] = code
    row[CLOCK], row[QUIET] = clock, quiet
    row[TURN] = NOBODY if clock == TICKS or quiet == QUIET_TICKS else 0


def order(row: Row, tick: int) -> list[int]:
    """Return the seats in the order of a tick."""
    code = row[ORDER + tick // ORDERS_PER_COLUMN] >> tick % ORDERS_PER_COLUMN * ORDER_BITS & (1 << ORDER_BITS) - 1
    if row[SEAT_COUNT] == 4:
        return ORDERS_OF_FOUR[4 * code : 4 * code + 4]
    return ORDERS_OF_FIVE[5 * code : 5 * code + 5]


def execute(row: Row, seat: int, action: int) -> None:
    """Apply a valid action that is no pass: quote, or trade one card."""
    if action < FIRST_SELL:
        suit = action - FIRST_BUY
        price, seller = row[OFFER + suit], row[OFFERER + suit]
        row[PAID + seat], row[PARTNER + seat] = price, seller
        trade(row, suit, price, seat, seller)
    elif action < FIRST_BID:
        suit = action - FIRST_SELL
        price, buyer = row[BID + suit], row[BIDDER + suit]
        row[PAID + seat], row[PARTNER + seat] = price, buyer
        trade(row, suit, price, buyer, seat)
    elif action < FIRST_OFFER:
        suit = (action - FIRST_BID) // MAX_PRICE
        row[BID + suit], row[BIDDER + suit] = (action - FIRST_BID) % MAX_PRICE + 1, seat
    else:
        suit = (action - FIRST_OFFER) // MAX_PRICE
        row[OFFER + suit], row[OFFERER + suit] = (action - FIRST_OFFER) % MAX_PRICE + 1, seat


def trade(row: Row, suit: int, price: int, buyer: int, seller: int) -> None:
    """Move one card and its price, and clear every quote in every suit."""
    row[MONEY + buyer] -= price
    row[MONEY + seller] += price
    row[HAND + SUITS * buyer + suit] += 1
    row[HAND + SUITS * seller + suit] -= 1
    row[HELD + buyer] += 1
    row[HELD + seller] -= 1
    row[LAST_PRICE + suit] = price
    clear_quotes(row)


def score(row: Row, seat: int) -> int:
    """Return the gain of a seat: trading, 10 for each goal card, and its share of the rest of the pot."""
    return row[MONEY + seat] - START_MONEY + CARD_PAYS * row[HAND + row[GOAL] + SUITS * seat] + bonus(row, seat)


def bonus(row: Row, seat: int) -> int:
    """Return a seat's share of the pot beyond what the goal cards pay.

    It goes to the seats with the most goal cards; odd dollars one each to the lowest of them.
    """
    goal = HAND + row[GOAL]
    mine = row[goal + SUITS * seat]
    winners = 0
    before = 0
    for other in range(row[SEAT_COUNT]):
        theirs = row[goal + SUITS * other]
        if theirs > mine:
            return 0
        if theirs == mine:
            winners += 1
            if other < seat:
                before += 1
    rest = POT - CARD_PAYS * row[SIZE + row[GOAL]]
    return rest // winners + (before < rest % winners)


def facts(row: Row, seat: int) -> list[int]:
    """Return what trading, the goal cards held and the bonus brought: together the score."""
    cards = CARD_PAYS * row[HAND + row[GOAL] + SUITS * seat]
    return [row[MONEY + seat] - START_MONEY, cards, bonus(row, seat)]


def forfeit(row: Row, seat: int) -> list[int] | None:
    """Return None: a fault counts as a pass."""
    return None


def hide(row: Row, seat: int) -> None:
    """Blank, in place, the other hands, what the others named, the deck and the orders; after the end nothing."""
    if row[TURN] == NOBODY:
        return
    row[GOAL] = NOT_SHOWN
    for suit in range(SUITS):
        row[SIZE + suit] = 0
    for other in range(row[SEAT_COUNT]):
        if other != seat:
            row[NAMED + other] = NOT_SHOWN
            row[REFUSED + other] = OK
            hand = HAND + SUITS * other
            row[hand] = 0
            row[hand + 1] = 0
            row[hand + 2] = 0
            row[hand + 3] = 0
    if row[MODEL] == MODEL_TICK:
        for column in range(ORDER, LOOK):
            row[column] = 0
    elif row[MODEL] == MODEL_LIVE:
        row[CHANCE] = 0
        for other in range(row[SEAT_COUNT]):
            if other != row[TURN]:
                row[LOOK + other] = 0


# For people and programs: events, names, words


def events(row: Row, seat: int, action: int) -> list[Event]:
    """Return valid actions as (seat, action, clock, price paid, partner); those of a tick come with its last naming.

    In the live model nobody hears of passes, and the clock tells the moment.
    """
    if row[MODEL] == MODEL_LIVE:
        done = row[NAMED + seat]
        return [] if done == PASS else [(seat, done, row[CLOCK], row[PAID + seat], row[PARTNER + seat])]
    clock = row[CLOCK] - 1
    if row[MODEL] == MODEL_TURN:
        return [(seat, action, clock, row[PAID + seat], row[PARTNER + seat])]
    if seat < row[SEAT_COUNT] - 1:
        return []
    return [
        (actor, row[NAMED + actor], clock, row[PAID + actor], row[PARTNER + actor])
        for actor in order(row, clock)
        if row[REFUSED + actor] == OK and row[NAMED + actor] != PASS
    ]


def doubt(row: Row, action: int) -> int:
    """Return 0, or the code of the rule that an action would break on the book that its seat sees."""
    code = refuse(row, action) if row[MODEL] == MODEL_LIVE else OK  # which at the bell allows what the book does not
    return code if code != OK or action >= FIRST_ARRIVAL else check(row, row[TURN], action)


def refused(row: Row, seat: int) -> list[tuple[int, int, int]]:
    """Return the named actions of a tick that were invalid when their moment came, once it is executed."""
    if row[MODEL] != MODEL_TICK or seat < row[SEAT_COUNT] - 1:
        return []
    codes = [(actor, row[NAMED + actor], row[REFUSED + actor]) for actor in order(row, row[CLOCK] - 1)]
    return [entry for entry in codes if entry[2] != OK]


def notes(rules: Row, finished: Sequence[Row]) -> list[str]:
    """Return nothing: the scores say it all."""
    return []


def name(row: Row, action: int) -> str:
    """Return the name of an action, as ``actions`` has them."""
    return actions.name(row[MODEL], action)


def parse(row: Row, text: str) -> int:
    """Return the action of a name."""
    return actions.parse(row[MODEL], text)


def state(row: Row) -> dict[str, Any]:
    """Return the deal in words: what is None is hidden, or not there."""
    seats = range(row[SEAT_COUNT])
    shown = row[GOAL] != NOT_SHOWN
    return {
        "model": MODELS[row[MODEL]],
        "clock": row[CLOCK],
        "to_move": None if row[TURN] == NOBODY or row[MODEL] == MODEL_LIVE else row[TURN],
        "suit_counts": by_suit(row, SIZE) if shown else None,
        "goal_suit": SUIT_WORDS[row[GOAL]] if shown else None,
        "hands": [hand_counts(row, seat) for seat in seats],
        "held": [row[HELD + seat] for seat in seats],
        "money": [row[MONEY + seat] for seat in seats],
        "bids": {word: quote(row, BID + suit, BIDDER + suit) for suit, word in enumerate(SUIT_WORDS)},
        "offers": {word: quote(row, OFFER + suit, OFFERER + suit) for suit, word in enumerate(SUIT_WORDS)},
        "orders": [order(row, tick) for tick in range(TICKS)] if shown and row[MODEL] == MODEL_TICK else None,
        "last_prices": {word: price or None for word, price in by_suit(row, LAST_PRICE).items()},
        **({"length": row[LENGTH]} if row[MODEL] == MODEL_LIVE else {}),
    }


def by_suit(row: Row, first: int) -> dict[str, int]:
    """Return four columns with the words of their suits."""
    return dict(zip(SUIT_WORDS, row[first : first + SUITS], strict=True))


def hand_counts(row: Row, seat: int) -> dict[str, int] | None:
    """Return the cards of a hand, counted by suit, or None if it is hidden."""
    counts = by_suit(row, HAND + SUITS * seat)
    return counts if sum(counts.values()) == row[HELD + seat] else None


def quote(row: Row, price: int, seat: int) -> dict[str, int] | None:
    """Return a quote, or None where there is none."""
    return None if row[seat] == NOBODY else {"price": row[price], "seat": row[seat]}
