"""Logs of the familiar command become records that replay to the same end; broken ones say where."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from overtrick.commands.main import cli
from overtrick.core.luck import read_seed
from overtrick.familiar.log import from_log, is_log
from overtrick.familiar.rounds import Plan, Round, log_of, play_rounds
from overtrick.games.figgie import rulebook as figgie
from overtrick.match.record import BrokenRecord, from_json, replay, to_json
from overtrick.terminal.transcript import transcript

Json = dict[str, Any]


@cache
def rounds(model: str, seats: int) -> list[Round]:
    return list(play_rounds(Plan(("figgie:random",) * seats, read_seed("5"), rounds=4, model=model)))


def log(model: str = "turn", seats: int = 4, number: int = 0) -> Json:
    data: Json = json.loads(json.dumps(log_of(rounds(model, seats)[number], "2026-01-01T00:00:00")))
    return data


@pytest.mark.parametrize("model", ["turn", "tick"])
@pytest.mark.parametrize("seats", [4, 5])
def test_a_log_becomes_a_record_that_ends_in_the_same_row(model: str, seats: int) -> None:
    for number, done in enumerate(rounds(model, seats)):
        record = from_log(log(model, seats, number))
        (row,) = replay(record)
        # The orders of ticks that were not played are in no log.
        assert [row[place] for place in range(figgie.ORDER)] == done.end[: figgie.ORDER]
        for tick in range(row[figgie.CLOCK] if model == "tick" else 0):
            assert figgie.order(row, tick) == figgie.order(done.end, tick)
        assert list(record.totals) == done.scores()
        assert len(record.faults) == len(done.faults) + len(done.late)


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_such_a_record_can_be_written_read_and_shown(model: str) -> None:
    record = from_log(log(model))
    assert from_json(json.loads(json.dumps(to_json(record)))) == record
    text = "\n".join(transcript(record))
    assert "the goal suit is" in text
    assert "(figgie:random)" in text


def test_what_a_log_need_not_have_may_be_missing() -> None:
    data = log()
    full = from_log(data)
    for key in ("timestamp", "num_players", "suit_counts", "goal_suit", "final_hands", "final_money", "scores"):
        del data[key]
    data["events"] = [event for event in data["events"] if event["type"] != "trade"]
    for event in data["events"]:
        del event["valid"]
    for hand in data["initial_hands"].values():
        for suit in [suit for suit, count in hand.items() if count == 0]:
            del hand[suit]
    assert from_log(data) == full


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_a_refused_action_is_a_pass_and_a_fault_in_the_record(model: str) -> None:
    quiet = {"type": "pass"}
    odd: list[Any] = [None, "hello", {"type": "bid", "suit": "spades", "price": True}, quiet]
    data = log(model)
    entries = [{"player": seat, "action": odd[seat], "valid": False, "error": "no"} for seat in range(4)]
    if model == "turn":
        data["events"] = [{"type": "action", "turn": turn, **entries[turn % 4]} for turn in range(8)]
    else:
        data["events"] = [{"type": "tick", "tick": tick, "actions": entries[::-1]} for tick in range(3)]
    for key in ("final_hands", "final_money", "scores"):
        del data[key]
    record = from_log(data)
    assert {name for _, name in record.deals[0].actions} == {"pass"}
    assert len(record.faults) == len(record.deals[0].actions)
    assert {fault.reply for fault in record.faults} == {json.dumps(action) for action in odd}


def test_only_a_log_looks_like_one() -> None:
    assert is_log(log())
    assert not is_log([])
    assert not is_log({"format": "overtrick record 1"})


def first(data: Json, **wanted: object) -> Any:
    """Return the first event of a log that has these values."""
    return next(event for event in data["events"] if all(event.get(key) == value for key, value in wanted.items()))


def a_valid_bid(data: Json) -> Any:
    return next(event for event in data["events"] if event.get("action", {}).get("type") == "bid" and event["valid"])


def hand(data: Json, spades: int) -> None:
    data["initial_hands"]["0"]["spades"] += spades


BREAKS: dict[str, tuple[Callable[[Json], Any], str]] = {
    "a card too many": (lambda data: hand(data, 1), "have .* cards instead of 10 each"),
    "no count": (lambda data: data["initial_hands"]["0"].update(spades="3"), "counts '3' cards"),
    "no deck": (
        lambda data: data.update(initial_hands={str(seat): {"spades": 10} for seat in range(4)}),
        "which is no deck of Figgie",
    ),
    "three hands": (lambda data: data["initial_hands"].pop("3"), "figgie is played by 4 to 5 seats, not 3"),
    "another deck": (lambda data: data["suit_counts"].update(spades=99), "suit_counts of this log should be"),
    "another goal": (lambda data: data.update(goal_suit="jokers"), "goal_suit of this log should be"),
    "another seat": (lambda data: first(data, turn=5).update(player=3), "turn 5: player 3 is not to move, but 1"),
    "another turn": (lambda data: first(data, turn=5).update(turn=6), "turn 6 stands where 5 belongs"),
    "no end": (lambda data: data["events"].pop(), "but the round goes on|did not happen like this"),
    "too long": (
        lambda data: data["events"].append({"type": "action", "turn": 999, "player": 0, "action": {"type": "pass"}}),
        "turn 999 comes after the end of the round",
    ),
    "an invalid bid": (lambda data: a_valid_bid(data)["action"].update(price=9999), "more money than the seat has"),
    "a valid refusal": (lambda data: a_valid_bid(data).update(valid=False), "is logged as refused, but it is valid"),
    "another trade": (lambda data: first(data, type="trade").update(price=999), "did not happen like this"),
    "another score": (lambda data: data["scores"].update({"0": 999}), "scores of this log should be"),
    "other money": (lambda data: data["final_money"].update({"0": 999}), "final_money of this log should be"),
    "other hands": (lambda data: data["final_hands"]["0"].update(spades=99), "final_hands of this log should be"),
    "no action": (lambda data: first(data, turn=5).pop("action"), "this log cannot be read: KeyError"),
    "no events": (lambda data: data.update(events=[]), "ends after 0 turns, but the round goes on"),
    "events of nothing": (lambda data: data.update(events=5), "this log cannot be read: TypeError"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_log_gets_one_sentence(name: str) -> None:
    spoil, sentence = BREAKS[name]
    data = copy.deepcopy(log())
    spoil(data)
    with pytest.raises(BrokenRecord, match=sentence):
        replay(from_log(data))


def test_a_broken_tick_gets_one_sentence() -> None:
    data = log("tick")
    first(data, tick=2, type="tick")["actions"][0]["player"] = 9
    with pytest.raises(BrokenRecord, match=r"tick 2: the players are .*, but each seat acts once"):
        from_log(data)
    data = log("tick")
    data["events"] = [{**first(data, type="tick"), "tick": tick} for tick in range(201)]
    with pytest.raises(BrokenRecord, match="has 201 ticks; a round has at most 200"):
        from_log(data)


def test_a_record_without_a_seed_still_has_to_fit_its_draws() -> None:
    data = to_json(from_log(log()))
    data["deals"][0]["draws"][0] += 40
    with pytest.raises(BrokenRecord, match="deal 1 has other draws than it can have"):
        replay(from_json(json.loads(json.dumps(data))))
    data["deals"][0]["draws"] = []
    with pytest.raises(BrokenRecord, match="deal 1 has other draws than it can have"):
        replay(from_json(json.loads(json.dumps(data))))


def test_a_log_names_the_bots_and_a_folder_of_logs_can_be_shown(tmp_path: Path) -> None:
    words = ["figgie:random", "figgie:first", "figgie:random", "figgie:first"]
    done = CliRunner().invoke(cli, ["figgie", *words, "-r", "2", "--seed", "7", "-o", str(tmp_path / "logs")])
    assert done.exit_code == 0
    shown = CliRunner().invoke(cli, ["show", str(tmp_path / "logs")])
    assert "match 2 of 2: seat 0 figgie:random, seat 1 figgie:first" in shown.output
    (tmp_path / "empty").mkdir()
    refused = CliRunner().invoke(cli, ["show", str(tmp_path / "empty")])
    assert "is a folder without records" in str(refused.exception)


def test_the_line_of_a_crash_is_told(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def get_action(state):\n    return state['nothing']\n")
    words = [str(tmp_path / "bot.py"), "figgie:first", "figgie:first", "figgie:first", "-r", "1"]
    for more in ([], ["--trust"]):
        done = CliRunner().invoke(cli, ["figgie", *words, *more])
        assert "the bot raised KeyError: 'nothing' (line 2)" in done.output
