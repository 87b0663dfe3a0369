"""What people see of Wizard besides its state."""

from collections.abc import Sequence

from overtrick.core.cards import members
from overtrick.games.contract import Event, Row
from overtrick.games.face import Scene, Tally
from overtrick.games.trick_scene import seats_in_turn, trick_extras
from overtrick.games.tricks import NEXT, SEATS, TURN
from overtrick.games.view import View
from overtrick.games.wizard.rulebook import (
    BID,
    BIDDING,
    DEALER,
    FIRST_BID,
    FIRST_TRUMP,
    HIDDEN_BIDS,
    NAMING,
    NO_BID,
    PHASE,
    STILL_IN,
    forbidden_bid,
    score,
)


def latest(row: Row, events: Sequence[Event]) -> Sequence[Event]:
    """Return the latest event, or all bids where those were hidden and became public together."""
    bids = [event for event in events if FIRST_BID <= event[1] < FIRST_TRUMP] if row[HIDDEN_BIDS] else []
    return bids if bids and events[-1] == bids[-1] else events[-1:]


def tally(line: Scene, seat: int) -> list[Tally]:
    """Return whether a bid was exact, by the size of the hand; nothing for who was out."""
    cards, bid = line["cards"], line["bids"][seat]
    if bid < 0:
        return []
    return [Tally("Exact bids", f"{cards} card{'' if cards == 1 else 's'}", bid == line["tricks"][seat], "%")]


def extras(seen: View) -> Scene:
    """Return what tricks tell, the bid that the hook forbids, who has bid, and what each seat would score now."""
    row = seen.row
    forbidden = forbidden_bid(row) if row[PHASE] == BIDDING else NO_BID
    seats = range(row[SEATS])
    return {
        **trick_extras(seen),
        "forbidden_bid": None if forbidden == NO_BID else forbidden,
        "has_bid": who_has_bid(row),
        "if_now": [None if row[BID + seat] == NO_BID else score(row, seat) for seat in seats],
    }


def who_has_bid(row: Row) -> list[int]:
    """Return the seats that have bid; all see them do so, even while the bids themselves are hidden."""
    bidders, seat = [], row[NEXT + row[DEALER]]
    if row[PHASE] == NAMING:
        return []
    for _ in range(seats_in_turn(row)):
        if row[PHASE] == BIDDING and seat == row[TURN]:
            break
        bidders.append(seat)
        seat = row[NEXT + seat]
    return bidders


def still_in(row: Row) -> list[int]:
    """Return the seats that have not left the table."""
    return members(row[STILL_IN])
