"""Tournaments as rows of plain values, for JSON and CSV: the standings, the cross table, every match."""

import csv
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TextIO

from overtrick.tournament.rating.ratings import Estimate, Ratings
from overtrick.tournament.records.stored import Played

Cell = str | int | float | bool | None


def match_rows(matches: Iterable[Played]) -> Iterator[dict[str, Cell]]:
    """Yield a row for every match and seat."""
    for match in matches:
        for seat, entrant in enumerate(match.entrants):
            yield {
                "key": match.key,
                "stage": match.stage,
                "cluster": match.cluster,
                "table": match.table,
                "seat": seat,
                "entrant": entrant,
                "total": match.totals[seat],
                "place": match.places[seat],
                "faults": match.faults[seat],
                "ending": str(match.ending),
                "at_fault": seat == match.at_fault,
            }


def standings_rows(ratings: Ratings) -> list[dict[str, Cell]]:
    """Return the standings, best first; what is not known is None."""
    return [
        {
            "rank": rating.group or None,
            "name": rating.name,
            **_estimate("worth", rating.worth),
            **_estimate("score", rating.score),
            "place": finite(rating.place),
            "won": finite(rating.won),
            **_estimate("strength", rating.strength),
            "matches": rating.matches,
            "blocks": rating.blocks,
            "faults": rating.faults,
            "deals_to_next": rating.needed,
        }
        for rating in ratings.ratings
    ]


def crosstable_rows(ratings: Ratings) -> list[dict[str, Cell]]:
    """Return how every two entrants compare, in both directions; what is not known is None."""
    names = [rating.name for rating in ratings.ratings]
    return [
        {
            "name": name,
            "against": other,
            **_estimate("difference", pair.difference),
            "p": finite(pair.p),
            "blocks": pair.blocks,
        }
        for name in names
        for other in names
        if (pair := ratings.pairs.get((name, other))) is not None
    ]


def _estimate(name: str, estimate: Estimate) -> dict[str, Cell]:
    parts = {"": estimate.value, "_low": estimate.low, "_high": estimate.high}
    return {name + suffix: finite(value) for suffix, value in parts.items()}


def finite(value: float) -> float | None:
    """Return a number, or None if it is not one that JSON knows."""
    return float(value) if math.isfinite(value) else None


def write_csv(rows: Iterable[Mapping[str, Cell]], to: TextIO) -> None:
    """Write rows with a line of headings; without any row nothing is written."""
    writer = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(to, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
