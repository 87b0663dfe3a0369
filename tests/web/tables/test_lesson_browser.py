"""A fresh visitor in a guided first game, in a real browser."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.support.play_pages import Guest, ada, guest, site
from tests.support.running_site import RunningSite

__all__ = ["ada", "site"]  # fixtures


def learn(visitor: Guest, game: str) -> None:
    """Open the start page as a new visitor does, and take the lesson."""
    visitor.open("/")
    visitor.page.locator(f'[data-game="{game}"] .lesson-door').click()
    visitor.page.wait_for_selector(".felt")


@pytest.mark.long
def test_a_fresh_visitor_is_led_through_wizard_to_the_end(ada: Guest) -> None:
    ada.open("/")
    expect(ada.page.locator('[data-game="wizard"] .lesson-door')).to_contain_text("New here? Learn it in 4 minutes")
    learn(ada, "wizard")
    told = []
    while ada.settle() != "over":
        told += [words for words in ada.page.locator(".lesson-words p").all_inner_texts() if words not in told]
        ada.click_once()
    for words in ("that is a trick", "is trump", "must follow", "hold a Wizard", "hold a Jester", "You bid"):
        assert any(words in one for one in told), words
    expect(ada.page.locator(".lesson")).to_contain_text("That is Wizard.")
    ada.open("/")
    expect(ada.page.locator('[data-game="wizard"] .lesson-door')).to_have_text("Learn it in 4 minutes: Wizard")
    assert ada.complaints == []


def test_the_page_points_at_what_is_spoken_of_and_a_lesson_can_be_left(ada: Guest) -> None:
    learn(ada, "duel")
    assert ada.settle() == "card"
    expect(ada.page.locator("#table")).to_have_attribute("data-points-at", "hand hand")
    outline = "(hand) => getComputedStyle(hand).outlineStyle"
    assert ada.page.locator(".own-area .hand").evaluate(outline) == "dashed"
    results = Axe().run(ada.page)
    assert results.violations_count == 0, results.generate_report()
    ada.page.get_by_role("button", name="Play on without advice").click()
    expect(ada.page.locator(".lesson")).to_have_count(0)
    assert ada.click_once()
    expect(ada.page.locator(".lesson")).to_have_count(0)


def test_figgie_is_learnt_without_the_rules_page(ada: Guest) -> None:
    learn(ada, "figgie")
    words = ada.page.locator(".lesson-words")
    expect(words).to_contain_text("5 diamonds, your most: they may well be the long suit")
    expect(words).to_contain_text("hearts, if diamonds are long")
    assert ada.settle() == "trade"
    step = ada.step()
    ada.page.get_by_role("button", name="Bid hearts at").first.click()
    ada.past(step)
    assert ada.settle() == "trade"
    expect(words).to_contain_text("whoever has most of them")
    told = words.inner_text()
    step = ada.step()
    ada.page.get_by_label("Bid price for clubs").fill("9999999")  # more than anybody may bid
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#status")).to_contain_text("Type a whole number of dollars for clubs first.")
    ada.page.get_by_role("button", name="Offer clubs").click()  # without a price
    expect(ada.page.locator("#status")).to_contain_text("Type a whole number of dollars for clubs first.")
    assert ada.step() == step
    ada.page.reload()
    expect(words).to_have_text(told.replace("\n", ""), use_inner_text=False)


def test_words_stay_until_the_next_are_told_also_after_a_reload(ada: Guest) -> None:
    learn(ada, "duel")
    words = ada.page.locator(".lesson-words")
    for _ in range(10):  # until a decision at which nothing new is told
        ada.click_once()
        ada.settle()
        if not ada.page.locator("#table").get_attribute("data-points-at"):
            break
    told = words.all_inner_texts()
    assert told[0]
    ada.page.reload()
    expect(words.locator("p").first).to_be_visible()
    assert words.all_inner_texts() == told
    ada.page.go_back()
    ada.page.go_forward()
    expect(words.locator("p").first).to_be_visible()
    assert words.all_inner_texts() == told


def test_while_others_bid_a_learner_reads_what_it_is_about(site: RunningSite, browser: Browser) -> None:
    with guest(browser, site.url, settings={}) as visitor:  # at the usual pace
        learn(visitor, "wizard")
        expect(visitor.page.locator(".lesson-words")).to_contain_text("Three short rounds of Wizard")


def test_after_the_lesson_one_click_leads_to_the_usual_game(ada: Guest) -> None:
    learn(ada, "duel")
    while ada.press_once():
        pass
    expect(ada.page.locator(".dialog .lesson-end")).to_contain_text("That is the duel.")
    lesson = ada.page.url
    ada.page.get_by_role("button", name="Play a whole game").last.click()
    ada.page.wait_for_url(lambda url: url != lesson)
    ada.page.wait_for_selector(".felt")
    expect(ada.page.locator(".lesson")).to_have_count(0)
    expect(ada.page.locator(".plate").first).not_to_contain_text("greedy")


def test_on_a_phone_nothing_that_has_the_focus_lies_below_the_words(site: RunningSite, browser: Browser) -> None:
    with guest(browser, site.url, width=360) as visitor:
        visitor.page.set_viewport_size({"width": 360, "height": 740})
        learn(visitor, "figgie")
        visitor.settle()
        visitor.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        visitor.page.get_by_label("Bid price for spades").focus()
        lower = visitor.page.locator(".lesson").evaluate("(panel) => panel.getBoundingClientRect().bottom")
        upper = "(field) => field.getBoundingClientRect().top"
        assert visitor.page.get_by_label("Bid price for spades").evaluate(upper) >= lower
        visitor.page.get_by_label("Bid price for spades").fill("3")
        visitor.page.get_by_role("button", name="Bid spades at 3").click()
        visitor.past(0)


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 800, 1440])
@pytest.mark.parametrize("game", ["wizard", "duel", "figgie"])
def test_a_lesson_fits_every_screen(game: str, width: int, site: RunningSite, browser: Browser) -> None:
    with guest(browser, site.url, width=width) as visitor:
        learn(visitor, game)
        due = visitor.settle()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
        if width > 360:  # what is asked for is in sight together with the words
            asked = {"bid": ".bid", "card": ".hand .legal", "trade": ".pass"}[due]
            visitor.page.evaluate("scrollTo(0, 0)")
            expect(visitor.page.locator(asked).first).to_be_in_viewport(ratio=1)
            expect(visitor.page.locator(".lesson-words")).to_be_in_viewport(ratio=1)
        assert Axe().run(visitor.page).violations_count == 0
