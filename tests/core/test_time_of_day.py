"""The time of day: whether it was set, as a clock that nobody can set tells."""

import pytest

from overtrick.core.time_of_day import SET_S, SURE_S, TimeOfDay


class Clocks:
    """Both clocks, as the test says."""

    def __init__(self) -> None:
        self.now, self.steady = 1_900_000_000.0, 50.0

    def wait(self, seconds: float, drift: float = 0.0) -> None:
        self.steady += seconds
        self.now += seconds + drift


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def time_of_day(clocks: Clocks) -> TimeOfDay:
    return TimeOfDay(lambda: clocks.now, lambda: clocks.steady)


def test_a_clock_that_only_drifts_is_trusted_for_ever(clocks: Clocks, time_of_day: TimeOfDay) -> None:
    assert time_of_day.is_sure
    for _ in range(100):
        clocks.wait(3600, drift=SET_S - 1)
        assert time_of_day.look() == 0 and time_of_day.is_sure


@pytest.mark.parametrize("seconds", [-86_400.0, -SET_S - 1, SET_S + 1, 86_400.0])
def test_a_clock_that_was_set_is_trusted_after_a_while(seconds: float, clocks: Clocks, time_of_day: TimeOfDay) -> None:
    clocks.wait(1, drift=seconds)
    assert time_of_day.look() == pytest.approx(seconds) and not time_of_day.is_sure
    clocks.wait(SURE_S - 1)
    assert time_of_day.look() == 0 and not time_of_day.is_sure
    clocks.wait(1)
    assert time_of_day.is_sure


def test_who_sets_it_again_has_to_wait_again(clocks: Clocks, time_of_day: TimeOfDay) -> None:
    clocks.wait(1, drift=3600)
    time_of_day.look()
    clocks.wait(SURE_S - 1, drift=-3600)
    assert time_of_day.look() == pytest.approx(-3600)
    clocks.wait(SURE_S - 1)
    assert not time_of_day.is_sure
    clocks.wait(1)
    assert time_of_day.is_sure
