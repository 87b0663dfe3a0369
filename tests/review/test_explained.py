"""A game without a judge of its own is judged by its players that explain themselves."""

from dataclasses import replace

import pytest

from overtrick.games.face import FACES
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
    assert found.judge == FACES["duel"].explainers[0]
    assert [theme.what for theme in found.themes] == [explained.WHAT]
    assert all(one.cost.half is None and one.cost.value > 0 and one.why for one in found.worst)
    for look in looks_of(records, "mine", Effort()):
        exact = {one.place: one.cost.value for one in duel.first_look(look) if one.what}
        assert {one.place: one.cost.value for one in explained.first_look(look) if one.what} == exact
