import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.support.play_pages import DUEL, EASY, SHORT, Guest, ada, bob, guest, saved_where, site
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.long

__all__ = ["ada", "bob", "site"]  # fixtures


# Help and settings


def test_a_hint_says_what_the_strong_player_would_do_and_why(ada: Guest) -> None:
    ada.sit_down("wizard", **SHORT)
    reason = {"bid": "takes a trick", "trump": "as trump promises"}[ada.settle()]
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".hint .sentence")).not_to_be_empty(timeout=60_000)
    expect(ada.page.locator(".hinted")).to_have_count(1)
    ada.page.get_by_text("In numbers").click()
    expect(ada.page.locator(".hint .bar-fill").first).to_be_visible()
    words = str(ada.page.locator(".hint").text_content())
    assert reason in words
    assert not re.search(r"\b[RYGBWJ]\d", words)
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".hint")).to_have_count(0)


def test_an_illegal_card_is_dimmed_and_says_why(ada: Guest) -> None:
    ada.go_on(saved_where("duel", {}, "refused"))
    assert ada.due() == "card"
    refused = ada.page.locator(".hand .refused")
    reason = str(refused.first.get_attribute("title"))
    assert re.match(r"the \w+ of \w+ does not follow the led suit", reason)
    assert reason in str(refused.first.get_attribute("aria-label"))
    step = ada.step()
    refused.first.click(force=True, position={"x": 8, "y": 14})
    expect(ada.page.locator("#status")).to_have_text(f"{reason[0].upper()}{reason[1:]}.")
    assert ada.step() == step


def test_the_forbidden_bid_is_crossed_out_with_its_reason(ada: Guest) -> None:
    ada.go_on(saved_where("wizard", {"series": "3", "hook": "on"}, "forbidden_bid"))
    assert ada.due() == "bid"
    ada.page.locator(".bid.forbidden").click(force=True)
    expect(ada.page.locator("#status")).to_contain_text("the bids would add up to the 3 tricks")
    assert ada.due() == "bid"


def test_settings_are_kept_for_the_next_page(ada: Guest) -> None:
    ada.open("/")
    ada.page.get_by_text("Settings").click()
    ada.page.locator("#settings [name=theme]").select_option("dark")
    ada.page.locator("#settings [name=deck]").select_option("two")
    ada.open("/play/duel")
    assert ada.page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert ada.page.evaluate("document.documentElement.dataset.deck") == "two"
    assert ada.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 22, 26)"


def test_cards_travel_only_if_motion_is_wanted(browser: Browser, site: RunningSite) -> None:
    for motion, travels in (("on", True), ("off", False)):
        with guest(browser, site.url, settings={"pace": "calm", "motion": motion}) as visitor:
            visitor.page.add_init_script(
                "window.moved = 0; const animate = Element.prototype.animate;"
                "Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };"
            )
            visitor.sit_down("duel", **DUEL)
            visitor.click_once()
            visitor.settle()
            assert (visitor.page.evaluate("window.moved") > 0) is travels


def test_the_focus_stays_in_the_hand_from_card_to_card(browser: Browser, site: RunningSite) -> None:
    with guest(browser, site.url, settings={"pace": "quick", "motion": "off"}) as visitor:
        visitor.sit_down("wizard", **EASY, option_series="4")
        cards = 0
        while (due := visitor.due()) != "over":
            if due == "card":
                visitor.page.wait_for_function("() => document.activeElement.matches('.hand .legal')")
                cards += 1
            visitor.press_once()
        assert cards == 4


def test_every_column_of_the_score_pad_is_seen_with_six_seats(browser: Browser, site: RunningSite) -> None:
    with guest(browser, site.url, 1440) as visitor:
        kinds = {f"kind_{seat}": "easy" for seat in range(1, 6)}
        names = {f"name_{seat}": f"classic {seat}" for seat in range(1, 6)}
        visitor.sit_down("wizard", seats="6", **kinds, **names, option_series="1,2")
        visitor.go_to("bid")
        pad = visitor.page.locator(".pad .scroll")
        assert pad.evaluate("(pad) => pad.scrollWidth <= pad.clientWidth")
        heads = visitor.page.locator(".pad thead th")
        assert heads.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)")


def test_every_event_is_told_to_screen_readers(ada: Guest) -> None:
    ada.sit_down("duel", **DUEL)
    assert ada.settle() == "card"
    ada.page.evaluate(
        "window.told = []; new MutationObserver(() => window.told.push(document.getElementById('live').textContent))"
        ".observe(document.getElementById('live'), {childList: true, characterData: true, subtree: true})"
    )
    while ada.click_once():
        pass
    told = " ".join(ada.page.evaluate("window.told"))
    lines = ada.page.locator("#log-lines li").all_inner_texts()
    assert len(lines) > 8
    assert [line for line in lines[-6:] if line not in told] == []


# Whoever cheats

CHEAT = """async ([messages, wait]) => {
  const heard = [];
  const socket = new WebSocket(location.href.replace('http', 'ws') + '/socket');
  socket.addEventListener('message', (event) => heard.push(JSON.parse(event.data)));
  await new Promise((open) => socket.addEventListener('open', open));
  await new Promise((go) => setTimeout(go, 300));
  const closed = new Promise((shut) => socket.addEventListener('close', () => shut(true)));
  for (const message of messages) if (socket.readyState === 1) socket.send(JSON.stringify(message));
  const shut = await Promise.race([closed, new Promise((go) => setTimeout(() => go(false), wait))]);
  socket.close();
  return {refused: heard.filter((one) => one.refused).map((one) => one.refused), shut};
}"""


def test_a_cheating_client_is_refused_and_harms_nobody(ada: Guest, bob: Guest) -> None:
    ada.sit_down("wizard", **SHORT)
    ada.go_to("bid")
    scene = ada.scene()
    bob.page.goto(ada.page.url)
    bob.page.wait_for_selector(".felt")
    act = {"do": "act", "action": "bid 0", "step": scene["step"]}
    assert bob.page.evaluate(CHEAT, [[act], 500])["refused"] == ["you only watch this table"]
    held = scene["now"]["state"]["hands"][0][0]
    card = next(name for name in ("R1", "Y1") if name != held)
    wrong = [{**act, "action": card}, {**act, "step": scene["step"] + 1}, {**act, "action": "bid 99"}, {"do": "fly"}]
    refused = ada.page.evaluate(CHEAT, [wrong, 500])["refused"]
    assert len(refused) == 4
    assert "a bid is due" in refused[0]
    assert "step" in refused[1]
    flood = ada.page.evaluate(CHEAT, [[act | {"step": -1}] * 2000, 10_000])
    assert flood["shut"]
    assert any("too many messages" in sentence for sentence in flood["refused"])
    assert ada.step() == scene["step"]
    while ada.click_once():
        pass
    assert ada.scene()["places"] is not None


# Everybody can use it


def accessible(visitor: Guest) -> None:
    """Fail with what axe finds wrong with the page as it is now."""
    found = Axe().run(visitor.page)
    worst = [
        f"{problem['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for problem in found.response["violations"]
        for node in problem["nodes"]
    ]
    assert worst == []


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_axe_finds_nothing_wrong_with_any_page(browser: Browser, site: RunningSite, width: int, colours: str) -> None:
    with guest(browser, site.url, width, "dark" if colours == "dark" else "light") as visitor:
        for path in ("/", "/play/wizard", "/play/figgie"):
            visitor.open(path)
            accessible(visitor)
        visitor.sit_down("wizard", **{**EASY, "kind_1": "open"}, option_series="2")
        accessible(visitor)
        visitor.page.get_by_role("button", name="Done").click()
        accessible(visitor)
        visitor.page.get_by_role("button", name="Start now").click()
        visitor.go_to("bid")
        accessible(visitor)
        visitor.page.keyboard.press("?")
        accessible(visitor)
        visitor.page.keyboard.press("Escape")
        visitor.go_to("card")
        accessible(visitor)
        while visitor.click_once():
            pass
        accessible(visitor)
        visitor.sit_down("figgie", **EASY, learning="on")
        assert visitor.settle() == "trade"
        accessible(visitor)
        visitor.open("/")
        visitor.page.locator("[data-game=figgie] button").first.click()
        accessible(visitor)
        visitor.page.get_by_role("button", name="Open the market").click()
        visitor.page.wait_for_selector(".trade[aria-disabled=false]")
        accessible(visitor)


def test_the_other_pages_work_without_scripts(browser: Browser, site: RunningSite) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site.url)
    page.get_by_role("link", name="Choose opponents and rules of The duel").click()
    page.get_by_label("Name").first.fill("Nora")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("h1")).to_have_text("The duel: Nora and Bo")
    expect(page.get_by_text("To play you need JavaScript")).to_be_visible()
    context.close()


COVERED = """() => {
  const boxes = [...document.querySelectorAll('.plate-box, .played .card, .fact, .status, .deck .card, .bid')]
    .filter((one) => one.getClientRects().length && getComputedStyle(one).visibility === 'visible')
    .map((one) => [one.className + ' ' + one.textContent.trim().slice(0, 12), one.getBoundingClientRect(), one]);
  const found = [];
  for (const [name, box] of boxes) {
    if (box.left < 0 || box.right > innerWidth) found.push(`${name} is cut off`);
  }
  for (let one = 0; one < boxes.length; one += 1) {
    for (let other = one + 1; other < boxes.length; other += 1) {
      const [a, b] = [boxes[one], boxes[other]];
      if (a[0].startsWith('card') && b[0].startsWith('card')) continue; // cards may touch each other
      const across = Math.min(a[1].right, b[1].right) - Math.max(a[1].left, b[1].left);
      const down = Math.min(a[1].bottom, b[1].bottom) - Math.max(a[1].top, b[1].top);
      if (across > 2 && down > 2) found.push(`${a[0]} and ${b[0]}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide');
  return found;
}"""


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("width", [360, 800, 1440])
def test_nothing_on_the_table_is_covered_or_cut_off(
    browser: Browser, site: RunningSite, width: int, seats: int
) -> None:
    with guest(browser, site.url, width) as visitor:
        kinds = {f"kind_{seat}": "easy" for seat in range(1, seats)}
        visitor.sit_down("wizard", seats=str(seats), **kinds, option_series="9")
        visitor.go_to("bid")
        assert visitor.page.evaluate(COVERED) == []
        visitor.go_to("card")
        assert visitor.page.locator(".played").count() == seats - 1, "the guest deals, so plays last"
        assert visitor.page.evaluate(COVERED) == []


STICKING_OUT = """() => [...document.querySelectorAll("label > :is(select, input)")]
  .filter((field) => field.getBoundingClientRect().right > field.parentElement.getBoundingClientRect().right + 1)
  .map((field) => field.name)"""
"""Finds fields that are wider than the place they have."""


@pytest.mark.parametrize("width", [360, 800, 1440])
def test_no_page_is_wider_than_the_screen(browser: Browser, site: RunningSite, width: int) -> None:
    with guest(browser, site.url, width) as visitor:
        for path in ("/", "/play/wizard", "/play/figgie", "/replays"):
            visitor.open(path)
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
            assert visitor.page.evaluate(STICKING_OUT) == [], path
        for game in ("duel", "figgie"):
            visitor.sit_down(game)
            visitor.settle()
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width


def test_while_bids_are_hidden_the_plates_say_who_has_bid(ada: Guest) -> None:
    ada.sit_down("wizard", **SHORT, option_bidding="hidden", option_hook="off")
    ada.go_to("bid")  # the trump may have to be named first
    made = ada.scene()["now"]["has_bid"]
    assert made
    for seat in range(4):
        words = "has bid" if seat in made else "no bid yet"
        expect(ada.page.locator(f".plate.hue-{seat} .no-bid")).to_have_text(words)
    expect(ada.page.locator(".fact-bids")).to_contain_text(f"{len(made)} of 4 made")
    expect(ada.page.locator("#log-lines")).to_contain_text(f"{ada.scene()['names'][made[-1]]} has bid.")
    expect(ada.page.locator("#log-lines .head", has_text="has bid")).to_have_count(0)  # that is no new deal
    ada.go_to("card")
    expect(ada.page.locator(".no-bid")).to_have_count(0)


def test_a_table_that_is_not_connected_yet_has_its_landmarks(ada: Guest) -> None:
    ada.page.route_web_socket("**/socket", lambda socket: None)
    ada.open("/")
    ada.page.locator("[data-game=duel] button").first.click()
    expect(ada.page.locator("main#main")).to_have_text("Connecting to the table…")
    accessible(ada)
