"""A game without a judge of its own is judged by its players that explain themselves."""

from dataclasses import replace

import pytest

from overtrick.games.face import FACES
from overtrick.players.explain import decision
from overtrick.review import duel, explained
from overtrick.review.review import Effort, looks_of, reviews
from tests.support.weak_bots import played, thrower


@pytest.fixture
def _no_own_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    face = FACES["duel"]
    parts = {name: part for name, part in face.parts.items() if name != "review"}
    monkeypatch.setitem(FACES, "duel", replace(face, parts=parts))


@pytest.mark.usefixtures("_no_own_judge")
def test_choices_that_promised_less_cost_the_difference_and_no_interval_is_told() -> None:
    records = played("duel", thrower, ["duel:greedy"], 3, {})
    (found,) = reviews(records, ["mine"], Effort(top=3))
    assert found.judge == f"duel:{FACES['duel'].explainers[0]}"
    assert [theme.what for theme in found.themes] == [explained.WHAT]
    assert all(one.cost.half is None and one.cost.value > 0 and one.why for one in found.worst)
    assert {part.tag for part in found.themes[0].parts} == {"when", "phase"}
    worst = found.worst[0].place
    state = decision(records[worst.match - 1], worst.deal, worst.step).seen.state
    hand = " ".join(state["hands"][worst.seat])
    assert found.worst[0].position.startswith(f"Deal 1, step {worst.step}; cards 10; phase play; ")
    assert f"; hand {hand}; " in found.worst[0].position
    for look in looks_of(records, "mine", Effort()):
        exact = {one.place: one.cost.value for one in duel.first_look(look) if one.what}
        assert {one.place: one.cost.value for one in explained.first_look(look) if one.what} == exact


def test_a_position_is_all_that_is_known_of_it() -> None:
    assert explained.in_a_line({"offer": {"price": 3, "seat": None}, "bid": None}) == "offer price 3"
    assert explained.in_a_line([0, 2, None]) == "0 2 –"
    assert explained.in_a_line([["SA", "H2"], None, ["C3"]]) == "SA H2, –, C3"
    nothing: list[object] = [None, False, [], {}, [None, None]]
    assert [explained.in_a_line(value) for value in nothing] == [""] * 5
