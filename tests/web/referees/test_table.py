"""A table of the site: who sees what, who may do what, who is away, and the ticks of Figgie."""

from collections.abc import Sequence
from typing import Any

import pytest

from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY
from overtrick.scenes.scene import OFFERED
from overtrick.web.referees import ticks
from overtrick.web.referees.new_table import Wish, seat_all
from overtrick.web.referees.shown import about, message
from overtrick.web.referees.store import Setting
from overtrick.web.referees.table import FORGET_S, GONE_S, MOST_ONLOOKERS, PATIENCE_S, Onlooker, Table
from tests.support.clock import Clock

ANN, BEN, CAT = "a" * 64, "b" * 64, "c" * 64
SEATS = {"wizard": 4, "duel": 2, "figgie": 4}


def new(game: str, kinds: Sequence[str], learning: bool = False, **options: str) -> tuple[Table, Clock]:
    """Return a table that Ann sets up, and its clock."""
    names = tuple(f"N{seat}" for seat in range(len(kinds)))
    clock, wish = Clock(1000.0), Wish(game, options, tuple(kinds), names, 2.0, learning)
    owners = [ANN if kind in ("me", "hot") else "" for kind in kinds]
    free = [seat for seat, kind in enumerate(kinds) if kind == "open"]
    return Table("T", seat_all(wish), Setting(ANN, owners, free, "sesame", learning), clock=clock), clock


def enter(table: Table, number: int, guest: str) -> Onlooker:
    table.enter(number, guest)
    return table.onlookers[number]


def bots_act(table: Table) -> None:
    while table.bot_is_due():
        table.did(*table.sitting.ask())
        if table.ticking:
            ticks.end(table)
            ticks.name_wishes(table)


def act_somehow(table: Table, onlooker: Onlooker, number: int = 1 << 31) -> None:
    seat = table.sitting.to_move
    row = table.sitting.view(seat).row
    game = table.sitting.going.game
    table.act(onlooker, game.name(row, game.pick(row, number)), len(table.sitting.done))


def hands(told: dict[str, Any]) -> list[bool]:
    """Return which hands a message shows."""
    moment = told["scene"]["now"] or told["scene"]["ended"]
    return [bool(hand) for hand in moment["state"]["hands"]]


def test_everybody_sees_their_own_hand_and_a_spectator_none() -> None:
    table, _ = new("wizard", ["me", "open", "easy", "easy"])
    ann = enter(table, 1, ANN)
    ben, nobody = enter(table, 2, BEN), enter(table, 3, "")
    assert hands(message(table, ann)) == [True, False, False, False]
    assert hands(message(table, ben)) == hands(message(table, nobody)) == [False] * 4
    assert table.join(BEN, "Ben", "sesame", None) == 1
    assert hands(message(table, ben)) == [False, True, False, False]
    assert message(table, nobody)["table"]["watching"] == 1
    assert [chair["name"] for chair in about(table, ann)["chairs"]] == ["N0", "Ben", "N2", "N3"]
    assert table.sitting.match.players == ("N0", "Ben", "wizard:easy", "wizard:easy")


def test_only_the_invitation_gives_a_seat_and_only_one() -> None:
    table, _ = new("wizard", ["me", "open", "open", "easy"])
    for guest, key, words in (
        (BEN, "", "does not fit"),
        (BEN, "wrong", "does not fit"),
        (ANN, "sesame", "sit at this table already"),
    ):
        with pytest.raises(Mistake, match=words):
            table.join(guest, "Ben", key, None)
    with pytest.raises(Mistake, match="the name is"):
        table.join(BEN, "B\u202en", "sesame", 2)
    assert table.setting.owners == [ANN, "", "", ""]
    assert table.join(BEN, "Ben", "sesame", 2) == 2
    assert table.join("c" * 64, "Cy", "sesame", 2) == 1
    with pytest.raises(Mistake, match="all seats are taken"):
        table.join("d" * 64, "Di", "sesame", None)


def test_the_invitation_is_shown_to_the_host_alone_while_a_seat_is_free() -> None:
    table, _ = new("duel", ["me", "open"])
    assert about(table, enter(table, 1, ANN))["invite"] == "/tables/T/join?key=sesame"
    assert about(table, enter(table, 2, BEN))["invite"] is None
    table.join(BEN, "Ben", "sesame", None)
    assert about(table, table.onlookers[1])["invite"] is None


def test_nobody_acts_for_another_seat_nor_while_watching() -> None:
    table, _ = new("duel", ["me", "open"])
    ann, ben, nobody = enter(table, 1, ANN), enter(table, 2, BEN), enter(table, 3, "")
    card = table.sitting.view(0).legal[0]
    for onlooker in (ben, nobody):
        with pytest.raises(Mistake, match="you only watch"):
            table.act(onlooker, card, 0)
    table.join(BEN, "Ben", "sesame", None)
    with pytest.raises(Mistake, match="it is the turn of N0"):
        table.act(ben, card, 0)
    with pytest.raises(Mistake, match="meant for step 7"):
        table.act(ann, card, 7)
    table.act(ann, card, 0)
    with pytest.raises(Mistake, match="it is the turn of Ben"):
        table.act(ann, card, 1)


def test_the_curtain_falls_between_people_at_one_screen() -> None:
    table, _ = new("wizard", ["me", "hot", "easy", "easy"], series="2,2")
    ann = enter(table, 1, ANN)
    bots_act(table)
    for _ in range(6):
        seat = table.sitting.to_move
        assert table.curtain(ann) == (seat if ann.lifted != seat else None)
        if table.curtain(ann) is not None:
            assert hands(message(table, ann)) == [False] * 4
            assert "legal" not in message(table, ann)["scene"]["now"]
            with pytest.raises(Mistake, match="lift the curtain first"):
                act_somehow(table, ann)
            table.lift(ann)
        assert hands(message(table, ann)) == [seat == one for one in range(4)]
        assert "legal" in message(table, ann)["scene"]["now"]
        act_somehow(table, ann)
        bots_act(table)
    ann.lifted = table.sitting.to_move
    with pytest.raises(Mistake, match="no curtain"):
        table.lift(ann)


def test_hands_are_open_only_to_those_who_learn_who_are_out_and_after_the_match() -> None:
    table, _ = new("duel", ["me", "easy"])
    ann = enter(table, 1, ANN)
    with pytest.raises(Mistake, match="the hands are open only"):
        table.open(ann)
    ann.open_hands = True  # even so
    assert hands(message(table, ann)) == [True, False]
    ann.open_hands = False
    while not table.sitting.over:
        act_somehow(table, ann)
        bots_act(table)
    table.open(ann)
    learning, _ = new("duel", ["me", "easy"], learning=True)
    ann = enter(learning, 1, ANN)
    assert hands(message(learning, ann)) == [True, False]
    learning.open(ann)
    assert hands(message(learning, ann)) == [True, True]
    learning.open(ann)
    assert hands(message(learning, ann)) == [True, False]


def test_who_is_out_of_wizard_may_see_all_hands() -> None:
    table, _ = new("wizard", ["me", "easy", "easy", "easy", "easy", "easy"], series="elimination")
    ann = enter(table, 1, ANN)
    while table.still_in(0):
        assert not table.may_open(ann)
        if table.bot_is_due():
            table.did(*table.sitting.ask())
        else:
            legal = table.sitting.view(0).legal
            table.act(ann, legal[-1], len(table.sitting.done))  # the highest bid is the quickest way out
    table.open(ann)
    assert all(hands(message(table, ann))[seat] for seat in range(6) if table.still_in(seat))


def test_take_back_hint_and_save_are_for_those_who_harm_nobody() -> None:
    table, _ = new("duel", ["me", "medium"])
    ann = enter(table, 1, ANN)
    assert about(table, ann)["may"] == {
        "back": False,
        "redo": False,
        "hint": True,
        "open": False,
        "save": True,
        "again": False,
        "chat": False,
        "return": False,
    }
    act_somehow(table, ann)
    assert about(table, ann)["may"]["back"]
    assert not about(table, ann)["may"]["hint"]
    table.take_back(ann)
    assert about(table, ann)["may"]["redo"]
    table.redo(ann)


@pytest.mark.parametrize("joined", [False, True])
def test_nothing_is_taken_back_told_or_saved_where_others_play_or_will_play(joined: bool) -> None:
    table, _ = new("duel", ["me", "open"])
    ann = enter(table, 1, ANN)
    act_somehow(table, ann)
    if joined:
        table.join(BEN, "Ben", "sesame", None)
    may = about(table, ann)["may"]
    assert not (may["back"] or may["redo"] or may["hint"] or may["save"])
    with pytest.raises(Mistake, match="nothing can be taken back"):
        table.take_back(ann)
    with pytest.raises(Mistake, match="nothing can be done again"):
        table.redo(ann)
    with pytest.raises(Mistake, match="a hint is given"):
        table.view_to_explain(ann)


def test_who_leaves_is_played_for_and_may_return() -> None:
    table, _ = new("duel", ["me", "open"])
    enter(table, 1, ANN)
    enter(table, 2, BEN)
    table.join(BEN, "Ben", "sesame", None)
    assert not table.bot_is_due()
    table.leave(ANN)
    assert table.bot_is_due()
    table.did(*table.sitting.ask())
    assert table.sitting.to_move == 1
    assert not table.bot_is_due()
    assert table.enter(3, ANN), "she is back"
    assert not table.sitting.chairs[0].away
    assert not table.enter(4, ANN), "she was not away"
    with pytest.raises(Mistake, match="you do not sit"):
        table.leave("c" * 64)


def test_nothing_is_played_while_nobody_who_plays_is_there() -> None:
    table, _ = new("wizard", ["me", "easy", "easy", "easy"], trump_choice="random")  # else the dealer might name it
    assert not table.bot_is_due()
    enter(table, 1, BEN)
    assert not table.bot_is_due(), "a spectator alone does not make it go on"
    enter(table, 2, ANN)
    assert table.bot_is_due()
    table.leave(ANN)
    table.exit(2)
    assert not table.bot_is_due(), "our players do not play on among themselves"
    watched, _ = new("wizard", ["easy"] * 4)
    enter(watched, 1, BEN)
    assert watched.bot_is_due(), "unless somebody wanted just that"


def test_who_is_not_seen_for_a_minute_is_played_for_if_others_wait() -> None:
    table, clock = new("duel", ["me", "open"])
    enter(table, 1, ANN)
    enter(table, 2, BEN)
    table.join(BEN, "Ben", "sesame", None)
    table.exit(1)
    assert table.next_time() == clock.now + GONE_S
    clock.now += GONE_S
    assert table.note_the_gone() and not table.note_the_gone()
    clock.now -= GONE_S
    assert table.next_time() == clock.now + PATIENCE_S
    clock.now += PATIENCE_S - 1
    assert not table.send_away_the_unseen()
    clock.now += 1
    assert table.send_away_the_unseen()
    assert table.sitting.chairs[0].away
    assert not table.send_away_the_unseen(), "once is enough"
    assert table.next_time() is None
    alone, clock = new("duel", ["me", "easy"])
    enter(alone, 1, ANN)
    alone.exit(1)
    clock.now += 10 * PATIENCE_S
    assert not alone.send_away_the_unseen(), "nobody waits"


def test_a_table_is_forgotten_when_nobody_looks_at_it() -> None:
    table, clock = new("duel", ["me", "easy"])
    enter(table, 1, ANN)
    clock.now += 2 * FORGET_S
    assert not table.forgotten
    table.exit(1)
    assert not table.forgotten
    assert table.next_time() == clock.now + FORGET_S
    clock.now += FORGET_S
    assert table.forgotten
    table.thinking = True
    assert not table.forgotten, "its player will answer"


def test_a_table_has_room_for_so_many_pages() -> None:
    table, _ = new("duel", ["me", "easy"])
    for number in range(MOST_ONLOOKERS):
        table.enter(number, "")
    with pytest.raises(Mistake, match="pages are open at this table already"):
        table.enter(999, ANN)


# The tick model


def ticking(kinds: Sequence[str] = ("easy", "me", "easy", "easy"), **more: Any) -> tuple[Table, Clock, Onlooker]:
    table, clock = new("figgie", kinds, model="tick", **more)
    return table, clock, enter(table, 1, ANN)


def run_tick(table: Table) -> None:
    assert ticks.is_due(table)
    table.ticking = True
    ticks.name_wishes(table)
    bots_act(table)
    assert not table.ticking


def test_the_clock_waits_for_start_and_then_ticks_at_its_pace() -> None:
    table, clock, ann = ticking()
    clock.now += 100
    assert not ticks.is_due(table)
    assert about(table, ann)["clock"] == {"running": False, "seconds": 2.0, "left": 2.0}
    ticks.start(table, ann)
    assert not ticks.is_due(table)
    assert table.next_time() == clock.now + 2
    clock.now += 1.5
    assert about(table, ann)["clock"] == {"running": True, "seconds": 2.0, "left": 0.5}
    clock.now += 0.5
    run_tick(table)
    assert len(table.sitting.done) == 4
    assert table.sitting.done[1] == (1, "pass"), "who names nothing passes"
    assert not ticks.is_due(table)
    ticks.stop(table)
    clock.now += 100
    assert not ticks.is_due(table)


def test_the_tick_comes_at_once_when_everybody_has_named() -> None:
    table, _, ann = ticking()
    assert ticks.wish(table, ann, "bid spades 7", 0) == ("bid spades 7", "")
    assert about(table, ann)["wish"] == {1: "bid spades 7"}
    run_tick(table)
    assert table.sitting.done[1] == (1, "bid spades 7")
    assert table.wishes == {}


def test_a_wish_that_would_fail_now_is_doubted_but_kept() -> None:
    table, _, ann = ticking(("me", "open", "easy", "easy"))
    enter(table, 2, BEN)
    table.join(BEN, "Ben", "sesame", None)
    full, doubt = ticks.wish(table, ann, "buy spades", 0)
    assert full == "buy spades"
    assert "nothing is offered" in doubt or "offer" in doubt
    assert not ticks.is_due(table), "Ben has not named"
    ticks.wish(table, table.onlookers[2], "pass", 0)
    run_tick(table)
    assert table.sitting.done[0] == (0, "buy spades")
    if table.sitting.going.history.everything == []:
        assert 0 in table.failed


def test_a_wish_for_another_step_or_that_is_no_action_is_refused() -> None:
    table, _, ann = ticking()
    with pytest.raises(Mistake, match="meant for step 3"):
        ticks.wish(table, ann, "pass", 3)
    for words in ("offer spades 5", "eat spades", ""):
        with pytest.raises(Mistake):
            ticks.wish(table, ann, words, 0)
    with pytest.raises(Mistake, match="you only watch"):
        ticks.wish(table, enter(table, 2, BEN), "pass", 0)
    with pytest.raises(Mistake, match="only players who act at once"):
        ticks.start(table, table.onlookers[2])
    assert table.wishes == {}


def test_everybody_may_choose_in_a_tick_and_ask_for_a_hint() -> None:
    table, _, ann = ticking()
    assert "choices" in message(table, ann)["scene"]["now"]
    assert table.view_to_explain(ann).game.to_move(table.view_to_explain(ann).row) == 1


def test_taking_back_a_tick_returns_to_before_anybody_named() -> None:
    table, _, ann = ticking()
    ticks.start(table, ann)
    for _ in range(3):
        ticks.wish(table, ann, "bid hearts 1" if table.sitting.going.row else "pass", len(table.sitting.done))
        run_tick(table)
    before = list(table.sitting.done)
    table.take_back(ann)
    assert table.sitting.done == before[:8]
    assert table.sitting.to_move == 0
    assert not table.running
    table.redo(ann)
    assert table.sitting.done == before


def test_a_whole_match_of_ticks_ends() -> None:
    table, clock, ann = ticking()
    ticks.start(table, ann)
    while not table.sitting.over:
        clock.now += 2
        run_tick(table)
    assert about(table, ann)["replay"] == "/tables/T/replay"
    assert not ticks.is_due(table)
    assert table.seat_shown(ann) == 1
    assert table.sitting.to_move == NOBODY


def test_exact_odds_are_for_those_who_learn_figgie() -> None:
    table, _, ann = ticking(learning=True)
    seen = table.view_for_odds(ann)
    assert seen is not None
    assert seen.seat == 1
    assert table.view_for_odds(enter(table, 2, BEN)) is None
    assert new("figgie", ["me", "easy", "easy", "easy"])[0].view_for_odds(Onlooker(ANN)) is None
    assert new("duel", ["me", "easy"], learning=True)[0].view_for_odds(Onlooker(ANN)) is None


# Waiting for people who are invited


def waiting(kinds: list[str], game: str = "duel", **options: str) -> Table:
    table, _ = new(game, kinds, False, **options)
    table.setting.waiting = True
    return table


def test_a_match_waits_until_all_seats_are_taken_and_everybody_has_come() -> None:
    table = waiting(["me", "open", "open", "easy"], "wizard")
    ann = enter(table, 1, ANN)
    assert not table.bot_is_due()
    with pytest.raises(Mistake, match="the match has not begun"):
        table.act(ann, "bid 0", 0)
    table.join(BEN, "Ben", "sesame", 1)
    enter(table, 2, BEN)
    assert table.setting.waiting
    table.join(CAT, "Cat", "sesame", 2)
    assert table.setting.waiting
    assert not table.bot_is_due()
    table.enter(3, CAT)
    assert not table.setting.waiting


def test_the_host_alone_may_begin_earlier_and_bots_fill_the_rest() -> None:
    table = waiting(["easy", "me", "open"], "wizard", series="1")
    ann, cat = enter(table, 1, ANN), enter(table, 2, CAT)
    shown = message(table, ann)
    assert shown["table"]["waiting"]
    assert not shown["scene"]["now"].keys() & {*OFFERED}
    with pytest.raises(Mistake, match="only the host can begin"):
        table.begin(cat.guest)
    table.begin(ann.guest)
    assert not message(table, ann)["table"]["waiting"]
    assert table.setting.free == [2]
    while not table.sitting.over:
        if table.bot_is_due():
            table.did(*table.sitting.ask())
        else:
            assert message(table, ann)["scene"]["now"].keys() & {*OFFERED}
            table.act(ann, table.sitting.view(1).legal[0], len(table.sitting.done))


def test_no_clock_starts_before_the_match() -> None:
    table = waiting(["me", "open", "easy", "easy"], "figgie", model="tick")
    ann = enter(table, 1, ANN)
    with pytest.raises(Mistake, match="the clock cannot start"):
        ticks.start(table, ann)
    with pytest.raises(Mistake, match="the match has not begun"):
        ticks.wish(table, ann, "pass", 0)
    assert not ticks.is_due(table)
    assert not table.may_hint(ann)
    table.begin(ANN)
    ticks.start(table, ann)
    assert table.running
