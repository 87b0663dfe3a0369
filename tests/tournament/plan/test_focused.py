"""Focused tournaments: who plays on, for how long, and that the plan follows from the results alone."""

from dataclasses import replace

import numpy as np
import pytest

from overtrick.tournament.plan.drawn import Drawn, lots
from overtrick.tournament.plan.focused import (
    Aim,
    Known,
    Progress,
    advance,
    begin,
    bound,
    matches_on,
    next_look,
    open_questions,
)
from overtrick.tournament.rating.blocks import Floats

AIM = Aim(entrants=12, seats=4, top=3, cards=400)
LOTS = lots(bytes(32), [f"bot {number}" for number in range(12)])


def playing(strength: Floats, spread: float = 20.0, *, until: int = 1_000_000) -> Known:
    """Return results by strength and chance, the same for the same cards; longer plans are not played yet."""

    def known(drawn: tuple[Drawn, ...], first: int) -> Floats | None:
        if len(drawn) > until:
            return None
        rows = []
        for cards in range(first, len(drawn)):
            noise = np.random.default_rng(cards).normal(0, spread, size=len(strength))
            rows.append(np.rint(strength + noise)[list(drawn[cards].asked)])
        return np.array(rows)

    return known


STRENGTH = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 40, 60, 80], float)


def played(aim: Aim = AIM, known: Known | None = None) -> Progress:
    return advance(aim, LOTS, known or playing(STRENGTH), begin(aim))


def test_it_begins_with_sixteen_sets_of_cards_for_everybody() -> None:
    progress = played(known=lambda drawn, first: None)
    assert (len(progress.drawn), progress.played, progress.ended) == (16, 0, False)
    assert all(one.asked == tuple(range(12)) and not one.close for one in progress.drawn)
    assert all(sorted(sum(one.tables, ())) == list(range(12)) for one in progress.drawn), "everybody sits once"


def test_it_is_looked_at_after_sixteen_more_and_later_after_a_quarter_more() -> None:
    looks = [0]
    while looks[-1] < 150:
        looks.append(next_look(looks[-1]))
    assert looks == [0, 16, 32, 48, 64, 80, 100, 125, 156]


def test_it_ends_when_the_order_of_the_top_is_certain() -> None:
    progress = played()
    assert progress.ended
    assert progress.asked == frozenset()
    assert progress.standing.better[11, :11].all()
    assert progress.standing.better[10, :10].all()
    assert progress.standing.better[9, :9].all()
    assert not progress.standing.better.diagonal().any()
    assert not (progress.standing.better & progress.standing.better.T).any()
    assert len(progress.drawn) < 200, "the others are equal enough to go on for thousands"


def test_who_is_out_of_the_question_plays_no_more_for_itself_but_stays_in_the_field() -> None:
    progress = played(known=playing(np.array([0] * 10 + [60, 61], float)), aim=replace(AIM, top=2))
    late = progress.drawn[-50:]
    assert all(one.asked == (10, 11) and one.close for one in late)
    assert {entrant for one in late for table in one.tables for entrant in table} == set(range(12))
    assert all(matches_on(one) in (4, 8) for one in late)


@pytest.mark.parametrize("budget", [192, 200, 500, 501, 2000])
def test_it_never_costs_more_than_the_budget_and_leaves_less_than_a_set_of_cards_of_it(budget: int) -> None:
    progress = played(aim=replace(AIM, matches=budget), known=playing(np.zeros(12)))
    spent = sum(matches_on(one) for one in progress.drawn)
    assert progress.ended
    assert budget - 12 < spent <= budget
    assert len(progress.asked) == 12


def test_the_sets_of_cards_are_bounded_too() -> None:
    progress = played(aim=replace(AIM, cards=50), known=playing(np.zeros(12)))
    assert (len(progress.drawn), progress.played, progress.ended) == (50, 50, True)


def test_every_step_follows_from_the_results_before_it() -> None:
    whole = played()
    for until in (0, 15, 16, 33, 64, 90):
        part = played(known=playing(STRENGTH, until=until))
        assert part.drawn == whole.drawn[: len(part.drawn)]
        again = advance(AIM, LOTS, playing(STRENGTH), part)
        assert again.drawn == whole.drawn
        assert (again.standing.better == whole.standing.better).all()


def test_other_results_later_change_nothing_before() -> None:
    whole = played()

    def otherwise(drawn: tuple[Drawn, ...], first: int) -> Floats | None:
        values = playing(STRENGTH)(drawn, first)
        return values if first < 48 or values is None else -values

    other = played(known=otherwise)
    assert other.drawn[:64] == whole.drawn[:64]
    assert other.drawn != whole.drawn


def test_equal_ones_are_told_to_be_so_only_within_a_margin() -> None:
    known = playing(np.array([0] * 10 + [60, 60], float))
    assert played(aim=replace(AIM, top=1), known=known).asked == {10, 11}
    within = played(aim=replace(AIM, top=1, margin=10.0), known=known)
    assert within.asked == frozenset()
    assert within.standing.equal[10, 11] and within.standing.equal[11, 10]
    assert not within.standing.better[10, 11] and not within.standing.better[11, 10]


def test_the_whole_order_can_be_asked_for() -> None:
    progress = played(aim=replace(AIM, top=12), known=playing(np.array([30.0 * place for place in range(12)])))
    assert (progress.standing.better == np.tril(np.ones((12, 12), bool), -1)).all()


def test_without_wide_tables_everybody_meets_the_same_opponents_from_the_beginning() -> None:
    progress = played(aim=replace(AIM, wide=False), known=lambda drawn, first: None)
    assert all(one.close and len(one.tables) == 9 for one in progress.drawn)


def test_open_is_who_may_belong_to_the_top_and_cannot_be_told_from_another_who_may() -> None:
    standing = begin(Aim(4, 2, 2, 10)).standing
    assert open_questions(Aim(4, 2, 2, 10), standing) == {0, 1, 2, 3}
    better = np.zeros((4, 4), bool)
    better[0, 1:] = better[1, 3] = better[2, 3] = True
    assert open_questions(Aim(4, 2, 2, 10), replace(standing, better=better)) == {1, 2}
    assert open_questions(Aim(4, 2, 1, 10), replace(standing, better=better)) == frozenset()


def test_all_pairs_share_the_level() -> None:
    assert bound(2) == pytest.approx(np.log(2 / 0.05))
    assert bound(1000) == pytest.approx(np.log(999_000 / 0.05))
