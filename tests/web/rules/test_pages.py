"""The rules for people: pictures that the rulebooks play, the cards of the tables, options, all of it readable."""

import re
from html import unescape

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from overtrick.games import GAMES
from overtrick.games.duel import rulebook as duel
from overtrick.games.face import option_ways
from overtrick.games.wizard import rulebook as wizard
from overtrick.scenes.look import look
from overtrick.web.drawings import drawing_of
from overtrick.web.rules.card_art import card_face, suit_icon
from overtrick.web.rules.corners import corners_of
from overtrick.web.rules.corners.picture import Card, Chip, Corner, Count
from tests.support.play_pages import site
from tests.support.running_site import RunningSite

__all__ = ["site"]  # a fixture
OURS = ("wizard", "duel", "figgie")


def corner(game: str, heading: str, title: str) -> Corner:
    return next(found for found in corners_of(game)[heading] if found.title == title)


def marked(found: Corner, mark: str) -> list[str]:
    """Return the cards or chips of a picture that have a mark."""
    return [
        thing.name if isinstance(thing, Card) else thing.text
        for line in found.lines
        for thing in line.things
        if isinstance(thing, Card | Chip) and thing.mark == mark
    ]


# What the pictures show


@pytest.mark.parametrize(
    ("title", "winner"),
    [
        ("The highest of the led suit", "G11"),
        ("Trump is higher", "R5"),
        ("The first Wizard", "W2"),
        ("Only Jesters", "J3"),
    ],
)
def test_the_card_that_takes_a_trick_of_wizard_is_marked(title: str, winner: str) -> None:
    assert marked(corner("wizard", "A round", title), "wins") == [winner]


@pytest.mark.parametrize(
    ("heading", "title", "refused"),
    [
        ("A round", "Follow suit", ["R13"]),
        ("What decides the led suit", "A Jester is led", ["B11", "R13"]),
        ("What decides the led suit", "A Jester, then a Wizard", []),
        ("What decides the led suit", "A Wizard is led", []),
        ("What decides the led suit", "Where the next colour counts", ["B11", "R13"]),
        ("The hook", "With the hook", ["1"]),
        ("The hook", "Canadian, and somebody leads", []),
        ("The hook", "Canadian, and the dealer leads", ["1"]),
        ("The hook", "Canadian, and 0 would be even", []),
    ],
)
def test_what_wizard_forbids_is_crossed_out(heading: str, title: str, refused: list[str]) -> None:
    assert marked(corner("wizard", heading, title), "no") == refused


def test_an_ace_is_low_and_another_suit_never_wins_in_the_duel() -> None:
    assert marked(corner("duel", "Play", "The ace is the lowest"), "wins") == ["S2"]
    assert marked(corner("duel", "Play", "Another suit never wins"), "wins") == ["CA"]
    assert marked(corner("duel", "Play", "Follow suit"), "no") == ["S2", "S3", "H3", "H4", "CA", "C3", "C4"]


def test_all_twelve_decks_of_figgie_are_there_with_the_mate_of_the_longest_suit_as_the_goal() -> None:
    mate = {"spades": "clubs", "clubs": "spades", "hearts": "diamonds", "diamonds": "hearts"}
    decks = set()
    for line in corner("figgie", "The deck", "The twelve decks").lines:
        counts = [thing for thing in line.things if isinstance(thing, Count)]
        assert sorted(thing.cards for thing in counts) == [8, 10, 10, 12]
        longest = next(thing.suit for thing in counts if thing.cards == 12)
        assert [thing.suit for thing in counts if thing.mark == "goal"] == [mate[longest]]
        decks.add(tuple(thing.cards for thing in counts))
    assert len(decks) == 12


def test_an_odd_dollar_of_the_pot_goes_to_the_lowest_seat() -> None:
    shared = corner("figgie", "Money", "Three share the rest")
    assert marked(shared, "wins") == ["Ann $64", "Bo $63", "Cem $63"]


def test_of_two_who_want_the_same_card_in_a_tick_the_second_is_too_late() -> None:
    says = corner("figgie", "Three ways to play", "Two want the same card in one tick").says
    assert "Ann buys a card of clubs from Dee for 8." in says
    assert "Bo is too late: buying clubs finds no offer." in says


@pytest.mark.parametrize("game", OURS)
def test_every_picture_stands_under_a_heading_of_the_rules(game: str, site: RunningSite) -> None:
    text = httpx.get(f"{site.url}/rules/{game}").text
    titles = [found.title for corners in corners_of(game).values() for found in corners]
    assert titles
    assert re.findall(r"<h3>(.+?)</h3>", text)[: len(titles)] == titles


# The pages


CODE = re.compile(r"\w+_\w+|\w=\w|--\w|<code>|[Ss]eat \d|role \d")


@pytest.mark.parametrize("game", OURS)
def test_each_option_is_told_in_words_and_nothing_on_the_page_is_for_programs(game: str, site: RunningSite) -> None:
    text = httpx.get(f"{site.url}/rules/{game}").text
    article = text[text.index("<article") : text.index("</article>")]
    for option in GAMES[game].OPTIONS:
        ways = option_ways(GAMES[game], option)
        assert ways.title in unescape(article)
        if not isinstance(option.allowed, range):
            assert set(ways.values) == {*option.allowed}, "every value has its words"
        assert all(f"<b>{way.title}</b>" in unescape(article) for way in ways.values.values())
    words = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", article.replace("<code>", "CODE<code>"), flags=re.DOTALL)
    assert "CODE" not in words and not CODE.search(words), CODE.findall(words)


@pytest.mark.parametrize("game", OURS)
def test_every_game_has_a_page_about_playing_it_well(game: str, site: RunningSite) -> None:
    assert f'href="/rules/{game}/strategy"' in httpx.get(f"{site.url}/rules/{game}").text
    answer = httpx.get(f"{site.url}/rules/{game}/strategy")
    assert answer.status_code == 200 and answer.text.count("<h2>") >= 3
    assert httpx.get(f"{site.url}/rules/hearts/strategy").status_code == 404


def test_the_list_leads_to_every_game_and_unknown_ones_are_not_found(site: RunningSite) -> None:
    text = httpx.get(f"{site.url}/rules").text
    for game in OURS:
        assert f'href="/rules/{game}"' in text
    assert httpx.get(f"{site.url}/rules/chess").status_code == 404


def test_the_server_draws_the_same_cards_as_the_tables(site: RunningSite, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{site.url}/rules")
    script = """async ([look, module, names, suits]) => {
      const { suitIcon } = await import("/static/cards/shapes.js");
      const { render } = await import("/static/site/render.js");
      const { loadDrawing } = await import("/static/table/drawing.js");
      const { deck } = await loadDrawing(look, { module, sheet: "" });
      const drawn = (node) => { const box = document.createElement("div"); render(box, node); return box.innerHTML; };
      return [...names.map((name) => drawn(deck.face(name))), ...suits.map((suit) => drawn(suitIcon(suit)))];
    }"""
    for game, names, suits in (
        ("wizard", list(wizard.CARD_NAMES), list(wizard.SUIT_WORDS)),
        ("duel", list(duel.CARD_NAMES), list(duel.SUIT_WORDS)),
    ):
        there = page.evaluate(script, [look(GAMES[game]), drawing_of(game).module, names, suits])
        here = [str(card_face(game, name)) for name in names] + [str(suit_icon(suit)) for suit in suits]
        assert [plain(drawing) for drawing in there] == [plain(drawing) for drawing in here]
    page.close()


def plain(drawing: str) -> str:
    """Return a drawing with its numbers rounded and without empty classes, in which the two need not agree."""
    rounded = re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.3f}", drawing)
    return rounded.replace(' class=""', "")


@pytest.mark.long
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("game", OURS)
def test_the_rules_are_readable_by_everybody_at_any_width_without_a_script(
    game: str, colours: str, site: RunningSite, browser: Browser
) -> None:
    context = browser.new_context(color_scheme="dark" if colours == "dark" else "light")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    for width in (360, 800, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        for place in (f"/rules/{game}/strategy", f"/rules/{game}"):
            page.goto(f"{site.url}{place}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert complaints == []
    assert all(url.startswith(site.url) for url in requests)
    context.close()
    plain_context = browser.new_context(java_script_enabled=False)
    page = plain_context.new_page()
    page.goto(f"{site.url}/rules/{game}")
    assert page.locator(".corner").count() > 3
    assert page.locator(".corner .face, .corner .icon").first.is_visible()
    plain_context.close()
