"""The pages of accounts in a real browser: an author and an organiser, without scripts, at every width."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from overtrick.arena.arena import open_arena
from overtrick.arena.people.invitations import first_organiser, invite
from tests.support.browser import Colours
from tests.support.play_pages import Guest, ada
from tests.support.running_site import RunningSite, running_site
from tests.support.web_people import PASSWORD
from tests.web.tables.test_access import accessible

__all__ = ["ada"]  # a fixture

OTHER = "eight blue umbrellas"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("accounts") / "site.db") as running:
        yield running


def register(page: Page, url: str, name: str) -> None:
    """Register from the start page on, and come back to it."""
    page.goto(url)
    page.get_by_role("link", name="Log in").click()
    page.get_by_role("link", name="Register").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("The same again").fill(PASSWORD)
    page.get_by_role("button", name="Register").click()
    page.wait_for_url(f"{url}/")


def log_in(page: Page, url: str, name: str, password: str = PASSWORD) -> None:
    """Log in by the form."""
    page.goto(f"{url}/login?next=/me")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Log in").click()


def test_an_author_comes_goes_and_leaves_without_any_script(browser: Browser, site: RunningSite) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    register(page, site.url, "Ann")
    page.get_by_role("link", name="Your account: Ann").click()
    expect(page.locator("pre")).to_contain_text(f"overtrick login {site.url}")
    page.get_by_label("Name of a new token").fill("laptop")
    page.get_by_role("button", name="Make a token").click()
    assert re.fullmatch(r"overtrick-[\w-]{32}", page.locator(".secret").inner_text())
    page.get_by_role("button", name="Revoke the token laptop").click()
    expect(page.get_by_role("button", name="Revoke")).to_have_count(0)
    page.get_by_text("Change your password").click()
    page.get_by_label("Present password").fill(PASSWORD)
    page.get_by_label("New password").fill(OTHER)
    page.get_by_label("The same again").fill(OTHER)
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("status")).to_contain_text("Your password is changed")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    log_in(page, site.url, "Ann")
    expect(page.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    log_in(page, site.url, "Ann", OTHER)
    page.get_by_text("Delete your account").click()
    page.locator("form[action='/me/delete']").get_by_label("Password").fill(OTHER)
    page.get_by_label("I am sure").check()
    page.get_by_role("button", name="Delete my account").click()
    page.wait_for_url(f"{site.url}/")
    log_in(page, site.url, "Ann", OTHER)
    expect(page.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    context.close()


@pytest.mark.long
@pytest.mark.parametrize(("width", "colours"), [(360, "light"), (360, "dark"), (800, "dark"), (1440, "light")])
def test_every_page_of_accounts_is_for_everybody(
    browser: Browser, site: RunningSite, width: int, colours: Colours
) -> None:
    with open_arena(Path(site.store)) as arena:
        first = first_organiser(arena)
        (invitation,) = invite(arena)
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=colours)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))

    def look() -> None:
        found = Axe().run(page).response["violations"]
        assert [(problem["id"], problem["nodes"][0]["html"]) for problem in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    for path in ("/login", "/register", f"/welcome/{invitation}", *([f"/welcome/{first}"] if first else [])):
        page.goto(site.url + path)
        look()
    if first:
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_label("The same again").fill(PASSWORD)
        page.get_by_role("button", name="Take this password").click()
    else:
        log_in(page, site.url, "organiser")
    expect(page.get_by_role("link", name="Your account: organiser")).to_be_visible()
    page.goto(f"{site.url}/me")
    page.get_by_label("Name of a new token").fill("desk")
    page.get_by_role("button", name="Make a token").click()
    for summary in page.locator("details.folded summary").all():
        summary.click()
    look()
    page.goto(f"{site.url}/people")
    page.get_by_label("Links").fill("2")
    page.get_by_role("button", name="Make links").click()
    expect(page.locator(".secret")).to_have_count(2)
    page.get_by_text("Change organiser").click()
    look()
    assert complaints == []
    page.close()


def test_a_guest_has_results_and_puzzles_of_their_own_until_they_forget_them(ada: Guest) -> None:
    ada.open("/")
    ada.page.evaluate(
        """() => {
          const facts = [["Money", "a round", -60, 2, "$"]];
          const one = { table: "abc", game: "figgie", place: 3, seats: 4, points: -60, others: ["Bo"], counts: true };
          localStorage.setItem("overtrick-results", JSON.stringify([{ ...one, mean: 1400, spread: 100, facts }]));
          const duel = { mean: 1600, spread: 200, tried: 3, solved: 1, streak: 1 };
          localStorage.setItem("overtrick-puzzles", JSON.stringify({ games: { duel }, tried: [] }));
        }"""
    )
    ada.open("/players/me")
    kept = ada.page.locator("#kept")
    for words in (
        "1400 between 1204 and 1596",
        "−$30.0",
        "with −60 points, against Bo",
        "1 of 3 solved at first sight",
    ):
        expect(kept).to_contain_text(words)
    expect(kept.get_by_role("link", name="Replay")).to_have_attribute("href", "/tables/abc/replay")
    accessible(ada)
    ada.page.get_by_role("button", name="Forget all this").click()
    expect(kept).to_contain_text("Nothing yet.")
    assert ada.page.evaluate("localStorage.getItem('overtrick-puzzles')") is None
