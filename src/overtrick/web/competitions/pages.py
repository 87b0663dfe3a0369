"""The pages of competitions for everybody: the list of all, and one with its rounds, announcements and standings."""

import asyncio
from contextlib import suppress
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException

from overtrick.arena.arena import Arena
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
    found = await asyncio.to_thread(known_competition, site_of(request).arena, request.path_params["slug"])
    return seen_by(request, found)


def known_competition(arena: Arena, slug: str) -> Competition | None:
    """Return a competition, whoever may see it; None if there is none."""
    with suppress(Mistake):
        return find_competition(arena, slug)
    return None


def seen_by(request: Asked, found: Competition | None) -> Competition:
    """Return a competition, or raise NotFoundException if the visitor may not know of it."""
    if found is None or not sees_competition(found, account_of(request)):
        raise NotFoundException("There is no such competition.")
    return found


@get("/competitions")
async def competitions(request: Asked) -> Response[Any]:
    """All competitions."""
    live = site_of(request).live
    groups = grouped(await live.kept("competitions", all_competitions, live.arena))
    return page(request, "competitions/list.html", groups=groups)


@get("/c/{slug:str}")
async def competition(request: Asked) -> Response[Any]:
    """A competition with its rounds, announcements and standings."""
    slug, live = request.path_params["slug"], site_of(request).live
    found = seen_by(request, await live.kept(("competition", slug), known_competition, live.arena, slug))
    stamp = await live.kept(("basis", found.id), basis, live.arena, found)
    return page(
        request,
        "competitions/competition.html",
        competition=found,
        rounds=sorted(found.rounds, key=_order),
        counts=await live.kept(("counts", found.id), count_entries, live.arena, found.rounds),
        series=await live.lasting(("series", found.id), stamp, series, live.arena, found),
    )


def _order(round_: Round) -> tuple[bool, bool, int]:
    """Return what sorts rounds: those that go on, those to come, those that are over, the latest of these first."""
    over = round_.state is RoundState.OVER
    return round_.state not in GOES_ON, over, -round_.number if over else round_.number


ROUTES = (competitions, competition)
