"""An evolution moves towards what is worth more, and leaves alone what has no step."""

import numpy as np

from overtrick.players.evolution import Evolution

TOP = np.array([3.0, 7.0, -1.0])


def climbed(seed: bytes) -> Evolution:
    evolution = Evolution(np.zeros(3), np.array([1.0, 0.0, 0.5]), seed)
    for _ in range(40):
        tries = evolution.ask()
        assert len(tries) == evolution.size
        assert all(one[1] == 0.0 for one in tries)
        evolution.tell(np.array([-np.sum((one - TOP) ** 2) for one in tries]))
    return evolution


def test_it_finds_the_top_with_the_numbers_that_may_move() -> None:
    middle = climbed(b"seed").middle
    assert np.abs(middle - [3.0, 0.0, -1.0]).max() < 0.01


def test_the_same_seed_climbs_the_same_way_and_another_one_another() -> None:
    assert climbed(b"seed").middle.tolist() == climbed(b"seed").middle.tolist() != climbed(b"other").middle.tolist()
