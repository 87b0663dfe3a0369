"""Running: whatever of a plan is missing in the store is played and added to it, until nothing is missing."""

from collections import deque
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from random import SystemRandom
from typing import TypeVar

import numpy as np

from overtrick.bots.fence.limits import Limits
from overtrick.bots.find import Player, find
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import less_is_better
from overtrick.match.record import Match
from overtrick.tournament.plan.drawn import Drawn, lots
from overtrick.tournament.plan.focused import Progress, advance, begin
from overtrick.tournament.plan.focused_table import Ranked, rate_focused
from overtrick.tournament.plan.knock_out import Tie, by_bracket
from overtrick.tournament.plan.own_results import merits, own_results, steps
from overtrick.tournament.plan.plan import aim_of, participants, plan, ties
from overtrick.tournament.plan.stage import Planned, Stage, cluster_seed, planned, size
from overtrick.tournament.rating.adjust import Covariates, luck_of_clusters
from overtrick.tournament.rating.blocks import Floats, complete_blocks
from overtrick.tournament.rating.paired import paired_differences
from overtrick.tournament.rating.rate import rate
from overtrick.tournament.rating.ratings import Ratings
from overtrick.tournament.rating.results import Results, joined
from overtrick.tournament.records.store import Store
from overtrick.tournament.records.stored import Registered
from overtrick.tournament.stated.tournament import Format, RankBy, Tournament
from overtrick.tournament.workers.here import Outcome, Playing

Thing = TypeVar("Thing")

ABREAST = 8
"""Sets of cards that are played at a time; between two matches on one of them half as many others are played."""
CHUNK = 1000
"""Matches that are looked up at a time."""
UNFORESEEN = SystemRandom()
FOCUSED_STAGE = "main"


@dataclass(frozen=True)
class Contest:
    """A tournament whose name stands in a store: its plan and its results are what the store makes of them."""

    tournament: Tournament
    store: Store
    registered: Registered
    # How far a focused one was when it was last looked at. Records never change, so that stays true.
    _reached: list[Progress] = field(default_factory=list, compare=False, repr=False)
    _read: list[Results] = field(default_factory=list, compare=False, repr=False)  # of the cards that it rests on

    def stages(self) -> tuple[Stage, ...]:
        """Return the plan, as far as the results decide it."""
        if self.tournament.format is Format.FOCUSED:
            drawn = self.progress().drawn
            return (Stage(FOCUSED_STAGE, (), len(drawn), drawn),)
        return plan(self.tournament, self._known)

    def progress(self) -> Progress:
        """Return how far a focused tournament is."""
        aim = aim_of(self.tournament)
        reached = self._reached[0] if self._reached else begin(aim)
        names = [entrant.name for entrant in self.tournament.entrants]
        drawn_from = lots(bytes.fromhex(self.registered.commitment), names)
        self._reached[:] = [advance(aim, drawn_from, self._own_results, reached)]
        return self._reached[0]

    def done(self) -> int:
        """Return how many matches of the plan are in the store."""
        return len(self.results(self.stages()).cluster)

    def results(self, stages: tuple[Stage, ...]) -> Results:
        """Return the results of the matches of the plan; what the steps of a focused one were planned by is kept."""
        if self.tournament.format is not Format.FOCUSED:
            return self.store.results(self.registered, stages)
        rest = self.store.results(self.registered, stages, first=self.progress().played)
        return joined([*self._read, rest])

    def secret(self) -> bytes:
        """Return the secret of a tournament that is played to its end, or raise Mistake."""
        total, done = size(self.stages()), self.done()
        if done < total:
            raise Mistake(f"{total - done} of {total} matches are not yet played; the secret stays secret until then")
        return self.store.reveal(self.tournament.name)

    def ties(self) -> list[Tie]:
        """Return the ties of a knock-out so far; other tournaments have none."""
        return ties(self.tournament, self._known) if self.tournament.format is Format.KNOCK_OUT else []

    def ratings(self, results: Results | None = None, *, quick: bool = False) -> Ratings:
        """Return what the results say, those of the store if no others are given."""
        stated = self.tournament
        results = self.results(self.stages()) if results is None else results
        if stated.format is Format.FOCUSED:
            ranked = Ranked(stated.rank_by, self._turned, stated.max_faults)
            return rate_focused(results, self.registered.names, ranked, aim_of(stated), self.progress())
        ratings = rate(
            results,
            self.registered.names,
            stated.rank_by,
            less_is_better=self._turned,
            max_faults=stated.max_faults,
            unranked=self.registered.names[len(stated.entrants) :],
            covariates=self._luck(results) if stated.adjust else None,
            quick=quick,
        )
        return by_bracket(ratings, [entrant.name for entrant in stated.entrants], self.ties())

    @property
    def measured_by(self) -> RankBy:
        """What ratings are by: as stated, but points are turned round where fewer are better."""
        stated = self.tournament.rank_by
        return RankBy.FEWEST if stated is RankBy.SCORE and self._turned else stated

    @property
    def _turned(self) -> bool:
        return less_is_better(GAMES[self.tournament.game])

    def _luck(self, results: Results) -> Covariates:
        """Return the luck of the cards of all clusters that were played."""
        table = replace(self.everyone(), players=(), contents=())
        stages = self.stages()
        played = np.unique(np.column_stack((results.stage, results.cluster)), axis=0)
        return luck_of_clusters(
            {
                (stage, cluster): replace(table, seed=cluster_seed(table.seed, stages[stage].name, cluster))
                for stage, cluster in played.tolist()
            }
        )

    def _known(self, stage: Stage, first: int, second: int) -> list[float]:
        results = self.store.results(self.registered, [stage])
        if self._turned:
            results = results.merits()
        return paired_differences(results, first, second, self.tournament.rank_by)

    def _own_results(self, drawn: tuple[Drawn, ...], first: int) -> Floats | None:
        """Return the results of a step of a focused tournament, if it is played to its end."""
        stage = Stage(FOCUSED_STAGE, (), len(drawn), drawn)
        results = self.store.results(self.registered, [stage], first=first)
        blocks = complete_blocks(results.merits() if self._turned else results)
        worth, asked, count = merits(blocks, self.tournament.rank_by), drawn[-1].asked, len(self.tournament.entrants)
        values = np.concatenate(
            [
                own_results(blocks, [worth], some, first + begin, count)[0][:, asked]
                for begin, some in steps(drawn[first:])
            ]
        )
        if np.isnan(values).any():
            return None
        self._read.append(results)
        return values

    def everyone(self) -> Match:
        """Return the rules, all participants and the secret as one match that nobody plays."""
        stated, entered = self.tournament, self.registered
        secret = entered.secret or self.store.reveal(stated.name)
        return Match(stated.game, stated.seats, stated.options, entered.names, secret, entered.contents)


def find_players(tournament: Tournament, *, trust: bool = False) -> dict[str, Player]:
    """Return the players of all participants by name; an entrant in a language that is not allowed is refused."""
    limits = None if trust and tournament.limits == Limits() else tournament.limits
    found = {
        participant.name: find(participant.bot, tournament.game, limits=limits, trust=trust)
        for participant in participants(tournament)
    }
    for entrant in tournament.entrants:
        language = found[entrant.name].language
        if tournament.languages and language not in tournament.languages:
            allowed = ", ".join(tournament.languages)
            raise Mistake(f"the language of entrant {entrant.name!r} is {language}; allowed: {allowed}")
    return found


def contents_of(players: Sequence[Player]) -> tuple[str, ...]:
    """Return the contents of players; copies of one program are numbered, as their matches are different ones."""
    contents: list[str] = []
    for place, player in enumerate(players):
        copies = sum(other.content == player.content for other in players[:place])
        contents.append(f"{player.content} copy {copies + 1}" if copies else player.content)
    return tuple(contents)


def open_contest(tournament: Tournament, players: Mapping[str, Player], store: Store) -> Contest:
    """Return the tournament as the store knows it, new or begun before."""
    return Contest(tournament, store, store.register(tournament, contents_of(list(players.values()))))


def missing(contest: Contest, failed: Container[str]) -> Iterator[Planned]:
    """Yield what is in the plan but not in the store, a few sets of cards abreast and in an order of no meaning.

    What a bot remembered of a match, by whatever way, would be worth most in the next one on the same cards.
    """
    everyone = contest.everyone()

    def missing_of(stage: Stage, cluster: int) -> Iterator[Planned]:
        matches = planned(stage, cluster, everyone)
        while chunk := list(islice(matches, CHUNK)):
            there = contest.store.present(contest.registered, [match.key for match in chunk])
            for _, table in groupby(chunk, key=lambda match: sorted(match.seating)):
                rotations = [match for match in table if match.key not in there]
                UNFORESEEN.shuffle(rotations)
                yield from (match for match in rotations if match.key not in failed)

    for stage in contest.stages():
        yield from abreast(missing_of(stage, cluster) for cluster in range(stage.clusters))


def abreast(sources: Iterator[Iterator[Thing]]) -> Iterator[Thing]:
    """Yield from several sources in an order that nobody can foresee, if possible not from the same as just before."""
    rested, tired = list(islice(sources, ABREAST)), deque[Iterator[Thing]]()
    while rested or tired:
        source = rested.pop(UNFORESEEN.randrange(len(rested))) if rested else tired.popleft()
        thing = next(source, None)
        if thing is None:
            rested += islice(sources, 1)
            continue
        yield thing
        tired.append(source)
        if len(tired) > ABREAST // 2:
            rested.append(tired.popleft())


def run(contest: Contest, playing: Playing, watch: Callable[[Outcome], None]) -> dict[str, str]:
    """Play until nothing is missing; return the keys of the matches that could not be played, and why."""
    failed: dict[str, str] = {}
    while True:
        played = False
        for match, outcome in playing.play(missing(contest, failed)):
            played = True
            if isinstance(outcome, str):
                failed[match.key] = outcome
            else:
                contest.store.add(contest.registered, match.stage, match.cluster, match.seating, outcome)
            watch(outcome)
        if not played:
            return failed
