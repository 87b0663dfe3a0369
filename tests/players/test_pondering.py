"""How long a player seems to think: as hard as the choice is, and as its character is."""

from collections.abc import Sequence
from itertools import islice

import pytest

from overtrick.games import GAMES
from overtrick.games.face import PLAIN
from overtrick.players import pondering as about
from overtrick.players.explanation import Choice, Explanation
from overtrick.players.pondering import EASIEST, HARDEST, hardness, pondering
from tests.support.programs import views

pytestmark = pytest.mark.long

START = next(views(("duel", 2, {}), 1))


def judged(worths: Sequence[float], monkeypatch: pytest.MonkeyPatch) -> float:
    """Return how hard a choice is whose actions are worth so much."""
    told = Explanation("", tuple(Choice(place, str(place), worth) for place, worth in enumerate(worths)))
    monkeypatch.setattr(about, "explain", lambda *_: told)
    return hardness(START)


def test_a_choice_is_the_harder_the_closer_the_best_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    clear, close = (judged(worths, monkeypatch) for worths in ([9, 1, 0], [9, 8, 0]))
    assert 0 < clear < close < 1


def test_a_choice_is_the_harder_the_more_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged([9, 0], monkeypatch) < judged([9, 0, 0, 0], monkeypatch)


def test_where_nothing_can_go_wrong_nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged([4, 4, 4], monkeypatch) == 0
    forced = [view for view in views(("duel", 2, {}), 1) if len(view.game.legal(view.row)) == 1]
    assert forced
    assert all(hardness(view) == 0 for view in forced)


def test_a_game_without_anybody_who_says_why_is_played_at_the_usual_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "face_of", lambda _: PLAIN)
    assert pondering(START, "random") == EASIEST


def test_a_character_is_quick_or_slow() -> None:
    novice, expert = (pondering(START, f"duel:{level}") for level in ("novice", "expert"))
    assert 0 < novice < expert


@pytest.mark.parametrize("game", GAMES)
def test_a_time_is_found_at_every_choice_and_never_long(game: str) -> None:
    for view in islice(views((game, GAMES[game].SEATS[0], {}), 3), 40):
        assert EASIEST <= pondering(view, "random") <= HARDEST
