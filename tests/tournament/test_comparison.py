"""Comparing two bots: how the tournament of two is set up, what is found, and how it is told."""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from overtrick.bots.fence.limits import Limits
from overtrick.core.mistake import Mistake
from overtrick.terminal.tournament.bracket import bracket_lines
from overtrick.terminal.tournament.comparison import (
    comparison_json,
    comparison_lines,
    faults_of,
    is_expected,
    state_line,
)
from overtrick.tournament.comparison import comparison
from overtrick.tournament.plan.sequential import QUIET, Verdict
from overtrick.tournament.plan.stage import Stage
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.run import Contest, find_players, open_contest, run
from overtrick.tournament.stated.tournament import Format, Tournament
from tests.tournament.test_run import Here

SMALL: dict[str, dict[str, object]] = {"duel": {"ranks": 3, "stock": 0}, "wizard": {"series": [2, 1]}, "figgie": {}}


def stated(game: str, first: str, second: str, **more: Any) -> Tournament:
    return comparison(game, (first, second), options=SMALL[game], seed="1", **more)


def played(store: Store, tournament: Tournament) -> Contest:
    players = find_players(tournament)
    contest = open_contest(tournament, players, store)
    assert run(contest, Here(players), lambda _: None) == {}
    return contest


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(":memory:") as opened:
        yield opened


def verdict(contest: Contest) -> Verdict | None:
    (tie,) = contest.ties()
    assert tie.state is not None
    return tie.state.verdict


def test_a_comparison_is_a_knock_out_of_two() -> None:
    made = stated("duel", "greedy", "random", margin=0.5, blocks=77, limits="cpu=500ms")
    assert (made.name, made.format, made.blocks, made.margin) == ("greedy against random", Format.KNOCK_OUT, 77, 0.5)
    assert [(entrant.name, entrant.bot) for entrant in made.entrants] == [("greedy", "greedy"), ("random", "random")]
    assert (made.seats, made.field, made.limits, made.seed) == (2, (), Limits(cpu_ms=500), bytes(31) + b"\1")
    assert made.options == {"ranks": 3, "stock": 0}


def test_two_copies_are_told_apart() -> None:
    made = stated("duel", "random", "random")
    assert [entrant.name for entrant in made.entrants] == ["random (1)", "random (2)"]


@pytest.mark.parametrize(
    ("game", "field", "seats", "expected"),
    [
        ("duel", (), None, ()),
        ("duel", ("first",), None, ("first",)),
        ("wizard", (), None, ("wizard:classic",) * 3),
        ("wizard", (), 6, ("wizard:classic",) * 5),
        ("wizard", ("first",), None, ("first",) * 3),
        ("wizard", ("first",), 5, ("first",) * 4),
        ("wizard", ("first", "random"), None, ("first", "random")),
        ("wizard", ("first",) * 5, None, ("first",) * 5),
        ("figgie", (), None, ("figgie:starter",) * 3),
        ("figgie", ("first",) * 4, None, ("first",) * 4),
    ],
)
def test_the_field_fills_the_other_seats(
    game: str, field: tuple[str, ...], seats: int | None, expected: tuple[str, ...]
) -> None:
    made = stated(game, "random", "first", field=field, seats=seats)
    assert made.field == expected
    assert made.seats == max(len(expected) + 1, 2)


@pytest.mark.parametrize(
    ("game", "more", "sentence"),
    [
        ("poker", {}, "unknown game 'poker'; allowed: wizard, duel, figgie"),
        ("duel", {"margin": 0.0}, "margin is 0.0; allowed: a number of points above 0"),
        ("duel", {"margin": -1.0}, "margin is -1.0; allowed: a number of points above 0"),
        ("duel", {"margin": math.nan}, "margin is nan; allowed: a number of points above 0"),
        ("duel", {"margin": math.inf}, "margin is inf; allowed: a number of points above 0"),
        ("duel", {"blocks": 0}, "blocks is 0; allowed: 1 or more"),
        ("duel", {"seats": 3}, "duel is played by 2 seats, not 3"),
        ("wizard", {"seats": 0}, "wizard is played by 3 to 6 seats, not 0"),
        ("duel", {"field": ("first",) * 2}, "the field has 2 bots; allowed: one for all other seats, or 1"),
        ("figgie", {"field": ("first",) * 2}, "the field has 2 bots; allowed: one for all other seats, or 3"),
        (
            "wizard",
            {"field": ("first",) * 2, "seats": 4},
            "the field has 2 bots; allowed: one for all other seats, or 3",
        ),
        ("wizard", {"field": ("first",) * 6}, "the field has 6 bots; allowed: one for all other seats, or 3"),
        ("duel", {"limits": "cpu=soon"}, "cpu"),
    ],
)
def test_a_mistake_is_one_sentence(game: str, more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Mistake) as found:
        comparison(game, ("random", "first"), **more)
    assert sentence in str(found.value)
    assert "\n" not in str(found.value)


def test_the_better_one_is_found_and_from_the_other_side_the_worse_one(store: Store) -> None:
    contest = played(store, stated("duel", "greedy", "random"))
    assert verdict(contest) is Verdict.BETTER
    assert verdict(played(store, stated("duel", "random", "greedy"))) is Verdict.WORSE
    lines = comparison_lines(contest)
    assert lines[0] == "greedy is better than random."
    assert lines[1].startswith("greedy minus random: +")
    assert "points a match" in lines[1]


@pytest.mark.parametrize("bot", ["first", "random", "duel:greedy"])
def test_two_copies_of_one_bot_are_found_equal_even_if_nothing_varies(bot: str, store: Store) -> None:
    contest = played(store, stated("duel", bot, bot))
    assert verdict(contest) is Verdict.EQUAL
    (tie,) = contest.ties()
    assert tie.state is not None and tie.state.blocks == QUIET
    assert comparison_lines(contest)[0].startswith(f"{bot} (1) and {bot} (2) are equal: ")
    assert contest.done() < 200


def test_copies_in_a_field_are_found_equal(store: Store) -> None:
    contest = played(store, stated("wizard", "random", "random", field=("first", "classic")))
    assert verdict(contest) is Verdict.EQUAL
    assert [line.name for line in contest.ratings().ratings][:2] == ["random (1)", "random (2)"]


def test_both_sit_in_the_same_seats_of_the_same_field_on_the_same_cards(store: Store) -> None:
    contest = played(store, stated("wizard", "classic", "random", field=("first", "random")))
    assert verdict(contest) is Verdict.BETTER
    (stage,) = contest.stages()
    assert stage == Stage("round 1, tie 1", ((0, 2, 3), (1, 2, 3)), 32)
    seated: dict[str, set[tuple[bytes, tuple[str, ...]]]] = {"classic": set(), "random": set()}
    for record in store.records(contest.registered):
        (who,) = set(record.match.players) & set(seated)
        others = tuple("?" if name == who else name for name in record.match.players)
        seated[who].add((record.match.seed, others))
    assert seated["classic"] == seated["random"]
    assert len(seated["random"]) == 3 * 32


def test_a_wide_margin_makes_equal_and_few_blocks_leave_it_undecided(store: Store) -> None:
    contest = played(store, stated("duel", "greedy", "random", margin=50.0))
    assert verdict(contest) is Verdict.EQUAL
    assert comparison_lines(contest)[0].endswith("are equal: any difference is within the margin of 50.00.")
    contest = played(store, stated("duel", "first", "random", blocks=5))
    assert verdict(contest) is Verdict.UNDECIDED
    assert comparison_lines(contest)[0].endswith(": no verdict within 5 blocks.")


def test_it_is_told_what_the_test_asks_where_an_interval_seems_to_say_otherwise(store: Store) -> None:
    contest = played(store, stated("duel", "greedy", "random", blocks=20))
    assert verdict(contest) is Verdict.UNDECIDED
    told = "\n".join(comparison_lines(contest))
    assert "The test asks after every block" in told and "has looked 20 times" in told
    contest = played(store, stated("duel", "greedy", "random", margin=50.0))
    assert "less than the margin" in comparison_lines(contest)[-1]


def test_faults_are_counted_and_the_first_is_told(store: Store, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def choose(view):\n    return 'banana'\n")
    contest = played(store, stated("duel", "greedy", str(tmp_path / "bad.py")))
    (told,) = faults_of(contest).items()
    assert told[0].endswith("bad.py") and told[1].count == contest.done(), "one in each match, which it loses at once"
    assert (
        comparison_lines(contest)[-1].split(": ", 1)[1].startswith(f"{told[1].count} faults, the first illegal: 'ban")
    )
    assert comparison_json(contest)["faults"][told[0]]["first"].startswith("illegal: 'banana'")
    assert [word for word in ("better", "worse", "equal", "not-worse") if is_expected(contest, word)] == [
        "better",
        "not-worse",
    ]


def test_more_blocks_go_on_where_fewer_ended(store: Store) -> None:
    contest = played(store, stated("duel", "greedy", "random", blocks=5))
    assert contest.done() == 10
    assert verdict(played(store, stated("duel", "greedy", "random"))) is Verdict.BETTER


def test_before_the_first_block_there_is_a_line_without_numbers_that_are_none(store: Store) -> None:
    tournament = stated("duel", "greedy", "random")
    contest = open_contest(tournament, find_players(tournament), store)
    (tie,) = contest.ties()
    line = state_line(contest, tie)
    assert line.startswith("0 blocks, difference ")
    assert "nan" not in line
    assert line.endswith("better 0%, worse 0%, equal 0%, about 32 blocks more")
    assert comparison_json(contest)["difference"] is None
    assert comparison_json(contest)["verdict"] is None
    assert bracket_lines(contest)[0].endswith("in 0 blocks; not decided yet")


def test_the_verdict_as_data(store: Store) -> None:
    data = comparison_json(played(store, stated("duel", "greedy", "random")))
    assert data["verdict"] == "better"
    assert (data["first"], data["second"]) == ("greedy", "random")
    assert data["difference_low"] < data["difference"] < data["difference_high"]
    assert data["margin"] > 0
    assert data["blocks"] >= 32


def test_a_bracket_is_told_round_by_round(store: Store) -> None:
    entrants = ("greedy", "first", "random")
    made = stated("duel", "greedy", "first")
    made = replace(made, entrants=tuple(replace(made.entrants[0], name=name, bot=name) for name in entrants))
    lines = bracket_lines(played(store, made))
    assert lines[0].startswith("round 1, tie 2: first against random: ")
    assert lines[1] == ""
    assert lines[2].startswith("round 2, tie 1: greedy against ")
    assert lines[2].endswith("blocks; greedy goes on")
    assert lines[3:] == [""]
