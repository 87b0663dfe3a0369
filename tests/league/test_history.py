"""Histories: a commit for each generation, whole or not at all, whatever names and settings there are."""

import os
import subprocess
from pathlib import Path

import pytest

from overtrick.core.mistake import Mistake
from overtrick.league.edit import Edit, Outcome
from overtrick.league.history import History

FILES = {"main.py": b"x", 'odd \n"\\ \udcff': b"\0", "sub/.gitattributes": b"* export-ignore\n", "notes/a": b"1"}


def first(**more: object) -> Edit:
    given: dict[str, object] = {"generation": 0, "outcome": Outcome.FIRST, "content": "ab", "files": FILES} | more
    return Edit(**given)  # type: ignore[arg-type]


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    history = History(tmp_path / "an entrant.git")
    assert history.edits() == []
    second = first(
        generation=1,
        outcome=Outcome.REFUSED,
        why="two\nlines",
        refused={"main.py": b"y"},
        program=b"\0\1",
        said="said",
        seconds=1.25,
    )
    history.keep(first())
    history.keep(second)
    assert History(history.folder).edits() == [first(), second]
    assert first().bot == {name: content for name, content in FILES.items() if name != "notes/a"}
    log = subprocess.run(
        ["git", "-C", str(history.folder), "log", "--format=%s"], capture_output=True, text=True, check=True
    )
    assert log.stdout.splitlines() == ["Generation 1: refused: two lines", "Generation 0: first"]


def test_generations_come_in_their_order(tmp_path: Path) -> None:
    history = History(tmp_path / "a.git")
    with pytest.raises(ValueError, match="generation 1 is not next"):
        history.keep(first(generation=1))


def test_locks_and_halves_of_a_killed_git_are_in_nobodys_way(tmp_path: Path) -> None:
    history = History(tmp_path / "a.git")
    (tmp_path / ".half").mkdir()
    history.keep(first())
    (history.folder / "refs/heads/main.lock").touch()
    (history.folder / "objects/pack/tmp_pack_1").write_bytes(b"half")
    history.keep(first(generation=1))
    assert len(history.commits()) == 2


def test_settings_of_git_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tmp_path / ".gitconfig"
    settings.write_text(
        "[commit]\ngpgsign = true\n[core]\nautocrlf = true\nattributesFile = none\n[tar]\numask = 0777\n"
    )
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_DIR", str(tmp_path))
    history = History(tmp_path / "a.git")
    history.keep(first(files={"main.py": b"a\r\nb\n"}))
    assert History(history.folder).edits()[0].files == {"main.py": b"a\r\nb\n"}


def test_without_git_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    with pytest.raises(Mistake, match=r"git keeps the versions of entrants, and is not installed"):
        History(tmp_path / "a.git").keep(first())


def test_a_history_that_somebody_changed_is_told(tmp_path: Path) -> None:
    history = History(tmp_path / "a.git")
    history.keep(first())
    (history.folder / "refs/heads/main").write_text("0" * 40 + "\n")
    with pytest.raises(Mistake, match=r"git .* ended with code"):
        History(history.folder).edits()
