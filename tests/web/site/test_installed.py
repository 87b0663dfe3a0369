"""A site that can be installed: its manifest and icons, and what is shown when it cannot be reached."""

import json
import struct

import pytest
from playwright.sync_api import Browser, expect

from overtrick.web.drawings import file_of
from tests.support.browser import browser
from tests.support.play_pages import DUEL, guest
from tests.support.running_site import running_site

__all__ = ["browser"]  # a fixture


def test_the_manifest_names_icons_that_are_there_in_their_sizes() -> None:
    file = file_of("site/overtrick.webmanifest")
    assert file is not None
    manifest = json.loads(file.read_text())
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == manifest["scope"] == "/"
    kinds = set()
    for icon in manifest["icons"]:
        found = file_of(icon["src"].removeprefix("/static/"))
        assert found is not None, icon
        kinds.add(icon.get("purpose", "any"))
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", found.read_bytes()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert kinds == {"any", "maskable"}


def test_a_page_that_is_opened_offline_says_so_and_comes_back(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    store = tmp_path_factory.mktemp("away") / "site.db"
    with running_site(store) as first, guest(browser, first.url) as visitor:
        visitor.open("/")
        visitor.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
        visitor.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        expect(visitor.page.locator(".notice.offline")).to_have_count(0)
        visitor.page.evaluate("() => { Object.defineProperty(navigator, 'onLine', { get: () => false }) }")
        visitor.page.evaluate("() => void dispatchEvent(new Event('offline'))")
        expect(visitor.page.locator(".notice.offline")).to_contain_text("You are offline.")
        first.kill()
        visitor.open("/rules")
        expect(visitor.page.locator("h1")).to_have_text("You are offline")
        ground = visitor.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        assert ground == "rgb(243, 239, 230)"  # with our style, which was kept
        with running_site(store, port=int(first.url.rpartition(":")[2])):
            visitor.page.get_by_role("link", name="Try again").click()
            expect(visitor.page.locator("h1")).to_have_text("The rules")


@pytest.mark.long
def test_a_table_tells_that_the_line_is_gone_without_moving_and_comes_back(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    store = tmp_path_factory.mktemp("fallen") / "site.db"
    with running_site(store) as first, guest(browser, first.url) as visitor:
        visitor.sit_down("duel", **DUEL)
        visitor.go_to("card")
        where = "() => JSON.stringify(document.querySelector('.felt').getBoundingClientRect())"
        before = visitor.page.evaluate(where)
        first.kill()
        expect(visitor.page.locator(".notice")).to_contain_text("The connection is lost")
        assert visitor.page.evaluate(where) == before
        with running_site(store, port=int(first.url.rpartition(":")[2])):
            expect(visitor.page.locator(".notice")).to_have_count(0, timeout=20_000)
            assert visitor.click_once()
