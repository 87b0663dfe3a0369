"""A new author in a real browser: registers, sends a C bot with a bug, reads the error, sends a good one, is ranked."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FilePayload, Page

from overtrick.arena.arena import open_arena
from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.competitions.competitions import find_round
from tests.support.arena_rounds import BAD_C, DUEL_C, ILLEGAL_C, new_round
from tests.support.boxes import soon
from tests.support.running_site import RunningSite, running_site
from tests.support.web_people import PASSWORD

WIDEST = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest("pre, nav"))
  .map((one) => one.outerHTML.slice(0, 80))"""
"""Finds what sticks out of the page."""
PICTURES = os.environ.get("OVERTRICK_PICTURES")  # a folder for pictures to be looked at


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    folder = tmp_path_factory.mktemp("site")
    with open_arena(folder / "site.db") as arena:
        new_round(arena, blocks=2)
    with running_site(folder / "site.db", worker=True) as started, open_arena(folder / "site.db") as arena:
        assert soon(lambda: find_round(arena, "cup", 1).state is RoundState.OPEN, 60)
        yield started


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    assert complaints == []


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)


def register(page: Page, site: RunningSite, name: str, competition: str = "cup") -> None:
    page.goto(f"{site.url}/c/{competition}/1/enter")
    picture(page, "enter-stranger")
    page.get_by_role("link", name="Register").click()
    page.get_by_label("Name", exact=False).first.fill(name)
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("button", name="Register").click()
    page.wait_for_url(f"**/c/{competition}/1/enter")


def send(page: Page, name: str, content: bytes, button: str = "Enter the round") -> None:
    file: FilePayload = {"name": name, "mimeType": "text/plain", "buffer": content}
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/submissions/*")


def accessible(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.long
def test_a_new_author_reads_the_error_of_a_bug_and_gets_ranked_with_a_good_bot(page: Page, site: RunningSite) -> None:
    register(page, site, "ann")
    accessible(page)
    picture(page, "enter")

    send(page, "bot.c", BAD_C)
    page.get_by_text("bot.c does not compile.").wait_for(timeout=60_000)
    assert "undeclared" in page.locator("pre.output").inner_text()
    assert page.locator("pre.command").inner_text() == "overtrick check bot.c --game duel --seats 2"
    accessible(page)
    picture(page, "not-compiled")

    page.get_by_role("link", name="Send another version").click()
    send(page, "bot.c", ILLEGAL_C)
    page.get_by_text("it committed a fault").wait_for(timeout=60_000)
    assert "oops" in page.locator("pre.output").first.inner_text(), "what the bot said to its author"
    picture(page, "fault")
    page.get_by_role("link", name="Its match against the test player").click()
    page.wait_for_selector("h1, .replay, [data-replay]", timeout=60_000)
    page.go_back()

    page.get_by_role("link", name="Send another version").click()
    send(page, "bot.c", DUEL_C)
    page.get_by_text("It is ranked").wait_for(timeout=90_000)
    assert "ranked" in page.locator(".step.done").last.inner_text()
    accessible(page)
    picture(page, "ranked")
    page.get_by_role("link", name="Leaderboard").click()
    page.locator("table").get_by_text("ann").first.wait_for(timeout=10_000)
    picture(page, "board")

    page.goto(f"{site.url}/c/cup/1/enter")
    assert page.locator(".versions li").count() == 3
    assert page.get_by_text("plays", exact=True).count() == 1
    picture(page, "versions")


@pytest.mark.long
def test_a_file_can_be_tried_without_entering_it_and_its_replay_is_shown(page: Page, site: RunningSite) -> None:
    register(page, site, "bob")
    send(page, "bot.c", DUEL_C, "Only try it")
    page.get_by_text("It played without a fault").wait_for(timeout=60_000)
    picture(page, "tried")
    page.get_by_role("link", name="Its match against the test player").click()
    page.wait_for_url("**/replay")
    page.locator("main, body").get_by_text("bot.c").first.wait_for(timeout=60_000)
    picture(page, "try-replay")
    page.goto(f"{site.url}/c/cup/1/enter")
    assert page.locator(".versions").count() == 0, "nothing was entered"


@pytest.mark.long
def test_the_pages_work_without_scripts_and_on_a_small_screen(browser: Browser, site: RunningSite) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 800}, java_script_enabled=False, color_scheme="dark"
    )
    page = context.new_page()
    register(page, site, "cat")
    assert page.evaluate("1 + 1") == 2
    picture(page, "small-enter")
    assert page.evaluate(WIDEST) == []
    send(page, "bot.c", DUEL_C)
    page.get_by_text("It plays without a fault").wait_for(timeout=60_000)  # the page loads itself again
    assert page.evaluate(WIDEST) == []
    picture(page, "small-dark")
    context.close()
