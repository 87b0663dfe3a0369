"""What the workers of a cluster do: keep the players of runs, and play chunks of matches with them."""

import os
import pickle
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from distributed import WorkerPlugin, get_worker

from overtrick import __version__
from overtrick.bots.fence.fence import Level, probe
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.match.record import Match
from overtrick.tournament.workers.here import Outcome, Players, cores, play_match

SAME = "allowed: the same version of overtrick on every machine"


@dataclass(frozen=True)
class Played:
    """What came of a chunk."""

    outcomes: list[Outcome]
    seconds: float


def versions() -> dict[str, object]:
    """Return what must be equal on both sides for a record to mean the same."""
    return {"overtrick": __version__, **{name: game.VERSION for name, game in GAMES.items()}}


class Roster(WorkerPlugin):
    """The players of a run: dask gives them once to every worker, also to one that joins later."""

    def __init__(self, players: Players, least: Level | None = None) -> None:
        self._least = least  # the worst fence behind which programs may be run
        self._packed = pickle.dumps(dict(players))  # opened only where it means the same
        self._versions: Mapping[str, object] = versions()
        self._players: Players | None = None

    def setup(self, worker: Any) -> None:
        """Open the players, unless this worker has another version of anything."""
        for name, ours in versions().items():
            if self._versions.get(name) != ours:
                theirs = self._versions.get(name)
                raise Mistake(f"the worker at {worker.address} has {name} {ours}, not {theirs}; {SAME}")
        players: Players = pickle.loads(self._packed)
        if self._least is not None and any(player.built is not None for player in players.values()):
            check_fence(self._least, worker.address)
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


def play_chunk(roster: str, matches: bytes) -> Played:
    """Play matches with the players of a run."""
    worker: Any = get_worker()
    if worker.state.nthreads == 1:
        claim_core()
    players = worker.plugins[roster].players(worker)
    wanted: list[Match] = pickle.loads(matches)
    start_s = time.perf_counter()
    outcomes = [play_match(match, players) for match in wanted]
    return Played(outcomes, time.perf_counter() - start_s)


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


ROSTER = "overtrick players of "


def rosters_left(dask_scheduler: Any) -> list[str]:
    """Return the names of rosters on a scheduler whose runs have ended, in whatever way."""
    names = [name for name in dask_scheduler.worker_plugins if name.startswith(ROSTER)]
    return [name for name in names if name.removeprefix(ROSTER).partition(" ")[0] not in dask_scheduler.clients]
