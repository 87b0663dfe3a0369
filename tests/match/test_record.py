"""Records: what was played can be written, read, refereed by a stranger and replayed; nothing else can."""

import copy
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.bots.bot import Bot
from overtrick.bots.find import find
from overtrick.core.ending import Ending
from overtrick.games import GAMES
from overtrick.games.contract import Row
from overtrick.match.play import play
from overtrick.match.record import (
    NO_SEED,
    BrokenRecord,
    FaultNote,
    Record,
    concluded,
    dealt,
    from_json,
    kept_stderr,
    replay,
    scores_of,
    start_deal,
    to_json,
)
from tests.support.games_and_options import TABLES, Table, deals, small_seeds, tables
from tests.support.referee import referee

Json = dict[str, Any]


def bots_for(table: Table, seed: int) -> list[Bot]:
    """Return random bots, and one that only takes the first legal action if the seed is odd."""
    bots = [find("random", table.game.NAME)() for _ in range(table.seats)]
    if seed % 2:
        bots[seed // 2 % table.seats] = find("first", table.game.NAME)()
    return bots


def played(table: Table, seed: int) -> tuple[Record, list[Row]]:
    """Return the record of a match and the final rows of its deals, played a second time beside it."""
    match = table.match(seed)
    record = play(match, bots_for(table, seed))
    rows = []
    for deal, (row, draws, _) in zip(record.deals, deals(match), strict=False):
        assert deal.draws == tuple(draws)
        for _, name in deal.actions:
            table.game.play(row, table.game.parse(row, name))
        rows.append(row)
    return record, rows


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=60)
@given(st.data(), small_seeds)
def test_replay_equals_record_and_a_stranger_agrees(name: str, data: st.DataObject, seed: int) -> None:
    record, rows = played(data.draw(tables(name)), seed)
    text = json.dumps(to_json(record), allow_nan=False)
    again = from_json(json.loads(text))
    assert again == record
    assert json.dumps(to_json(again)) == text
    assert replay(again) == rows
    referee(json.loads(text))


@pytest.mark.long
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_a_stranger_agrees_on_who_must_leave_the_table(seats: int) -> None:
    table = Table("wizard", seats, {"preset": "house"})
    reasons = set()
    for seed in range(80):
        record = play(table.match(seed), bots_for(table, seed))
        referee(to_json(record))
        reasons |= {note.split(": ")[1] for deal in record.deals for note in deal.notes}
    assert len(reasons) >= 2, "some ties were broken"


@pytest.mark.parametrize("table", [tables[0] for tables in TABLES.values()], ids=str)
def test_the_same_match_and_bots_give_the_same_record(table: Table) -> None:
    assert played(table, 5) == played(table, 5)


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_that_is_only_dealt_is_no_finished_match(name: str) -> None:
    record = dealt(TABLES[name][0].match(0))
    assert from_json(json.loads(json.dumps(to_json(record)))) == record
    with pytest.raises(BrokenRecord, match="deal 1 is not played to its end"):
        replay(record)


# Tampering


SMALL = {
    "wizard": Table("wizard", 3, {"series": [2, 1], "trump_choice": "random"}),
    "duel": Table("duel", 2, {"ranks": 3, "stock": 2}),
    "figgie": Table("figgie", 4, {"model": "tick"}),
    "figgie by turns": Table("figgie", 5, {"model": "turn"}),
    "wizard to the end": Table("wizard", 4, {"series": "elimination"}),
}


@cache
def small_text(name: str) -> str:
    return json.dumps(to_json(play(SMALL[name].match(7), bots_for(SMALL[name], 7))))


def small_record(name: str) -> Json:
    data: Json = json.loads(small_text(name))
    return data


def objection(data: object) -> str:
    """Return what is wrong with a record; any other exception fails the test."""
    with pytest.raises(BrokenRecord) as caught:
        replay(from_json(json.loads(json.dumps(data))))
    sentence = str(caught.value)
    assert sentence and "\n" not in sentence
    return sentence


def change(*path: str | int, to: object = None, by: Callable[[Any], object] | None = None) -> Callable[[Json], None]:
    """Return a tampering that sets the value at a path, or changes it by a function."""

    def tamper(data: Any) -> None:
        *way, last = path
        for key in way:
            data = data[key]
        data[last] = to if by is None else by(data[last])

    return tamper


def remove(*path: str | int) -> Callable[[Json], None]:
    """Return a tampering that removes what is at a path."""

    def tamper(data: Any) -> None:
        *way, last = path
        for key in way:
            data = data[key]
        del data[last]

    return tamper


def other(number: int) -> int:
    return number + 1 if number == 0 else number - 1


FAULT = {"deal": 1, "action": 0, "seat": 0, "ending": "crash", "sentence": "", "question": "", "reply": ""}

TAMPERINGS: dict[str, tuple[Callable[[Json], None], str]] = {
    "another format": (change("format", to="overtrick record 2"), "format is not"),
    "another version": (change("version", by=other), "version"),
    "a version that is no number": (change("version", to="1"), "'1' where a value of type int belongs"),
    "another number of seats": (change("seats", by=other), "seats"),
    "an unknown game": (change("game", to="poker"), "unknown game 'poker'"),
    "an unknown option": (change("options", "colour", to="red"), "unknown option 'colour'"),
    "a player too few": (change("players", by=lambda players: players[:-1]), "seat"),
    "a player too many": (change("players", by=lambda players: [*players, "x"]), "seat"),
    "a seed that is none": (change("seed", to="xyz"), "seed is 'xyz'"),
    "a seed too long": (change("seed", by=lambda seed: seed + "00"), "seed is"),
    "another seed": (change("seed", to="08" * 32), "commitment"),
    "another commitment": (change("commitment", by=lambda text: text[::-1]), "commitment"),
    "another score": (change("deals", 0, "scores", 1, by=other), "scores"),
    "a score too few": (change("deals", 0, "scores", by=lambda scores: scores[:-1]), "scores"),
    "a score too many": (change("deals", 0, "scores", by=lambda scores: [*scores, 0]), "scores"),
    "many scores too many": (change("deals", 0, "scores", by=lambda scores: [*scores, *[0] * 99]), "scores"),
    "no scores": (change("deals", 0, "scores", to=[]), "scores"),
    "another total": (change("totals", 0, by=other), "totals"),
    "a total too few": (change("totals", by=lambda numbers: numbers[:-1]), "totals"),
    "another place": (change("places", 0, by=other), "places"),
    "a note too many": (change("deals", 0, "notes", to=["seat 0 leaves"]), "notes"),
    "the first draw": (change("deals", 0, "draws", 0, by=other), "draws"),
    "the last draw": (change("deals", 0, "draws", -1, by=other), "draws"),
    "a draw too high": (change("deals", 0, "draws", 0, to=10**6), "draws"),
    "a draw below zero": (change("deals", 0, "draws", 0, to=-1), "draws"),
    "a draw too few": (change("deals", 0, "draws", by=lambda draws: draws[:-1]), "draws"),
    "a draw too many": (change("deals", 0, "draws", by=lambda draws: [*draws, 0]), "draws"),
    "swapped hands": (change("deals", 0, "start", "hands", by=lambda hands: hands[::-1]), "does not start as"),
    "an empty start": (change("deals", 0, "start", to={}), "does not start as"),
    "an unknown action": (change("deals", 0, "actions", 0, "action", to="dance"), "deal 1, action 1: 'dance' is no"),
    "a short form": (change("deals", 0, "actions", 0, "action", by=lambda name: name.removeprefix("bid ") + " "), "no"),
    "another seat": (change("deals", 0, "actions", 1, "seat", by=lambda seat: seat ^ 1), "is not to move"),
    "no such seat": (change("deals", 0, "actions", 0, "seat", to=-1), "is not to move"),
    "an action too few": (change("deals", 0, "actions", by=lambda actions: actions[:-1]), "not played to its end"),
    "an action too many": (change("deals", -1, "actions", by=lambda a: [*a, a[-1]]), "is not to move"),
    "the first action twice": (change("deals", 0, "actions", by=lambda a: [a[0], *a]), "is not to move"),
    "no actions": (change("deals", 0, "actions", to=[]), "not played to its end"),
    "no deals": (change("deals", to=[]), "the series goes on after deal 0"),
    "a deal too many": (change("deals", by=lambda deals: [*deals, deals[-1]]), "after the end of the series"),
    "the first deal missing": (change("deals", by=lambda deals: deals[1:]), "deal"),
    "another ending": (change("ending", to="crash"), "the ending crash"),
    "no such ending": (change("ending", to="rain"), "'rain' is not a valid Ending"),
    "somebody at fault": (change("at_fault", to=0), "at fault"),
    "a forfeit": (change("deals", 0, "forfeit", to=0), "forfeit"),
    "a fault of nobody": (change("faults", to=[dict(FAULT, seat=9)]), "seat 9"),
    "a fault in no deal": (change("faults", to=[dict(FAULT, deal=99)]), "deal 99"),
    "a fault after the end": (change("faults", to=[dict(FAULT, action=9999)]), "no action 9999"),
    "a normal fault": (change("faults", to=[dict(FAULT, ending="normal")]), "fault (normal)"),
    "a time too few": (change("deals", 0, "times_us", by=lambda times: times[:-1]), "times of deal 1"),
    "a fence too many": (change("fences", by=lambda fences: [*fences, "A"]), "fences for"),
    "words of nobody": (change("stderr", to=["a"] * 9), "the stderr of this record"),
    "a word that is none": (change("stderr", to=[7]), "7"),
    "the last deal missing": (change("deals", by=lambda deals: deals[:-1]), "the series goes on"),
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_a_tampered_record_is_broken_and_a_sentence_says_where(name: str, tampering: str) -> None:
    data = small_record(name)
    tamper, expected = TAMPERINGS[tampering]
    tamper(data)
    assert data != small_record(name)
    assert expected in objection(data)


def test_the_key_names_the_players_programs_the_rules_and_the_cards() -> None:
    match = SMALL["duel"].match(7)
    others = [
        replace(match, seed=bytes(32)),
        replace(match, options={**match.options, "ranks": 6}),
        replace(match, players=("x", "y")),
        replace(match, contents=("1", "2")),
        replace(match, contents=("2", "1")),
    ]
    assert len({match.key(), *(other.key() for other in others)}) == 6
    assert replace(match, options=dict(reversed(list(match.options.items())))).key() == match.key()
    assert replace(match, contents=("1", "2")).key() == replace(match, contents=("1", "2"), players=("x", "y")).key()


@pytest.mark.parametrize("name", SMALL)
def test_an_untampered_record_is_whole(name: str) -> None:
    data = small_record(name)
    assert len(replay(from_json(data))) == len(data["deals"])


def test_the_facts_of_a_match_are_summed_over_its_deals() -> None:
    assert small_record("wizard")["facts"] == {"rounds": [2, 2, 2], "exact bids": [1, 0, 2]}
    assert small_record("duel")["facts"] == {}


def test_what_bots_said_to_their_authors_is_kept_up_to_a_bound_and_older_records_have_none() -> None:
    data = small_record("duel")
    assert "stderr" not in data
    record = from_json(data)
    assert (record.stderr, kept_stderr(["", ""])) == ((), ())
    said = kept_stderr(["é" * 4096, ""])
    assert said == ("é" * 2048, "")
    told = to_json(replace(record, stderr=said))
    assert from_json(told).stderr == said
    assert told["key"] == data["key"]
    assert replay(from_json(told | {"stderr": ["a" * 4096, ""]})) == replay(record)
    assert objection(told | {"stderr": ["a" * 4097, ""]}).startswith("the stderr of this record")


def test_an_action_against_the_rules_is_named_with_its_reason() -> None:
    data = small_record("duel")
    actions = data["deals"][0]["actions"]
    actions[0]["action"] = next(iter(set(data["deals"][0]["start"]["hands"][1])))
    assert objection(data) == f"deal 1, action 1: {actions[0]['action']} is not in the hand"


def test_a_note_about_who_leaves_belongs_to_the_record() -> None:
    data = small_record("wizard to the end")
    (note,) = data["deals"][14]["notes"]
    assert note.startswith("seat ")
    data["deals"][14]["notes"] = []
    assert "deal 15" in objection(data)


KEYS = ["format", "game", "version", "seats", "options", "players", "contents", "key", "seed", "commitment"]
KEYS += ["deals", "totals", "places", "facts", "ending", "at_fault", "faults", "fences"]


def is_free(path: Sequence[str | int], new: object) -> bool:
    """Return whether the record may say this as well: names, fences and measured times prove nothing."""
    if "times_us" in path:
        return (type(new) is int and new >= 0 and len(path) == 5) or (new == [] and len(path) == 3)
    if path[0] == "fences" and len(path) == 2:
        return type(new) is str
    return path[0] in ("fences", "faults") and len(path) == 1 and new == []


@pytest.mark.parametrize("name", SMALL)
def test_a_record_without_one_of_its_keys_is_broken(name: str) -> None:
    assert list(small_record(name)) == KEYS
    for key in KEYS:
        data = small_record(name)
        del data[key]
        assert key in objection(data)
    for key in small_record(name)["deals"][0]:
        data = small_record(name)
        del data["deals"][0][key]
        assert f"no {key!r}" in objection(data)
    for key in ("seat", "action"):
        data = small_record(name)
        del data["deals"][0]["actions"][0][key]
        assert f"no {key!r}" in objection(data)


WRONG: list[object] = [None, True, 0, 3, -1, 2.5, 1e300, "", "x", "11", [], [[]], [None], ["a"], {}, {"a": 1}, 10**400]


def paths(data: object) -> list[tuple[str | int, ...]]:
    """Return the paths to the values of a record, only the first and the last one of a list."""
    found: list[tuple[str | int, ...]] = [()]
    if isinstance(data, dict):
        for key, value in data.items():
            found += [(key, *rest) for rest in paths(value)]
    if isinstance(data, list) and data:
        for index in sorted({0, len(data) - 1}):
            found += [(index, *rest) for rest in paths(data[index])]
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", ["wizard", "duel", "figgie by turns"])
def test_a_value_of_the_wrong_kind_anywhere_is_answered_with_a_sentence(name: str) -> None:
    whole = small_record(name)
    for path in paths(whole):
        for wrong in WRONG:
            if not path or is_free(path, wrong):
                continue
            data = copy.deepcopy(whole)
            change(*path, to=wrong)(data)
            if json.dumps(data) != json.dumps(whole):
                objection(data)


@pytest.mark.parametrize("wrong", [wrong for wrong in WRONG if not isinstance(wrong, str)], ids=repr)
def test_a_player_has_a_name(wrong: object) -> None:
    data = small_record("duel")
    data["players"][1] = wrong
    objection(data)


@pytest.mark.parametrize("data", WRONG, ids=lambda data: repr(data)[:20])
def test_what_is_no_record_at_all_is_answered_with_a_sentence(data: object) -> None:
    assert "this is no record" in objection(data)


def test_a_seed_is_written_out() -> None:
    data = small_record("duel")
    data["seed"] = "7"  # which anybody may type for the same seed
    assert "the seed of this record is '7'" in objection(data)


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(["wizard", "duel", "figgie by turns"]), st.data())
def test_any_one_change_to_the_numbers_and_names_of_a_record_is_noticed(name: str, data: st.DataObject) -> None:
    record = small_record(name)
    spot: Any = record
    path: list[str | int] = []
    while isinstance(spot, dict | list) and spot:
        parent, key = spot, data.draw(st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot))))
        spot = spot[key]
        path.append(key)
    if key in ("players", "options") or parent is record["options"]:
        return
    parent[key] = data.draw(
        st.one_of(st.integers(-3, 70), st.text(max_size=3), st.none()).filter(
            lambda new: (type(new) is not type(spot) or new != spot) and not is_free(path, new)
        )
    )
    objection(record)


# Forfeits, faults and times


def forfeited(actions: int) -> Record:
    """Return a duel that the seat to move loses after some actions, by the last of its three faults."""
    whole = from_json(small_record("duel"))
    game, (row, _) = GAMES["duel"], start_deal(whole.match, [])
    for _, name in whole.deals[0].actions[:actions]:
        game.play(row, game.parse(row, name))
    seat = game.to_move(row)
    scores = scores_of(game, row, 2, seat)
    deal = replace(whole.deals[0], actions=whole.deals[0].actions[:actions], scores=scores, forfeit=seat, times=())
    faults = [
        FaultNote(1, 0, 0, Ending.TIMEOUT, "too late", "?", "!"),
        FaultNote(1, 1, 1, Ending.GARBLED, "no words", "??", "#"),
        FaultNote(1, actions, seat, Ending.CRASH, "it is gone", "???", ""),
    ]
    return concluded(whole.match, [row], [deal], faults)


@pytest.mark.parametrize(
    ("actions", "seat", "totals", "places"), [(2, 0, (1, 4), (2, 1)), (3, 1, (5, 0), (1, 2)), (9, 0, (1, 4), (2, 1))]
)
def test_a_forfeit_ends_the_match_and_its_scores_decide(
    actions: int, seat: int, totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    record = forfeited(actions)
    assert (record.ending, record.at_fault, record.totals, record.places) == (Ending.CRASH, seat, totals, places)
    data = json.loads(json.dumps(to_json(record)))
    assert from_json(data) == record
    assert len(replay(record)) == 1
    assert "is forfeited by seat" in objection(data | {"deals": [data["deals"][0] | {"forfeit": 1 - seat}]})
    assert "does not fit the deals" in objection(data | {"at_fault": 1 - seat})
    assert "does not fit the deals" in objection(data | {"ending": "normal"})


def test_only_a_seat_to_move_can_forfeit_and_only_where_the_game_knows_forfeits() -> None:
    data = small_record("duel")
    data["deals"][0]["forfeit"] = -1
    assert objection(data) == "deal 1 is forfeited by seat -1, which is not to move"
    data = small_record("wizard")
    last = data["deals"][1]["actions"].pop()
    data["deals"][1]["forfeit"] = last["seat"]
    assert objection(data) == "no deal of wizard can be forfeited"


def test_a_fault_comes_before_an_action_of_its_deal_or_after_the_last() -> None:
    whole = small_record("wizard")
    lengths = [len(deal["actions"]) for deal in whole["deals"]]
    assert lengths[0] > lengths[1] + 1
    for deal, length in enumerate(lengths, start=1):
        for action in (0, length):
            assert replay(from_json(whole | {"faults": [dict(FAULT, deal=deal, action=action)]}))
        for action in (-1, length + 1):
            assert f"no action {action}" in objection(whole | {"faults": [dict(FAULT, deal=deal, action=action)]})
    for deal in (0, 3):
        assert f"in deal {deal}" in objection(whole | {"faults": [dict(FAULT, deal=deal)]})


def test_times_are_none_or_two_for_each_action_and_not_below_zero() -> None:
    whole = small_record("wizard")
    actions = len(whole["deals"][1]["actions"])

    def timed(*times: list[int]) -> Json:
        return whole | {"deals": [whole["deals"][0], whole["deals"][1] | {"times_us": list(times)}]}

    times = [[0, number] for number in range(actions)]
    assert from_json(timed(*times)).deals[1].times == tuple((0, number) for number in range(actions))
    for fine in (timed(*times), timed()):
        assert len(replay(from_json(fine))) == 2
    for wrong in (timed([0, 0]), timed(*times[1:]), timed(*times[1:], [-1, 0]), timed(*times[1:], [0, -1])):
        assert objection(wrong) == "the times of deal 2 do not fit its actions"
    for wrong in (timed([1]), timed([1, 2, 3])):
        assert "where two times belong" in objection(wrong)


def test_what_should_be_there_instead_is_said() -> None:
    data = small_record("wizard")
    scores = data["deals"][1]["scores"]
    data["deals"][1]["scores"] = [7, *scores[1:]]
    assert objection(data) == f"deal 2: scores {[7, *scores[1:]]} and notes [] should be {scores} and []"
    data = small_record("wizard")
    totals, places = data["totals"], data["places"]
    data["totals"] = [7, *totals[1:]]
    assert objection(data) == f"totals {data['totals']} and places {places} should be {totals} and {places}"


def test_of_a_long_value_only_the_beginning_is_quoted() -> None:
    digits = "1234567890" * 5
    assert f"has '{digits[:39]} where" in objection(small_record("duel") | {"version": digits})
    data = small_record("duel")
    data["deals"][0]["times_us"][0] = [int(digits)]
    assert f"has [{digits[:39]} where two times belong" in objection(data)


def test_programs_have_a_hash_for_each_seat_or_none() -> None:
    record = from_json(small_record("duel"))
    told = to_json(replace(record, match=replace(record.match, contents=("1", "2"))))
    assert from_json(told).match.contents == ("1", "2")
    for wrong in (["1"], ["1", "2", "3"]):
        assert objection(told | {"contents": wrong}) == f"there are hashes of {len(wrong)} programs for 2 seats"


def test_in_which_order_a_state_is_told_does_not_matter() -> None:
    data = small_record("duel")
    data["deals"][0]["start"] = dict(reversed(data["deals"][0]["start"].items()))
    assert len(replay(from_json(data))) == 1


# Without a seed


def test_a_match_from_elsewhere_is_dealt_by_the_draws_it_tells() -> None:
    record = from_json(small_record("wizard"))
    told = to_json(replace(record, match=replace(record.match, seed=NO_SEED)))
    assert told["seed"] == ""
    assert replay(from_json(told)) == replay(record)
    draws = told["deals"][0]["draws"]
    for wrong in (draws[:-1], [*draws, 0], [draws[0] + 60, *draws[1:]], [-1, *draws[1:]]):
        tampered = told | {"deals": [told["deals"][0] | {"draws": wrong}]}
        assert objection(tampered) == "deal 1 has other draws than it can have"
    assert "deal 3 comes after the end" in objection(told | {"deals": [*told["deals"], told["deals"][0]]})
    tampered = small_record("wizard")
    tampered["deals"][0]["draws"] = draws[:-1]
    assert objection(tampered) == "deal 1 has other draws than the seed gives"
