"""Watching a tournament that runs elsewhere: what its store tells, on the screen and in lines."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from overtrick.core.mistake import Mistake
from overtrick.terminal.tournament.watch_app import WatchApp
from overtrick.terminal.tournament.watching import Look, ago, latest_lines, look, plain_line, progress_line
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.run import Contest, find_players, open_contest, run
from tests.tournament.test_run import Here, cup

NOW = 1_800_000_000


def begun(store: Store, matches: int | None) -> Contest:
    """Play some matches of a cup, or all."""
    stated = cup()
    players = find_players(stated)
    contest = open_contest(stated, players, store)
    try:
        run(contest, Here(players, stops_after=matches), lambda _: None)
    except KeyboardInterrupt:
        assert matches is not None
    return contest


def test_a_look_tells_progress_standings_and_the_latest_matches() -> None:
    with open_store(":memory:") as store:
        begun(store, 5)
        now = int(time.time()) + 10
        seen = look(store, None, now)
        assert (seen.done, seen.total, seen.over) == (5, 18, False)
        assert len(seen.latest) == 5
        assert all(len(match.entrants) == 2 and sum(match.totals) == 6 for match in seen.latest)
        assert seen.pace == pytest.approx(0.5, abs=0.1)
        assert progress_line(seen).startswith("5/18 matches, 0.")
        assert "the latest 1" in progress_line(seen)
        assert {rating.name for rating in seen.ratings.ratings} == {"greedy", "random", "first"}


def test_a_tournament_of_which_nothing_is_played_can_be_watched() -> None:
    with open_store(":memory:") as store:
        begun(store, 0)
        seen = look(store, "cup", NOW)
        assert (seen.done, seen.latest, seen.quiet_s) == (0, [], None)
        assert progress_line(seen) == "0/18 matches, 0.0/s, no match yet"
        assert latest_lines(seen.latest, NOW) == ["no match is played yet"]
        with pytest.raises(Mistake, match="has no tournament 'other'"):
            look(store, "other", NOW)


def test_a_finished_tournament_says_so() -> None:
    with open_store(":memory:") as store:
        begun(store, None)
        assert plain_line(look(store, None, NOW)).startswith("18/18 matches, all is played  greedy ")


def test_times_gone_by_are_told_in_the_unit_that_suits() -> None:
    assert [ago(seconds) for seconds in (-3, 0, 59, 119, 120, 7200, 172800)] == [
        "0 s",
        "0 s",
        "59 s",
        "119 s",
        "2 min",
        "2 h",
        "2 d",
    ]


def texts(app: WatchApp) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def test_the_screen_is_refreshed_from_the_store_until_all_is_played(tmp_path: Path) -> None:
    with open_store(tmp_path / "cup.db") as store:
        begun(store, 5)

        async def watch() -> None:
            app = WatchApp(lambda: look(store, None, int(time.time())), 0.05)
            async with app.run_test(size=(80, 24)) as pilot:
                await until(pilot, lambda: app.seen is not None and app.seen.done == 5)
                text = texts(app)
                assert "cup: duel, round robin, 3 entrants at tables of 2" in text
                assert "latest matches" in text
                begun(store, None)
                await until(pilot, lambda: app.seen is not None and app.seen.over)
                assert "18/18 matches, all is played" in texts(app)
                await pilot.press("q")

        asyncio.run(watch())


def test_a_store_that_cannot_be_read_ends_the_watching_with_a_sentence() -> None:
    def fail() -> Look:
        raise Mistake("the store is gone")

    async def watch() -> None:
        app = WatchApp(fail, 1)
        async with app.run_test() as pilot:
            await until(pilot, lambda: app.return_value is not None)
        assert app.return_value == "the store is gone"

    asyncio.run(watch())


async def until(pilot: Pilot[str], done: object) -> None:
    """Wait until something is true, ten seconds at most."""
    assert callable(done)
    for _ in range(500):
        if done():
            await pilot.pause()
            return
        await pilot.pause(0.02)
    pytest.fail(f"it did not happen: {pilot.app.query(Static)}")


def test_over_a_pipe_lines_come_as_matches_do(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text("")
    with open_store(tmp_path / "cup.db") as store:
        begun(store, 5)
        words = [sys.executable, "-m", "overtrick", "watch", str(path), "--every", "0.2"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watching:
            assert watching.stdout is not None
            first = watching.stdout.readline()
            begun(store, None)
            rest, complaints = watching.communicate(timeout=60)
    assert first.startswith("5/18 matches, ")
    assert rest.splitlines()[-1].startswith("18/18 matches, all is played  greedy ")
    assert (watching.returncode, complaints) == (0, "")
