"""What people see of Figgie besides its state."""

from collections.abc import Sequence

from overtrick.games.contract import NOBODY, Event, Row
from overtrick.games.face import Live, Scene
from overtrick.games.figgie.actions import arrival
from overtrick.games.figgie.rulebook import (
    CLOCK,
    FIRST_BUY,
    FIRST_SELL,
    LENGTH,
    LOOK,
    MODEL,
    MODEL_LIVE,
    MODEL_TICK,
    MODEL_TURN,
    OK,
    QUIET,
    QUIET_ROUNDS,
    QUIET_TICKS,
    SEAT_COUNT,
    SUIT_WORDS,
    SUITS,
    TICKS,
    TURN,
    TURNS_PER_SEAT,
    bid_limits,
    check,
    moment,
    name,
    offer_limits,
    parse,
)
from overtrick.games.view import View


def at_once(row: Row) -> bool:
    """Return whether all seats may act at the same time, as they do in ticks and in a live market."""
    return row[MODEL] != MODEL_TURN


def in_ticks(row: Row) -> bool:
    """Return whether all seats name an action, and then they happen."""
    return row[MODEL] == MODEL_TICK


def at(row: Row, seat: int, time: int, action: str) -> str:
    """Return the name of an action of a seat that comes in at a moment."""
    return name(row, arrival(seat, max(time, row[CLOCK]), parse(row, action)))


def turned(row: Row, seat: int) -> Row:
    """Return a live market as if a seat were to act now."""
    row = row.copy()
    row[TURN], row[LOOK + seat] = seat, row[CLOCK]
    return row


def plain(action: str) -> str:
    """Return an action that came in without who did it, when, and for how much at most or at least."""
    words = action.partition(" by ")[0].split(" ")
    return " ".join(words[:2] if words[0] in ("buy", "sell") else words)


LIVE = Live(
    runs=lambda row: row[MODEL] == MODEL_LIVE,
    due=moment,
    now=lambda row: row[CLOCK],
    ends=lambda row: row[LENGTH],
    at=at,
    turned=turned,
    plain=plain,
)


def latest(row: Row, events: Sequence[Event]) -> Sequence[Event]:
    """Return the latest turn or action, or what happened in the latest tick, which may be nothing."""
    if row[MODEL] == MODEL_LIVE:
        return events[-1:] if events and events[-1][2] == row[CLOCK] else []
    return [event for event in events[-row[SEAT_COUNT] :] if event[2] == row[CLOCK] - 1]


def stops(row: Row, fresh: Sequence[Event]) -> bool:
    """Return whether a tick is over, or a trade was made."""
    return row[TURN] in (0, NOBODY) if in_ticks(row) else any(partner != NOBODY for *_, partner in fresh)


def longest(rules: Row, seats: int) -> int:
    """Return how many turns, ticks or milliseconds a deal takes at most."""
    if rules[MODEL] == MODEL_LIVE:
        return rules[LENGTH]
    return TICKS if in_ticks(rules) else TURNS_PER_SEAT * seats


def turns(rules: Row, seats: int) -> int:
    """Return how many turns or ticks a deal has at most, 0 in a live market."""
    return 0 if rules[MODEL] == MODEL_LIVE else longest(rules, seats)


def extras(seen: View) -> Scene:
    """Return the tape of trades and how many turns, ticks or milliseconds are left at most."""
    row, seats = seen.row, seen.row[SEAT_COUNT]
    quiet = QUIET_TICKS if in_ticks(row) else QUIET_ROUNDS * seats
    tape = []
    for seat, action, clock, paid, partner in seen.events:
        if partner != NOBODY:
            bought = action < FIRST_SELL
            tape.append(
                {
                    "clock": clock,
                    "suit": SUIT_WORDS[(action - FIRST_BUY) % SUITS],
                    "price": paid,
                    "buyer": seat if bought else partner,
                    "seller": partner if bought else seat,
                    "taker": seat,
                }
            )
    return {"tape": tape, "left": longest(row, seats) - row[CLOCK], "quiet_left": quiet - row[QUIET]}


def choices(seen: View) -> Scene:
    """Return what a seat may do now, suit by suit: whether it may buy and sell, and its lowest and highest quotes."""
    row, seat = seen.row, seen.seat
    found = {}
    for suit, word in enumerate(SUIT_WORDS):
        bids, offers = bid_limits(row, seat, suit), offer_limits(row, seat, suit)
        found[word] = {
            "buy": check(row, seat, FIRST_BUY + suit) == OK,
            "sell": check(row, seat, FIRST_SELL + suit) == OK,
            "bid": list(bids) if bids[0] <= bids[1] else None,
            "offer": list(offers) if offers[0] <= offers[1] else None,
        }
    return {"choices": found}
