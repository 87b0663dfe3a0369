"""A table at which time runs: one person, or several, and bots in a market."""

import json
from collections.abc import Sequence

import pytest

from overtrick.core.mistake import Mistake
from overtrick.match.record import from_json as record_from_json
from overtrick.match.record import replay
from overtrick.match.record import to_json as record_to_json
from overtrick.match.sitting import from_json, to_json
from overtrick.web.referees import live
from overtrick.web.referees.live import BREAK_S
from overtrick.web.referees.shown import about, message
from overtrick.web.referees.store import Setting
from overtrick.web.referees.table import Onlooker, Table
from tests.support.clock import Clock
from tests.support.referee import referee
from tests.web.referees.test_table import ANN, BEN, enter, new

Market = tuple[Table, Clock]


def market(kinds: Sequence[str] = ("me", "easy", "easy", "easy"), **options: str) -> Market:
    return new("figgie", kinds, False, **{"model": "live", "seconds": "30", "rounds": "1", **options})


def run(table: Table, clock: Clock, seconds: float) -> None:
    """Let time pass in steps of a tenth of a second, and do what a referee would."""
    end = clock.now + seconds
    while clock.now < end and table.live is not None:
        clock.now += 0.1
        if live.go_on(table, table.live):
            return
        if table.bot_is_due():
            table.did(*table.sitting.ask(table.view_to_keep(table.sitting.to_move)))


def act(table: Table, page: Onlooker, action: str, step: int = 10**6) -> None:
    assert table.live is not None
    live.act(table, table.live, page, action, step)


def begun(kinds: Sequence[str] = ("me", "easy", "easy", "easy"), **options: str) -> tuple[Table, Clock, Onlooker]:
    table, clock = market(kinds, **options)
    page = enter(table, 1, ANN)
    live.start(table, page)
    return table, clock, page


def test_a_person_and_three_bots_trade_and_the_record_replays_and_verifies() -> None:
    table, clock, page = begun(rounds="2")
    for number in range(2):
        if number:
            assert not table.live_clock.running, "the next round waits for its start"
            live.start(table, page)
        run(table, clock, 1.5)
        act(table, page, "bid spades 2")
        run(table, clock, 0.4)  # before any player of ours looks
        act(table, page, "bid hearts 3")
        run(table, clock, 60.0)
    record = table.sitting.record()
    assert table.sitting.over and len(record.deals) == 2
    mine = [name for seat, name in record.deals[0].actions if seat == 0]
    assert {"bid spades 2 by 0 at 1500", "bid hearts 3 by 0 at 1900"} <= {*mine}
    assert set(mine) - {"bid spades 2 by 0 at 1500", "bid hearts 3 by 0 at 1900"} == {"pass"}
    assert any(name != "pass" for seat, name in record.deals[0].actions if seat != 0), "bots trade too"
    told = record_to_json(record)
    assert record_from_json(json.loads(json.dumps(told))) == record
    replay(record)
    referee(json.loads(json.dumps(told)))  # a stranger agrees


def test_nothing_happens_before_the_clock_starts_and_while_it_stands() -> None:
    table, clock = market()
    page = enter(table, 1, ANN)
    run(table, clock, 20.0)
    assert not table.sitting.done
    with pytest.raises(Mistake, match="the clock stands: start it first"):
        act(table, page, "bid spades 2")
    live.start(table, page)
    run(table, clock, 5.0)
    done = len(table.sitting.done)
    assert done > 0
    live.pause(table, page)
    run(table, clock, 20.0)
    assert len(table.sitting.done) == done and about(table, page)["live"]["left_ms"] == pytest.approx(25_000, abs=2)
    live.start(table, page)
    run(table, clock, 10.0)
    assert len(table.sitting.done) > done


def test_time_stands_while_the_only_person_is_gone() -> None:
    table, clock, _ = begun()
    run(table, clock, 4.0)
    table.exit(1)
    run(table, clock, 100.0)
    assert not table.live_clock.running and table.live_clock.ms == pytest.approx(4100, abs=150)
    page = enter(table, 2, ANN)
    assert not about(table, page)["live"]["running"], "whoever comes back starts it"


def test_a_table_goes_on_from_the_record_after_a_restart() -> None:
    table, clock, page = begun()
    run(table, clock, 1.0)
    act(table, page, "bid diamonds 40")
    run(table, clock, 5.0)
    again = Table("T", from_json(to_json(table.sitting)), Setting(ANN, [ANN, "", "", ""]), clock=clock)
    assert again.sitting.going.row == table.sitting.going.row
    assert again.live is not None and again.live_clock.ms == again.live.now(again.sitting.going.row)
    page = enter(again, 1, ANN)
    live.start(again, page)
    run(again, clock, 60.0)
    replay(again.sitting.record())


def test_an_action_is_judged_when_it_comes_in_and_a_race_is_told() -> None:
    table, clock, page = begun()
    act(table, page, "bid spades 9")
    table.told_step = 1
    with pytest.raises(Mistake, match="a bid of 9 for spades is not above the best bid"):
        act(table, page, "bid spades 9")  # a second click
    with pytest.raises(Mistake, match=r"^somebody was quicker: .* not above the best bid"):
        act(table, page, "bid spades 9", step=0)
    with pytest.raises(Mistake, match="buying hearts at 7 finds no offer"):
        act(table, page, "buy hearts 7")
    with pytest.raises(Mistake, match="just wait"):
        act(table, page, "pass")
    with pytest.raises(Mistake, match="is no action of Figgie"):
        act(table, page, "bid spades 12 by 1 at 5 by 0 at 1")
    assert len(table.sitting.done) == 1
    clock.now += 30.0
    with pytest.raises(Mistake, match="the bell has rung"):
        act(table, page, "bid spades 10")


def test_nobody_acts_for_others_or_at_another_time_by_naming_it() -> None:
    table, clock, page = begun()
    clock.now += 0.5
    with pytest.raises(Mistake, match="name the action alone"):
        act(table, page, "bid spades 12 by 1 at 5")
    assert not table.sitting.done


def test_several_people_start_together_and_nobody_pauses() -> None:
    table, clock = market(("me", "open", "easy", "easy"))
    ann, ben = enter(table, 1, ANN), enter(table, 2, BEN)
    table.join(BEN, "Ben", "sesame", None)
    live.start(table, ann)
    assert not table.live_clock.running and about(table, ben)["live"]["missing"] == 1
    live.start(table, ben)
    assert table.live_clock.running
    with pytest.raises(Mistake, match="time runs for everybody"):
        live.pause(table, ann)
    run(table, clock, 1.0)
    act(table, ann, "bid spades 2")
    act(table, ben, "bid spades 3")
    assert [name for _, name in table.sitting.done if "by" in name] == [
        "bid spades 2 by 0 at 1000",
        "bid spades 3 by 1 at 1000",
    ], "in the order of arrival"
    table.exit(2)
    run(table, clock, 5.0)
    assert table.live_clock.running, "the market does not wait for who has gone"


def test_several_people_have_a_break_after_which_it_starts_by_itself() -> None:
    table, clock = market(("me", "open", "easy", "easy"))
    enter(table, 1, ANN)
    table.join(BEN, "Ben", "sesame", None)
    enter(table, 2, BEN)
    run(table, clock, BREAK_S - 1)
    assert not table.live_clock.running
    run(table, clock, 2.0)
    assert table.live_clock.running


def test_a_bot_stands_in_for_who_has_left() -> None:
    table, clock = market(("me", "open", "easy", "easy"))
    ann = enter(table, 1, ANN)
    table.join(BEN, "Ben", "sesame", None)
    enter(table, 2, BEN)
    table.leave(BEN)
    live.start(table, ann)
    run(table, clock, 29.0)
    assert any(seat == 1 and name != "pass" for seat, name in table.sitting.done)


def test_a_message_shows_the_clock_and_offers_what_may_be_done_at_any_time() -> None:
    table, _, page = begun()
    told = message(table, page)
    assert told["table"]["live"] == {
        "running": True,
        "left_ms": 30_000,
        "length_ms": 30_000,
        "opens_s": None,
        "ready": False,
        "missing": 1,
        "may_pause": True,
    }
    assert told["table"]["clock"] is None and told["table"]["time"] is None
    assert not told["table"]["may"]["back"], "a market cannot be taken back"
    assert told["scene"]["now"]["choices"]["spades"]["bid"] == [1, 300]
    assert told["table"]["may"]["hint"] and table.view_to_explain(page).seat == 0
