"""Pages of rounds in a real browser: live leaderboards, choosing and sorting, and that everybody can use them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from sqlalchemy import update

from overtrick.arena.arena import open_arena
from overtrick.arena.boards.board_rows import latest_board, write_board
from overtrick.arena.people.sessions import begin_session
from overtrick.store.schema import rounds
from overtrick.tournament.rating.ratings import Estimate
from tests.support.browser import Colours
from tests.support.filled_arena import FINAL, OPEN, OVER, PLANNED, SLUG, STAGED, Filled, add_copy, fill, here
from tests.support.running_site import RunningSite, running_site
from tests.support.web_people import account_named


@pytest.fixture(scope="module")
def site(filled: Filled) -> Iterator[RunningSite]:
    with running_site(filled.where) as running:
        yield running


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


# Live


@pytest.mark.long
def test_a_new_record_comes_to_an_open_leaderboard_by_itself(browser: Browser, tmp_path: Path) -> None:
    filled = fill(tmp_path / "live.db")
    tournament = filled.tournaments[f"{SLUG}/{OPEN} provisional"]
    with running_site(filled.where) as site, open_arena(filled.where) as arena:
        page = browser.new_page()
        page.goto(f"{site.url}{here(OPEN)}")
        expect(page.locator("#lines tr")).to_have_count(4)
        page.wait_for_timeout(700)
        board = latest_board(arena, tournament)
        assert board is not None
        add_copy(arena, tournament)
        expect(page.locator("#latest li a").first).to_have_attribute("href", f"/m/{'0' * 64}", timeout=10_000)
        leader = replace(board.lines[-1], worth=Estimate(99.0, 98.0, 100.0))
        changed = replace(board, made=board.made + 1, records=37, lines=(leader, *board.lines[:-1]), cells=())
        write_board(arena, changed)
        expect(page.locator("#lines tr").first).to_contain_text(leader.name, timeout=10_000)
        expect(page.locator("#count")).to_contain_text("37 of", timeout=10_000)
        page.close()


@pytest.mark.long
def test_a_page_follows_the_release_of_results(browser: Browser, tmp_path: Path) -> None:
    filled = fill(tmp_path / "staged.db")
    mine = rounds.c.id == filled.rounds[STAGED]
    with running_site(filled.where) as site, open_arena(filled.where) as arena:
        page = browser.new_page()
        page.goto(f"{site.url}{here(STAGED)}")
        expect(page.get_by_text("Its results are not released yet")).to_be_visible()
        for places, lines in ((1, 1), (3, 3), (-1, 4)):
            with arena.writing() as connection:
                connection.execute(update(rounds).where(mine).values(released=places))
            expect(page.locator("#lines tr")).to_have_count(lines, timeout=10_000)
        page.close()


@pytest.mark.long
def test_tabs_that_nobody_looks_at_leave_the_site_to_others(browser: Browser, tmp_path: Path) -> None:
    filled = fill(tmp_path / "tabs.db")
    with running_site(filled.where) as site, open_arena(filled.where) as arena, browser.new_context() as context:
        tabs = []
        for _ in range(8):  # a browser has six connections for a site
            tabs.append(context.new_page())
            tabs[-1].goto(f"{site.url}{here(OPEN)}", timeout=10_000)
            tabs[-1].evaluate(HIDE, True)
        board = latest_board(arena, filled.tournaments[f"{SLUG}/{OPEN} provisional"])
        assert board is not None
        leader = replace(board.lines[-1], worth=Estimate(99.0, 98.0, 100.0))
        changed = replace(board, made=board.made + 1, lines=(leader, *board.lines[:-1]), cells=())
        write_board(arena, changed)
        tabs[0].evaluate(HIDE, False)
        expect(tabs[0].locator("#lines tr").first).to_contain_text(leader.name, timeout=10_000)
        write_board(arena, replace(changed, made=changed.made + 1, records=38))
        expect(tabs[0].locator("#count")).to_contain_text("38 of", timeout=10_000)


@pytest.mark.long
def test_an_organiser_watches_a_final_that_is_played(browser: Browser, site: RunningSite, filled: Filled) -> None:
    with open_arena(filled.where) as arena, browser.new_context() as context:
        session = begin_session(arena, account_named(arena, "Olga"))
        context.add_cookies([{"name": "overtrick-session", "value": session, "url": site.url}])
        page = context.new_page()
        loaded: list[str] = []
        page.on("load", lambda one: loaded.append(one.url))
        page.goto(f"{site.url}{here(FINAL, '?of=final')}")
        expect(page.get_by_text("So far only organisers see this ranking of it.")).to_be_visible()
        page.wait_for_timeout(3000)  # in which the page hears three times how far the round is
        assert len(loaded) == 1
        final = set(filled.keys[f"{SLUG}/{FINAL} final"])
        page.get_by_role("link", name="All matches").click()
        shown = page.locator(".match-list .pairing").evaluate_all("all => all.map((one) => one.href.slice(-64))")
        assert set(shown) == final


def test_lines_are_chosen_and_sorted_at_once(browser: Browser, site: RunningSite) -> None:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{site.url}{here(OPEN)}")
    page.get_by_label("Name").fill("bot")
    expect(page.locator("#lines tr")).to_have_count(3)
    page.get_by_label("Name").fill("")
    page.get_by_label("Without shipped players").check()
    expect(page.locator("#lines tr")).to_have_count(3)
    page.get_by_role("link", name="Faults").click()
    expect(page.locator("th.faults")).to_have_attribute("aria-sort", "descending")
    assert "sort=faults" in page.url and "theirs=1" in page.url
    page.reload()
    expect(page.locator("#lines tr")).to_have_count(3)
    counts = [int(text) for text in page.locator("#lines td.faults").all_inner_texts()]
    assert counts == sorted(counts, reverse=True)
    assert complaints == []
    page.close()


@pytest.mark.long
@pytest.mark.parametrize(("width", "colours"), [(360, "dark"), (1440, "light")])
def test_everybody_can_use_every_page_of_a_round(
    browser: Browser, site: RunningSite, filled: Filled, width: int, colours: Colours
) -> None:
    bot, key = filled.bots[filled.rounds[OVER], "ann-bot"], filled.keys[f"{SLUG}/{OVER} final"][0]
    tabs = ("", "/cross", "/matches", "/recap", "/sources", f"/bots/{bot}", f"/sources/{bot}")
    paths = [*(here(OVER, tab) for tab in tabs), *(here(one) for one in (OPEN, PLANNED, FINAL, STAGED))]
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=colours)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in (*paths, f"/m/{key}", "/api"):
        page.goto(f"{site.url}{path}")
        for details in page.locator("details.panel").all()[:3]:
            details.evaluate("one => { one.open = true; }")
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        hidden = page.locator(".board-box .sr-only")  # placed by the page they would widen it, though nobody sees them
        assert hidden.evaluate_all("all => all.every(one => one.offsetParent.closest('.board-box'))"), path
        assert complaints == [], path
    assert [address for address in asked if not address.startswith(site.url)] == []
    page.close()
