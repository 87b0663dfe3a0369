"""Pictures of the pages where people play, to be looked at: python -m tests.support.pictures FOLDER"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser

from tests.support.browser import Colours, open_browser
from tests.support.play_pages import DUEL, EASY, SHORT, Guest, guest
from tests.support.running_site import RunningSite, running_site

WIDTHS = (360, 800, 1440)
COLOURS: tuple[Colours, ...] = ("light", "dark")


def home(visitor: Guest) -> None:
    """Show the start page."""
    visitor.open("/")


def new_table(visitor: Guest) -> None:
    """Show the form for a new table."""
    visitor.open("/play/wizard")


def wizard_bid(visitor: Guest) -> None:
    """Show a bid that is due, with one that is forbidden."""
    visitor.sit_down("wizard", **EASY, option_series="5", option_hook="on")
    visitor.go_to("bid")


def wizard_card(visitor: Guest) -> None:
    """Show a card that is due, in the fullest trick there is."""
    visitor.sit_down("wizard", seats="6", **EASY, kind_4="easy", kind_5="easy", option_series="8")
    visitor.go_to("card")


def wizard_hint(visitor: Guest) -> None:
    """Show a hint."""
    visitor.sit_down("wizard", **EASY, option_series="5")
    visitor.go_to("bid")
    visitor.page.keyboard.press("h")
    visitor.page.wait_for_selector(".hint .sentence", timeout=60_000)


def wizard_round(visitor: Guest) -> None:
    """Show what a round brought."""
    visitor.sit_down("wizard", **SHORT)
    while visitor.due() != "dialog":
        visitor.click_due()


def wizard_end(visitor: Guest) -> None:
    """Show the end of a match with its graph."""
    visitor.sit_down("wizard", **EASY, option_series="1,2,1,2,1,2")
    while visitor.click_once():
        pass


def curtain(visitor: Guest) -> None:
    """Show the curtain between people at one screen."""
    visitor.sit_down("wizard", **{**SHORT, "kind_1": "hot"}, name_1="Mara")
    visitor.due()


def duel_card(visitor: Guest) -> None:
    """Show a duel in its third trick."""
    visitor.sit_down("duel", kind_1="easy")
    for _ in range(2):
        visitor.click_once()
    visitor.settle()


def duel_end(visitor: Guest) -> None:
    """Show a duel against perfect play."""
    visitor.sit_down("duel", **{**DUEL, "option_ranks": "5"})
    while visitor.click_once():
        pass
    visitor.page.wait_for_selector(".review")


def figgie_trade(visitor: Guest) -> None:
    """Show the books of Figgie in learning mode."""
    visitor.sit_down("figgie", **EASY, learning="on")
    for _ in range(5):
        visitor.click_once()
    visitor.settle()


def figgie_end(visitor: Guest) -> None:
    """Show the review of a round."""
    visitor.sit_down("figgie", **EASY)
    while visitor.click_once():
        pass


SCENES: tuple[Callable[[Guest], None], ...] = (
    home,
    new_table,
    wizard_bid,
    wizard_card,
    wizard_hint,
    wizard_round,
    wizard_end,
    curtain,
    duel_card,
    duel_end,
    figgie_trade,
    figgie_end,
)


def take(browser: Browser, site: RunningSite, folder: Path) -> None:
    """Take a picture of every scene at every width, light and dark."""
    for show in SCENES:
        for width in WIDTHS:
            for colours in COLOURS:
                with guest(browser, site.url, width, colours) as visitor:
                    show(visitor)
                    visitor.page.wait_for_timeout(300)
                    visitor.page.screenshot(path=folder / f"{show.__name__}-{width}-{colours}.png")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, running_site(Path(kept) / "site.db") as up, open_browser() as chromium:
        take(chromium, up, target)
