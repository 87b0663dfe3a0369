"""People at tables in a real browser: what they click, what they press, what they see."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Page

from overtrick.match.sitting import Chair, sit_down, to_json
from overtrick.scenes.scene import scene
from tests.support.browser import Colours
from tests.support.running_site import RunningSite, running_site

EASY = {"kind_1": "easy", "kind_2": "easy", "kind_3": "easy"}
SHORT = {**EASY, "option_series": "1,2"}
DUEL = {"kind_1": "easy", "option_ranks": "3"}

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
WATCH = """() => {
  const kept = ['.felt', '.strip', '> .cloth', '#status', '.own-area', '.hand', '.books', '.book', '.plate-box'];
  window.boxes = {};
  const note = (what) => {
    const within = what === '.felt' ? what : `.felt ${what}`;
    document.querySelectorAll(within).forEach((one, place) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const seat = one.closest('[data-seat]')?.dataset.seat ?? place;
      const box = [x, y + scrollY, width, height].map(Math.round).join();
      (window.boxes[`${what} ${seat}`] ??= {})[box] ??= document.querySelector('#status').textContent;
    });
  };
  const look = () => kept.forEach(note);
  look();
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.querySelector('#table'), all);
}"""
"""Notes every place that each part of a table ever has, with what the table said then."""


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
        """Make these choices for a new table and go there."""
        self.open(f"/play/{game}?usual")
        self.choose(**({"option_model": "turn"} | fields if game == "figgie" else fields))
        self.page.get_by_role("button", name="Sit down").click()
        self.page.wait_for_selector(".felt")

    def choose(self, **fields: str) -> None:
        """Make choices for a new table, by the names of the form."""
        self.page.evaluate("document.querySelectorAll('.new-table details').forEach((more) => (more.open = true))")
        for name, value in fields.items():
            own = self.page.locator(f".new-table [name={name.replace('option_', 'own_')}]")
            card = self.page.locator(f'.new-table [name={name}][value="{value}"]')
            place = card if card.count() else own if own.count() else self.page.locator(f".new-table [name={name}]")
            kind = place.evaluate("(field) => field.type")
            if kind in ("checkbox", "radio"):
                place.check()
            elif kind == "select-one":
                place.select_option(value)
            else:
                place.fill(value)
                place.blur()

    def go_on(self, saved: str) -> None:
        """Bring a saved game and go to its table."""
        self.open("/")
        file = FilePayload(name="game.json", mimeType="application/json", buffer=saved.encode())
        self.page.get_by_label("File").set_input_files(file)
        self.page.get_by_role("button", name="Go on").click()
        self.page.wait_for_selector(".felt")

    def due(self) -> str:
        """Wait until something is to be done, and return what."""
        return str(self.page.wait_for_function(DUE, timeout=30_000).json_value())

    def settle(self) -> str:
        """Return what is to be done, past what only wants to be read."""
        while (due := self.due()) == "dialog":
            box = self.page.locator(".dialog").element_handle()
            self.page.locator(".dialog [data-first]").click()
            self.page.wait_for_function("(box) => !box.isConnected", arg=box)
        return due

    def go_to(self, due: str) -> None:
        """Play until something of a kind is to be done."""
        while self.settle() != due:
            assert self.click_once(), f"the match is over before a {due} was due"

    def click_once(self) -> bool:
        """Do what is due by clicking; return whether the match goes on."""
        return self.settle() != "over" and self.click_due()

    def click_due(self) -> bool:
        """Click on what is due now, which is neither a dialog nor the end."""
        due, step = self.due(), self.step()
        what = {
            "bid": ".bid:not(.forbidden)",
            "trump": ".trump-choice",
            "card": ".hand .legal",
            "trade": ".pass:enabled",
        }
        # Cards may lie over each other: their left edge is always free.
        self.page.locator(what[due]).first.click(position={"x": 8, "y": 14})
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
            box = self.page.locator(".dialog").element_handle()
            keys.press("Enter")
            self.page.wait_for_function("(box) => !box.isConnected", arg=box)
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


def moved(visitor: Guest) -> dict[str, Any]:
    """Return the parts of a table that had more than one place since it was watched."""
    boxes: dict[str, dict[str, str]] = visitor.page.evaluate("window.boxes")
    assert len(boxes) > 5
    return {what: places for what, places in boxes.items() if len(places) > 1}


def saved_where(game: str, options: dict[str, object], wanted: str) -> str:
    """Return a saved game in which it is the guest's turn, and the scene has something of that name."""
    names = ("Guest", "Bo", "Cleo")[: 2 if game == "duel" else 3]
    chairs = [Chair(name, f"{game}:easy", person=name == "Guest") for name in names]
    if game == "duel":
        chairs.reverse()  # the other one leads
    mine = [chair.person for chair in chairs].index(True)
    for number in range(256):
        sitting = sit_down(game, chairs, options, bytes([number]) * 32)
        sitting.let_bots_act()
        now = scene(sitting.going, mine, names)["now"]
        if now.get(wanted) not in (None, {}):
            return to_json(sitting)
    raise AssertionError(f"no deal has {wanted}")


@contextmanager
def guest(
    browser: Browser,
    url: str,
    width: int = 1280,
    colours: Colours = "light",
    settings: dict[str, str] | None = None,
    *,
    touch: bool = False,
) -> Iterator[Guest]:
    """Give somebody a browser, in which nothing may go wrong unseen."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=colours, has_touch=touch)
    chosen = json.dumps(QUICK if settings is None else settings)
    context.add_init_script(
        f"localStorage.getItem('overtrick-settings') ?? localStorage.setItem('overtrick-settings', {chosen!r})"
    )
    context.set_default_timeout(20_000)
    page = context.new_page()
    visitor = Guest(page, url)
    page.on("console", lambda message: visitor.complaints.append(message.text))
    page.on("pageerror", lambda error: visitor.complaints.append(str(error)))
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: visitor.heard.append(str(text))))
    try:
        yield visitor
    finally:
        context.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site of the test module's own."""
    with running_site(tmp_path_factory.mktemp("site") / "site.db") as up:
        yield up


@pytest.fixture
def ada(browser: Browser, site: RunningSite) -> Iterator[Guest]:
    """Somebody whose browser must not complain."""
    with guest(browser, site.url) as visitor:
        yield visitor
        assert visitor.complaints == []


@pytest.fixture
def bob(browser: Browser, site: RunningSite) -> Iterator[Guest]:
    """Somebody else whose browser must not complain."""
    with guest(browser, site.url) as visitor:
        yield visitor
        assert visitor.complaints == []
