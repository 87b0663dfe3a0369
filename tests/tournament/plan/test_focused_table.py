"""The leaderboard of a focused tournament: own tables only, an order that keeps to what is certain, shared ranks."""

from dataclasses import replace

import numpy as np
import pytest

from overtrick.tournament.plan.drawn import Drawn, lots
from overtrick.tournament.plan.focused import Aim, Progress, advance, begin
from overtrick.tournament.plan.focused_table import Ranked, certain_places, in_order, rank_groups, rate_focused
from overtrick.tournament.plan.own_results import merits, own_results, steps, unit
from overtrick.tournament.plan.stage import seatings
from overtrick.tournament.rating.blocks import Floats, complete_blocks
from overtrick.tournament.rating.results import Results, no_results
from overtrick.tournament.stated.tournament import RankBy

NAMES = [f"bot {number}" for number in range(7)]
AIM = Aim(entrants=7, seats=3, top=2, cards=300)
NOBODY = np.zeros(7, bool)


def results_of(drawn: tuple[Drawn, ...]) -> Results:
    """Return results in which points are drawn, but the later an entrant is listed the more it gets."""
    rows = [
        (cards, number, seating)
        for cards, one in enumerate(drawn)
        for number, table in enumerate(one.tables)
        for seating in seatings(table)
    ]
    found = no_results(len(rows), 3)
    generator = np.random.default_rng(1)
    for row, (cards, number, seating) in enumerate(rows):
        found.cluster[row], found.table[row], found.seating[row] = cards, number, seating
        found.totals[row] = np.rint(generator.normal(0, 5, 3) + 10 * np.array(seating))
        found.places[row] = 1 + np.argsort(np.argsort(-found.totals[row]))
    return found


def played(aim: Aim = AIM, rank_by: RankBy = RankBy.SCORE) -> tuple[Progress, Results]:
    def known(drawn: tuple[Drawn, ...], first: int) -> Floats:
        blocks = complete_blocks(results_of(drawn))
        worth = merits(blocks, rank_by)
        own = [
            own_results(blocks, [worth], some, first + at, 7)[0][:, some[0].asked] for at, some in steps(drawn[first:])
        ]
        return np.concatenate(own)

    progress = advance(aim, lots(bytes(32), NAMES), known, begin(aim))
    return progress, results_of(progress.drawn)


def test_only_the_own_table_of_whoever_is_asked_about_counts() -> None:
    drawn = (
        Drawn(((0, 1, 2), (3, 4, 5), (4, 5, 6)), tuple(range(7)), close=False),
        Drawn(((1, 2, 5), (3, 2, 1)), (1, 3), close=True),
    )
    blocks = complete_blocks(results_of(drawn))
    worth = merits(blocks, RankBy.SCORE)
    (first, wide), (second, close) = list(steps(drawn))
    assert (first, second) == (0, 1)
    (found,) = own_results(blocks, [worth], wide, 0, 7)
    assert found[0].tolist() == [*worth[0], *worth[1], worth[2][list(blocks.entrant[2]).index(6)]]
    (found,) = own_results(blocks, [worth], close, 1, 7)
    at = [list(blocks.entrant[3]).index(1), list(blocks.entrant[4]).index(3)]
    assert np.isnan(found[0][[0, 2, 4, 5, 6]]).all()
    assert (found[0][1], found[0][3]) == (worth[3][at[0]], worth[4][at[1]])


@pytest.mark.parametrize("rank_by", [RankBy.SCORE, RankBy.MATCHES, RankBy.MATCHUPS, RankBy.PLACE])
def test_worths_are_whole_numbers_of_the_unit(rank_by: RankBy) -> None:
    _, results = played()
    blocks = complete_blocks(results)
    sign = -1 if rank_by is RankBy.PLACE else 1
    assert merits(blocks, rank_by) / unit(3) * sign == pytest.approx(blocks.worth(rank_by), abs=1e-9)


@pytest.mark.parametrize("rank_by", [RankBy.SCORE, RankBy.PLACE])
def test_the_best_come_first_with_what_is_certain_of_them(rank_by: RankBy) -> None:
    progress, results = played(rank_by=rank_by)
    ratings = rate_focused(results, NAMES, Ranked(rank_by, False, None), AIM, progress)
    assert [line.name for line in ratings.ratings[:2]] == ["bot 6", "bot 5"]
    assert [line.group for line in ratings.ratings[:3]] == [1, 2, 3]
    assert ratings.focus is not None
    assert (ratings.focus.top, ratings.focus.asked, ratings.focus.ended) == (2, 0, True)
    assert ratings.focus.certain >= 2
    best, pair = ratings.ratings[0], ratings.pairs["bot 6", "bot 5"]
    assert best.worth.low < best.worth.value < best.worth.high
    assert (best.matches, best.blocks) == (3 * best.blocks, sum(6 in one.asked for one in progress.drawn))
    assert (pair.difference.value > 0) == (rank_by is RankBy.SCORE)
    assert pair.p < 0.05
    other = ratings.pairs["bot 5", "bot 6"]
    assert (other.difference.value, other.p) == (-pair.difference.value, pair.p)
    assert other.difference.low == pytest.approx(-pair.difference.high)


def test_where_fewer_points_are_better_the_order_is_turned_round() -> None:
    _, results = played()
    turned = replace(results, totals=-results.totals)
    progress, _ = played()
    ratings = rate_focused(turned, NAMES, Ranked(RankBy.SCORE, True, None), AIM, progress)
    assert (ratings.rank_by, ratings.ratings[0].name) == (RankBy.FEWEST, "bot 6")
    assert ratings.ratings[0].score.value < ratings.ratings[-1].score.value


def test_who_commits_too_many_faults_is_shown_last_and_not_ranked() -> None:
    progress, results = played()
    results.faults[results.seating == 6] = 1
    ratings = rate_focused(results, NAMES, Ranked(RankBy.SCORE, False, 10), AIM, progress)
    assert (ratings.ratings[-1].name, ratings.ratings[-1].group) == ("bot 6", 0)
    assert (ratings.ratings[0].name, ratings.ratings[0].group) == ("bot 5", 1)


def test_nobody_stands_before_one_who_is_better_for_certain() -> None:
    better = np.zeros((4, 4), bool)
    better[2, 0] = True
    worth, nobody = np.array([3.0, 2.0, 1.0, 0.0]), np.zeros(4, bool)
    assert in_order(worth, np.zeros((4, 4), bool), nobody) == [0, 1, 2, 3]
    assert in_order(worth, better, nobody) == [1, 2, 0, 3]
    assert in_order(worth, better, np.array([False, False, True, False])) == [0, 1, 3, 2]
    better[0, 2] = True  # a contradiction, of which one is wrong
    assert in_order(worth, better, nobody) == [1, 3, 0, 2]


def test_who_cannot_be_told_from_the_first_of_a_group_shares_its_rank() -> None:
    better = np.zeros((4, 4), bool)
    better[0, 2] = better[0, 3] = True
    nobody = np.zeros(4, bool)
    assert rank_groups([0, 1, 2, 3], better, nobody) == [1, 1, 2, 2]
    assert certain_places([0, 1, 2, 3], better, nobody) == 0
    better[0, 1] = True
    assert rank_groups([0, 1, 2, 3], better, nobody) == [1, 2, 2, 2]
    assert certain_places([0, 1, 2, 3], better, nobody) == 1
    assert certain_places([0, 1, 2, 3], better, np.array([False, True, True, True])) == 1
