"""A store with tables, matches and rounds of a game that is not here: pages say so in one sentence, and none fails."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from overtrick.arena.arena import open_arena
from overtrick.arena.boards.board_rows import latest_board
from overtrick.arena.competitions.competitions import find_round
from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.match.sitting import Chair, sit_down
from overtrick.tournament.records.store import open_store
from overtrick.web.referees.store import Setting, open_tables
from tests.support.arena_rounds import new_round, working
from tests.support.outside_games import FILES
from tests.support.outside_sites import knowing
from tests.support.web_people import Visitor, organiser_of, site_of_people, words

GAME = "oh-hell"
PLAYERS = tuple(f"{GAME}:{name}" for name in ("random", "first", "easy"))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that a site with the game has filled."""
    folder = tmp_path_factory.mktemp("missing")
    where = folder / "site.db"
    with knowing([FILES[GAME]]), open_arena(where) as arena:
        options = settled(GAMES[GAME], 3, {"cards": 1})
        new_round(arena, game=GAME, players=PLAYERS, seats=3, options=options, blocks=1)
        with working(arena, where, folder / "vault") as work:
            work.until(lambda: has_board(where) and has_match(where), 120)
        chairs = [Chair(name, f"{GAME}:first") for name in ("Ann", "Bo", "Cy")]
        going, over = (sit_down(GAME, chairs, {"cards": 1}, bytes(32)) for _ in range(2))
        over.let_bots_act()
        setting = Setting("ab" * 16, ["", "", ""])
        with open_tables(where) as tables:
            tables.write([("going", going, setting, 1), ("over", over, setting, 1)])
    return where


def has_board(where: Path) -> bool:
    with open_arena(where) as arena:
        tournament = find_round(arena, "cup", 1).provisional
        return tournament is not None and latest_board(arena, tournament) is not None


def has_match(where: Path) -> bool:
    with open_store(where) as store:
        return any(store.latest(tournament.registered, 1) for tournament in store.tournaments())


@pytest.fixture(scope="module")
def client(store: Path) -> Iterator[TestClient[Litestar]]:
    with site_of_people(store) as opened:
        yield opened


@pytest.fixture(scope="module")
def olga(client: TestClient[Litestar]) -> Visitor:
    return organiser_of(client)


def key_of(store: Path) -> str:
    with open_store(store) as opened:
        return opened.latest(opened.tournaments()[0].registered, 1)[0].key


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/rules",
        "/replays",
        "/competitions",
        "/c/cup",
        "/c/cup/1",
        "/c/cup/1/cross",
        "/c/cup/1/matches",
        "/organise/cup",
    ],
)
def test_pages_that_need_no_rules_are_shown_with_the_name_of_the_game(olga: Visitor, path: str) -> None:
    answer = olga.get(path)
    assert answer.status_code == 200, words(answer)
    assert path in ("/", "/rules") or GAME in answer.text


@pytest.mark.parametrize("path", ["/tables/going", "/tables/over", "/tables/over/replay", "/organise/cup/rounds/1"])
def test_pages_that_need_the_rules_say_what_is_missing(olga: Visitor, path: str) -> None:
    answer = olga.get(path)
    assert answer.status_code == 400
    assert GAME in words(answer) and "--game-file" in words(answer), words(answer)


def test_matches_of_the_game_are_listed_but_cannot_be_replayed(olga: Visitor, store: Path) -> None:
    key = key_of(store)
    assert olga.get(f"/m/{key}").status_code == 200
    for path in (f"/replay/{key}", f"/replay/{key}/file", f"/replay/{key}/thoughts?deal=1&step=0"):
        answer = olga.get(path)
        assert answer.status_code == 400, path
        assert GAME in answer.text and "--game-file" in answer.text, path


@pytest.mark.parametrize(
    "path", ["/rules/oh-hell", "/play/oh-hell", "/c/cup/1/enter", "/c/cup/1/recap", "/c/cup/1/sources"]
)
def test_no_page_about_it_fails(olga: Visitor, path: str) -> None:
    assert olga.get(path).status_code in (200, 400, 404), path


def test_a_table_of_it_cannot_be_set_up(olga: Visitor) -> None:
    assert olga.post("/tables", {"game": GAME}).status_code == 400
