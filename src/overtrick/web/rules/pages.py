"""The rules of the games for people: the text beside each rulebook, pictures of its corners, its options."""

import re
from dataclasses import dataclass
from functools import cache

from litestar import Response, get
from litestar.exceptions import NotFoundException
from markdown_it import MarkdownIt
from markupsafe import Markup

from overtrick.games import GAMES, all_games
from overtrick.games.face import title_of
from overtrick.games.options import Option
from overtrick.games.rules_text import rules_alone
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
    first, *parts = HEADING.split(rules_alone(game))
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


def allowed(option: Option) -> list[str]:
    """Return the values of an option, as a page lists them; a long range as one."""
    if isinstance(option.allowed, range):
        return [option.allowed_text()]
    return [*option.allowed, *(["a list such as 5,5,5"] if option.lists is not None else [])]


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
        options=[(option, allowed(option)) for option in game.OPTIONS],
        presets=game.PRESETS,
        others=list(all_titles().items()),
        card_face=card_face,
        suit_icon=suit_icon,
    )


ROUTES = (all_rules, rules)
