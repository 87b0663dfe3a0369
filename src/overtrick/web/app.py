"""The web application: its pages, its sockets, and what starts and stops with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

from litestar import Litestar

from overtrick.web.account_pages import ROUTES as ACCOUNT
from overtrick.web.api import ROUTES as API
from overtrick.web.api_page import openapi
from overtrick.web.board_pages import ROUTES as BOARDS
from overtrick.web.bot_pages import ROUTES as BOTS
from overtrick.web.competition_pages import ROUTES as COMPETITIONS
from overtrick.web.errors import error_page
from overtrick.web.health import ROUTES as HEALTH
from overtrick.web.live import forget_after_changes
from overtrick.web.manual_pages import ROUTES as MANUAL
from overtrick.web.match_page import ROUTES as MATCH
from overtrick.web.organise_pages import ROUTES as ORGANISE
from overtrick.web.organise_rounds import ROUTES as ORGANISE_ROUNDS
from overtrick.web.pages import ROUTES as PAGES
from overtrick.web.people_pages import ROUTES as PEOPLE
from overtrick.web.replays import ROUTES as REPLAYS
from overtrick.web.rules_pages import ROUTES as RULES
from overtrick.web.security import Guarded, add_headers
from overtrick.web.site import Settings, Site
from overtrick.web.socket import ROUTES as SOCKETS
from overtrick.web.source_pages import ROUTES as SOURCES
from overtrick.web.static_files import static_file
from overtrick.web.submission_pages import ROUTES as SUBMISSIONS
from overtrick.web.warm import warming_up
from overtrick.web.welcome_pages import ROUTES as WELCOME

LARGEST_FORM = 64_000


def make_app(settings: Settings) -> Litestar:
    """Return the application; its referees start and stop with it."""
    site = Site(settings)

    @asynccontextmanager
    async def up(app: Litestar) -> AsyncIterator[None]:
        app.state.site = site
        site.live.stopping = app.state.get("stopping", site.live.stopping)
        await site.referees.start()
        try:
            async with warming_up() if settings.warm_up else nullcontext():
                yield
        finally:
            await site.live.stop()
            await site.referees.stop()
            site.close()

    return Litestar(
        route_handlers=[
            *PAGES,
            *REPLAYS,
            *SOCKETS,
            *MANUAL,
            *ACCOUNT,
            *WELCOME,
            *PEOPLE,
            *RULES,
            *HEALTH,
            *BOARDS,
            *COMPETITIONS,
            *ORGANISE,
            *ORGANISE_ROUNDS,
            *BOTS,
            *MATCH,
            *SOURCES,
            *SUBMISSIONS,
            *API,
            static_file,
        ],
        lifespan=[up],
        middleware=[Guarded(site.secret, settings.hosts, site.arena)],
        before_send=[add_headers, forget_after_changes],
        exception_handlers={Exception: error_page},
        request_max_body_size=LARGEST_FORM,
        openapi_config=openapi(),
        include_in_schema=False,  # but for what is of the API
        logging_config=None,  # whoever runs the site decides about logs
        debug=False,
    )
