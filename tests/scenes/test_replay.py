"""Frames of a finished match: one before and one after every action, each as every seat saw it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.bots.find import find
from overtrick.familiar.log import from_log
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.scenes.replay import Frame, frames, frames_of, replay_scenes, seat_names
from tests.familiar.test_log import log
from tests.support.games_and_options import small_seeds, tables
from tests.support.moody import Moody

SEED = bytes(32)


def played(game: str, players: tuple[str, ...], **options: object) -> Record:
    match = new_match(game, players, options, SEED)
    return play(match, [find(player, game)() for player in players])


def texts(frame: Frame) -> list[str]:
    return [line.text for line in frame.lines]


@pytest.mark.long
@pytest.mark.parametrize("name", ["wizard", "duel", "figgie"])
@settings(deadline=None, max_examples=6)
@given(st.data(), small_seeds)
def test_every_match_has_all_its_frames(name: str, data: st.DataObject, seed: int) -> None:
    table, luck = data.draw(tables(name)), Random(seed)
    record = play(table.match(seed), [Moody(luck, 0.05) for _ in range(table.seats)])
    shown = frames(record)
    places = [(n, step) for n, deal in enumerate(record.deals, start=1) for step in range(frames_of(deal))]
    assert [(frame.deal, frame.step) for frame in shown] == places
    assert [(f.seat, f.action) for f in shown if f.action] == [one for deal in record.deals for one in deal.actions]
    assert sorted(map(id, record.faults)) == sorted(id(fault) for frame in shown for fault in frame.faults)
    assert [f.time_us for f in shown if f.action] == [time for deal in record.deals for time in deal.times]
    last = shown[-1].scene
    assert (last["totals"], last["now"]) == (list(record.totals), None)
    if record.ending == "normal":
        assert last["places"] == list(record.places)
    for frame in shown:
        over = (frame.deal, frame.step + 1) not in places
        assert (frame.scene["now"] is None, frame.scene["ended"] is None) == (over, not over)
        assert frame.scene["deal"] == frame.deal


def test_a_view_hides_the_other_hands_and_a_scene_shows_all() -> None:
    for frame in frames(played("wizard", ("wizard:classic",) * 3)):
        if frame.scene["now"] is None:
            continue
        hands = frame.scene["now"]["state"]["hands"]
        assert all(hand is not None for hand in hands)
        for seat, seen in enumerate(frame.views):
            others = [hand for other, hand in enumerate(seen["now"]["state"]["hands"]) if other != seat]
            assert seen["now"]["state"]["hands"][seat] == hands[seat]
            assert not any(others)


def test_stops_are_the_ends_of_tricks_and_of_the_bidding() -> None:
    shown = frames(played("wizard", ("random",) * 3, series=[2]))
    assert [frame.step for frame in shown if frame.stop] == [0, 3, 6, 9]


def test_stops_of_figgie_are_trades_or_ticks() -> None:
    shown = frames(played("figgie", ("figgie:starter",) * 4))
    assert [f.step for f in shown if f.stop][1:-1] == [f.step for f in shown if " a card of " in "".join(texts(f))]
    shown = frames(played("figgie", ("figgie:starter",) * 4, model="tick"))
    assert [frame.step for frame in shown if frame.stop] == list(range(0, len(shown), 4))


def test_what_is_hidden_is_a_line_of_its_seat_and_becomes_public_together() -> None:
    shown = frames(played("wizard", ("random", "first", "wizard:classic"), series=[1], bidding="hidden"))
    assert [line.seat for frame in shown[1:3] for line in frame.lines] == [1, 2]
    assert shown[1].lines[0].text.endswith("not shown yet.")
    assert len(shown[3].lines) == 3
    assert not any(line.seat for line in shown[3].lines)


def test_a_tick_tells_who_got_nothing_and_why() -> None:
    shown = frames(played("figgie", ("random",) * 4, model="tick"))
    refused = [text for frame in shown for text in texts(frame) if "gets nothing" in text]
    assert refused
    assert {text.split(" gets ")[0] for text in refused} <= {f"random {seat}" for seat in range(4)}


def test_the_deal_closes_with_its_scores() -> None:
    record = played("duel", ("duel:greedy", "first"))
    mine, theirs = record.deals[0].scores
    assert texts(frames(record)[-1])[-1] == f"The deal is over: greedy {mine:+d}, first {theirs:+d}."


def test_a_forfeited_deal_has_a_frame_for_that() -> None:
    record = play(new_match("duel", ("a", "b"), {}, SEED), [Moody(Random(1), 1.0), Moody(Random(2), 0.0)])
    shown = frames(record)
    assert [(frame.step, frame.seat) for frame in shown] == [(0, None), (1, 0)]
    assert texts(shown[-1])[0] == "Fault of a (build failed): it does not compile"
    assert texts(shown[-1])[1] == "a forfeits the deal."


def test_names_are_short_harmless_and_different() -> None:
    record = played("duel", ("duel:greedy", "duel:greedy"))
    assert seat_names(record) == ["greedy 0", "greedy 1"]
    odd = Record(new_match("duel", ("a\x1b[2J\u202e", "x" * 60), {}, SEED), (), (), ())
    assert seat_names(odd) == ["a?[2J?", "x" * 40]
    assert frames(record, ["Ada", "Bo"])[1].lines[0].text.startswith("Ada plays ")


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_a_log_of_the_familiar_command_has_frames_too(model: str) -> None:
    record = from_log(log(model))
    shown = frames(record)
    assert [(f.seat, f.action) for f in shown if f.action] == list(record.deals[0].actions)
    assert shown[0].scene["now"]["state"] == record.deals[0].start
    assert shown[-1].scene["totals"] == list(record.totals)


def test_scenes_alone_are_those_with_open_hands() -> None:
    record = played("duel", ("first", "first"))
    assert replay_scenes(record) == [frame.scene for frame in frames(record)]


def test_who_only_looks_on_at_a_running_market_has_no_line() -> None:
    record = played("figgie", ("random",) * 4, model="live", seconds=30, rounds=1)
    silent = [frame for frame in frames(record) if frame.action == "pass"]
    assert silent
    assert not any(line.text.endswith("pass.") for frame in silent for line in frame.lines)
