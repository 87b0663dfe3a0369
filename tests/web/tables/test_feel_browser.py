"""How a table feels in a real browser: nothing jumps, what it sounds like, what is in sight, what a key does twice."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.play_pages import EASY, WATCH, Guest, ada, bob, guest, moved, site
from tests.support.running_site import RunningSite
from tests.web.tables.test_browser import act_if_due, invite
from tests.web.tables.test_together_browser import register, sit_together

pytestmark = pytest.mark.long  # whole rounds at every width; test_browser.py opens a table

__all__ = ["ada", "bob", "site"]  # fixtures


# Nothing jumps


def play_watched(visitor: Guest) -> None:
    """Play to the end and see that nothing moves."""
    visitor.settle()
    visitor.page.evaluate(WATCH)
    while visitor.click_once():
        pass
    assert moved(visitor) == {}


def test_plates_and_hands_keep_their_places_through_whole_rounds(ada: Guest) -> None:
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    ada.sit_down("wizard", **EASY, option_series="2,3")
    play_watched(ada)


@pytest.mark.parametrize("width", [360, 800, 1440])
@pytest.mark.parametrize(
    ("game", "fields"), [("wizard", {**EASY, "option_series": "11"}), ("duel", {"kind_1": "easy"})]
)
def test_nothing_moves_at_any_width(
    browser: Browser, site: RunningSite, width: int, game: str, fields: dict[str, str]
) -> None:
    with guest(browser, site.url, width=width) as visitor:
        visitor.sit_down(game, **fields)
        play_watched(visitor)


def test_six_with_ten_cards_fit_on_a_phone_and_nothing_covers_a_name(browser: Browser, site: RunningSite) -> None:
    with guest(browser, site.url, width=360) as visitor:
        visitor.page.set_viewport_size({"width": 360, "height": 740})
        visitor.sit_down("wizard", seats="6", option_series="10", level="easy")
        visitor.go_to("card")
        names = visitor.page.locator(".played .caption")
        plate = visitor.page.locator(".plate.own .plate-box").bounding_box()
        assert plate is not None
        for name in names.all():
            box = name.bounding_box()
            assert box is not None and box["y"] + box["height"] <= plate["y"]
        assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_nothing_moves_while_two_wait_for_each_other_on_small_screens(ada: Guest, bob: Guest) -> None:
    for visitor, size in ((ada, (800, 900)), (bob, (360, 740))):
        visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_together(ada, (bob, "Bob"), option_ranks="3")
    for visitor in (ada, bob):
        expect(visitor.page.locator(".notice")).to_have_count(0)
        visitor.page.evaluate(WATCH)
    while not ada.scene()["places"]:
        for visitor in (ada, bob):
            act_if_due(visitor)
    for visitor in (ada, bob):
        assert moved(visitor) == {}


@pytest.mark.parametrize("width", [360, 800, 1440])
def test_a_market_does_not_move_when_it_opens_trades_and_pauses(
    browser: Browser, site: RunningSite, width: int
) -> None:
    with guest(browser, site.url, width=width) as visitor:
        visitor.open("/")
        visitor.page.locator('[data-game="figgie"]').get_by_role("button", name="Play against").first.click()
        visitor.page.wait_for_selector(".felt")
        visitor.page.evaluate(WATCH)
        visitor.page.get_by_role("button", name="Open the market").click()
        visitor.page.wait_for_function("() => document.querySelectorAll('.tape tbody tr').length > 2", timeout=60_000)
        visitor.page.get_by_role("button", name="Pause").click()
        expect(visitor.page.get_by_role("button", name="Go on")).to_be_visible()
        assert moved(visitor) == {}


# What is in sight


@pytest.mark.parametrize("width", [360, pytest.param(800, marks=pytest.mark.long)])
def test_log_and_score_pad_slide_over_the_table_by_a_button_and_a_key(
    browser: Browser, site: RunningSite, width: int
) -> None:
    with guest(browser, site.url, width=width, touch=True) as visitor:
        visitor.sit_down("wizard", **EASY, option_series="1,2")
        visitor.go_to("bid")
        log, pad = visitor.page.locator(".log"), visitor.page.locator(".pad")
        expect(log).not_to_be_visible()
        visitor.page.get_by_role("button", name="Log and score pad").tap()
        for panel in (log, pad):
            expect(panel).to_be_in_viewport()
        visitor.page.keyboard.press("Escape")
        expect(log).not_to_be_visible()
        assert visitor.focused("aria-expanded") == "false"
        visitor.page.keyboard.press("o")
        expect(pad).to_be_in_viewport()
        assert visitor.complaints == []


def test_on_a_wide_screen_log_and_pad_are_beside_the_table_and_cards_are_larger(
    browser: Browser, site: RunningSite
) -> None:
    with guest(browser, site.url, width=1440) as visitor:
        visitor.sit_down("wizard", **EASY, option_series="3,4")
        visitor.go_to("bid")
        expect(visitor.page.locator(".log")).to_be_in_viewport()
        expect(visitor.page.locator(".pad")).to_be_in_viewport()
        expect(visitor.page.get_by_role("button", name="Log and score pad")).not_to_be_visible()
        assert visitor.page.locator(".hand .card").first.bounding_box()["width"] > 115  # type: ignore[index]


# Keys


def test_a_second_enter_after_a_round_bids_nothing(ada: Guest) -> None:
    ada.sit_down("wizard", **EASY, option_series="1,2")
    while ada.due() != "dialog":
        assert ada.press_once()
    step = ada.step()
    for _ in range(3):
        ada.page.keyboard.press("Enter")
    while ada.due() != "bid":
        assert ada.press_once()
    step = ada.step()
    for _ in range(2):
        ada.page.keyboard.press("Enter")
        ada.page.wait_for_timeout(300)
    assert (ada.step(), ada.due()) == (step, "bid")
    ada.page.keyboard.press("ArrowRight")
    assert ada.focused("data-bid") is not None


# Sounds

MADE = "() => import('/static/play/sounds.js').then(({ made }) => made.splice(0))"
LOUDNESS = """async (name) => {
  const { voice } = await import('/static/play/sounds.js');
  const context = new OfflineAudioContext(1, 44100 * 1.5, 44100);
  voice(context, name, 0);
  const samples = (await context.startRendering()).getChannelData(0);
  const parts = Array.from({ length: 15 }, (_, part) => {
    const piece = samples.subarray(part * 4410, (part + 1) * 4410);
    return Math.sqrt(piece.reduce((sum, one) => sum + one * one, 0) / piece.length);
  });
  let turns = 0;
  for (let place = 1; place < samples.length; place += 1) turns += (samples[place] > 0) !== (samples[place - 1] > 0);
  return { parts, turns, peak: samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0) };
}"""
"""Plays a sound to itself: how loud each tenth of a second is, how often it swings, and its highest peak."""


def test_no_sound_is_silent_or_too_loud_and_all_differ(ada: Guest) -> None:
    ada.open("/")
    names = ada.page.evaluate("() => import('/static/play/sounds.js').then(({ VOICES }) => Object.keys(VOICES))")
    assert {"card", "trick", "trade", "turn", "end"} <= set(names)
    heard = {name: ada.page.evaluate(LOUDNESS, name) for name in names}
    for name, one in heard.items():
        assert 0.02 < one["peak"] < 0.9, (name, one["peak"])
    lasting = {name: sum(part > 0.001 for part in one["parts"]) for name, one in heard.items()}
    assert lasting["card"] < lasting["trick"] < lasting["end"]
    for name, one in heard.items():  # by how long they last or how high they are
        for other, two in heard.items():
            if name < other:
                same = lasting[name] == lasting[other] and abs(one["turns"] - two["turns"]) < 0.1 * one["turns"]
                assert not same, (name, other, one["turns"], two["turns"])


def test_nothing_sounds_before_a_click_and_then_cards_tricks_turns_and_the_end_do(ada: Guest) -> None:
    ada.sit_down("duel", kind_1="easy", option_ranks="3")
    ada.due()
    ada.page.reload()  # a page that nobody has touched yet
    assert ada.settle() == "card"
    assert ada.page.evaluate(MADE) == []
    while ada.click_once():
        pass
    made = ada.page.evaluate(MADE)
    assert made[-1] == "end"
    assert made.count("end") == 1
    tricks = sum(ada.scene()["totals"])
    assert made.count("trick") == tricks
    assert {"card", "turn"} <= set(made)
    assert "trade" not in made


def test_the_switch_for_sounds_is_in_sight_works_by_key_and_is_remembered(ada: Guest) -> None:
    ada.sit_down("duel", kind_1="easy", option_ranks="3")
    ada.due()
    switch = ada.page.get_by_role("button", name="Sounds")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    ada.page.evaluate(MADE)
    ada.click_once()
    assert ada.page.evaluate(MADE) == []
    ada.page.reload()
    ada.page.wait_for_selector(".felt")
    expect(switch).to_have_attribute("aria-pressed", "false")
    ada.page.keyboard.press("m")
    expect(switch).to_have_attribute("aria-pressed", "true")


def test_a_trade_sounds_like_coins(ada: Guest) -> None:
    ada.open("/")
    ada.page.locator('[data-game="figgie"]').get_by_role("button", name="Play against").first.click()
    ada.page.wait_for_selector(".felt")
    ada.page.get_by_role("button", name="Open the market").click()
    ada.page.wait_for_function("() => document.querySelectorAll('.tape tbody tr').length > 1", timeout=60_000)
    made = ada.page.evaluate(MADE)
    assert "trade" in made
    assert not {"card", "trick"} & set(made)


# A card that is chosen before the turn


def who_moves(ada: Guest, bob: Guest) -> tuple[Guest, Guest]:
    """Return who is to move, and who waits, once both have been told."""
    while True:
        for mover, waiter in ((ada, bob), (bob, ada)):
            if mover.scene()["now"].get("legal") and waiter.page.locator(".hand .card[aria-pressed]").count():
                return mover, waiter
        ada.page.wait_for_timeout(50)


@pytest.mark.parametrize("how", ["mouse", pytest.param("keys", marks=pytest.mark.long)])
def test_a_card_chosen_before_the_turn_is_played_when_it_comes_and_nobody_hears_of_it_before(
    ada: Guest, bob: Guest, how: str
) -> None:
    sent: list[str] = []
    for visitor in (ada, bob):
        visitor.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    sit_together(ada, (bob, "Bob"))
    mover, waiter = who_moves(ada, bob)
    led, name = next((led, own) for led in mover.hand() for own in waiter.hand() if led[0] == own[0])
    card = waiter.page.locator(f'.hand [data-card="{name}"]')
    if how == "keys":
        waiter.tab_to(".hand .card")
        while waiter.focused("data-card") != name:
            waiter.page.keyboard.press("ArrowRight")
        waiter.page.keyboard.press("Enter")
    else:
        card.click(position={"x": 8, "y": 14})
    expect(waiter.page.locator(".hand .planned")).to_have_attribute("data-card", name)
    expect(waiter.page.locator("#status")).to_contain_text("At your turn:")
    quiet, heard = len(sent), len(mover.heard)
    waiter.page.wait_for_timeout(400)
    assert (len(sent), len(mover.heard)) == (quiet, heard)
    mover.page.locator(f'.hand [data-card="{led}"]').click(position={"x": 8, "y": 14})
    expect(card).to_have_count(0)
    assert any(f'"action":"{name}"' in text for text in sent)


def test_a_chosen_card_is_taken_back_by_a_second_click_or_escape_and_an_illegal_one_is_not_played(
    browser: Browser, site: RunningSite, ada: Guest
) -> None:
    with guest(browser, site.url, width=360, touch=True) as bob:
        sit_together(ada, (bob, "Bob"))
        mover, waiter = who_moves(ada, bob)
        planned = waiter.page.locator(".hand .planned")
        first = waiter.page.locator(".hand .card").first
        for by_key in (False, True):
            first.click(position={"x": 8, "y": 14})
            expect(planned).to_have_count(1)
            if by_key:
                waiter.page.keyboard.press("Escape")
            else:
                first.click(position={"x": 8, "y": 14})
            expect(planned).to_have_count(0)
        held = waiter.hand()
        led = next(card for card in mover.hand() if any(one[0] == card[0] for one in held))
        wrong = next(one for one in held if one[0] != led[0])
        waiter.page.locator(f'.hand [data-card="{wrong}"]').click(position={"x": 8, "y": 14})
        mover.page.locator(f'.hand [data-card="{led}"]').click(position={"x": 8, "y": 14})
        expect(waiter.page.locator("#status")).to_contain_text("Not played:")
        assert waiter.due() == "card"
        assert wrong in waiter.hand()


# Who sits there


def test_players_have_portraits_and_those_with_an_account_a_profile_in_a_new_tab(ada: Guest, bob: Guest) -> None:
    register(ada, "Rosalinde")
    ada.open("/")
    ada.page.locator(".friends [name=game]").select_option("duel")
    ada.page.get_by_role("button", name="Make a table").click()
    invite(ada, bob, "Bob")
    looks = [bob.page.locator(f'[data-seat="{seat}"] .portrait').get_attribute("data-looks") for seat in (0, 1)]
    assert looks[0] != looks[1]
    table = bob.page.url
    with bob.page.expect_popup() as opened:
        bob.page.locator('[data-seat="0"] .profile').click()
    expect(opened.value.locator("h1")).to_contain_text("Rosalinde")
    assert bob.page.url == table
    expect(bob.page.locator('[data-seat="1"] .profile')).to_have_count(0)


# The end


@pytest.mark.parametrize("motion", ["on", pytest.param("off", marks=pytest.mark.long)])
def test_the_end_shows_who_stands_where_tells_the_story_and_moves_only_where_it_may(
    browser: Browser, site: RunningSite, motion: str
) -> None:
    with guest(browser, site.url, settings={"pace": "once", "motion": motion}) as visitor:
        visitor.sit_down("duel", kind_1="easy", option_ranks="3")
        while visitor.click_once():
            pass
        expect(visitor.page.locator(".stand")).to_have_count(2)
        told = visitor.page.locator(".story").inner_text()
        assert told.count(".") == 3
        moves = visitor.page.locator(".air").evaluate("(air) => getComputedStyle(air).display !== 'none'")
        assert moves == (motion == "on")
        visitor.page.emulate_media(reduced_motion="reduce")
        assert visitor.page.locator(".air").evaluate("(air) => getComputedStyle(air).display") == "none"
        visitor.page.get_by_role("button", name="Close").click()
        visitor.page.get_by_role("button", name="Show the result").click()
        expect(visitor.page.locator(".story")).to_have_text(told)
        assert visitor.complaints == []
