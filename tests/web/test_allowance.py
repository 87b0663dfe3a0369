"""Allowances: so many at once, so many in the long run, for each address apart."""

from overtrick.web import allowance
from overtrick.web.allowance import Allowance, Allowances
from tests.support.clock import Clock


def test_an_allowance_is_spent_and_grows_again_but_never_beyond_its_burst() -> None:
    clock = Clock()
    mine = Allowance(3, 2.0, clock)
    assert [mine.spend() for _ in range(5)] == [True, True, True, False, False]
    clock.now = 0.4
    assert not mine.spend()
    clock.now = 0.5
    assert mine.spend()
    clock.now = 1000.0
    assert [mine.spend() for _ in range(4)] == [True, True, True, False]


def test_to_be_refused_costs_nothing() -> None:
    clock = Clock()
    mine = Allowance(1, 1.0, clock)
    assert mine.spend()
    for _ in range(100):
        assert not mine.spend()
    clock.now = 1.0
    assert mine.spend()


def test_every_address_has_its_own() -> None:
    all_of_them = Allowances(1, 0.0, Clock())
    assert all_of_them.spend("a")
    assert not all_of_them.spend("a")
    assert all_of_them.spend("b")


def test_only_so_many_addresses_are_remembered() -> None:
    all_of_them = Allowances(1, 0.0, Clock())
    for number in range(allowance.MOST_KNOWN + 10):
        assert all_of_them.spend(str(number))
    assert len(all_of_them._known) == allowance.MOST_KNOWN
    assert not all_of_them.spend(str(allowance.MOST_KNOWN))
    assert all_of_them.spend("0"), "the oldest is forgotten"
