"""Puzzles in a real browser: by mouse, by keys and by touch; a run with its streak; looks at every width."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from overtrick.puzzles.file import shipped
from overtrick.puzzles.puzzle import Puzzle
from overtrick.web.puzzles.chosen import by_id
from overtrick.web.puzzles.shown import runner_up
from tests.support.browser import Colours
from tests.support.play_pages import Guest, ada, guest, site
from tests.support.running_site import RunningSite

__all__ = ["ada", "site"]  # fixtures

KINDS = [("duel", "play"), ("wizard", "play"), ("wizard", "bid"), ("figgie", "take")]


def some(game: str, kind: str, number: int = 0) -> Puzzle:
    """Return a puzzle of a kind."""
    return [puzzle for puzzle in shipped() if (puzzle.game, puzzle.kind) == (game, kind)][number]


def where(action: str) -> str:
    """Return where an action lies on the table."""
    verb, _, what = action.partition(" ")
    if verb == "bid":
        return f'[data-bid="{what}"]'
    if verb in ("buy", "sell"):
        return f".book.suit-{what} .trade.{verb}"
    return ".pass" if verb == "pass" else f'.hand [data-card="{verb}"]'


def ask(page: Page) -> None:
    """Wait until a puzzle is asked."""
    page.wait_for_selector(".felt")
    expect(page.locator(".ask h2")).to_contain_text("?")


def shown(page: Page) -> Puzzle:
    """Return the puzzle of a page."""
    return by_id()[page.url.split("/puzzles/")[1].split("?")[0]]


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_right_answer_by_mouse(ada: Guest, game: str, kind: str) -> None:
    puzzle = some(game, kind, 2)
    ada.open(f"/puzzles/{puzzle.id}")
    ask(ada.page)
    assert ada.page.locator(".best-answer").count() == 0
    # Cards may lie over each other: their left edge is always free.
    ada.page.locator(where(puzzle.answer)).click(position={"x": 8, "y": 14})
    expect(ada.page.locator(".ask.right h2")).to_contain_text("Right")
    expect(ada.page.locator(".best-answer")).to_have_count(1)
    expect(ada.page.locator(".worths tr.best.mine")).to_have_count(1)
    expect(ada.page.locator(".streak")).to_contain_text("1 in a row · 1 of 1 solved")
    assert Axe().run(ada.page).violations_count == 0
    assert ada.complaints == []


def test_a_wrong_answer_by_keys_and_on_to_the_next(ada: Guest) -> None:
    puzzle = some("wizard", "bid", 4)
    ada.open(f"/puzzles/{puzzle.id}?run=wizard")
    ask(ada.page)
    ada.page.keyboard.press(runner_up(puzzle).removeprefix("bid "))
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".ask.wrong h2")).to_contain_text("Not the best")
    expect(ada.page.locator(".wrong-answer")).to_have_count(1)
    expect(ada.page.locator(".best-answer")).to_have_count(1)
    expect(ada.page.locator(".ask .next")).to_be_focused()
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_url(lambda url: puzzle.id not in url)
    ask(ada.page)
    assert shown(ada.page).game == "wizard"
    expect(ada.page.locator(".streak")).to_contain_text("0 in a row · 0 of 1 solved")
    ada.page.go_back()
    expect(ada.page.locator(".ask")).to_contain_text("it does not count again")


def test_cards_and_quotes_are_answered_by_keys(ada: Guest) -> None:
    duel, take = some("duel", "play", 5), some("figgie", "take", 5)
    ada.open(f"/puzzles/{duel.id}")
    ask(ada.page)
    ada.tab_to(f".hand [data-card={duel.answer}]")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".ask.right")).to_be_visible()
    ada.open(f"/puzzles/{take.id}")
    ask(ada.page)
    ada.page.keyboard.type("bs5")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#status, .status").first).to_contain_text("is not asked here")
    verb, suit = take.answer.split()
    ada.page.keyboard.type(("ff" if verb == "buy" else "aa") + suit[0])
    expect(ada.page.locator(".ask.right")).to_be_visible()


def test_a_run_keeps_the_rating_and_goes_back_to_the_list(ada: Guest) -> None:
    ada.open("/puzzles")
    assert Axe().run(ada.page).violations_count == 0
    ada.page.locator('[data-run="duel"]').click()
    met = []
    for _ in range(3):
        ask(ada.page)
        puzzle = shown(ada.page)
        met.append(puzzle.id)
        ada.page.locator(where(puzzle.answer)).click(position={"x": 8, "y": 14})
        expect(ada.page.locator(".ask.right")).to_be_visible()
        ada.page.locator(".ask .next").click()
        ada.page.wait_for_function("(seen) => !location.pathname.endsWith(seen)", arg=puzzle.id)
    assert len(set(met)) == 3
    ada.open("/puzzles")
    expect(ada.page.locator('[data-game="duel"]')).to_contain_text("3 of 3 solved, 3 in a row")
    assert int(ada.page.locator('[data-game="duel"] .rating b').inner_text()) > 1500


def test_a_guest_meets_every_puzzle_before_one_comes_again(ada: Guest) -> None:
    ids = sorted((one for one in shipped() if one.game == "duel"), key=lambda one: abs(one.rating - 1500))
    left = ids[-1].id  # the farthest from the rating
    ada.open("/puzzles")
    kept = {"games": {}, "tried": [one.id for one in ids if one.id != left]}
    ada.page.evaluate("(kept) => localStorage.setItem('overtrick-puzzles', JSON.stringify(kept))", kept)
    ada.page.locator('[data-run="duel"]').click()
    ask(ada.page)
    assert shown(ada.page).id == left
    ada.page.locator(where(ids[-1].answer)).click(position={"x": 8, "y": 14})
    expect(ada.page.locator(".ask.right")).to_be_visible()
    ada.page.locator(".ask .next").click()
    expect(ada.page.locator(".status").first).to_contain_text("You have tried all of these puzzles.")


def test_the_replay_opens_where_the_question_was(ada: Guest) -> None:
    puzzle = some("duel", "play", 6)
    ada.open(f"/puzzles/{puzzle.id}")
    ask(ada.page)
    ada.page.locator(where(runner_up(puzzle))).click(position={"x": 8, "y": 14})
    ada.page.get_by_role("link", name="How it went on").click()
    ada.page.wait_for_selector("#replay .felt")
    assert f"step={puzzle.step}" in ada.page.url


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_puzzle_is_answered_by_touch_on_a_phone(site: RunningSite, browser: Browser, game: str, kind: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    try:
        page, puzzle = context.new_page(), some(game, kind, 8)
        page.goto(f"{site.url}/puzzles/{puzzle.id}")
        ask(page)
        page.locator(where(puzzle.answer)).tap(position={"x": 8, "y": 14})
        expect(page.locator(".ask.right h2")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        context.close()


def test_on_a_phone_the_last_price_does_not_touch_how_many_one_holds(site: RunningSite, browser: Browser) -> None:
    with guest(browser, site.url, width=360) as visitor:
        visitor.open(f"/puzzles/{some('figgie', 'take', 11).id}")
        ask(visitor.page)
        for book in visitor.page.locator(".book").all():
            last, count = book.locator(".last-price").bounding_box(), book.locator(".pile-count").bounding_box()
            assert last and count and last["x"] + last["width"] + 4 <= count["x"]


@pytest.mark.long
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 800, 1440])
def test_puzzles_fit_every_screen(site: RunningSite, browser: Browser, width: int, colours: Colours) -> None:
    with guest(browser, site.url, width=width, colours=colours) as visitor:
        visitor.open("/puzzles")
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
        for game, kind in KINDS:
            puzzle = max(
                (one for one in shipped() if (one.game, one.kind) == (game, kind)), key=lambda p: len(p.choices)
            )
            visitor.open(f"/puzzles/{puzzle.id}")
            ask(visitor.page)
            assert Axe().run(visitor.page).violations_count == 0
            visitor.page.locator(where(runner_up(puzzle))).click(position={"x": 8, "y": 14})
            expect(visitor.page.locator(".ask.wrong")).to_be_visible()
            results = Axe().run(visitor.page)
            assert results.violations_count == 0, results.generate_report()
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
        assert visitor.complaints == []
