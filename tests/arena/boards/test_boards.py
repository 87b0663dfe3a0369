"""Boards: the trend of a line is its earlier worths, not more of them than a picture can show."""

import math

from overtrick.arena.boards.board import Board, Line
from overtrick.arena.boards.boards import MOST_TREND, STEPS, trends_of
from overtrick.tournament.rating.ratings import Estimate

PLANNED = 10 * STEPS  # so that a trend has a point for every 10 matches


def board(records: int, worth: float, trend: tuple[float, ...] = ()) -> Board:
    """Return a board on which one bot stands."""
    worths = Estimate(worth, worth - 1, worth + 1)
    line = Line("ann", 1, "ann", 1, 1, worths, worths, 1.5, 0.5, None, records, 0, None, trend, {})
    return Board(1, 1, records, PLANNED, "score", False, (line,), ())


def test_a_first_board_has_no_trend() -> None:
    assert trends_of(None, 5, PLANNED) == {}


def test_a_board_of_no_matches_has_no_worths_to_show_later() -> None:
    assert trends_of(board(0, math.nan), 15, PLANNED) == {}


def test_a_trend_stays_as_it_is_until_enough_matches_came() -> None:
    assert trends_of(board(11, 3.0, (1.0, 2.0)), 19, PLANNED) == {"ann": (1.0, 2.0)}


def test_a_trend_gets_the_worth_of_the_board_before_once_enough_matches_came() -> None:
    assert trends_of(board(19, 3.0, (1.0, 2.0)), 20, PLANNED) == {"ann": (1.0, 2.0, 3.0)}
    assert trends_of(board(19, 3.0), 70, PLANNED) == {"ann": (3.0,)}, "one, however many came"


def test_a_trend_lets_go_of_its_oldest_worths() -> None:
    full = tuple(float(number) for number in range(MOST_TREND))
    assert trends_of(board(19, 99.0, full), 20, PLANNED) == {"ann": (*full[1:], 99.0)}


def test_where_few_matches_are_planned_each_is_a_step() -> None:
    assert trends_of(board(2, 3.0), 3, 4) == {"ann": (3.0,)}
