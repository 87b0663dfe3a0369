"""The rules of the games for people: the text beside each rulebook, pictures of its corners, its options."""

import re
from dataclasses import dataclass
from functools import cache

from litestar import Response, get
from litestar.exceptions import NotFoundException
from markdown_it import MarkdownIt
from markupsafe import Markup

from overtrick.games import GAMES, all_games
from overtrick.games.contract import Game
from overtrick.games.face import Way, Ways, option_ways, title_of
from overtrick.games.rules_text import page_of, rules_alone
from overtrick.web.drawings import drawing_of
from overtrick.web.rules.card_art import card_face, suit_icon
from overtrick.web.rules.corners import corners_of
from overtrick.web.rules.corners.picture import Corner
from overtrick.web.site.site import Asked, page
from overtrick.web.titles import all_titles, game_title

HEADING = re.compile(r"^## (.+)\n", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """One heading of the rules, its text, and the pictures that belong there."""

    title: str
    anchor: str
    text: Markup
    corners: tuple[Corner, ...]


@cache
def sections(game: str) -> tuple[Markup, tuple[Section, ...]]:
    """Return what stands above the first heading of the rules of a game, and the parts below."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    first, *parts = HEADING.split(page_of(game, "rules") or rules_alone(game))
    pictures = corners_of(game)
    lead = Markup(reader.render(re.sub(r"^# .+\n", "", first)))
    found = tuple(
        Section(title, anchor(title), Markup(reader.render(text)), pictures.get(title, ()))
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    )
    return lead, found


def anchor(title: str) -> str:
    """Return the name by which links lead to a heading."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def ways_of(game: Game) -> list[tuple[Ways, list[tuple[Way, bool]]]]:
    """Return what may be played otherwise, in words, each way with whether it is the usual one."""
    found = []
    for option in game.OPTIONS:
        ways = option_ways(game, option)
        found.append((ways, [(way, value == option.default) for value, way in ways.values.items()]))
    return found


@get("/rules")
async def all_rules(request: Asked) -> Response[str]:
    """The games with their rules."""
    games = [
        {"name": name, "title": title_of(game), "line": game.SUMMARY, "picture": drawing_of(name).picture}
        for name, game in all_games().items()
    ]
    return page(request, "rules/list.html", games=games)


@get("/rules/{name:str}")
async def rules(request: Asked) -> Response[str]:
    """The rules of one game."""
    name = request.path_params["name"]
    if name not in GAMES:
        raise NotFoundException(f"There is no game {name[:40]!r}.")
    game = GAMES[name]
    lead, parts = sections(name)
    return page(
        request,
        "rules/game.html",
        game=name,
        title=game_title(name),
        drawing=drawing_of(name),
        lead=lead,
        sections=parts,
        ways=ways_of(game),
        has_strategy=page_of(name, "strategy") is not None,
        others=list(all_titles().items()),
        card_face=card_face,
        suit_icon=suit_icon,
    )


@get("/rules/{name:str}/strategy")
async def strategy(request: Asked) -> Response[str]:
    """How to play one game well."""
    name = request.path_params["name"]
    text = page_of(name, "strategy") if name in GAMES else None
    if text is None:
        raise NotFoundException(f"There is no page about playing {name[:40]!r} well.")
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    return page(
        request,
        "rules/strategy.html",
        game=name,
        title=game_title(name),
        heading=title_of_page(text),
        text=Markup(reader.render(re.sub(r"^# .+\n", "", text))),
        others=[(other, words) for other, words in all_titles().items() if page_of(other, "strategy")],
    )


def title_of_page(text: str) -> str:
    """Return the first heading of a page."""
    return text.partition("\n")[0].removeprefix("# ")


ROUTES = (all_rules, rules, strategy)
