"""wizard:rules counts unseen cards: always legal, sensible odds, and better than guessing."""

import numpy as np
import pytest

from overtrick.core.cards import RANKS
from overtrick.core.mistake import Mistake
from overtrick.games.contract import settled
from overtrick.games.tricks import HAND, TRUMP, TURN
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import FIRST_BID, PHASE, WIZARD
from overtrick.players.wizard import formula as wizard_formula
from overtrick.players.wizard import rules as wizard_rules
from overtrick.players.wizard import sight as wizard_sight
from overtrick.players.wizard.net.models import NET_SHAPE, Model
from overtrick.players.wizard.sight import SIGHTS
from overtrick.players.wizard.training.train import BY_RULES, measure
from overtrick.players.wizard.tuning import TUNING
from tests.support.wizard_positions import hello, positions

NO_MODEL = Model(np.zeros(NET_SHAPE, np.float32), np.zeros((1, 1)))


def fresh(cards: int, hand: int, trump: int) -> list[int]:
    """Return the row of a seat that is to bid first at a table of four, with a hand and trump of our choice."""
    rules = wizard.rules(4, settled(wizard, 4, {"series": [cards]}))
    row = wizard.deal(wizard.next_deal(rules, []), [0] * 61)
    wizard.hide(row, row[TURN])
    row[PHASE] = wizard.BIDDING
    row[HAND + row[TURN]] = hand
    row[TRUMP] = trump
    row[wizard.TURNED_UP] = 13 * trump
    return row


def bid_of(hand: list[int], trump: int) -> int:
    row = fresh(len(hand), sum(1 << card for card in hand), trump)
    return wizard_rules.choose(View(wizard, row[TURN], row, [])) - FIRST_BID


def test_it_asks_the_formula_alike_interpreted_and_compiled() -> None:
    for seen, _ in positions(60, 13):
        plain = wizard_formula.choose(seen.row.copy(), [0] * SIGHTS, TUNING, np.zeros(SIGHTS), np.zeros(SIGHTS))
        assert plain == wizard_rules.choose(seen)


def test_strong_hands_bid_more() -> None:
    low_cards = [RANKS + 1, 2 * RANKS + 1, RANKS + 2, 2 * RANKS + 2]
    wizards = [WIZARD, WIZARD + 1, WIZARD + 2, WIZARD + 3]
    assert bid_of(low_cards, 3) == 0
    assert bid_of(wizards, 3) == 4
    assert bid_of(low_cards[:2] + wizards[:2], 3) == 2


def test_a_higher_card_of_a_suit_is_never_less_likely_to_take_a_trick() -> None:
    hand = [RANKS + 3, RANKS + 6, RANKS + 9, RANKS + 12]
    row = fresh(4, sum(1 << card for card in hand), 3)
    sight = [0] * SIGHTS
    density = wizard_sight.look(row, row[TURN], sight)
    odds = [wizard_formula.later(row, row[TURN], card, sight, density, TUNING, np.zeros(SIGHTS)) for card in hand]
    assert odds == sorted(odds) and 0 <= odds[0] < odds[-1] <= 1


@pytest.mark.long
@pytest.mark.parametrize(("seats", "least"), [(3, 200), (4, 215), (5, 140), (6, 110)])
def test_it_reaches_its_strength_in_its_own_field(seats: int, least: int) -> None:
    places = measure(seats, [BY_RULES] * seats, 60, NO_MODEL, b"rules")
    assert sum(place.points for place in places) / seats > least


def test_it_takes_no_setting() -> None:
    with pytest.raises(Mistake, match="takes no setting"):
        wizard_rules.player(hello(4), "fast")


def test_it_does_not_change_the_view() -> None:
    for seen, _ in positions(100, 14):
        before = seen.row.copy()
        wizard_rules.choose(seen)
        assert seen.row == before
