"""Tables of many records at once: the same as by looking each seating up in the plan."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from overtrick.tournament.plan.drawn import Drawn
from overtrick.tournament.plan.stage import Stage, seatings
from overtrick.tournament.records.seated import Seated

Tables = list[tuple[int, ...]]


def looked_up(stage: Stage, cards: int, seating: tuple[int, ...]) -> int:
    known = {turned: number for number, table in enumerate(stage.at(cards)) for turned in seatings(table)}
    return known.get(seating, -1)


# No plan has a table twice on the same cards, turned or not.
TABLES = st.lists(st.tuples(*[st.integers(0, 3)] * 3), max_size=4, unique_by=lambda table: min(seatings(table)))


@given(plan=st.lists(TABLES, min_size=1, max_size=4), drawn=st.booleans(), data=st.data())
def test_a_seating_belongs_to_the_table_of_its_cards_that_it_is_a_rotation_of(
    plan: list[Tables], drawn: bool, data: st.DataObject
) -> None:
    own = tuple(Drawn(tuple(tables), (0,), close=False) for tables in plan) if drawn else ()
    stage = Stage("main", () if drawn else tuple(plan[0]), len(plan), own)
    asked = data.draw(
        st.lists(st.tuples(st.integers(0, len(plan) - 1), st.tuples(*[st.integers(-1, 3)] * 3)), min_size=1)
    )
    found = Seated(stage, 4, 3).tables(np.array([cards for cards, _ in asked]), np.array([who for _, who in asked]))
    assert found.tolist() == [looked_up(stage, cards, who) for cards, who in asked]


def test_a_thousand_participants_at_tables_of_six_have_codes_of_their_own() -> None:
    stage = Stage("main", ((999, 998, 997, 996, 995, 994), (0, 1, 2, 3, 4, 5)), 1)
    asked = np.array([[994, 999, 998, 997, 996, 995], [0, 1, 2, 3, 5, 4]])
    assert Seated(stage, 1000, 6).tables(np.zeros(2, np.int64), asked).tolist() == [0, -1]
