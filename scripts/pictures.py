"""Takes the pictures of the docs: starts a site with its demo in a folder that goes, and photographs its main pages.

    python -m scripts.pictures [--tables] [docs/pictures]

It takes some minutes, since bots are sent, checked and played; ``--tables`` takes tables to play at alone, in one.
"""

import base64
import os
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page
from tests.support.browser import open_browser
from tests.support.play_pages import guest
from tests.support.running_site import RunningSite, running_site

from overtrick.arena.arena import open_arena
from overtrick.arena.people.accounts import Role, find_by_name
from overtrick.arena.people.invitations import invite, register_invited
from overtrick.arena.people.tokens import Scope, make_token
from overtrick.match.sitting import Chair, sit_down, to_json

WIDTH, HEIGHT = 1100, 760
PASSWORD = "seven green umbrellas"
ROUND = "duel-demo/2"
PATIENCE_S = 600.0
ENOUGH = 250  # matches
BOTS = {
    "Ada": "def choose(view):\n    return max(view.legal, key=lambda card: 1 if card[1] == 'A' else int(card[1:]))\n",
    "Grace": "def choose(view):\n    return view.legal[-1]\n",
}
SEED = 7
TABLE_WIDTH, TABLE_HEIGHT = 1280, 860
SETTLED_MS, MARKET_MS = 1500, 200_000
TRADED = "() => document.querySelectorAll('.tape tbody tr').length > 11"
BROKEN = "int main(void) { return undeclared; }\n"


def people(store: Path) -> dict[str, str]:
    """Register an organiser and some authors; return their tokens."""
    tokens = {}
    with open_arena(store) as arena:
        for name, role in (("Olga", Role.ORGANISER), *((author, Role.AUTHOR) for author in BOTS)):
            (code,) = invite(arena, role)
            register_invited(arena, code, name, PASSWORD)
            account = find_by_name(arena, name)
            assert account is not None
            tokens[name] = make_token(arena, account, "pictures", (Scope.READ, Scope.SUBMIT))
    return tokens


def command(folder: Path, name: str, *words: str, typed: str = "") -> None:
    """Run a command of ours as somebody."""
    environment = {**os.environ, "XDG_CONFIG_HOME": str(folder / name)}
    subprocess.run([sys.executable, "-m", "overtrick", *words], env=environment, input=typed, text=True, check=False)


def send_bots(site: RunningSite, folder: Path, tokens: dict[str, str]) -> None:
    """Let the authors send their bots."""
    (folder / "broken.c").write_text(BROKEN)
    for name, code in BOTS.items():
        (folder / f"{name.lower()}.py").write_text(code)
        command(folder, name, "login", site.url, typed=tokens[name] + "\n")
    command(folder, "Ada", "submit", str(folder / "broken.c"), "--round", ROUND)
    for name in BOTS:
        command(folder, name, "submit", str(folder / f"{name.lower()}.py"), "--round", ROUND)


def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end_s = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > end_s:
            raise SystemExit("the site does not get there")
        time.sleep(1)


def is_open(site: RunningSite) -> bool:
    """Return whether the round takes bots."""
    return bool(httpx.get(f"{site.url}/api/rounds/{ROUND}").json()["state"] == "open")


def is_ranked(site: RunningSite) -> bool:
    """Return whether all bots have played so much that the leaderboard says something."""
    lines = httpx.get(f"{site.url}/api/rounds/{ROUND}/board").json()["lines"]
    played = {line["name"]: line["matches"] for line in lines}
    return all(played.get(name, 0) >= ENOUGH for name in BOTS)


def log_in(page: Page, url: str, name: str) -> None:
    """Log in by the form."""
    page.goto(f"{url}/login")
    page.fill("[name=name]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_load_state()


PIXELS = """async (url) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const bytes = context.getImageData(0, 0, image.width, image.height).data;
  let text = "";
  for (let place = 0; place < bytes.length; place += 32768)
    text += String.fromCharCode(...bytes.subarray(place, place + 32768));
  return btoa(text);
}"""


def shoot(page: Page, empty: Page, file: Path) -> None:
    """Write what a page shows as a PNG of at most 256 colours, which takes a quarter of the space."""
    size = page.viewport_size
    assert size is not None
    taken = base64.b64encode(page.screenshot()).decode()
    pixels = base64.b64decode(empty.evaluate(PIXELS, f"data:image/png;base64,{taken}"))
    file.write_bytes(
        small_png(np.frombuffer(pixels, np.uint8).reshape(size["height"], size["width"], 4)[:, :, :3].astype(np.int64))
    )


def small_png(pixels: NDArray[np.int64]) -> bytes:
    """Return a picture with a palette: its commonest colour, then one by one the colour that the others miss most."""
    colours, places, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    nearest = np.zeros(len(colours), np.uint8)
    chosen = [int(np.argmax(counts))]
    missed = ((colours - colours[chosen[0]]) ** 2).sum(axis=1)
    for number in range(1, min(256, len(colours))):
        chosen.append(int(np.argmax(missed * np.sqrt(counts))))
        distance = ((colours - colours[chosen[-1]]) ** 2).sum(axis=1)
        nearest[distance < missed] = number
        missed = np.minimum(missed, distance)
    palette = colours[chosen]
    height, width = pixels.shape[:2]
    rows = nearest[places].reshape(height, width)
    lines = np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()  # each line begins with its filter: none
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    ]
    whole = b"\x89PNG\r\n\x1a\n"
    for kind, data in parts:
        whole += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return whole


def photograph(site: RunningSite, folder: Path) -> None:
    """Write the pictures."""
    with open_browser() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        empty = browser.new_page()  # whose policy allows pictures from anywhere
        for name, path in (("leaderboard", f"/c/{ROUND}"), ("rules", "/rules/wizard#what-decides-the-led-suit")):
            page.goto(site.url + path)
            shoot(page, empty, folder / f"{name}.png")
        log_in(page, site.url, "Ada")
        for name, path in (("failed", "/submissions/1"), ("enter", f"/c/{ROUND}/enter")):
            page.goto(site.url + path)
            shoot(page, empty, folder / f"{name}.png")
        page.context.clear_cookies()
        log_in(page, site.url, "Olga")
        page.goto(f"{site.url}/organise/duel-demo")
        shoot(page, empty, folder / "organise.png")


def wizard_table() -> str:
    """Return a saved game of Wizard in which it is our turn in the third trick of the seventh round."""
    chairs = [Chair(name, "wizard:classic", person=name == "You") for name in ("You", "Bo", "Cleo", "Dan")]
    sitting = sit_down("wizard", chairs, {}, bytes([SEED]) * 32)
    while True:
        sitting.let_bots_act()
        seen = sitting.going.view(0)
        if seen.state["round"] == 7 and sum(seen.state["tricks"]) == 2 and len(seen.state["trick"]) >= 2:
            return to_json(sitting)
        sitting.did(*sitting.ask())


def photograph_tables(site: RunningSite, folder: Path) -> None:
    """Write pictures of a table of Wizard and of one of Figgie."""
    with open_browser() as browser:
        empty = browser.new_page()
        with guest(browser, site.url, WIDTH) as player:
            player.page.set_viewport_size({"width": TABLE_WIDTH, "height": TABLE_HEIGHT})
            player.go_on(wizard_table())
            player.due()
            player.page.wait_for_timeout(SETTLED_MS)
            shoot(player.page, empty, folder / "table-wizard.png")
            player.sit_down("figgie", option_model="live", option_seconds="240", name_0="You")
            player.page.keyboard.press(" ")
            player.page.wait_for_function(TRADED, timeout=MARKET_MS)
            player.page.keyboard.press("p")
            player.page.wait_for_timeout(SETTLED_MS)
            shoot(player.page, empty, folder / "table-figgie.png")


def main() -> None:
    """Take all pictures."""
    words = [word for word in sys.argv[1:] if word != "--tables"]
    folder = Path(words[0] if words else "docs/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place, running_site(Path(place) / "site.db") as site:
        photograph_tables(site, folder)
    if "--tables" in sys.argv:
        return
    with TemporaryDirectory() as place, running_site(Path(place) / "site.db", "--demo", worker=True) as site:
        tokens = people(Path(place) / "site.db")
        until(lambda: is_open(site))
        send_bots(site, Path(place), tokens)
        until(lambda: is_ranked(site))
        photograph(site, folder)


if __name__ == "__main__":
    main()
