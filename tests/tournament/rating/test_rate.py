"""Ratings: golden values, laws of symmetry, incomplete and odd tables, and cases with nothing to go by."""

import math
import time
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from overtrick.core.mistake import Mistake
from overtrick.tournament.rating.blocks import complete_blocks
from overtrick.tournament.rating.rate import rate
from overtrick.tournament.rating.ratings import Estimate, Rating, Ratings
from overtrick.tournament.stated.tournament import STATED, RankBy
from tests.support.made_results import Match, duel, random_results, results, rows

SCORE = RankBy.SCORE
AB = ["A", "B"]


def by_name(ratings: Ratings) -> dict[str, Rating]:
    return {rating.name: rating for rating in ratings.ratings}


def triple(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.value, estimate.low, estimate.high


# Golden values


def test_a_block_is_worth_the_mean_score_above_the_table() -> None:
    # A: 10 and 8, B: 6 and 4; the table's mean is 7.
    ratings = by_name(rate(results([(0, 0, (0, 1), (10, 6)), (0, 0, (1, 0), (4, 8))]), AB, SCORE))
    assert (ratings["A"].worth.value, ratings["B"].worth.value) == (2.0, -2.0)
    assert (ratings["A"].score.value, ratings["B"].score.value) == (9.0, 5.0)
    assert (ratings["A"].place, ratings["B"].place) == (1.0, 2.0)
    assert (ratings["A"].won, ratings["B"].won) == (1.0, 0.0)
    assert (ratings["A"].matches, ratings["A"].blocks) == (2, 1)


def test_the_interval_of_two_clusters_is_the_widened_bootstrap() -> None:
    # Worths 1 and 3: resamples lie between them, and two clusters widen by 12.7062 / 1.95996 * sqrt(2).
    worth = by_name(rate(results(duel(2, 6)), AB, SCORE))["A"].worth
    assert triple(worth) == pytest.approx((2.0, 2 - 9.16811, 2 + 9.16811), abs=1e-4)


def test_a_quick_interval_is_students() -> None:
    # Worths 1, 2, 3: mean 2, error 1 / sqrt(3), quantile 4.30265.
    worth = by_name(rate(results(duel(2, 4, 6)), AB, SCORE, quick=True))["A"].worth
    assert triple(worth) == pytest.approx((2.0, 2 - 2.48414, 2 + 2.48414), abs=1e-4)


def test_place_and_share_of_matches_won_are_means_over_all_blocks() -> None:
    rated = by_name(rate(results(duel(2, 6, -4)), AB, SCORE))
    assert (rated["A"].won, rated["B"].won) == pytest.approx((2 / 3, 1 / 3))
    assert (rated["A"].place, rated["B"].place) == pytest.approx((4 / 3, 5 / 3))


@pytest.mark.parametrize(("differences", "order"), [((5, -3), "AB"), ((-5, 3), "BA"), ((4, -4), "AB")])
def test_equals_are_listed_by_their_points_then_as_they_entered(differences: tuple[int, ...], order: str) -> None:
    rated = rate(results(duel(*differences)), AB, RankBy.MATCHES)
    assert [rating.worth.value for rating in rated.ratings] == [0.5, 0.5]
    assert "".join(rating.name for rating in rated.ratings) == order


THREE: list[Match] = [
    (0, 0, (0, 1, 2), (10, 10, 1)),
    (0, 0, (2, 0, 1), (5, 2, 2)),
    (0, 0, (1, 2, 0), (0, 8, 9)),
]  # A: 10, 2, 9; B: 10, 2, 0; C: 1, 5, 8


@pytest.mark.parametrize(
    ("rank_by", "worths"),
    [
        (RankBy.SCORE, {"A": 21 / 3 - 47 / 9, "B": 12 / 3 - 47 / 9, "C": 14 / 3 - 47 / 9}),
        (RankBy.MATCHES, {"A": 0.5, "B": 1 / 6, "C": 1 / 3}),
        (RankBy.MATCHUPS, {"A": 1.0, "B": 0.0, "C": 0.0}),
        (RankBy.PLACE, {"A": 4 / 3, "B": 2.0, "C": 2.0}),
    ],
)
def test_every_measure_is_the_mean_over_rotations(rank_by: RankBy, worths: dict[str, float]) -> None:
    rated = rate(results(THREE, seats=3), ["A", "B", "C"], rank_by)
    assert {rating.name: rating.worth.value for rating in rated.ratings} == pytest.approx(worths)
    assert rated.ratings[0].name == "A"  # also where lower is better
    assert rated.rank_by is rank_by


def test_a_tied_matchup_is_shared() -> None:
    ratings = by_name(rate(results([(0, 0, (0, 1), (3, 1)), (0, 0, (1, 0), (5, 3))]), AB, RankBy.MATCHUPS))
    assert [ratings[name].worth.value for name in AB] == [0.5, 0.5]


@pytest.mark.parametrize("rank_by", STATED)
def test_where_less_is_better_only_ranking_by_score_is_called_otherwise(rank_by: RankBy) -> None:
    rated = rate(results(duel(3, 4, 5)), AB, rank_by, less_is_better=True)
    assert rated.rank_by is (RankBy.FEWEST if rank_by is SCORE else rank_by)
    assert {name: line.score.value for name, line in by_name(rated).items()} == {"A": 4.0, "B": 0.0}


def test_by_place_the_lower_is_the_better_also_in_groups() -> None:
    rated = rate(random_results(3, 3, 60, skill=15), ["A", "B", "C"], RankBy.PLACE)
    assert [(rating.name, rating.group) for rating in rated.ratings] == [("A", 1), ("B", 2), ("C", 3)]
    assert rated.ratings[0].worth.value == pytest.approx(rated.ratings[0].place)
    assert rated.pairs["A", "B"].difference.high < 0


# Tables


def test_a_block_that_lacks_a_rotation_is_left_out() -> None:
    whole = results(duel(2, 4))
    rated = rate(rows(whole, np.array([0, 1, 2])), AB, SCORE)
    assert (rated.matches, rated.clusters, rated.ratings[0].worth.value) == (2, 1, 1.0)


def test_two_bots_in_alternate_seats_have_only_two_rotations() -> None:
    matches: list[Match] = [(0, 0, (0, 1, 0, 1), (8, 1, 6, 3)), (0, 0, (1, 0, 1, 0), (2, 4, 0, 8))]
    ratings = by_name(rate(results(matches, seats=4), AB, SCORE))
    assert (ratings["A"].score.value, ratings["B"].score.value) == (6.5, 1.5)
    assert (ratings["A"].worth.value, ratings["B"].worth.value) == (2.5, -2.5)
    assert (ratings["A"].won, ratings["A"].place) == (0.5, 1.5)
    assert (ratings["A"].matches, ratings["B"].matches) == (2, 2), (
        "a match counts once for who sits in two of its seats"
    )
    assert rate(results(matches[:1], seats=4), AB, SCORE).matches == 0


def test_one_against_three_copies_in_one_seat_is_compared_seat_by_seat() -> None:
    totals = [(9, 1, 2, 3), (1, 9, 2, 3), (1, 2, 9, 3), (1, 2, 3, 9)]
    seatings = [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    matches: list[Match] = [(0, 0, seating, total) for seating, total in zip(seatings, totals, strict=True)]
    rated = by_name(rate(results(matches, seats=4), AB, RankBy.MATCHUPS))
    assert (rated["A"].score.value, rated["B"].score.value, rated["A"].worth.value) == (9.0, 2.0, 1.0)
    close: list[Match] = [(0, 0, seating, tuple(5 - one for one in seating)) for seating in seatings]
    assert by_name(rate(results(close, seats=4), AB, RankBy.MATCHUPS))["A"].worth.value == 1.0, "5 are more than 4"


def test_a_matchup_is_won_also_where_everybody_loses_points() -> None:
    matches: list[Match] = [(0, 0, (0, 1, 0, 1), (-8, -1, -6, -3)), (0, 0, (1, 0, 1, 0), (-2, -4, -1, -8))]
    rated = by_name(rate(results(matches, seats=4), AB, RankBy.MATCHUPS))
    assert (rated["A"].worth.value, rated["B"].worth.value) == (0.0, 1.0)


def test_a_table_of_six_has_six_rotations() -> None:
    seats = range(6)
    matches: list[Match] = [(0, 0, tuple((seat - by) % 6 for seat in seats), tuple(seats)) for by in seats]
    assert rate(results(matches, seats=6), "ABCDEF", SCORE).matches == 6
    assert rate(results(matches[:5], seats=6), "ABCDEF", SCORE).matches == 0


def test_matches_that_are_no_rotations_and_doubles_are_refused_with_the_place() -> None:
    with pytest.raises(Mistake, match="stage 0, cluster 0, table 0 has matches that are not rotations"):
        rate(results([(0, 0, (0, 1), (1, 2)), (0, 0, (0, 2), (1, 2))]), ["A", "B", "C"], SCORE)
    with pytest.raises(Mistake, match="stage 0, cluster 1, table 0 has a match that is there twice"):
        rate(results([*duel(1, 2), (1, 0, (0, 1), (2, 0))]), AB, SCORE)


def test_an_entrant_without_a_name_is_refused() -> None:
    with pytest.raises(Mistake, match="a match seats entrant 1; allowed: 0 to 0, who have names"):
        rate(results(duel(1)), ["A"], SCORE)


def test_the_same_cluster_of_another_stage_is_other_cards() -> None:
    two = results(duel(2, 4))
    rated = rate(replace(two, stage=np.array([0, 0, 1, 1], np.int16), cluster=np.zeros(4, np.int32)), AB, SCORE)
    assert rated.clusters == 2


def test_blocks_are_the_same_however_many_matches_are_looked_at_together(monkeypatch: pytest.MonkeyPatch) -> None:
    many = random_results(5, 3, 7)
    at_once = complete_blocks(many)
    monkeypatch.setattr("overtrick.tournament.rating.blocks._AT_ONCE", 8)
    for name, column in vars(complete_blocks(many)).items():
        assert np.array_equal(column, getattr(at_once, name)), name


# Laws


@pytest.mark.parametrize("rank_by", STATED)
def test_the_order_of_the_matches_does_not_matter(rank_by: RankBy) -> None:
    some = random_results(5, 3, 6, seed=3)
    names = ["A", "B", "C", "D", "E"]
    shuffled = rows(some, np.random.default_rng(1).permutation(len(some.stage)))
    assert rate(some, names, rank_by) == rate(shuffled, names, rank_by)


@pytest.mark.parametrize("rank_by", STATED)
def test_names_in_another_order_give_the_same_ratings(rank_by: RankBy) -> None:
    some = random_results(4, 3, 8, seed=4)
    turned = replace(some, seating=(3 - some.seating).astype(np.int16))
    one, other = rate(some, ["A", "B", "C", "D"], rank_by), rate(turned, ["D", "C", "B", "A"], rank_by)
    assert [rating.name for rating in one.ratings] == [rating.name for rating in other.ratings]
    for rating, same in zip(one.ratings, other.ratings, strict=True):
        assert triple(rating.worth) == pytest.approx(triple(same.worth))
        assert triple(rating.strength) == pytest.approx(triple(same.strength), abs=1e-3)
        assert (rating.group, rating.needed) == (same.group, same.needed)
    assert triple(one.pairs["A", "C"].difference) == pytest.approx(triple(other.pairs["A", "C"].difference))


def test_two_entrants_mirror_each_other() -> None:
    rated = rate(results(duel(3, -1, 4, 1, -5, 9, 2, 6)), AB, SCORE)
    ours, theirs = by_name(rated)["A"].worth, by_name(rated)["B"].worth
    assert triple(ours) == pytest.approx((-theirs.value, -theirs.high, -theirs.low))
    pair, back = rated.pairs["A", "B"], rated.pairs["B", "A"]
    assert triple(pair.difference) == (-back.difference.value, -back.difference.high, -back.difference.low)
    assert (pair.p, pair.blocks) == (back.p, back.blocks)


@pytest.mark.parametrize("quick", [True, False])
def test_a_constant_added_to_all_scores_of_a_cluster_changes_no_worth(quick: bool) -> None:
    some = random_results(4, 2, 9, seed=5)
    shift = np.random.default_rng(2).integers(-50, 50, 9)[some.cluster].astype(np.int32)
    names = ["A", "B", "C", "D"]
    one = rate(some, names, SCORE, quick=quick)
    other = rate(replace(some, totals=some.totals + shift[:, None]), names, SCORE, quick=quick)
    assert repr(one.pairs) == repr(other.pairs)
    assert [repr(rating.worth) for rating in one.ratings] == [repr(rating.worth) for rating in other.ratings]


def test_worths_add_up_to_nothing() -> None:
    rated = rate(random_results(4, 4, 12), ["A", "B", "C", "D"], SCORE, quick=True)
    assert sum(rating.worth.value for rating in rated.ratings) == pytest.approx(0, abs=1e-9)


# Little to go by


def test_without_a_block_all_is_unknown() -> None:
    for empty in (results([]), results(duel(3)[:1])):
        rated = rate(empty, AB, SCORE)
        assert (rated.matches, rated.clusters) == (0, 0)
        for rating in rated.ratings:
            assert (rating.group, rating.blocks, rating.matches, rating.needed) == (0, 0, 0, None)
            for estimate in (rating.worth, rating.score, rating.strength):
                assert all(math.isnan(number) for number in triple(estimate))
            assert math.isnan(rating.place)
            assert math.isnan(rating.won)
        assert math.isnan(rated.pairs["A", "B"].p)
        assert math.isnan(rated.pairs["A", "B"].difference.value)
        assert rated.pairs["A", "B"].blocks == 0


@pytest.mark.parametrize("quick", [True, False])
def test_with_one_block_the_ends_are_infinite_and_nobody_is_told_apart(quick: bool) -> None:
    rated = rate(results(duel(40)), AB, SCORE, quick=quick)
    assert triple(rated.ratings[0].worth) == (20.0, -math.inf, math.inf)
    assert [rating.group for rating in rated.ratings] == [1, 1]
    assert rated.ratings[0].needed is None
    assert (rated.pairs["A", "B"].difference, rated.pairs["A", "B"].blocks) == (Estimate(40.0, -math.inf, math.inf), 1)
    assert math.isnan(rated.pairs["A", "B"].p)
    assert quick or rated.ratings[0].strength.low == -math.inf


@pytest.mark.parametrize("quick", [True, False])
def test_without_variance_the_interval_has_no_width(quick: bool) -> None:
    # A third of a point cannot be written exactly: rounding must not look like variation.
    matches: list[Match] = [(cluster, 0, seating, totals) for cluster in range(7) for _, _, seating, totals in THREE]
    rated = rate(results(matches, seats=3), ["A", "B", "C"], SCORE, quick=quick)
    for rating in rated.ratings:
        assert rating.worth.low == rating.worth.value == rating.worth.high
    assert [rating.group for rating in rated.ratings] == [1, 2, 3]
    assert rated.pairs["A", "B"].p == 0.0


def test_two_copies_that_play_alike_share_a_group() -> None:
    rated = rate(results(duel(0, 0, 0, 0, 0)), AB, SCORE)
    assert [rating.group for rating in rated.ratings] == [1, 1]
    assert rated.pairs["A", "B"].p == 1.0
    assert rated.pairs["A", "B"].difference == Estimate(0.0, 0.0, 0.0)
    assert rated.ratings[0].needed is None
    assert [triple(rating.strength) for rating in rated.ratings] == [pytest.approx((0, 0, 0))] * 2


def test_a_bot_that_never_wins_has_a_finite_strength() -> None:
    rated = by_name(rate(results(duel(*[5] * 30)), AB, SCORE))
    # 60 to 0, and half a match more for each: log(60.5 / 0.5), shared out around 0.
    assert rated["A"].strength.value == pytest.approx(math.log(121) / 2, abs=1e-6)
    assert math.isfinite(rated["B"].strength.low)


def test_an_entrant_that_is_in_no_complete_block_is_listed_but_not_ranked() -> None:
    matches = [*duel(3, 4, 5), (0, 1, (0, 2), (1, 0))]
    rated = rate(results(matches), ["A", "B", "C"], SCORE)
    assert [(rating.name, rating.group) for rating in rated.ratings] == [("A", 1), ("B", 2), ("C", 0)]
    assert math.isnan(rated.ratings[2].strength.value)
    assert rated.ratings[0].strength.value == pytest.approx(-rated.ratings[1].strength.value)
    assert math.isnan(rated.pairs["A", "C"].p)


def test_who_has_too_many_faults_is_listed_last_and_not_ranked() -> None:
    faults = [(2, 0), (0, 1), (0, 0), (0, 0)]  # A has three, B none
    made = results(duel(8, 9), faults=faults)
    assert [rating.faults for rating in rate(made, AB, SCORE).ratings] == [3, 0]
    strict = rate(made, AB, SCORE, max_faults=2)
    assert [(rating.name, rating.group) for rating in strict.ratings] == [("B", 1), ("A", 0)]
    assert strict.ratings[1].worth.value > 0
    assert [rating.name for rating in rate(made, AB, SCORE, max_faults=3).ratings] == ["A", "B"]
    nobody = rate(made, AB, SCORE, max_faults=2, unranked={"B"})
    assert [(rating.name, rating.group) for rating in nobody.ratings] == [("A", 0), ("B", 0)]


def test_a_match_of_nothing_but_faults_is_rated_like_any_other() -> None:
    made = results(duel(0, 0, 0), faults=[(1, 1)] * 6)
    assert [rating.group for rating in rate(made, AB, SCORE).ratings] == [1, 1]
    assert [rating.group for rating in rate(made, AB, SCORE, max_faults=0).ratings] == [0, 0]


def test_a_bot_alone_with_itself_is_rated() -> None:
    rated = rate(results([(cluster, 0, (0, 0), (cluster, 1)) for cluster in range(3)]), ["A"], SCORE)
    assert triple(rated.ratings[0].worth) == (0.0, 0.0, 0.0)
    assert rated.ratings[0].strength.value == 0.0
    assert dict(rated.pairs) == {}


# Speed and memory


def test_rating_is_quick_and_small() -> None:
    many = random_results(8, 4, 90)  # 25,200 matches
    names = [f"bot {number}" for number in range(8)]
    matches = len(many.stage)
    rate(many, names, SCORE)
    begin = time.perf_counter()
    rate(many, names, SCORE)
    middle = time.perf_counter()
    quick = rate(many, names, SCORE, quick=True)
    end = time.perf_counter()
    print(f"{matches} matches: {middle - begin:.2f} s, quick {1000 * (end - middle):.0f} ms")
    assert math.isnan(quick.ratings[0].strength.value)
    tracemalloc.start()
    rate(many, names, SCORE)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # Buffers of fixed size make up two thirds of this; the rest grows by some 35 bytes a match.
    print(f"peak {peak / 1e6:.1f} MB")
    assert peak < 100 * matches + 2_000_000
