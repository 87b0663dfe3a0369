"""A new bot is a copy of a starter."""

from pathlib import Path

import pytest

from overtrick.bots.new import STARTERS, new_bot
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES


@pytest.mark.parametrize("lang", ("python", "c"))
@pytest.mark.parametrize("game", GAMES)
def test_a_new_bot_is_the_starter_file_by_file(game: str, lang: str, tmp_path: Path) -> None:
    written = new_bot(game, lang, tmp_path / "deep" / "bot")
    assert {"README.md", "main.py" if lang == "python" else "main.c"} <= {path.name for path in written}
    for path in written:
        source = STARTERS / f"{game}_{lang}" / path.relative_to(tmp_path / "deep" / "bot")
        assert path.read_bytes() == source.read_bytes()


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    assert new_bot("duel", "python", tmp_path)


def test_the_duel_in_c_comes_with_its_makefile_and_samples(tmp_path: Path) -> None:
    names = {str(path.relative_to(tmp_path)) for path in new_bot("duel", "c", tmp_path)}
    assert {"Makefile", "samples/last_card.in", "samples/last_card.legal"} <= names


@pytest.mark.parametrize(
    ("game", "lang", "sentence"),
    [
        ("poker", "c", "unknown game 'poker'; allowed: wizard, duel, figgie, or your own with --game-file"),
        ("duel", "cobol", "unknown language 'cobol'; allowed: python, c, node, java, go, rust"),
    ],
)
def test_an_unknown_game_or_language_is_a_mistake(game: str, lang: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(Mistake) as caught:
        new_bot(game, lang, tmp_path / "bot")
    assert str(caught.value) == sentence
    assert not (tmp_path / "bot").exists()


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(Mistake, match="is not empty"):
        new_bot("duel", "c", tmp_path)
    with pytest.raises(Mistake, match="is not a folder"):
        new_bot("duel", "c", tmp_path / "mine.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
