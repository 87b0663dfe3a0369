"""The start page."""

import asyncio

from litestar import Response, get

from overtrick.games import GAMES
from overtrick.web.competitions.groups import for_home
from overtrick.web.site.site import Asked, page, site_of, visitor
from overtrick.web.tables.pages import TITLES, listed


@get("/")
async def home(request: Asked) -> Response[str]:
    """The games, the visitor's own tables, and competitions that go on."""
    guest = visitor(request)
    mine = await asyncio.to_thread(site_of(request).tables.of_guest, guest.id)
    games = [{"name": name, "title": TITLES[name], "line": game.SUMMARY} for name, game in GAMES.items()]
    competitions = await asyncio.to_thread(for_home, site_of(request).arena)
    tables = [listed(table) for table in mine]
    return page(request, "site/home.html", games=games, tables=tables, competitions=competitions)


ROUTES = (home,)
