"""What organisers did, as a page and as a file: all for those of the whole site, else of one's own competitions."""

import asyncio
import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from typing import Any

from litestar import Response, get
from litestar.response import Stream

from overtrick.arena.audit import MOST_SHOWN, Act, acts, all_acts
from overtrick.web.site.people import arena_of, some_organiser
from overtrick.web.site.site import Asked, page

COLUMNS = ("moment", "who", "did", "about", "why")
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")  # what spreadsheets take for a formula at the beginning of a cell


def may_see(request: Asked) -> frozenset[int] | None:
    """Return the competitions whose acts somebody may see; None for all, and for what is about no competition."""
    account = some_organiser(request)
    return None if account.is_organiser else account.named


@get("/organise/log")
async def log(request: Asked) -> Response[Any]:
    """The latest acts, and a way to those before them."""
    asked = request.query_params.get("before", "")
    before = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 0
    found = await asyncio.to_thread(acts, arena_of(request), may_see(request), before)
    more = found[-1].number if len(found) == MOST_SHOWN else 0
    return page(request, "organise/log.html", acts=found, more=more)


@get("/organise/log.csv")
async def log_file(request: Asked) -> Stream:
    """All acts as a table, from the first on."""
    headers = {"content-disposition": 'attachment; filename="log.csv"', "cache-control": "no-store"}
    lines = table(all_acts(arena_of(request), may_see(request)))
    return Stream(lines, media_type="text/csv; charset=utf-8", headers=headers)


def table(found: Iterator[Act]) -> Iterator[str]:
    """Yield acts as lines of comma-separated values."""
    yield _line(COLUMNS)
    for act in found:
        moment = datetime.fromtimestamp(act.moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        yield _line((moment, act.who, act.did, act.about, act.why))


def _line(cells: tuple[str, ...]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerow(f"'{cell}" if cell.startswith(DANGEROUS) else cell for cell in cells)
    return out.getvalue()


ROUTES = (log, log_file)
