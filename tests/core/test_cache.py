"""The cache folder: of the user's own, or a sentence; and compiled play goes on without it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from overtrick.core.cache import cache_folder
from overtrick.core.mistake import Mistake


def test_the_cache_is_where_the_user_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "mine"))
    assert cache_folder() == tmp_path / "mine" / "overtrick"
    assert cache_folder().is_dir()


def test_a_cache_that_cannot_be_made_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(Mistake, match="cannot be made: Not a directory; set XDG_CACHE_HOME"):
        cache_folder()


def test_a_cache_of_somebody_else_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = cache_folder()
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    with pytest.raises(Mistake, match="belongs to somebody else"):
        cache_folder()


@pytest.mark.long
def test_compiled_play_works_without_a_cache(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code = (
        "from overtrick.games import GAMES\n"
        "from overtrick.compiled.simulate import simulate\n"
        "print(simulate(GAMES['duel'], 3, seed=bytes(32)).scores.sum())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "file")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "30\n"
