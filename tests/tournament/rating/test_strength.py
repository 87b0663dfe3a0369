"""Plackett-Luce strengths: the same as choix finds on orders written out, ties as all their orders."""

import math
from itertools import chain, permutations, product

import choix
import numpy as np
import pytest

from overtrick.tournament.rating.blocks import complete_blocks
from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.rating.results import Results
from overtrick.tournament.rating.strength import PRIOR, strengths
from tests.support.made_results import duel, places_of, random_results, results


def fitted(some: Results, entrants: int) -> list[Estimate]:
    return strengths(some, complete_blocks(some), entrants)


def values(some: Results, entrants: int) -> list[float]:
    return [estimate.value for estimate in fitted(some, entrants)]


def written_out(some: Results, times: int) -> list[tuple[int, ...]]:
    """Return every match as so many orders without ties: each order of the tied equally often."""
    orders = []
    for seating, places in zip(some.seating.tolist(), some.places.tolist(), strict=True):
        groups = [
            [who for who, own in zip(seating, places, strict=True) if own == place] for place in sorted(set(places))
        ]
        ways = [tuple(chain.from_iterable(way)) for way in product(*(permutations(group) for group in groups))]
        orders += ways * (times // len(ways))
    return orders


@pytest.mark.parametrize(("entrants", "seats", "clusters"), [(5, 3, 2), (4, 4, 8), (6, 2, 3)])
def test_strengths_are_those_of_choix_on_orders_written_out(entrants: int, seats: int, clusters: int) -> None:
    some = random_results(entrants, seats, clusters, seed=1)
    some.totals[:] = some.totals // 15  # coarse points make ties of two, three and four
    some.places[:] = places_of(some.totals)
    ties = {tuple(sorted(places)) for places in some.places.tolist()}
    assert len(ties) > 1
    times = math.factorial(seats)
    expected = choix.ilsr_rankings(
        entrants, written_out(some, times), alpha=times * PRIOR / entrants, max_iter=1000, tol=1e-11
    )
    assert values(some, entrants) == pytest.approx(expected.tolist(), abs=1e-6)


def test_two_players_have_a_closed_form() -> None:
    # 6 to 2, and half a match more for each.
    expected = math.log(6.5 / 2.5) / 2
    assert values(results(duel(1, 1, 1, -1)), 2) == pytest.approx([expected, -expected], abs=1e-8)


def test_a_draw_is_half_a_match_for_each() -> None:
    expected = math.log((2 + 1 + 0.5) / (1 + 0.5)) / 2
    assert values(results(duel(1, 0)), 2) == pytest.approx([expected, -expected], abs=1e-8)


def test_a_bot_in_two_seats_of_a_table_is_one_bot() -> None:
    # (A, B, A, B): as choix sees it when both names stand twice in an order.
    generator = np.random.default_rng(0)
    matches = [
        (cluster, 0, seating, tuple(generator.normal([5 * (who == 0) for who in seating], 5).round().astype(int)))
        for cluster in range(12)
        for seating in ((0, 1, 0, 1), (1, 0, 1, 0))
    ]
    some = results(matches, seats=4)
    expected = choix.ilsr_rankings(2, written_out(some, 24), alpha=24 * PRIOR / 2, max_iter=1000, tol=1e-11)
    assert values(some, 2) == pytest.approx(expected.tolist(), abs=1e-6)


@pytest.mark.long
def test_the_truth_is_found_and_mostly_in_the_interval() -> None:
    truth = np.array([0.6, 0.0, -0.6])
    generator = np.random.default_rng(4)
    inside, found = [], []
    for _ in range(25):
        race = generator.gumbel(truth, 1, (25 * 3, 3))  # Plackett-Luce is a race of Gumbel variables
        seatings = [tuple((seat - turn) % 3 for seat in range(3)) for turn in range(3)] * 25
        matches = [
            (number // 3, 0, seating, tuple(int(1e6 * race[number, who]) for who in seating))
            for number, seating in enumerate(seatings)
        ]
        estimates = fitted(results(matches, seats=3), 3)
        inside += [e.low <= true <= e.high for e, true in zip(estimates, truth.tolist(), strict=True)]
        found.append([e.value for e in estimates])
    print(f"strengths: coverage {np.mean(inside):.3f}")
    assert np.mean(found, axis=0) == pytest.approx(truth, abs=0.09)
    assert 0.85 < np.mean(inside) <= 1.0


def test_an_entrant_missing_from_a_resample_does_not_spoil_its_interval() -> None:
    matches = [*duel(1, 2, -1, 3), *((4, 1, seating, totals) for _, _, seating, totals in duel(2, second=2))]
    estimates = fitted(results(matches), 3)
    assert (estimates[2].low, estimates[2].high) == (-math.inf, math.inf)  # it was there on one set of cards
    assert all(math.isfinite(e.low) and math.isfinite(e.high) for e in estimates[:2])
