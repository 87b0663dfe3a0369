"""The same round on PostgreSQL with a local Dask cluster of two workers, from a C file to the published secret."""

from pathlib import Path

import pytest

from overtrick.arena.arena import open_arena
from overtrick.arena.boards.board_rows import latest_board
from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.submissions.submission import State
from overtrick.arena.submissions.submissions import Upload, find, submit
from overtrick.tournament.records.store import open_store
from overtrick.tournament.verify import verify
from tests.support.arena_rounds import BAD_C, DUEL_C, account, close_round, new_round, working
from tests.support.boxes import alive_with, below, soon
from tests.support.postgres import Server
from tests.support.running_site import Person, running_site

pytestmark = pytest.mark.long


def test_a_round_on_postgresql_is_played_by_a_cluster(server: Server, tmp_path: Path) -> None:
    where = server.url(server.new_database())
    with open_arena(where) as arena:
        ann = account(arena)
        new_round(arena, blocks=20, final_blocks=10)
        with working(arena, where, tmp_path / "vault", workers=None, cluster="local:2") as worker:
            worker.until(lambda: find_round(arena, "cup", 1).state is RoundState.OPEN)
            cup = find_round(arena, "cup", 1)
            bad = submit(arena, cup, ann, Upload("bot.c", BAD_C))
            good = submit(arena, cup, ann, Upload("bot.c", DUEL_C))
            worker.until(lambda: find(arena, good.id).state is State.PASSED, 120)
            assert find(arena, bad.id).state is State.FAILED

            def complete() -> bool:
                number = find_round(arena, "cup", 1).provisional
                board = None if number is None else latest_board(arena, number)
                return board is not None and len(board.lines) == 3 and board.records == board.planned == 120

            worker.until(complete, 120)
            close_round(arena)
            worker.until(lambda: find_round(arena, "cup", 1).state is RoundState.OVER, 120)
    with open_store(where, create=False) as store:
        assert store.count() == 120 + 60
        assert list(verify(store)) == []


def test_the_whole_site_runs_on_postgresql_with_a_cluster(server: Server, tmp_path: Path) -> None:
    where = server.url(server.new_database())
    with open_arena(where) as arena:
        new_round(arena, blocks=30)
        with running_site(where, "--cluster", "local:2", worker=True) as site:

            def records() -> int:
                number = find_round(arena, "cup", 1).provisional
                board = None if number is None else latest_board(arena, number)
                return board.records if board else 0

            assert soon(lambda: records() == 60, 120), records()
            assert "duel:greedy" in Person(site).client.get("/c/cup/1").text
            started = [pid for pid, _ in below(site.process.pid)]
            assert len(started) > 4
            assert not set(started) & set(alive_with("sesame")), "a password is not among the words of a process"
