"""Which files of a folder are a bot's."""

from pathlib import Path

import pytest

from overtrick.bots.fence.compiler import read_sources
from overtrick.bots.fence.folder import LEAGUE
from overtrick.bots.program import read_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of a C bot, as the command of a league may find and leave it."""
    for name in ("main.c", "notes/old.c", "league/own/main.c", ".git/x.c", "__pycache__/x.c", "sub/league/y.c"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("int x;")
    return tmp_path


def test_hidden_files_are_no_part_of_a_bot(folder: Path) -> None:
    assert set(read_folder(folder)) == {"main.c", "notes/old.c", "league/own/main.c", "sub/league/y.c"}
    assert set(read_sources(folder)) == set(read_folder(folder))


def test_in_a_room_neither_what_a_command_is_told_nor_its_notes_are(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LEAGUE, str(folder / "league"))
    monkeypatch.chdir(folder)
    assert set(read_folder(Path())) == set(read_sources(Path())) == {"main.c", "sub/league/y.c"}
    assert set(read_folder(folder / "league" / "own")) == {"main.c"}, "a version of before is a bot of its own"
