"""Kills with -9: of the worker, of the process that keeps it, and of the web process, in the middle of a round."""

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.board_rows import latest_board
from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.submissions.submission import State
from overtrick.arena.submissions.submissions import Upload, find, submit
from overtrick.tournament.records.store import open_store
from overtrick.tournament.verify import verify
from tests.support.arena_rounds import DUEL_C, account, close_round, new_round
from tests.support.boxes import below, soon
from tests.support.running_site import RunningSite, running_site

pytestmark = pytest.mark.long

BLOCKS = 200
FINAL_BLOCKS = 100


def processes(site: RunningSite, module: str) -> list[int]:
    """Return the processes of a site that run one of our modules."""
    found = []
    for pid, _ in below(site.process.pid):
        with suppress(OSError):
            if f"overtrick.arena.worker.{module}\0".encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def played(store: Path) -> int:
    with open_store(store, create=False) as opened:
        return opened.count()


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def finished(arena: Arena) -> bool:
    cup = find_round(arena, "cup", 1)
    board = latest_board(arena, cup.provisional) if cup.provisional else None
    return board is not None and len(board.lines) == 3 and board.records == board.planned


def idle(arena: Arena) -> bool:
    """Return whether there is nothing to play just now."""
    cup = find_round(arena, "cup", 1)
    board = latest_board(arena, cup.provisional) if cup.provisional else None
    all_played = cup.state is RoundState.OPEN and board is not None and board.records == board.planned
    return all_played or cup.state is RoundState.OVER


def kill_one(site: RunningSite, victim: str) -> None:
    """Kill a process of the site, which must take along whatever may not live without it."""
    wait_for(lambda: bool(processes(site, "work")), "there is no worker")
    workers, keepers = processes(site, "work"), processes(site, "keeper")
    if victim == "site":
        site.kill()
        wait_for(lambda: not any(map(alive, workers + keepers)), "the worker outlived the site")
        return
    for pid in workers if victim == "worker" else keepers:
        kill(pid)
    wait_for(lambda: not any(map(alive, workers)), "the worker outlived its keeper")
    assert httpx.get(f"{site.url}/health").status_code == 200, "the pages do not need it"


def wait_for(condition: Callable[[], bool], words: str) -> None:
    assert soon(condition, 90), words


def test_nothing_is_lost_however_often_worker_keeper_and_site_are_killed(tmp_path: Path) -> None:
    store, luck = tmp_path / "site.db", random.Random(7)
    victims = ["worker", "site", "worker", "keeper", "worker", "site"]
    killed: list[str] = []
    with open_arena(store) as arena:
        ann = account(arena)
        new_round(arena, blocks=BLOCKS, final_blocks=FINAL_BLOCKS)

        def state() -> RoundState:
            return find_round(arena, "cup", 1).state

        sent = 0
        while state() is not RoundState.OVER:
            with running_site(store, worker=True) as site:
                wait_for(lambda: state() is not RoundState.PLANNED, "the round does not open")
                sent = sent or submit(arena, find_round(arena, "cup", 1), ann, Upload("bot.c", DUEL_C)).id
                up = True
                while up and state() is not RoundState.OVER:
                    before = played(store)
                    wait_for(lambda: played(store) > before or idle(arena), "nothing is played")  # noqa: B023
                    if finished(arena) and state() is RoundState.OPEN:
                        close_round(arena)
                        wait_for(lambda: state() is not RoundState.OPEN, "the round does not close")
                    elif len(killed) == 2 and find(arena, sent).state is not State.PASSED:
                        time.sleep(0.2)  # what ends three workers is given up, as it may be what ended them
                    elif victims and (len(victims) > 2 or state() is RoundState.FINAL):  # two are for the final
                        time.sleep(luck.random() / 3)
                        killed.append(f"{victims[0]} {state()}")
                        kill_one(site, victims[0])
                        up = victims.pop(0) == "worker"
                    else:
                        time.sleep(0.2)
        assert killed == [*map("{} open".format, ("worker", "site", "worker", "keeper")), "worker final", "site final"]
        assert find(arena, sent).state is State.PASSED
        final = latest_board(arena, find_round(arena, "cup", 1).final or 0)
        assert final is not None and final.final and final.records == final.planned == 3 * 2 * FINAL_BLOCKS
    with open_store(store, create=False) as opened:
        assert opened.count() == 3 * 2 * (BLOCKS + FINAL_BLOCKS), "none is lost, and none was played twice"
        assert list(verify(opened)) == []


def alive(pid: int) -> bool:
    with suppress(OSError):
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    return False


def test_asked_to_end_a_worker_returns_what_is_under_way_at_once(tmp_path: Path) -> None:
    store = tmp_path / "site.db"
    with open_arena(store) as arena:
        new_round(arena, blocks=2000)
        with running_site(store, worker=True) as site:
            assert soon(lambda: played(store) > 20, 60)
            pids = [pid for pid, _ in below(site.process.pid)]
            began = time.monotonic()
            site.process.send_signal(signal.SIGTERM)
            assert site.process.wait(40) == 0
            assert time.monotonic() - began < 30
            assert soon(lambda: not any(alive(pid) for pid in pids), 5), "all are gone"
    with open_store(store, create=False) as opened:
        assert list(verify(opened)) == []
