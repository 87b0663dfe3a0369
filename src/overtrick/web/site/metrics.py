"""Metrics in the usual text format, for whoever watches over the site: requests, tables, queues, matches, workers.

They tell more than strangers should know, so they are for programs on this machine, and for tokens of organisers.
"""

import asyncio
from collections.abc import Iterator
from urllib.parse import urlsplit

from litestar import Response, get
from litestar.plugins.prometheus import PrometheusConfig
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import func, select

from overtrick.arena.arena import Arena
from overtrick.arena.people.tokens import Scope
from overtrick.arena.submissions.submissions import WAITING
from overtrick.arena.worker.counts import CHECKED, FAILURES, FAULT, MATCHES, SECONDS, counted
from overtrick.arena.worker.lease import checkers
from overtrick.core.loopback import is_loopback
from overtrick.store.schema import competitions, rounds, submissions
from overtrick.web.site.health import UP, worker_health
from overtrick.web.site.people import account_with, of_the_site
from overtrick.web.site.site import Asked, Site, site_of

PATH = "/metrics"
REQUESTS = PrometheusConfig(
    app_name="overtrick",
    prefix="overtrick",
    group_path=True,  # or every match would be a row of its own
    buckets=[0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0],
)


class Found(Collector):
    """What the store and the referees tell at the moment of asking."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def collect(self) -> Iterator[Metric]:
        """Yield everything that is not counted request by request."""
        arena = self._site.arena
        yield from tables(self._site)
        yield from queues(arena)
        yield from played(counted(arena))
        worker, fence = worker_health(arena)
        alive = GaugeMetricFamily("overtrick_worker_up", "Whether a worker that plays is at work.", labels=["fence"])
        alive.add_metric([fence], float(worker == UP))
        yield alive
        there = checkers(arena)
        yield GaugeMetricFamily("overtrick_checkers_up", "Workers at work that only check submissions.", there)
        yield GaugeMetricFamily("overtrick_referees", "Processes that run tables.", len(self._site.referees.pids))


def tables(site: Site) -> Iterator[Metric]:
    """Yield how many tables somebody looks at, and how many do."""
    open_tables, people = site.referees.busy
    yield GaugeMetricFamily("overtrick_tables_open", "Tables with somebody at them.", open_tables)
    yield GaugeMetricFamily("overtrick_connections_to_tables", "Browsers at tables.", people)


def queues(arena: Arena) -> Iterator[Metric]:
    """Yield how many submissions wait, since when, and how many rounds there are in which state."""
    waits = submissions.c.state.in_(WAITING)
    states = select(rounds.c.state, func.count()).join(competitions, competitions.c.id == rounds.c.competition)
    with arena.reading() as connection:
        waiting, since = connection.execute(select(func.count(), func.min(submissions.c.created)).where(waits)).one()
        found = connection.execute(states.where(competitions.c.state == "open").group_by(rounds.c.state)).all()
    age_s = max(0, arena.now() - since) if since is not None else 0
    yield GaugeMetricFamily("overtrick_submissions_waiting", "Submissions that are not yet checked.", waiting)
    yield GaugeMetricFamily("overtrick_submissions_oldest_seconds", "How long the first of them has waited.", age_s)
    shown = GaugeMetricFamily("overtrick_rounds", "Rounds of open competitions.", labels=["state"])
    for state, count in found:
        shown.add_metric([state], count)
    yield shown


def played(counts: dict[str, float]) -> Iterator[Metric]:
    """Yield what workers have counted; a rate of matches is a matter of who asks."""
    single = {
        MATCHES: ("overtrick_matches", "Matches that were played and stored."),
        FAILURES: ("overtrick_match_failures", "Matches that could not be played, by no fault of a bot."),
        SECONDS: ("overtrick_thinking_seconds", "Processor time that bots used in matches."),
    }
    for name, (metric, about) in single.items():
        yield CounterMetricFamily(metric, about, counts.get(name, 0))
    by_kind = {
        FAULT: CounterMetricFamily("overtrick_faults", "Faults of bots.", labels=["kind"]),
        CHECKED: CounterMetricFamily("overtrick_submissions_checked", "Submissions by verdict.", labels=["state"]),
    }
    for begin, family in by_kind.items():
        for name, count in sorted(counts.items()):
            if name.startswith(begin):
                family.add_metric([name.removeprefix(begin)], count)
        yield family


def is_local(request: Asked) -> bool:
    """Return whether a program of this machine asks, by no name that a proxy would hand on."""
    called = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    return request.client is not None and is_loopback(request.client.host) and is_loopback(called)


@get(PATH)
async def metrics(request: Asked) -> Response[bytes]:
    """All metrics, for programs of this machine and for tokens of organisers."""
    if not is_local(request):
        of_the_site(account_with(request, Scope.ORGANISE))
    own = CollectorRegistry()
    own.register(Found(site_of(request)))
    text = await asyncio.to_thread(generate_latest, own)
    headers = {"content-type": CONTENT_TYPE_LATEST, "cache-control": "no-store"}
    return Response(generate_latest(REGISTRY) + text, headers=headers)


ROUTES = (metrics,)
