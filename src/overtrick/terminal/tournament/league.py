"""Leagues in a terminal: what came of one, in lines."""

from collections.abc import Iterator

from overtrick.league.edit import Outcome
from overtrick.league.results import Change, Line, Results
from overtrick.terminal.columns import Column, plain_lines, shortened
from overtrick.tournament.report.words import MEASURES, UNKNOWN, difference_text, digits_of, stars


def league_lines(results: Results) -> Iterator[str]:
    """Yield what came of a league: everybody's latest rating, improvement, learning, edits and faults."""
    measure, last = MEASURES[results.ratings.rank_by], results.played[-1]
    sets = results.ratings.clusters
    yield (
        f"{results.league.name}: generation {results.generation} of {results.league.generations}, "
        f"{last.versions} versions, {sets} set{'s' * (sets != 1)} of cards; ratings are {measure.meaning}"
    )
    yield ""
    lines = results.lines
    yield from plain_lines(
        [
            Column("entrant", tuple(shortened(line.contender.name) for line in lines), left=True),
            Column("plays as", tuple(line.steps[-1].version for line in lines), left=True),
            Column("rating", tuple(_rating(line, results) for line in lines)),
            Column("improved", tuple(_change(line.improvement, results) for line in lines)),
            Column("learned", tuple(_change(line.learning, results) for line in lines)),
            Column("changed", tuple(_count(line, Outcome.CHANGED) for line in lines)),
            Column("refused", tuple(_count(line, Outcome.REFUSED) for line in lines)),
            Column("faults", tuple(str(line.faults) for line in lines)),
        ]
    )
    yield ""
    yield (
        "improved: the latest version less the first; learned: less that of the twin, who saw no programs of others; "
        "each with its 95 % interval, and stars for how sure the sign is"
    )


def _rating(line: Line, results: Results) -> str:
    measure, rating = MEASURES[results.ratings.rank_by], line.steps[-1].rating
    if rating is None:
        return UNKNOWN
    digits = digits_of(results.ratings)
    return f"{measure.text(rating.worth.value, digits)} ({measure.span(rating.worth, digits)})"


def _change(change: Change | None, results: Results) -> str:
    if change is None:
        return UNKNOWN
    if change.version == change.than:
        return "same program"
    return difference_text(results.ratings.rank_by, change.difference) + "*" * stars(change.p)


def _count(line: Line, outcome: Outcome) -> str:
    if not line.contender.command:
        return UNKNOWN
    return str(sum(step.edit is not None and step.edit.outcome is outcome for step in line.steps))
