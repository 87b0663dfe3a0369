"""Packed records: unpacking is the mirror of packing, whatever was played, and what was tampered with is refused."""

import json
import zlib
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.bots.bot import Bot
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.match.play import play
from overtrick.match.record import NO_SEED, BrokenRecord, Record, replay
from overtrick.tournament.records.packed import COLUMNS as IN_WORDS
from overtrick.tournament.records.packed import (
    MOST_BYTES,
    THINNED,
    Packed,
    ThinnedOut,
    differences,
    fault_notes,
    pack,
    played_again,
    redacted,
    unpack,
)
from tests.support.games_and_options import Table, small_seeds, tables
from tests.support.moody import Moody


def moody_record(table: Table, seed: int, faults: float) -> Record:
    luck = Random(seed)
    bots: list[Bot] = [Moody(luck, faults) for _ in range(table.seats)]
    return play(table.match(seed), bots)


def all_of(record: Record) -> tuple[object, ...]:
    """Return everything of a record, with the times, which do not count when two deals are compared."""
    return record, [deal.times for deal in record.deals]


def test_what_bots_said_to_their_authors_is_packed_and_payloads_without_it_are_still_read() -> None:
    record = moody_record(Table("duel", 2, {"ranks": 5, "stock": 0}), 7, 0.0)
    assert b"stderr" not in zlib.decompress(pack(record).payload)
    assert unpack(record.match, pack(record)).stderr == ()
    said = replace(record, stderr=("hello", ""))
    assert unpack(said.match, pack(said)) == said


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=40)
@given(st.data(), small_seeds, st.sampled_from([0.0, 0.02, 0.5]))
def test_unpacking_is_the_mirror_of_packing(name: str, data: st.DataObject, seed: int, faults: float) -> None:
    record = moody_record(data.draw(tables(name)), seed, faults)
    packed = pack(record)
    again = unpack(record.match, packed)
    assert all_of(again) == all_of(record)
    assert pack(again) == packed
    assert fault_notes(packed.payload) == record.faults
    assert packed.faults == tuple(
        sum(note.seat == seat for note in record.faults) for seat in range(record.match.seats)
    )
    replay(again)


def test_a_forfeited_duel_keeps_who_forfeited_and_why() -> None:
    record = moody_record(Table("duel", 2, {}), 3, 0.5)
    packed = pack(record)
    assert packed.at_fault is not None and packed.ending is not Ending.NORMAL
    assert unpack(record.match, packed).deals[-1].forfeit == packed.at_fault


def test_a_game_of_wizard_takes_less_than_two_kilobytes() -> None:
    record = moody_record(Table("wizard", 4, {}), 1, 0.0)
    assert len(record.deals) == 15
    assert len(pack(record).payload) < 2000


def test_a_record_without_a_seed_cannot_be_packed() -> None:
    record = small()
    with pytest.raises(Mistake, match="without a seed"):
        pack(replace(record, match=replace(record.match, seed=NO_SEED)))


# Tampering


@cache
def small() -> Record:
    return moody_record(Table("wizard", 3, {"series": [3, 2]}), 12, 0.2)


COLUMNS: dict[str, object] = {
    "key": "00" * 32,
    "totals": (0, 0, 1),
    "places": (9, 9, 9),
    "faults": (7, 7, 7),
    "ending": Ending.CRASH,
    "at_fault": 2,
    "facts": {"rounds": (1, 1, 1)},
}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_that_does_not_fit_the_match_is_named(name: str) -> None:
    packed = replace(pack(small()), **{name: COLUMNS[name]})  # type: ignore[arg-type]
    with pytest.raises(BrokenRecord, match=f"^the {IN_WORDS[name]} .* should be "):
        unpack(small().match, packed)
    assert len(differences(packed, small())) == 1


def test_every_column_but_the_payload_is_compared() -> None:
    assert {*COLUMNS, "payload"} == {column.name for column in fields(Packed)}


def shorter(kept: Any) -> None:
    kept["actions"][0] = kept["actions"][0].rpartition("|")[0]


def longer(kept: Any) -> None:
    kept["actions"][-1] += "|W1"


def illegal(kept: Any) -> None:
    kept["actions"][0] = "bid 9" + kept["actions"][0][5:]


def no_name(kept: Any) -> None:
    kept["actions"][0] = "hello" + kept["actions"][0][5:]


def another_deal(kept: Any) -> None:
    for name in ("actions", "forfeits", "cpu_us", "waited_us"):
        kept[name].append(kept[name][-1])


def fewer_deals(kept: Any) -> None:
    for name in ("actions", "forfeits", "cpu_us", "waited_us"):
        kept[name].pop()
    kept["faults"] = []


def set_to(name: str, value: object) -> Callable[[Any], None]:
    def tamper(kept: Any) -> None:
        kept[name] = value

    return tamper


def first_time(value: object) -> Callable[[Any], None]:
    def tamper(kept: Any) -> None:
        kept["cpu_us"][0][0] = value

    return tamper


def abbreviated(kept: Any) -> None:
    kept["actions"][0] = kept["actions"][0].replace("bid ", "", 1)


TAMPERINGS: dict[str, tuple[Callable[[Any], None], str]] = {
    "an action too few": (shorter, "not played to its end"),
    "an action too many": (longer, "the deal is over"),
    "an illegal action": (illegal, "deal 1, action 1: "),
    "a word that is no action": (no_name, "hello"),
    "a deal too many": (another_deal, "after the end of the series"),
    "a deal too few": (fewer_deals, "the series goes on"),
    "a forfeit where none is allowed": (set_to("forfeits", [1, None]), "forfeited"),
    "a list too short": (set_to("forfeits", [None]), "damaged"),
    "a time too few": (set_to("cpu_us", [[1], [1]]), "damaged"),
    "no list": (set_to("actions", 5), "where a value of type list belongs"),
    "names that are no text": (set_to("actions", [5, 5]), "where a value of type str belongs"),
    "a fault of nobody": (set_to("faults", [[1, 0, 9, "crash", "", "", ""]]), "of seat 9 in deal 1"),
    "a fault that is ours": (set_to("faults", [[1, 0, 0, "platform", "", "", ""]]), "there cannot be a fault"),
    "a fault without words": (set_to("faults", [[1, 0, 0, "crash", {}, "", ""]]), "where a value of type str belongs"),
    "a time that is no number": (first_time("soon"), "where a value of type int belongs"),
    "a time that is half a number": (first_time(float("nan")), "where a value of type int belongs"),
    "a time that is longer than anybody lives": (first_time(10**400), "the times of deal 1"),
    "a time below nothing": (first_time(-5), "the times of deal 1"),
    "a seat that is True": (set_to("forfeits", [True, None]), "where a value of type int belongs"),
    "a fence for each letter": (set_to("fences", "abc"), "where a value of type list belongs"),
    "fences for others": (set_to("fences", ["A"]), "1 fences for 3 seats"),
    "a short name": (abbreviated, "is only short for"),
    "a fault of an unknown kind": (set_to("faults", [[1, 0, 0, "bored", "", "", ""]]), "damaged"),
    "half a fault": (set_to("faults", [[1, 0]]), "damaged"),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_payload_that_breaks_the_rules_is_refused_with_a_sentence(name: str) -> None:
    tamper, expected = TAMPERINGS[name]
    kept = json.loads(zlib.decompress(pack(small()).payload))
    tamper(kept)
    payload = zlib.compress(json.dumps(kept).encode())
    with pytest.raises(BrokenRecord, match=expected) as caught:
        played_again(small().match, payload)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "payload",
    [
        b"hello",
        zlib.compress(b"[]"),
        zlib.compress(b"{}"),
        zlib.compress(b"\xff{"),
        zlib.compress(b"[" * 100_000),
        zlib.compress(b'{"actions": 1}')[:-3],
        zlib.compress(b" " * (MOST_BYTES + 1) + b"{}"),
    ],
    ids=["words", "a list", "empty", "no UTF-8", "nested", "cut", "longer than it looks"],
)
def test_a_payload_that_is_none_is_refused_with_a_sentence(payload: bytes) -> None:
    with pytest.raises(BrokenRecord, match="damaged"):
        played_again(small().match, payload)
    with pytest.raises(BrokenRecord, match="damaged"):
        fault_notes(payload)


def test_what_was_thinned_out_says_so() -> None:
    with pytest.raises(ThinnedOut, match="what was played in it was thinned out"):
        played_again(small().match, THINNED)
    assert redacted(THINNED, ()) == THINNED


def test_a_flipped_bit_is_found_or_changes_nothing() -> None:
    record, packed = small(), pack(small())
    found = 0
    for place in range(len(packed.payload)):
        payload = bytearray(packed.payload)
        payload[place] ^= 1 << place % 8
        try:
            assert all_of(unpack(record.match, replace(packed, payload=bytes(payload)))) == all_of(record)
        except BrokenRecord:
            found += 1
    assert found > 0.9 * len(packed.payload)
