"""Kills with -9: of the worker, of the process that keeps it, and of the web process, in the middle of a round."""

import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path

import httpx

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.board_rows import latest_board
from overtrick.arena.competition import RoundState
from overtrick.arena.competitions import find_round
from overtrick.arena.submission import State
from overtrick.arena.submissions import Upload, find, submit
from overtrick.tournament.store import open_store
from overtrick.tournament.verify import verify
from tests.arena_rounds import DUEL_C, account, close_round, new_round
from tests.boxes import below, soon
from tests.running_site import RunningSite, running_site

BLOCKS = 150
FINAL_BLOCKS = 60


def processes(site: RunningSite, module: str) -> list[int]:
    """Return the processes of a site that run one of our modules."""
    found = []
    for pid, _ in below(site.process.pid):
        with suppress(OSError):
            if f"overtrick.arena.{module}\0".encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
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


def test_nothing_is_lost_however_often_worker_keeper_and_site_are_killed(tmp_path: Path) -> None:
    store, luck = tmp_path / "site.db", random.Random(7)
    with open_arena(store) as arena:
        ann = account(arena)
        new_round(arena, blocks=BLOCKS, final_blocks=FINAL_BLOCKS)
        kills, seen = {"worker": 0, "keeper": 0, "site": 0}, 0
        sent = 0
        over = False
        while not over:
            with running_site(store, worker=True) as site:
                end = time.monotonic() + 120
                while True:
                    assert time.monotonic() < end, "nothing goes on"
                    cup = find_round(arena, "cup", 1)
                    if cup.state is RoundState.OPEN and not sent:
                        sent = submit(arena, cup, ann, Upload("bot.c", DUEL_C)).id
                    now = played(store)
                    assert now >= seen, "records are gone"
                    went_on, seen = now > seen, now
                    if cup.state is RoundState.OPEN and finished(arena) and kills["worker"] >= 3:
                        close_round(arena)
                    over = cup.state is RoundState.OVER
                    if over:
                        break
                    if went_on and kills["worker"] < 8:
                        time.sleep(luck.random() / 2)
                        victim = luck.choice(["worker", "worker", "keeper", "site"])
                        kills[victim] += 1
                        end = time.monotonic() + 120
                        if victim == "site":
                            pids = processes(site, "worker") + processes(site, "keeper")
                            site.kill()
                            assert soon(lambda pids=pids: not any(alive(pid) for pid in pids), 30), "the worker stayed"
                            break
                        for pid in processes(site, victim):
                            kill(pid)
                        if victim == "keeper":
                            break  # the site is to be started again, and says so
                        assert httpx.get(f"{site.url}/health").status_code == 200, "the pages do not need the worker"
                        before = now
                        assert soon(lambda before=before: played(store) > before or finished(arena), 90), (
                            "no new worker"
                        )
                    time.sleep(0.1)
        assert kills["worker"] >= 3 and sum(kills.values()) > 3, kills
        assert find(arena, sent).state is State.PASSED
        cup = find_round(arena, "cup", 1)
        final = latest_board(arena, cup.final or 0)
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
