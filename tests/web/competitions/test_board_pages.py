"""Leaderboards, cross tables, matches, bots and sources: what they show, and to whom they do not show it."""

import html
import json
import re
import signal
from dataclasses import replace
from unittest.mock import Mock

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import Table, select, update

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.board import Board
from overtrick.arena.boards.board_rows import board_of, board_text, latest_board, write_board
from overtrick.store.schema import accounts, bots, competitions, rounds
from overtrick.store.trouble import StoreTrouble
from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.records.store import open_store
from overtrick.web.boards.cross import cross_table, crossed
from overtrick.web.boards.view import BoardView, Choice
from overtrick.web.competitions.board_pages import Watcher, tell
from tests.support.filled_arena import DRAFT, FINAL, OPEN, OVER, PLANNED, SLUG, STAGED, Filled, final_keys, here
from tests.support.running_site import running_site
from tests.support.web_people import Visitor, account_named, known, words

TABS = ("", "/lines", "/cross", "/matches", "/recap", "/sources", "/events")


@pytest.fixture
def nobody(client: TestClient[Litestar]) -> Visitor:
    return Visitor(client)


def names_in(text: str) -> list[str]:
    """Return the names on a leaderboard, in their order."""
    return [html.unescape(name) for name in re.findall(r'<tr [^>]*data-name="([^"]*)"', text)]


# The leaderboard


def test_the_leaderboard_has_a_line_for_each_bot_with_its_interval(nobody: Visitor, filled: Filled) -> None:
    text = nobody.get(here(OPEN)).text
    with open_arena(filled.where) as arena:
        board = latest_board(arena, filled.tournaments[f"{SLUG}/{OPEN} provisional"])
    assert board is not None
    assert names_in(text) == [line.name for line in board.lines]
    assert text.count('class="whisker"') == len(board.lines)
    assert text.count('class="spark') == len(board.lines)
    assert f"{board.records} of {board.planned} matches played" in text
    assert "This ranking is provisional" in text


def test_a_board_is_the_same_after_it_was_kept(filled: Filled) -> None:
    with open_arena(filled.where) as arena:
        board = latest_board(arena, filled.tournaments[f"{SLUG}/{OVER} final"])
    assert board is not None
    assert board_of(board_text(board)) == board
    unknown = replace(board.lines[0], worth=Estimate(float("nan"), float("inf"), 1.0))
    again = board_of(board_text(replace(board, lines=(unknown, *board.lines[1:])))).lines[0].worth.numbers
    assert again[0] != again[0] and again[1] != again[1] and again[2] == 1.0


def test_lines_can_be_chosen_without_a_script(client: TestClient[Litestar], nobody: Visitor) -> None:
    everybody = names_in(nobody.get(here(OPEN)).text)
    assert names_in(nobody.get(here(OPEN, "?q=ANN")).text) == ["ann-bot"]
    assert names_in(nobody.get(here(OPEN, "?theirs=1")).text) == [name for name in everybody if ":" not in name]
    assert names_in(nobody.get(here(OPEN, "?mine=1")).text) == []
    assert names_in(known(client, "ben").get(here(OPEN, "?mine=1")).text) == ["ben-bot"]
    assert "No line fits this choice." in words(nobody.get(here(OPEN, "?q=nobody")))


def test_own_lines_are_marked_for_their_owner_alone(client: TestClient[Litestar], nobody: Visitor) -> None:
    assert "data-mine" not in nobody.get(here(OPEN)).text
    marked = re.findall(r'<tr data-mine="" [^>]*data-name="([^"]*)"', known(client, "cat").get(here(OPEN)).text)
    assert marked == ["cat-bot"]


@pytest.mark.parametrize("column", ["faults", "won", "place", "score", "matches", "needed"])
def test_lines_are_sorted_by_any_column(filled: Filled, column: str) -> None:
    with open_arena(filled.where) as arena:
        board = latest_board(arena, filled.tournaments[f"{SLUG}/{OPEN} provisional"])
    assert board is not None
    view = BoardView(board, "/c/x/1")
    values = [getattr(board.lines[place], column) for place in view.places(Choice(sort=column), None)]
    if column == "score":
        values = [value.value for value in values]
    there = [value for value in values if value is not None]
    assert there == sorted(there, reverse=column not in ("place", "needed"))
    assert values[: len(there)] == there  # what is not known stands last


def test_a_request_never_rates(nobody: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("rated in a request")

    for name in ("overtrick.tournament.run.rate", "overtrick.tournament.rating.rate.rate"):
        monkeypatch.setattr(name, refuse)
    for number in (OVER, OPEN, FINAL, STAGED):
        for tab in ("", "/cross", "/matches"):
            assert nobody.get(here(number, tab)).status_code == 200


def test_a_board_is_drawn_once_for_all_who_look(nobody: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody.get(here(OVER))
    monkeypatch.setattr(BoardView, "_row", lambda *_, **__: pytest.fail("drawn again"))
    assert len(names_in(nobody.get(here(OVER)).text)) == 4
    assert len(names_in(nobody.get(here(OVER, "?sort=faults")).text)) == 4


def test_names_cannot_become_markup(filled: Filled) -> None:
    with open_arena(filled.where) as arena:
        board = latest_board(arena, filled.tournaments[f"{SLUG}/{OPEN} provisional"])
    assert board is not None
    evil = replace(board.lines[0], name='<b onmouseover="x">', owner="<i>", bot=7)
    cells = tuple(replace(cell, first=evil.name) for cell in board.cells[:1])
    view = BoardView(replace(board, lines=(evil, *board.lines[1:]), cells=cells), "/c/x/1")
    for text in (view.plain, view.cross):
        assert "<b on" not in text and "<i>" not in text
        assert "&lt;b onmouseover=" in text


def test_of_many_only_those_stand_in_the_cross_table_who_are_compared(filled: Filled) -> None:
    with open_arena(filled.where) as arena:
        board = latest_board(arena, filled.tournaments[f"{SLUG}/{OPEN} provisional"])
    assert board is not None and board.cells
    many = replace(
        board, lines=(*board.lines, *(replace(board.lines[0], name=f"bot {number}") for number in range(60)))
    )
    assert crossed(many) == board.lines and crossed(board) == board.lines
    assert cross_table(many, "/c/x/1") == cross_table(board, "/c/x/1")


def test_a_round_that_does_not_exist_is_not_there(nobody: Visitor) -> None:
    for path in (f"/c/{SLUG}/99", "/c/none/1", f"/c/{SLUG}/0", f"/c/{SLUG}/{10**30}", f"/c/{SLUG}/1/bots/{10**30}"):
        assert nobody.get(path).status_code == 404, path
    assert nobody.get(here(PLANNED)).status_code == 200
    assert names_in(nobody.get(here(PLANNED)).text) == []


# What is hidden


def test_a_draft_is_for_organisers_alone(client: TestClient[Litestar], nobody: Visitor, filled: Filled) -> None:
    bot = filled.bots[filled.drafted, "ann-bot"]
    for tab in (*TABS, f"/bots/{bot}", f"/sources/{bot}"):
        for visitor in (nobody, known(client, "ann")):
            assert visitor.get(f"/c/{DRAFT}/1{tab}").status_code == 404, tab
    for key in filled.keys[f"{DRAFT}/1 provisional"][:3]:
        for path in (
            f"/m/{key}",
            f"/replay/{key[:12]}",
            f"/replay/{key}/file",
            f"/replay/{key}/thoughts?deal=1&step=0",
        ):
            assert nobody.get(path).status_code == 404, path
    assert DRAFT not in nobody.get("/replays").text
    assert known(client, "Olga").get(f"/c/{DRAFT}/1").status_code == 200
    key = filled.keys[f"{DRAFT}/1 provisional"][0]
    assert known(client, "Olga").get(f"/m/{key}").status_code == 200


def test_a_final_that_goes_on_shows_nothing_but_how_far_it_is(nobody: Visitor, filled: Filled) -> None:
    text = nobody.get(here(FINAL)).text
    assert "5 of 36 matches are done" in words(nobody.get(here(FINAL)))
    listed = re.findall(r'href="/m/([0-9a-f]{64})"', text + nobody.get(here(FINAL, "/matches?of=final")).text)
    assert listed and not set(listed) & set(final_keys(filled, FINAL))
    for key in final_keys(filled, FINAL):
        for path in (f"/m/{key}", f"/replay/{key}", f"/replay/{key[:16]}", f"/replay/{key}/file"):
            assert nobody.get(path).status_code == 404
    assert not set(re.findall(r"/replay/([0-9a-f]{64})", nobody.get("/replays").text)) & set(final_keys(filled, FINAL))
    assert f"{SLUG}/{FINAL} final" not in nobody.get("/replays").text


def test_staged_results_come_from_the_last_place_up(client: TestClient[Litestar], filled: Filled) -> None:
    nobody, tournament = Visitor(client), filled.tournaments[f"{SLUG}/{STAGED} final"]
    with open_arena(filled.where) as arena:
        board = latest_board(arena, tournament)
    assert board is not None
    order = [line.name for line in board.lines]
    keys = set(final_keys(filled, STAGED))
    for shown in (0, 1, 3):
        release(client, filled, shown)
        text = nobody.get(here(STAGED)).text
        if shown:
            assert names_in(text) == order[-shown:]
        else:
            assert "Its results are not released yet" in words(nobody.get(here(STAGED)))
        for tab in ("", "/matches", "/matches?of=final", "/cross?of=final"):
            answer = nobody.get(here(STAGED, tab)).text
            assert not set(re.findall(r"[0-9a-f]{64}", answer)) & keys
        hidden = order[: len(order) - shown]
        if shown:
            cross = nobody.get(here(STAGED, "/cross?of=final")).text
            assert not [name for name in hidden if f"<bdi>{name}</bdi>" in cross]
        for tab in ("/recap", "/sources"):
            assert nobody.get(here(STAGED, tab)).status_code == 404
        assert "Secret" not in nobody.get(here(STAGED)).text
        assert nobody.get(f"/m/{min(keys)}").status_code == 404
        best = filled.bots.get((filled.rounds[STAGED], hidden[0]))
        if best is not None:
            page = words(nobody.get(here(STAGED, f"/bots/{best}?of=final")))
            assert "Rank" not in page if shown else "points a match above" in page
    release(client, filled, -1)
    assert names_in(nobody.get(here(STAGED)).text) == order
    assert nobody.get(here(STAGED, "/sources")).status_code == 200
    assert nobody.get(f"/m/{min(keys)}").status_code == 200
    release(client, filled, 0)


def release(client: TestClient[Litestar], filled: Filled, places: int) -> None:
    """Release some places, as the page of an organiser does."""
    with open_arena(filled.where) as arena, arena.writing() as connection:
        mine = rounds.c.id == filled.rounds[STAGED]
        connection.execute(update(rounds).where(mine).values(released=places))
    client.app.state.site.live.forget()


def test_what_is_changed_on_the_site_shows_at_once(client: TestClient[Litestar], filled: Filled) -> None:
    nobody, olga = Visitor(client), known(client, "Olga")
    assert nobody.get(here(OPEN)).status_code == 200
    with open_arena(filled.where) as arena, arena.writing() as connection:
        mine = competitions.c.slug == SLUG
        connection.execute(update(competitions).where(mine).values(state="draft"))
    olga.post("/logout")  # any change makes the site look again
    assert nobody.get(here(OPEN)).status_code == 404
    with open_arena(filled.where) as arena, arena.writing() as connection:
        connection.execute(update(competitions).where(mine).values(state="open"))
    client.app.state.site.live.forget()
    assert nobody.get(here(OPEN)).status_code == 200


def test_a_round_that_too_few_entered_promises_no_results(client: TestClient[Litestar], filled: Filled) -> None:
    mine = rounds.c.id == filled.rounds[OVER]
    with open_arena(filled.where) as arena, arena.writing() as connection:
        before = connection.execute(select(rounds.c.final, rounds.c.provisional).where(mine)).one()
        connection.execute(update(rounds).where(mine).values(final=None, provisional=None))
    client.app.state.site.live.forget()
    page, cross = (words(Visitor(client).get(here(OVER, tab))) for tab in ("", "/cross"))
    with open_arena(filled.where) as arena, arena.writing() as connection:
        connection.execute(update(rounds).where(mine).values(final=before.final, provisional=before.provisional))
    client.app.state.site.live.forget()
    assert "closed with fewer than two entries, so there was no final and there are no results." in page
    assert "No match was played." in page and "No match was played." in cross
    assert "released" not in page and "yet" not in cross


def test_the_secret_of_a_cancelled_round_is_for_everybody(client: TestClient[Litestar], filled: Filled) -> None:
    nobody, mine, secret = Visitor(client), rounds.c.id == filled.rounds[OPEN], b"c" * 32
    api = f"/api/rounds/{SLUG}/{OPEN}"

    def become(**values: object) -> None:
        with open_arena(filled.where) as arena, arena.writing() as connection:
            connection.execute(update(rounds).where(mine).values(**values))
        client.app.state.site.live.forget()

    def told() -> tuple[str | None, str | None]:
        head = json.loads(nobody.get(f"{api}/matches.jsonl").text.partition("\n")[0])
        return nobody.get(api).json()["secret"], head["round"]["secret"]

    assert told() == (None, None)
    become(state="cancelled", halted="rain")
    assert told() == (None, None), "the worker has not told it yet"
    become(secret=secret)
    page = words(nobody.get(here(OPEN)))
    assert told() == (secret.hex(), secret.hex()) and secret.hex() in page
    assert f"checked by overtrick verify http://testserver.local{here(OPEN)}" in page
    become(state="open", halted="", secret=None)


def test_who_watches_hears_nothing_of_what_is_hidden(client: TestClient[Litestar], filled: Filled) -> None:
    release(client, filled, 2)
    live, keys = client.app.state.site.live, set(final_keys(filled, STAGED) + final_keys(filled, FINAL))

    async def heard(number: int, asked: str) -> list[str]:
        told = tell(live, Watcher(SLUG, number, asked, "here"))
        found = [await anext(told) for _ in range(2)]
        await told.aclose()
        return found

    for number, asked in ((STAGED, ""), (STAGED, "final"), (FINAL, ""), (FINAL, "final")):
        text = "".join(client.blocking_portal.call(heard, number, asked))
        assert not set(re.findall("[0-9a-f]{64}", text)) & keys
        assert ("event: state" in text) is (number == STAGED)
    assert live.watchers.total() == 0
    release(client, filled, 0)


@pytest.mark.long
def test_who_watches_does_not_hold_up_the_end_of_the_site(filled: Filled) -> None:
    with running_site(filled.where) as site, httpx.Client(timeout=30) as browser:
        with browser.stream("GET", f"{site.url}{here(OPEN, '/events')}") as answer:
            lines = answer.iter_lines()
            assert next(line for line in lines if line.startswith("event: ")) == "event: news"
            site.process.send_signal(signal.SIGINT)
            assert list(lines)  # what was under way is told to its end
        site.process.wait(20)
        assert site.process.stdout is not None
        assert "Traceback" not in site.process.stdout.read()


def test_a_page_that_is_kept_for_everybody_has_nothing_of_anybody(client: TestClient[Litestar]) -> None:
    for _ in range(3):
        assert "data-mine" in known(client, "ann").get(here(OPEN)).text
        text = Visitor(client).get(here(OPEN)).text
        assert "data-mine" not in text and "_csrf_token" not in text and "/me" not in text


# Matches


def test_matches_are_listed_and_filtered(nobody: Visitor, filled: Filled) -> None:
    keys = filled.keys[f"{SLUG}/{OPEN} provisional"]
    found = re.findall(r'href="/m/([0-9a-f]{64})"', nobody.get(here(OPEN, "/matches")).text)
    assert sorted(found) == sorted(keys)
    mine = re.findall(r'class="pairing">(.*?)</a>', nobody.get(here(OPEN, "/matches?bot=ann-bot")).text)
    assert mine and all("ann-bot" in one for one in mine)
    faulty = nobody.get(here(OPEN, "/matches?faults=1")).text
    assert faulty.count('class="pairing"') == faulty.count('class="tag warn"') > 0
    assert "There is no such match." in words(nobody.get(here(OPEN, "/matches?bot=nobody")))


def test_pages_of_matches_go_on_where_the_last_one_ended(
    nobody: Visitor, filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overtrick.web.competitions.board_pages.PAGE", 7)
    seen: list[str] = []
    path = here(OPEN, "/matches")
    while path:
        text = nobody.get(path).text
        seen += re.findall(r'href="/m/([0-9a-f]{64})"', text)
        after = re.search(r'href="([^"]*before=[^"]*)"', text)
        path = html.unescape(after[1]) if after else ""
    assert sorted(seen) == sorted(filled.keys[f"{SLUG}/{OPEN} provisional"])


def test_the_page_of_a_match_tells_who_played_and_whose_fault_it_was(nobody: Visitor, filled: Filled) -> None:
    with open_store(filled.where) as store:
        found = [store.record(key) for key in final_keys(filled, OVER)]
    record = next(one for one in found if one.at_fault is not None)
    assert record.at_fault is not None
    answer = nobody.get(f"/m/{record.match.key()[:20]}")
    text = words(answer)
    assert all(name in text for name in record.match.players)
    assert f"of {record.match.players[record.at_fault]} in seat {record.at_fault + 1}" in text
    assert f'href="/replay/{record.match.key()}"' in answer.text
    assert nobody.get("/m/xyz").status_code == 404
    assert nobody.get("/m/").status_code == 404


def test_only_the_owner_reads_what_went_to_and_from_a_bot(client: TestClient[Litestar], filled: Filled) -> None:
    with open_store(filled.where) as store:
        found = [store.record(key) for key in filled.keys[f"{SLUG}/{OPEN} provisional"]]
    record, fault = next(
        (one, note)
        for one in found
        for note in one.faults
        if note.reply and one.match.players[note.seat].endswith("-bot")
    )
    key, owner = record.match.key(), record.match.players[fault.seat].removesuffix("-bot")

    def replies(visitor: Visitor) -> list[tuple[int, bool]]:
        text = visitor.get(f"/replay/{key}").text
        data = re.search(r'id="replay-data">(.*?)</script>', text, re.DOTALL)
        assert data
        frames = json.loads(data[1])["matches"][0]["frames"]
        return [(told["seat"], "reply" in told) for frame in frames for told in frame.get("faults", [])]

    seats = {seat for seat, _ in replies(Visitor(client))}
    assert fault.seat in seats
    for name in (None, "dan", "Olga", *(other for other in ("ann", "ben", "cat") if other != owner)):
        visitor = known(client, name) if name else Visitor(client)
        mine = {number for number, player in enumerate(record.match.players) if player == f"{name}-bot"}
        assert all(raw == (seat in mine) for seat, raw in replies(visitor))
        if not mine & seats:
            assert "only you see this" not in visitor.get(f"/m/{key}").text
    own = known(client, owner)
    assert (fault.seat, True) in replies(own)
    assert all(raw == (record.match.players[seat] == f"{owner}-bot") for seat, raw in replies(own))
    assert "only you see this" in own.get(f"/m/{key}").text
    assert '"reply":' not in Visitor(client).get(f"/replay/{key}/file").text


# Bots


def test_the_page_of_a_bot_has_versions_opponents_errors_and_matches(
    client: TestClient[Litestar], filled: Filled
) -> None:
    path = here(OPEN, f"/bots/{filled.bots[filled.rounds[OPEN], 'ann-bot']}")
    text = words(Visitor(client).get(path))
    for part in ("Against each other bot", "ben-bot", "Errors since the last upload", "Best matches", "Worst matches"):
        assert part in text
    assert "Version 3" in text and "Version 2" in text
    assert "Version 1" not in text and "failed" not in text  # what did not pass is nobody else's business
    assert "Version 1" in words(known(client, "ann").get(path))
    assert Visitor(client).get(here(OVER, f"/bots/{filled.bots[filled.rounds[OPEN], 'ann-bot']}")).status_code == 404


def test_no_page_shows_the_log_of_a_build(client: TestClient[Litestar], filled: Filled) -> None:
    for number in (OVER, OPEN, FINAL):
        bot = filled.bots[filled.rounds[number], "ann-bot"]
        for tab in ("", "/matches", f"/bots/{bot}", "/sources", f"/sources/{bot}", "/recap"):
            for visitor in (Visitor(client), known(client, "ben"), known(client, "Olga")):
                assert "SECRET LOG" not in visitor.get(here(number, tab)).text


# Standings over the rounds


def test_standings_over_the_rounds_are_worked_out_again_only_when_something_has_changed(
    client: TestClient[Litestar], nobody: Visitor, filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena, tournament = client.app.state.site.arena, filled.tournaments[f"{SLUG}/{OVER} final"]
    worked: list[int] = []

    def noted(arena: Arena, tournament: int) -> Board | None:
        worked.append(tournament)
        return latest_board(arena, tournament)

    def change(table: Table, row: int, **values: object) -> None:
        with arena.writing() as connection:
            connection.execute(update(table).where(table.c.id == row).values(**values))
        client.app.state.site.live.forget()

    def standings() -> tuple[list[str], int]:
        worked.clear()
        table = nobody.get(f"/c/{SLUG}").text.partition("board series")[2]
        return re.findall("<bdi>(.*?)</bdi>", table), len(worked)

    standings()
    monkeypatch.setattr("overtrick.arena.series.latest_board", noted)
    before, times = standings()
    assert "ann" in before and times == 0
    ann, bot = account_named(arena, "ann").id, filled.bots[filled.rounds[OVER], "ann-bot"]
    change(accounts, ann, name="anna")
    assert standings() == (["anna" if one == "ann" else one for one in before], 1)
    change(bots, bot, removed="a copy")
    assert standings() == ([one for one in before if one != "ann"], 1)
    change(accounts, ann, name="ann")
    change(bots, bot, removed="")
    assert standings() == (before, 1)
    board = latest_board(arena, tournament)
    assert board is not None
    write_board(arena, replace(board, made=board.made + 1))
    client.app.state.site.live.forget()
    assert standings() == (before, 1)
    assert standings() == (before, 0)


def test_what_everybody_sees_is_read_once_for_all_who_ask_at_the_same_moment(
    client: TestClient[Litestar], nobody: Visitor, filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overtrick.web.boards.live.KEPT_S", 60.0)
    key = final_keys(filled, OVER)[0]
    for path in ("/", "/competitions", f"/c/{SLUG}", here(OVER, "/matches"), f"/m/{key}", "/replays"):
        client.app.state.site.live.forget()
        first = nobody.get(path)
        with monkeypatch.context() as broken:
            # A trouble of the store, since the site's messenger reads on beside us and knows only that.
            for read in (client.app.state.site.arena, client.app.state.site.store):
                broken.setattr(read, "reading", Mock(side_effect=StoreTrouble("nobody may read")))
            assert (first.status_code, nobody.get(path).text) == (200, first.text), path
    client.app.state.site.live.forget()


# Recap


def test_the_recap_names_the_winners_and_the_highlights(nobody: Visitor) -> None:
    answer = nobody.get(here(OVER, "/recap"))
    assert "Closest match ann-bot beat ben-bot by 1 point." in words(answer)
    for number in (OPEN, PLANNED, FINAL):
        assert nobody.get(here(number, "/recap")).status_code == 404
