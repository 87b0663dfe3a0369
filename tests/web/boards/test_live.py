"""What pages of rounds share: found once for all who ask, kept for a moment, forgotten when something changes."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.board_rows import latest_board, write_board
from overtrick.web.boards.live import Count, Live, News
from tests.support.filled_arena import OPEN, SLUG, add_copy, fill


class Slow:
    """A function that counts how often it is called, and waits until it may end."""

    def __init__(self) -> None:
        self.calls = 0
        self.may_end = threading.Event()

    def __call__(self, answer: str) -> str:
        self.calls += 1
        assert self.may_end.wait(20)
        if answer == "wrong":
            raise ValueError(answer)
        return answer


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "arena.db") as opened:
        yield opened


def test_what_many_ask_for_at_once_is_found_once(arena: Arena) -> None:
    async def ask() -> None:
        live, slow = Live(arena), Slow()
        asking = [asyncio.create_task(live.kept("name", slow, "found")) for _ in range(100)]
        await asyncio.sleep(0.05)
        asking.pop().cancel()  # who goes away takes it from nobody
        slow.may_end.set()
        assert await asyncio.gather(*asking) == ["found"] * 99
        assert await live.kept("name", slow, "found") == "found"
        assert slow.calls == 1

    asyncio.run(ask())


def test_an_error_reaches_all_who_asked_and_is_not_kept(arena: Arena) -> None:
    async def ask() -> None:
        live, slow = Live(arena), Slow()
        slow.may_end.set()
        answers = await asyncio.gather(*(live.kept("name", slow, "wrong") for _ in range(5)), return_exceptions=True)
        assert [str(answer) for answer in answers] == ["wrong"] * 5
        assert await live.kept("name", slow, "right") == "right"

    asyncio.run(ask())


def test_what_was_being_found_before_a_change_is_not_kept(arena: Arena) -> None:
    async def ask() -> None:
        live, early, late = Live(arena), Slow(), Slow()
        late.may_end.set()
        before = asyncio.create_task(live.kept("name", early, "old"))
        await asyncio.sleep(0.05)
        live.forget()
        assert await live.kept("name", late, "new") == "new"
        early.may_end.set()
        assert await before == "old"
        assert await live.kept("name", late, "newer") == "new"
        assert (early.calls, late.calls) == (1, 1)

    asyncio.run(ask())


def test_what_lasts_is_found_anew_under_another_stamp(arena: Arena) -> None:
    async def ask() -> None:
        live, slow = Live(arena), Slow()
        slow.may_end.set()
        for stamp, answer, expected in ((1, "a", "a"), (1, "b", "a"), (2, "b", "b")):
            assert await live.lasting("name", stamp, slow, answer) == expected
        assert slow.calls == 2

    asyncio.run(ask())


def test_watchers_hear_of_boards_and_of_matches(tmp_path: Path) -> None:
    filled = fill(tmp_path / "arena.db")
    tournament = filled.tournaments[f"{SLUG}/{OPEN} provisional"]

    async def watch(arena: Arena) -> None:
        live = Live(arena)
        first = await live.watch(tournament, None, 10)
        board = latest_board(arena, tournament)
        assert first is not None and board is not None
        assert first == News(board.made, 36)
        assert await live.watch(tournament, first, 0.6) is None
        add_copy(arena, tournament)
        second = await live.watch(tournament, first, 10)
        assert second == News(board.made, 37)
        write_board(arena, board.__class__(**{**vars(board), "made": board.made + 1}))
        third = await live.watch(tournament, second, 10)
        assert third == News(board.made + 1, 37)
        view = await live.board(tournament, -1, "/c/x/1")  # at once, although the last one was asked for a moment ago
        assert view is not None and view.board.made == board.made + 1
        await live.stop()
        assert live.watched == {}

    with open_arena(filled.where) as arena:
        asyncio.run(watch(arena))


def test_old_matches_are_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled = fill(tmp_path / "arena.db")
    tournament = filled.tournaments[f"{SLUG}/{OPEN} provisional"]
    with open_arena(filled.where) as arena:
        count = Count()
        assert count.now(arena, tournament) == 36
        monkeypatch.setattr("overtrick.web.boards.live.SETTLED_S", -5)  # as if all of them were long ago
        assert count.now(arena, tournament) == 36
        assert count.before == 36
        assert count.now(arena, tournament) == 36
        monkeypatch.setattr("overtrick.web.boards.live.SETTLED_S", 3600)  # as if the clock were set back by an hour
        assert count.now(arena, tournament) == 36
        assert count.now(arena, tournament) == 36
