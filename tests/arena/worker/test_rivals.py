"""Rivals: where its author asked for it, the version that ranks higher plays."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import update

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.board import Board, Line
from overtrick.arena.boards.board_rows import write_board
from overtrick.arena.competitions.competition import Round
from overtrick.arena.competitions.competitions import round_by_id
from overtrick.arena.people.accounts import Account
from overtrick.arena.submissions.submissions import activate, find, find_bot
from overtrick.arena.worker.rivals import settle
from overtrick.store.schema import rounds
from overtrick.tournament.rating.ratings import Estimate
from tests.support.arena_rounds import account, add_tournament, open_round, passed

MOMENTS = count(1)


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "site.db") as opened:
        yield opened


@pytest.fixture
def cup(arena: Arena) -> Round:
    new = open_round(arena)
    tournament = add_tournament(arena, "provisional")
    with arena.writing() as connection:
        connection.execute(update(rounds).values(provisional=tournament))
    return round_by_id(arena, new.id)


@pytest.fixture
def ann(arena: Arena) -> Account:
    return account(arena)


def board(arena: Arena, cup: Round, author: Account, version: int, worth: float, records: int = 40) -> Board:
    """Write a board on which a version of somebody's bot is worth so much."""
    bot, tournament = find_bot(arena, cup, author), cup.provisional
    assert bot is not None and tournament is not None
    estimate = Estimate(worth, worth - 1, worth + 1)
    line = Line(bot.name, 1, author.name, bot.id, version, estimate, estimate, 1.0, 0.5, None, 40, 0, None, (), {})
    made = Board(tournament, next(MOMENTS), records, 40, "score", False, (line,), ())
    write_board(arena, made)
    return made


def playing(arena: Arena, cup: Round, author: Account) -> int | None:
    bot = find_bot(arena, cup, author)
    assert bot is not None
    return bot.active


@pytest.mark.parametrize(("worth", "stays"), [(1.0, False), (3.0, True), (2.0, True)])
def test_the_version_that_ranks_higher_plays(arena: Arena, cup: Round, ann: Account, worth: float, stays: bool) -> None:
    first = passed(arena, cup, ann, keep=True)
    board(arena, cup, ann, 1, 2.0)
    second = passed(arena, cup, ann, keep=True)
    assert playing(arena, cup, ann) == second.id, "it plays to be ranked"
    assert settle(arena, board(arena, cup, ann, 1, 2.0)) == [], "a board of the time before decides nothing"
    assert settle(arena, board(arena, cup, ann, 2, worth, records=39)) == [], "nor one that is not complete"
    told = settle(arena, board(arena, cup, ann, 2, worth))
    assert playing(arena, cup, ann) == (second.id if stays else first.id)
    assert bool(told) is not stays
    assert ("version 1 ranks higher (+2.00 against +1.00)" in find(arena, second.id).verdict) is not stays
    assert settle(arena, board(arena, cup, ann, 2, -5.0)) == [], "it is decided once"


def test_nothing_comes_back_unless_asked_for_or_after_a_choice_by_hand(arena: Arena, cup: Round, ann: Account) -> None:
    passed(arena, cup, ann, keep=True)
    board(arena, cup, ann, 1, 2.0)
    second = passed(arena, cup, ann)
    assert settle(arena, board(arena, cup, ann, 2, -9.0)) == []
    third = passed(arena, cup, ann, keep=True)
    activate(arena, ann, third)
    assert settle(arena, board(arena, cup, ann, 3, -99.0)) == []
    assert playing(arena, cup, ann) == third.id != second.id
