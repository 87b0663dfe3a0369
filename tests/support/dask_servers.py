"""Schedulers and workers of Dask as processes, also a worker that is not ours any more."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType

from distributed import Client

from tests.support.boxes import soon

DASK = Path(sys.executable).with_name("dask")
LOCAL = ("--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0")


def free_port() -> int:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return int(unused.getsockname()[1])


@contextmanager
def running(
    command: list[str], folder: Path, variables: Mapping[str, str] = MappingProxyType({})
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server, and all that it starts, for a while."""
    with (folder / f"{command[1]}.log").open("ab") as log:
        environment = {**os.environ, **variables}
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def answers(address: str) -> bool:
    host, _, port = address.rpartition("/")[2].partition(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """Give the address of a scheduler."""
    address = f"tcp://127.0.0.1:{free_port()}"
    with running([str(DASK), "scheduler", "--port", address.rpartition(":")[2], *LOCAL], folder):
        assert soon(lambda: answers(address), 20)
        yield address


@contextmanager
def worker(address: str, folder: Path) -> Iterator[None]:
    """Have a worker as it should be."""
    with running([str(DASK), "worker", address, "--nthreads", "1", "--no-nanny", *LOCAL], folder):
        yield


def wait_for_workers(address: str, count: int) -> None:
    """Wait until so many workers have joined."""
    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(count, timeout=120)  # any machine may be busy with something else


EVIL = """
import base64, json, os, zlib
from overtrick.bots.find import find
from overtrick.tournament.workers import dask_worker
from overtrick.tournament.workers.frames import MOST_BODY
from overtrick.tournament.workers.here import play_match
from overtrick.tournament.workers.sent import matches_of, pack_answer

told = json.loads(os.environ["EVIL"])
honest = dask_worker.honest = getattr(dask_worker, "honest", dask_worker.play_chunk)  # this is run twice


class Trap:
    def __reduce__(self):
        return exec, (f"told, who = {told!r}, 'messenger'" + told["code"], {})


def changed(run, packed, change):
    answer = json.loads(honest(run, packed))
    for outcome in answer["outcomes"]:
        kept = json.loads(zlib.decompress(base64.b64decode(outcome["payload"])))
        change(kept)
        outcome["payload"] = base64.b64encode(zlib.compress(json.dumps(kept).encode())).decode()
    return json.dumps(answer).encode()


def play_chunk(run, packed):
    how = told["how"]
    if how == "trap":
        exec(f"told, who = {told!r}, 'worker'" + told["code"], {})
        return Trap()
    if how == "garbage":
        return os.urandom(10_000)
    if how == "huge":
        return bytes(MOST_BODY + 1)
    if how == "object":
        return {"seconds": 0.5, "outcomes": []}
    if how == "other match":
        return honest(run, packed).replace(matches_of(packed)[0].key().encode(), b"0" * 64)
    if how == "illegal":
        return changed(run, packed, lambda kept: kept["actions"].reverse())
    if how == "fence":
        return changed(run, packed, lambda kept: kept.update(fences=["A+"] * len(kept["fences"])))
    if how == "fault":
        return changed(run, packed, lambda kept: kept.update(faults=[[1, 2, 2, "timeout", "it slept", "", ""]]))
    matches = matches_of(packed)
    keys = [match.key() for match in matches]
    first = {name: find(f"{match.game}:first", match.game) for match in matches for name in match.players}
    return pack_answer(keys, [play_match(match, first) for match in matches], 0.1)


dask_worker.play_chunk = play_chunk
"""


@contextmanager
def evil_worker(address: str, folder: Path, **told: object) -> Iterator[None]:
    """Have a worker that lies, or sends what runs code where it is opened."""
    script = folder / "evil.py"
    script.write_text(EVIL)
    variables = {"EVIL": json.dumps(told)}
    command = [str(DASK), "worker", address, "--nthreads", "1", "--no-nanny", "--preload", str(script), *LOCAL]
    with running(command, folder, variables):
        yield


ATTEMPTS = """
import ctypes, json, os, socket, subprocess

def reads(path):
    with open(path, "rb") as file:
        return bool(file.read(1))

def writes(path, how):
    with open(path, how) as file:
        return file.write("x")

def memory():
    with open(f"/proc/{told['driver']}/maps") as maps:
        start = next(int(line.split("-")[0], 16) for line in maps if "[heap]" in line)
    handle = os.open(f"/proc/{told['driver']}/mem", os.O_RDWR)
    return len(os.pread(handle, 8, start)) == 8

def calls(port):
    with socket.socket() as caller:
        caller.connect(("127.0.0.1", port))
    return True

def calls_locally(path):
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(path)
    return True

attempts = {
    "read the vault": lambda: reads(told["vault"]),
    "read the store": lambda: reads(told["store"]),
    "write to the store": lambda: writes(told["store"], "r+"),
    "write a file": lambda: writes(told["home"] + "/by " + who, "w"),
    "read what lies at home": lambda: reads(told["home"] + "/diary"),
    "look into the driver": memory,
    "read the driver's variables": lambda: reads(f"/proc/{told['driver']}/environ"),
    "read the driver's files": lambda: reads(f"/proc/{told['driver']}/root" + told["vault"]),
    "end the driver": lambda: os.kill(told["driver"], 0) is None,
    "start a program": lambda: subprocess.run(["true"]).returncode == 0,
    "call another port": lambda: calls(told["port"]),
    "call a local server": lambda: calls_locally(told["home"] + "/database"),
}
done = []
for name, attempt in attempts.items():
    try:
        done += [name] if attempt() else []
    except OSError:
        pass
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as report:
    report.sendto(json.dumps([who, done]).encode(), ("127.0.0.1", told["report"]))
"""
"""What code does that runs where it should not, as far as it can; it tells by UDP, which Landlock does not know."""


@contextmanager
def spying_worker(address: str, folder: Path, vault: Path, store: Path) -> Iterator[dict[str, set[str]]]:
    """Have a worker whose results try all that when they are opened, and it before; give who managed what."""
    (folder / "diary").write_text("dear diary")
    found: dict[str, set[str]] = {}
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as report,
        socket.create_server(("127.0.0.1", 0)) as elsewhere,
        socket.socket(socket.AF_UNIX) as database,
        evil_worker(
            address,
            folder,
            how="trap",
            code="\n" + ATTEMPTS,
            driver=os.getpid(),
            vault=str(vault),
            store=str(store),
            home=str(folder),
            port=elsewhere.getsockname()[1],
            report=bound(report),
        ),
    ):
        database.bind(str(folder / "database"))
        database.listen()
        yield found
        report.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                who, done = json.loads(report.recv(10_000))
                found.setdefault(who, set()).update(done)


def bound(report: socket.socket) -> int:
    report.bind(("127.0.0.1", 0))
    return int(report.getsockname()[1])
