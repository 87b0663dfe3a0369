"""What the page about operations promises: backups go on elsewhere, a stop is clean."""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.submissions.submission import State
from overtrick.arena.submissions.submissions import Upload, find, submit
from overtrick.store.schema import records
from overtrick.tournament.records.store import open_store
from overtrick.tournament.verify import verify
from tests.support.arena_rounds import DUEL_C, account, close_round, new_round, working

pytestmark = pytest.mark.long


def back_up(folder: Path, copy: Path) -> None:
    """Copy a site that runs as the docs say: the store first, then the vault."""
    copy.mkdir()
    with sqlite3.connect(folder / "site.db") as store, sqlite3.connect(copy / "site.db") as to:
        store.backup(to)  # what the command .backup of sqlite3 does
    store.close()
    to.close()
    shutil.copytree(folder / "vault", copy / "vault")


def played(arena: Arena) -> int:
    with arena.reading() as connection:
        return connection.scalar(select(func.count()).select_from(records)) or 0


def test_a_backup_of_a_running_round_goes_on_elsewhere_to_its_verified_end(tmp_path: Path) -> None:
    with open_arena(tmp_path / "site.db") as arena:
        new_round(arena, blocks=20)
        with working(arena, tmp_path / "site.db", tmp_path / "vault", workers=1) as worker:
            worker.until(lambda: find_round(arena, "cup", 1).state is RoundState.OPEN)
            sent = submit(arena, find_round(arena, "cup", 1), account(arena), Upload("main.c", DUEL_C))
            worker.until(lambda: find(arena, sent.id).state is State.PASSED)
            worker.until(lambda: played(arena) >= 5)
            back_up(tmp_path, tmp_path / "copy")
    copy = tmp_path / "copy"
    shutil.rmtree(tmp_path / "vault")
    with open_arena(copy / "site.db") as arena:
        before = played(arena)
        assert before >= 5
        arena.clock = lambda: time.time() + 60  # when the lease of the worker in the copy is over
        with working(arena, copy / "site.db", copy / "vault", workers=1) as worker:
            close_round(arena)
            worker.until(lambda: find_round(arena, "cup", 1).state is RoundState.OVER)
        assert played(arena) > before
    with open_store(copy / "site.db") as store:
        assert list(verify(store)) == []


def test_without_its_vault_a_round_is_not_finished_and_the_worker_says_what_is_missing(tmp_path: Path) -> None:
    with open_arena(tmp_path / "site.db") as arena:
        round_ = new_round(arena)
        with working(arena, tmp_path / "site.db", tmp_path / "vault", workers=1) as worker:
            worker.until(lambda: find_round(arena, "cup", 1).commitment)
        promise = find_round(arena, "cup", 1).commitment
        with working(arena, tmp_path / "site.db", tmp_path / "lost", workers=1) as worker:
            worker.until(lambda: "cannot be played" in worker.out.getvalue())
            assert promise in worker.out.getvalue()
            assert "put its file back from a backup" in worker.out.getvalue()
        assert find_round(arena, round_.slug, 1).state is RoundState.OPEN


def test_sigterm_stops_site_and_worker_cleanly_and_the_log_is_json(tmp_path: Path) -> None:
    words = ["serve", "--cold", "--port", "0", "--log", "json", "--workers", "1"]
    place = ["--store", str(tmp_path / "site.db"), "--vault", str(tmp_path / "vault")]
    command = [sys.executable, "-m", "overtrick", *words, *place]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        try:
            url = process.stdout.readline().split()[2]
            end_s = time.monotonic() + 60
            while True:
                assert time.monotonic() < end_s
                try:
                    if httpx.get(f"{url}health").json()["worker"] == "up":
                        break
                except httpx.TransportError:
                    pass
                time.sleep(0.2)
            process.send_signal(signal.SIGTERM)
            assert process.wait(40) == 0
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    events = [line["event"] for line in lines]
    assert "start" in events
    assert events.count("stop") == 1
    asked = [line for line in lines if line["event"] == "uvicorn.access"]
    assert {"client", "method", "path", "status"} <= set(asked[0])
