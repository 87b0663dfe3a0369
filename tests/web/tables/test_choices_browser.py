"""The choices for a new table in a real browser: by keys and touch, narrow and wide, with and without scripts."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.support.play_pages import Guest, ada, guest, site
from tests.support.running_site import RunningSite

__all__ = ["ada", "site"]  # fixtures


def test_cards_are_chosen_by_keys_and_what_does_not_go_with_them_is_put_away(ada: Guest) -> None:
    ada.open("/play/figgie")
    rounds = ada.page.get_by_text("How many rounds?", exact=True)
    expect(rounds).to_be_visible()
    ada.tab_to('[name="option_model"]')
    ada.page.keyboard.press("ArrowDown")
    expect(ada.page.locator('[name="option_model"][value="turn"]')).to_be_checked()
    expect(rounds).to_be_hidden()
    ada.tab_to("main button[type=submit]")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector(".felt")
    assert ada.scene()["names"][0] == "Guest"
    ada.open("/play/figgie")
    expect(ada.page.locator('[name="option_model"][value="turn"]')).to_be_checked()
    assert Axe().run(ada.page).violations_count == 0
    ada.page.get_by_role("link", name="Back to the usual").click()
    expect(ada.page.locator('[name="option_model"][value="live"]')).to_be_checked()


@pytest.mark.long
def test_a_preset_chooses_its_rules_and_gives_way_to_what_is_chosen_by_itself(ada: Guest) -> None:
    ada.open("/play/wizard")
    series = ada.page.locator('[name="option_series"]')
    ada.page.locator('[name="preset"][value="house"]').check()
    expect(series.locator("xpath=self::*[@value='elimination']")).to_be_checked()
    ada.page.locator('[name="option_series"][value="standard"]').check()
    expect(ada.page.locator('[name="preset"]:checked')).to_have_count(0)
    ada.page.get_by_text("More rules").click()
    expect(ada.page.locator('[name="option_direction"][value="anticlockwise"]')).to_be_checked()
    ada.page.locator(".own-choice summary").first.click()
    ada.page.locator("[name=own_series]").fill("1,2")
    ada.page.locator("[name=own_series]").blur()
    expect(ada.page.locator('[name="option_series"]:checked')).to_have_count(0)


@pytest.mark.long
def test_without_scripts_a_table_is_chosen_and_remembered(browser: Browser, site: RunningSite) -> None:
    context = browser.new_context(java_script_enabled=False, has_touch=True, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{site.url}/play/figgie")
    page.locator('[name="option_model"][value="turn"]').tap()
    page.locator('[name="level"][value="expert"]').tap()
    page.get_by_role("button", name="Sit down").tap()
    expect(page.get_by_text("you need JavaScript")).to_be_visible()
    page.goto(f"{site.url}/play/figgie")
    for name, value in (("option_model", "turn"), ("level", "expert")):
        expect(page.locator(f'[name="{name}"][value="{value}"]')).to_be_checked()
    context.close()


@pytest.mark.long
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 800, 1440])
@pytest.mark.parametrize("path", ["/", "/play/wizard", "/play/duel", "/play/figgie"])
def test_the_page_fits_every_screen(path: str, width: int, colours: str, site: RunningSite, browser: Browser) -> None:
    with guest(browser, site.url, width=width, colours="dark" if colours == "dark" else "light") as visitor:
        visitor.open(path)
        visitor.page.evaluate("document.querySelectorAll('details.folded').forEach((more) => (more.open = true))")
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
        results = Axe().run(visitor.page)
        assert results.violations_count == 0, results.generate_report()
        assert visitor.complaints == []
