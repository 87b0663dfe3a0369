"""The results of a league as JSON, for machines; docs/leagues.md has the shape."""

import math
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from overtrick.league.results import Change, Line, Results, Step
from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.report.export import finite
from overtrick.tournament.report.words import MEASURES

FORMAT = 1
"""Of this shape; it is raised when something in it changes its meaning or goes."""


def results_json(results: Results) -> dict[str, Any]:
    """Return everything that came of a league; what is not known is null."""
    league, ratings = results.league, results.ratings
    return {
        "format": FORMAT,
        "league": league.name,
        "game": league.rules.game,
        "seats": league.rules.seats,
        "options": dict(league.rules.options),
        "sources": str(league.sources),
        "generations": league.generations,
        "generation": results.generation,
        "scale": {
            "tournament": results.played[-1].name,
            "measure": str(ratings.rank_by),
            "meaning": MEASURES[ratings.rank_by].meaning,
            "matches": ratings.matches,
            "sets_of_cards": ratings.clusters,
        },
        "entrants": [_line(line) for line in results.lines],
        "tournaments": [{"generation": number, **asdict(one)} for number, one in enumerate(results.played)],
        "store": Path(results.store).name,
    }


def _line(line: Line) -> dict[str, Any]:
    one = line.contender
    allowed = asdict(one.allowed)
    allowed |= {"read": [short(path) for path in one.allowed.read], "environment": list(one.allowed.environment)}
    return {
        "name": one.name,
        "twin_of": one.twin_of or None,
        "command": list(one.command) or None,
        "sources": str(one.sources) if one.command else None,
        "allowed": allowed if one.command else None,
        "improvement": _change(line.improvement),
        "learning": _change(line.learning),
        "faults": line.faults,
        "seconds": line.seconds,
        "generations": [_step(number, step) for number, step in enumerate(line.steps)],
    }


def short(path: str) -> str:
    """Return a path without the name of our home folder."""
    home = os.path.expanduser("~")  # noqa: PTH111
    return f"~{path.removeprefix(home)}" if path.startswith(f"{home}/") else path


def _step(generation: int, step: Step) -> dict[str, Any]:
    edit, rating = step.edit, step.rating
    return {
        "generation": generation,
        "version": step.version,
        "content": edit.content if edit else None,
        "commit": step.commit or None,
        "outcome": str(edit.outcome) if edit else None,
        "why": edit.why or None if edit else None,
        "ended": edit.ended or None if edit else None,
        "seconds": edit.seconds if edit else None,
        "room": edit.room or None if edit else None,
        "faults": step.faults,
        "rating": _estimate(rating.worth) if rating else None,
        "strength": _estimate(rating.strength) if rating else None,
        "rank": rating.group or None if rating else None,
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    return {"value": finite(estimate.value), "low": finite(estimate.low), "high": finite(estimate.high)}


def _change(change: Change | None) -> dict[str, Any] | None:
    if change is None:
        return None
    p = None if math.isnan(change.p) else change.p
    return {"version": change.version, "than": change.than, **_estimate(change.difference), "p": p}
