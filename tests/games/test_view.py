"""Views and histories: what one seat may know of a deal, and what each has heard."""

from types import SimpleNamespace
from typing import cast

from overtrick.games.contract import NOBODY, Event, Game, Row
from overtrick.games.view import History, View, view

SEATS = 3


def hide(row: Row, seat: int) -> None:
    row[1 - seat] = 0


def game(**more: object) -> Game:
    """Return as much of a game as a view asks for: a row of two secrets."""
    made = SimpleNamespace(
        hide=hide,
        legal=lambda row: [row[0], row[1]],
        name=lambda row, action: f"action {action}",
        state=lambda row: {"row": list(row)},
        events=lambda row, seat, action: [(seat, action), (seat, -action)] if action else [],
        **more,
    )
    return cast(Game, made)


def test_a_view_is_of_the_hidden_row_and_leaves_the_full_one_as_it_is() -> None:
    row, events = [7, 8], list[Event]()
    seen = view(game(), row, events, 1, 4)
    assert (seen.row, seen.seat, seen.deal) == ([0, 8], 1, 4)
    assert (row, seen.events is events) == ([7, 8], True)
    assert view(game(), row, events, 0).row == [7, 0]
    assert view(game(), row, events, 0).deal == View(game(), 0, row, events).deal == 1


def test_names_and_state_are_those_of_the_hidden_row_and_made_once() -> None:
    seen = view(game(), [7, 8], [], 0)
    assert (seen.legal, seen.state) == (["action 7", "action 0"], {"row": [7, 0]})
    assert seen.legal is seen.legal
    assert seen.state is seen.state


def test_every_view_is_one_of_its_own() -> None:
    one, other = view(game(), [7, 8], [], 0), view(game(), [7, 8], [], 0)
    assert one != other
    assert len({one, other}) == 2


def test_where_everybody_hears_everything_there_is_one_list_that_grows() -> None:
    history = History(game(), SEATS)
    lists = [history.heard(seat) for seat in (0, 1, 2, NOBODY)]
    history.add([0, 0], 2, 5)
    assert [history.fresh_to(seat) for seat in (0, 1, 2, NOBODY)] == [2, 2, 2, 2]
    history.add([0, 0], 0, 0)
    assert [history.fresh_to(seat) for seat in (0, 1, 2, NOBODY)] == [0, 0, 0, 0]
    history.add([0, 0], 1, 6)
    assert (history.fresh, history.fresh_to(2)) == (2, 2)
    assert history.everything == [(2, 5), (2, -5), (1, 6), (1, -6)]
    assert all(one is history.everything for one in lists)


def test_what_only_some_may_hear_is_heard_by_these_and_not_by_who_only_watches() -> None:
    # A whisper is below 0: the seat itself and the next one hear it, when the row says that it is quiet.
    def hears(row: Row, event: Event, seat: int) -> bool:
        assert seat in range(SEATS), "nobody else is asked for"
        return event[1] > 0 or row[0] > 0 or seat in (event[0], event[0] + 1)

    history = History(game(hears=hears), SEATS)
    fresh = [[history.fresh_to(seat) for seat in (0, 1, 2, NOBODY)]]
    for quiet, seat, action in ((0, 0, 5), (1, 2, 6), (0, 2, 7)):
        history.add([quiet, 0], seat, action)
        fresh.append([history.fresh_to(seat) for seat in (0, 1, 2, NOBODY)])
    assert fresh == [[0, 0, 0, 0], [2, 2, 1, 1], [2, 2, 2, 2], [1, 1, 2, 1]]
    assert history.everything == [(0, 5), (0, -5), (2, 6), (2, -6), (2, 7), (2, -7)]
    assert history.heard(0) == [(0, 5), (0, -5), (2, 6), (2, -6), (2, 7)]
    assert history.heard(1) == [(0, 5), (0, -5), (2, 6), (2, -6), (2, 7)]
    assert history.heard(2) == [(0, 5), (2, 6), (2, -6), (2, 7), (2, -7)]
    assert history.heard(NOBODY) == [(0, 5), (2, 6), (2, -6), (2, 7)]
