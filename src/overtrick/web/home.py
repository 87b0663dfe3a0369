"""The start page."""

import asyncio
from dataclasses import dataclass

from litestar import Response, get

from overtrick.games import all_games
from overtrick.games.contract import Game, usual_seats
from overtrick.games.face import face_of, title_of
from overtrick.games.lesson import lesson_of
from overtrick.web.competitions.groups import for_home
from overtrick.web.drawings import drawing_of
from overtrick.web.site.site import Asked, page, site_of, visitor
from overtrick.web.tables.open_tables import open_tables_of
from overtrick.web.tables.pages import listed

MOST_GOING = 3  # tables that go on, above everything else


@dataclass(frozen=True)
class Door:
    """Something else to do here: where it is, what it is called, a sentence and a sign."""

    path: str
    title: str
    line: str
    sign: str


DOORS = (
    Door("/today", "The deal of the day", "The same cards for everybody, and one try.", "☀"),
    Door("/puzzles", "Puzzles", "One move is clearly best. Find it.", "?"),
    Door("/#friends", "Play with friends", "Make a table, and send its link.", "♥"),
    Door("/#open-tables-title", "Open tables", "Sit down with whoever is there, or watch.", "○"),
    Door("/players/me", "Your games", "Results, ratings and statistics.", "★"),
    Door("/replays", "Replays", "Look at a match again, and see what was better.", "↺"),
)


def doors(paths: set[str]) -> list[Door]:
    """Return what else there is, of these paths and of the start page itself."""
    return [door for door in DOORS if door.path in paths or door.path.startswith("/#")]


NUMBERS = ("no", "one", "two", "three", "four", "five")


def invited(game: Game) -> dict[str, object]:
    """Return how the start page invites to a game."""
    others = usual_seats(game) - 1
    count = NUMBERS[others] if others < len(NUMBERS) else str(others)
    return {
        "name": game.NAME,
        "title": title_of(game),
        "line": face_of(game).invitation or game.SUMMARY,
        "play": "Play against a bot" if others == 1 else f"Play against {count} opponents",
        "picture": drawing_of(game.NAME).picture,
        "lesson": lesson.minutes if (lesson := lesson_of(game)) else None,
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
    opened = await open_tables_of(request).get()
    return page(
        request,
        "site/home.html",
        games=games,
        new_here=not tables,
        going=[table for table in tables if not table["over"]][:MOST_GOING],
        tables=tables,
        doors=doors({route.path for route in request.app.routes}),
        competitions=competitions,
        open=opened,
    )


ROUTES = (home,)
