"""The golden playthroughs: what happens in them must not change unnoticed.

After a change that is meant, ``python -m tests.support.playthrough --write`` writes them
anew, and the difference is there to be read.
"""

import pytest

from overtrick.games import GAMES
from tests.support.playthrough import FOLDER, PLAYTHROUGHS, path_of, playthrough


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    assert playthrough(name).splitlines() == path_of(name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_can_be_read_by_a_person(name: str) -> None:
    lines = path_of(name).read_text(encoding="utf-8").splitlines()
    assert 20 < len(lines) < 300
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_playthrough_and_a_hidden_view_in_it(name: str) -> None:
    texts = [path_of(title).read_text(encoding="utf-8") for title in PLAYTHROUGHS if title.split("-")[0] == name]
    assert any(text.startswith(f"game     {name} version {GAMES[name].VERSION}\n") for text in texts)
    assert any(" sees\n" in text for text in texts)


def test_every_value_of_every_option_that_is_a_word_is_played_through() -> None:
    for name, game in GAMES.items():
        played = [plan.table.match(1).options for plan in PLAYTHROUGHS.values() if plan.table.name == name]
        for option in game.OPTIONS:
            if isinstance(option.allowed, tuple) and option.name != "series":
                assert {options[option.name] for options in played} == set(option.allowed)


def test_there_is_no_playthrough_that_nobody_compares() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {path_of(name).name for name in PLAYTHROUGHS}
