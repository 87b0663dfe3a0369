"""Analyses on the site: after a game at a table, of stored matches, and of files that somebody brings."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from overtrick.match.record import to_json
from overtrick.tournament.records.store import open_store
from tests.support.boxes import soon
from tests.support.cups import fill
from tests.support.play_pages import DUEL, Guest, guest
from tests.support.running_site import Person, RunningSite, running_site
from tests.web.matches.test_lines import played


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    where = tmp_path_factory.mktemp("site") / "site.db"
    with open_store(where) as store:
        fill(store)
    with running_site(where) as running:
        yield running


def done(person: Person, address: str) -> str:
    """Return the page of an analysis once it is worked out."""
    text = ""

    def over() -> bool:
        nonlocal text
        answer = person.client.get(address)
        assert answer.status_code == 200, answer.text
        text = answer.text
        return 'data-waits="yes"' not in text

    assert soon(over, 180, 0.1), text
    return text


def test_who_has_played_begins_by_looking_and_others_by_asking(site: RunningSite) -> None:
    person, other = Person(site), Person(site)
    path = person.new_table("duel", kind_1="easy")
    early = person.client.get(f"{path}/replay/analysis")
    assert (early.status_code, "not over yet" in early.text) == (400, True)
    with person.sit(path) as seat:
        seat.play_on()
    address = f"{path}/replay/analysis"
    assert ">Analyse</button>" in other.client.get(address).text
    assert ">Analyse</button>" in other.client.get(address).text  # looking has begun nothing
    text = done(person, address)
    assert re.search(r"Accuracy.*?\d+&nbsp;%", text)
    links = re.findall(rf'href="{path}/replay#deal=1&amp;step=\d+&amp;seat=0"', text)
    faultless = "No decision was clearly worse" in text  # the cards of a table are new each time
    assert len(links) <= 3 + 10 and (links or faultless)
    assert re.search(r"Accuracy.*?\d+&nbsp;%", other.client.get(address).text), "it is kept by match"
    begun = other.post(f"{address}?seat=1")
    assert begun.headers["location"] == f"{address}?seat=1"
    assert "Analysis of <bdi>Bo</bdi>" in done(other, f"{address}?seat=1")
    assert other.client.get(f"{address}?seat=2").status_code == 404
    assert other.client.get(f"{address}?seat=x").status_code == 400
    assert other.client.get("/tables/nosuchtable/replay/analysis").status_code == 404


def found_in(site: RunningSite, person: Person, seat: int, words: str) -> str:
    """Return the key of a match whose analysis has these words; on some cards nothing was to decide, or went wrong."""
    with open_store(site.store) as store:
        (found,) = store.tournaments()
        keys = [record.match.key() for record in store.records(found.registered)]
    for key in keys:
        address = f"/replay/{key}/analysis?seat={seat}"
        assert ">Analyse</button>" in person.client.get(address).text
        assert person.post(address).status_code == 303
        if words in done(person, address):
            return key
    raise AssertionError(f"no analysis has {words!r}")


@pytest.mark.long
def test_a_stored_match_is_analysed_when_somebody_asks(site: RunningSite) -> None:
    person = Person(site)
    found_in(site, person, 0, "Judged by wizard:net")
    assert person.client.get(f"/replay/{'0' * 60}/analysis").status_code == 404


@pytest.mark.long
def test_a_file_that_somebody_brings_is_analysed_too(site: RunningSite) -> None:
    person = Person(site)
    text = json.dumps(to_json(played("figgie", model="live")))
    answer = person.post("/replays/analysis", {"record": text, "seat": "2"})
    assert answer.status_code == 303, answer.text
    shown = done(person, answer.headers["location"])
    assert "dollars were given away in all" in shown
    assert 'href="/replays/yours#deal=' in shown or "No decision was clearly worse" in shown
    assert person.post("/replays/analysis", {"seat": "2"}).status_code == 400
    assert person.client.get(f"/replays/analysis/{'0' * 64}").status_code == 404
    assert person.client.get("/replays/analysis/x").status_code == 404
    broken = person.post("/replays/analysis", {"record": "{}", "seat": "0"})
    assert broken.status_code in (303, 400)
    if broken.status_code == 303:
        assert soon(lambda: person.client.get(broken.headers["location"]).status_code == 404, 60)


@pytest.fixture
def ada(browser: Browser, site: RunningSite) -> Iterator[Guest]:
    with guest(browser, site.url, 360, touch=True) as visitor:
        yield visitor
        assert visitor.complaints == []


def test_from_the_end_of_a_game_to_its_worst_decision_by_touch(ada: Guest) -> None:
    ada.sit_down("duel", **DUEL)
    while ada.click_once():
        pass
    ada.page.get_by_role("link", name="Analyse my decisions").tap()
    ada.page.wait_for_url("**/replay/analysis")
    ada.page.wait_for_selector(".expected, .lead", timeout=120_000)
    violations: list[Any] = Axe().run(ada.page).response["violations"]
    assert not violations
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 360
    ada.page.get_by_role("link", name="Replay", exact=True).tap()
    ada.page.wait_for_selector(".felt")
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.long
def test_a_decision_of_an_analysis_is_opened_by_keys(site: RunningSite, ada: Guest) -> None:
    key = found_in(site, Person(site), 1, "that may have given something away")
    ada.open(f"/replay/{key}/analysis?seat=1")
    ada.page.locator("summary", has_text="that may have given").focus()
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Tab")
    address = str(ada.focused("href"))
    assert re.fullmatch(rf"/replay/{key}#deal=\d+&step=\d+&seat=1", address)
    assert not Axe().run(ada.page).response["violations"]
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_url(f"**{address}")
