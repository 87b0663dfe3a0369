"""Organisers in a real browser: from the printed link to released results, on any screen, with scripts and without."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from overtrick.arena.arena import open_arena
from overtrick.arena.competitions.competition import CompetitionState, RoundState
from overtrick.arena.competitions.competitions import announce, find_competition
from overtrick.arena.competitions.planning import edit_round
from overtrick.arena.competitions.stated import stated_round
from overtrick.arena.demo import create_demo
from overtrick.arena.people.accounts import Role, register
from tests.arena.competitions.test_competitions import add_bot, end, line, move, staged
from tests.support.arena_rounds import account
from tests.support.boxes import soon
from tests.support.running_site import RunningSite, running_site
from tests.support.web_people import PASSWORD

WAIT_S = 120
DAY = 86_400

FILE = """
slug = "by-file"
title = "By a file"
[[rounds]]
title = "Short"
game = "duel"
closes = "2h"
blocks = 2
final_blocks = 2
release = "staged"
players = ["duel:random", "duel:greedy", "duel:first"]
"""


@contextmanager
def opened_page(browser: Browser, site: RunningSite, **options: object) -> Iterator[Page]:
    """Give a page of somebody new, and fail if it complained or asked for anything outside the site."""
    context = browser.new_context(base_url=site.url, **options)  # type: ignore[arg-type]
    page = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.set_default_timeout(20_000)
    try:
        yield page
        assert [text for text in complaints if "status of 400" not in text] == []  # a form that came back
        assert [url for url in asked if not url.startswith(site.url)] == []
    finally:
        context.close()


def wait(condition: Callable[[], bool], what: str) -> None:
    """Wait until something is so."""
    assert soon(condition, WAIT_S, every_s=0.3), what


# From the link to the results


def printed_link(site: RunningSite) -> str:
    """Return the link that the site prints for its first organiser; what it prints later is thrown away."""
    output = site.process.stdout
    assert output is not None
    found = next(match[0] for match in (re.search(r"http://\S+/welcome/[\w-]+", text) for text in output) if match)
    threading.Thread(target=lambda: [None for _ in output], daemon=True).start()  # a full pipe would stop the site
    return found


def shows(page: Page, path: str, text: str) -> bool:
    page.goto(path)
    return text in " ".join((page.text_content("main") or "").split())


def test_an_organiser_runs_competitions_by_form_and_by_file(browser: Browser, tmp_path: Path) -> None:
    with running_site(tmp_path / "site.db", worker=True) as site, opened_page(browser, site) as page:
        page.goto(printed_link(site))
        for label in ("Password", "again"):
            page.get_by_label(label).first.fill(PASSWORD)
        page.get_by_role("button", name="Take this password").click()
        page.goto("/competitions")
        expect(page.locator(".who")).to_have_text("Your account: organiser")

        # A competition with a round by the form.
        page.get_by_role("link", name="Organise", exact=True).click()
        page.get_by_role("link", name="New competition").click()
        page.get_by_label("Address").fill("by-form")
        page.get_by_label("Title").fill("By a form")
        page.get_by_role("button", name="Create the draft", exact=True).click()
        page.get_by_label("A new round of").select_option("The duel")
        page.get_by_role("button", name="Add a round").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("A new round of the duel")
        page.get_by_label("Title").fill("Ten tricks")
        page.locator("input[name=blocks]").fill("0")
        page.locator("input[name=blocks]").evaluate("field => field.removeAttribute('min')")
        page.get_by_role("button", name="Add the round").click()
        expect(page.get_by_role("alert")).to_have_text("Blocks is 0; allowed: 1 to 10000.")
        assert page.get_by_label("Title").input_value() == "Ten tricks"
        page.locator("input[name=blocks]").fill("1")
        page.locator("input[name=final_blocks]").fill("1")
        page.get_by_role("button", name="Add the round").click()
        page.get_by_label("What to tell everybody").fill("It begins soon.")
        page.get_by_label("A link").fill("https://example.org/chat")
        page.get_by_role("button", name="Post").click()
        with opened_page(browser, site, java_script_enabled=False) as visitor:
            assert "By a form" not in visitor.goto("/competitions").text()  # type: ignore[union-attr]
            page.get_by_role("button", name="Open the competition").click()
            expect(page.get_by_role("heading", level=1)).to_contain_text("open")
            visitor.goto("/competitions")
            visitor.get_by_role("link", name="By a form", exact=True).click()
            assert "It begins soon." in visitor.inner_text("main")
            assert " UTC" in visitor.locator("time").first.inner_text()
            page.get_by_role("button", name="Open now").click()
            wait(lambda: shows(visitor, "/c/by-form", "Enter round 1"), "the round does not open")

        # Another one by a file, from the opening of its round to its results.
        page.goto("/organise/new")
        page.get_by_label("Or its text").fill(FILE.replace("duel:first", "duel:none"))
        page.get_by_role("button", name="Create the draft from it").click()
        expect(page.get_by_role("alert")).to_contain_text("The text, line 11: players is 'duel:none'; allowed:")
        page.get_by_label("Or its text").fill(FILE)
        page.get_by_role("button", name="Create the draft from it").click()
        page.get_by_role("button", name="Open the competition").click()
        wait(lambda: shows(page, "/organise/by-file", "Close now"), "the round does not open")
        page.get_by_role("button", name="Close now").click()
        wait(lambda: shows(page, "/organise/by-file", "Release one more place"), "the final is not played")
        with opened_page(browser, site, java_script_enabled=False) as visitor:
            assert shows(visitor, "/c/by-file/1", "not released yet")
            page.get_by_role("button", name="Release one more place").click()
            wait(lambda: shows(visitor, "/c/by-file/1", "1 so far"), "the last place is not shown")
            page.get_by_role("button", name="Release all").click()
            wait(lambda: not shows(visitor, "/c/by-file/1", "so far"), "the results are not shown")
            names = visitor.locator("#lines .name").all_inner_texts()
            assert {name.split("\n")[0].strip() for name in names} == {"duel:random", "duel:greedy", "duel:first"}
        page.goto("/organise/by-file")
        page.get_by_role("button", name="Archive").click()
        expect(page.get_by_role("button", name="Open it again")).to_be_visible()


# On any screen


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """Give a site without a worker, with competitions in all states."""
    store = tmp_path_factory.mktemp("organise") / "site.db"
    with open_arena(store) as arena:
        register(arena, "Olga", PASSWORD, Role.ORGANISER)
        for competition in create_demo(arena):
            for one in competition.rounds:
                if one.opens <= arena.now():
                    move(arena, one, RoundState.OPEN, commitment="ab" * 32)
        duel = find_competition(arena, "duel-demo")
        assert duel.state is CompetitionState.OPEN
        announce(arena, duel, "The stream begins.\nWelcome!", "https://example.org/stream")
        people = [account(arena, name) for name in ("Ann", "Bob", "Cleopatra of a very long name indeed")]
        bots = [add_bot(arena, duel.rounds[0], who, f"bot of {who.name}"[:40]) for who in people]
        end(arena, duel.rounds[0], *(line(f"bot {number}", number, bot) for number, bot in enumerate(bots, 1)))
        figgie = find_competition(arena, "figgie-demo").rounds[1]
        edit_round(arena, figgie, staged(stated_round(figgie), release="staged"))
    with running_site(store) as opened:
        yield opened


PAGES = (
    "/competitions",
    "/c/duel-demo",
    "/organise",
    "/organise/new",
    "/organise/duel-demo",
    "/organise/duel-demo/rounds/1",
    "/organise/duel-demo/rounds/2",
    "/organise/figgie-demo/rounds/2",
    "/organise/wizard-demo/rounds/new?game=wizard",
)


def log_in(page: Page) -> None:
    page.goto("/login")
    page.get_by_label("Name").fill("Olga")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".who")).to_have_text("Your account: Olga")


@pytest.mark.long
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 800, 1440])
def test_nothing_is_wrong_with_any_page_on_any_screen(
    browser: Browser, site: RunningSite, width: int, colours: str
) -> None:
    size = {"width": width, "height": 900}
    with opened_page(browser, site, viewport=size, color_scheme=colours) as page:
        log_in(page)
        found = []
        for path in PAGES:
            page.goto(path)
            assert (path, page.evaluate("document.documentElement.scrollWidth")) == (path, width)
            found += [
                f"{path} {problem['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
                for problem in Axe().run(page).response["violations"]
                for node in problem["nodes"]
            ]
        assert found == []


@pytest.mark.long
def test_moments_are_told_in_the_zone_of_the_visitor_and_counted_down(browser: Browser, site: RunningSite) -> None:
    with open_arena(site.store) as arena:
        closes = find_competition(arena, "duel-demo").rounds[1].closes
    with opened_page(browser, site, timezone_id="Asia/Tokyo", locale="en-GB") as page:
        page.goto("/c/duel-demo")
        moment = page.locator("time[data-countdown]").first
        at_home = time.strftime("%H:%M", time.gmtime(closes + 9 * 3600))
        expect(moment).to_contain_text(re.compile(rf"{at_home} (GMT\+9|JST)"))
        assert moment.get_attribute("title") == time.strftime("%-d %b %Y, %H:%M UTC", time.gmtime(closes))
        expect(page.locator(".countdown").first).to_have_text(re.compile(r"\(in (29|30) days\)"))
    with opened_page(browser, site, java_script_enabled=False) as page:
        page.goto("/c/duel-demo")
        told = page.locator("time[data-countdown]").first.inner_text()
        assert told == time.strftime("%-d %b %Y, %H:%M UTC", time.gmtime(closes))


@pytest.mark.long
@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "any moment now"),
        (59.9, "in 0 min 59 s"),
        (3599, "in 59 min 59 s"),
        (3600, "in 1 h 0 min"),
        (DAY, "in 1 day 0 h"),
        (6 * DAY + 7200, "in 6 days 2 h"),
        (7 * DAY, "in 7 days"),
    ],
)
def test_a_countdown_is_as_fine_as_it_is_near(browser: Browser, site: RunningSite, seconds: float, words: str) -> None:
    with opened_page(browser, site) as page:
        page.goto("/competitions")
        script = "async (seconds) => (await import('/static/site/until.js')).until(seconds)"
        assert page.evaluate(script, seconds) == words


@pytest.mark.long
def test_the_form_of_a_round_tells_what_utc_is_for_the_organiser(browser: Browser, site: RunningSite) -> None:
    with opened_page(browser, site, timezone_id="America/New_York", locale="en-GB") as page:
        log_in(page)
        page.goto("/organise/wizard-demo/rounds/new?game=wizard")
        page.get_by_label("Opens (UTC)").fill("2031-05-01T18:00:00")
        expect(page.locator("label", has_text="Opens (UTC)").locator("small")).to_have_text(
            "Thursday, 1 May 2031 at 14:00 for you"
        )
