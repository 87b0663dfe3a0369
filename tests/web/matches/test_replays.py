"""Replays on the site: stored matches, finished tables and files that somebody brings, with their thoughts."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from overtrick.match.play import play
from overtrick.match.record import Record, new_match, to_json
from overtrick.match.record_file import sound_record
from overtrick.tournament.plan.plan import participants
from overtrick.tournament.records.store import open_store
from tests.support.cups import CUP, fill
from tests.support.running_site import Person, RunningSite, running_site
from tests.web.matches.test_single_file import SEED, block_of, played


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    where = tmp_path_factory.mktemp("site") / "site.db"
    with open_store(where) as store:
        fill(store)
    with running_site(where) as running:
        yield running


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="replay-data">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def some_record(site: RunningSite) -> Record:
    with open_store(site.store) as store:
        (found,) = store.tournaments()
        return next(store.records(found.registered))


def lines_of(records: list[Record]) -> bytes:
    return "\n".join(json.dumps(to_json(record)) for record in records).encode()


def bring(person: Person, content: bytes, **form: str) -> Any:
    return person.post("/replays", form, files={"file": ("matches.jsonl", content)})


def test_a_stored_match_has_a_page_with_the_same_cards_elsewhere(site: RunningSite) -> None:
    record, person = some_record(site), Person(site)
    key = record.match.key()
    for address in (key, key[:12]):
        answer = person.client.get(f"/replay/{address}")
        assert answer.status_code == 200
        (match,) = data_of(answer.text)["matches"]
        assert match["key"] == key
        assert match["totals"] == list(record.totals)
        told = person.client.get(data_of(answer.text)["others"]).json()
        assert all(other["linked"] for other in told["others"])
        assert (len(told["others"]), told["left_out"]) == (2, 0)  # a table of three in all rotations, without this one
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_the_list_names_the_latest_matches(site: RunningSite) -> None:
    person = Person(site)
    text = person.client.get("/replays").text
    found = re.findall(r'href="(/replay/[0-9a-f]{64})"', text)
    assert len(found) == 12
    assert person.client.get(found[0]).status_code == 200
    assert all(name in text for name in (CUP.name, *(one.name for one in participants(CUP))))


def test_a_key_leads_to_its_match_and_a_wrong_one_gets_a_sentence(site: RunningSite) -> None:
    person, key = Person(site), some_record(site).match.key()
    assert (
        person.client.get("/replays", params={"key": f" {key[:9].upper()}"}).headers["location"] == f"/replay/{key[:9]}"
    )
    wrong = person.client.get("/replays", params={"key": "<b>"})
    assert wrong.status_code == 400
    assert "The key is &#39;&lt;b&gt;&#39;; allowed: 1 to 64 hexadecimal digits." in wrong.text
    assert person.client.get("/replay/xyz").status_code == 404
    missing = person.client.get(f"/replay/{'0' * 60}")
    assert missing.status_code == 404
    assert "There is no match whose key begins with" in missing.text


def test_thoughts_of_a_stored_match_are_json(site: RunningSite) -> None:
    person, key = Person(site), some_record(site).match.key()
    for asked, sentence in {
        "deal=9&step=0": "Deal is 9; allowed: 1 to 2.",
        "deal=1&step=99": "Step is 100; allowed in deal 1: 1 to",
        "deal=a&step=0": "Deal and step are 'a' and '0'; allowed: whole numbers.",
        "": "Deal and step are '' and ''; allowed: whole numbers.",
    }.items():
        answer = person.client.get(f"/replay/{key}/thoughts?{asked}")
        assert (answer.status_code, answer.json()["sentence"][: len(sentence)]) == (400, sentence)


def test_one_file_can_be_downloaded(site: RunningSite, browser: Browser, tmp_path: Path) -> None:
    person, record = Person(site), some_record(site)
    answer = person.client.get(f"/replay/{record.match.key()}/file")
    name = f"overtrick-wizard-{record.match.key()[:8]}.html"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    file = tmp_path / name
    file.write_bytes(answer.content)
    page = browser.new_page()
    page.goto(file.as_uri())
    page.keyboard.press("End")
    assert page.get_by_text("The match is over").or_(page.get_by_text("It ended by a fault")).first.is_visible()
    assert page.get_by_label("Match", exact=True).locator("option").count() == 3
    page.close()


@pytest.mark.long
def test_raw_messages_are_for_whoever_owns_the_store(site: RunningSite, tmp_path: Path) -> None:
    with open_store(site.store) as store:
        (found,) = store.tournaments()
        record = next(one for one in store.records(found.registered) if any(fault.reply for fault in one.faults))
    path = f"/replay/{record.match.key()}"

    def replies(running: RunningSite) -> list[str | None]:
        (match,) = data_of(Person(running).client.get(path).text)["matches"]
        return [fault.get("reply") for frame in match["frames"] for fault in frame.get("faults", [])]

    assert replies(site) == [fault.reply for fault in record.faults]
    with running_site(site.store, "--name", "127.0.0.1", "--name", "cards.example") as public:
        assert set(replies(public)) == {None}


def test_the_match_of_a_table_can_be_looked_at_once_it_is_over(site: RunningSite) -> None:
    person, other = Person(site), Person(site)
    path = person.new_table("duel", name_0="Ada", option_ranks="3")
    early = person.client.get(f"{path}/replay")
    assert early.status_code == 400
    assert "not over yet" in early.text
    with person.sit(path) as seat:
        seat.play_on()
    answer = other.client.get(f"{path}/replay")
    (match,) = data_of(answer.text)["matches"]
    assert match["names"][0] == "Ada"
    assert match["deals"][0]["scores"] == match["totals"]
    assert sum(match["totals"]) == 6
    assert data_of(answer.text)["file"] == f"{path}/replay/file"
    assert '"names":["Ada"' in other.client.get(f"{path}/replay/file").text
    told = other.client.get(f"{path}/replay/thoughts?deal=1&step=0").json()
    assert (told["seat"], bool(told["sentence"]), len(told["choices"])) == (0, True, 6)
    record = sound_record(other.client.get(f"{path}/replay/record").json())
    assert list(record.totals) == match["totals"]
    assert f'href="{path}/replay"' in person.client.get("/replays").text
    assert f'href="{path}/replay/record"' in person.client.get("/replays").text
    assert f'href="{path}/replay"' not in other.client.get("/replays").text
    assert person.client.get("/tables/nosuchtable/replay").status_code == 404


def test_a_file_is_checked_and_shown_with_its_block(site: RunningSite) -> None:
    person, records = Person(site), block_of("wizard", series=[2])
    answer = bring(person, lines_of([*records, played("duel", ("first", "random"))]), match="2")
    assert answer.status_code == 200
    found = data_of(answer.text)
    assert [match["key"] for match in found["matches"]] == [records[1].match.key(), records[0].match.key()]
    assert answer.headers["cache-control"] == "no-store"
    whole = bring(person, lines_of(records), **{"as": "file"})
    assert "attachment" in whole.headers["content-disposition"]
    one = bring(person, json.dumps(to_json(records[0]), indent=2).encode())
    assert len(data_of(one.text)["matches"]) == 1


def test_a_bad_file_gets_one_sentence(site: RunningSite) -> None:
    person, record = Person(site), played("duel", ("first", "random"))
    forged = to_json(record) | {"totals": [9, 1]}
    deep = b"[" * 100_000
    for content, sentence in {
        b"": "There is no file in this form",
        b"  ": "This file is empty",
        b"hello": "Line 1 of this file is no JSON",
        deep: "Line 1 of this file is no JSON",
        b"{}": "This is no record: its format is not",
        b"[1]": "This is no record: its format is not",
        b"\xff\xfe\x00": "Line 1 of this file is no JSON",
        json.dumps(forged).encode(): "Totals [9, 1] and places",
        json.dumps(to_json(record)).encode() + b"\n{": "Line 2 of this file is no JSON",
    }.items():
        answer = bring(person, content) if content else person.post("/replays")
        assert answer.status_code == 400, sentence
        assert sentence in answer.text, answer.text
    assert "Match is 2; allowed: 1 to 1" in bring(person, lines_of([record]), match="2").text
    assert "Match is &#39;-1&#39;; allowed: a number from 1 on" in bring(person, lines_of([record]), match="-1").text
    assert bring(person, b"x" * 8_100_000).status_code == 413
    stranger = person.client.post("/replays", files={"file": ("a", lines_of([record]))})
    assert stranger.status_code == 403


def test_words_of_strangers_stay_words(site: RunningSite) -> None:
    names = ("</script><script>alert(1)</script>", "\u202eevil")
    match = new_match("duel", names, {}, SEED)
    from overtrick.bots.find import find

    record = play(match, [find("first", "duel")(), find("random", "duel")()])
    text = bring(Person(site), lines_of([record])).text
    assert "<script>alert" not in text
    assert "\u202e" not in text
    assert data_of(text)["matches"][0]["names"][0] == names[0]


# In a browser


def open_page(browser: Browser, address: str, **settings: Any) -> tuple[Page, list[str]]:
    page = browser.new_context(**settings).new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    return page, complaints


def test_thoughts_come_from_the_site_when_asked_for(site: RunningSite, browser: Browser, tmp_path: Path) -> None:
    person = Person(site)
    path = person.new_table("duel", option_ranks="3")
    with person.sit(path) as seat:
        seat.play_on()
    page, complaints = open_page(browser, f"{site.url}{path}/replay#deal=1&step=1")
    page.locator(".felt").wait_for()
    page.keyboard.press("t")
    page.locator(".thoughts .sentence").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(".thoughts .done-line").get_by_text("did:").wait_for()
    assert complaints == []
    page.context.close()


def test_a_file_is_chosen_shown_and_thought_about_in_the_browser(
    site: RunningSite, browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "matches.jsonl"
    file.write_bytes(lines_of(block_of("duel", ranks=3)))
    page, complaints = open_page(browser, f"{site.url}/replays")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Look at it").click()
    page.get_by_role("heading", name="The deal").wait_for()
    page.keyboard.press("t")
    page.locator(".thoughts .sentence").wait_for()
    assert complaints == []
    page.context.close()


@pytest.mark.long
def test_a_file_that_was_brought_survives_a_reload_in_its_tab_and_can_be_downloaded(
    site: RunningSite, browser: Browser, tmp_path: Path
) -> None:
    records, file = block_of("duel", ranks=3), tmp_path / "matches.jsonl"
    file.write_bytes(lines_of(records))
    page, complaints = open_page(browser, f"{site.url}/replays")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Look at it").click()
    page.get_by_role("heading", name="The deal").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replays/yours#*step=1*")
    title = page.locator("h1").inner_text()
    page.reload()
    page.get_by_role("heading", name="Step 1").wait_for()
    assert page.locator("h1").inner_text() == title
    page.keyboard.press("t")
    page.locator(".thoughts .sentence").wait_for()
    with page.expect_download() as waited:
        page.get_by_role("button", name="Download").click()
    saved = tmp_path / waited.value.suggested_filename
    waited.value.save_as(saved)
    assert saved.name == f"overtrick-duel-{records[0].match.key()[:8]}.html"
    assert [match["key"] for match in data_of(saved.read_text())["matches"]] == [one.match.key() for one in records]
    other = page.context.new_page()
    other.goto(f"{site.url}/replays/yours")
    other.get_by_role("heading", name="This match is gone").wait_for()
    other.get_by_role("link", name="Bring the file again").click()
    other.wait_for_url("**/replays")
    assert complaints == []
    page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1440])
def test_axe_finds_nothing_wrong_with_these_pages(site: RunningSite, browser: Browser, width: int) -> None:
    for path in ("/replays", "/replays?key=x", f"/replay/{some_record(site).match.key()}"):
        page, _ = open_page(browser, f"{site.url}{path}", viewport={"width": width, "height": 800})
        page.get_by_role("main").wait_for()  # a replay is drawn by a module that is loaded after the page
        found = Axe().run(page).response["violations"]
        assert [(one["id"], node["html"][:200]) for one in found for node in one["nodes"]] == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        page.context.close()


def test_without_scripts_the_match_can_be_read(site: RunningSite, browser: Browser) -> None:
    record = some_record(site)
    page, _ = open_page(browser, f"{site.url}/replay/{record.match.key()}", java_script_enabled=False)
    assert "Round 1: 2 cards each" in page.inner_text("body")
    assert page.locator("noscript li").count() > 5
    page.context.close()


@pytest.mark.long
def test_a_link_leads_to_another_table_of_the_same_cards(site: RunningSite, browser: Browser) -> None:
    record = some_record(site)
    page, complaints = open_page(browser, f"{site.url}/replay/{record.match.key()}")
    page.locator(".others").get_by_role("link", name="Look").first.click()
    page.wait_for_url(re.compile(r"/replay/[0-9a-f]{64}#deal=1&step=\d+"))
    assert record.match.key() not in page.url
    assert complaints == []
    page.context.close()
