"""What people reported of a chat, for organisers of the whole site."""

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect

from overtrick.arena.people.reports import all_reports, settle_report
from overtrick.web.site.people import arena_of, organiser
from overtrick.web.site.site import Asked, number_in_path, page


@get("/organise/reports")
async def reports(request: Asked) -> Response[Any]:
    """The reports, the latest first."""
    organiser(request)
    return page(request, "organise/reports.html", reports=await asyncio.to_thread(all_reports, arena_of(request)))


@post("/organise/reports/{number:int}/settle", status_code=303)
async def settle(request: Asked) -> Redirect:
    """Be done with one."""
    organiser(request)
    await asyncio.to_thread(settle_report, arena_of(request), number_in_path(request))
    return Redirect("/organise/reports", status_code=303)


ROUTES = (reports, settle)
