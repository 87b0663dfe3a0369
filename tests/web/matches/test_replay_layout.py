"""How a replay is laid out: nothing covers a hand, seats stand in one row, names are read in full."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from overtrick.bots.find import find
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.scenes.replay_data import FORMAT, replay_data, thought
from overtrick.web.single_file import single_file

NAMES = (
    "Maximiliane von Hohenstein-Oberbayern IV",
    "wizard:search-like",
    "Bartholomew",
    "Anastasia the 2nd",
    "Cleo",
    "Dan",
)
LAYOUT = """() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const box = (element) => element.getBoundingClientRect();
  const meet = (one, two) =>
    Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1 &&
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1;
  const covered = (what, by) => all(what).some((one) => all(by).some((two) => one !== two && meet(box(one), box(two))));
  return {
    hands: covered(".far-hand .card, .hand .card", ".played .card, .plate-box, .book"),
    plates: covered(".plate-box", ".plate-box, .book, .played .card"),
    rows: new Set(all(".plate:not(.own)").map((one) => Math.round(box(one).top))).size,
    cut: all(".plate-name bdi, .log .line span, .last-trades li, .tape td")
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
      .map((one) => one.textContent),
    wider: document.documentElement.scrollWidth - innerWidth,
  };
}"""


def played(game: str, *players: str, **options: object) -> Record:
    return play(new_match(game, players, options, bytes(32)), [find(player, game)() for player in players])


def write(folder: Path, record: Record, **more: Any) -> str:
    """Return the address of a replay."""
    file = folder / "replay.html"
    match = replay_data(record, NAMES[: record.match.seats]) | more
    file.write_text(single_file({"format": FORMAT, "matches": [match]}), encoding="utf-8")
    return file.as_uri()


@pytest.mark.parametrize(
    ("game", "player", "seats", "options", "step"),
    [
        ("wizard", "wizard:classic", 4, {"series": [10]}, 8),
        ("duel", "duel:greedy", 2, {}, 2),
        ("figgie", "figgie:starter", 4, {"model": "live"}, 20),
        pytest.param("wizard", "wizard:classic", 3, {"series": [10]}, 5, marks=pytest.mark.long),
        pytest.param("wizard", "wizard:classic", 6, {"series": [9]}, 12, marks=pytest.mark.long),
        pytest.param("figgie", "figgie:starter", 4, {}, 20, marks=pytest.mark.long),
        pytest.param("figgie", "figgie:starter", 5, {"model": "tick"}, 20, marks=pytest.mark.long),
    ],
)
def test_nothing_covers_a_hand_and_all_names_are_read(
    browser: Browser, tmp_path: Path, game: str, player: str, seats: int, options: dict[str, Any], step: int
) -> None:
    address = write(tmp_path, played(game, *(player,) * seats, **options))
    for width, height in ((360, 740), (800, 900), (1440, 900)):
        page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
        page.goto(f"{address}#deal=1&step={step}")
        page.wait_for_selector(".plate")
        page.wait_for_timeout(400)
        found = page.evaluate(LAYOUT)
        rows = 2 if width == 360 and game == "wizard" and seats > 4 else 1
        assert found == {"hands": False, "plates": False, "rows": rows, "cut": [], "wider": 0}, (width, found)
        page.close()


def test_thoughts_and_judgement_on_screen_are_of_the_same_decision(browser: Browser, tmp_path: Path) -> None:
    record = played("duel", "first", "first")
    regret = replay_data(record)["regret"]["plays"]
    step = next(
        number
        for number, play in enumerate(regret)
        if number and bool(play["lost"]) != bool(regret[number - 1]["lost"])
    )
    thoughts = {f"1/{step}": thought(record, 1, step)}
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{write(tmp_path, record, thoughts=thoughts)}#deal=1&step={step}")

    def judged(place: str, play: dict[str, Any]) -> bool:
        words = page.locator(place).inner_text()
        return ("Gives away" in words) == bool(play["lost"]) and ("Gives nothing away" in words) != bool(play["lost"])

    assert judged(".this-step", regret[step - 1])  # of the step that led here, which is told beside it
    page.keyboard.press("t")
    page.wait_for_selector(".thoughts .sentence")
    assert f"thinks of step {step + 1}" in page.locator("#thoughts-title").inner_text()
    assert judged(".thoughts", regret[step])
    assert "Gives" not in page.locator(".this-step").inner_text()
    page.close()
