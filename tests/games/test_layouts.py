"""The columns of the rows and the numbers of the actions: records, saved tables and trained players are read by them.

Whoever changes one of these numbers raises the VERSION of the game and writes them anew.
"""

from types import ModuleType

import pytest

from overtrick.games import tricks
from overtrick.games.duel import rulebook as duel
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.wizard import rulebook as wizard

TRICKS = """
TURN 0, SEATS 1, CARDS 2, TRICKS 3, TRUMP 4, LEAD_RULE 5, LED 6, LEADER 7, BEST 8, BEATING 9, PLAYED 10, NO_HAND 11,
HAND 12, WON 18, LATEST 24, VOIDS 30, NEXT 36, OWN 42, MAX_SEATS 6,
JESTER 52, MASTER 56, DECK_SIZE 60, LEAD_OFFICIAL 0, LEAD_FIRST_SUIT_CARD 1
"""
WIZARD = """
VERSION 1, STEP 42, HOOK 43, HIDDEN_BIDS 44, RANDOM_TRUMP 45, ELIMINATION 46, ROUND 47, DEALER 48, STILL_IN 49,
PHASE 50, TURNED_UP 51, BID 52, TOTAL 58, WIDTH 64, NO_BID -1, NAMING 0, BIDDING 1, PLAYING 2,
HOOK_OFF 0, HOOK_ON 1, HOOK_CANADIAN 2, FIRST_BID 60, FIRST_TRUMP 81, ACTIONS 85
"""
DUEL = "VERSION 1, VALUES 42, STOCK 43, WIDTH 44, ACTIONS 52"
FIGGIE = """
VERSION 1, TURN 0, SEAT_COUNT 1, MODEL 2, CLOCK 3, QUIET 4, GOAL 5, HAND 6, SIZE 26, BID 30, BIDDER 34, OFFER 38,
OFFERER 42, LAST_PRICE 46, MONEY 50, HELD 55, NAMED 60, REFUSED 65, PAID 70, PARTNER 75, ORDER 80, LOOK 105, LENGTH 110,
REACTION 111, CHANCE 112, WIDTH 113, MODEL_TURN 0, MODEL_TICK 1, MODEL_LIVE 2,
NOT_SHOWN -1, NO_QUOTE 1000001, ORDER_BITS 7, ORDERS_PER_COLUMN 8,
PASS 0, FIRST_BUY 1, FIRST_SELL 5, FIRST_BID 9, FIRST_OFFER 4000009, ACTIONS 8000009,
LIVE_ACTIONS 16000009, FIRST_ARRIVAL 1099511627776
"""


@pytest.mark.parametrize(
    ("module", "layout"),
    [(tricks, TRICKS), (wizard, WIZARD), (duel, DUEL), (figgie, FIGGIE)],
    ids=["tricks", "wizard", "duel", "figgie"],
)
def test_the_numbers_of_a_version_stay_as_they_are(module: ModuleType, layout: str) -> None:
    numbers = dict(entry.split() for entry in layout.split(","))
    assert {name: str(getattr(module, name)) for name in numbers} == numbers


def test_seats_patience_and_what_a_record_keeps_are_these() -> None:
    games = (wizard, duel, figgie)
    assert [list(game.SEATS) for game in games] == [[3, 4, 5, 6], [2], [4, 5]]
    assert [game.PATIENCE for game in games] == [10, 0, None]
    assert [game.KEPT for game in games] == [{"bids": 52, "tricks": 18}, {"tricks": 18}, {"money": 50}]
