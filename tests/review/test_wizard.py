"""Reviews of Wizard: bids too high by hand size, tricks given away after the bid was made, and errors that are told."""

import pytest

from overtrick.games.contract import NOBODY
from overtrick.games.tricks import HAND, JESTER, TRUMP, WON
from overtrick.games.wizard import rulebook as wizard
from overtrick.players.explain import decision
from overtrick.review import wizard as judge
from overtrick.review.review import Effort, reviews
from overtrick.review.wizard_words import card_words, trumps_words
from tests.support.weak_bots import grasper, overbidder, played

OTHERS = ["wizard:classic", "wizard:rules", "wizard:net"]


@pytest.mark.long
def test_a_bot_that_overbids_in_long_hands_is_told_so() -> None:
    records = played("wizard", overbidder, OTHERS, 3, {"series": [3, 4, 9, 10, 12]})
    (found,) = reviews(records, ["mine"], Effort(top=4, worlds=200))
    assert found.themes[0].what == judge.BID_HIGH and found.themes[0].cost.is_sure
    assert not any(part.value == "in hands of 1 to 5 cards" for part in found.themes[0].parts)
    assert all(one.what == judge.BID_HIGH for one in found.worst) and found.worst
    for one in found.worst:
        assert int(one.played[4:]) > int(one.better[4:])
        assert one.cost.half and one.cost.least > 0 and "sampled worlds" in one.why


@pytest.mark.long
def test_a_bot_that_goes_on_taking_tricks_is_told_so() -> None:
    records = played("wizard", grasper, OTHERS, 3, {"series": [4, 6, 8]})
    (found,) = reviews(records, ["mine"], Effort(top=4, worlds=200))
    assert found.themes[0].what == judge.MADE and found.themes[0].cost.is_sure
    assert found.themes[0].share > 0.9
    assert reviews(records, ["mine"], Effort(top=4, worlds=200, workers=2)) == [found]


def test_what_a_card_would_be_follows_from_the_bid() -> None:
    record = played("wizard", grasper, ["wizard:classic"] * 3, 1, {"series": [6]})[0]
    seat = record.match.players.index("mine")
    steps = [step for step, (mover, _) in enumerate(record.deals[0].actions, start=1) if mover == seat]
    bid = decision(record, 1, steps[0])
    assert judge.what_of(bid.seen, wizard.FIRST_BID + 2, wizard.FIRST_BID + 1) == judge.BID_HIGH
    assert judge.what_of(bid.seen, wizard.FIRST_BID, wizard.FIRST_BID + 1) == judge.BID_LOW
    assert judge.circumstances(bid.seen, wizard.FIRST_BID, wizard.FIRST_BID)["hand"] == "in hands of 6 to 10 cards"
    told = [judge.circumstances(bid.seen, wizard.FIRST_BID + bid_, wizard.FIRST_BID + 4).get("by") for bid_ in range(5)]
    assert told == ["by three tricks or more"] * 2 + ["by two tricks", "by one trick", None]
    assert "6 cards" in judge.position(bid.seen)
    seen = decision(record, 1, steps[1]).seen
    cards = wizard.legal(seen.row)
    for taken, what in ((0, judge.MADE), (1, judge.LOST), (-1, judge.OPEN), (-7, judge.LOST)):
        seen.row[WON + seat] = seen.row[wizard.BID + seat] + taken
        assert judge.what_of(seen, cards[0], cards[-1]) == what


def test_a_card_is_told_beside_the_better_one() -> None:
    row = [0] * wizard.WIDTH
    row[TRUMP] = 1  # yellow
    red, yellow = wizard.CARD_NAMES.index("R1"), wizard.CARD_NAMES.index("Y1")
    told = {
        (red + 5, red): "too high a card",
        (red, red + 5): "too low a card",
        (red, yellow): "a plain card instead of a trump",
        (yellow + 3, red): "a trump instead of a plain card",
        (wizard.WIZARD, JESTER): "a Wizard instead of a Jester",
        (red + 7, wizard.CARD_NAMES.index("G10")): "a card of the wrong suit",
        (red, wizard.CARD_NAMES.index("G7")): "too low a card",
    }
    assert {cards: card_words(row, *cards) for cards in told} == told


def test_trumps_in_the_hand_are_counted() -> None:
    record = played("wizard", grasper, ["wizard:classic"] * 3, 1, {"series": [6]})[0]
    seen = decision(record, 1, 1).seen
    first = HAND + seen.seat
    seen.row[TRUMP] = 1
    told = []
    for count in range(5):
        seen.row[first] = ((1 << count) - 1) << wizard.CARD_NAMES.index("Y1") | 1 << JESTER
        told.append(trumps_words(seen))
    more = ["with three trumps or more"] * 2
    assert told == ["without a trump", "with one trump", "with two trumps", *more]
    seen.row[TRUMP] = NOBODY
    assert trumps_words(seen) == "in rounds without trump"
