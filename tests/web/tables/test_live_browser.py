"""A market that runs, in a browser: by mouse, by keys and by touch, alone and with somebody else."""

import json
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from overtrick.match.record_file import sound_record
from tests.support.play_pages import EASY, WATCH, Guest, ada, bob, guest, moved, site
from tests.support.running_site import RunningSite
from tests.web.tables.test_access import accessible

__all__ = ["ada", "bob", "site"]  # fixtures

LIVE = {**EASY, "option_model": "live", "option_seconds": "30", "option_rounds": "2"}
WITHIN = """() =>
  ['.felt', '.strip', '.money', '.book', '.pile-count', '.quote-it', '.trade', '.status', '.last-trades']
  .flatMap((what) => [...document.querySelectorAll(what)])
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([, { top, left, right, bottom }]) => top < 0 || left < 0 || right > innerWidth || bottom > innerHeight)
  .map(([name]) => name)"""

GONE = """async () => {
  const books = new URL("books.js", new URL(document.getElementById("table").dataset.module, location.href));
  const { noteQuote } = await import(books.href);
  for (const price of [9, null]) noteQuote("sell clubs", price, performance.now());
  document.querySelector(".book.suit-clubs .trade.sell").click();
}"""
"""Clicks on a bid that was there until just now."""


@pytest.fixture
def phone(browser: Browser, site: RunningSite) -> Iterator[Guest]:
    """Somebody with a phone."""
    with guest(browser, site.url, width=360, touch=True) as visitor:
        visitor.page.set_viewport_size({"width": 360, "height": 740})
        yield visitor
        assert visitor.complaints == []


def sit_down(visitor: Guest, **more: str) -> None:
    """Sit down at a market whose bots take ten seconds at least, so that a slow machine is quick enough."""
    visitor.sit_down("figgie", **{**LIVE, "option_seconds": "120", "option_reaction": "10000", **more})


def acted(visitor: Guest, action: str) -> None:
    """Wait until the table tells of an action of one's own."""
    book = f"() => document.querySelector('.log')?.textContent.includes({action!r})"
    visitor.page.wait_for_function(book)


def test_one_click_opens_a_market_in_which_one_trades_at_any_time_by_mouse(ada: Guest) -> None:
    ada.open("/")
    ada.page.locator("[data-game=figgie] button").first.click()
    ada.page.wait_for_selector(".felt")
    assert ada.scene()["options"]["model"] == "live"
    expect(ada.page.locator("#status")).to_have_text("The market stands still.")
    ada.page.get_by_role("button", name="Open the market").click()
    expect(ada.page.locator("#status")).to_have_text("Trade at any time.")
    bots = "() => /(Bo|Cleo|Dan) (bids|offers|sells|buys)/.test(document.querySelector('.log').textContent)"
    ada.page.wait_for_function(bots)
    ada.page.get_by_role("button", name="Pause").click()
    expect(ada.page.get_by_role("button", name="Go on")).to_be_visible()
    ada.page.reload()
    expect(ada.page.get_by_role("button", name="Go on")).to_be_visible()
    ada.page.get_by_role("button", name="Go on").click()
    expect(ada.page.get_by_role("button", name="Pause")).to_be_visible()


@pytest.mark.long
def test_a_price_is_quoted_by_mouse_and_without_one_just_a_better_one(ada: Guest) -> None:
    sit_down(ada)
    ada.page.get_by_role("button", name="Open the market").click()
    ada.page.get_by_label("Bid price for hearts").fill("41")
    ada.page.get_by_role("button", name="Bid hearts at 41").click()
    acted(ada, "Guest bids 41 for hearts")
    ada.page.get_by_role("button", name="Bid hearts at 42").click()
    acted(ada, "Guest bids 42 for hearts")
    expect(ada.page.locator(".book.suit-hearts .side-bid .quote")).to_have_text("42you")


@pytest.mark.long
def test_a_market_is_opened_quoted_and_paused_by_keys(ada: Guest) -> None:
    sit_down(ada)
    ada.page.keyboard.press("Space")
    expect(ada.page.locator("#status")).to_have_text("Trade at any time.")
    for key in "bs40":
        ada.page.keyboard.press(key)
    expect(ada.page.locator("#status")).to_have_text("bid spades 40 ↵")
    ada.page.keyboard.press("Enter")
    acted(ada, "Guest bids 40 for spades")
    field = ada.page.get_by_label("Bid price for clubs")
    field.fill("39")
    field.press("Enter")
    acted(ada, "Guest bids 39 for clubs")
    expect(field).to_have_value("")
    field.blur()
    ada.page.keyboard.press("p")
    expect(ada.page.get_by_role("button", name="Go on")).to_be_visible()


def test_all_books_cards_and_money_are_on_one_screen_of_a_phone_and_work_by_touch(phone: Guest) -> None:
    sit_down(phone)
    assert phone.page.evaluate(WITHIN) == []
    accessible(phone)
    phone.page.get_by_role("button", name="Open the market").click()
    expect(phone.page.locator("#status")).to_have_text("Trade at any time.")
    assert phone.page.evaluate(WITHIN) == []
    assert phone.page.evaluate("scrollY") == 0
    phone.page.get_by_label("Bid price for diamonds").fill("43")
    phone.page.get_by_role("button", name="Bid diamonds at 43").tap()
    acted(phone, "Guest bids 43 for diamonds")
    assert phone.page.locator(".book").count() == 4 and phone.page.locator(".chart").count() == 4


@pytest.mark.long
def test_a_take_of_what_is_gone_is_refused_in_a_sentence(ada: Guest) -> None:
    sit_down(ada)
    ada.page.keyboard.press("Space")
    expect(ada.page.locator("#status")).to_have_text("Trade at any time.")
    ada.page.keyboard.type("ffs")
    expect(ada.page.locator("#status")).to_contain_text("finds no offer")


@pytest.mark.long
def test_friends_from_the_start_page_wait_at_a_market_that_does_not_move_when_it_begins(ada: Guest, bob: Guest) -> None:
    bob.page.set_viewport_size({"width": 360, "height": 740})
    ada.open("/")
    ada.page.locator(".friends [name=game]").select_option("figgie")
    ada.page.get_by_role("button", name="Make a table").click()
    address = ada.page.get_by_label("Address of the invitation").input_value()
    ada.page.get_by_role("button", name="Done").click()
    bob.page.goto(address)
    expect(bob.page.locator(".lead")).to_have_text("Figgie for 4: 3 seats are free.")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator(".quote-it").first).to_be_disabled()
    for visitor in (ada, bob):
        visitor.page.evaluate(WATCH)
    ada.page.get_by_role("button", name="Start now").click()
    bob.page.get_by_role("button", name="I am ready").click()
    expect(bob.page.locator(".start-line")).to_contain_text("One other is not ready.")
    assert bob.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    ada.page.get_by_role("button", name="Open the market").click()
    for visitor in (ada, bob):
        expect(visitor.page.locator("#status")).to_have_text("Trade at any time.")
        visitor.page.wait_for_function("() => document.querySelectorAll('.tape tbody tr').length > 1", timeout=60_000)
        assert moved(visitor) == {}


def test_a_click_on_what_has_just_gone_takes_nothing_and_says_so(ada: Guest) -> None:
    sit_down(ada)
    ada.page.keyboard.press("Space")
    sell = ada.page.locator(".book.suit-hearts .trade.sell")
    sell.click(force=True)
    expect(ada.page.locator("#status")).to_have_text("Sell hearts: there is no bid.")
    ada.page.keyboard.type("bh4")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".book.suit-hearts .side-bid.own")).to_be_visible()
    sell.click(force=True)
    expect(ada.page.locator("#status")).to_have_text("This bid of hearts is your own.")
    ada.page.evaluate(GONE)
    expect(ada.page.locator("#status")).to_have_text("Somebody was quicker: the bid of 9 for clubs is gone.")
    assert ada.scene()["step"] < 3


@pytest.mark.parametrize(("width", "height"), [(360, 740), (700, 900), (1440, 900)])
@pytest.mark.long
def test_five_traders_fit_beside_each_other(width: int, height: int, browser: Browser, site: RunningSite) -> None:
    with guest(browser, site.url, width=width) as visitor:
        visitor.page.set_viewport_size({"width": width, "height": height})
        sit_down(visitor, seats="5", kind_4="easy", name_0="Maximiliane von Hohenstein", option_reaction="1000")
        visitor.page.evaluate(WATCH)
        visitor.page.keyboard.press("Space")
        visitor.page.wait_for_function("() => document.querySelectorAll('.tape tbody tr').length > 2", timeout=60_000)
        boxes = visitor.page.evaluate(
            "[...document.querySelectorAll('.plate')].map((one) => one.getBoundingClientRect())"
            ".filter((box) => box.width).map((box) => [box.left, box.right])"
        )
        assert all(first[1] <= second[0] for first, second in pairwise(boxes)) and boxes[-1][1] <= width
        assert visitor.page.locator("header.bar").evaluate("(bar) => bar.scrollWidth <= innerWidth")
        assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert moved(visitor) == {}
        assert visitor.complaints == []


@pytest.mark.long
def test_two_people_trade_with_each_other_and_play_both_rounds(ada: Guest, bob: Guest) -> None:
    ada.sit_down("figgie", **{**LIVE, "kind_1": "open"}, name_0="Ada")
    address = ada.page.get_by_label("Address of the invitation").input_value()
    ada.page.get_by_role("button", name="Done").click()
    bob.page.goto(address)
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    bob.page.wait_for_selector(".felt")
    ada.page.get_by_role("button", name="I am ready").click()
    expect(ada.page.locator(".start-line")).to_contain_text("One other is not ready.")
    bob.page.get_by_role("button", name="Open the market").click()
    for visitor in (ada, bob):
        expect(visitor.page.locator("#status")).to_have_text("Trade at any time.")
        assert visitor.page.get_by_role("button", name="Pause").count() == 0
    ada.page.keyboard.type("bh45")
    ada.page.keyboard.press("Enter")
    expect(bob.page.locator(".book.suit-hearts .side-bid .quote")).to_have_text("45Ada")
    for visitor in (ada, bob):
        visitor.page.get_by_role("button", name="Next round").click(timeout=60_000)
    for visitor in (ada, bob):
        expect(visitor.page.locator("#status")).to_have_text("Trade at any time.")
        expect(visitor.page.locator(".strip")).to_contain_text("2 of 2")
    for visitor in (ada, bob):
        visitor.page.wait_for_selector(".dialog.wide", timeout=60_000)
        assert sum(visitor.scene()["totals"]) == 0
    for own, visitor in enumerate((ada, bob)):
        scenes = [json.loads(text)["scene"] for text in visitor.heard if text.startswith('{"scene"')]
        states = [scene["now"]["state"] for scene in scenes if scene["now"]]
        assert len(states) > 10
        for state in states:
            assert state["goal_suit"] is None and state["suit_counts"] is None
            others = [hand for seat, hand in enumerate(state["hands"]) if seat != own and state["held"][seat]]
            assert not any(others)
    record = sound_record(ada.page.request.get(f"{ada.page.url}/replay/record").json())
    assert list(record.totals) == ada.scene()["totals"]
    assert any(" by 0 at " in action for deal in record.deals for _, action in deal.actions)


@pytest.mark.long
def test_a_market_with_a_hidden_page_waits_for_who_plays_alone(ada: Guest) -> None:
    sit_down(ada)
    ada.page.keyboard.press("Space")
    expect(ada.page.get_by_role("button", name="Pause")).to_be_visible()
    ada.page.evaluate(
        """() => { Object.defineProperty(document, 'hidden', { value: true });
                   document.dispatchEvent(new Event('visibilitychange')); }"""
    )
    expect(ada.page.get_by_role("button", name="Go on")).to_be_visible()
