"""People who wait for each other: the clock of a move, who is gone, a nudge, and a player of ours that takes over."""

from collections.abc import Sequence
from typing import Any

import pytest

from overtrick.core.mistake import Mistake
from overtrick.web.referees import patience
from overtrick.web.referees.shown import about
from overtrick.web.referees.store import TableStore, open_tables
from overtrick.web.referees.table import GONE_S, MARK_S, NUDGED_S, Onlooker, Table
from overtrick.web.referees.timing import MORE_S, USUAL, new_timing, timing_of
from overtrick.web.tables.choices import CLOCKS
from tests.support.clock import Clock
from tests.web.referees.test_table import ANN, BEN, CAT, act_somehow, enter, new


def together(
    kinds: Sequence[str] = ("me", "open"), move_s: float = 60.0, reserve_s: float = 120.0, game: str = "duel"
) -> tuple[Table, Clock, list[Onlooker]]:
    """Return a table with a clock at which Ann, who is to move, and others sit, and whose time runs."""
    table, clock = new(game, kinds)
    table.setting.timing = table.move_clock.timing = new_timing(move_s, reserve_s, len(kinds))
    people = [ANN, BEN, CAT][: 1 + kinds.count("open")]
    pages = [enter(table, number, guest) for number, guest in enumerate(people)]
    for guest, name in zip(people[1:], ("Ben", "Cat"), strict=False):
        table.join(guest, name, "sesame", None)
    patience.run_clock(table)
    return table, clock, pages


def shown(table: Table, page: Onlooker) -> Any:
    return about(table, page)["time"]


def test_the_time_of_a_move_is_counted_and_then_the_reserve() -> None:
    table, clock, (ann, ben) = together()
    assert shown(table, ben) == {
        "seat": 0,
        "left": 180.0,
        "reserve": 120,
        "nudged": False,
        "may": {"nudge": True, "replace": False, "extend": False},
        "missing": None,
    }
    clock.now += 90
    assert shown(table, ann)["left"] == 90.0
    act_somehow(table, ann)
    patience.run_clock(table)
    timing = table.setting.timing
    assert timing is not None and timing.reserves == [90.0, 120.0]
    assert (shown(table, ann)["seat"], shown(table, ann)["left"]) == (1, 180.0)
    clock.now += 59
    act_somehow(table, ben)
    assert timing.reserves == [90.0, 120.0], "what is left of a move is not saved up"


def test_when_the_time_is_up_a_player_of_ours_makes_the_move_and_after_three_has_the_seat() -> None:
    table, clock, (ann, ben) = together(reserve_s=0.0)
    for lapses in (1, 2, 3):
        clock.now += 59.9
        assert not patience.time_is_up(table) and not table.bot_is_due()
        clock.now += 0.2
        assert patience.time_is_up(table) and table.bot_is_due()
        assert about(table, ben)["chairs"][0]["lapses"] == lapses
        assert table.sitting.chairs[0].away is (lapses == 3)
        assert patience.clock_seat(table) is None, "nobody's time runs while it acts"
        table.did(*table.sitting.ask())
        while table.sitting.to_move == 1:
            patience.run_clock(table)
            act_somehow(table, ben)
        if lapses < 3:
            assert table.sitting.to_move == 0
            patience.run_clock(table)
    assert (table.setting.taken, about(table, ann)["may"]["return"]) == ([0], True)
    table.exit(0)
    assert not table.enter(7, ANN), "a page that opens by itself does not take the seat back"
    assert table.sitting.chairs[0].away
    patience.come_back(table, table.onlookers[7])
    assert not table.sitting.chairs[0].away and table.setting.taken == []
    assert about(table, ben)["chairs"][0]["lapses"] == 0
    with pytest.raises(Mistake, match="nobody has taken your seat"):
        patience.come_back(table, table.onlookers[7])


def test_a_move_in_time_lets_the_count_begin_again() -> None:
    table, clock, (_ann, _) = together(reserve_s=0.0)
    clock.now += 61
    assert patience.time_is_up(table)
    table.did(*table.sitting.ask())
    table.lapsed = -1
    assert table.setting.timing is not None
    table.setting.timing.lapses = [2, 2]
    table.moved(0, in_time=True)
    assert table.setting.timing.lapses == [0, 2]


@pytest.mark.parametrize("why", ["alone", "not here", "left", "not begun", "over", "bot"])
def test_no_time_runs_where_nobody_waits_for_anybody(why: str) -> None:
    table, clock, (_ann, _ben) = together()
    if why == "alone":
        table, clock = new("duel", ["me", "easy"])
        table.setting.timing = table.move_clock.timing = new_timing(60, 0, 2)
        enter(table, 1, ANN)
    if why == "not here":
        table.exit(1)
    if why == "left":
        table.leave(BEN)
    if why == "not begun":
        table.setting.waiting = True
    if why == "over":
        table.leave(BEN)
        while not table.sitting.over:
            table.did(*table.sitting.ask())
        table.enter(8, BEN)
    if why == "bot":
        table.leave(ANN)
    patience.run_clock(table)
    assert table.move_clock.seat is None and patience.clock_seat(table) is None
    clock.now += 1000
    assert not patience.time_is_up(table)


def test_time_stands_still_while_the_others_are_away_and_goes_on_when_they_are_back() -> None:
    table, clock, (ann, _) = together()
    clock.now += 30
    table.exit(1)
    patience.run_clock(table)
    clock.now += 500
    table.enter(5, BEN)
    patience.run_clock(table)
    clock.now += 10
    assert shown(table, ann)["left"] == 140.0


def test_a_clock_survives_its_process_and_does_not_run_meanwhile(where: str) -> None:
    table, clock, (_ann, _) = together()
    clock.now += MARK_S - 1
    assert not patience.run_clock(table)
    clock.now += 1
    assert patience.run_clock(table), "now and then it is kept"
    with open_tables(where) as store:
        assert store.write([("T", table.sitting, table.setting, 1)]) == {"T"}
        clock.now += 1000  # nobody serves it
        again = back(store, clock)
    again.enter(1, ANN)
    again.enter(2, BEN)
    patience.run_clock(again)
    assert shown(again, again.onlookers[1])["left"] == 180.0 - MARK_S
    clock.now += 180.0 - MARK_S
    assert patience.time_is_up(again)


def back(store: TableStore, clock: Clock) -> Table:
    kept = store.find("T")
    assert kept is not None
    return Table("T", kept.sit_down(), kept.setting, kept.version, clock)


def test_a_table_of_an_older_version_has_no_clock(where: str) -> None:
    table, _, _ = together()
    with open_tables(where) as store:
        table.setting.timing = None
        store.write([("T", table.sitting, table.setting, 1)])
        kept = store.find("T")
        assert kept is not None and kept.setting.timing is None


def test_the_host_alone_gives_more_time() -> None:
    table, _, (ann, ben) = together()
    patience.extend(table, ann)
    assert shown(table, ben)["left"] == 180.0 + MORE_S
    with pytest.raises(Mistake, match="only the host"):
        patience.extend(table, ben)
    for _ in range(57):
        patience.extend(table, ann)
    with pytest.raises(Mistake, match="up to 60 minutes"):
        patience.extend(table, ann)


def test_a_nudge_comes_before_a_player_of_ours_takes_over_as_the_host_wishes() -> None:
    table, clock, (ann, ben) = together()
    act_somehow(table, ann)
    with pytest.raises(Mistake, match="nudge first"):
        patience.replace(table, ann)
    with pytest.raises(Mistake, match="while somebody else is to move"):
        patience.nudge(table, ben)
    patience.nudge(table, ann)
    assert shown(table, ben)["nudged"]
    with pytest.raises(Mistake, match="was nudged already"):
        patience.nudge(table, ann)
    clock.now += NUDGED_S - 1
    assert not patience.nudge_is_old(table) and not shown(table, ann)["may"]["replace"]
    clock.now += 1
    assert patience.nudge_is_old(table) and not patience.nudge_is_old(table) and shown(table, ann)["may"]["replace"]
    patience.replace(table, ann)
    assert table.sitting.chairs[1].away and table.bot_is_due()
    patience.come_back(table, ben)
    assert not table.sitting.chairs[1].away


def test_without_the_host_all_others_have_to_agree() -> None:
    table, clock, (ann, ben, cat) = together(("me", "open", "open"), game="wizard")
    table.setting.host = "d" * 64
    seat = table.sitting.to_move
    mover = next(page for page in (ann, ben, cat) if seat in table.seats_of(page.guest))
    first, second = (page for page in (ann, ben, cat) if page is not mover)
    patience.nudge(table, first)
    clock.now += NUDGED_S
    patience.replace(table, second)
    assert not table.sitting.chairs[seat].away
    assert shown(table, first)["missing"] == 1
    assert not shown(table, second)["may"]["replace"] and shown(table, first)["may"]["replace"]
    patience.replace(table, first)
    assert table.sitting.chairs[seat].away


def test_who_has_closed_the_page_is_gone_after_a_moment_and_a_reload_is_not_noticed() -> None:
    assert GONE_S < 1.5, "shown within two seconds, the way to the others included"
    table, clock, (_ann, ben) = together()
    table.exit(0)
    clock.now += GONE_S - 0.1
    assert not table.note_the_gone() and not about(table, ben)["chairs"][0]["gone"]
    table.expect(ANN)  # her browser loads the page again, which may take a while
    clock.now += 2
    assert not table.note_the_gone()
    table.enter(3, ANN)
    clock.now += 10
    assert not table.note_the_gone()
    table.exit(3)
    clock.now += GONE_S
    assert table.next_time() == clock.now
    assert table.note_the_gone() and about(table, ben)["chairs"][0]["gone"]
    assert shown(table, ben)["may"]["replace"], "nobody has to nudge who is not there"
    table.enter(4, ANN)
    assert table.note_the_gone() and not about(table, ben)["chairs"][0]["gone"]


@pytest.mark.parametrize("text", ["", "60", "1+0", "60+9999", "-5+3", "60+1e3", "a+b", "٦٠+٦٠", "99999+1"])
def test_a_clock_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(Mistake, match="the clock is"):
        timing_of(text, 4)


def test_no_clock_is_none_and_all_that_the_page_offers_are_clocks() -> None:
    assert timing_of("none", 4) is None
    assert USUAL in CLOCKS
    for text in CLOCKS:
        timing_of(text, 4)
