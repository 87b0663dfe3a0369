"""The pages of competitions for everybody: the list of all, and one with its rounds, announcements and standings."""

import asyncio
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException

from overtrick.arena.competitions.competition import Competition, Round, RoundState
from overtrick.arena.competitions.competitions import all_competitions, find_competition
from overtrick.arena.competitions.entries import count_entries
from overtrick.arena.series import basis, series
from overtrick.arena.visible import sees_competition
from overtrick.core.mistake import Mistake
from overtrick.web.competitions.groups import GOES_ON, grouped
from overtrick.web.site.people import account_of
from overtrick.web.site.site import Asked, page, site_of


async def competition_of(request: Asked) -> Competition:
    """Return the competition that an address names, or raise NotFoundException if the visitor may not know of it."""
    try:
        found = await asyncio.to_thread(find_competition, site_of(request).arena, request.path_params["slug"])
    except Mistake:
        found = None
    if found is None or not sees_competition(found.state, account_of(request)):
        raise NotFoundException("There is no such competition.")
    return found


@get("/competitions")
async def competitions(request: Asked) -> Response[Any]:
    """All competitions."""
    groups = grouped(await asyncio.to_thread(all_competitions, site_of(request).arena))
    return page(request, "competitions/list.html", groups=groups)


@get("/c/{slug:str}")
async def competition(request: Asked) -> Response[Any]:
    """A competition with its rounds, announcements and standings."""
    found, live = await competition_of(request), site_of(request).live
    stamp = await asyncio.to_thread(basis, live.arena, found)
    return page(
        request,
        "competitions/competition.html",
        competition=found,
        rounds=sorted(found.rounds, key=_order),
        counts=await asyncio.to_thread(count_entries, live.arena, found.rounds),
        series=await live.lasting(("series", found.id), stamp, series, live.arena, found),
    )


def _order(round_: Round) -> tuple[bool, bool, int]:
    """Return what sorts rounds: those that go on, those to come, those that are over, the latest of these first."""
    over = round_.state is RoundState.OVER
    return round_.state not in GOES_ON, over, -round_.number if over else round_.number


ROUTES = (competitions, competition)
