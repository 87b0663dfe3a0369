"""Knock-out: pairs meet, each until a sequential test decides or the blocks are used up, and the loser leaves.

Comparing two bots is a knock-out of two.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from overtrick.games.contract import ranked
from overtrick.tournament.plan.sequential import FIRST, Comparison, Verdict, judge
from overtrick.tournament.rating.ratings import Ratings


@dataclass(frozen=True)
class Tie:
    """Two entrants, as indices; the first is the one that stands higher in the list of entrants."""

    round: int  # from 1
    number: int  # from 1 in its round
    first: int
    second: int
    clusters: int  # sets of cards planned
    state: Comparison | None = None  # what the test says so far
    winner: int | None = None

    @property
    def name(self) -> str:
        """The name of its stage."""
        return f"round {self.round}, tie {self.number}"


Known = Callable[[Tie], Sequence[float]]
"""What is known of a tie: first's worth minus second's, cluster by cluster, up to the first one missing."""


def bracket(entrants: int, most: int, margin: float | None, known: Known) -> list[Tie]:
    """Return all ties so far; those of the last round may be undecided, and then have more blocks to play."""
    alive = seeding(1 << (entrants - 1).bit_length())
    ties: list[Tie] = []
    number = 0
    while len(alive) > 1:
        number += 1
        winners: list[int | None] = []
        for place, (one, other) in enumerate(zip(alive[::2], alive[1::2], strict=True), start=1):
            first, second = min(one, other), max(one, other)
            if second >= entrants:  # nobody is there to meet
                winners.append(first)
                continue
            ties.append(play_tie(Tie(number, place, first, second, most), margin, known))
            winners.append(ties[-1].winner)
        decided = [winner for winner in winners if winner is not None]
        if len(decided) < len(winners):
            break
        alive = decided
    return ties


def seeding(size: int) -> list[int]:
    """Return the order of a bracket in which the first two can only meet in the last round, and so on."""
    order = [0]
    while len(order) < size:
        order = [seed for high in order for seed in (high, 2 * len(order) - 1 - high)]
    return order


def play_tie(tie: Tie, margin: float | None, known: Known) -> Tie:
    """Return a tie of at most its clusters with what is known of it: a winner, or how many blocks to play next."""
    most = tie.clusters
    differences = known(tie)
    state = judge(differences, margin=margin, most=most)
    if state.verdict is None:
        return replace(tie, clusters=planned_blocks(len(differences) + 1, most), state=state)
    return replace(tie, clusters=planned_blocks(state.blocks, most), state=state, winner=winner_of(tie, state))


def planned_blocks(needed: int, most: int) -> int:
    """Return how many blocks are planned where some are needed: a few at first, then a quarter more each time."""
    blocks = FIRST
    while blocks < needed:
        blocks += max(FIRST, blocks // 4)
    return min(blocks, most)


def winner_of(tie: Tie, state: Comparison) -> int:
    """Return who goes on: as the test says, else by the mean; if nothing separates them, the one listed first."""
    if state.verdict is Verdict.BETTER:
        return tie.first
    if state.verdict is Verdict.WORSE:
        return tie.second
    return tie.second if state.difference.value < 0 else tie.first


def placings(entrants: int, ties: Sequence[Tie]) -> list[int]:
    """Return the place of each entrant, from 1: the later one loses the better, and who has not lost stands first."""
    lost = [math.inf] * entrants
    for tie in ties:
        if tie.winner is not None:
            lost[tie.first + tie.second - tie.winner] = tie.round
    return ranked(lost)


def by_bracket(ratings: Ratings, names: Sequence[str], ties: Sequence[Tie]) -> Ratings:
    """Return ratings in the order of a knock-out, whose places are the rank groups; without ties as they are."""
    if not ties:
        return ratings
    places = dict(zip(names, placings(len(names), ties), strict=True))
    lines = [replace(line, group=line.group and places[line.name], needed=None) for line in ratings.ratings]
    return replace(ratings, knocked_out=True, ratings=tuple(sorted(lines, key=lambda line: line.group or math.inf)))
