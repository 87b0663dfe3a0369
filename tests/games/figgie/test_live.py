"""The live model: time runs, an action counts at the moment at which it comes in, and the bell ends the round."""

from random import Random
from unittest.mock import patch

import numpy as np
import pytest

from overtrick.bots.bot import Answer
from overtrick.compiled.twin import twin
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Row, refusal, settled
from overtrick.games.figgie import refusals
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.actions import arrival, buy_for, sell_for
from overtrick.games.figgie.rulebook import CLOCK, HAND, LENGTH, LOOK, MONEY, OFFER, PASS, TURN, bid, offer
from overtrick.games.view import view
from overtrick.match.play import play
from overtrick.match.record import new_match, start_deal
from tests.support.programs import built_in

SPADES, CLUBS, HEARTS, DIAMONDS = range(4)


def market(seats: int = 4, seed: int = 1, **options: object) -> Row:
    match = new_match("figgie", ["player"] * seats, {"model": "live", "rounds": 1, **options}, seed.to_bytes(32))
    return start_deal(match, [])[0]


def come(row: Row, seat: int, time: int, what: str) -> int:
    """Let a seat come in if it may; return the code of the rule that forbids it."""
    action = arrival(seat, time, figgie.parse(row, what))
    code = figgie.refuse(row, action)
    if code == figgie.OK:
        figgie.play(row, action)
    return code


def test_whoever_looks_first_is_asked_first_and_acts_then() -> None:
    row = market()
    looks = row[LOOK : LOOK + 4]
    assert row[TURN] == looks.index(min(looks)) and all(2000 <= look < 6000 for look in looks)
    seat, when = row[TURN], min(looks)
    figgie.play(row, bid(SPADES, 5))
    assert row[CLOCK] == when
    assert figgie.events(row, seat, bid(SPADES, 5)) == [(seat, bid(SPADES, 5), when, 0, NOBODY)]


def test_others_look_sooner_after_a_quote_and_not_after_a_pass() -> None:
    row = market()
    seat, before = row[TURN], row[LOOK : LOOK + 4]
    passed = row.copy()
    figgie.play(passed, PASS)
    others = [other for other in range(4) if other != seat]
    assert [passed[LOOK + other] for other in others] == [before[other] for other in others]
    assert figgie.events(passed, seat, PASS) == [], "nobody hears of a pass"
    figgie.play(row, bid(SPADES, 5))
    assert all(row[LOOK + other] <= min(before[other], row[CLOCK] + 3000) for other in others)
    assert row[CLOCK] + 1000 <= row[LOOK + seat] <= row[CLOCK] + 6000


def test_an_arrival_acts_at_its_moment_although_another_seat_is_to_move() -> None:
    row = market()
    seat = (row[TURN] + 1) % 4
    assert come(row, seat, 150, "bid hearts 7") == figgie.OK
    assert row[CLOCK] == 150
    assert figgie.state(row)["bids"]["hearts"] == {"price": 7, "seat": seat}
    action = arrival(seat, 150, bid(HEARTS, 7))
    assert figgie.comes_in(row, action) == seat and figgie.comes_in(row, bid(HEARTS, 7)) == NOBODY
    assert figgie.name(row, action) == f"bid hearts 7 by {seat} at 150"
    assert figgie.parse(row, f"bid hearts 7 by {seat} at 150") == action


def test_arrivals_at_the_same_moment_count_in_the_order_in_which_they_come() -> None:
    row = market()
    assert come(row, 0, 500, "offer spades 9") == figgie.OK
    assert come(row, 1, 900, "buy spades") == figgie.OK
    assert come(row, 2, 900, "buy spades") == refusals.NOTHING_OFFERED


def test_nobody_comes_in_before_what_has_happened_or_after_the_bell() -> None:
    row = market(seconds=30)
    assert come(row, 0, 500, "bid spades 3") == figgie.OK
    assert come(row, 1, 499, "bid spades 4") == refusals.TOO_EARLY
    assert come(row, 1, 29_999, "bid spades 4") == figgie.OK
    assert come(row, 2, 30_000, "bid spades 5") == refusals.DEAL_IS_OVER
    assert come(row, 4, 29_999, "bid spades 5") == refusals.NOT_AN_ACTION, "there are four seats"


def test_the_bell_ends_the_round_whatever_is_wanted_then() -> None:
    row = market(seconds=30)
    assert come(row, 0, 29_999, "bid spades 3") == figgie.OK
    while figgie.moment(row) < row[LENGTH]:
        figgie.play(row, PASS)
    seat, before = row[TURN], row.copy()
    assert bid(SPADES, 9) in figgie.legal(row) and figgie.FIRST_BUY + HEARTS in figgie.legal(row)
    figgie.play(row, bid(SPADES, 9))
    assert row[TURN] == NOBODY and row[CLOCK] == 30_000
    assert figgie.events(row, seat, bid(SPADES, 9)) == []
    assert (row[MONEY : MONEY + 4], row[figgie.BID]) == (before[MONEY : MONEY + 4], 3)
    assert sum(figgie.score(row, any_seat) for any_seat in range(4)) == 0
    assert come(row, 1, 30_000, "pass") == refusals.DEAL_IS_OVER


def test_a_take_may_be_limited_to_the_price_that_was_seen() -> None:
    row = market()
    row[HAND : HAND + 16] = [2] * 16
    assert come(row, 0, 100, "offer spades 9") == figgie.OK
    assert figgie.check(row, 1, buy_for(SPADES, 8)) == refusals.OFFER_GONE
    assert figgie.check(row, 0, buy_for(SPADES, 9)) == refusals.OWN_OFFER
    assert figgie.check(row, 1, buy_for(CLUBS, 9)) == refusals.NOTHING_OFFERED
    assert come(row, 1, 200, "bid clubs 5") == figgie.OK
    assert figgie.check(row, 2, sell_for(CLUBS, 6)) == refusals.BID_GONE
    assert come(row, 2, 300, "sell clubs 4") == figgie.OK, "a better bid than the one seen"
    assert row[MONEY : MONEY + 4] == [300, 295, 305, 300]
    assert figgie.events(row, 2, 0) == [(2, figgie.FIRST_SELL + CLUBS, 300, 5, 1)], "others hear of a plain sale"
    assert row[OFFER + SPADES] == figgie.NO_QUOTE, "a trade clears every quote"


def test_a_limit_has_a_name_in_the_live_model_only() -> None:
    row = market()
    assert figgie.parse(row, "buy hearts 12") == buy_for(HEARTS, 12)
    assert figgie.name(row, sell_for(DIAMONDS, 3)) == "sell diamonds 3"
    turn = start_deal(new_match("figgie", ["p"] * 4, {}, bytes(32)), [])[0]
    for text in ("buy hearts 12", "bid hearts 7 by 0 at 150"):
        with pytest.raises(Mistake, match="no action of Figgie"):
            figgie.parse(turn, text)
    assert figgie.refuse(turn, buy_for(HEARTS, 12)) == refusals.NOT_AN_ACTION
    assert figgie.refuse(turn, arrival(0, 5, PASS)) == refusals.NOT_AN_ACTION


@pytest.mark.parametrize(
    "text", ["pass by 9 at 5", "pass by 0 at 05", "pass by 0 at 99999999", "pass by 0 at 1 by 0 at 2"]
)
def test_a_name_of_an_arrival_is_exact(text: str) -> None:
    with pytest.raises(Mistake):
        figgie.parse(market(), text)


def test_refusals_of_a_race_say_that_somebody_was_quicker() -> None:
    row = market()
    row[HAND : HAND + 16] = [2] * 16
    come(row, 0, 100, "offer spades 9")
    reason = refusal(figgie, row, arrival(1, 200, buy_for(SPADES, 8)))
    assert reason == "buy spades 8 by 1 at 200 finds only a dearer offer: somebody was quicker"


def test_a_seat_does_not_see_when_others_look_but_for_whose_turn_it_is() -> None:
    row = market()
    for seat in (0, 1, 2, 3, NOBODY):
        seen = view(figgie, row, [], seat).row
        assert seen[figgie.CHANCE] == 0
        assert [other for other in range(4) if seen[LOOK + other]] == [row[TURN]]


def test_rounds_have_cards_of_their_own_and_money_that_starts_anew() -> None:
    match = new_match("figgie", ["p"] * 5, {"model": "live", "rounds": 3, "seconds": 30}, bytes(32))
    rows: list[Row] = []
    while row := start_deal(match, rows)[0]:
        assert row[MONEY : MONEY + 5] == [310] * 5
        while row[TURN] != NOBODY:
            figgie.play(row, PASS)
        rows.append(row)
    assert len(rows) == 3 and len({tuple(row[HAND : HAND + 20]) for row in rows}) == 3
    totals = [sum(figgie.score(row, seat) for row in rows) for seat in range(5)]
    assert figgie.places(match.rules(), rows) == [1 + sum(other > mine for other in totals) for mine in totals]


def test_a_quick_reaction_makes_a_busy_market() -> None:
    asked = []
    for reaction in (500, 2500):
        row, steps = market(reaction=reaction, seconds=60), 0
        while row[TURN] != NOBODY:
            figgie.play(row, PASS)
            steps += 1
        asked.append(steps)
    assert asked[0] > 4 * asked[1]


def test_options_of_the_live_model_are_checked() -> None:
    for wrong in ({"seconds": 29}, {"reaction": 499}, {"rounds": 21}):
        with pytest.raises(Mistake, match="allowed"):
            settled(figgie, 4, {"model": "live", **wrong})
    with pytest.raises(Mistake, match="option seconds is given; allowed: only with model=live"):
        settled(figgie, 4, {"model": "turn", "seconds": 60})
    assert settled(figgie, 4, {}) == {"model": "turn"}, "what the other models say stays as it was"


def test_compiled_an_arrival_does_the_same() -> None:
    quick, chance = twin(figgie), Random(7)
    row = market(seconds=30, seed=9)
    compiled = np.array(row)
    while row[TURN] != NOBODY:
        action = figgie.pick(row, chance.getrandbits(32))
        if chance.random() < 0.5:
            seat, time = chance.randrange(4), row[CLOCK] + chance.randrange(200)
            what = chance.choice(
                (bid(chance.randrange(4), chance.randrange(1, 30)), PASS, offer(0, 30), buy_for(0, 30))
            )
            action = arrival(seat, time, what)
        assert figgie.refuse(row, action) == quick.refuse(compiled, action)
        if figgie.refuse(row, action) == figgie.OK:
            figgie.play(row, action)
            quick.play(compiled, action)
            assert compiled.tolist() == row


def test_a_program_that_comes_in_out_of_turn_commits_a_fault_and_passes() -> None:
    match = new_match("figgie", ["first"] * 4, {"model": "live", "rounds": 1, "seconds": 30}, bytes(32))
    bots = [built_in("figgie:first", "figgie") for _ in range(4)]
    with patch.object(bots[0], "ask", lambda seen: Answer(arrival(1, seen.row[CLOCK] + 1, bid(SPADES, 5)))):
        record = play(match, bots)
    assert {(fault.seat, fault.ending) for fault in record.faults} == {(0, Ending.ILLEGAL)}
    assert record.faults[0].sentence == "bid spades 5 by 1 at 1 comes out of turn"
    assert {name for _, name in record.deals[0].actions} == {"pass"}
