"""Competitions of games from outside, in a real browser: a bot is sent, checked, ranked, and its match looked at."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from overtrick.arena.arena import open_arena
from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.games import GAMES
from overtrick.games.contract import settled, usual_seats
from tests.support.arena_rounds import new_round
from tests.support.boxes import soon
from tests.support.outside_games import FILES
from tests.support.outside_sites import knowing, site_with
from tests.support.running_site import RunningSite
from tests.web.competitions.test_submit_browser import page, register, send

pytestmark = pytest.mark.long

__all__ = ["page"]  # a fixture
BOT = b"def choose(view):\n    return view.legal[0]\n"
TITLES = {"hearts": "Hearts", "oh-hell": "Oh hell"}
SHORT: dict[str, dict[str, object]] = {"hearts": {"deals": 1}, "oh-hell": {"cards": 2}}
FILES_HERE = [FILES[game] for game in TITLES]
PLAYED = ["hearts", "oh-hell"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site with a competition of each game, called after it."""
    store = tmp_path_factory.mktemp("site") / "site.db"
    with knowing(FILES_HERE), open_arena(store) as arena:
        for game in TITLES:
            options = settled(GAMES[game], usual_seats(GAMES[game]), SHORT[game])
            players = tuple(f"{game}:{name}" for name in ("random", "first", "easy"))
            new_round(arena, game, game=game, players=players, options=options, blocks=1)
    with site_with(FILES_HERE, store, worker=True) as started, open_arena(store) as arena:
        assert soon(lambda: all(find_round(arena, game, 1).state is RoundState.OPEN for game in TITLES), 60)
        yield started


@pytest.mark.parametrize("game", PLAYED)
def test_a_bot_is_sent_checked_ranked_and_seen(game: str, page: Page, site: RunningSite) -> None:
    author = f"ann-of-{game}"
    register(page, site, author, game)
    expect(page.locator(".how-to-enter")).to_contain_text("return view.legal[0]")
    expect(page.locator(".facts")).to_contain_text(TITLES[game])
    send(page, "bot.py", BOT)
    page.get_by_text("It is ranked").wait_for(timeout=90_000)
    page.get_by_role("link", name="Leaderboard").click()
    expect(page.locator("#lines tr")).to_have_count(4)
    expect(page.locator("#lines")).to_contain_text(author)
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    for tab in ("Cross table", "Matches"):
        page.get_by_role("navigation", name="Round").get_by_role("link", name=tab).click()
        expect(page.get_by_role("main")).to_contain_text(author)
    page.locator(".match-list .pairing").filter(has_text=author).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(TITLES[game])
    page.get_by_role("link", name="Look at it move by move").click()
    expect(page.locator(".felt .plate").filter(has_text=author)).to_be_visible()
    expect(page.locator(".outcome")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator(".outcome")).to_contain_text("The match is over")


@pytest.mark.parametrize("game", PLAYED)
def test_everybody_sees_it_on_a_small_screen(game: str, browser: Browser, site: RunningSite) -> None:
    opened = browser.new_page(viewport={"width": 360, "height": 800}, color_scheme="dark")
    round_ = f"/c/{game}/1"
    for path in ("/", "/competitions", f"/c/{game}", round_, f"{round_}/cross", f"{round_}/enter", f"/rules/{game}"):
        answer = opened.goto(f"{site.url}{path}")
        assert answer is not None and answer.ok, path
        assert opened.evaluate("document.documentElement.scrollWidth") <= 360, path
        expect(opened.get_by_role("main")).to_contain_text(TITLES[game])
    opened.close()
