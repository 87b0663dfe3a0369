"""What a player gains in the place of another is told from the same cards, with its interval."""

import pytest
from scripts.instead import Place, strangers

pytestmark = pytest.mark.long


def test_in_the_place_of_a_player_that_plays_at_random_a_better_one_gains() -> None:
    place = Place("duel", ["duel:greedy", "random"])
    for number in range(12):
        place.play(["random"], bytes(32), number)
    gains = [mine - theirs for mine, theirs in place.points]
    assert sum(gains) / 12 > 0.5
    assert place.told(1).startswith(f"12 | {sum(gains) / 12:+.1f} (")


def test_a_player_gains_nothing_in_its_own_place_and_exact_bids_are_counted() -> None:
    place = Place("wizard", ["wizard:classic", "wizard:classic"])
    for number in range(2):
        place.play(["wizard:rules", "random"], bytes(32), number)
    assert all(mine == theirs for mine, theirs in place.points)
    assert place.facts["wizard:classic"]["rounds"] == 2 * 2 * 3 * 20 and "%" in place.told(1)


@pytest.mark.parametrize("game", ["figgie", "wizard"])
def test_the_halves_have_no_stranger_in_common(game: str) -> None:
    assert not {*strangers(game, "test")} & {*strangers(game, "tuning")}
    assert all(name.startswith(f"{game}:stranger@") for name in strangers(game, "test"))
