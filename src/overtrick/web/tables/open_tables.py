"""The tables that anybody may come to, for the start page; asked for once however many look."""

import asyncio
import time
from typing import Any

from litestar import Response, get

from overtrick.web.referees.referees import Referees
from overtrick.web.site.site import Asked, page, site_of
from overtrick.web.titles import game_title

KEPT_S = 0.5
PATIENCE_S = 1.0
MOST = 30


class OpenTables:
    """What the referees said last."""

    def __init__(self, referees: Referees) -> None:
        self.referees = referees
        self.until = 0.0
        self.latest: list[dict[str, Any]] = []
        self.asked: asyncio.Task[list[dict[str, Any]]] | None = None

    async def get(self) -> list[dict[str, Any]]:
        """Return the tables, those that wait for somebody first."""
        if self.asked is None or (self.asked.done() and time.monotonic() >= self.until):
            self.until = time.monotonic() + KEPT_S
            self.asked = asyncio.create_task(self._ask())
        asked = self.asked  # which may be another one afterwards
        done, _ = await asyncio.wait((asked,), timeout=PATIENCE_S)
        if done and asked.exception() is None:
            self.latest = asked.result()
        return self.latest  # the start page waits for no referee that has trouble

    async def _ask(self) -> list[dict[str, Any]]:
        found = [table for answer in await self.referees.ask_all("open_tables") for table in answer["tables"]]
        found.sort(key=lambda table: (not table["waiting"], not table["free"], table["id"]))
        return [
            {**table, "title": game_title(table["game"]), "url": f"/tables/{table['id']}"} for table in found[:MOST]
        ]


def open_tables_of(request: Asked) -> OpenTables:
    """Return the open tables of a site."""
    state = request.app.state
    if "open_tables" not in state:
        state.open_tables = OpenTables(site_of(request).referees)
    found: OpenTables = state.open_tables
    return found


@get("/tables/open")
async def open_tables(request: Asked) -> Response[str]:
    """The list alone, for a page that is open."""
    return page(request, "tables/open.html", open=await open_tables_of(request).get(), alone=True)


ROUTES = (open_tables,)
