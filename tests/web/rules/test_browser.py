"""Pages about rules in a real browser, on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.support.play_pages import guest, site
from tests.support.running_site import RunningSite

__all__ = ["site"]  # fixtures


@pytest.mark.parametrize("page", ["wizard", "duel/strategy", "figgie", "figgie/strategy"])
def test_rules_can_be_read_on_a_phone_and_lists_look_like_lists(site: RunningSite, browser: Browser, page: str) -> None:
    with guest(browser, site.url, width=360) as visitor:
        visitor.open(f"/rules/{page}")
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
        kind = "(all) => all.map((list) => getComputedStyle(list).listStyleType)"
        kinds = visitor.page.locator(".prose > ul, .prose section > ul, .prose section > ol").evaluate_all(kind)
        assert set(kinds) <= {"disc", "decimal"} and kinds
        results = Axe().run(visitor.page)
        assert results.violations_count == 0, results.generate_report()
