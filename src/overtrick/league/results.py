"""What came of a league: ratings of all versions on one scale, improvement, learning, faults and time, as values."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from overtrick.games import GAMES
from overtrick.games.contract import less_is_better
from overtrick.league.edit import Edit
from overtrick.league.generation import Edits, Roster
from overtrick.league.stated import Contender, League
from overtrick.tournament.plan.stage import size
from overtrick.tournament.rating.blocks import faults_of
from overtrick.tournament.rating.pairs import Differences, holm
from overtrick.tournament.rating.rate import on_the_whole
from overtrick.tournament.rating.ratings import Estimate, Rating, Ratings
from overtrick.tournament.rating.sums import t_estimates
from overtrick.tournament.run import Contest


@dataclass(frozen=True)
class Step:
    """An entrant in one generation: what its command did, and how the version that played then stands."""

    version: str
    rating: Rating | None  # of that version, on the common scale
    faults: int  # in the tournament of this generation
    edit: Edit | None  # of players that we ship there is none
    commit: str = ""


@dataclass(frozen=True)
class Change:
    """How much better one version is than another, on the common scale."""

    version: str
    than: str
    difference: Estimate
    p: float  # after Holm's correction over all such questions of the league; NaN where nothing can be said


@dataclass(frozen=True)
class Line:
    """What came of one entrant."""

    contender: Contender
    steps: tuple[Step, ...]  # by generation
    improvement: Change | None  # of the latest version over the first; None if it stays as it is
    learning: Change | None  # of the latest version over that of its twin; None without a twin

    @property
    def seconds(self) -> float:
        """How long its command ran in all."""
        return sum(step.edit.seconds for step in self.steps if step.edit)

    @property
    def faults(self) -> int:
        """How many faults its versions committed in the generations in which they were its own."""
        return sum(step.faults for step in self.steps)


@dataclass(frozen=True)
class Played:
    """The tournament of a generation."""

    name: str
    commitment: str
    versions: int
    matches: int
    faults: int


@dataclass(frozen=True)
class Results:
    """What came of a league so far."""

    league: League
    generation: int  # the last one that was played
    ratings: Ratings  # of all versions, from the tournament of that generation
    lines: tuple[Line, ...]
    played: tuple[Played, ...]  # by generation
    store: str


@dataclass(frozen=True)
class Generation:
    """A generation that was played to its end."""

    roster: Roster
    contest: Contest


def results_of(
    league: League, edits: Edits, commits: Mapping[str, Sequence[str]], played: Sequence[Generation]
) -> Results:
    """Return what the generations that were played say; the scale is that of the last one, in which all sit."""
    last, generation = played[-1], len(played) - 1
    results = [one.contest.results(one.contest.stages()) for one in played]
    ratings = last.contest.ratings(results[-1])
    by_name = {rating.name: rating for rating in ratings.ratings}
    names = list(last.roster.players)
    counts = [
        dict(zip(one.roster.players, faults_of(found, len(one.roster.players)).tolist(), strict=True))
        for one, found in zip(played, results, strict=True)
    ]
    turned = less_is_better(GAMES[league.rules.game])
    apart = on_the_whole(results[-1], len(names), league.rules.rank_by, less_is_better=turned)
    asked = {
        (one.name, kind): pair
        for one in league.contenders
        for kind, pair in _questions(one, league, last.roster, generation)
    }
    told = dict(zip(asked, _changes(asked.values(), names, apart), strict=True))
    lines = []
    for one in league.contenders:
        mine = edits.get(one.name, ())
        steps = []
        for number in range(generation + 1):
            version = last.roster.version[one.name, number]
            edit = mine[number] if number < len(mine) else None
            commit = commits[one.name][number] if edit else ""
            steps.append(Step(version, by_name.get(version), counts[number][version], edit, commit))
        lines.append(Line(one, tuple(steps), told.get((one.name, "improvement")), told.get((one.name, "learning"))))
    tournaments = [
        Played(
            one.contest.tournament.name,
            one.contest.registered.commitment,
            len(one.roster.players),
            size(one.contest.stages()),
            sum(counts[number].values()),
        )
        for number, one in enumerate(played)
    ]
    return Results(league, generation, ratings, tuple(lines), tuple(tournaments), last.contest.store.place)


def _questions(one: Contender, league: League, there: Roster, generation: int) -> Iterable[tuple[str, tuple[str, str]]]:
    """Yield what is asked about an entrant: which version against which."""
    if one.command:
        yield "improvement", (there.version[one.name, generation], there.version[one.name, 0])
    for twin in league.contenders:
        if twin.twin_of == one.name:
            yield "learning", (there.version[one.name, generation], there.version[twin.name, generation])


def _changes(asked: Iterable[tuple[str, str]], names: Sequence[str], apart: Differences) -> list[Change]:
    pairs = list(asked)
    places = [(names.index(first), names.index(second)) for first, second in pairs]
    corrected = holm(np.array([apart.p[place] if place[0] != place[1] else np.nan for place in places]))
    found = []
    for (first, second), place, p in zip(pairs, places, corrected.tolist(), strict=True):
        value, error, free = apart.value[place], apart.error[place], apart.clusters[place] - 1
        (difference,) = t_estimates(np.array([value]), np.array([error]), np.array([free]))
        found.append(Change(first, second, Estimate(0.0, 0.0, 0.0) if first == second else difference, p))
    return found
