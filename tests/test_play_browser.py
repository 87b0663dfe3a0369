import json
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser import open_browser
from tests.play_pages import Guest, guest
from tests.running_site import RunningSite, running_site

EASY = {"kind_1": "easy", "kind_2": "easy", "kind_3": "easy"}
SHORT = {**EASY, "option_series": "1,2"}
DUEL = {"kind_1": "easy", "option_ranks": "3"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site") / "site.db") as up:
        yield up


@pytest.fixture
def ada(browser: Browser, site: RunningSite) -> Iterator[Guest]:
    with guest(browser, site.url) as visitor:
        yield visitor
        assert visitor.complaints == []


@pytest.fixture
def bob(browser: Browser, site: RunningSite) -> Iterator[Guest]:
    with guest(browser, site.url) as visitor:
        yield visitor
        assert visitor.complaints == []


# Whole games


def test_one_click_on_the_start_page_leads_to_a_game_against_three_opponents(ada: Guest) -> None:
    ada.open("/")
    ada.page.locator(".game.wizard").get_by_role("button", name="Play against three opponents").click()
    expect(ada.page.locator(".plate")).to_have_count(4)
    assert ada.due() == "bid"
    expect(ada.page.locator("#status")).to_have_text("Your bid: how many tricks will you take?")


def test_a_game_of_wizard_is_played_to_its_end_by_clicking(ada: Guest) -> None:
    ada.sit_down("wizard", **SHORT)
    while ada.click_once():
        pass
    expect(ada.page.locator(".graph svg")).to_be_visible()
    expect(ada.page.locator(".dialog thead")).to_contain_text("Exact bids")
    expect(ada.page.locator(".pad tbody tr")).to_have_count(2)
    assert ada.scene()["places"] is not None


def test_a_game_of_wizard_is_played_from_the_start_page_to_its_end_by_keys_alone(ada: Guest) -> None:
    ada.open("/play/wizard")
    ada.tab_to("[name=option_series]")
    ada.page.keyboard.type("1,2")
    ada.tab_to("button[type=submit]")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector(".felt")
    while ada.press_once():
        pass
    assert ada.scene()["places"] is not None
    assert ada.page.evaluate("document.activeElement.textContent") == "Play again"


def test_a_duel_is_played_by_clicking_and_judged_against_perfect_play(ada: Guest) -> None:
    ada.sit_down("duel", kind_1="easy")
    while ada.click_once():
        pass
    review = ada.page.locator(".review")
    expect(review).to_contain_text("If both were perfect")
    shown = [int(text) for text in review.locator("tbody tr td:nth-child(3)").first.all_inner_texts()]
    assert shown == [ada.scene()["totals"][0]]


def test_a_duel_is_played_by_keys_alone(ada: Guest) -> None:
    ada.sit_down("duel", **DUEL)
    while ada.press_once():
        pass
    assert ada.scene()["places"] is not None


def test_a_round_of_figgie_is_traded_by_clicking_and_reviewed(ada: Guest) -> None:
    ada.sit_down("figgie", **EASY)
    assert ada.settle() == "trade"
    step = ada.step()
    ada.page.get_by_role("button", name="Bid hearts at").first.click()
    ada.past(step)
    assert ada.settle() in ("trade", "over")
    for _ in range(300):
        trade = ada.page.locator(".trade:enabled")
        if ada.settle() == "over":
            break
        step = ada.step()
        (trade.first if trade.count() else ada.page.locator(".pass:enabled")).click()
        ada.past(step)
    goal = ada.scene()["ended"]["state"]["goal_suit"]
    expect(ada.page.locator(".review")).to_contain_text(f"The goal suit was {goal}")
    expect(ada.page.locator(".review")).to_contain_text("Your trades")


def test_a_round_of_figgie_is_traded_by_the_known_keys(ada: Guest) -> None:
    ada.sit_down("figgie", **EASY)
    assert ada.settle() == "trade"
    step = ada.step()
    for key in "bh2":
        ada.page.keyboard.press(key)
    expect(ada.page.locator("#status")).to_have_text("bid hearts 2 ↵")
    ada.page.keyboard.press("Enter")
    ada.past(step)
    assert any('"action":"bid hearts 2"' in text for text in ada.heard)
    while ada.press_once():
        pass
    assert ada.scene()["places"] is not None


def test_ticks_come_by_themselves_once_the_clock_is_started(ada: Guest) -> None:
    ada.sit_down("figgie", **EASY, option_model="tick", pace="0.5")
    expect(ada.page.locator("#status")).to_contain_text("The clock waits")
    ada.page.get_by_role("button", name="Start clock").click()
    ada.page.wait_for_function("document.querySelector('.strip').textContent.includes('198 ticks')")
    for key in "bd1":
        ada.page.keyboard.press(key)
    ada.page.keyboard.press("Enter")
    ada.page.get_by_role("button", name="Pause").click()
    expect(ada.page.get_by_role("button", name="Start clock")).to_be_visible()


# Several people


def test_two_browsers_play_at_one_table_and_see_their_own_cards_alone(ada: Guest, bob: Guest) -> None:
    ada.sit_down("wizard", **{**SHORT, "kind_1": "open"}, name_0="Ada")
    invite(ada, bob, "Bob")
    for _ in range(200):
        both = [visitor.page.evaluate("document.querySelector('.dialog.wide') !== null") for visitor in (ada, bob)]
        if all(both):
            break
        for visitor in (ada, bob):
            act_if_due(visitor)
    for visitor, seat in ((ada, 0), (bob, 1)):
        scenes = [json.loads(text)["scene"] for text in visitor.heard if text.startswith('{"scene"')]
        hands = [scene["now"]["state"]["hands"] for scene in scenes if scene["now"] and scene["seat"] is not None]
        assert hands
        assert all(hand[other] is None for hand in hands for other in range(4) if other != seat and hand[other] != [])
    assert ada.scene()["totals"] == bob.scene()["totals"]


def invite(host: Guest, other: Guest, name: str) -> None:
    """Let a host pass the address of the invitation on to somebody, who sits down."""
    host.page.get_by_text("Menu").click()
    host.page.get_by_role("button", name="Invite people").click()
    address = host.page.get_by_label("Address of the invitation").input_value()
    host.page.get_by_role("button", name="Done").click()
    other.page.goto(address)
    other.page.get_by_label("Your name").fill(name)
    other.page.get_by_role("button", name="Sit down").click()
    other.page.wait_for_selector(".felt")


def act_if_due(visitor: Guest) -> None:
    """Do one thing, if it is this person's turn."""
    visitor.page.wait_for_timeout(20)
    for what in (".dialog:not(.wide) [data-first]", ".bid:not(.forbidden)", ".trump-choice", ".hand .legal"):
        place = visitor.page.locator(what)
        if place.count():
            step = visitor.step()
            place.first.click()
            if "dialog" not in what:
                visitor.past(step)
            return


def test_whoever_only_watches_sees_the_table_and_no_card(ada: Guest, bob: Guest) -> None:
    ada.sit_down("wizard", **SHORT)
    assert ada.due() == "bid"
    bob.page.goto(ada.page.url)
    bob.page.wait_for_selector(".plate")
    expect(bob.page.locator(".hand")).to_have_count(0)
    expect(bob.page.locator(".bids")).to_have_count(0)
    expect(ada.page.locator(".watching")).to_have_text("One person is watching.")
    assert bob.scene()["now"]["state"]["hands"] == [None] * 4


def test_a_curtain_is_drawn_between_people_at_one_screen(ada: Guest) -> None:
    ada.sit_down("wizard", **{**SHORT, "kind_1": "hot"}, name_1="Mara")
    box = ada.page.locator(".dialog")
    expect(box).to_contain_text("It is the turn of")
    expect(ada.page.locator("[data-card]")).to_have_count(0)
    assert not any(any(hand for hand in scene_hands(text) or []) for text in ada.heard)
    box.locator("[data-first]").click()
    expect(ada.page.locator(".hand [data-card]")).to_have_count(1)
    assert ada.due() in ("bid", "trump")
    while ada.click_once():
        pass
    assert ada.scene()["places"] is not None


def scene_hands(text: str) -> list[object] | None:
    """Return the hands that a message shows."""
    now = json.loads(text).get("scene", {}).get("now")
    return now["state"]["hands"] if now else None


def test_who_leaves_is_replaced_and_may_return(ada: Guest, bob: Guest) -> None:
    ada.sit_down("wizard", **{**SHORT, "kind_1": "open"}, name_0="Ada")
    invite(ada, bob, "Bob")
    expect(ada.page.locator(".plate", has_text="Bob")).to_be_visible()
    bob.page.get_by_text("Menu").click()
    bob.page.get_by_role("button", name="Leave the table").click()
    bob.page.locator(".dialog").get_by_role("button", name="Leave").click()
    expect(bob.page.locator(".notice")).to_contain_text("You have left the table")
    expect(ada.page.locator(".plate", has_text="Bob")).to_contain_text("away, a bot plays")
    bob.page.get_by_role("link", name="Come back").click()
    bob.page.wait_for_selector(".felt")
    expect(ada.page.locator(".plate", has_text="Bob")).not_to_contain_text("away")


# Nothing gets lost


def test_a_connection_that_falls_in_the_middle_of_a_trick_comes_back_with_the_same_cards(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    store = tmp_path_factory.mktemp("fallen") / "site.db"
    with running_site(store) as first, guest(browser, first.url) as visitor:
        visitor.sit_down("wizard", **EASY, option_series="5")
        visitor.click_once()
        while not visitor.page.locator(".trick .played").count() or visitor.settle() != "card":
            visitor.click_once()
        before, table = visitor.hand(), visitor.scene()["now"]["state"]["trick"]
        first.kill()
        expect(visitor.page.locator(".notice")).to_contain_text("The connection is lost")
        port = int(first.url.rpartition(":")[2])
        with running_site(store, port=port):
            expect(visitor.page.locator(".notice")).to_have_count(0, timeout=20_000)
            assert visitor.hand() == before
            assert visitor.scene()["now"]["state"]["trick"] == table
            while visitor.click_once():
                pass
        assert visitor.scene()["places"] is not None


def test_a_reload_keeps_table_and_log(ada: Guest) -> None:
    ada.sit_down("wizard", **SHORT)
    ada.click_once()
    assert ada.settle() == "card"
    before, lines = ada.hand(), ada.page.locator("#log-lines li").all_inner_texts()
    ada.page.reload()
    assert ada.due() == "card"
    assert ada.hand() == before
    assert ada.page.locator("#log-lines li").all_inner_texts() == lines


def test_what_was_done_can_be_taken_back_and_done_again(ada: Guest) -> None:
    ada.sit_down("duel", **DUEL)
    assert ada.settle() == "card"
    before = ada.hand()
    ada.click_once()
    assert ada.settle() == "card"
    after = ada.hand()
    assert len(after) == len(before) - 1
    ada.page.keyboard.press("u")
    expect(ada.page.locator(".hand [data-card]")).to_have_count(len(before))
    ada.page.get_by_role("button", name="Redo").click()
    expect(ada.page.locator(".hand [data-card]")).to_have_count(len(after))
    assert ada.hand() == after


def test_a_game_is_saved_to_a_file_and_goes_on_from_it(
    ada: Guest, bob: Guest, tmp_path_factory: pytest.TempPathFactory
) -> None:
    ada.sit_down("duel", **DUEL)
    ada.click_once()
    assert ada.settle() == "card"
    with ada.page.expect_download() as saving:
        ada.page.get_by_text("Menu").click()
        ada.page.get_by_role("link", name="Save to a file").click()
    file = tmp_path_factory.mktemp("saved") / "game.json"
    saving.value.save_as(file)
    bob.open("/")
    bob.page.get_by_label("File").set_input_files(file)
    bob.page.get_by_role("button", name="Go on").click()
    assert bob.due() == "card"
    assert bob.hand() == ada.hand()


# Help and settings


def test_a_hint_says_what_the_strong_player_would_do_and_why(ada: Guest) -> None:
    ada.sit_down("wizard", **SHORT)
    assert ada.settle() in ("bid", "trump")
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".hint .sentence")).not_to_be_empty(timeout=60_000)
    expect(ada.page.locator(".hint .bar-fill").first).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".hint")).to_have_count(0)


def test_an_illegal_card_is_dimmed_and_says_why(ada: Guest) -> None:
    ada.sit_down("duel", kind_1="easy")
    refused = ada.page.locator(".hand .refused")
    while ada.settle() == "card" and not refused.count():
        ada.click_once()
    assert refused.count(), "in a whole duel every card was always legal: the seed is fresh, play again"
    reason = str(refused.first.get_attribute("title"))
    assert "does not follow the led suit" in reason
    assert reason in str(refused.first.get_attribute("aria-label"))
    step = ada.step()
    refused.first.click()
    expect(ada.page.locator("#status")).to_have_text(reason)
    assert ada.step() == step


def test_the_forbidden_bid_is_crossed_out_with_its_reason(ada: Guest) -> None:
    ada.sit_down("wizard", **EASY, option_series="3,3,3,3,3", option_hook="on")
    for _ in range(60):
        if ada.settle() == "bid" and ada.page.locator(".bid.forbidden").count():
            break
        assert ada.click_once(), "the guest was never the dealer"
    forbidden = ada.page.locator(".bid.forbidden")
    forbidden.click()
    expect(ada.page.locator("#status")).to_contain_text("the bids would add up to the 3 tricks")
    assert ada.due() == "bid"


def test_settings_are_kept_for_the_next_page(ada: Guest) -> None:
    ada.open("/")
    ada.page.get_by_text("Settings").click()
    ada.page.get_by_label("Colours").select_option("dark")
    ada.page.get_by_label("French suits").select_option("two")
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
    assert ada.settle() == "bid"
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
    flood = ada.page.evaluate(CHEAT, [[act | {"step": -1}] * 200, 5000])
    assert flood["shut"]
    assert "too many messages" in flood["refused"][-1]
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
        assert visitor.settle() == "bid"
        accessible(visitor)
        visitor.page.keyboard.press("?")
        accessible(visitor)
        visitor.page.keyboard.press("Escape")
        visitor.click_once()
        assert visitor.settle() == "card"
        accessible(visitor)
        while visitor.click_once():
            pass
        accessible(visitor)
        visitor.sit_down("figgie", **EASY, learning="on")
        assert visitor.settle() == "trade"
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
