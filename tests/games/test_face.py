"""Faces: what a game says of itself leads somewhere, and a game that says nothing works all the same."""

import pytest

from overtrick.bots.builtin import imported, levels_of, maker, names, players_of
from overtrick.bots.new import STARTERS
from overtrick.games import GAMES
from overtrick.games.face import FACES, PLAIN, face_of, title_of


@pytest.mark.parametrize("game", GAMES)
def test_every_part_of_a_face_can_be_loaded(game: str) -> None:
    face = FACES[game]
    assert [name for name in face.parts if face.part(name) is None] == []
    assert face.part("nothing of that name") is None


@pytest.mark.parametrize("game", GAMES)
def test_every_player_of_a_face_can_be_made(game: str) -> None:
    assert all(callable(imported(f"{game}:{name}").player) for name in players_of(game))
    assert all(maker(level, game) is not None for level in levels_of(game))
    assert f"{game}:{FACES[game].test_player}" in names(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_starter_of_a_face_is_there(game: str) -> None:
    assert all((STARTERS / folder).is_dir() for folder in FACES[game].starters.values())


def test_a_game_that_says_nothing_has_its_name_for_a_title(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["duel"]
    assert title_of(game) == "The duel"
    monkeypatch.delitem(FACES, "duel")
    assert face_of(game) is PLAIN
    assert title_of(game) == "Duel"
    assert names("duel") == ["duel:random", "duel:first", "duel:easy"]
