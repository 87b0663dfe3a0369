"""wizard:net: legal everywhere, blind for what is hidden, as strong as measured, and made again from nothing."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from overtrick.commands.bulk import train as train_command
from overtrick.core.luck import read_seed
from overtrick.core.mistake import Mistake
from overtrick.games.tricks import HAND
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import FIRST_BID, PHASE, PLAYING, STILL_IN
from overtrick.players.wizard.net import brain as wizard_brain
from overtrick.players.wizard.net import player as wizard_net
from overtrick.players.wizard.net.features import HIDDEN, MOST_FEATURES, ROWS
from overtrick.players.wizard.net.models import FOLDER, Model, model_for, read, shipped, write
from overtrick.players.wizard.sight import SIGHTS
from overtrick.players.wizard.training.selfplay import BY_NET
from overtrick.players.wizard.training.train import BY_RULES, fresh_brain, measure, own_field, train
from tests.support.wizard_positions import positions


def test_it_thinks_alike_interpreted_and_compiled() -> None:
    for seen, _ in positions(40, 23):
        brain = model_for(seen.row[STILL_IN].bit_count()).brain
        desk = ([0] * SIGHTS, [0] * MOST_FEATURES, *wizard_brain.desk()[2:])
        plain = wizard_brain.choose(seen.row.copy(), brain, desk)
        values = wizard_net.values(seen)
        assert plain == wizard_net.choose(seen) or abs(values[plain] - max(values.values())) < 0.01


@pytest.mark.long
@pytest.mark.parametrize(("seats", "least"), [(3, 700), (4, 390), (5, 265), (6, 200)])
def test_the_shipped_networks_reach_their_strength_in_their_own_field(seats: int, least: int) -> None:
    strength = own_field(seats, model_for(seats), 60, b"net")
    assert strength.points > least


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"hook": "on"}, {"lead_rule": "first-suit-card"}, {"bidding": "hidden"}])
def test_they_beat_the_formula_under_every_kind_of_rules(options: dict[str, object]) -> None:
    for seats in wizard.SEATS:
        places = measure(seats, [BY_NET] + [BY_RULES] * (seats - 1), 40, model_for(seats), b"net", options)
        assert places[0].points > max(place.points for place in places[1:]) + 30
        assert places[0].wins > 1.3 / seats


@pytest.mark.long
def test_training_from_nothing_learns() -> None:
    seed = read_seed("5")
    model = train(4, 150, seed)
    untrained = Model(fresh_brain(4, seed), model.guess)
    assert own_field(4, model, 20, seed).points > own_field(4, untrained, 20, seed).points + 200
    again = train(4, 150, seed)
    assert np.array_equal(model.brain, again.brain) and np.array_equal(model.guess, again.guess)


@pytest.mark.long
def test_the_command_trains_writes_and_measures(tmp_path: Path) -> None:
    out = tmp_path / "small.npz"
    result = CliRunner().invoke(
        train_command, ["wizard", "--seats", "3", "--matches", "100", "--blocks", "4", "--out", str(out)]
    )
    assert result.exit_code == 0, result.output
    assert "points a match" in result.output
    assert read(out).brain.shape == (ROWS, HIDDEN)


def test_the_command_refuses_at_once_what_it_cannot_train(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.players.wizard.training.train.train", lambda *_: pytest.fail("it was trained"))
    for arguments, sentence in (
        (["duel"], "nothing to train"),
        (["wizard", "--seats", "7"], "3 to 6 seats"),
        (["wizard", "--out", "no/such/folder.npz"], "no/such/folder.npz cannot be written"),
    ):
        result = CliRunner().invoke(train_command, arguments)
        assert isinstance(result.exception, Mistake)
        assert sentence in str(result.exception)


def test_a_file_of_other_networks_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.npz"
    write(Model(np.zeros((3, 3), np.float32), np.zeros((2, 2))), file)
    with pytest.raises(Mistake, match="other features"):
        read(file)
    file.write_bytes(b"nonsense")
    with pytest.raises(Mistake, match="holds no networks"):
        read(file)


def test_the_weights_are_small_files() -> None:
    assert all(shipped(seats).stat().st_size < 60_000 for seats in wizard.SEATS)
    assert {file.name for file in FOLDER.glob("wizard*")} == {shipped(seats).name for seats in wizard.SEATS}


def test_it_explains_what_it_does() -> None:
    for seen, _ in positions(150, 24):
        told = wizard_net.explain(seen)
        assert told.choices[0].action == wizard_net.choose(seen)
        assert [choice.value for choice in told.choices] == sorted((c.value for c in told.choices), reverse=True)
        if seen.row[PHASE] != wizard.NAMING:
            assert len(told.facts) == seen.row[HAND + seen.seat].bit_count()
        assert all(0 <= fact.value <= 1 for fact in told.facts)
        assert all(wizard.refuse(seen.row, choice.action) == 0 for choice in told.choices)
        if seen.row[PHASE] == PLAYING:
            assert f"bid of {seen.row[wizard.BID + seen.seat]}" in told.sentence
        assert type(told.choices[0].value) is float and FIRST_BID == 60


def test_a_seat_that_is_not_to_move_has_nothing_to_explain() -> None:
    seen, _ = next(positions(1, 25))
    other = next(seat for seat in range(6) if seat != seen.seat)
    with pytest.raises(Mistake, match="not to move"):
        wizard_net.explain(View(wizard, other, seen.row, []))
