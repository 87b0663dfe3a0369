"""The deal of the day for programs."""

import asyncio
from typing import Annotated

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

from overtrick.arena.daily.days import begins, day_of, find_day
from overtrick.arena.daily.published import DayValue, published
from overtrick.core.mistake import Mistake
from overtrick.web.api.values import MISSING
from overtrick.web.site.site import Asked, site_of

DayName = Annotated[str, PathParameter(description="A day by UTC, such as 2026-01-31, or today.", max_length=10)]


@get("/days/{day:str}", tags=["days"], responses=MISSING)
async def one_day(request: Asked, day: DayName) -> DayValue:
    """The deal of a day: its ranking, and when it is closed also its secret, its cards and all that was played."""
    arena = site_of(request).arena
    wanted = day_of(arena.now()) if day == "today" else day
    try:
        begins(wanted)
    except Mistake as mistake:
        raise NotFoundException(str(mistake)) from None
    found = await asyncio.to_thread(find_day, arena, wanted)
    if found is None or wanted > day_of(arena.now()):
        raise NotFoundException("There is no deal of that day, or not yet.")
    return await asyncio.to_thread(published, arena, found)


ROUTES = (one_day,)
