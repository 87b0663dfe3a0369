"""A tournament that runs elsewhere, as its store tells of it: what is done, how quickly, and the standings so far."""

from dataclasses import dataclass

from overtrick.core.printable import printable
from overtrick.terminal.columns import Column, plain_lines, shortened
from overtrick.terminal.tournament.standings import standings_line
from overtrick.tournament.plan.stage import size
from overtrick.tournament.rating.ratings import Ratings
from overtrick.tournament.records.store import Store
from overtrick.tournament.records.stored import Latest
from overtrick.tournament.run import Contest

RECENT_S = 60  # over which the pace is measured, at most
NAME, KEY = 14, 8  # letters of a name and of a key among the latest matches


@dataclass(frozen=True)
class Look:
    """What a store said about a tournament at a moment."""

    name: str
    about: str
    total: int
    done: int
    pace: float  # matches a second of late
    quiet_s: int | None  # since the latest match
    ratings: Ratings
    latest: list[Latest]

    @property
    def over(self) -> bool:
        """Whether all is played."""
        return self.done >= self.total


def look(store: Store, name: str | None, now: int, matches: int = 8) -> Look:
    """Return how a tournament stands, with some of its latest matches."""
    found = store.tournament(name)
    stated, registered = found.tournament, found.registered
    contest = Contest(stated, store, registered)
    stages = contest.stages()
    results = store.results(registered, stages)
    latest = store.latest(registered, matches)
    entrants = f"{len(stated.entrants)} entrants at tables of {stated.seats}"
    return Look(
        name=printable(stated.name),
        about=f"{stated.game}, {stated.format}, {entrants}",
        total=size(stages),
        done=len(results.cluster),
        pace=store.pace(registered, now - RECENT_S, now),
        quiet_s=max(now - latest[0].played, 0) if latest else None,
        ratings=contest.ratings(results, quick=True),
        latest=latest,
    )


def progress_line(seen: Look) -> str:
    """Return how far a tournament is, in one line."""
    if seen.over:
        return f"{seen.done}/{seen.total} matches, all is played"
    left = f", {(seen.total - seen.done) / seen.pace:.0f} s left" if seen.pace else ""
    quiet = "no match yet" if seen.quiet_s is None else f"the latest {seen.quiet_s} s ago"
    return f"{seen.done}/{seen.total} matches, {seen.pace:.1f}/s{left}, {quiet}"


def plain_line(seen: Look) -> str:
    """Return a tournament in one line: how far it is, and who leads."""
    return f"{progress_line(seen)}  {standings_line(seen.ratings)}".rstrip()


def latest_lines(latest: list[Latest], now: int) -> list[str]:
    """Return the latest matches, the newest first: when, the key, and the points of everyone."""
    if not latest:
        return ["no match is played yet"]
    return list(
        plain_lines(
            [
                Column("ago", tuple(ago(now - match.played) for match in latest)),
                Column("match", tuple(match.key[:KEY] for match in latest), left=True),
                Column("points", tuple(points(match) for match in latest), left=True),
            ]
        )
    )


def ago(seconds: int) -> str:
    """Return a time gone by, in the unit that suits."""
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length} {unit}"
    return f"{max(seconds, 0)} s"


def points(match: Latest) -> str:
    """Return who got how many points."""
    named = zip(match.entrants, match.totals, strict=True)
    return "  ".join(f"{shortened(name, NAME)} {total}" for name, total in named)
