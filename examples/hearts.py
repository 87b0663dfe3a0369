"""Hearts: take no hearts and not the queen of spades, or take them all. The fewest points win.

    overtrick --game-file examples/hearts.py match hearts careful random random random

Actions: 0-51 play that card (13 * suit + rank), 52-103 pass that card.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from overtrick.core.cards import BIT, IN_SUIT, NO_SUIT, RANKS, members, take
from overtrick.games import tricks
from overtrick.games.contract import NOBODY, Event, Row, ranked
from overtrick.games.face import Face, Level
from overtrick.games.options import Option, Value
from overtrick.games.trick_scene import trick_extras, trick_sentence
from overtrick.games.tricks import BEATING, BEST, CARDS, HAND, LEADER, MAX_SEATS, NEXT, OWN, TRICKS, TRUMP, TURN, WON
from overtrick.games.view import View

NAME, VERSION, SUMMARY = "hearts", 1, "Take no hearts and not the queen of spades, or all; the fewest points win."
SEATS = range(3, 7)
OPTIONS = (
    Option("points", range(10, 1001), 100, "The match ends with the deal in which somebody reaches so many points."),
    Option("deals", range(101), 0, "The match ends after so many deals instead; 0 for by points."),
)
LESS_IS_BETTER = True

FIRST_PASS, ACTIONS = 52, 104
HEARTS, SPADE_QUEEN, CLUB_TWO = IN_SUIT[1], 10, 39
POINTS = HEARTS | 1 << SPADE_QUEEN
ALL, EACH = 26, 3  # points of a deal; cards that each seat passes

GOAL, LENGTH, SHIFT, LEFT, BROKEN, IN_TRICK = range(OWN, OWN + 6)
# options points and deals; passed how many seats on; cards still to pass; hearts broken or not; points in the trick
PASSED, TAKEN, TOTAL = (OWN + 6 + MAX_SEATS * block for block in range(3))  # by seat: cards; points; those before
WIDTH = TOTAL + MAX_SEATS
KEPT = {"taken": TAKEN, "tricks": WON}

OK, NO_ACTION, OTHER_KIND_IS_DUE, NOT_HELD, MUST_FOLLOW, NOT_YET = range(6)
REFUSALS = (
    "",
    "{action} is no action of this deal, or comes after its end",
    "{action} does not fit: first all pass three cards, then all play",
    "{action} is not in the hand",
    "{action} does not follow the led suit, which the hand can",
    "{action} comes too early: the two of clubs leads, its trick takes no points, hearts are led once broken",
)


def rules(seats: int, options: Mapping[str, Value]) -> Row:
    """Return the rules of a match: no number for each deal stands behind them, as nobody knows how many there are."""
    row = [0] * WIDTH
    row[tricks.SEATS], row[CARDS], row[TRUMP] = seats, 52 // seats, NO_SUIT
    row[GOAL], row[LENGTH] = int(str(options["points"])), int(str(options["deals"]))
    for seat in range(seats):
        row[NEXT + seat] = (seat + 1) % seats
    return row


def deals(rules: Row) -> int:
    """Return how many deals there are, or UNKNOWN, which is 0, if points decide."""
    return rules[LENGTH]


def next_deal(rules: Row, finished: Sequence[Row]) -> Row:
    """Return the setup of the next deal, or an empty row after the last; cards go left, right, across, nowhere."""
    done, seats = len(finished), rules[tricks.SEATS]
    setup, over = rules[:WIDTH].copy(), 0 < rules[LENGTH] == done
    for seat in range(seats if done > 0 else 0):
        setup[TOTAL + seat] = finished[-1][TOTAL + seat] + score(finished[-1], seat)
        over = over or (rules[LENGTH] == 0 and setup[TOTAL + seat] >= rules[GOAL])
    setup[SHIFT] = [1, seats - 1, 0 if seats % 2 else seats // 2, 0][done % (4 - seats % 2)]  # if odd, nobody is across
    return rules[:0] if over else setup


def bounds(rules: Row) -> list[int]:
    """Return how many values each draw takes: one draw for each card dealt."""
    return list(range(rules[CARDS] * rules[tricks.SEATS], 0, -1))


def deal(setup: Row, draws: Sequence[int]) -> Row:
    """Return a fresh deal; the lowest diamonds are left out so that all hands are equally large."""
    row, deck, seats = setup.copy(), BIT[:52].copy(), setup[tricks.SEATS]
    for place in range(2 * RANKS, 52 - 52 % seats):
        deck[place] = BIT[place + 52 % seats]
    for seat in range(seats):
        row[HAND + seat] = take(deck, draws, seat * row[CARDS], (seat + 1) * row[CARDS])
    row[LEFT] = EACH * seats if row[SHIFT] else 0
    tricks.begin_tricks(row, 0)
    if row[SHIFT] == 0:
        take_up(row)
    return row


def take_up(row: Row) -> None:
    """Let all take up the cards passed to them, if any were, and the seat with the two of clubs lead."""
    seats = row[tricks.SEATS]
    for giver in range(seats):
        row[HAND + (giver + row[SHIFT]) % seats] += row[PASSED + giver]
    for seat in range(seats):
        if row[HAND + seat] >> CLUB_TWO & 1:
            row[TURN] = row[LEADER] = seat


def to_move(row: Row) -> int:
    """Return the seat to move, or NOBODY when the deal is over."""
    return row[TURN]


def allowed(row: Row) -> int:
    """Return the set of cards that the seat to move may pass, or play."""
    cards = better = tricks.playable(row)
    if row[LEFT] == 0 and row[TRICKS] == 0:
        better = cards & (BIT[CLUB_TWO] if row[BEST] == NOBODY else ~POINTS)
    elif row[LEFT] == 0 and row[BEST] == NOBODY and row[BROKEN] == 0:
        better = cards & ~HEARTS
    return better if better else cards


def refuse(row: Row, action: int) -> int:
    """Return 0, or the code of the first rule that the action breaks."""
    if row[TURN] < 0 or not 0 <= action < ACTIONS:
        return NO_ACTION
    if (action >= FIRST_PASS) != (row[LEFT] > 0):
        return OTHER_KIND_IS_DUE
    card = action % FIRST_PASS
    if not row[HAND + row[TURN]] >> card & 1:
        return NOT_HELD
    if allowed(row) >> card & 1:
        return OK
    return NOT_YET if tricks.playable(row) >> card & 1 else MUST_FOLLOW


def legal(row: Row) -> list[int]:
    """Return the legal actions, ascending."""
    first = FIRST_PASS if row[LEFT] > 0 else 0
    return [first + card for card in members(allowed(row))]


def play(row: Row, action: int) -> None:
    """Play a card, or lay one aside to be passed, unseen; the last one lets all take up what they get at once."""
    seat, bit = row[TURN], BIT[action % FIRST_PASS]
    if action >= FIRST_PASS:
        row[HAND + seat] -= bit
        row[PASSED + seat] += bit
        row[LEFT] -= 1
        if row[LEFT] % EACH == 0:
            row[TURN] = row[NEXT + seat]
        if row[LEFT] == 0:
            take_up(row)
        return
    row[IN_TRICK] += 13 if action == SPADE_QUEEN else (HEARTS & bit).bit_count()
    row[BROKEN] |= (HEARTS & bit).bit_count()
    tricks.play_card(row, action)
    if row[BEST] == NOBODY:
        row[TAKEN + row[LEADER]] += row[IN_TRICK]
        row[IN_TRICK] = 0


def score(row: Row, seat: int) -> int:
    """Return the points taken; whoever has them all gives them to all others instead."""
    for other in range(row[tricks.SEATS]):
        if row[TAKEN + other] == ALL:
            return 0 if other == seat else ALL
    return row[TAKEN + seat]


def places(rules: Row, finished: Sequence[Row]) -> list[int]:
    """Return the places: fewest points first."""
    return ranked([-sum(score(row, seat) for row in finished) for seat in range(rules[tricks.SEATS])])


def hide(row: Row, seat: int) -> None:
    """Blank the other hands, and what others have passed but to this seat."""
    tricks.hide_hands(row, seat)
    for other in range(row[tricks.SEATS]):
        if other != seat and (row[LEFT] > 0 or (other + row[SHIFT]) % row[tricks.SEATS] != seat):
            row[PASSED + other] = 0


def events(row: Row, seat: int, action: int) -> list[Event]:
    """Return the card played, or with the last card passed all that were."""
    if action < FIRST_PASS:
        return [(seat, action)]
    givers = range(row[tricks.SEATS] if row[LEFT] == 0 else 0)
    return [(giver, FIRST_PASS + card) for giver in givers for card in members(row[PASSED + giver])]


def hears(row: Row, event: Event, seat: int) -> bool:
    """Return whether a seat hears of an event: of a card passed only who gave it and who got it."""
    return event[1] < FIRST_PASS or seat in (event[0], (event[0] + row[SHIFT]) % row[tricks.SEATS])


def notes(rules: Row, finished: Sequence[Row]) -> list[str]:
    """Return who has shot the moon."""
    return [f"seat {seat} shoots the moon" for seat in range(rules[tricks.SEATS]) if finished[-1][TAKEN + seat] == ALL]


CARD_NAMES = [f"{letter}{rank}" for letter in "SHDC" for rank in (*range(2, 11), *"JQKA")]
NAMES = [*CARD_NAMES, *(f"pass {card}" for card in CARD_NAMES)]
DANGER = [card % RANKS + 15 * (card < RANKS) + 20 * (POINTS >> card & 1) for card in range(52)] * 2


def state(row: Row) -> dict[str, Any]:
    """Return the deal in words; what is None is hidden, or not there."""
    seats = range(row[tricks.SEATS])
    hands, passed = ([[NAMES[card] for card in members(row[at + seat])] for seat in seats] for at in (HAND, PASSED))
    return {
        "cards": row[CARDS],
        "phase": "over" if row[TURN] < 0 else "pass" if row[LEFT] else "play",
        "to_move": None if row[TURN] < 0 else row[TURN],
        "pass_to": {0: "nobody", 1: "left", row[tricks.SEATS] - 1: "right"}.get(row[SHIFT], "across"),
        "hands": [hands[seat] if hands[seat] or not tricks.cards_left(row, seat) else None for seat in seats],
        "passed": [cards or None for cards in passed] if any(passed) else None,
        "broken": row[BROKEN] == 1,
        "points": [row[TAKEN + seat] for seat in seats],
        "tricks": [row[WON + seat] for seat in seats],
        "totals": [row[TOTAL + seat] for seat in seats],
        "trick": [{"seat": seat, "card": NAMES[card]} for seat, card in tricks.trick(row)],
    }


def player(hello: object) -> Any:
    """Return a player that passes high cards, ducks where it can, and throws what brings points."""

    def choose(view: View) -> int:
        actions = legal(view.row)
        away = [action for action in actions if action >= FIRST_PASS or not view.row[BEATING] >> action & 1]
        return max(away, key=DANGER.__getitem__) if away else min(actions, key=DANGER.__getitem__)

    return choose


FACE = Face(
    title="Hearts",
    players={"careful": sys.modules[__name__]},
    test_player="careful",
    levels={"easy": Level("random"), "medium": Level("careful", 0.3), "hard": Level("careful")},
    latest=lambda _, events: events if events and events[-1][1] >= FIRST_PASS else events[-1:],
    extras=trick_extras,
    closing_sentence=trick_sentence,
    pad=("taken",),
    worst=lambda rules: ALL * rules[LENGTH] + rules[GOAL] + ALL,
)
