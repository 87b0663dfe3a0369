"""What the workers of a cluster do: keep the players of runs, and play chunks of matches with them."""

import os
import socket
import time
from collections.abc import Mapping
from functools import cache
from typing import Any

from distributed import WorkerPlugin, get_worker

from overtrick.bots.fence.fence import Level, probe
from overtrick.bots.find import Player
from overtrick.bots.packed import players_of
from overtrick.core.mistake import Mistake
from overtrick.tournament.workers.here import Players, cores, play_match
from overtrick.tournament.workers.sent import SAME, matches_of, pack_answer, versions


class Roster(WorkerPlugin):
    """Players of a run: dask gives them once to every worker, also to one that joins later."""

    def __init__(self, packed: bytes, wanted: Mapping[str, object], least: str | None = None) -> None:
        self._packed = packed  # opened only where it means the same
        self._versions = wanted
        self._least = least  # the worst fence behind which programs may be run
        self._players: Players | None = None

    def setup(self, worker: Any) -> None:
        """Open the players, unless this worker has another version of anything."""
        for name, ours in versions().items():
            if self._versions.get(name) != ours:
                theirs = self._versions.get(name)
                raise Mistake(f"the worker at {worker.address} has {name} {ours}, not {theirs}; {SAME}")
        players = players_of(self._packed)
        if self._least is not None and any(player.built is not None for player in players.values()):
            check_fence(Level(self._least), worker.address)
        self._players = players

    def players(self, worker: Any) -> Players:
        """Return the players."""
        if self._players is None:
            self.setup(worker)  # dask goes on when this fails for a worker that joins later, but we must not
        assert self._players is not None
        return self._players


def check_fence(least: Level, address: str) -> None:
    """Raise Mistake if strangers' programs would be fenced worse here than they must be."""
    level = probe()
    if list(Level).index(level) > list(Level).index(least):
        raise Mistake(f"the worker at {address} has a fence of level {level}; allowed: {least} or better")


def play_chunk(run: str, packed: bytes) -> bytes:
    """Play matches with the players of a run."""
    worker: Any = get_worker()
    if worker.state.nthreads == 1:
        claim_core()
    players: dict[str, Player] = {}
    for name, plugin in worker.plugins.items():
        if name.startswith(f"{run} "):
            players.update(plugin.players(worker))
    matches = matches_of(packed)
    start_s = time.perf_counter()
    outcomes = [play_match(match, players) for match in matches]
    return pack_answer([match.key() for match in matches], outcomes, time.perf_counter() - start_s)


@cache
def claim_core() -> socket.socket | None:
    """Keep this thread, and the bots it starts, to a core that no other worker of this machine has claimed.

    A claim is a bound name without a file: it ends with its process, however that ends.
    """
    for core in cores():
        claim = socket.socket(socket.AF_UNIX)
        try:
            claim.bind(f"\0overtrick core {core}")
        except OSError:
            claim.close()
            continue
        os.sched_setaffinity(0, {core})
        return claim
    return None


RUN = "overtrick players of "


def run_name(client: str) -> str:
    """Return what the names of all rosters of a client's run begin with."""
    return f"{RUN}{client}"


def rosters_left(dask_scheduler: Any) -> list[str]:
    """Return the names of rosters on a scheduler whose runs have ended, in whatever way."""
    names = [name for name in dask_scheduler.worker_plugins if name.startswith(RUN)]
    return [name for name in names if name.removeprefix(RUN).partition(" ")[0] not in dask_scheduler.clients]


async def dismiss(dask_scheduler: Any, address: str) -> None:
    """Send a worker away; what it was doing is done by others, and not counted as its death."""
    await dask_scheduler.remove_worker(address, stimulus_id="overtrick dismisses it", expected=True)
