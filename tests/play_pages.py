"""People at tables in a real browser: what they click, what they press, what they see."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser import Colours

QUICK = {"pace": "once", "motion": "off"}
DUE = """() => {
  const has = (what) => document.querySelector(what) !== null;
  if (has('.dialog.wide')) return 'over';
  if (has('.dialog [data-first]')) return 'dialog';
  if (has('.bids')) return 'bid';
  if (has('.trumps')) return 'trump';
  if (has('.hand .legal')) return 'card';
  return has('.pass:enabled') ? 'trade' : false;
}"""
"""Finds what a person at a table has to do next."""


@dataclass
class Guest:
    """Somebody with a browser of their own."""

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)  # what came through the socket

    def open(self, path: str) -> None:
        self.page.goto(self.url + path)

    def sit_down(self, game: str, **fields: str) -> None:
        """Fill in the form for a new table and go there."""
        self.open(f"/play/{game}")
        for name, value in fields.items():
            place = self.page.locator(f".new-table [name={name}]")
            kind = place.evaluate("(field) => field.type")
            if kind == "checkbox":
                place.check()
            elif kind == "select-one":
                place.select_option(value)
            else:
                place.fill(value)
        self.page.get_by_role("button", name="Sit down").click()
        self.page.wait_for_selector(".felt")

    def due(self) -> str:
        """Wait until something is to be done, and return what."""
        return str(self.page.wait_for_function(DUE, timeout=30_000).json_value())

    def settle(self) -> str:
        """Return what is to be done, past what only wants to be read."""
        while (due := self.due()) == "dialog":
            self.page.locator(".dialog [data-first]").click()
        return due

    def click_once(self) -> bool:
        """Do what is due by clicking; return whether the match goes on."""
        due = self.settle()
        if due == "over":
            return False
        step = self.step()
        what = {
            "bid": ".bid:not(.forbidden)",
            "trump": ".trump-choice",
            "card": ".hand .legal",
            "trade": ".pass:enabled",
        }
        self.page.locator(what[due]).first.click()
        self.past(step)
        return True

    def press_once(self) -> bool:
        """Do what is due by keys alone; return whether the match goes on."""
        due = self.due()
        keys = self.page.keyboard
        if due == "over":
            return False
        step = self.step()
        if due == "dialog":
            keys.press("Enter")
            return True
        if due == "trade":
            keys.press("p")
        elif due == "trump":
            keys.press("g")
        else:
            if due == "bid":
                keys.press("0")
                if self.focused("aria-disabled") == "true":
                    keys.press("ArrowRight")
            else:
                self.tab_to(".hand .legal")
            keys.press("Enter")
        self.past(step)
        return True

    def tab_to(self, what: str) -> None:
        """Reach something with the Tab and arrow keys."""
        for _ in range(60):
            if self.page.evaluate(f"document.activeElement.matches({what!r})"):
                return
            in_hand = self.page.evaluate("document.activeElement.closest('.hand') !== null")
            self.page.keyboard.press("ArrowRight" if in_hand else "Tab")
        raise AssertionError(f"{what} cannot be reached by keys")

    def focused(self, attribute: str) -> str | None:
        """Return an attribute of what has the focus."""
        value = self.page.evaluate(f"document.activeElement.getAttribute({attribute!r})")
        return None if value is None else str(value)

    def step(self) -> int:
        """Return how many actions the server has told of."""
        return int(self.scene().get("step", -1))

    def past(self, step: int) -> None:
        """Wait until the table has gone on."""
        for _ in range(3000):
            if self.step() != step:
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"the table stays at step {step}: {self.page.locator('#status').inner_text()}")

    def scene(self) -> dict[str, Any]:
        """Return the latest scene that came through the socket."""
        for text in reversed(self.heard):
            if text.startswith('{"scene"'):
                found: dict[str, Any] = json.loads(text)["scene"]
                return found
        return {}

    def hand(self) -> list[str]:
        """Return the cards at the lower edge of the screen."""
        cards = self.page.locator(".hand [data-card]")
        return [str(card.get_attribute("data-card")) for card in cards.all()]


@contextmanager
def guest(
    browser: Browser, url: str, width: int = 1280, colours: Colours = "light", settings: dict[str, str] | None = None
) -> Iterator[Guest]:
    """Give somebody a browser, in which nothing may go wrong unseen."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=colours)
    chosen = json.dumps(QUICK if settings is None else settings)
    context.add_init_script(
        f"localStorage.getItem('overtrick-settings') ?? localStorage.setItem('overtrick-settings', {chosen!r})"
    )
    page = context.new_page()
    visitor = Guest(page, url)
    page.on("console", lambda message: visitor.complaints.append(message.text))
    page.on("pageerror", lambda error: visitor.complaints.append(str(error)))
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: visitor.heard.append(str(text))))
    try:
        yield visitor
    finally:
        context.close()
