"""Two people at the deal of the day, each with a browser: begin, play by keys and clicks, leave, come back, share."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.support.daily import deal_today
from tests.support.play_pages import Guest, ada, bob, site
from tests.support.running_site import RunningSite

__all__ = ["ada", "bob", "site"]  # fixtures


@pytest.fixture(autouse=True)
def dealt(site: RunningSite) -> Iterator[None]:
    """The cards of today."""
    deal_today(site.store)
    yield


def test_two_people_at_once_meet_the_same_cards_and_come_back_to_their_own_try(
    browser: Browser, ada: Guest, bob: Guest
) -> None:
    for visitor in (ada, bob):
        visitor.open("/today")
        assert Axe().run(visitor.page).response["violations"] == []
        visitor.page.get_by_role("button", name="Begin your try of the duel").click()
        visitor.page.wait_for_selector(".felt")
    assert ada.page.url != bob.page.url
    assert ada.hand() == bob.hand()  # both are guests, so it is the same set
    own = ada.page.url
    ada.press_once()
    bob.click_once()
    ada.open("/today")
    ada.page.get_by_role("button", name="Go on with your try of the duel").click()
    ada.page.wait_for_selector(".felt")
    assert ada.page.url == own
    while ada.press_once():
        pass
    expect(ada.page.locator(".dialog")).to_contain_text("That was table 1 of 4 of your try at the deal of the day.")
    ada.page.get_by_role("link", name="Go on").click()
    ada.page.wait_for_selector(".felt")
    assert ada.page.url != own
    bob.page.goto(own)  # of somebody else
    expect(bob.page.locator("main")).to_contain_text("deal of the day")
    bob.complaints.clear()  # the browser tells of the 403
