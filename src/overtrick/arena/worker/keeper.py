"""The keeper: starts the worker, and another one whenever it dies; both end when the pipe from who started it does.

It is a small process between the site and the worker: the web process gives up the right to read the vault, and
whatever it starts after that has given it up as well, so it could not start a worker again.
"""

import json
import os
import select
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from overtrick.arena.worker.settings import Settings

PATIENCE_S = 20.0  # for a worker that is asked to end
SHORTEST_S, LONGEST_S = 0.5, 30.0  # between a worker's death and the next one


def start_keeper(settings: "Settings") -> "subprocess.Popen[bytes]":
    """Start a keeper and its worker; closing its stdin ends both in good order."""
    keeper = subprocess.Popen(
        [sys.executable, "-m", "overtrick.arena.worker.keeper"],
        stdin=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the site, which then closes the pipe
    )
    assert keeper.stdin is not None
    keeper.stdin.write(json.dumps(asdict(settings)).encode() + b"\n")  # not as words, which everybody could read
    keeper.stdin.flush()
    return keeper


def stop_keeper(keeper: "subprocess.Popen[bytes]") -> None:
    """End a keeper and its worker."""
    assert keeper.stdin is not None
    keeper.stdin.close()
    try:
        keeper.wait(PATIENCE_S + 5)
    except subprocess.TimeoutExpired:
        keeper.kill()
        keeper.wait()


def start_worker(line: bytes) -> "subprocess.Popen[bytes]":
    """Start a worker, and tell it its settings."""
    worker = subprocess.Popen([sys.executable, "-m", "overtrick.arena.worker.work"], stdin=subprocess.PIPE)
    assert worker.stdin is not None
    worker.stdin.write(line)
    worker.stdin.flush()
    return worker


def stop_worker(worker: "subprocess.Popen[bytes]") -> None:
    """Ask a worker to end, and end it if it does not."""
    worker.terminate()
    try:
        worker.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()


def keep(line: bytes) -> None:
    """Keep a worker at work until our own stdin ends."""
    pause_s = SHORTEST_S
    while True:
        began_s = time.monotonic()
        worker = start_worker(line)
        process = os.pidfd_open(worker.pid)
        try:
            ready, _, _ = select.select([sys.stdin.buffer, process], [], [])
        finally:
            os.close(process)
        if sys.stdin.buffer in ready:
            stop_worker(worker)
            return
        code = worker.wait()
        pause_s = SHORTEST_S if time.monotonic() > began_s + LONGEST_S else min(2 * pause_s, LONGEST_S)
        tell(line, f"the worker has ended with code {code}; another one starts")
        if select.select([sys.stdin.buffer], [], [], pause_s)[0]:
            return


def tell(line: bytes, sentence: str) -> None:
    """Tell operators what happened, in the form that the settings of the worker ask for."""
    if json.loads(line)["log"] == "json":
        sentence = json.dumps({"time": round(time.time(), 3), "event": "trouble", "sentence": sentence})
    print(sentence, file=sys.stderr, flush=True)


def main() -> None:
    """Read what the worker is to be told, and keep one at work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    keep(sys.stdin.buffer.readline())


if __name__ == "__main__":
    main()
