"""The health of the site, for whoever watches over it: whether the store answers, and whether a worker is at work."""

import asyncio
from dataclasses import asdict, dataclass

from litestar import Response, get

from overtrick.arena.arena import Arena
from overtrick.arena.worker.lease import checkers, status
from overtrick.store.trouble import StoreTrouble
from overtrick.web.site.site import Asked, site_of

PATIENCE_S = 5.0  # for the store
UP, AWAY, REFUSES = "up", "away", "refuses programs"


@dataclass(frozen=True)
class Health:
    """How the parts of the site are; nothing in it tells strangers more than that."""

    status: str  # "ok", or "store" if that does not answer
    referees: int  # processes
    worker: str  # "up", "away", or "refuses programs" if its fence is too weak for those of strangers
    fence: str  # level of the worker's fence
    checkers: int  # workers that only check submissions


def worker_health(arena: Arena) -> tuple[str, str]:
    """Return how the worker is, and the level of its fence."""
    found = status(arena)
    if not found.alive:
        return AWAY, ""
    return (REFUSES if found.refusal else UP), found.fence


@get("/health")
async def health(request: Asked) -> Response[dict[str, object]]:
    """Whether the site is up; 503 if its store does not answer."""
    site = site_of(request)
    referees = len(site.referees.pids)
    try:
        looked = asyncio.to_thread(lambda: (*worker_health(site.arena), checkers(site.arena)))
        found = Health("ok", referees, *await asyncio.wait_for(looked, PATIENCE_S))
    except (StoreTrouble, TimeoutError):
        found = Health("store", referees, AWAY, "", 0)
    code = 200 if found.status == "ok" else 503
    return Response(asdict(found), status_code=code, headers={"cache-control": "no-store"})


ROUTES = (health,)
