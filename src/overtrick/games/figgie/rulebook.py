"""Figgie: trade cards for the goal suit, which nobody knows until the end.

Actions: 0 passes; 1-4 buy and 5-8 sell a card of a suit; from 9 on a million bids
for each suit, then a million offers for each suit, by price from 1.

In the turn model each seat's action happens at once. In the tick model all seats
name an action on the same book, into columns that stay hidden; the last naming
executes them in an order drawn with the deal, and each is checked at its moment.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from overtrick.core.cards import BIT, member, members, random_member, take
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Event, Row, ranked
from overtrick.games.options import Option, Value

NAME = "figgie"
VERSION = 1
SUMMARY = "Trade cards for a goal suit that stays secret until the end."
SEATS = range(4, 6)

# Suits: 0 spades, 1 clubs (black), 2 hearts, 3 diamonds (red). The mate of a suit is suit ^ 1.
SUITS, MAX_SEATS = 4, 5
DECK = BIT[:40]
MOST, FEWEST, USUAL = 12, 8, 10  # the sizes of the suits of a deck
DECKS = 12  # ways to give the sizes to the suits
START_MONEY, POT, CARD_PAYS = 350, 200, 10
MAX_PRICE = 1_000_000
NO_QUOTE = MAX_PRICE + 1  # the offer price while there is no offer

MODEL_TURN, MODEL_TICK = 0, 1
TURNS_PER_SEAT, QUIET_ROUNDS = 50, 2
TICKS, QUIET_TICKS = 200, 3
ORDER_BITS, ORDERS_PER_COLUMN = 7, 8  # a tick's order is a number below 120

PASS, FIRST_BUY, FIRST_SELL, FIRST_BID = 0, 1, 5, 9
FIRST_OFFER = FIRST_BID + SUITS * MAX_PRICE
ACTIONS = FIRST_OFFER + SUITS * MAX_PRICE

# Columns. HAND has one place per seat and suit; what follows it one per suit, then one per seat.
(
    TURN,  # the seat to move, or NOBODY when the deal is over
    SEAT_COUNT,
    MODEL,
    CLOCK,  # turns or ticks completed
    QUIET,  # passes, or ticks without a valid action, in a row
    GOAL,  # the goal suit; NOT_SHOWN where hidden
) = range(6)
HAND = 6
SIZE, BID, BIDDER, OFFER, OFFERER, LAST_PRICE = (HAND + SUITS * MAX_SEATS + SUITS * block for block in range(6))
MONEY, HELD, NAMED, REFUSED, PAID, PARTNER = (LAST_PRICE + SUITS + MAX_SEATS * block for block in range(6))
ORDER = PARTNER + MAX_SEATS
WIDTH = ORDER + TICKS // ORDERS_PER_COLUMN
# SIZE        cards of the suit in the deck; 0 where hidden
# BID, OFFER  best prices: 0 and NO_QUOTE where there is none
# LAST_PRICE  of the suit's last trade, 0 before the first
# HELD        how many cards the seat holds, also where its hand is hidden
# NAMED       the latest action of the seat; NOT_SHOWN where hidden
# REFUSED     the code of the rule that action broke when its moment came
# PAID        the price of the trade it made, or 0; PARTNER the other seat of it
# ORDER       the orders of all ticks, packed; hidden
NOT_SHOWN = -1

KEPT = {"money": MONEY}
FACTS = ("trading", "cards", "bonus")
PATIENCE = None

OPTIONS = (Option("model", ("turn", "tick"), "turn", "One seat after the other, or all at once in a random order."),)
PRESETS: Mapping[str, Mapping[str, Value]] = {}

(
    OK,
    NOT_A_DICT,
    UNKNOWN_TYPE,
    WORD_OF_OTHER_MODEL,
    UNKNOWN_SUIT,
    NOT_A_PRICE,
    PRICE_TOO_HIGH,
    BID_BEYOND_MONEY,
    BID_NOT_HIGHER,
    BID_CROSSES,
    OFFER_WITHOUT_CARD,
    OFFER_NOT_LOWER,
    OFFER_CROSSES,
    NOTHING_OFFERED,
    OWN_OFFER,
    BUY_BEYOND_MONEY,
    NOTHING_BID,
    OWN_BID,
    SALE_WITHOUT_CARD,
    NOT_AN_ACTION,
    DEAL_IS_OVER,
) = range(21)
REFUSALS = (
    "",
    "the answer {action} is not a dictionary",
    "the type of {action} is none of bid, offer (in the tick model: ask), buy, sell and pass",
    "{action} uses a word of the other model: quotes to sell are 'offer' in the turn model and 'ask' in the tick model",
    "the suit of {action} is none of spades, clubs, hearts and diamonds",
    "the price of {action} is not a whole number of at least 1",
    "the price of {action} is above the limit of 1000000",
    "{action} is more money than the seat has",
    "{action} is not above the best bid",
    "{action} is at or above the best offer: use buy to take that",
    "{action} offers a card that the seat does not hold",
    "{action} is not below the best offer",
    "{action} is at or below the best bid: use sell to take that",
    "{action} finds no offer",
    "{action} would take the seat's own offer",
    "{action} costs more money than the seat has",
    "{action} finds no bid",
    "{action} would take the seat's own bid",
    "{action} sells a card that the seat does not hold",
    f"{{action}} is not an action of Figgie, whose actions are 0 to {ACTIONS - 1}",
    "{action} comes too late: the deal is over",
)


# The series: one deal


def rules(seats: int, options: Mapping[str, Value]) -> Row:
    """Return the rules of a match of one deal."""
    row = [0] * WIDTH
    row[SEAT_COUNT] = seats
    row[MODEL] = MODEL_TURN if options["model"] == "turn" else MODEL_TICK
    return [*row, 1]


def next_deal(rules: Row, finished: Sequence[Row]) -> Row:
    """Return the setup of the only deal, or an empty row after it."""
    return rules[:0] if len(finished) > 0 else rules[:WIDTH].copy()


def places(rules: Row, finished: Sequence[Row]) -> list[int]:
    """Return the places: more money wins."""
    return ranked([sum(score(row, seat) for row in finished) for seat in range(rules[SEAT_COUNT])])


# The start of a deal


def bounds(rules: Row) -> list[int]:
    """Return the bounds of the draws: the shuffle, the deck's sizes, the order of each tick."""
    orders = 24 if rules[SEAT_COUNT] == 4 else 120
    ticks = TICKS if rules[MODEL] == MODEL_TICK else 0
    return [*range(len(DECK), 0, -1), DECKS, *([orders] * ticks)]


def draws_needed(setup: Row) -> int:
    """Return how many draws a deal takes."""
    return len(DECK) + 1 + (TICKS if setup[MODEL] == MODEL_TICK else 0)


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
        for column in range(ORDER, WIDTH):
            packed = 0
            for place in range(0, ORDERS_PER_COLUMN * ORDER_BITS, ORDER_BITS):
                packed |= draws[tick] << place
                tick += 1
            row[column] = packed
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

    In the tick model any action may be named: whether it is valid shows at its moment.
    """
    if action < 0 or action >= ACTIONS:
        return NOT_AN_ACTION
    if row[TURN] == NOBODY:
        return DEAL_IS_OVER
    if row[MODEL] == MODEL_TICK:
        return OK
    return check(row, row[TURN], action)


def check(row: Row, seat: int, action: int) -> int:
    """Return 0, or the code of the first rule that an action of a seat would break at this moment."""
    if action == PASS:
        return OK
    if action < FIRST_SELL:
        suit = action - FIRST_BUY
        if row[OFFERER + suit] == NOBODY:
            return NOTHING_OFFERED
        if row[OFFERER + suit] == seat:
            return OWN_OFFER
        return OK if row[OFFER + suit] <= row[MONEY + seat] else BUY_BEYOND_MONEY
    if action < FIRST_BID:
        suit = action - FIRST_SELL
        if row[BIDDER + suit] == NOBODY:
            return NOTHING_BID
        if row[BIDDER + suit] == seat:
            return OWN_BID
        return OK if row[HAND + SUITS * seat + suit] > 0 else SALE_WITHOUT_CARD
    if action < FIRST_OFFER:
        suit, price = (action - FIRST_BID) // MAX_PRICE, (action - FIRST_BID) % MAX_PRICE + 1
        if price > row[MONEY + seat]:
            return BID_BEYOND_MONEY
        if price <= row[BID + suit]:
            return BID_NOT_HIGHER
        return OK if price < row[OFFER + suit] else BID_CROSSES
    suit, price = (action - FIRST_OFFER) // MAX_PRICE, (action - FIRST_OFFER) % MAX_PRICE + 1
    if row[HAND + SUITS * seat + suit] == 0:
        return OFFER_WITHOUT_CARD
    if price >= row[OFFER + suit]:
        return OFFER_NOT_LOWER
    return OK if price > row[BID + suit] else OFFER_CROSSES


def quoted(first: int, suit: int, price: int) -> int:
    """Return the action that quotes a price for a suit, on the side whose first action is given."""
    return first + suit * MAX_PRICE + price - 1


def bid(suit: int, price: int) -> int:
    """Return the action that bids a price for a card of a suit."""
    return quoted(FIRST_BID, suit, price)


def offer(suit: int, price: int) -> int:
    """Return the action that offers a card of a suit at a price."""
    return quoted(FIRST_OFFER, suit, price)


def richest(row: Row) -> int:
    """Return the most money that a seat has: no higher price could be paid now."""
    most = 0
    for seat in range(row[SEAT_COUNT]):
        most = max(most, row[MONEY + seat])
    return most


def legal(row: Row) -> list[int]:
    """Return the legal actions, ascending; quotes only up to the most money that a seat has."""
    actions = members(0)
    for low, high in legal_runs(row):
        for action in range(low, high + 1):
            actions.append(action)
    return actions


def legal_runs(row: Row) -> list[tuple[int, int]]:
    """Return the legal actions as runs from one action to another."""
    runs = [(PASS, PASS)]
    if row[TURN] == NOBODY:
        return runs[:0]
    for action in range(FIRST_BUY, FIRST_BID):
        if refuse(row, action) == OK:
            runs.append((action, action))
    top = richest(row)
    for suit in range(SUITS):
        low, high = bid_limits(row, row[TURN], suit) if row[MODEL] == MODEL_TURN else (1, top)
        if low <= min(high, top):
            runs.append((bid(suit, low), bid(suit, min(high, top))))
    for suit in range(SUITS):
        low, high = offer_limits(row, row[TURN], suit) if row[MODEL] == MODEL_TURN else (1, top)
        if low <= min(high, top):
            runs.append((offer(suit, low), offer(suit, min(high, top))))
    return runs


def bid_limits(row: Row, seat: int, suit: int) -> tuple[int, int]:
    """Return the lowest and the highest valid bid of a seat for a suit at this moment; none if they cross."""
    return row[BID + suit] + 1, min(row[OFFER + suit] - 1, row[MONEY + seat])


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


def play_tick(row: Row, actions: list[int]) -> None:
    """Name the actions of all seats of a tick, by seat, and execute them; ``play`` does that one by one."""
    row[NAMED : NAMED + row[SEAT_COUNT]] = actions
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


def all_orders(seats: int) -> list[int]:
    """Return the orders of some seats, one after another; a code says, step by step, which of those waiting is next."""
    orders = []
    for code in range(24 if seats == 4 else 120):
        waiting = list(range(seats))
        while waiting:
            code, index = divmod(code, len(waiting))
            orders.append(waiting.pop(index))
    return orders


ORDERS_OF_FOUR, ORDERS_OF_FIVE = all_orders(4), all_orders(5)  # made once: much quicker than to work each out


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
        for column in range(ORDER, WIDTH):
            row[column] = 0


# For people and programs: events, names, words


def events(row: Row, seat: int, action: int) -> list[Event]:
    """Return valid actions as (seat, action, clock, price paid, partner); those of a tick come with its last naming."""
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
    return check(row, row[TURN], action)


def refused(row: Row, seat: int) -> list[tuple[int, int, int]]:
    """Return the named actions of a tick that were invalid when their moment came, once it is executed."""
    if row[MODEL] == MODEL_TURN or seat < row[SEAT_COUNT] - 1:
        return []
    codes = [(actor, row[NAMED + actor], row[REFUSED + actor]) for actor in order(row, row[CLOCK] - 1)]
    return [entry for entry in codes if entry[2] != OK]


def notes(rules: Row, finished: Sequence[Row]) -> list[str]:
    """Return nothing: the scores say it all."""
    return []


SUIT_WORDS = ("spades", "clubs", "hearts", "diamonds")


def offer_word(row: Row) -> str:
    """Return the word for a quote to sell in the model of the row."""
    return "offer" if row[MODEL] == MODEL_TURN else "ask"


def name(row: Row, action: int) -> str:
    """Return the name of an action: ``pass``, ``buy hearts``, ``sell clubs``, ``bid spades 8``, ``offer clubs 12``."""
    if not 0 <= action < ACTIONS:
        raise Mistake(f"{action} is not an action of Figgie; allowed: 0 to {ACTIONS - 1}")
    if action == PASS:
        return "pass"
    if action < FIRST_SELL:
        return f"buy {SUIT_WORDS[action - FIRST_BUY]}"
    if action < FIRST_BID:
        return f"sell {SUIT_WORDS[action - FIRST_SELL]}"
    word = "bid" if action < FIRST_OFFER else offer_word(row)
    side, price = divmod(action - FIRST_BID, MAX_PRICE)
    return f"{word} {SUIT_WORDS[side % SUITS]} {price + 1}"


def parse(row: Row, text: str) -> int:
    """Return the action of a name."""
    words = text.split(" ")
    if words == ["pass"]:
        return PASS
    if len(words) == 2 and words[1] in SUIT_WORDS and words[0] in ("buy", "sell"):
        return (FIRST_BUY if words[0] == "buy" else FIRST_SELL) + SUIT_WORDS.index(words[1])
    quotes = {"bid": bid, offer_word(row): offer}
    if len(words) == 3 and words[1] in SUIT_WORDS and words[0] in quotes and is_price(words[2]):
        return quotes[words[0]](SUIT_WORDS.index(words[1]), int(words[2]))
    if words[0] in ("offer", "ask") and words[0] not in quotes:
        raise Mistake(REFUSALS[WORD_OF_OTHER_MODEL].format(action=repr(text[:40])))
    raise Mistake(
        f"{text[:40]!r} is no action of Figgie; allowed: 'pass', 'buy hearts', 'sell clubs', 'bid spades 8', "
        f"'{offer_word(row)} clubs 12' with prices from 1 to {MAX_PRICE}"
    )


def is_price(text: str) -> bool:
    """Return whether a text is a price: plain digits without a leading zero, 1 to MAX_PRICE."""
    return text.isascii() and text.isdigit() and text[0] != "0" and len(text) <= 7 and int(text) <= MAX_PRICE


def state(row: Row) -> dict[str, Any]:
    """Return the deal in words: what is None is hidden, or not there."""
    seats = range(row[SEAT_COUNT])
    shown = row[GOAL] != NOT_SHOWN
    return {
        "model": "turn" if row[MODEL] == MODEL_TURN else "tick",
        "clock": row[CLOCK],
        "to_move": None if row[TURN] == NOBODY else row[TURN],
        "suit_counts": by_suit(row, SIZE) if shown else None,
        "goal_suit": SUIT_WORDS[row[GOAL]] if shown else None,
        "hands": [hand_counts(row, seat) for seat in seats],
        "held": [row[HELD + seat] for seat in seats],
        "money": [row[MONEY + seat] for seat in seats],
        "bids": {word: quote(row, BID + suit, BIDDER + suit) for suit, word in enumerate(SUIT_WORDS)},
        "offers": {word: quote(row, OFFER + suit, OFFERER + suit) for suit, word in enumerate(SUIT_WORDS)},
        "orders": [order(row, tick) for tick in range(TICKS)] if shown and row[MODEL] == MODEL_TICK else None,
        "last_prices": {word: price or None for word, price in by_suit(row, LAST_PRICE).items()},
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
