"""Reviews of Figgie: what every trade was worth by the exact odds of the goal suit just then, and which were missed.

A card is worth what it will pay: the odds of its suit, by the cards seen alone, times ten dollars and its share of the
bonus. Who trades well knows more: what the others seem to believe, and what a card can be sold for. So figgie:trader is
asked too, and what the two differ by is the doubt. As that does not average out over many decisions, only what
is wrong for both counts at all.

A quote costs something only once somebody takes it; a good quote of others that was left costs once until the next
trade, which clears all quotes; a card held at the end costs what others last paid for its suit, less what it is worth.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby

from overtrick.games.contract import NOBODY, Event
from overtrick.games.figgie import actions
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import (
    BID,
    BIDDER,
    CLOCK,
    DECKS,
    FIRST_BID,
    FIRST_BUY,
    FIRST_OFFER,
    FIRST_SELL,
    HAND,
    LAST_PRICE,
    LENGTH,
    MAX_PRICE,
    MODEL,
    MODEL_LIVE,
    MODEL_TICK,
    MODELS,
    MONEY,
    OFFER,
    OFFERER,
    OK,
    PASS,
    START_MONEY,
    SUIT_WORDS,
    SUITS,
    TICKS,
    TURNS_PER_SEAT,
    check,
)
from overtrick.games.view import View
from overtrick.match.record import Match
from overtrick.players.explain import Decision, decision
from overtrick.players.figgie.posterior import goal_odds
from overtrick.players.figgie.quotes import turns_left
from overtrick.players.figgie.seat import Reader
from overtrick.players.figgie.trader.player import opinion
from overtrick.players.figgie.why import LIKELY, UNLIKELY, goal_word
from overtrick.players.figgie.worth import judge, worth_of_cards, worth_of_hand
from overtrick.review.decisions import Look, decisions
from overtrick.review.figgie_words import goal_words, worth_sentence
from overtrick.review.judged import Cost, Judged, percent, third_words

UNIT = "dollars"
HALVED = 5.0  # dollars: half of what a card of the goal suit pays
UNCOUNTED: tuple[str, ...] = ("passes", "suits held at the end")
LEAST_DOUBT = 1.0  # dollars: prices are whole ones
UNSOLD = 0.5  # of the last price: how far the next buyer may think otherwise

PAID, SOLD = "takes: paid too much", "takes: sold too cheaply"
BID_HIGH, OFFERED_LOW = "quotes: bids too high that were taken", "quotes: offers too low that were taken"
NOT_BOUGHT, NOT_SOLD = "missed takes: cheap offers left", "missed takes: high bids left"
HELD = "cards held at the end"


def judge_of(match: Match) -> str:
    """Return who judges."""
    return "the exact odds of the goal suit and figgie:trader"


# What cards are worth


@dataclass(frozen=True)
class Worth:
    """What a seat can know of the worth of cards: by the exact odds, and as figgie:trader sees it."""

    goals: list[float]  # the odds of the suits to be the goal
    buy: list[float]  # what one more card pays
    give: list[float]  # what one less costs
    buy_for_trader: list[float]
    give_for_trader: list[float]
    expected: float  # what the deal brings with the money and cards of now

    def gain(self, action: int, price: int) -> Cost:
        """Return what buying or selling at a price gains, with the doubt of the two judges."""
        suit, buying = suit_of(action), is_purchase(action)
        one, two = (self.buy, self.buy_for_trader) if buying else (self.give, self.give_for_trader)
        doubt = LEAST_DOUBT + abs(one[suit] - two[suit])
        return Cost(one[suit] - price if buying else price - one[suit], doubt)


def worth_of(seen: View, reader: Reader) -> Worth:
    """Return what cards are worth in a view; a reader kept from view to view makes it quicker."""
    row = seen.row
    _, read, counted = reader.read(seen)
    book, desk = read.tolist(), counted[:DECKS].tolist()
    _, hints, habits = opinion(row, seen.seat, book, desk)
    buy, give, odds, market = [0.0] * SUITS, [0.0] * SUITS, [0.0] * DECKS, [0.0] * SUITS
    worth_of_cards(row, seen.seat, book, desk, habits, buy, give)
    buy_too, give_too = [0.0] * SUITS, [0.0] * SUITS
    judge(row, seen.seat, book, desk, hints, habits, odds, buy_too, give_too, market)
    cards = worth_of_hand(row, seen.seat, book, desk, habits)
    return Worth(goal_odds(desk), buy, give, buy_too, give_too, row[MONEY + seen.seat] - START_MONEY + cards)


def action_of(seen: View, name: str) -> int:
    """Return an action without when it came in, and without the price that taking a quote was limited to."""
    action = figgie.parse(seen.row, name)
    return actions.plain(actions.action_of(action) if action >= actions.FIRST_ARRIVAL else action)


def is_purchase(action: int) -> bool:
    """Return whether an action brings a card, now or if somebody takes it."""
    return FIRST_BUY <= action < FIRST_SELL or FIRST_BID <= action < FIRST_OFFER


def is_take(action: int) -> bool:
    """Return whether an action takes a quote."""
    return FIRST_BUY <= action < FIRST_BID


def suit_of(action: int) -> int:
    """Return the suit of an action that is no pass."""
    return (action - FIRST_BUY) % SUITS if action < FIRST_BID else (action - FIRST_BID) // MAX_PRICE % SUITS


def price_of(seen: View, action: int) -> int:
    """Return the price of an action: its own, or that of the quote it takes."""
    if action >= FIRST_BID:
        return (action - FIRST_BID) % MAX_PRICE + 1
    return seen.row[(OFFER if action < FIRST_SELL else BID) + suit_of(action)]


def best_take(seen: View, worth: Worth) -> tuple[int, Cost]:
    """Return the quote of others whose taking gains most for sure, and what; PASS if none does."""
    takes = [action for action in range(FIRST_BUY, FIRST_BID) if check(seen.row, seen.seat, action) == OK]
    gains = {action: worth.gain(action, price_of(seen, action)) for action in takes}
    best = max(gains, key=lambda action: gains[action].least, default=PASS)
    return (best, gains[best]) if best != PASS and gains[best].is_sure else (PASS, Cost(0.0))


# Looking


@dataclass
class Account:
    """What one seat has open in a deal: its quotes, and the best quote of others that it left since the last trade."""

    reader: Reader = field(default_factory=Reader)
    quotes: dict[tuple[bool, int], Judged] = field(default_factory=dict)  # by side and suit
    missed: Judged | None = None
    tried: bool = False  # whether it has named a take since the last trade
    read: int = 0  # events
    last: tuple[Decision, Worth] | None = None


def first_look(look: Look) -> list[Judged]:
    """Return what every decision cost, as is known in the end: which quotes were taken, and who came first."""
    found: list[Judged] = []
    for seat in look.seats:
        for _, deal in groupby(decisions(replace(look, seats=(seat,))), key=lambda made: made.deal):
            found += look_at_deal(look, seat, deal)
    return found


def look_at_deal(look: Look, seat: int, deal: Iterable[Decision]) -> list[Judged]:
    """Return what the decisions of a seat in a deal cost."""
    account, found = Account(), list[Judged]()
    events: list[Event] = []
    for made in deal:
        if is_bell(made.seen):
            continue
        events = made.seen.events  # which goes on growing to the end of the deal
        account.read = settle(account, seat, events, found)
        found.append(decide(look, made, account))
    settle(account, seat, events, found)
    miss(account, found, mine=False)
    return found + close(look, account)


def is_bell(seen: View) -> bool:
    """Return whether a live round is over for the seat to move, which can only ring the bell."""
    return seen.row[MODEL] == MODEL_LIVE and figgie.moment(seen.row) >= seen.row[LENGTH]


def decide(look: Look, made: Decision, account: Account) -> Judged:
    """Return a decision as far as it is known at once, and open what is known later."""
    seen, action = made.seen, action_of(made.seen, made.action)
    worth = worth_of(seen, account.reader)
    account.last = made, worth
    place, when = look.place(made), when_of(seen)
    if action == PASS:
        plain = Judged(place, "passes", made.action, tags={"when": when}, expected=worth.expected)
    else:
        kind = "takes" if is_take(action) else "quotes"
        tags = {"when": when, "suit": odds_of(worth, suit_of(action))}
        plain = Judged(place, kind, made.action, tags=tags, expected=worth.expected)
    best, gain = best_take(seen, worth)
    if is_take(action):
        account.tried = True
        return judged_take(seen, worth, action, plain)
    if best != PASS and (account.missed is None or gain.least > account.missed.cost.least):
        what = NOT_BOUGHT if is_purchase(best) else NOT_SOLD
        name, tags = figgie.name(seen.row, best), {"when": when, "left": odds_of(worth, suit_of(best))}
        account.missed = replace(plain, cost=gain, what=what, better=name, tags=tags)
    if action != PASS:
        side, suit = is_purchase(action), suit_of(action)
        gain = worth.gain(action, price_of(seen, action))
        what = BID_HIGH if side else OFFERED_LOW
        fair = fair_quote(seen, worth, side, suit)
        account.quotes[side, suit] = replace(plain, cost=Cost(-gain.value, gain.half), what=what, better=fair)
    return plain


def judged_take(seen: View, worth: Worth, action: int, plain: Judged) -> Judged:
    """Return what a take cost beside passing."""
    gain = worth.gain(action, price_of(seen, action))
    cost = Cost(-gain.value, gain.half)
    if not cost.is_sure:
        return plain
    what = PAID if is_purchase(action) else SOLD
    return replace(plain, cost=cost, what=what, better=figgie.name(seen.row, PASS))


def fair_quote(seen: View, worth: Worth, buying: bool, suit: int) -> str:
    """Return a quote that would have been worth its price, if one was allowed; else passing."""
    low, high = (figgie.bid_limits if buying else figgie.offer_limits)(seen.row, seen.seat, suit)
    price = int(worth.buy[suit]) - 1 if buying else int(worth.give[suit]) + 2
    if not max(low, 1) <= price <= high:
        return figgie.name(seen.row, PASS)
    return figgie.name(seen.row, (figgie.bid if buying else figgie.offer)(suit, price))


def settle(account: Account, seat: int, events: list[Event], found: list[Judged]) -> int:
    """Write down what new events have decided, and return how many there are by now: a trade clears all quotes."""
    for actor, named, _, _, partner in events[account.read :]:
        action = actions.plain(named)
        if not is_take(action):
            continue
        if partner == seat:  # who sells takes a bid
            quote = account.quotes.get((not is_purchase(action), suit_of(action)))
            if quote is not None and quote.cost.is_sure:
                put(found, quote)
        miss(account, found, mine=actor == seat)
        account.quotes.clear()
    return len(events)


def miss(account: Account, found: list[Judged], *, mine: bool) -> None:
    """Write down what was left since the last trade, unless the seat has made or tried this one."""
    if account.missed is not None and not mine and not account.tried:
        put(found, account.missed)
    account.missed, account.tried = None, False


def put(found: list[Judged], judged: Judged) -> None:
    """Put a decision that is known better by now in the place of what was known before, if it cost more."""
    index = max(index for index, one in enumerate(found) if one.place == judged.place)
    if not found[index].what or judged.cost.least > found[index].cost.least:
        found[index] = judged


def close(look: Look, account: Account) -> list[Judged]:
    """Return for each suit that a seat still holds what others would have paid more for it, by its last decision."""
    if account.last is None:
        return []
    made, worth = account.last
    hand, found = HAND + SUITS * made.seen.seat, []
    for suit, word in enumerate(SUIT_WORDS):
        price = made.seen.row[LAST_PRICE + suit]
        if made.seen.row[hand + suit] == 0 or price == 0:
            continue
        plain = Judged(look.place(made), "suits held at the end", f"held {word}", tags={"suit": odds_of(worth, suit)})
        gain = worth.gain(FIRST_SELL + suit, price)
        cost = Cost(gain.value, (gain.half or 0.0) + UNSOLD * price)
        if cost.is_sure:
            plain = replace(plain, cost=cost, what=HELD, better=f"sell {word}")
        found.append(plain)
    return found


def closer_look(look: Look, first: Judged) -> Judged:
    """Return a decision with its position and the reason; its cost is known."""
    made = decision(look.record, first.place.deal, first.place.step)
    worth = worth_of(made.seen, Reader())
    return replace(first, position=position(made.seen), why=why(made.seen, worth, first))


# Words


def odds_of(worth: Worth, suit: int) -> str:
    """Return how likely a suit was the goal."""
    odds = worth.goals[suit]
    low, high = percent(UNLIKELY), percent(LIKELY)
    share = f"below {low}" if odds < UNLIKELY else f"above {high}" if odds > LIKELY else f"{low[:-2]} to {high}"
    return f"in suits that were {goal_word(odds)} ({share})"


def when_of(seen: View) -> str:
    """Return in which third of the longest possible deal a moment is."""
    longest = TICKS if seen.row[MODEL] == MODEL_TICK else TURNS_PER_SEAT
    return third_words(longest - 1 - turns_left(seen.row), longest)


def position(seen: View) -> str:
    """Return a position in a sentence."""
    row = seen.row
    held = {word: row[HAND + SUITS * seen.seat + suit] for suit, word in enumerate(SUIT_WORDS)}
    hand = ", ".join(f"{count} {word.removesuffix('s') if count == 1 else word}" for word, count in held.items())
    quotes = []
    for suit, word in enumerate(SUIT_WORDS):
        bid = f"bid {row[BID + suit]}" if row[BIDDER + suit] != NOBODY else ""
        offer = f"offer {row[OFFER + suit]}" if row[OFFERER + suit] != NOBODY else ""
        if bid or offer:
            quotes.append(f"{word} {' and '.join(filter(None, (bid, offer)))}")
    time = f"{row[CLOCK] / 1000:.1f} seconds" if row[MODEL] == MODEL_LIVE else f"{row[CLOCK]} {MODELS[row[MODEL]]}s"
    book = "; ".join(quotes) or "no quotes"
    return f"After {time}; hand {hand}; ${row[MONEY + seen.seat]}; {book}."


def why(seen: View, worth: Worth, found: Judged) -> str:
    """Return in a sentence what the cards were worth."""
    if found.what == HELD:
        suit = SUIT_WORDS.index(found.played.removeprefix("held "))
        paid = seen.row[LAST_PRICE + suit]
        less = f"so one card less costs {worth.give[suit]:.1f}"
        return (
            f"{SUIT_WORDS[suit].capitalize()} are {goal_words(worth.goals[suit])}, {less}, and others last paid {paid}."
        )
    missed = found.what in (NOT_BOUGHT, NOT_SOLD)
    action = action_of(seen, found.better if missed else found.played)
    suit, price = suit_of(action), price_of(seen, action)
    value = worth.buy[suit] if is_purchase(action) else worth.give[suit]
    taken = found.what in (BID_HIGH, OFFERED_LOW)
    return worth_sentence(SUIT_WORDS[suit], worth.goals[suit], is_purchase(action), value, price, taken=taken)
