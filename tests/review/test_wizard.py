"""Reviews of Wizard: bids too high by hand size, tricks given away after the bid was made, and errors that are told."""

import pytest

from overtrick.games.tricks import WON
from overtrick.games.wizard import rulebook as wizard
from overtrick.players.explain import decision
from overtrick.review import wizard as judge
from overtrick.review.review import Effort, reviews
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
    assert "6 cards" in judge.position(bid.seen)
    seen = decision(record, 1, steps[1]).seen
    cards = wizard.legal(seen.row)
    for taken, what in ((0, judge.MADE), (1, judge.LOST), (-1, judge.OPEN), (-7, judge.LOST)):
        seen.row[WON + seat] = seen.row[wizard.BID + seat] + taken
        assert judge.what_of(seen, cards[0], cards[-1]) == what
