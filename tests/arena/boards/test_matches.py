"""Matches as pages list them, what they say about a bot, and who may see them, in SQLite and in PostgreSQL."""

from collections.abc import Iterator

import pytest
from sqlalchemy import delete, insert, select

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.bot_results import bot_results, margin
from overtrick.arena.boards.matches import (
    Listed,
    Wanted,
    all_matches,
    count_matches,
    find_match,
    find_matches,
    names_of,
    version_of,
    versions_in,
)
from overtrick.arena.submissions.submission import State
from overtrick.arena.submissions.submissions import bot_by_id
from overtrick.arena.visible import hidden_tournaments
from overtrick.core.mistake import Mistake
from overtrick.store.schema import submissions
from overtrick.tournament.records.store import open_store
from tests.support.arena_rounds import ANN, OLGA
from tests.support.filled_arena import DRAFT, FINAL, OPEN, OVER, SLUG, STAGED, Filled, fill
from tests.support.postgres import Server


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def filled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Filled:
    if request.param == "sqlite":
        return fill(tmp_path_factory.mktemp("arena") / "arena.db")
    server: Server = request.getfixturevalue("server")
    return fill(server.url(server.new_database()))


@pytest.fixture
def arena(filled: Filled) -> Iterator[Arena]:
    with open_arena(filled.where) as opened:
        yield opened


def tournament(filled: Filled, number: int = OPEN, part: str = "provisional") -> int:
    return filled.tournaments[f"{SLUG}/{number} {part}"]


# Lists


def test_the_latest_matches_come_first_and_say_what_the_records_say(arena: Arena, filled: Filled) -> None:
    found = find_matches(arena, Wanted(tournament(filled), most=1000))
    assert [(-one.played, one.key) for one in found] == sorted((-one.played, one.key) for one in found)
    assert sorted(one.key for one in found) == sorted(filled.keys[f"{SLUG}/{OPEN} provisional"])
    with open_store(filled.where) as store:
        for one in found[:6]:
            record = store.record(one.key)
            assert tuple(seat.name for seat in one.seats) == record.match.players
            assert tuple(seat.total for seat in one.seats) == record.totals
            assert tuple(seat.place for seat in one.seats) == record.places
            assert (one.ending, one.at_fault) == (record.ending, record.at_fault)
            counts = [sum(note.seat == seat for note in record.faults) for seat in range(3)]
            assert [seat.faults for seat in one.seats] == counts


def test_a_list_goes_on_where_it_ended(arena: Arena, filled: Filled) -> None:
    whole = find_matches(arena, Wanted(tournament(filled), most=1000))
    seen: list[Listed] = []
    while part := find_matches(
        arena, Wanted(tournament(filled), before=(seen[-1].played, seen[-1].key) if seen else None, most=5)
    ):
        seen += part
    assert seen == whole


def test_matches_of_one_bot_and_with_faults(arena: Arena, filled: Filled) -> None:
    number = tournament(filled)
    whole = find_matches(arena, Wanted(number, most=1000))
    with arena.reading() as connection:
        known = names_of(connection, number).known
    (ann,) = (entrant for entrant, (name, _) in known.items() if name == "ann-bot")
    mine = [one for one in whole if any(seat.entrant == ann for seat in one.seats)]
    assert 0 < len(mine) < len(whole)
    assert find_matches(arena, Wanted(number, (ann,), most=1000)) == mine
    faulty = [one for one in mine if any(seat.faults for seat in one.seats)]
    assert 0 < len(faulty) < len(mine)
    assert find_matches(arena, Wanted(number, (ann,), faults=True, most=1000)) == faulty
    assert find_matches(arena, Wanted(number, (-1,), most=1000)) == []


def test_all_matches_come_page_by_page(arena: Arena, filled: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.store.database.PAGE", 5)
    keys = [one.key for one in all_matches(arena, tournament(filled))]
    assert sorted(keys) == sorted(filled.keys[f"{SLUG}/{OPEN} provisional"])


def test_matches_are_counted_by_when_they_were_played(arena: Arena, filled: Filled) -> None:
    number = tournament(filled)
    moments = [one.played for one in find_matches(arena, Wanted(number, most=1000))]
    middle = sorted(moments)[len(moments) // 2]
    with arena.reading() as connection:
        assert count_matches(connection, number) == len(moments)
        early, late = count_matches(connection, number, 0, middle), count_matches(connection, number, middle)
    assert (early, late) == (sum(one < middle for one in moments), sum(one >= middle for one in moments))


def test_a_match_is_found_by_how_its_key_begins(arena: Arena, filled: Filled) -> None:
    key = filled.keys[f"{SLUG}/{OPEN} provisional"][0]
    assert find_match(arena, key[:16], ()).key == find_match(arena, key, ()).key == key
    with pytest.raises(Mistake, match="there is no match whose key begins with"):
        find_match(arena, key, {tournament(filled)})
    with pytest.raises(Mistake, match="several matches have keys that begin with"):
        find_match(arena, "", ())


def test_a_program_is_known_by_its_content_and_its_bot(arena: Arena, filled: Filled) -> None:
    versions = versions_in(arena, filled.rounds[OPEN])
    content, (version,) = next(iter(versions.items()))
    assert version_of(f"{content} bot {version.bot}", versions) == version
    assert version_of(f"{content} cpu 5 ms bot {version.bot}", versions) == version
    assert version_of(f"{content} bot {version.bot + 1}", versions) is None
    assert version_of("wizard:classic", versions) is None


# What they say about a bot


def test_the_best_and_worst_matches_of_a_bot_are_those_of_its_active_version(arena: Arena, filled: Filled) -> None:
    number, bot = tournament(filled), bot_by_id(arena, filled.bots[filled.rounds[OPEN], "ann-bot"])
    versions = versions_in(arena, filled.rounds[OPEN])
    found = bot_results(arena, number, bot.id, bot.active, versions)
    whole = [one for one in find_matches(arena, Wanted(number, most=1000)) if "ann-bot" in [s.name for s in one.seats]]
    mine = {seat.entrant for one in whole for seat in one.seats if seat.name == "ann-bot"}
    margins = sorted(margin(one, mine) for one in whole)
    assert [margin(one, mine) for one in found.best] == margins[:-6:-1]
    assert [margin(one, mine) for one in found.worst] == margins[:5]
    faults = [seat.faults for one in whole for seat in one.seats if seat.name == "ann-bot"]
    assert (found.matches, found.faulty) == (len(whole), sum(count > 0 for count in faults))
    assert sum(error.count for error in found.errors) == sum(faults)
    older = bot_results(arena, number, bot.id, (bot.active or 0) - 1, versions)
    assert (older.matches, older.best, older.errors) == (0, (), ())


def test_a_program_that_was_sent_again_is_the_same_version_or_the_latest_that_passed(
    arena: Arena, filled: Filled
) -> None:
    number, round_ = tournament(filled), filled.rounds[OPEN]
    bot = bot_by_id(arena, filled.bots[round_, "ann-bot"])
    before = bot_results(arena, number, bot.id, bot.active, versions_in(arena, round_))
    copied = select(submissions).where(submissions.c.id == bot.active)
    with arena.writing() as connection:
        row = dict(connection.execute(copied).mappings().one())
        for later, state in ((1, State.PASSED), (2, State.FAILED)):
            again = {**row, "id": 1000 + later, "number": row["number"] + later, "state": state}
            connection.execute(insert(submissions).values(again))
    versions = versions_in(arena, round_)
    with arena.writing() as connection:
        connection.execute(delete(submissions).where(submissions.c.id > 1000))
    assert before.matches
    assert bot_results(arena, number, bot.id, bot.active, versions) == before, "it plays whatever else was sent"
    latest = version_of(f"{row['content']} bot {bot.id}", versions)
    assert latest is not None and latest.submission == 1001, "what failed does not play"


# Who may see what


def test_matches_of_drafts_and_of_finals_that_are_not_out_are_hidden(arena: Arena, filled: Filled) -> None:
    hidden = {tournament(filled, FINAL, "final"), tournament(filled, STAGED, "final")}
    hidden.add(filled.tournaments[f"{DRAFT}/1 provisional"])
    for somebody in (None, ANN):
        assert hidden_tournaments(arena, somebody) == hidden
    assert hidden_tournaments(arena, OLGA) == frozenset()
    assert tournament(filled, OVER, "final") not in hidden
