"""A strong player says why, anywhere: at random positions of every game and option, and in recorded matches."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from overtrick.bots.builtin import full_name, imported, players_of
from overtrick.commands.main import cli
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import NOBODY
from overtrick.games.face import FACES
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.tricks import HAND
from overtrick.games.view import View, view
from overtrick.match.play import play
from overtrick.match.record import Record, new_match, replay, to_json
from overtrick.players.explain import decision, explain
from overtrick.players.explanation import Explanation
from tests.support.games_and_options import TABLES, Table, moves, one_deal
from tests.support.programs import built_in

pytestmark = pytest.mark.long

QUICK = {"wizard": "wizard:search@3"}


def some_views(table: Table, seed: int, most: int) -> list[View]:
    """Return what the seat to move sees at a few moments of a random deal at a table."""
    luck = Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    seen = [view(table.game, row, events.copy(), seat) for seat, _, events in moves(table.game, row, luck)]
    return luck.sample(seen, min(most, len(seen)))


def check(seen: View, told: Explanation) -> None:
    """Fail if an explanation is not legal, not sorted, or no plain data."""
    assert told.sentence.endswith(".")
    assert told.choices
    assert all(seen.game.refuse(seen.row, choice.action) == 0 for choice in told.choices)
    assert all(choice.name == seen.game.name(seen.row, choice.action) for choice in told.choices)
    assert len({choice.action for choice in told.choices}) == len(told.choices)
    rest = [choice.value for choice in told.choices[seen.game is figgie :]]
    assert rest == sorted(rest, reverse=True)
    assert json.loads(json.dumps(told.data(), allow_nan=False)) == told.data()


@pytest.mark.parametrize("game", GAMES)
def test_the_strong_player_explains_random_positions_at_every_table(game: str) -> None:
    tables = TABLES[game]
    for number, table in enumerate(tables):
        for seen in some_views(table, number, 2 if game == "wizard" else 6):
            told = explain(seen, QUICK.get(game, ""))
            check(seen, told)
            assert told.player.startswith(game)


def test_what_figgie_believes_are_odds_and_dollars() -> None:
    for seen in some_views(TABLES["figgie"][0], 3, 5):
        facts = explain(seen).facts
        odds = [fact.value for fact in facts if fact.name.endswith("judging by bids and trades")]
        assert len(odds) == 4 and sum(odds) == pytest.approx(1)
        assert any(fact.unit == "dollars" for fact in facts)


def test_what_wizard_believes_are_the_odds_of_every_card_to_take_a_trick() -> None:
    table = Table("wizard", 4, {"series": [7]})
    for seen in some_views(table, 4, 8):
        told = explain(seen, "search@4")
        odds = [fact.value for fact in told.facts]
        assert all(0 <= chance <= 1 for chance in odds)
        assert len(odds) in (seen.row[HAND + seen.seat].bit_count(), 0)  # none while the trump is named


def test_it_says_the_same_each_time() -> None:
    for name in GAMES:
        seen = some_views(TABLES[name][-1], 5, 1)[0]
        assert explain(seen) == explain(seen)


def test_a_named_player_explains_with_its_setting_and_a_level_as_the_player_it_is_made_of() -> None:
    seen = some_views(Table("wizard", 4, {"series": [5]}), 6, 1)[0]
    assert explain(seen, "net").player == "wizard:net"
    assert explain(seen, "wizard:hard") == explain(seen, "net")
    assert explain(seen, "tree@7").player == "wizard:tree@7"
    assert explain(seen).player == f"wizard:{FACES['wizard'].explainers[0]}"


def test_who_cannot_explain_is_refused_with_a_sentence() -> None:
    seen = some_views(Table("wizard", 4, {"series": [5]}), 6, 1)[0]
    for player in ("classic", "random", "wizard:medium", "nobody"):
        with pytest.raises(Mistake, match=r"cannot explain itself; allowed in wizard: wizard:search, "):
            explain(seen, player)
    other = View(seen.game, (seen.seat + 1) % 4, seen.row, seen.events)
    with pytest.raises(Mistake, match="is not to move"):
        explain(other)


def test_exactly_the_players_that_can_are_listed() -> None:
    listed = {full_name(name, game)[0] for game in GAMES for name in FACES[game].explainers}
    ours = [f"{game}:{name}" for game in GAMES for name in players_of(game)]
    assert listed == {name for name in ours if hasattr(imported(name), "explain")}


# Recorded matches


@pytest.fixture(scope="module")
def recorded() -> Record:
    match = new_match("wizard", ["wizard:classic"] * 3, {"series": [2, 4]}, bytes(32))
    return play(match, [built_in("wizard:classic", "wizard") for _ in range(3)])


def test_every_decision_of_a_record_can_be_asked_for(recorded: Record) -> None:
    for number, deal in enumerate(recorded.deals, start=1):
        for step, (seat, name) in enumerate(deal.actions, start=1):
            asked = decision(recorded, number, step)
            assert (asked.deal, asked.step, asked.seen.seat, asked.action) == (number, step, seat, name)
            assert name in asked.seen.legal
            assert len(asked.seen.events) == step - 1
        own = [step for step, (seat, _) in enumerate(deal.actions, start=1) if seat == 1]
        assert [decision(recorded, number, step, 1).step for step in range(1, len(own) + 1)] == own
    assert all(GAMES["wizard"].to_move(row) == NOBODY for row in replay(recorded))


def test_a_point_that_does_not_exist_is_refused(recorded: Record) -> None:
    for place, told in (((3, 1), "deal is 3; allowed: 1 to 2"), ((1, 99), "step is 99; allowed in deal 1: 1 to 9")):
        with pytest.raises(Mistake, match=told):
            decision(recorded, *place)
    with pytest.raises(Mistake, match="seat is 3; allowed: 0 to 2"):
        decision(recorded, 1, 1, 3)
    with pytest.raises(Mistake, match="step of seat 1 is 0"):
        decision(recorded, 1, 0, 1)


def test_the_command_tells_what_the_strong_player_thinks(recorded: Record, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(json.dumps(to_json(recorded)))
    words = ["explain", str(file), "--deal", "2", "--step", "5", "--player", "net"]
    shown = CliRunner().invoke(cli, words, catch_exceptions=False).output
    asked = decision(recorded, 2, 5)
    assert shown.startswith(f"deal 2, step 5: seat {asked.seen.seat} (wizard:classic) chose {asked.action}\n")
    assert explain(asked.seen, "net").sentence in shown
    data = json.loads(CliRunner().invoke(cli, [*words, "--json"], catch_exceptions=False).output)
    assert data["chosen"] == asked.action and data["step"] == 5
    assert data["choices"] == explain(asked.seen, "net").data()["choices"]


def test_the_command_explains_every_game(tmp_path: Path) -> None:
    for game, player in (("duel", "duel:greedy"), ("figgie", "figgie:rules")):
        seats = 2 if game == "duel" else 4
        match = new_match(game, [player] * seats, {}, bytes(32))
        record = play(match, [built_in(player, game) for _ in range(seats)])
        file = tmp_path / f"{game}.jsonl"
        file.write_text(json.dumps(to_json(record)))
        done = CliRunner().invoke(cli, ["explain", str(file), "--step", "3", "--seat", "1"], catch_exceptions=False)
        assert done.exit_code == 0
        assert explain(decision(record, 1, 3, 1).seen).sentence in done.output
