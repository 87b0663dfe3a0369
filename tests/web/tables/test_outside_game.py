"""Games from outside on the site, in a real browser: the start page, rules, a new table, a whole match, its replay."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.support.browser import open_file
from tests.support.outside_games import FILES
from tests.support.outside_sites import site_with
from tests.support.play_pages import Guest, ada, guest
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.long

__all__ = ["ada"]  # a fixture

TITLES = {"oh-hell": "Oh hell", "hearts": "Hearts"}
SHORT = {"oh-hell": {"seats": "3", "option_cards": "2"}, "hearts": {"seats": "4", "option_deals": "1"}}
DRAWN = """
from pathlib import Path
from overtrick.games.face import Face
FACE = Face(title="Painted", drawing=Path(__file__).with_name("painted.js"))
"""
DRAWING = """
import { h } from "../../site/render.js";
import { momentOf } from "../../table/scene.js";

export function drawing(look, usual) {
  return {
    draw(scene, table, actions) {
      const { state, legal } = momentOf(scene);
      const act = actions?.act;
      const button = (action) => h("button", { class: "bid", on: { click: () => act(action) } }, action);
      const words = `${look.title}: ${state.phase}`;
      const bids = act && legal && h("div", { class: "bids" }, legal.map(button));
      return h("section", { key: "felt", class: "felt painted" }, words, bids);
    },
    dealWord: "Picture",
  };
}
"""
BROKEN = {
    "unreadable": "export function drawing( {",
    "failing": 'export function drawing() { return { draw() { throw new Error("not today"); } }; }',
}
"""Drawings that cannot be loaded, or fail later."""
OVERLAP = """() => {
  const boxOf = (what) => document.querySelector(what)?.getBoundingClientRect();
  const [plate, button] = [boxOf(".plate.own .plate-box"), boxOf(".last-trick")];
  return button && plate.right > button.left && plate.bottom > button.top && plate.top < button.bottom;
}"""

CUT_OFF = """() => [...document.querySelectorAll(".plate-box")].some((box) => {
  const edge = box.getBoundingClientRect().bottom;
  return [...box.querySelectorAll(".part")].some((part) => {
    const line = part.closest(".plate-line").getBoundingClientRect();
    const rect = part.getBoundingClientRect();
    return rect.bottom > Math.min(edge, line.bottom) + 1;
  });
})"""


@pytest.fixture(scope="module")
def painted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a drawing of its own."""
    folder = tmp_path_factory.mktemp("painted")
    write_game(folder, "painted", DRAWING)
    (folder / "painted.css").write_text(".painted { color: rgb(1, 2, 3); }")
    (folder / "painted.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (folder / "secret.js").write_text("nobody asked for this")
    return folder / "painted.py"


def write_game(folder: Path, name: str, drawing: str) -> Path:
    text = FILES["oh-hell"].read_text().replace('NAME, VERSION = "oh-hell", 1', f'NAME, VERSION = "{name}", 1')
    (folder / f"{name}.py").write_text(text + DRAWN.replace("painted.js", f"{name}.js"))
    (folder / f"{name}.js").write_text(drawing)
    return folder / f"{name}.py"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, painted: Path) -> Iterator[RunningSite]:
    folder = tmp_path_factory.mktemp("broken")
    broken = [write_game(folder, name, drawing) for name, drawing in BROKEN.items()]
    files = [*(FILES[name] for name in (*TITLES, "haggle")), painted, *broken]
    with site_with(files, tmp_path_factory.mktemp("site") / "site.db") as up:
        yield up


@pytest.mark.parametrize("game", ["hearts", "oh-hell"])
def test_a_match_is_played_from_the_start_page_to_its_replay(
    game: str, ada: Guest, browser: Browser, tmp_path: Path
) -> None:
    page, title = ada.page, TITLES[game]
    ada.open("/")
    card = page.locator(f'[data-game="{game}"]')
    expect(card.get_by_role("heading")).to_have_text(title)
    card.get_by_role("link", name=f"How {title} is played").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.locator("#ways")).to_be_visible()
    ada.sit_down(game, **SHORT[game])
    expect(page.locator(".plate")).to_have_count(int(SHORT[game]["seats"]))
    assert len(ada.hand()) > 1
    while ada.click_once():
        pass
    expect(page.locator(".dialog")).to_contain_text("The match is over.")
    page.get_by_role("link", name="Look at it again").click()
    page.locator(".felt").wait_for()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"{title}: Guest")
    for key in ("ArrowRight", "]", "v", "v", "}", "End"):
        page.keyboard.press(key)
    expect(page.locator(".outcome")).to_contain_text("The match is over")
    with page.expect_download() as loading:
        page.get_by_role("link", name="Download").click()
    file = tmp_path / "replay.html"
    loading.value.save_as(file)
    with open_file(browser, file) as opened:
        opened.page.keyboard.press("ArrowRight")
        expect(opened.page.locator(".felt .plate")).to_have_count(int(SHORT[game]["seats"]))
        assert opened.complaints == []
        assert len(opened.requests) == 1


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("width", [360, 800, 1440])
def test_everybody_can_use_its_table_at_any_width(game: str, width: int, browser: Browser, site: RunningSite) -> None:
    with guest(browser, site.url, width, "dark" if width == 360 else "light") as visitor:
        visitor.sit_down(game)
        for _ in range(5):
            visitor.click_once()
        visitor.settle()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
        expect(visitor.page.locator(".last-trick")).to_have_count(1 if game == "hearts" else 0)
        assert not visitor.page.evaluate(OVERLAP), "the button of the last trick lies on one's own plate"
        assert not visitor.page.evaluate(CUT_OFF), "what is known of a seat does not fit on its plate"
        results = Axe().run(visitor.page)
        assert results.violations_count == 0, results.generate_report()
        assert visitor.complaints == []


def test_it_is_played_by_keys_alone(ada: Guest) -> None:
    ada.sit_down("oh-hell", **SHORT["oh-hell"])
    keys = ada.page.keyboard
    while (due := ada.due()) != "over":
        step = ada.step()
        if due != "dialog":
            ada.tab_to({"bid": ".choice", "card": ".hand .legal"}[due])
        box = ada.page.locator(".dialog").element_handle() if due == "dialog" else None
        keys.press("Enter")
        if box:
            ada.page.wait_for_function("(box) => !box.isConnected", arg=box)
        else:
            ada.past(step)


def test_hints_are_not_offered_where_no_player_says_why(ada: Guest) -> None:
    ada.sit_down("oh-hell")
    ada.settle()
    expect(ada.page.get_by_role("button", name="Hint")).to_be_disabled()
    ada.page.keyboard.press("?")
    expect(ada.page.locator(".dialog")).to_contain_text("choose a card or an action")
    ada.page.keyboard.press("Escape")
    ada.page.locator(".menu summary").click()
    ada.page.get_by_role("button", name="Rules").click()
    expect(ada.page.locator(".dialog")).to_contain_text("only an exact bid scores")


def test_what_was_passed_is_told_to_those_who_may_know(ada: Guest) -> None:
    ada.sit_down("hearts", **SHORT["hearts"])
    passed = []
    for _ in range(3):
        ada.settle()
        passed.append(ada.hand()[0])
        ada.click_due()
    ada.settle()
    log = ada.page.locator(".log").inner_text()
    assert log.count("Guest passes") == 3 and log.count("Dan passes") == 3, log
    assert "Bo passes" not in log and log.count("The cards are dealt") == 1, log
    assert not set(passed) & set(ada.hand())


def test_more_actions_than_buttons_are_typed(ada: Guest) -> None:
    ada.sit_down("haggle")
    field = ada.page.get_by_label("What you do")
    field.fill("say nothing")
    field.press("Enter")
    expect(ada.page.locator("#status")).to_contain_text(
        '"say nothing" is no action now; allowed: be silent, say high 1'
    )
    field.fill("say low 7")
    ada.page.get_by_role("button", name="Do it").click()
    expect(ada.page.locator(".log")).to_contain_text("say low 7")


def test_a_game_brings_its_own_drawing_in_a_file(
    ada: Guest, site: RunningSite, browser: Browser, tmp_path: Path
) -> None:
    ada.sit_down("painted", **SHORT["oh-hell"])
    felt = ada.page.locator(".felt")
    expect(felt).to_contain_text("Painted: bid")
    assert felt.evaluate("(felt) => getComputedStyle(felt).color") == "rgb(1, 2, 3)"
    while ada.click_once():
        pass
    with ada.page.expect_download() as loading:
        ada.page.evaluate("location.assign(location.pathname + '/replay/file')")
    loading.value.save_as(tmp_path / "replay.html")
    with open_file(browser, tmp_path / "replay.html") as opened:
        expect(opened.page.locator(".painted")).to_contain_text("Painted: bid")
        assert opened.complaints == []
    ada.open("/")
    picture = ada.page.locator('[data-game="painted"] img')
    assert picture.get_attribute("src") == "/static/games/painted/painted.svg"
    for name in ("secret.js", "painted.py", "../painted.py", "..%2fpainted.py", "painted.js/x.js"):
        assert ada.page.request.get(f"{site.url}/static/games/painted/{name}").status == 404, name


@pytest.mark.parametrize("game", BROKEN)
def test_a_drawing_that_fails_is_replaced_by_the_plain_one(game: str, browser: Browser, site: RunningSite) -> None:
    with guest(browser, site.url) as visitor:
        visitor.sit_down(game, **SHORT["oh-hell"])
        expect(visitor.page.locator(".felt.plain .plate")).to_have_count(3)
        assert visitor.page.locator(".plain .parts").first.evaluate("(one) => getComputedStyle(one).flexWrap") == "wrap"
        assert visitor.click_once()
        told = "the drawing of this game fails"
        assert visitor.complaints and all(told in complaint for complaint in visitor.complaints), visitor.complaints


def test_a_drawing_that_fails_is_replaced_in_replays_and_files_too(
    browser: Browser, site: RunningSite, tmp_path: Path
) -> None:
    with guest(browser, site.url) as visitor:
        visitor.sit_down("failing", **SHORT["oh-hell"])
        while visitor.click_once():
            pass
        visitor.page.get_by_role("link", name="Look at it again").click()
        expect(visitor.page.locator(".stage .felt.plain .plate")).to_have_count(3)
        with visitor.page.expect_download() as loading:
            visitor.page.get_by_role("link", name="Download").click()
        loading.value.save_as(tmp_path / "replay.html")
    with open_file(browser, tmp_path / "replay.html") as opened:
        expect(opened.page.locator(".felt.plain .plate")).to_have_count(3)
        assert opened.page.locator(".plain .parts").first.evaluate("(one) => getComputedStyle(one).flexWrap") == "wrap"


def test_what_lies_before_each_seat_is_told_with_names_and_signs(ada: Guest) -> None:
    ada.sit_down("hearts", **SHORT["hearts"])
    own, other = ada.page.locator(".plate.own"), ada.page.locator(".plate", has_text="Dan")
    ada.settle()
    expect(ada.page.locator("#status")).to_have_text("Your turn: pass.")
    expect(own).not_to_contain_text("Passed")
    ada.click_once()
    expect(own).to_contain_text(re.compile(r"Passed [♠♥♦♣](\d+|[JQKA])Points"))
    expect(other).to_contain_text("Passed –")
    ada.click_once()
    ada.click_once()
    ada.settle()
    for plate in (own, other):
        expect(plate).to_contain_text(re.compile(r"Passed ([♠♥♦♣]\w+, ){2}[♠♥♦♣]\w+"))
