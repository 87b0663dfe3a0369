"""A real browser for the tests: the system's Chromium, driven without a window and without a network."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

Colours = Literal["light", "dark"]
PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
"""The first is the same Chromium without what only a window needs: ten pages took half the time."""
ARGUMENTS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]


@dataclass
class Opened:
    """A page, and what it said and asked for while it was open."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def value(self, script: str) -> Any:
        """Return what a script in the page finds."""
        return self.page.evaluate(script)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Give the system's Chromium, and close it."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.fail(f"there is none of {', '.join(PROGRAMS)} on this machine; scripts/system-packages installs one")
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium refuses its sandbox to root
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*ARGUMENTS, *as_root])
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium, for the tests of a file."""
    with open_browser() as opened:
        yield opened


@contextmanager
def open_file(browser: Browser, file: Path, width: int = 1440, colours: Colours = "light") -> Iterator[Opened]:
    """Give a file as a page of its own."""
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=colours)
    opened = Opened(page)
    page.on("console", lambda message: opened.complaints.append(message.text))
    page.on("pageerror", lambda error: opened.complaints.append(str(error)))
    page.on("request", lambda request: opened.requests.append(request.url))
    page.goto(file.as_uri())
    try:
        yield opened
    finally:
        page.close()


LOWEST_CONTRAST = """() => {
  const channels = (text) => text.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    const line = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * line(r) + 0.7152 * line(g) + 0.0722 * line(b);
  };
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const colour = channels(getComputedStyle(element).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  let lowest = [99, "nothing"];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || element.tagName === "title") continue;
    const style = getComputedStyle(element);
    const ink = luminance(channels(element.closest("svg") ? style.fill : style.color));
    const paper = luminance(behind(element));
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (ratio < lowest[0]) lowest = [ratio, node.textContent];
  }
  return lowest;
}"""
"""Finds the text of a page that stands out least, with its contrast as WCAG computes it."""
