"""The command trains figgie:trader for a model, writes weights and a network, and says what they win."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from overtrick.commands.bulk import check_writable
from overtrick.commands.bulk import train as train_command
from overtrick.core.mistake import Mistake
from overtrick.players.figgie.trader.reading import NETWORK
from overtrick.players.figgie.trader.signs import WEIGHTS
from overtrick.players.figgie.trader.weights.files import Taught, network_of, read, read_network, weights_of
from overtrick.players.figgie.training.rounds import LEAST
from overtrick.players.figgie.training.train import measured


@pytest.mark.long
def test_the_command_trains_writes_and_measures(tmp_path: Path) -> None:
    out = tmp_path / "small.csv"
    arguments = ["figgie", "-o", "model=tick", "--matches", str(LEAST), "--blocks", "2", "--out", str(out)]
    result = CliRunner().invoke(train_command, arguments)
    assert result.exit_code == 0, result.output
    assert "dollars a game" in result.output
    assert len(read(str(out))) == WEIGHTS and len(read_network(out.with_suffix(".npz"))) == NETWORK


@pytest.mark.long  # it compiles the hall
def test_the_line_of_the_shipped_weights_tells_dollars_and_blocks() -> None:
    assert "over 3 blocks" in measured("turn", Taught(weights_of("turn"), network_of("turn")), 3, bytes(32))


@pytest.mark.parametrize("game", ["figgie", "wizard"])
def test_how_many_matches_are_enough_says_the_game(game: str) -> None:
    for matches in ("0", "-1", "63"):
        result = CliRunner().invoke(train_command, [game, "--matches", matches])
        assert isinstance(result.exception, Mistake)
        assert f"matches is {matches}; allowed: {100 if game == 'wizard' else LEAST} or more" in str(result.exception)


def test_the_command_refuses_at_once_what_it_cannot_train(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.players.figgie.training.train.train", lambda *_: pytest.fail("it was trained"))
    for arguments, sentence in (
        (["figgie", "--seats", "5"], "serve four and five seats"),
        (["figgie", "-o", "model=slow"], "slow"),
        (["wizard", "-o", "hook=on"], "without hook"),
    ):
        result = CliRunner().invoke(train_command, arguments)
        assert isinstance(result.exception, Mistake)
        assert sentence in str(result.exception)


def test_to_try_whether_a_file_can_be_written_leaves_it_as_it_was(tmp_path: Path) -> None:
    new, old = tmp_path / "new.csv", tmp_path / "old.csv"
    old.write_text("kept")
    check_writable(new)
    check_writable(old)
    assert not new.exists() and old.read_text() == "kept"
    with pytest.raises(Mistake, match="cannot be written"):
        check_writable(tmp_path / "nowhere" / "x.csv")
