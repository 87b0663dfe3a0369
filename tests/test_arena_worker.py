"""The worker: submissions are built, checked and played; rounds open, close, have their final and their secret."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.board_rows import latest_board
from overtrick.arena.competition import RoundState
from overtrick.arena.competitions import find_round
from overtrick.arena.submission import State
from overtrick.arena.submissions import Upload, find, submit
from tests.arena_rounds import DUEL_C, account, new_round, working


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return tmp_path / "site.db"


@pytest.fixture
def arena(where: Path) -> Iterator[Arena]:
    with open_arena(where) as opened:
        yield opened


def test_a_c_file_is_built_checked_played_and_on_the_board(arena: Arena, where: Path, tmp_path: Path) -> None:
    ann = account(arena)
    new_round(arena)
    with working(arena, where, tmp_path / "vault") as worker:
        worker.until(lambda: find_round(arena, "cup", 1).state is RoundState.OPEN)
        sent = submit(arena, find_round(arena, "cup", 1), ann, Upload("bot.c", DUEL_C))
        worker.until(lambda: find(arena, sent.id).state not in (State.QUEUED, State.BUILDING, State.CHECKING))
        assert find(arena, sent.id).state is State.PASSED, find(arena, sent.id)

        def line() -> bool:
            board = latest_board(arena, find_round(arena, "cup", 1).provisional or 0)
            return board is not None and board.records == board.planned and "ann" in [one.name for one in board.lines]

        worker.until(line)
