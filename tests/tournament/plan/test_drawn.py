"""Drawn tables: everybody who is asked about has a table, and its opponents are a fair sample of all others."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from overtrick.tournament.plan.drawn import Drawn, close, lots, shuffled, wide

SEED = bytes(range(32))
NAMES = [f"bot {number}" for number in range(10)]
ORDERS = [[6, 8, 2, 4, 3, 7, 9, 5, 0, 1], [7, 9, 8, 6, 4, 0, 2, 5, 3, 1]]


def test_lots_follow_from_the_seed_and_the_names_alone() -> None:
    drawn = lots(SEED, NAMES)
    assert shuffled(drawn, 0) == ORDERS[0]
    assert shuffled(drawn, 1) == ORDERS[1]
    assert [shuffled(drawn, 1, most) for most in (1, 4, 9, 10)] == [ORDERS[1][:most] for most in (1, 4, 9, 10)]
    assert shuffled(lots(bytes(32), NAMES), 0) != ORDERS[0]
    # Whoever comes or goes does not change the order of the others.
    assert shuffled(lots(SEED, NAMES[:9]), 0) == [entrant for entrant in ORDERS[0] if entrant != 9]


def test_wide_tables_are_cut_from_the_order_and_the_last_is_filled_up() -> None:
    everybody = frozenset(range(10))
    drawn = wide([3, 1, 4, 0, 5, 9, 2, 6, 8, 7], 4, everybody)
    assert drawn == Drawn(((3, 1, 4, 0), (5, 9, 2, 6), (2, 6, 8, 7)), tuple(range(10)), close=False)


def test_wide_tables_without_anybody_who_is_asked_about_are_left_out() -> None:
    order = [3, 1, 4, 0, 5, 9, 2, 6, 8, 7]
    assert wide(order, 4, frozenset({0, 1})).tables == ((3, 1, 4, 0),)
    assert wide(order, 4, frozenset({2})).tables == ((5, 9, 2, 6),)
    assert wide(order, 4, frozenset({8})).tables == ((2, 6, 8, 7),)


def test_at_close_tables_everybody_meets_the_same_three() -> None:
    order = [3, 1, 4, 0, 5, 9, 2, 6, 8, 7]
    assert close(order, 4, frozenset({7, 5})) == Drawn(((5, 3, 1, 4), (7, 3, 1, 4)), (5, 7), close=True)
    # Those who are drawn themselves meet the other ones that are drawn.
    assert close(order, 4, frozenset({7, 1, 0})) == Drawn(((3, 1, 4, 0), (7, 3, 1, 4)), (0, 1, 7), close=True)


def own_table(drawn: Drawn, entrant: int) -> tuple[int, ...]:
    return next(table for table in drawn.tables if entrant in table)


@given(data=st.data(), seats=st.integers(2, 6), more=st.integers(1, 12), closely=st.booleans())
def test_everybody_who_is_asked_about_has_a_table_of_all_different_entrants(
    data: st.DataObject, seats: int, more: int, closely: bool
) -> None:
    count = seats + more
    order = data.draw(st.permutations(range(count)))
    asked = frozenset(data.draw(st.sets(st.integers(0, count - 1), min_size=1)))
    drawn = (close if closely else wide)(order, seats, asked)
    assert drawn.asked == tuple(sorted(asked))
    assert all(len(set(table)) == seats for table in drawn.tables)
    assert len({frozenset(table) for table in drawn.tables}) == len(drawn.tables) <= len(asked)
    assert all(own_table(drawn, entrant) for entrant in asked)
    assert set(drawn.tables) == {own_table(drawn, entrant) for entrant in asked}


def test_opponents_are_drawn_from_all_others_alike() -> None:
    drawn_from = lots(SEED, NAMES)
    for seat in (wide, close):
        met = np.zeros((10, 10))
        asked = frozenset({0, 4, 9})
        for cards in range(6000):
            drawn = seat(shuffled(drawn_from, cards), 4, asked)
            for entrant in asked:
                met[entrant, list(own_table(drawn, entrant))] += 1
        for entrant in asked:
            others = [other for other in range(10) if other != entrant]
            # 6000 x 3/9 meetings, with a standard deviation of 37
            assert np.abs(met[entrant, others] - 2000).max() < 4.5 * 37


def test_nobody_sits_behind_the_same_one_more_often_than_chance_would_have_it() -> None:
    drawn_from = lots(SEED, NAMES)
    behind: Counter[tuple[int, int]] = Counter()
    for cards in range(3000):
        for table in wide(shuffled(drawn_from, cards), 5, frozenset(range(10))).tables:
            behind.update((table[seat], table[seat - 1]) for seat in range(5))
    counts = [behind[one, other] for one in range(10) for other in range(10) if one != other]
    assert sum(counts) == 30_000
    assert max(abs(count - 30_000 / 90) for count in counts) < 4.5 * (30_000 / 90) ** 0.5
