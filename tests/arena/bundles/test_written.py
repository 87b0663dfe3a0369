"""Writing a bundle: what is in it for whom, and that many readers of a large round take little memory."""

import json
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.bundles.opened import open_bundle
from overtrick.arena.bundles.written import Asked, bundle_lines
from overtrick.arena.competitions.competition import Round
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.people.accounts import find_by_name
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.match.record import FaultNote
from overtrick.store.schema import records
from overtrick.tournament.records.packed import fault_notes, pack, played_again, redacted
from overtrick.tournament.records.store import open_store
from overtrick.web.api.downloads import line_chunks
from tests.support.played_round import SECRET, bundle_of, play_round


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("round")
    play_round(folder / "site.db", folder)
    return folder / "site.db"


@pytest.fixture
def arena(where: Path) -> Iterator[Arena]:
    with open_arena(where) as opened:
        yield opened


def cup(arena: Arena) -> Round:
    return find_round(arena, "cup", 1)


def told(arena: Arena, asked: Asked) -> list[dict[str, Any]]:
    return [json.loads(line) for line in bundle_lines(arena, asked)]


def test_it_has_rules_entries_programs_records_secret_and_table(arena: Arena) -> None:
    head, *lines, end = told(arena, Asked(cup(arena), "final", out=True, programs=True))
    assert head["round"]["secret"] == SECRET.hex()
    assert head["round"]["details"]["options"] == {"ranks": 5, "stock": 0}
    entries = head["round"]["entries"]
    assert [entry["name"] for entry in entries] == ["duel:greedy", "duel:random", "ann", "ben"]
    assert [line["program"] for line in lines if "program" in line] == [entry["content"] for entry in entries[2:]]
    assert [line["name"] for line in head["table"]["lines"]]
    assert end == {"end": 48} == {"end": sum("match" in line for line in lines)}


def test_programs_that_are_not_published_are_not_in_it(arena: Arena) -> None:
    assert not [line for line in told(arena, Asked(cup(arena), "final", out=True)) if "program" in line]


def test_before_the_results_are_out_it_tells_the_cards_that_were_dealt_and_no_secret(
    arena: Arena, tmp_path: Path, where: Path
) -> None:
    text = "".join(bundle_lines(arena, Asked(cup(arena), "final", out=False)))
    assert SECRET.hex() not in text
    head = json.loads(text.partition("\n")[0])
    assert (head["round"]["secret"], head["table"], head["round"]["entries"]) == (None, None, [])
    path = bundle_of(where, tmp_path / "sealed.jsonl", out=False, programs=False)
    with open_bundle(path) as opened, open_bundle(bundle_of(where, tmp_path / "all.jsonl")) as whole:
        some, every = (list(one.store.records(one.store.tournament().registered)) for one in (opened, whole))
        assert some == every


@pytest.mark.parametrize(("lost", "fewer"), [(False, 0), (True, 1)])
def test_the_matches_of_one_bot_or_those_that_it_lost(arena: Arena, lost: bool, fewer: int) -> None:
    head, *lines, end = told(arena, Asked(cup(arena), "final", out=True, programs=True, bot="ben", lost=lost))
    (ben,) = [number for number, name, _ in head["entrants"] if name == "ben"]
    assert all(ben in line["seating"] for line in lines), "and no programs"
    won = [line for line in lines if line["places"][line["seating"].index(ben)] == 1]
    assert (len(lines) < 24, bool(won)) == (bool(fewer), not fewer)
    assert (end["end"], head["only"]) == (len(lines), "those lost by ben" if lost else "those of ben")
    assert head["table"] is None


def test_a_bot_that_did_not_play_is_a_mistake(arena: Arena) -> None:
    with pytest.raises(Mistake, match="the bot is 'nobody'; allowed: one that played there"):
        bundle_lines(arena, Asked(cup(arena), "final", out=True, bot="nobody"))


def test_only_the_author_reads_what_a_bot_wrote_to_stderr(arena: Arena, where: Path, tmp_path: Path) -> None:
    for name, heard in ((None, set()), ("ben", set()), ("ann", {"ann"})):
        account = None if name is None else find_by_name(arena, name)
        path = bundle_of(where, tmp_path / "said.jsonl", reader=account.id if account else None)
        with open_bundle(path) as opened:
            found = list(opened.store.records(opened.store.tournament().registered))
        who = {player for one in found for player, said in zip(one.match.players, one.stderr, strict=False) if said}
        assert who == heard


def test_messages_of_faults_are_for_the_seat_that_committed_them(where: Path) -> None:
    with open_store(where) as store:
        record = next(iter(store.records(store.tournament().registered)))
        notes = tuple(FaultNote(1, 0, seat, Ending.ILLEGAL, "it was wrong", f"Q{seat}", f"R{seat}") for seat in (0, 1))
        payload = pack(replace(record, faults=notes, stderr=("one", "two"))).payload
    seen = fault_notes(redacted(payload, {1}))
    assert [(note.question, note.reply, note.sentence) for note in seen] == [
        ("", "", "it was wrong"),
        ("Q1", "R1", "it was wrong"),
    ]
    assert played_again(record.match, redacted(pack(record).payload, set())).deals == record.deals


@pytest.mark.long
def test_eight_readers_of_a_large_round_take_little_memory(where: Path, tmp_path: Path) -> None:
    large = tmp_path / "large.db"
    large.write_bytes(where.read_bytes())
    with open_arena(large) as arena:
        round_ = cup(arena)
        with arena.writing() as connection:
            row = dict(connection.execute(select(records)).mappings().first() or {})
            rows = [
                {**row, "key": (1 << 200 | number).to_bytes(32), "cluster": 10 + number // 12} for number in range(4000)
            ]
            connection.execute(insert(records), rows)
        del rows
        asked = Asked(round_, "final", out=True)
        size = sum(len(line) for line in bundle_lines(arena, asked))
        tracemalloc.start()
        readers = [line_chunks(bundle_lines(arena, asked)) for _ in range(8)]
        total, most = 0, 0
        while readers:
            for reader in list(readers):  # they take turns, as on the site
                chunk = next(reader, None)
                if chunk is None:
                    readers.remove(reader)
                else:
                    total += len(chunk)
            most = max(most, tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert total == 8 * size
    assert size > 1_500_000
    assert most < 6_000_000, f"{most} bytes for eight readers of {size} bytes each"
