"""Analyses: what the decisions of one seat were worth."""

import pytest

from overtrick.bots.find import find
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.players.duel.regret import regret
from overtrick.review.analysis import accuracy, analysis
from overtrick.review.judged import Cost, Judged, Place

SEED = bytes([3]) * 32


def played(game: str, *players: str, **options: object) -> Record:
    return play(new_match(game, players, options, SEED), [find(player, game)() for player in players])


def decided(cost: float, chance: float | None = None) -> Judged:
    return Judged(Place(1, "", 1, 1, 0), "choices", "a", Cost(cost), "worse" if cost > 0 else "", chance=chance)


def test_accuracy_halves_with_what_is_much() -> None:
    assert accuracy([decided(0.0)], 10.0) == 100
    assert accuracy([decided(10.0)], 10.0) == 50
    assert accuracy([decided(20.0), decided(0.0)], 10.0) == (25 + 100) / 2
    assert accuracy([decided(-3.0)], 10.0) == 100
    assert accuracy([], 10.0) is None


def test_where_no_game_says_what_is_much_it_is_what_chance_would_cost() -> None:
    assert accuracy([decided(3.0, 2.0), decided(0.0, 4.0)], None) == (50 + 100) / 2
    assert accuracy([decided(0.0, 0.0)], None) is None


def test_the_duel_is_judged_as_by_its_exact_table() -> None:
    record = played("duel", "first", "duel:greedy")
    found, exact = analysis(record, 0), regret(record)
    assert found.cost == exact.lost[0]
    assert found.decisions[0].expected == exact.promised[0]
    assert len(found.worst) <= 3
    assert sum(one.cost.value for one in found.worst) <= found.cost
    assert found.before == (0, record.totals[0])
    assert [one.place.seat for one in found.decisions] == [0] * len(found.decisions)
    opened = found.data(lambda place: f"/replay#{place.fragment}")["worst"][0]
    assert opened["replay"] == f"/replay#deal=1&step={opened['place']['step'] - 1}&seat=0"
    assert opened["why"]


@pytest.mark.parametrize("model", ["turn", "tick", "live"])
def test_figgie_begins_with_an_equal_share_and_ends_near_the_result(model: str) -> None:
    record = played("figgie", "figgie:starter", "random", "figgie:starter", "figgie:starter", model=model)
    found = analysis(record, 1)
    expected = [one.expected for one in found.decisions if one.expected is not None]
    assert -20 < expected[0] < 20  # all antes are in the pot, and nobody knows anything yet
    assert found.accuracy is not None
    assert found.accuracy < 99
    assert all("are the goal with a chance of" in one.why for one in found.worst)
    again = analysis(record, 1)
    assert again == found


@pytest.mark.long
def test_wizard_is_judged_deal_by_deal_and_who_plays_as_the_judge_gives_nothing_away() -> None:
    record = played("wizard", "random", "wizard:net", "wizard:easy", series=[2, 3])
    mine = analysis(record, 1)
    assert (mine.accuracy, mine.cost, mine.worst) == (100.0, 0.0, ())
    assert {one.place.deal for one in mine.decisions} == {1, 2}
    assert all(one.expected is not None for one in mine.decisions)
    other = analysis(record, 0)
    assert other.accuracy is not None
    assert other.accuracy < 100
    assert other.before[-1] == record.totals[0]
