"""What a report tells, as values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from overtrick.core.ending import Ending
from overtrick.tournament.plan.plan import imbalance_text
from overtrick.tournament.rating.ratings import Ratings
from overtrick.tournament.rating.results import Results
from overtrick.tournament.report.words import tie_text
from overtrick.tournament.run import Contest
from overtrick.tournament.stated.tournament import Tournament


@dataclass(frozen=True)
class FaultLine:
    """The faults of one kind of one entrant, with an example."""

    name: str
    ending: Ending
    count: int
    sentence: str
    key: str  # of the match of the example


@dataclass(frozen=True, kw_only=True)
class Report:
    """Everything that a report tells."""

    tournament: Tournament
    ratings: Ratings
    results: Results
    facts: Mapping[str, Mapping[str, float]]  # entrant, fact: mean of a match
    faults: Sequence[FaultLine]
    imbalance: str  # of the tables, a sentence
    commitment: str
    secret: str | None  # in hexadecimal, once it is revealed
    store: str
    date: str
    ties: Sequence[tuple[str, str]] = ()  # of a knock-out: their names, and what happened
    fences: Sequence[str] = ()  # the kinds of fences in which the bots ran


def report_of(
    contest: Contest, date: str, *, secret: bytes | None = None, regrets: Mapping[str, float] | None = None
) -> Report:
    """Return what a report on a tournament tells; its secret, and tricks given away in a match, only if given."""
    stages = contest.stages()
    results = contest.results(stages)
    names = contest.registered.names
    matches = np.bincount(results.seating.ravel(), minlength=len(names))
    return Report(
        tournament=contest.tournament,
        ratings=contest.ratings(results),
        results=results,
        facts={
            name: {fact: total / count for fact, total in sums.items()}
            | ({"regret": regrets[name]} if regrets and name in regrets else {})
            for name, sums, count in zip(names, contest.store.facts(contest.registered, stages), matches, strict=True)
        },
        faults=[
            FaultLine(names[found.participant], found.ending, found.count, found.sentence, found.key)
            for found in contest.store.faults(contest.registered, stages)
        ],
        imbalance=imbalance_text(contest.tournament, stages),
        commitment=contest.registered.commitment,
        secret=None if secret is None else secret.hex(),
        store=contest.store.place,
        date=date,
        ties=[(tie.name, tie_text(tie, names, contest.measured_by)) for tie in contest.ties()],
    )
