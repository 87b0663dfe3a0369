"""The page that tells where a bot loses: asked for, worked out beside the site, hidden where matches are hidden."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from sqlalchemy import update

from overtrick.arena.arena import open_arena
from overtrick.store.schema import bots, rounds
from tests.support.played_round import play_round
from tests.support.running_site import RunningSite, running_site

PATIENCE_MS = 120_000  # a process has to start, on a machine that may be busy


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """Give a site with a round of the duel that is over."""
    folder = tmp_path_factory.mktemp("reviewed")
    play_round(folder / "site.db", folder)
    with running_site(folder / "site.db") as running:
        yield running


def path_of(site: RunningSite, name: str = "ann") -> str:
    """Return the address of a review."""
    with open_arena(site.store) as arena, arena.reading() as connection:
        number = connection.execute(bots.select().where(bots.c.name == name)).one().id
    return f"{site.url}/c/cup/1/bots/{number}/review"


def test_a_review_is_asked_for_worked_out_and_shown_to_everybody(site: RunningSite, browser: Browser) -> None:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(path_of(site).removesuffix("/review"))
    page.get_by_role("link", name="Where it loses").click()
    expect(page.get_by_role("heading", name="Where ann loses")).to_be_visible()
    assert page.locator(".theme").count() == 0  # to look begins nothing
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("heading", name="The decisions that cost most")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".lead").first).to_contain_text("It gave away")
    assert "tricks a match" in page.locator(".theme").first.inner_text()
    page.locator(".theme summary").first.click()
    for width in (360, 800, 1440):
        for colours in ("light", "dark"):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=colours)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
            found = Axe().run(page).response["violations"]
            assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], (width, colours)
    page.get_by_role("link", name="Open it in the replay").first.click()
    expect(page.locator("#table, .table, main").first).to_be_visible()
    assert "#deal=1&step=" in page.url
    assert complaints == []
    other = browser.new_page()
    other.goto(path_of(site))  # somebody else finds it there
    expect(other.get_by_role("heading", name="What they have in common")).to_be_visible()
    other.close()
    page.close()


def test_who_may_not_see_the_matches_finds_no_review(site: RunningSite, browser: Browser) -> None:
    page = browser.new_page()
    address = path_of(site, "ben")
    assert page.goto(address).status == 200  # type: ignore[union-attr]
    for released, status in ((1, 404), (-1, 200)):
        with open_arena(site.store) as arena, arena.writing() as connection:
            connection.execute(update(rounds).values(released=released))
        page.wait_for_timeout(2500)  # what the site keeps for a moment
        assert page.goto(address).status == status  # type: ignore[union-attr]
    assert page.goto(f"{site.url}/c/cup/1/bots/999/review").status == 404  # type: ignore[union-attr]
    page.close()


def test_to_ask_for_one_takes_a_form_of_ours(site: RunningSite) -> None:
    import httpx

    assert httpx.post(path_of(site), data={}).status_code in (400, 403)
