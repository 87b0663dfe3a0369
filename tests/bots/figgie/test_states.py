"""What trusted bots are told is what everybody is told, and theirs to spoil."""

import random
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from typing import Any

import pytest

from overtrick.bots.figgie.states import States
from overtrick.bots.figgie.wire import state_of, trade_of
from overtrick.core import luck
from overtrick.games.contract import NOBODY, Row
from overtrick.games.figgie import rulebook as figgie
from overtrick.match.record import new_match, start_deal

State = dict[str, Any]
TABLES = [(model, seats) for model in ("turn", "tick") for seats in figgie.SEATS]


def told(states: States, seat: int) -> State:
    """Return what a seat would be told now, whoever is to move."""
    row = states.row
    if row[figgie.MODEL] == figgie.MODEL_TICK:
        return next(islice(states.states(), seat, None))
    mover, row[figgie.TURN] = row[figgie.TURN], seat
    state = next(states.states())
    row[figgie.TURN] = mover
    return state


def positions(model: str, seats: int, deals: int) -> Iterator[tuple[Row, States, list[State]]]:
    """Yield every position of some random deals, with the trades so far."""
    rng = random.Random(f"{model} {seats}")
    for deal in range(deals):
        match = new_match("figgie", ["anyone"] * seats, {"model": model}, luck.read_seed(f"{deal + 1:x}"))
        row, _ = start_deal(match, [])
        states = States(row)
        trades: list[State] = []
        while (seat := row[figgie.TURN]) != NOBODY:
            yield row, states, trades
            action = figgie.pick(row, rng.getrandbits(32))
            figgie.play(row, action)
            for event in figgie.events(row, seat, action):
                if event[4] != NOBODY:
                    states.hear(event)
                    trades.append(trade_of(row, event))


@pytest.mark.parametrize(("model", "seats"), TABLES)
def test_a_trusted_bot_is_told_what_a_fenced_one_is_told(model: str, seats: int) -> None:
    met = 0
    for row, states, trades in positions(model, seats, 5):
        for seat in range(seats):
            expected = state_of(row, seat) | {"trades": trades}
            state = told(states, seat)
            assert state == expected
            assert list(state) == list(expected)
            met += 1
    assert met >= 2000


@pytest.mark.parametrize(("model", "seats"), TABLES)
def test_a_bot_that_spoils_its_state_spoils_no_later_one_and_nobody_elses(model: str, seats: int) -> None:
    for row, states, _ in positions(model, seats, 1):
        before = [told(states, seat) for seat in range(seats)]
        for seat in range(seats):
            spoil(told(states, seat))
            assert [told(states, other) for other in range(seats)] == before
        assert state_of(row, 0).items() <= before[0].items()


def spoil(state: State) -> None:
    """Change all that can be changed, but for the trades themselves: those a bot is given only once."""
    for part in [part for part in state.values() if type(part) is dict]:
        for inner in [inner for inner in part.values() if type(inner) is dict]:
            for quote in [quote for quote in inner.values() if type(quote) is dict]:
                quote.clear()
            inner.clear()
        part.clear()
    state["trades"].clear()
    state.clear()


@pytest.mark.parametrize(("model", "seats"), TABLES)
def test_a_state_that_a_bot_keeps_stays_as_it_was(model: str, seats: int) -> None:
    kept = []
    for _, states, _ in positions(model, seats, 1):
        state = told(states, 1)
        kept.append((state, deepcopy(state)))
    assert all(state == as_told for state, as_told in kept)


def test_a_trade_that_one_bot_spoils_is_whole_for_the_others() -> None:
    for _, states, trades in positions("turn", 4, 1):
        if trades:
            told(states, 2)["trades"][0].clear()
            assert [told(states, seat)["trades"][0] for seat in (0, 1, 3)] == [trades[0]] * 3
            return
    raise AssertionError("random players always trade")


@pytest.mark.parametrize(("model", "seats"), TABLES)
def test_the_seats_are_told_in_the_order_in_which_they_are_asked(model: str, seats: int) -> None:
    row, states, _ = next(positions(model, seats, 1))
    asked = 0
    for state in states.states():
        assert (state["position"], state[model]) == (row[figgie.TURN], row[figgie.CLOCK])
        figgie.play(row, figgie.PASS)
        asked += 1
    assert asked == seats * (figgie.QUIET_ROUNDS if model == "turn" else figgie.QUIET_TICKS)
