"""The store: records written once and read back exactly, on both databases."""

import sqlite3
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import delete, event, insert, update

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.match.record import BrokenRecord, Record, commitment
from overtrick.store import database as database_module
from overtrick.store import schema
from overtrick.store.trouble import StoreTrouble
from overtrick.tournament.plan.stage import Stage
from overtrick.tournament.records import store as store_module
from overtrick.tournament.records.packed import pack
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.records.stored import blob
from overtrick.tournament.stated.tournament import Format, RankBy, Tournament
from overtrick.tournament.verify import verify
from tests.support.cups import CONTENTS, CUP, FINAL, MAIN, MATCHES, STAGES, add, fill, matches, record_of
from tests.support.postgres import Server


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with open_store(where) as opened:
        yield opened


def all_of(record: Record) -> tuple[object, ...]:
    return record, [deal.times for deal in record.deals]


# Tournaments


def test_a_new_tournament_gets_a_secret_and_keeps_it(store: Store, where: str) -> None:
    first = store.register(CUP, CONTENTS)
    assert len(first.secret) == 32 and first.commitment == commitment(first.secret)
    with open_store(where) as again:
        assert again.register(CUP, CONTENTS) == first
        assert again.reveal("cup") == first.secret
        assert again.reveal() == first.secret


def test_the_secret_stands_in_its_own_table_only(store: Store) -> None:
    registered = store.register(replace(CUP, seed=bytes(range(32))), CONTENTS)
    told = store.tournament()
    assert told.registered == replace(registered, secret=b"")
    assert told.tournament == CUP
    assert "0x1f" not in repr(registered) and "secret" not in repr(registered)


def test_a_lost_secret_and_lost_entrants_get_a_sentence(store: Store) -> None:
    fill(store)
    with store._engine.begin() as connection:
        connection.execute(delete(schema.secrets))
    for ask in (store.reveal, lambda: store.register(CUP, CONTENTS)):
        with pytest.raises(Mistake, match="the secret of tournament number 1 is not in the store"):
            ask()
    with store._engine.begin() as connection:
        connection.execute(update(schema.entrants).values(content=schema.entrants.c.content + "e"))
    with pytest.raises(Mistake, match=r"the entrants of tournament 'cup' in store .* are not those it tells of"):
        store.tournament()


def test_a_tournament_is_rebuilt_as_it_was_stated(store: Store) -> None:
    stated = replace(
        CUP,
        name='Köln 2 | "x" \'; --',
        format=Format.GAUNTLET,
        rank_by=RankBy.PLACE,
        candidate="bob",
        field=("wizard:random",),
        languages=("C",),
        limits=replace(CUP.limits, cpu_ms=7),
        max_faults=3,
    )
    store.register(CUP, CONTENTS)
    store.register(stated, (*CONTENTS, "f1"))
    assert store.tournament(stated.name).tournament == stated
    assert len(store.tournament(stated.name).registered.ids) == 5
    assert [one.tournament.name for one in store.tournaments()] == ["cup", stated.name]


def test_the_tournament_must_be_named_if_it_is_not_the_only_one(store: Store) -> None:
    with pytest.raises(Mistake, match=r"has 0 tournaments.* none"):
        store.tournament()
    store.register(CUP, CONTENTS)
    assert store.tournament().tournament == CUP
    with pytest.raises(Mistake, match="has no tournament 'cap'; allowed: 'cup'"):
        store.tournament("cap")
    store.register(replace(CUP, name="cap"), CONTENTS)
    with pytest.raises(Mistake, match="has 2 tournaments, so name one; allowed: 'cup', 'cap'"):
        store.tournament()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seats": 4}, "has seats 3, not 4; allowed: another name, or another store"),
        ({"options": settled(GAMES["wizard"], 3, {"series": [2, 2]})}, "has options .*, not "),
        ({"game": "duel"}, "has game wizard, not duel"),
        ({"seed": bytes(32)}, "has another seed than the one given"),
        ({"commitment": "0" * 64}, "has commitment [0-9a-f]{64}, not 0000"),
    ],
    ids=["seats", "options", "game", "seed", "commitment"],
)
def test_a_tournament_that_has_begun_is_not_another_one(store: Store, change: dict[str, object], sentence: str) -> None:
    before = store.register(CUP, CONTENTS)
    other: Tournament = replace(CUP, **change)  # type: ignore[arg-type]
    with pytest.raises(Mistake, match=f"tournament 'cup' in store .* {sentence}"):
        store.register(other, CONTENTS)
    assert store.register(CUP, CONTENTS) == before
    assert store.tournament().tournament == CUP


def test_a_tournament_of_another_version_of_the_rules_is_another_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store)
    monkeypatch.setattr(GAMES["wizard"], "VERSION", 99)
    with pytest.raises(Mistake, match=r"has version .*, not 99"):
        store.register(CUP, CONTENTS)
    with pytest.raises(BrokenRecord, match="which this program does not play"):
        next(store.records(store.tournament().registered))


def test_a_commitment_needs_the_seed_that_fits(store: Store) -> None:
    seed = bytes(range(32))
    with pytest.raises(Mistake, match="has a commitment, but not the seed that fits it"):
        store.register(replace(CUP, commitment=commitment(seed)), CONTENTS)
    with pytest.raises(Mistake, match="does not fit its commitment"):
        store.register(replace(CUP, seed=bytes(32), commitment=commitment(seed)), CONTENTS)
    assert store.tournaments() == ()
    first = store.register(replace(CUP, seed=seed, commitment=commitment(seed).upper()), CONTENTS)
    assert first.secret == seed
    assert store.register(replace(CUP, commitment=commitment(seed)), CONTENTS) == first


def test_a_new_version_of_a_bot_is_a_new_entrant_and_the_old_one_stays(store: Store) -> None:
    before = fill(store)
    after = store.register(CUP, ("a2", *CONTENTS[1:]))
    assert after.ids[1:] == before.ids[1:] and after.ids[0] not in before.ids
    assert store.tournament().registered.ids == after.ids
    assert store.count(after) == MATCHES
    results = store.results(after, STAGES)
    assert len(results.stage) == 2 * 3, "only the table where the new version does not sit"
    assert store.register(CUP, CONTENTS).ids == before.ids


def test_entrants_need_different_contents(store: Store) -> None:
    for wrong in [("a1",) * 4, CONTENTS[:3]]:
        with pytest.raises(ValueError, match="4 participants need as many different contents"):
            store.register(CUP, wrong)


# Records


def test_a_record_comes_back_exactly_and_is_written_once(store: Store) -> None:
    registered = store.register(CUP, CONTENTS)
    for match in matches(registered):
        record = record_of(match)
        packed = pack(record)
        assert store.present(registered, [match.key]) == set()
        assert store.add(registered, match.stage, match.cluster, match.seating, packed)
        assert not store.add(registered, match.stage, match.cluster, match.seating, replace(packed, totals=(9, 9, 9)))
        assert store.present(registered, [match.key, "00" * 32]) == {match.key}
        assert all_of(store.record(match.key)) == all_of(record)
    assert store.count(registered) == MATCHES


def test_all_records_come_in_order_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "PAGE", 4)
    registered = fill(store)
    other = store.register(replace(CUP, name="other"), CONTENTS)
    add(store, other, next(matches(other)))
    expected = {match.key: record_of(match) for match in matches(registered)}
    found = list(store.records(registered))
    assert {record.match.key(): record for record in found} == expected
    assert len(found) == MATCHES
    rows = [(row["stage"], row["cluster"], row["key"]) for row in store.rows(registered.id)]
    assert rows == sorted(rows) and len(rows) == MATCHES


def test_keys_are_looked_up_in_batches(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "BATCH", 4)
    registered = fill(store)
    keys = [match.key for match in matches(registered)]
    assert store.present(registered, [*keys, "ab" * 32]) == set(keys)
    assert store.present(registered, []) == set()


def test_a_record_is_found_by_the_beginning_of_its_key(store: Store) -> None:
    registered = fill(store)
    keys = sorted(match.key for match in matches(registered))
    for key, neighbour in pairwise(keys):
        same = next(place for place in range(64) if key[place] != neighbour[place])
        if same == 0:
            continue
        with pytest.raises(Mistake, match=f"has several records whose key begins with {key[:same]}"):
            store.record(key[:same])
    for key in keys:
        assert store.record(key[:63].upper()).match.key() == key
    absent = next(
        start for start in map("{:03x}".format, range(4096)) if not any(key.startswith(start) for key in keys)
    )
    with pytest.raises(Mistake, match=f"has no record whose key begins with {absent}"):
        store.record(absent)
    for wrong in ("", "xyz", "0" * 65):
        with pytest.raises(Mistake, match="allowed: 1 to 64 hexadecimal digits"):
            store.record(wrong)


# What the records say


def test_results_are_the_records_of_the_plan_as_columns(store: Store) -> None:
    registered = fill(store)
    results = store.results(registered, STAGES)
    rows = set()
    for index in range(MATCHES):
        stage = STAGES[results.stage[index]]
        seating = tuple(int(one) for one in results.seating[index])
        rows.add((stage.name, int(results.cluster[index]), seating))
        table = stage.tables[results.table[index]]
        assert any(seating == table[turn:] + table[:turn] for turn in range(3))
        (match,) = (
            one
            for one in matches(registered)
            if (one.stage, one.cluster, one.seating) == (stage.name, results.cluster[index], seating)
        )
        record = record_of(match)
        assert tuple(results.totals[index]) == record.totals
        assert tuple(results.places[index]) == record.places
        assert list(results.faults[index]) == [sum(note.seat == seat for note in record.faults) for seat in range(3)]
    assert len(rows) == MATCHES == len(results.stage)
    assert [results.stage.dtype, results.cluster.dtype, results.table.dtype] == [np.int16, np.int32, np.int32]
    assert [results.seating.dtype, results.totals.dtype, results.places.dtype] == [np.int16, np.int32, np.int8]
    assert results.faults.dtype == np.int16 and results.faults.sum() > 0


def test_matches_of_the_plan_are_told_one_by_one(store: Store) -> None:
    registered = fill(store)
    found = {played.key: played for played in store.played(registered, STAGES)}
    for match in matches(registered):
        record, played = record_of(match), found.pop(match.key)
        assert (played.stage, played.cluster, played.entrants) == (match.stage, match.cluster, record.match.players)
        assert (played.totals, played.places) == (record.totals, record.places)
        assert (played.ending, played.at_fault) == (record.ending, record.at_fault)
        assert played.faults == pack(record).faults
        assert sorted(match.seating) == sorted(
            next(one for one in STAGES if one.name == match.stage).tables[played.table]
        )
    assert found == {}
    assert len(list(store.played(registered, [FINAL]))) == 9


def test_results_leave_out_what_is_not_in_the_plan(store: Store) -> None:
    registered = fill(store)
    assert len(store.results(registered, [Stage("main", ((2, 0, 1),), 1)]).stage) == 3
    assert len(store.results(registered, [Stage("main", ((2, 1, 0),), 2)]).stage) == 0, "the other way round"
    assert len(store.results(registered, [FINAL]).stage) == 9
    nothing = store.results(registered, [])
    assert nothing.totals.shape == (0, 3)


def test_pages_of_results_are_read_from_where_the_last_one_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "LARGE_PAGE", 4)
    asked: list[tuple[str, Any]] = []
    with open_store(tmp_path / "cup.db") as store:
        registered = fill(store)

        @event.listens_for(store._engine, "before_cursor_execute")
        def note(_connection: object, _cursor: object, statement: str, values: Any, *_: object) -> None:
            asked.append((statement, values))

        assert len(store.results(registered, STAGES).stage) == MATCHES
        late = store.results(registered, [MAIN], first=1)
        assert set(late.cluster.tolist()) == {1}
    with closing(sqlite3.connect(tmp_path / "cup.db")) as file:
        pages = [(text, values) for text, values in asked if "LIMIT" in text]
        ways = [
            " ".join(row[3] for row in file.execute(f"EXPLAIN QUERY PLAN {text}", values)) for text, values in pages
        ]
    assert len(ways) > 2 * len(STAGES)
    assert all("(cluster,key)>(?,?)" in way and "TEMP B-TREE" not in way for way in ways), ways


def test_facts_and_faults_are_summed_for_each_participant(store: Store) -> None:
    registered = fill(store)
    for stages in (STAGES, (MAIN,), (FINAL,)):
        facts: dict[tuple[int, str], int] = {}
        faults: dict[tuple[int, str], int] = {}
        sentences: dict[tuple[int, str], set[tuple[str, str]]] = {}
        for match in matches(registered, stages):
            record = record_of(match)
            for name, values in record.facts.items():
                for index, value in zip(match.seating, values, strict=True):
                    facts[index, name] = facts.get((index, name), 0) + value
            for note in record.faults:
                place = match.seating[note.seat], str(note.ending)
                faults[place] = faults.get(place, 0) + 1
                sentences.setdefault(place, set()).add((match.key, note.sentence))
        found = store.facts(registered, stages)
        assert {(index, name): value for index, sums in enumerate(found) for name, value in sums.items()} == facts
        counts = store.faults(registered, stages)
        assert {(one.participant, str(one.ending)): one.count for one in counts} == faults != {}
        assert all((one.key, one.sentence) in sentences[one.participant, str(one.ending)] for one in counts)


@pytest.mark.long
def test_results_take_less_than_100_bytes_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 15_000
    monkeypatch.setattr(store_module, "LARGE_PAGE", 200)  # as small a part of these records as a page is of 100,000
    with open_store(":memory:") as store:
        registered = store.register(CUP, CONTENTS)
        row = {
            "tournament": registered.id, "stage": "main", "seating": blob(registered.ids[:3], "i"),
            "totals": blob([20, 30, -10], "i"), "places": blob([2, 1, 3], "b"), "faults": blob([0, 0, 0], "h"),
            "ending": "normal", "at_fault": None, "facts": "{}", "played": 0, "payload": b"",
        }  # fmt: skip
        rows = [{**row, "cluster": number, "key": number.to_bytes(32)} for number in range(count)]
        with store._engine.begin() as connection:
            connection.execute(insert(schema.records), rows)
        del rows
        tracemalloc.start()
        results = store.results(registered, [Stage("main", MAIN.tables, count)])
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert results.totals.shape == (count, 3)
    assert list(results.cluster[[0, 1, -1]]) == [0, 1, count - 1]
    assert peak / count < 100


def test_who_may_not_read_secrets_can_still_read_results(server: Server) -> None:
    database = server.new_database()
    with open_store(server.url(database)) as store:
        fill(store)
    server.run("CREATE ROLE reader LOGIN PASSWORD 'x'")
    server.run("GRANT SELECT ON tournaments, entrants, records, overtrick_version TO reader", database)
    url = server.url(database, "x").replace("tester", "reader")
    with open_store(url, create=False) as store:
        assert len(store.results(store.tournament().registered, STAGES).stage) == MATCHES
        with pytest.raises(StoreTrouble, match=r"lacks a right .*secrets"):
            store.reveal()


def test_an_entrant_is_its_program_so_a_new_name_keeps_its_records(store: Store) -> None:
    before = fill(store)
    renamed = replace(CUP, entrants=(replace(CUP.entrants[0], name="renamed"), *CUP.entrants[1:]))
    after = store.register(renamed, CONTENTS)
    assert after.ids == before.ids
    named = {name for record in store.records(after) for name in record.match.players}
    assert "renamed" in named and CUP.entrants[0].name not in named
    assert list(verify(store)) == []


def test_two_tournaments_on_the_same_cards_each_have_their_own_records(store: Store) -> None:
    first = fill(store)
    other = store.register(replace(CUP, name="other", seed=first.secret), CONTENTS)
    match = next(matches(other))
    assert store.present(first, [match.key]) == {match.key}
    assert store.present(other, [match.key]) == set()
    assert add(store, other, match)
    assert (store.count(first), store.count(other)) == (MATCHES, 1)
