"""What a tournament costs: the number of matches before anything is planned, in words and in time."""

from dataclasses import replace
from pathlib import Path

import pytest

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.tournament.cost import Cost, Meeting, cost_of, duration_text, meeting_of, others
from overtrick.tournament.plan.plan import aim_of, plan
from overtrick.tournament.plan.stage import size
from overtrick.tournament.plan.tables import growing, round_robin
from overtrick.tournament.records.store import open_store
from overtrick.tournament.run import find_players, open_contest
from overtrick.tournament.stated.tournament import Entrant, Format, Tournament, most_matches
from overtrick.tournament.trial import matches, measure, paced
from overtrick.tournament.workers.here import Workers


def cup(entrants: int, format_: Format, **more: object) -> Tournament:
    return Tournament(
        name="cup",
        game="duel",
        seats=2,
        options=settled(GAMES["duel"], 2, {"ranks": 3, "stock": 0}),
        entrants=tuple(Entrant(f"bot {number}", "random") for number in range(entrants)),
        format=format_,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    "tournament",
    [
        cup(5, Format.ROUND_ROBIN, blocks=7),
        cup(6, Format.GROWING, blocks=3),
        cup(5, Format.GAUNTLET, blocks=4, candidate="bot 0"),
    ],
    ids=str,
)
def test_the_cost_is_the_size_of_the_plan(tournament: Tournament) -> None:
    planned = size(plan(tournament, lambda *_: []))
    assert cost_of(meeting_of(tournament)) == Cost(planned, planned)


@pytest.mark.parametrize("entrants", [5, 9, 30])
def test_growing_tables_are_counted_without_being_made(entrants: int) -> None:
    cost = cost_of(Meeting(Format.GROWING, entrants, 4, blocks=10))
    assert cost.least == cost.most == len(growing(entrants, 4)) * 4 * 10


def test_a_large_round_robin_is_told_from_below_and_a_huge_one_refused() -> None:
    assert cost_of(Meeting(Format.ROUND_ROBIN, 300, 4, blocks=50)) == Cost(7475 * 4 * 50, None)
    with pytest.raises(
        Mistake, match="1000 entrants, and a round robin would take at least 83250 tables and 333000 ma"
    ):
        round_robin(1000, 4)


def test_a_focused_tournament_costs_its_beginning_up_to_all_it_may() -> None:
    assert cost_of(Meeting(Format.FOCUSED, 1000, 4, blocks=1000)) == Cost(16_000, 1_000_000)
    assert cost_of(Meeting(Format.FOCUSED, 1000, 4, blocks=1000, budget=20_000)) == Cost(16_000, 20_000)
    assert cost_of(Meeting(Format.FOCUSED, 10, 4, blocks=20, joining=True)) == Cost(7 * 4 * 16, 7 * 4 * 20)


def test_a_knock_out_costs_at_least_the_first_look_of_every_tie() -> None:
    assert cost_of(Meeting(Format.KNOCK_OUT, 8, 2, blocks=100)) == Cost(7 * 32 * 2, 7 * 100 * 2)


def test_what_could_be_stated_otherwise() -> None:
    names = [one.name for one in others(Meeting(Format.ROUND_ROBIN, 8, 4, blocks=10))]
    assert names == [
        'format = "round robin", blocks = 5', 'format = "round robin", blocks = 20', 'format = "focused", blocks = 1000'
    ]  # fmt: skip
    names = [one.name for one in others(Meeting(Format.FOCUSED, 8, 4, blocks=1000, budget=600))]
    assert names == [
        'format = "focused", blocks = 500, budget = 600', 'format = "focused", blocks = 2000, budget = 600',
        'format = "focused", blocks = 1000, budget = 300', 'format = "focused", blocks = 1000, budget = 1200',
        'format = "round robin", blocks = 50',
    ]  # fmt: skip
    budgets = [one.budget for one in others(Meeting(Format.FOCUSED, 9, 4, blocks=1000, budget=200))]
    assert budgets == [200, 200, 16 * 12, 400, None]  # not below what everybody needs to begin


def test_costs_and_durations_in_words() -> None:
    assert (Cost(1234567, 1234567).text, Cost(5, 10).text) == ("1 234 567 matches", "5 to 10 matches")
    assert Cost(1000, None).text == "at least 1 000 matches"
    assert (Cost(1000, None).time(10), Cost(10, 1000).time(10)) == ("at least 1.7 min", "about 1 s to 1.7 min")
    assert [duration_text(seconds) for seconds in (0.1, 80, 90, 5399, 36_000, 1e6)] == [
        "1 s", "80 s", "1.5 min", "90 min", "10 h", "12 days"
    ]  # fmt: skip


def test_a_trial_plays_everybody_on_cards_that_are_never_the_same() -> None:
    stated = cup(5, Format.FOCUSED)
    players = find_players(stated)
    source = matches(stated, players)
    some = [next(source) for _ in range(60)]
    assert {index for match in some for index in match.seating} == set(range(5))
    assert len({match.key for match in some}) == 60
    assert next(matches(stated, players)).match.seed != some[0].match.seed
    workers = Workers(players, 1)
    try:
        pace = measure(stated, players, workers)
    finally:
        workers.close()
    assert pace.matches > 4 and pace.a_second > 0


def test_hours_become_a_number_of_matches_once_by_the_pace_that_is_written_down(tmp_path: Path) -> None:
    stated = replace(cup(5, Format.FOCUSED), hours=2 / 3600, budget=1000)
    players, workers = find_players(stated), Workers({}, 1)
    with open_store(tmp_path / "cup.db") as store, pytest.raises(Mistake, match="has hours, but no pace yet"):
        open_contest(stated, players, store).stages()
    with open_store(tmp_path / "new.db") as store:
        try:
            workers.enter(players)
            paced_first = paced(stated, store, players, workers)
            contest = open_contest(paced_first, players, store)
        finally:
            workers.close()
        assert paced_first.pace is not None and paced_first.pace > 0
        assert paced(replace(stated, hours=None), store, players, workers).pace is None
        again = paced(stated, store, players, workers)  # by processes that have ended: nothing is measured
        assert again == paced_first and contest.tournament == store.tournament().tournament
        assert aim_of(again).matches == max(6 * 16, min(1000, int(2 * paced_first.pace)))


def test_the_most_matches_are_the_least_bound_but_everybody_begins() -> None:
    stated = replace(cup(5, Format.FOCUSED), hours=1.0, pace=0.5)
    assert most_matches(stated, 5) == 1800
    assert most_matches(replace(stated, budget=1000), 5) == 1000
    assert most_matches(replace(stated, hours=0.01), 5) == 3 * 2 * 16  # one of the five sits twice on each set of cards
    assert most_matches(replace(stated, budget=1), 5) == 3 * 2 * 16
    assert most_matches(replace(stated, budget=1), 6) == 3 * 2 * 16
    assert most_matches(replace(stated, hours=None, pace=None), 5) is None
    assert meeting_of(stated).budget == 1800
