"""What the page about operations promises: backups go on elsewhere, a stop is clean."""

import json
import shutil
import signal
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
from tests.support.modes import mode

pytestmark = pytest.mark.long


def overtrick(*words: str | Path) -> str:
    """Run a command, and return what it prints."""
    command = [sys.executable, "-m", "overtrick", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


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
            address = overtrick("backup", tmp_path / "key", "--new-key").split()[0]
            place = ("--store", tmp_path / "site.db", "--vault", tmp_path / "vault")
            assert "records" in overtrick("backup", tmp_path / "file", *place, "--to", address)
    assert mode(tmp_path / "file") == mode(tmp_path / "key") == 0o600
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.rmtree(tmp_path / "vault")
    place = ("--store", copy / "site.db", "--vault", copy / "vault")
    overtrick("restore", tmp_path / "file", *place, "--key", tmp_path / "key")
    with open_arena(copy / "site.db") as arena:
        before = played(arena)
        assert before >= 5
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
