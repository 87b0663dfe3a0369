"""A match as data for a page: small, complete, and with nothing in it that a page may not show."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from overtrick.bots.bot import Bot
from overtrick.bots.find import find
from overtrick.core.mistake import Mistake
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.scenes.replay import frames, retold
from overtrick.scenes.replay_data import (
    all_thoughts,
    bundle,
    changed,
    changes,
    decisions,
    looked_at,
    other_tables,
    replay_data,
    thought,
)
from overtrick.tournament.records.store import open_store
from tests.support.cups import fill
from tests.support.games_and_options import small_seeds, tables
from tests.support.moody import Moody

SEED = bytes(32)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from("ab"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=25,
)


def text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def played(game: str, players: tuple[str, ...], seed: bytes = SEED, **options: object) -> Record:
    return play(new_match(game, players, options, seed), [find(player, game)() for player in players])


@settings(deadline=None, max_examples=500)
@example({"b": [1]}, {"b": [1, 2]})
@given(plain, plain)
def test_changes_lead_from_any_value_to_any_other(before: Any, after: Any) -> None:
    change = json.loads(json.dumps(changes(before, after)))
    assert changed(before, change) == after
    assert changes(after, after) == {}


@pytest.mark.long
@pytest.mark.parametrize("name", ["wizard", "duel", "figgie"])
@settings(deadline=None, max_examples=5)
@given(st.data(), small_seeds)
def test_the_data_of_a_match_gives_back_every_scene_and_view(name: str, data: st.DataObject, seed: int) -> None:
    table, luck = data.draw(tables(name)), Random(seed)
    record = play(table.match(seed), [Moody(luck, 0.05) for _ in range(table.seats)])
    told = json.loads(json.dumps(replay_data(record), allow_nan=False))
    scene: Any = {}
    hidden: list[Any] = [{}] * table.seats
    for frame, facts in zip(retold(record), told["frames"], strict=True):
        scene = changed(scene, facts["scene"])
        assert text(scene) == text(frame.scene)  # so no scene has a 1 where another has True
        hidden = [old if new == 0 else new for old, new in zip(hidden, facts["views"], strict=True)]
        assert [changed(scene, view) for view in hidden] == [looked_at(view) for view in frame.views]
        assert (facts["deal"], facts["step"], facts.get("seat")) == (frame.deal, frame.step, frame.seat)
    for number, deal in enumerate(told["deals"]):
        assert told["frames"][deal["first"]]["step"] == 0
        assert told["frames"][deal["last"]]["deal"] == number + 1


def test_a_replayed_view_offers_nothing_and_addresses_nobody() -> None:
    for frame in frames(played("figgie", ("figgie:starter",) * 4)):
        for seat, view in enumerate(map(looked_at, frame.views)):
            assert (view["seat"], view["below"]) == (None, seat)
            assert not {"legal", "refused", "choices"} & set(view["now"] or {})


def test_a_whole_match_of_wizard_takes_a_third_of_a_megabyte_at_most() -> None:
    record = played("wizard", ("wizard:classic",) * 4)
    assert len(json.dumps(replay_data(record), separators=(",", ":"))) < 333_000


def test_raw_messages_are_for_the_owner_alone() -> None:
    moody: list[Bot] = [Moody(Random(3), 0.4), Moody(Random(4), 0.4), Moody(Random(5), 0.4)]
    record = play(new_match("wizard", ("a", "b", "c"), {"series": [2]}, SEED), moody)
    assert any(fault.reply for fault in record.faults)

    def told(raw: bool) -> list[Any]:
        return [fault for frame in replay_data(record, raw=raw)["frames"] for fault in frame.get("faults", [])]

    assert [fault["reply"] for fault in told(True)] == [fault.reply for fault in record.faults]
    assert all(set(fault) == {"seat", "ending", "sentence"} for fault in told(False))


def test_what_a_bot_said_to_its_author_is_for_its_owner_alone() -> None:
    record = played("duel", ("first", "random"))
    match = replace(record.match, contents=("aa", "bb"))
    record = replace(record, match=match, stderr=("one\x1b[2J\ntwo", "unheard"))
    assert replay_data(record)["stderr"] == replay_data(record, raw=["cc"])["stderr"] == []
    assert replay_data(record, raw=["bb"])["stderr"] == [[1, "unheard"]]
    assert replay_data(record, raw=True)["stderr"] == [[0, "one?[2J\ntwo"], [1, "unheard"]]
    assert "unheard" not in json.dumps(replay_data(record, raw=["aa"]))


def test_the_regret_of_the_duel_stands_beside_its_plays() -> None:
    found = replay_data(played("duel", ("first", "first")))["regret"]
    assert len(found["plays"]) == 20
    assert sum(play["lost"] for play in found["plays"]) == sum(found["lost"]) > 0
    assert all(bool(play["lost"]) == bool(play["better"]) for play in found["plays"])
    assert sum(found["promised"]) == 10
    why = replay_data(played("duel", ("first", "first"), stock=2))["regret"]["why_not"]
    assert why.startswith("option stock is 2")
    assert replay_data(played("wizard", ("first",) * 3, series=[1]))["regret"] is None


def test_other_tables_of_the_same_cards_tell_where_they_parted() -> None:
    one = played("wizard", ("first", "first", "first"), series=[1, 2])
    two = played("wizard", ("wizard:classic", "first", "first"), series=[1, 2])
    other_cards = played("wizard", ("random", "first", "first"), b"1" * 32, series=[1, 2])
    other_rules = played("wizard", ("random", "first", "first"), series=[1])
    (found,) = other_tables(one, [one, two, other_cards, other_rules])
    assert found["names"] == ["classic", "first 1", "first 2"]
    assert found["totals"] == list(two.totals)
    for mine, theirs, told in zip(one.deals, two.deals, found["deals"], strict=True):
        assert told["scores"] == list(theirs.scores)
        assert told["alike"]  # though the totals so far differ
        if told["parted"] is None:
            assert mine.actions == theirs.actions
        else:
            assert mine.actions[: told["parted"]] == theirs.actions[: told["parted"]]
            assert theirs.actions[told["parted"]] == (told["seat"], told["action"]) != mine.actions[told["parted"]]


def test_thoughts_are_about_the_decision_that_follows_a_frame() -> None:
    record = played("duel", ("first", "duel:greedy"))
    told = thought(record, 1, 0)
    assert (told["seat"], told["done"]) == record.deals[0].actions[0]
    assert told["sentence"]
    assert {choice["name"] for choice in told["choices"]} == set(record.deals[0].start["hands"][0])
    with pytest.raises(Mistake, match="step is 21; allowed in deal 1: 1 to 20"):
        thought(record, 1, 20)


def test_all_thoughts_tell_how_far_they_are() -> None:
    record, heard = played("duel", ("first", "first"), ranks=3), list[str]()
    found = all_thoughts(record, heard.append)
    assert list(found) == [f"{deal}/{step}" for deal, step in decisions(record)] == [f"1/{step}" for step in range(12)]
    assert heard == [f"deal 1, step {step}" for step in range(12)]


def test_a_bundle_has_the_match_and_its_block() -> None:
    one = played("duel", ("first", "random"))
    two = played("duel", ("random", "first"))
    found = bundle(one, [one, two, two, played("duel", ("first", "random"), b"1" * 32)])
    assert [match["key"] for match in found["matches"]] == [one.match.key(), two.match.key()]
    assert [match["others"][0]["key"] for match in found["matches"]] == [two.match.key(), one.match.key()]


def test_a_store_finds_the_matches_of_the_same_cards() -> None:
    with open_store(":memory:") as store:
        registered = fill(store)
        everything = list(store.records(registered))
        for record in everything[::5]:
            same = {one.match.key() for one in everything if one.match.seed == record.match.seed} - {record.match.key()}
            found, count = store.same_cards(record, 100)
            assert {one.match.key() for one in found} == same
            assert count == len(same) > 1
            assert len(store.same_cards(record, 1)[0]) == 1
        assert store.same_cards(played("duel", ("first", "first")), 9) == ([], 0)
