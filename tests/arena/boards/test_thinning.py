"""Old rounds are thinned out by a rule that is written down; numbers, table and file stay, what is left is checked."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, update

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.audit import acts
from overtrick.arena.boards.thinning import DAY_S, thin
from overtrick.arena.bundles.check import check
from overtrick.arena.bundles.opened import open_bundle
from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.core.mistake import Mistake
from overtrick.store.schema import records, rounds
from overtrick.tournament.records.packed import THINNED
from overtrick.tournament.records.store import open_store
from overtrick.tournament.verify import verify
from tests.commands.test_site import run
from tests.support.played_round import bundle_of, play_round


@pytest.fixture
def where(tmp_path: Path) -> Path:
    play_round(tmp_path / "site.db", tmp_path, final_blocks=7)
    return tmp_path / "site.db"


@pytest.fixture
def arena(where: Path) -> Iterator[Arena]:
    with open_arena(where) as opened:
        closes = find_round(opened, "cup", 1).closes
        opened.clock = lambda: closes + 31 * DAY_S
        yield opened


def findings(where: Path) -> list[str]:
    with open_store(where) as store:
        return [str(one) for one in verify(store)]


def payloads(arena: Arena) -> dict[int, set[bool]]:
    """Return, by set of cards, whether records are whole."""
    found: dict[int, set[bool]] = {}
    with arena.reading() as connection:
        for row in connection.execute(select(records.c.cluster, records.c.payload)):
            found.setdefault(row.cluster, set()).add(row.payload != THINNED)
    return found


def test_what_the_rule_keeps_is_whole_and_all_else_has_only_its_numbers(
    arena: Arena, where: Path, tmp_path: Path
) -> None:
    before = bundle_of(where, tmp_path / "before.jsonl")
    found = thin(arena, find_round(arena, "cup", 1), "the disk is full", 3)
    assert (found.records, found.of) == (4 * 12, 7 * 12) and found.bytes > 4 * 12 * 100
    assert payloads(arena) == {cards: {cards % 3 == 0} for cards in range(7)}
    assert acts(arena)[0].did == "thinned out the records, but for 1 of 3 sets of cards, of"
    assert (acts(arena)[0].about, acts(arena)[0].why) == ("cup/1", "the disk is full")
    assert thin(arena, find_round(arena, "cup", 1), "again", 3).records == 0
    assert findings(where) == []
    after = bundle_of(where, tmp_path / "after.jsonl")
    heads = [json.loads(path.read_text().splitlines()[0]) for path in (before, after)]
    assert heads[0]["table"] == heads[1]["table"] and heads[1]["round"]["details"]["thinned"] == 3
    assert after.stat().st_size < before.stat().st_size
    with open_bundle(after) as opened:
        assert [str(one) for one in check(opened, lambda: None)] == []
        assert opened.store.thinned() == 48
        gone = next(row["key"].hex() for row in opened.store.rows(1) if row["cluster"] == 1)
        with pytest.raises(Mistake, match=f"match {gone[:12]}: its round is old, and what was played in it"):
            opened.store.record(gone)


def test_plays_that_are_missing_without_a_rule_are_found(arena: Arena, where: Path) -> None:
    with arena.writing() as connection:
        connection.execute(update(records).where(records.c.cluster == 2).values(payload=THINNED))
    told = findings(where)
    assert len(told) == 12
    assert told[0].endswith("what was played in it is missing, and its round says nothing of thinning it out")
    thin(arena, find_round(arena, "cup", 1), "so", 2)
    assert len(findings(where)) == 12, "1 of 2 sets of cards stays whole, and these are among them"


def test_records_with_a_fault_stay_whole(arena: Arena) -> None:
    with arena.writing() as connection:
        one = connection.scalars(select(records.c.key).where(records.c.cluster == 1)).first()
        connection.execute(update(records).where(records.c.key == one).values(faults=b"\0\0\1\0"))
    thin(arena, find_round(arena, "cup", 1), "so", 5)
    assert payloads(arena) == {0: {True}, 1: {True, False}, 5: {True}} | {cards: {False} for cards in (2, 3, 4, 6)}


@pytest.mark.parametrize(
    ("changes", "keep", "sentence"),
    [
        ({"state": RoundState.FINAL}, 10, "round cup/1 is final; allowed: one that is over"),
        ({"released": 0}, 10, "round cup/1 is over; allowed: one that is over, with all its results out"),
        ({}, 1, "keep is 1; allowed: 2 to 1000, of so many sets of cards one stays whole"),
    ],
)
def test_what_is_not_old_or_no_rule_is_refused(
    arena: Arena, changes: dict[str, object], keep: int, sentence: str
) -> None:
    if changes:
        with arena.writing() as connection:
            connection.execute(update(rounds).values(changes))
    with pytest.raises(Mistake, match=sentence):
        thin(arena, find_round(arena, "cup", 1), "so", keep)
    assert payloads(arena) == {cards: {True} for cards in range(7)}


def test_a_round_that_closed_lately_and_another_rule_are_refused(arena: Arena) -> None:
    round_ = find_round(arena, "cup", 1)
    thin(arena, round_, "so", 3)
    with pytest.raises(Mistake, match="keep is 4, but round cup/1 has kept 1 of 3 sets of cards; allowed: a multiple"):
        thin(arena, round_, "so", 4)
    assert thin(arena, round_, "so", 6).records == 12
    arena.clock = lambda: round_.closes + 29 * DAY_S
    with pytest.raises(Mistake, match="round cup/1 has closed 29 days ago; allowed: 30 days ago or more"):
        thin(arena, round_, "so", 6)


def test_the_command_thins_out_and_verify_says_what_is_left_to_check(where: Path, tmp_path: Path) -> None:
    with open_arena(where) as arena, arena.writing() as connection:
        connection.execute(update(rounds).values(closes=1))
    refused = run("thin", "cup/2", "--why", "so", "--store", str(where))
    assert "there is no round 2" in str(refused.exception)
    done = run("thin", "cup/1", "--why", "so", "--keep", "7", "--store", str(where))
    assert done.exit_code == 0, done.output
    assert "thinned out 72 of 84 records of cup/1" in done.output
    checked = run("verify", str(bundle_of(where, tmp_path / "cup.jsonl")), "--records-only")
    assert checked.exit_code == 0
    assert "72 of them are thinned out, as their round is old: of these were checked who sat where" in checked.output
    assert "72 of them are thinned out" in run("verify", str(where)).output
