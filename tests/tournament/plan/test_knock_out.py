"""Knock-outs: the bracket, who goes on, how long a tie is played, and the places at the end."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from overtrick.tournament.plan.knock_out import (
    Known,
    Tie,
    bracket,
    by_bracket,
    placings,
    planned_blocks,
    play_tie,
    seeding,
    winner_of,
)
from overtrick.tournament.plan.sequential import FIRST, QUIET, Verdict, judge
from overtrick.tournament.rating.ratings import Estimate, Rating, Ratings
from overtrick.tournament.stated.tournament import RankBy

MOST = 1000
TIE = Tie(1, 1, 0, 1, MOST)


def always(value: float) -> Known:
    """Return what is known if all blocks of all ties give the same."""
    return lambda tie: [value] * MOST


def by_strength(strengths: Sequence[float]) -> Known:
    return lambda tie: [strengths[tie.first] - strengths[tie.second]] * MOST


def noise(centre: float, seed: str, blocks: int = MOST) -> list[float]:
    luck = Random(seed)
    return [luck.gauss(centre, 1.0) for _ in range(blocks)]


def first_of(values: list[float], blocks: int) -> Known:
    return lambda tie: values[:blocks]


def pairs(ties: Sequence[Tie]) -> list[tuple[int, int, int]]:
    return [(tie.round, tie.first, tie.second) for tie in ties]


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_the_better_half_of_the_list_cannot_meet_before_its_time(size: int) -> None:
    alive = seeding(size)
    assert sorted(alive) == list(range(size))
    while len(alive) > 1:
        met = [sorted(pair) for pair in zip(alive[::2], alive[1::2], strict=True)]
        assert all(sum(pair) == len(alive) - 1 for pair in met)  # the first meets the last, and so on
        alive = [pair[0] for pair in met]


@pytest.mark.parametrize("entrants", range(2, 18))
def test_everybody_loses_once_but_the_winner_and_the_first_two_meet_last(entrants: int) -> None:
    ties = bracket(entrants, MOST, None, always(1.0))
    losers = [tie.second for tie in ties]
    assert sorted(losers) == list(range(1, entrants))
    assert (ties[-1].first, ties[-1].second) == (0, 1)
    rounds = math.ceil(math.log2(entrants))
    assert [tie.round for tie in ties] == sorted(tie.round for tie in ties)
    assert ties[-1].round == rounds
    for number in range(1, rounds + 1):
        names = [tie.name for tie in ties if tie.round == number]
        byes = (1 << rounds) - entrants if number == 1 else 0  # their places in the round stay empty
        assert len(set(names)) == len(names) == (1 << rounds - number) - byes
        assert all(f"round {number}, tie {place}" in names for place in range(1, len(names) + 1) if not byes)


@pytest.mark.parametrize(("entrants", "byes"), [(3, 1), (5, 3), (6, 2), (7, 1), (8, 0), (9, 7)])
def test_byes_go_to_the_first_in_the_list(entrants: int, byes: int) -> None:
    first_round = [tie for tie in bracket(entrants, MOST, None, always(1.0)) if tie.round == 1]
    playing = {entrant for tie in first_round for entrant in (tie.first, tie.second)}
    assert playing == set(range(byes, entrants))


def test_the_stronger_goes_on_wherever_it_stands() -> None:
    ties = bracket(4, MOST, None, by_strength([1.0, 2.0, 4.0, 3.0]))
    assert pairs(ties) == [(1, 0, 3), (1, 1, 2), (2, 2, 3)]
    assert [tie.winner for tie in ties] == [3, 2, 2]


def test_the_next_round_waits_for_all_ties_of_a_round() -> None:
    def known(tie: Tie) -> list[float]:
        return [1.0] * (MOST if tie.first == 0 else 10)

    ties = bracket(4, MOST, None, known)
    assert pairs(ties) == [(1, 0, 3), (1, 1, 2)]
    assert [(tie.winner, tie.clusters) for tie in ties] == [(0, planned_blocks(QUIET, MOST)), (None, FIRST)]


def test_a_plan_begins_with_a_few_blocks_and_grows_by_a_quarter() -> None:
    steps = sorted({planned_blocks(needed, 10**6) for needed in range(1, 2000)})
    assert [planned_blocks(needed, 1000) for needed in (1, FIRST, FIRST + 1, 2 * FIRST)] == [32, 32, 64, 64]
    assert steps[:8] == [FIRST, 2 * FIRST, 3 * FIRST, 4 * FIRST, 5 * FIRST, 200, 250, 312]
    assert all(later - step <= max(FIRST, step // 4) for step, later in pairwise(steps))
    assert all(planned_blocks(needed, 10**6) >= needed for needed in range(1, 2000))
    assert all(planned_blocks(needed, 100) == min(planned_blocks(needed, 10**6), 100) for needed in range(1, 101))


def test_an_undecided_tie_is_played_on_and_only_then() -> None:
    close = noise(0.05, "close")
    decided = judge(close, most=MOST).blocks
    assert FIRST < decided < MOST
    for blocks in range(0, MOST, 7):
        tie = play_tie(TIE, None, first_of(close, blocks))
        if blocks < decided:
            assert tie.winner is None
            assert blocks < tie.clusters == planned_blocks(blocks + 1, MOST)
        else:
            assert tie.winner is not None
            assert tie.clusters == planned_blocks(decided, MOST)


def test_a_tie_that_is_never_decided_ends_with_its_last_block() -> None:
    values = [1.0, -1.0] * 25
    tie = play_tie(replace(TIE, clusters=50), 0.01, lambda tie: values)
    assert tie.state is not None and tie.state.verdict is Verdict.UNDECIDED
    assert (tie.winner, tie.clusters) == (0, 50)


def with_mean(mean: float, verdict: Verdict) -> int:
    state = replace(judge([1.0, 2.0], most=2), verdict=verdict, difference=Estimate(mean, -9.0, 9.0))
    return winner_of(Tie(1, 1, 3, 5, 2), state)


def test_the_verdict_decides_then_the_mean_then_the_list() -> None:
    assert [with_mean(-1.0, Verdict.BETTER), with_mean(1.0, Verdict.WORSE)] == [3, 5]
    for verdict in (Verdict.EQUAL, Verdict.UNDECIDED):
        assert [with_mean(mean, verdict) for mean in (0.5, -0.5, 0.0, math.nan)] == [3, 5, 3, 3]


def full(seed: str) -> Callable[[Tie], list[float]]:
    """Return everything that will ever be known of the ties of a cup: close ones and clear ones."""
    return lambda tie: noise(0.4 * (tie.second - tie.first) - 0.5, f"{seed} {tie.name} {tie.first} {tie.second}")


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_plan_is_the_same_however_results_arrive(seed: str) -> None:
    final = bracket(6, MOST, None, full(seed))
    luck = Random(seed)
    there: dict[str, int] = {}
    for _ in range(500):
        now = bracket(6, MOST, None, lambda tie: full(seed)(tie)[: there.get(tie.name, 0)])
        # What is planned at any time is also in the final plan, so nothing is ever played in vain.
        for tie in now:
            (same,) = [one for one in final if one.name == tie.name]
            assert (tie.first, tie.second) == (same.first, same.second)
            assert tie.clusters <= same.clusters
            assert tie.winner in (None, same.winner)
        missing = [tie for tie in now if there.get(tie.name, 0) < tie.clusters]
        if not missing:
            break
        tie = luck.choice(missing)
        there[tie.name] = min(there.get(tie.name, 0) + luck.randrange(1, 60), tie.clusters)
    assert now == final
    assert all(tie.winner is not None for tie in final)


def test_more_blocks_than_planned_change_nothing() -> None:
    generous = bracket(5, MOST, None, full("x"))
    played = {tie.name: tie.clusters for tie in generous}
    assert bracket(5, MOST, None, lambda tie: full("x")(tie)[: played[tie.name]]) == generous


def test_places_are_by_the_round_in_which_one_lost() -> None:
    ties = bracket(6, MOST, None, always(1.0))
    assert placings(6, ties) == [1, 2, 3, 3, 5, 5]
    assert placings(3, []) == [1, 1, 1]
    first_round = [tie for tie in ties if tie.round == 1]
    assert placings(6, first_round) == [1, 1, 1, 1, 5, 5]


def rating(name: str, group: int) -> Rating:
    nothing = Estimate(0.0, 0.0, 0.0)
    return Rating(name, group, nothing, nothing, 1.0, 0.5, nothing, 2, 1, 0, 7)


def test_the_leaderboard_of_a_knock_out_is_the_bracket_and_the_unranked_stand_last() -> None:
    lines = tuple(rating(name, group) for name, group in [("d", 1), ("b", 1), ("f", 0), ("a", 2), ("c", 3)])
    ratings = Ratings(RankBy.SCORE, lines, {}, 4, 2)
    ties = bracket(4, MOST, None, always(1.0))
    by_ties = by_bracket(ratings, "abcd", ties)
    ordered = by_ties.ratings
    assert by_ties.knocked_out and not ratings.knocked_out
    assert [(line.name, line.group) for line in ordered] == [("a", 1), ("b", 2), ("d", 3), ("c", 3), ("f", 0)]
    assert {line.needed for line in ordered} == {None}
    assert by_bracket(ratings, "abcd", []) == ratings
