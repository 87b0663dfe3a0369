"""Hints in a real browser: what is meant is ringed where it lies, and nothing moves for it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.support.play_pages import DUEL, WATCH, guest, moved, site
from tests.support.running_site import RunningSite

__all__ = ["site"]  # fixtures


@pytest.mark.parametrize("width", [360, 1440])
def test_a_hint_rings_a_card_and_moves_nothing(site: RunningSite, browser: Browser, width: int) -> None:
    with guest(browser, site.url, width=width) as visitor:
        visitor.sit_down("duel", **DUEL)
        assert visitor.settle() == "card"
        visitor.page.evaluate(WATCH)
        visitor.page.get_by_role("button", name="Hint").click()
        expect(visitor.page.locator(".hint .sentence")).to_contain_text(".", timeout=60_000)
        expect(visitor.page.locator(".hand .hinted.legal")).to_have_count(1)
        assert Axe().run(visitor.page).violations_count == 0
        assert moved(visitor) == {}
        assert visitor.complaints == []
