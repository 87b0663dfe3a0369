"""Reviews of the duel: the exact table names what a weak bot does wrong."""

import pytest

from overtrick.match.record import new_match
from overtrick.players.duel.regret import regret
from overtrick.review import duel
from overtrick.review.review import Effort, looks_of, reviews
from tests.support.weak_bots import played, thrower


def test_a_bot_that_throws_high_cards_is_told_so() -> None:
    records = played("duel", thrower, ["duel:perfect"], 12, {})
    (found,) = reviews(records, ["mine"])
    assert found.judge == "the exact table of the duel"
    assert found.themes[0].what == "high cards thrown on lost tricks"
    assert found.themes[0].cost.is_sure and found.themes[0].share > 0.5
    worst = found.worst[0]
    assert worst.what in (duel.THROWN, duel.SUIT) and worst.played != worst.better
    assert f"{worst.better} leads to" in worst.why and "hand" in worst.position


def test_perfect_play_gives_nothing_away() -> None:
    records = played("duel", thrower, ["duel:perfect"], 3, {})
    (found,) = reviews(records, ["duel:perfect"])
    assert (found.cost.value, found.themes, found.worst) == (0.0, (), ())


def test_costs_are_the_tricks_that_plays_gave_away() -> None:
    records = played("duel", thrower, ["duel:greedy"], 3, {})
    for look in looks_of(records, "mine", Effort()):
        lost = {step: play.lost for step, play in enumerate(regret(look.record).plays, start=1) if play.lost}
        costs = {one.place.step: one.cost.value for one in duel.first_look(look) if one.what}
        assert costs == {
            step: gone for step, gone in lost.items() if look.record.deals[0].actions[step - 1][0] in look.seats
        }


@pytest.mark.long
def test_hidden_cards_are_judged_in_sampled_worlds_with_an_error() -> None:
    records = played("duel", thrower, ["duel:greedy"], 2, {"stock": 4})
    effort = Effort(top=3, worlds=50)
    (found,) = reviews(records, ["mine"], effort)
    assert found.judge == "duel:sampler"
    assert all(one.cost.half and one.cost.least > 0 for one in found.worst)
    assert reviews(records, ["mine"], effort) == [found]


def test_who_judges_follows_from_the_options() -> None:
    match = new_match("duel", ["first", "first"], {"ranks": 7}, bytes(32))
    assert duel.judge_of(match) == "duel:sampler"
