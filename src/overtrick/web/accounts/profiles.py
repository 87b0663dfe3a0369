"""The profile of somebody with an account: ratings, statistics and history; guests have theirs in the browser."""

import asyncio
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from overtrick.arena.daily.tries import streak
from overtrick.arena.people import puzzle_tries
from overtrick.arena.people.accounts import GONE, find_account
from overtrick.arena.people.results import fact_words, history, standings
from overtrick.games import all_games
from overtrick.games.face import title_of
from overtrick.puzzles.file import shipped_games
from overtrick.web.site.people import account_of
from overtrick.web.site.site import Asked, number_in_path, page, site_of
from overtrick.web.titles import game_title


@get("/players/me")
async def own_profile(request: Asked) -> Response[Any]:
    """One's own profile: that of the account, else what the browser has kept."""
    account = account_of(request)
    if account is not None:
        return Redirect(f"/players/{account.id}", status_code=303)
    titles = {name: title_of(game) for name, game in all_games().items()}
    return page(request, "players/guest.html", titles=titles)


@get("/players/{number:int}")
async def profile(request: Asked) -> Response[str]:
    """The profile of an account."""
    arena, me = site_of(request).arena, account_of(request)
    found = await asyncio.to_thread(find_account, arena, number_in_path(request))
    if found is None or found.name.startswith(GONE):
        raise NotFoundException("There is nobody like that here.")
    games, past, puzzles, days = await asyncio.gather(
        asyncio.to_thread(standings, arena, found.id),
        asyncio.to_thread(history, arena, found.id),
        asyncio.to_thread(puzzle_tries.standings, arena, found.id, shipped_games()),
        asyncio.to_thread(streak, arena, found.id),
    )
    return page(
        request,
        "players/profile.html",
        whose=found,
        own=me is not None and me.id == found.id,
        games=[
            {"title": game_title(one.game), "at": one, "facts": [fact_words(fact) for fact in one.facts]}
            for one in games
        ],
        puzzles=[{"title": game_title(game), "at": one} for game, one in puzzles.items() if one.tried],
        days=days,
        past=[{"title": game_title(one.game), "at": one} for one in past],
    )


ROUTES = (own_profile, profile)
