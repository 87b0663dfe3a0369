"""Oh Hell: a game of one's own in one file. Bid how many tricks you will take; only an exact bid scores.

    overtrick --game-file examples/oh_hell.py match oh-hell random random first

Actions: 0-51 play that card (13 * suit + rank), 52-62 bid 0 to 10 tricks.
"""

from collections.abc import Mapping, Sequence

from overtrick.core.cards import BIT, lowest, members, suit, take
from overtrick.core.mistake import Mistake
from overtrick.games import tricks
from overtrick.games.contract import Row, ranked
from overtrick.games.options import Option, Value

NAME, VERSION = "oh-hell", 1
SUMMARY = "Bid how many tricks you will take; only an exact bid scores."
SEATS = range(3, 6)
OPTIONS = (Option("cards", range(1, 11), 7, "Cards in the first round; each round has one fewer, down to one."),)
FIRST_BID, MAX_BID, NO_BID, ACTIONS = 52, 10, -1, 63
DEALER, BIDS_LEFT, TURNED_UP, BID = range(tricks.OWN, tricks.OWN + 4)  # BID has one place per seat
WIDTH = BID + 6
KEPT = {"bids": BID, "tricks": tricks.WON}

hide = tricks.hide_hands  # blanks the other hands, in place

OK, NO_ACTION, OTHER_KIND_IS_DUE, WOULD_BE_EVEN, NOT_HELD, MUST_FOLLOW = range(6)
REFUSALS = (
    "",
    "{action} is no action of this deal, or comes after its end",
    "{action} does not fit: first all bid, then all play cards",
    "{action} would make the bids add up to the tricks, which the dealer may not do",
    "{action} is not in the hand",
    "{action} does not follow the led suit, which the hand can",
)


def rules(seats: int, options: Mapping[str, Value]) -> Row:
    """Return the rules of a match: the columns of a row, then the hand sizes."""
    row = [0] * WIDTH
    row[tricks.SEATS] = seats
    return row + list(range(int(str(options["cards"])), 0, -1))


def next_deal(rules: Row, finished: Sequence[Row]) -> Row:
    """Return the setup of the next round, or an empty row after the last."""
    if WIDTH + len(finished) == len(rules):
        return []
    setup = rules[:WIDTH].copy()
    setup[tricks.CARDS] = rules[WIDTH + len(finished)]
    setup[DEALER] = len(finished) % setup[tricks.SEATS]
    setup[tricks.NEXT : tricks.NEXT + setup[tricks.SEATS]] = [*range(1, setup[tricks.SEATS]), 0]
    return setup


def bounds(rules: Row) -> list[int]:
    """Return how many values each draw takes: one draw for each card of the deck."""
    return list(range(FIRST_BID, 0, -1))


def deal(setup: Row, draws: Sequence[int]) -> Row:
    """Return a fresh deal: the hands, then the card that makes its suit trump."""
    row, deck, dealt = setup.copy(), BIT[:FIRST_BID].copy(), 0
    for seat in range(row[tricks.SEATS]):
        row[tricks.HAND + seat] = take(deck, draws, dealt, dealt + row[tricks.CARDS])
        row[BID + seat] = NO_BID
        dealt += row[tricks.CARDS]
    row[TURNED_UP] = lowest(take(deck, draws, dealt, dealt + 1))
    row[tricks.TRUMP] = suit(row[TURNED_UP])
    row[BIDS_LEFT] = row[tricks.SEATS]
    row[tricks.TURN] = row[tricks.NEXT + row[DEALER]]
    tricks.begin_tricks(row, row[tricks.TURN])
    return row


def to_move(row: Row) -> int:
    """Return the seat to move, or NOBODY when the deal is over."""
    return row[tricks.TURN]


def refuse(row: Row, action: int) -> int:
    """Return 0, or the code of the first rule that the action breaks."""
    if row[tricks.TURN] < 0 or not 0 <= action <= FIRST_BID + row[tricks.CARDS]:
        return NO_ACTION
    if (action >= FIRST_BID) != (row[BIDS_LEFT] > 0):
        return OTHER_KIND_IS_DUE
    if action >= FIRST_BID:
        total = action - FIRST_BID + sum(max(0, row[BID + seat]) for seat in range(row[tricks.SEATS]))
        return WOULD_BE_EVEN if row[BIDS_LEFT] == 1 and total == row[tricks.CARDS] else OK
    if not row[tricks.HAND + row[tricks.TURN]] >> action & 1:
        return NOT_HELD
    return OK if tricks.playable(row) >> action & 1 else MUST_FOLLOW


def legal(row: Row) -> list[int]:
    """Return the legal actions, ascending."""
    return [action for action in range(FIRST_BID + MAX_BID + 1) if refuse(row, action) == OK]


def play(row: Row, action: int) -> None:
    """Make a bid or play a card, in place."""
    if action < FIRST_BID:
        tricks.play_card(row, action)
        return
    row[BID + row[tricks.TURN]] = action - FIRST_BID
    row[BIDS_LEFT] -= 1
    row[tricks.TURN] = row[tricks.NEXT + row[tricks.TURN]]


def score(row: Row, seat: int) -> int:
    """Return 10 and 1 a trick for an exact bid, else nothing."""
    return 10 + row[tricks.WON + seat] if row[BID + seat] == row[tricks.WON + seat] else 0


def places(rules: Row, finished: Sequence[Row]) -> list[int]:
    """Return the places: most points first."""
    return ranked([sum(score(row, seat) for row in finished) for seat in range(rules[tricks.SEATS])])


CARDS = [f"{letter}{rank}" for letter in "SHDC" for rank in (*range(2, 11), *"JQKA")]
NAMES = [*CARDS, *(f"bid {count}" for count in range(MAX_BID + 1))]


def name(row: Row, action: int) -> str:
    """Return the name of an action: ``SA``, ``H10``, ``bid 3``."""
    return NAMES[action]


def parse(row: Row, text: str) -> int:
    """Return the action of a name."""
    if text not in NAMES:
        raise Mistake(f"{text[:40]!r} is no action of Oh Hell; allowed: a card such as SA, a bid such as 'bid 2'")
    return NAMES.index(text)


def state(row: Row) -> dict[str, object]:
    """Return the deal in words; the hand of another seat is None."""
    seats = range(row[tricks.SEATS])
    hands = [[NAMES[card] for card in members(row[tricks.HAND + seat])] for seat in seats]
    return {
        "cards": row[tricks.CARDS],
        "dealer": row[DEALER],
        "trump": NAMES[row[TURNED_UP]][0],
        "phase": "over" if row[tricks.TURN] < 0 else "bid" if row[BIDS_LEFT] else "play",
        "to_move": None if row[tricks.TURN] < 0 else row[tricks.TURN],
        "hands": [hands[seat] if len(hands[seat]) == tricks.cards_left(row, seat) else None for seat in seats],
        "bids": [None if row[BID + seat] == NO_BID else row[BID + seat] for seat in seats],
        "tricks": [row[tricks.WON + seat] for seat in seats],
        "trick": [{"seat": seat, "card": NAMES[card]} for seat, card in tricks.trick(row)],
    }
