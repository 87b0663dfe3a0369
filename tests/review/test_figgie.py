"""Reviews of Figgie: money is split into what was overpaid, what was missed and what was held."""

import pytest

from overtrick.games.figgie import rulebook as figgie
from overtrick.match.record import Record
from overtrick.review import figgie as judge
from overtrick.review.review import Effort, looks_of, reviews
from tests.support.weak_bots import overpayer, played, sleeper

OTHERS = ["figgie:starter", "figgie:starter", "figgie:fundamentalist"]


@pytest.fixture(scope="module")
def overpaid() -> list[Record]:
    return played("figgie", overpayer, OTHERS, 3, {})


def test_a_bot_that_overpays_for_suits_that_are_hardly_the_goal_is_told_so(overpaid: list[Record]) -> None:
    (found,) = reviews(overpaid, ["mine"])
    assert found.themes[0].what == judge.PAID
    assert found.themes[0].cost.is_sure
    assert any("hardly the goal" in part.value for part in found.themes[0].parts[:2])
    assert all(one.played.startswith("buy") and one.better == "pass" for one in found.worst if one.what == judge.PAID)
    assert "are the goal with a chance of" in found.worst[0].why


def test_a_bot_that_never_takes_a_quote_is_told_what_it_missed() -> None:
    (found,) = reviews(played("figgie", sleeper, ["random", "random", "figgie:starter"], 3, {}), ["mine"])
    assert found.themes[0].what in (judge.NOT_BOUGHT, judge.NOT_SOLD)
    assert {judge.NOT_BOUGHT, judge.NOT_SOLD} & {one.what for one in found.worst}
    assert judge.PAID not in {theme.what for theme in found.themes}


def test_a_quote_costs_only_if_somebody_takes_it(overpaid: list[Record]) -> None:
    for look in looks_of(overpaid, "figgie:starter", Effort()):
        taken = {(partner, figgie.parse(row_of(look.record), name)) for partner, name in trades(look.record)}
        for one in judge.first_look(look):
            if one.what in (judge.BID_HIGH, judge.OFFERED_LOW):
                suit, buying = judge.suit_of(parsed(look.record, one.played)), one.what == judge.BID_HIGH
                take = (figgie.FIRST_SELL if buying else figgie.FIRST_BUY) + suit
                assert any(action == take for _, action in taken)


def row_of(record: Record) -> list[int]:
    return figgie.rules(record.match.seats, record.match.options)[: figgie.WIDTH]


def parsed(record: Record, name: str) -> int:
    return figgie.parse(row_of(record), name)


def trades(record: Record) -> list[tuple[int, str]]:
    return [(seat, name) for seat, name in record.deals[0].actions if name.split()[0] in ("buy", "sell")]


def test_what_is_left_costs_once_until_the_next_trade(overpaid: list[Record]) -> None:
    for look in looks_of(overpaid, "mine", Effort()):
        actions = look.record.deals[0].actions
        missed = [one for one in judge.first_look(look) if one.what in (judge.NOT_BOUGHT, judge.NOT_SOLD)]
        spans = [sum(name.split()[0] in ("buy", "sell") for _, name in actions[: one.place.step - 1]) for one in missed]
        assert len(spans) == len(set(spans))


@pytest.mark.parametrize("options", [{"model": "tick"}, {"model": "live", "rounds": 2, "seconds": 60}])
def test_the_other_models_are_judged_too(options: dict[str, object]) -> None:
    (found,) = reviews(played("figgie", overpayer, OTHERS, 1, options), ["mine"], Effort(top=2))
    assert found.decisions > 50 and len(found.worst) == 2
    assert all(one.position.startswith("After ") and one.what == judge.PAID for one in found.worst)
