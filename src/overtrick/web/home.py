"""The start page."""

import asyncio

from litestar import Response, get

from overtrick.games import all_games
from overtrick.games.contract import Game, usual_seats
from overtrick.games.face import face_of, title_of
from overtrick.web.competitions.groups import for_home
from overtrick.web.drawings import drawing_of
from overtrick.web.site.site import Asked, page, site_of, visitor
from overtrick.web.tables.pages import listed

NUMBERS = ("no", "one", "two", "three", "four", "five")


def invited(game: Game) -> dict[str, str]:
    """Return how the start page invites to a game."""
    others = usual_seats(game) - 1
    count = NUMBERS[others] if others < len(NUMBERS) else str(others)
    return {
        "name": game.NAME,
        "title": title_of(game),
        "line": face_of(game).invitation or game.SUMMARY,
        "play": "Play against a bot" if others == 1 else f"Play against {count} opponents",
        "picture": drawing_of(game.NAME).picture,
    }


@get("/")
async def home(request: Asked) -> Response[str]:
    """The games, the visitor's own tables, and competitions that go on."""
    guest = visitor(request)
    mine = await asyncio.to_thread(site_of(request).tables.of_guest, guest.id)
    games = [invited(game) for game in all_games().values()]
    live = site_of(request).live
    competitions = await live.kept("home", for_home, live.arena)
    tables = [listed(table) for table in mine]
    return page(request, "site/home.html", games=games, tables=tables, competitions=competitions)


ROUTES = (home,)
