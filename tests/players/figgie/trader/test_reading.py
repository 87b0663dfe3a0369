"""A network reads what the others do at a Figgie table: no suit and no seat has a place of its own."""

from random import Random
from typing import Any

import numpy as np
import pytest

from overtrick.compiled.twin import twin
from overtrick.games.figgie.rulebook import MAX_SEATS, SUITS
from overtrick.players.figgie.bounds import new_book, read_events
from overtrick.players.figgie.posterior import deck_odds, goal_odds, new_desk
from overtrick.players.figgie.trader import reading as figgie_reading
from overtrick.players.figgie.trader.reading import (
    ACTS,
    NETWORK,
    OF_SUITS,
    OF_TABLE,
    OTHERS,
    SEAT_WIDTH,
    SEEN,
    SUIT,
    look,
    read_acts,
    think,
)
from overtrick.players.figgie.trader.weights.files import network_of
from overtrick.players.figgie.worth import settle_accounts
from tests.players.figgie.test_players import fresh, random_views
from tests.support.games_and_options import TABLES, Table

Numbers = list[float]


def some_network(seed: int = 1) -> Numbers:
    luck = Random(seed)
    return [luck.gauss(0.0, 0.2) for _ in range(NETWORK)]


def sight(one: Any) -> tuple[Numbers, list[int], Numbers, Numbers]:
    """Return what a seat sees, and the book, the desk and the accounts behind it."""
    book, desk, accounts, seen = new_book(), new_desk(), [0.0] * MAX_SEATS, [0.0] * SEEN
    read_events(book, one.events)
    deck_odds(book, one.row, one.seat, desk)
    settle_accounts(one.row, book, desk, accounts)
    look(one.row, one.seat, book, desk, accounts, seen)
    return seen, book, desk, accounts


def says(seen: Numbers, network: Numbers, others: int = 3) -> Numbers:
    told = [0.0] * SUITS
    think(others, seen, network, told)
    return told


def some_sight() -> Numbers:
    luck = Random(7)
    return [luck.random() if place < 3 * SEAT_WIDTH or place >= OF_SUITS else 0.0 for place in range(SEEN)]


def with_suits(seen: Numbers, order: list[int]) -> Numbers:
    """Return the same table with its suits in another order."""
    moved = seen.copy()
    for old, new in enumerate(order):
        for other in range(OTHERS):
            here = other * SEAT_WIDTH
            moved[here + ACTS * new : here + ACTS * (new + 1)] = seen[here + ACTS * old : here + ACTS * (old + 1)]
        here = OF_SUITS
        moved[here + SUIT * new : here + SUIT * (new + 1)] = seen[here + SUIT * old : here + SUIT * (old + 1)]
    return moved


@pytest.mark.parametrize("order", [[1, 0, 2, 3], [0, 1, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]])
def test_suits_that_change_places_with_their_mates_change_what_is_said_of_them_and_nothing_else(
    order: list[int],
) -> None:
    seen, network = some_sight(), some_network()
    told, moved = says(seen, network), says(with_suits(seen, order), network)
    assert moved == pytest.approx([told[order.index(suit)] for suit in range(SUITS)])
    assert len(set(told)) == SUITS


def test_in_which_order_the_others_sit_makes_no_difference() -> None:
    seen, network = some_sight(), some_network()
    lines = [seen[other * SEAT_WIDTH : (other + 1) * SEAT_WIDTH] for other in (2, 0, 1)]
    turned = [number for line in lines for number in line] + seen[3 * SEAT_WIDTH :]
    assert says(turned, network) == pytest.approx(says(seen, network))


def test_a_seat_that_is_not_there_says_nothing_and_neither_does_an_empty_network() -> None:
    seen, network = some_sight(), some_network()
    alone = says(seen, network, 2)
    for place in range(2 * SEAT_WIDTH, 3 * SEAT_WIDTH):
        seen[place] = 0.0
    assert says(seen, network, 2) == alone
    assert says(seen, [0.0] * NETWORK) == [0.0] * SUITS


@pytest.mark.parametrize("table", TABLES["figgie"], ids=str)
def test_what_is_seen_is_of_the_size_of_one_and_read_alike_at_both_speeds(table: Table) -> None:
    network, quick = list(network_of(str(table.options["model"]))), twin(figgie_reading).read_acts
    seen = random_views(table, 4)
    for one in seen[:: max(1, len(seen) // 6)]:
        numbers, book, desk, accounts = sight(one)
        assert all(abs(number) <= 8.0 for number in numbers)
        assert any(numbers[OF_TABLE:]) and len(numbers) == SEEN
        told, fast = [0.0] * SUITS, np.zeros(SUITS)
        read_acts(one.row, one.seat, book, desk, accounts, network, told)
        arrays = (np.array(numbers) for numbers in (book, desk, accounts, network))
        quick(np.array(one.row), one.seat, *arrays, fast)
        assert fast == pytest.approx(told)


def test_at_the_start_nothing_has_been_done_and_little_is_told() -> None:
    seen, _, desk, _ = sight(fresh((3, 3, 2, 2)))
    assert not any(seen[ACTS * suit + act] for suit in range(SUITS) for act in range(ACTS))
    for model in ("turn", "tick"):
        told = says(seen, list(network_of(model)))
        assert max(told) - min(told) < 0.7
    assert sum(goal_odds(desk)) == pytest.approx(1.0)
