"""Tables for environments: what is not allowed is never worth more than what is."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from overtrick.adapters.episode import Episode, luck_of
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, add_game
from overtrick.games import outside as own
from tests.games.test_outside import OH_HELL


def lowest_score(table: Episode, matches: int) -> int:
    """Return the lowest total that random play brings a seat."""
    luck, lowest = Random(1), 0
    for number in range(matches):
        table.reset(number.to_bytes(32))
        while not table.over:
            table.play(table.game.pick(table.row, luck.getrandbits(32)))
        lowest = min(lowest, *table.totals)
    return lowest


@pytest.mark.parametrize("game", ["wizard", "duel", "figgie"])
def test_what_is_not_allowed_costs_more_than_any_match(game: str) -> None:
    table = Episode(game, None, {})
    assert table.worst() < lowest_score(table, 3)


def test_a_game_that_does_not_say_how_bad_it_gets_is_thought_to_get_very_bad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(own.VARIABLE, "")
    text = OH_HELL.read_text().replace('"oh-hell"', '"bad"').replace("else 0\n", "else -9000\n")
    (tmp_path / "bad.py").write_text(text)
    game = add_game(tmp_path / "bad.py")
    try:
        table = Episode(game.NAME, 3, {})
        lowest = lowest_score(table, 3)
        assert lowest < -9000
        assert table.worst() < lowest
    finally:
        del GAMES["bad"]


@pytest.mark.parametrize("seed", [-1, 2**256, 1.5, "seven"])
def test_a_seed_that_is_none_is_refused_with_a_sentence(seed: object) -> None:
    with pytest.raises(Mistake) as caught:
        luck_of(seed)
    assert str(caught.value) == f"seed is {str(seed)[:40]!r}; allowed: a whole number from 0 to 2**256 - 1"
    assert luck_of(np.int64(7)) == luck_of(7) == bytes(31) + b"\x07"


def test_who_has_left_the_table_is_not_seated_any_more() -> None:
    table = Episode("wizard", 6, {"series": "elimination"})
    lowest_score(table, 1)
    table.reset(bytes(32))
    assert table.seated == list(range(6))
    while len(table.finished) < 11:
        table.play(table.game.legal(table.row)[0])
    assert len(table.seated) < 6
    assert table.to_move in table.seated


def test_where_less_is_better_points_are_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(own.VARIABLE, "")
    game = add_game(OH_HELL.with_name("hearts.py"))
    try:
        table = Episode(game.NAME, None, {})
        lowest_score(table, 1)
        assert table.take_rewards() == [-total for total in table.totals]
        assert table.worst() < -max(table.totals)
    finally:
        del GAMES[game.NAME]
