"""A game that is not here: whatever reads a record or a store of it says so in a sentence that names the option."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overtrick.commands.main import cli
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, outside
from overtrick.tournament.records.store import open_store

OH_HELL = Path(__file__).parents[2] / "examples" / "oh_hell.py"
TOURNAMENT = """
name = "T"
game = "oh-hell"
seats = 3
blocks = 1
workers = 1
[options]
cards = 1
[entrants]
a = "random"
b = "first"
c = "random"
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a folder with a record file and a store of a game that was here a moment ago."""
    where = tmp_path_factory.mktemp("absent")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(outside.VARIABLE, "")
        own = ("--game-file", str(OH_HELL))
        match = ("match", "oh-hell", "random", "first", "random", "-o", "cards=1", "--out", str(where / "m.jsonl"))
        (where / "t.toml").write_text(TOURNAMENT)
        for words in (match, ("tournament", str(where / "t.toml"), "--store", str(where / "s.db"))):
            done = run(*own, *words)
            assert done.exit_code == 0, done.output
    with open_store(where / "s.db") as store:
        registered = store.tournament("T").registered
        (where / "key").write_text(next(iter(store.latest(registered, 1))).key)
    del GAMES["oh-hell"]
    yield where


COMMANDS = [
    "standings s.db",
    "report s.db --out r.html",
    "verify s.db",
    "crosstable s.db",
    "watch s.db",
    "export s.db",
    "show m.jsonl",
    "show s.db KEY",
    "replay m.jsonl --plain",
    "replay s.db KEY --plain",
    "replay m.jsonl --html r.html",
    "explain m.jsonl --deal 1 --step 1",
    "explain s.db KEY --deal 1 --step 1",
    "review m.jsonl",
    "review s.db KEY",
    "review s.db",
]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_says_which_game_is_missing_and_how_to_bring_it(
    words: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = run(*words.replace("KEY", (folder / "key").read_text()).split())
    told = str(done.exception) if isinstance(done.exception, Mistake) else done.output
    assert done.exit_code != 0
    assert isinstance(done.exception, Mistake | SystemExit), done.exception
    (sentence,) = [line for line in told.splitlines() if "oh-hell" in line]
    assert "--game-file" in sentence


def test_what_needs_no_rules_is_still_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert "commitment" in run("reveal", "s.db").output
    assert len(run("export", "s.db", "--csv").output.splitlines()) == 1 + 3 * 3


def test_a_command_that_is_printed_brings_the_game_along(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(outside.VARIABLE, "")
    try:
        done = run("--game-file", str(OH_HELL), "new", "oh-hell", str(tmp_path / "my bot"))
    finally:
        del GAMES["oh-hell"]
    assert done.output.endswith(f"now: overtrick --game-file {OH_HELL} check '{tmp_path / 'my bot'}' --game oh-hell\n")
