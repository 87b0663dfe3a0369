"""The keeper: a worker that dies is started again, and all ends with the pipe of whoever started it."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import select

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.worker.keeper import start_keeper, stop_keeper
from overtrick.arena.worker.lease import NAME, status
from overtrick.arena.worker.settings import Settings
from overtrick.store.schema import site
from tests.support.boxes import alive_with, below, soon


def lease_of(arena: Arena) -> str:
    """Return whose the lease is."""
    with arena.reading() as connection:
        return str(json.loads(connection.scalar(select(site.c.value).where(site.c.name == NAME)) or b"{}")["id"])


def worker_below(keeper: "subprocess.Popen[bytes]") -> int | None:
    """Return the process of the worker of a keeper."""
    found = [pid for pid, _ in below(keeper.pid) if pid in alive_with("overtrick.arena.worker.work")]
    return found[0] if found else None


@pytest.mark.long
def test_a_worker_that_dies_is_started_again_and_all_end_together(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    secret = "nobody-reads-this"
    store = tmp_path / f"{secret}.db"
    lines: list[str] = []

    def told() -> str:
        lines.append(capfd.readouterr().err)
        return "".join(lines)

    with open_arena(store) as arena:
        keeper = start_keeper(Settings(str(store), str(tmp_path / "vault"), log="json"))
        try:
            assert soon(lambda: status(arena).alive and '"event": "start"' in told(), 60)
            first = worker_below(keeper)
            assert first is not None
            lease = lease_of(arena)
            os.kill(first, signal.SIGKILL)
            assert soon(lambda: worker_below(keeper) not in (None, first), 30)
            assert soon(lambda: lease_of(arena) != lease, 60), "it waits until the lease of the dead one is over"
            assert soon(lambda: told().count('"event": "start"') == 2, 30)
            started = [keeper.pid, *(pid for pid, _ in below(keeper.pid))]
            assert not set(started) & set(alive_with(secret)), "settings are not among the words of a process"
        finally:
            stop_keeper(keeper)
        assert keeper.returncode == 0
        assert soon(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started), 5)
        assert not status(arena).alive, "the worker gave up its lease in good order"
    assert "the worker has ended with code -9; another one starts" in told()
    assert told().count('"event": "start"') == 2 and '"event": "stop"' in told()


@pytest.mark.long
def test_a_worker_does_not_outlive_a_keeper_that_is_killed(tmp_path: Path) -> None:
    store = tmp_path / "site.db"
    with open_arena(store) as arena:
        keeper = start_keeper(Settings(str(store), str(tmp_path / "vault")))
        assert soon(lambda: status(arena).alive, 60)
        worker = worker_below(keeper)
        assert worker is not None
        keeper.kill()
        keeper.wait()
        assert keeper.stdin is not None
        keeper.stdin.close()
        assert soon(lambda: not Path(f"/proc/{worker}").exists(), 30)
        assert not status(arena).alive
