"""The story of a match: three sentences, true of what was played, for every game."""

import pytest

from overtrick.games.contract import Game
from overtrick.games.duel.story import decided, run
from overtrick.games.story import lead_since, result, swing, turning_point
from overtrick.games.wizard.story import miss, turn
from overtrick.match.progress import Progress
from overtrick.match.sitting import Chair, sit_down
from overtrick.scenes.story import story
from tests.support.outside_games import hearts, outside_game

__all__ = ["hearts", "outside_game"]  # fixtures
NAMES = ["Ann", "Bo", "Cleo", "Dan"]


def played(game: str, seats: int, **options: object) -> Progress:
    """Return a match of bots that is over."""
    sitting = sit_down(game, [Chair(name, f"{game}:easy") for name in NAMES[:seats]], options, b"s" * 32)
    sitting.let_bots_act()
    assert sitting.over
    return sitting.going


def ended(*scores: list[int], places: list[int]) -> dict[str, object]:
    """Return the scene of a match with these deals."""
    totals = [sum(column) for column in zip(*scores, strict=True)]
    pad = [{"scores": line} for line in scores]
    return {"names": NAMES[: len(totals)], "totals": totals, "places": places, "pad": pad}


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("wizard", 3, {"series": "1,2,3"}),
        ("wizard", 4, {"series": "2"}),
        ("wizard", 4, {"series": "elimination"}),
        ("duel", 2, {}),
        ("figgie", 4, {}),
        ("figgie", 5, {"model": "tick"}),
        ("figgie", 4, {"model": "live"}),
    ],
)
def test_a_story_has_three_sentences_and_begins_with_who_won(game: str, seats: int, options: dict[str, object]) -> None:
    going = played(game, seats, **options)
    told = story(going, NAMES[:seats])
    assert len(told) == 3
    assert all(line.endswith(".") and line[0].isupper() and not line.endswith("..") for line in told), told
    places = going.game.places(going.match.rules(), going.finished)
    assert all((NAMES[seat] in told[0]) for seat, place in enumerate(places) if place == 1)


def test_a_game_from_outside_gets_a_plain_story(outside_game: Game) -> None:
    seats = min(outside_game.SEATS)
    told = story(played(outside_game.NAME, seats), NAMES[:seats])
    assert len(told) == 3
    assert all(told)


def test_where_fewer_points_are_better_the_winner_is_still_ahead(hearts: Game) -> None:
    going = played(hearts.NAME, 4)
    places = going.game.places(going.match.rules(), going.finished)
    told = story(going, NAMES)
    assert NAMES[places.index(1)] in told[0]
    assert "−" not in told[0]


def test_who_won_is_told_with_the_margin_or_as_shared() -> None:
    assert result(ended([30, 20, 0], places=[1, 2, 3])) == "Ann wins with 30 points, 10 points ahead of Bo."
    assert result(ended([1, 1], places=[1, 1])) == "Ann and Bo share the first place with 1 point."
    assert result(ended([5, 5], places=[2, 1])) == "Bo wins with 5 points, level with Ann but placed first."


def test_the_turning_point_is_the_deal_since_which_the_winner_was_ahead() -> None:
    assert lead_since(ended([10, 0], [0, 20], [20, 0], places=[1, 2])) == 3
    assert turning_point(ended([10, 0], [0, 20], [20, 0], places=[1, 2]), "deal") == (
        "Ann went ahead for good only in the last deal."
    )
    assert turning_point(ended([10, 0], [0, 5], [1, 0], places=[1, 2]), "deal") == (
        "Ann was ahead from the first deal to the last."
    )
    assert (
        turning_point(ended([0, 5], [9, 0], [1, 0], places=[1, 2]), "deal") == "Ann went ahead for good in deal 2 of 3."
    )
    assert lead_since(ended([3, 1], [0, 4], places=[1, 2])) == 2  # fewer are better: 3 to 5


def test_the_swing_is_the_deal_that_set_them_furthest_apart() -> None:
    assert swing(ended([10, 0], [-20, 30], places=[2, 1]), "deal") == "Deal 2 counted most: 30 for Bo, -20 for Ann."
    assert swing(ended([10, 0], places=[1, 2]), "deal") == ""


def test_a_duel_is_decided_when_nobody_can_catch_up() -> None:
    assert decided([0, 0, 1, 0, 1], 0, NAMES) == (
        "It was decided in trick 4, with 1 still to play, when Ann could not be caught any more."
    )
    assert decided([0, 1, 0], 0, NAMES).startswith("It was decided in trick 3, the last one")
    assert run([0, 1, 1, 1, 0], NAMES) == "The longest run was that of Bo: 3 tricks in a row, from trick 2 on."
    assert run([0, 1, 0], NAMES) == "They took tricks by turns, to the end."


def test_the_dearest_miss_and_the_bid_that_went_ahead_are_told() -> None:
    lines = [
        {"bids": [1, 0], "tricks": [0, 1], "scores": [-10, -10]},
        {"bids": [2, 3], "tricks": [2, 0], "scores": [40, -30]},
    ]
    scene = {"names": NAMES[:2], "totals": [30, -40], "places": [1, 2], "pad": lines}
    assert miss(scene) == "The dearest miss was that of Bo in round 2: 3 bid, 0 taken, 30 points lost."
    assert turn(scene) == "Ann went ahead for good only in the last round: a bid of 2 that was met."
