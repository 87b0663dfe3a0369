"""The one file that opens offline, in a real browser: steps, keys, address, views, the log, thoughts, no request."""

import json
import os
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import Browser, expect

from overtrick.bots.bot import Bot
from overtrick.bots.find import find
from overtrick.commands.main import cli
from overtrick.core.mistake import Mistake
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.match.record_file import record_writer
from overtrick.scenes.replay import frames
from overtrick.scenes.replay_data import bundle
from overtrick.web.drawings import STATIC
from overtrick.web.single_file import as_function, embedded, joined_script, single_file, visit
from tests.support.browser import Colours, Opened, open_file
from tests.support.moody import Moody

pytestmark = pytest.mark.long

PLAYERS = {
    "wizard": ("wizard:classic", "random", "wizard:classic", "first"),
    "duel": ("duel:greedy", "first"),
    "figgie": ("figgie:starter", "random", "figgie:starter", "figgie:starter"),
}
SEED = bytes(32)
Opener = Callable[..., AbstractContextManager[Opened]]


def played(game: str, players: tuple[str, ...], **options: object) -> Record:
    return play(new_match(game, players, options, SEED), [find(player, game)() for player in players])


def block_of(game: str, **options: object) -> list[Record]:
    players = PLAYERS[game]
    return [played(game, players, **options), played(game, players[1:] + players[:1], **options)]


@pytest.fixture(scope="module")
def records() -> dict[str, list[Record]]:
    return {
        "wizard": block_of("wizard", series=[1, 2, 9]),
        "duel": block_of("duel"),
        "figgie": block_of("figgie"),
        "tick": block_of("figgie", model="tick"),
    }


@pytest.fixture(scope="module")
def opener(browser: Browser, records: dict[str, list[Record]], tmp_path_factory: pytest.TempPathFactory) -> Opener:
    folder = tmp_path_factory.mktemp("replays")
    for name, found in records.items():
        (folder / f"{name}.html").write_text(single_file(bundle(found[0], found, raw=True)), encoding="utf-8")

    def open_replay(name: str, width: int = 1440, colours: Colours = "light") -> AbstractContextManager[Opened]:
        return open_file(browser, folder / f"{name}.html", width, colours)

    return open_replay


def address(opened: Opened) -> str:
    opened.page.wait_for_timeout(220)  # it is written a moment later, so that a held key does not flood it
    return str(opened.value("location.hash"))


def press(opened: Opened, *keys: str) -> None:
    for key in keys:
        opened.page.keyboard.press(key)


def go(opened: Opened, hash_: str) -> None:
    opened.page.evaluate("hash => { location.hash = hash }", hash_)
    opened.page.wait_for_timeout(50)


def said(opened: Opened) -> list[str]:
    return opened.page.locator(".this-step .said").all_inner_texts()


ALL_STEPS = """(count) => {
  document.documentElement.dataset.motion = "off";
  return Array.from({ length: count }, () => {
    const said = [...document.querySelectorAll(".this-step .said")].map((line) => line.textContent);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    return said;
  });
}"""
"""Goes through all steps and returns what each one says."""


def test_it_asks_for_nothing_and_complains_about_nothing(opener: Opener, records: dict[str, list[Record]]) -> None:
    for name in records:
        with opener(name) as opened:
            press(opened, *["ArrowRight"] * 6, "]", "v", "t", "End", "Home", "?", "Escape")
            opened.page.wait_for_timeout(100)
            assert opened.complaints == []
            assert [url for url in opened.requests if not url.startswith("file:///")] == []
            assert len(opened.requests) == 1


def test_every_step_of_every_game_is_drawn(opener: Opener, records: dict[str, list[Record]]) -> None:
    for name in records:
        with opener(name) as opened:
            shown = frames(records[name][0])
            told = opened.page.evaluate(ALL_STEPS, len(shown))
            assert told == [[line.text for line in frame.lines] for frame in shown]
            assert opened.complaints == []
            assert opened.page.get_by_text("The match is over").is_visible()


def test_keys_go_by_step_trick_and_deal_and_the_address_follows(opener: Opener) -> None:
    with opener("wizard") as opened:
        steps = {
            "ArrowRight": "#deal=1&step=1",
            "ArrowLeft": "#deal=1&step=0",
            "]": "#deal=1&step=4",
            "}": "#deal=2&step=0",
            "[": "#deal=1&step=8",
            "End": "#deal=3&step=40",
            "{": "#deal=3&step=0",
            "v": "#deal=3&step=0&seat=0",
            "Home": "#deal=1&step=0&seat=0",
        }
        for key, expected in steps.items():
            press(opened, key)
            assert address(opened) == expected, key


def test_an_address_leads_to_its_step_and_seat(opener: Opener, records: dict[str, list[Record]]) -> None:
    (frame,) = (one for one in frames(records["wizard"][0]) if (one.deal, one.step) == (3, 17))
    with opener("wizard") as opened:
        go(opened, "#deal=3&step=17&seat=2")
        assert said(opened) == [line.text for line in frame.lines]
        assert opened.page.get_by_label("View").input_value() == "2"
        go(opened, "#deal=99&step=999&seat=77&match=9")
        assert address(opened) == "#match=2&deal=3&step=40"
        go(opened, "#main")
        assert opened.page.get_by_label("Match", exact=True).input_value() == "1"
        go(opened, "#deal=x&step=-1")
        assert address(opened) == "#deal=1&step=0"


def test_one_seat_sees_its_own_hand_and_all_hands_show_the_rest(opener: Opener) -> None:
    with opener("wizard") as opened:
        go(opened, "#deal=3&step=6")
        faces = ".far-hand.known"
        assert opened.page.locator(faces).count() == 3
        go(opened, "#deal=3&step=6&seat=1")
        assert opened.page.locator(faces).count() == 0
        assert opened.page.locator(".far-hand .back").count() > 20
        hand = opened.page.locator(".hand").get_attribute("aria-label")
        assert hand == "Hand of random"
        assert "(you)" not in opened.page.inner_text("body")


def test_a_line_of_the_log_leads_to_its_step(opener: Opener) -> None:
    with opener("duel") as opened:
        line = opened.page.locator("#log-lines button").nth(8)
        text = line.inner_text().splitlines()[0]
        line.click()
        assert text in said(opened)
        assert opened.page.locator('#log-lines [aria-current="step"]').first.inner_text().splitlines()[0] in said(
            opened
        )


def test_buttons_the_slider_and_the_choosers_do_what_keys_do(opener: Opener) -> None:
    with opener("wizard") as opened:
        opened.page.get_by_role("button", name="A step on").click()
        opened.page.get_by_role("button", name="On to the next trick").click()
        assert address(opened) == "#deal=1&step=4"
        opened.page.get_by_label("Deal", exact=True).select_option("3")
        opened.page.get_by_label("View").select_option("1")
        assert address(opened) == "#deal=3&step=0&seat=1"
        slider = opened.page.get_by_label("Where in the match")
        slider.focus()
        press(opened, "ArrowRight", "ArrowRight")
        assert address(opened) == "#deal=3&step=2&seat=1"
        slider.fill("0")
        assert address(opened) == "#deal=1&step=0&seat=1"


def test_space_plays_and_pauses(opener: Opener) -> None:
    with opener("duel") as opened:
        press(opened, " ")
        opened.page.get_by_role("heading", name="Step 2", exact=True).wait_for()
        press(opened, " ")
        opened.page.wait_for_timeout(2200)
        assert address(opened) == "#deal=1&step=2"
        press(opened, " ", "ArrowLeft")  # whoever steps by hand wants to stay there
        opened.page.wait_for_timeout(1200)
        assert address(opened) == "#deal=1&step=1"


def test_an_address_leads_to_its_step_even_if_that_of_the_step_before_is_written_meanwhile(opener: Opener) -> None:
    with opener("duel") as opened:
        opened.value("() => { location.hash = '#deal=1&step=3'; history.replaceState(null, '', '#deal=1&step=0'); }")
        expect(opened.page.locator(".this-step")).to_contain_text("Step 3")
        assert address(opened) == "#deal=1&step=3"


def test_the_duel_tells_what_each_play_gave_away(opener: Opener, records: dict[str, list[Record]]) -> None:
    data = bundle(records["duel"][0], [])["matches"][0]
    slip = next(step for step, play in enumerate(data["regret"]["plays"], start=1) if play["lost"])
    with opener("duel") as opened:
        go(opened, f"#deal=1&step={slip}")
        assert "Gives away" in opened.page.locator(".regret").inner_text()
        assert opened.page.locator("#log-lines .lost").count() == sum(
            play["lost"] > 0 for play in data["regret"]["plays"]
        )
        press(opened, "End")
        assert opened.page.get_by_text("Against perfect play").is_visible()
        opened.page.get_by_role("button", name="Show the table").click()
        assert not opened.page.get_by_text("Against perfect play").is_visible()


def test_the_same_cards_at_another_table_are_one_click_away(opener: Opener) -> None:
    with opener("duel") as opened:
        opened.page.locator(".others").get_by_role("button", name="Look").click()
        assert address(opened).startswith("#match=2&deal=1&step=")
        assert opened.page.get_by_label("Match", exact=True).input_value() == "1"


def test_hidden_namings_are_not_in_the_view_of_another_seat(opener: Opener) -> None:
    with opener("tick") as opened:
        go(opened, "#deal=1&step=2")
        assert len(said(opened)) == 1
        go(opened, "#deal=1&step=2&seat=0")
        assert said(opened) == []
        go(opened, "#deal=1&step=2&seat=1")
        assert len(said(opened)) == 1


def test_raw_messages_of_a_fault_are_shown_as_text(browser: Browser, tmp_path: Path) -> None:
    moody: list[Bot] = [Moody(Random(seat), 0.5) for seat in range(3)]
    record = play(new_match("wizard", ("<script>alert(1)</script>", "b", "c"), {"series": [3]}, SEED), moody)
    file = tmp_path / "faults.html"
    file.write_text(single_file(bundle(record, [], raw=True)), encoding="utf-8")
    step = next(fault.action + 1 for fault in record.faults if fault.reply)
    with open_file(browser, file) as opened:
        go(opened, f"#deal=1&step={step}")
        opened.page.get_by_text("What was asked, and what came back").first.click()
        assert opened.page.locator(".raw pre").first.is_visible()
        assert opened.page.locator(".this-step .said").first.inner_text().startswith("Fault of ")
        assert "<script>alert(1)</script>" in opened.page.title()
        assert opened.complaints == []


def test_what_a_bot_said_to_its_author_is_shown_as_text(browser: Browser, tmp_path: Path) -> None:
    bots: list[Bot] = [Moody(Random(seat), 0.0) for seat in range(2)]
    record = play(new_match("duel", ("a", "b"), {"ranks": 3}, SEED), bots)
    file = tmp_path / "said.html"
    for stderr, count in ((("", "<b>oh</b>\nno"), 1), ((), 0)):
        file.write_text(single_file(bundle(replace(record, stderr=stderr), [], raw=True)), encoding="utf-8")
        with open_file(browser, file) as opened:
            said = opened.page.locator(".stderr")
            assert said.count() == count
            if count:
                said.get_by_text("What bots wrote to stderr").click()
                assert (said.locator("h3").inner_text(), said.locator("pre").inner_text()) == ("b", "<b>oh</b>\nno")
            assert opened.complaints == []


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 800, 1440])
def test_it_fits_every_screen(opener: Opener, width: int, colours: Colours) -> None:
    for name in ("wizard", "duel", "figgie"):
        with opener(name, width, colours) as opened:
            opened.page.evaluate("document.documentElement.dataset.motion = 'off'")
            go(opened, f"#deal={3 if name == 'wizard' else 1}&step=9")
            assert opened.value("document.documentElement.scrollWidth <= innerWidth"), (name, width)
            for button in opened.page.locator(".step").all():
                box = button.bounding_box()
                assert box and box["width"] >= 36 and box["height"] >= 36
                assert box["x"] >= 0 and box["x"] + box["width"] <= width


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_axe_finds_nothing_wrong(opener: Opener, width: int, colours: Colours) -> None:
    for name, moments in {
        "wizard": ("deal=3&step=9", "deal=3&step=40"),
        "duel": ("step=5",),
        "figgie": ("step=9",),
    }.items():
        with opener(name, width, colours) as opened:
            opened.page.evaluate("document.documentElement.dataset.motion = 'off'")
            for moment in moments:
                go(opened, f"#{moment}")
                press(opened, "t")
                found = Axe().run(opened.page).response["violations"]
                assert [(one["id"], node["html"][:200]) for one in found for node in one["nodes"]] == [], name


# Making the file


def test_modules_are_joined_without_imports_and_exports() -> None:
    text = joined_script("games/wizard/table.js")
    assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)
    assert "</" not in text
    assert "WebSocket" not in text


def test_a_module_becomes_a_function_that_returns_what_it_exports() -> None:
    lines = ('import { h, render as show } from "../site/render.js";', 'import * as own from "./b.js";')
    made = as_function("a/c.js", "".join(f"{line}\n" for line in (*lines, "export const one = 1;")))
    bound = ("const { h, render: show } = from_site_render;", "const own = from_a_b;", "const one = 1;")
    assert made.split("\n") == ["(() => {", *bound, "return { one };", "})()"]


@pytest.mark.parametrize("line", ["export default 1;", 'import x from "./x.js";', "await 1;"])
def test_what_cannot_be_joined_is_told(line: str) -> None:
    with pytest.raises(Mistake, match=rf"a\.js cannot be joined with other modules because of: {re.escape(line)}"):
        as_function("a.js", f"{line}\n")


def test_modules_that_import_each_other_cannot_be_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"a.js": 'import "./b.js";\n', "b.js": 'import "./a.js";\n'}
    monkeypatch.setattr("overtrick.web.single_file.read_module", texts.__getitem__)
    with pytest.raises(Mistake, match=r"modules import each other in a circle: a\.js, b\.js, a\.js"):
        visit("a.js", [])


def test_data_cannot_leave_its_place_in_the_page() -> None:
    text = embedded({"names": ["</script><script>alert(1)</script>", "\ud800\u2028"]})
    assert "<" not in text
    assert text.isascii()
    assert json.loads(text)["names"][0] == "</script><script>alert(1)</script>"


def test_every_file_that_a_page_needs_is_there() -> None:
    templates = "".join(file.read_text() for file in (STATIC.parent / "templates").rglob("*.html"))
    names = {*re.findall(r'/static/([\w/.-]+)"', templates), *re.findall(r'"(\w+/\w+\.css)"', templates)}
    for file in STATIC.rglob("*.js"):
        imported = re.findall(r'^(?:import|\}) .*"(\.[^"]+)";$', file.read_text(), re.MULTILINE)
        names |= {os.path.relpath(file.parent / name, STATIC) for name in imported}
    assert len(names) > 50
    assert [name for name in names if not (STATIC / name).is_file()] == []


# The command


def run(*words: str) -> Any:
    return CliRunner().invoke(cli, words)


@pytest.fixture
def jsonl(tmp_path: Path, records: dict[str, list[Record]]) -> Path:
    path = tmp_path / "matches.jsonl"
    with record_writer(path) as write:
        for record in records["duel"]:
            write(record)
    return path


def test_the_command_writes_a_page_with_thoughts(jsonl: Path, browser: Browser, tmp_path: Path) -> None:
    out = tmp_path / "duel.html"
    result = run("replay", str(jsonl), "--match", "2", "--html", str(out), "--thoughts")
    assert (result.exit_code, result.output) == (0, f"wrote {out}; open it in a browser\n")
    with open_file(browser, out) as opened:
        press(opened, "t")
        panel = opened.page.locator(".thoughts")
        assert "with perfect play" in panel.inner_text()
        assert panel.locator(".done").count() == 1
        press(opened, "v")  # the view of seat 0, which leads
        assert "did:" in panel.inner_text()
        press(opened, "v")
        assert "is not to move" in panel.inner_text()
        panel.get_by_role("button", name="To its next decision").click()
        assert address(opened) == "#deal=1&step=1&seat=1"
        press(opened, "End")
        assert "Nothing is to be decided here." in panel.inner_text()
        assert opened.complaints == []


def test_without_thoughts_the_page_says_how_to_get_them(jsonl: Path, browser: Browser, tmp_path: Path) -> None:
    out = tmp_path / "duel.html"
    assert run("replay", str(jsonl), "--html", str(out)).exit_code == 0
    with open_file(browser, out) as opened:
        press(opened, "t")
        assert "--thoughts" in opened.page.locator(".thoughts").inner_text()


def test_the_command_refuses_what_makes_no_sense(jsonl: Path, tmp_path: Path) -> None:
    for words, sentence in {
        ("--thoughts",): "--thoughts is given without --html OUT",
        ("--html", str(tmp_path / "x.html"), "--match", "3"): "match is 3; allowed: 1 to 2",
    }.items():
        result = run("replay", str(jsonl), *words)
        assert isinstance(result.exception, Mistake)
        assert str(result.exception).startswith(sentence)
