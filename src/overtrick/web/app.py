"""The web application: its pages, its sockets, and what starts and stops with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar

from overtrick.web.accounts.own import ROUTES as ACCOUNT
from overtrick.web.accounts.people import ROUTES as PEOPLE
from overtrick.web.accounts.profiles import ROUTES as PROFILES
from overtrick.web.accounts.welcome import ROUTES as WELCOME
from overtrick.web.api.page import openapi
from overtrick.web.api.public import ROUTES as API
from overtrick.web.boards.live import forget_after_changes
from overtrick.web.competitions.board_pages import ROUTES as BOARDS
from overtrick.web.competitions.bot_pages import ROUTES as BOTS
from overtrick.web.competitions.pages import ROUTES as COMPETITIONS
from overtrick.web.competitions.review_pages import ROUTES as REVIEWS
from overtrick.web.competitions.source_pages import ROUTES as SOURCES
from overtrick.web.competitions.submission_pages import ROUTES as SUBMISSIONS
from overtrick.web.daily.pages import ROUTES as DAILY
from overtrick.web.home import ROUTES as HOME
from overtrick.web.matches.analyses import ROUTES as ANALYSES
from overtrick.web.matches.lines import ROUTES as LINES
from overtrick.web.matches.page import ROUTES as MATCH
from overtrick.web.matches.replays import ROUTES as REPLAYS
from overtrick.web.organise.log import ROUTES as LOG
from overtrick.web.organise.pages import ROUTES as ORGANISE
from overtrick.web.organise.reports import ROUTES as REPORTS
from overtrick.web.organise.rounds import ROUTES as ORGANISE_ROUNDS
from overtrick.web.organise.webhooks import ROUTES as WEBHOOKS
from overtrick.web.puzzles.pages import ROUTES as PUZZLES
from overtrick.web.rules.manual_pages import ROUTES as MANUAL
from overtrick.web.rules.pages import ROUTES as RULES
from overtrick.web.site.errors import error_page
from overtrick.web.site.health import ROUTES as HEALTH
from overtrick.web.site.metrics import REQUESTS
from overtrick.web.site.metrics import ROUTES as METRICS
from overtrick.web.site.security import Guarded, add_headers
from overtrick.web.site.site import Settings, Site
from overtrick.web.site.static_files import service_worker, static_file
from overtrick.web.tables.open_tables import ROUTES as OPEN_TABLES
from overtrick.web.tables.pages import ROUTES as TABLES
from overtrick.web.tables.socket import ROUTES as SOCKETS

LARGEST_FORM = 64_000


def make_app(settings: Settings) -> Litestar:
    """Return the application; its referees start and stop with it."""
    site = Site(settings)

    @asynccontextmanager
    async def up(app: Litestar) -> AsyncIterator[None]:
        app.state.site = site
        site.live.stopping = app.state.get("stopping", site.live.stopping)
        await site.referees.start()
        site.messenger.start()
        try:
            yield
        finally:
            await site.messenger.stop()
            await site.live.stop()
            await site.referees.stop()
            site.close()

    return Litestar(
        route_handlers=[
            *HOME,
            *DAILY,
            *OPEN_TABLES,
            *TABLES,
            *REPLAYS,
            *LINES,
            *ANALYSES,
            *SOCKETS,
            *PUZZLES,
            *MANUAL,
            *ACCOUNT,
            *WELCOME,
            *PROFILES,
            *PEOPLE,
            *RULES,
            *HEALTH,
            *METRICS,
            *BOARDS,
            *COMPETITIONS,
            *REPORTS,
            *ORGANISE,
            *LOG,
            *WEBHOOKS,
            *ORGANISE_ROUNDS,
            *BOTS,
            *REVIEWS,
            *MATCH,
            *SOURCES,
            *SUBMISSIONS,
            *API,
            static_file,
            service_worker,
        ],
        lifespan=[up],
        middleware=[REQUESTS.middleware, Guarded(site.secret, settings.hosts, site.arena)],
        before_send=[add_headers, forget_after_changes],
        exception_handlers={Exception: error_page},
        request_max_body_size=LARGEST_FORM,
        openapi_config=openapi(),
        include_in_schema=False,  # but for what is of the API
        logging_config=None,  # whoever runs the site decides about logs
        debug=False,
    )
