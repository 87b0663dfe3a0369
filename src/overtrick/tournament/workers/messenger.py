"""The messenger: the process that talks to Dask, which lets whoever talks to it run code, for the one that must not.

It has neither store nor secrets, gives up the right to read their files, and tells what it hears as plain bytes.
"""
# mypy: disable-error-code="no-untyped-call"
# dask is typed in part only.

import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from distributed import CancelledError, KilledWorker

from overtrick.core.landlock import keep_to
from overtrick.core.mistake import Mistake
from overtrick.core.processes import die_with
from overtrick.core.unix_sockets import give_up_unix_sockets
from overtrick.tournament.workers.dask_address import connect, find_address, read_now, security
from overtrick.tournament.workers.dask_worker import Roster, dismiss, play_chunk, rosters_left, run_name
from overtrick.tournament.workers.frames import MOST_BODY, read_frame, write_frame
from overtrick.tournament.workers.local_cluster import LocalCluster, certificates, start_local
from overtrick.tournament.workers.sent import GO_ON, MOST_WORDS, SAME

CLOSE_S = 3
LOOK_S = 2  # between two looks at how many workers there are
BOUNDLESS = 1 << 32  # the driver may send what it likes
SYSTEM = "/usr /lib /lib64 /etc/hosts /etc/host.conf /etc/resolv.conf /etc/nsswitch.conf /etc/gai.conf /etc/localtime"

Say = Callable[..., None]


def main() -> None:
    """Serve the driver that has started us, until the pipe from it ends."""
    die_with(int(sys.argv[1]))
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters to people is told as a sentence
    out, lock = os.fdopen(os.dup(1), "wb"), threading.Lock()
    os.dup2(2, 1)  # whatever else is printed is no frame

    def say(what: str, body: bytes = b"", **told: object) -> None:
        with lock:
            write_frame(out, {"say": what, **told}, body)

    try:
        serve(sys.stdin.buffer, say)
    except Mistake as mistake:
        say("mistake", sentence=str(mistake)[:MOST_WORDS])
    except BrokenPipeError:
        pass  # nobody listens any more
    except Exception as error:
        say("mistake", sentence=f"the messenger failed: {in_words(error)}. {GO_ON}")
    out.close()
    os._exit(0)  # whatever threads Dask still has


def serve(source: BinaryIO, say: Say) -> None:
    """Connect as the first frame says, and carry messages to and fro."""
    wanted, packed = read_frame(source, BOUNDLESS)
    where = find_address(wanted["address"])
    local: LocalCluster | None = None
    try:
        if where.local:
            local = start_local(where.local, wanted["deaths"])  # before any right is given up, as workers need them
            address, admitted = local.address, read_now(certificates(local.certificate))
        else:
            address, admitted = str(where), security(where)
        why = keep_to(code(), urlsplit(address).port or 0) or give_up_unix_sockets()
        client = connect(address, admitted, wanted["connect_s"])
        try:
            messenger = Messenger(client, say, wanted)
            messenger.prepare(wanted["join_s"], packed)
            say("ready", unfenced=why, threads=messenger.count_threads())
            messenger.carry(source)
        finally:
            with suppress(OSError, TimeoutError):
                client.close(timeout=CLOSE_S)
    finally:
        if local is not None:
            local.close()


def code() -> list[Path]:
    """Return where the program itself and what it needs of the system lie."""
    return [Path(place) for place in {sys.prefix, sys.base_prefix, *sys.path, *SYSTEM.split()} if place]


class Messenger:
    """A client of a scheduler, and the tasks that are under way there."""

    def __init__(self, client: Any, say: Say, wanted: dict[str, Any]) -> None:
        self._client, self._say = client, say
        self._address = client.scheduler.address
        self._run = run_name(client.id)
        self._versions, self._least = wanted["versions"], wanted["least"]
        self._rosters = 0
        self._futures: dict[int, Any] = {}
        self._done: SimpleQueue[int | Exception | None] = SimpleQueue()  # tasks, what went wrong, or None at the end

    def prepare(self, patience_s: float, packed: bytes) -> None:
        """Wait for a worker, and give the players to all there are."""
        try:
            self._client.wait_for_workers(1, timeout=patience_s)
        except TimeoutError:
            raise Mistake(f"the scheduler at {self._address} has no worker; start one with dask worker") from None
        try:
            for name in self._client.run_on_scheduler(rosters_left):
                self._client.unregister_worker_plugin(name)
            self.enter(packed)
        except Mistake:
            raise
        except Exception as error:
            raise Mistake(f"the cluster of {self._address} cannot play: {in_words(error)}; {SAME}") from None

    def carry(self, source: BinaryIO) -> None:
        """Do what the driver says and tell it what came of it, until it says nothing more."""
        threading.Thread(target=self._listen, args=(source,), name="driver", daemon=True).start()
        threads = 0
        while True:
            try:
                task = self._done.get(timeout=LOOK_S)
            except Empty:
                task = 0
            if task is None:
                return
            try:
                if isinstance(task, Exception):
                    raise task
                if task:
                    self._tell(task)
                if (now := self.count_threads()) != threads:
                    threads = now
                    self._say("threads", count=threads)
            except (OSError, CancelledError):
                raise Mistake(f"the scheduler at {self._address} was lost. {GO_ON}") from None

    def _listen(self, source: BinaryIO) -> None:
        try:
            while True:
                wanted, body = read_frame(source, BOUNDLESS)
                self._do(wanted, body)
        except EOFError:
            self._done.put(None)
        except Exception as error:
            self._done.put(error)

    def _do(self, wanted: dict[str, Any], body: bytes) -> None:
        match wanted["do"]:
            case "play":
                task = wanted["task"]
                key = (f"overtrick-{self._client.id}", task)
                future = self._client.submit(play_chunk, self._run, body, key=key, pure=False)
                self._futures[task] = future
                future.add_done_callback(lambda _: self._done.put(task))
            case "drop":
                for task in wanted["tasks"]:
                    if (future := self._futures.pop(task, None)) is not None:
                        future.release()
            case "enter":
                self.enter(body)
            case "dismiss":
                self._client.run_on_scheduler(dismiss, address=wanted["worker"])
                self._done.put(0)

    def enter(self, packed: bytes) -> None:
        """Give more players to all workers, also to those that join later."""
        self._rosters += 1
        name = f"{self._run} {self._rosters}"
        self._client.register_plugin(Roster(packed, self._versions, self._least), name)

    def _tell(self, task: int) -> None:
        """Tell what came of a task."""
        future = self._futures.pop(task, None)
        if future is None:
            return  # it was dropped
        if future.status == "cancelled":
            raise ConnectionError
        if future.status == "error":
            self._say("failed", task=task, sentence=why(future.exception()))
        else:
            holders = [worker for workers in self._client.who_has([future]).values() for worker in workers]
            self._say("played", bytes_of(future), task=task, worker=holders[0] if len(holders) == 1 else "")
        future.release()

    def count_threads(self) -> int:
        """Return how many threads can play."""
        return sum(self._client.nthreads().values())


def bytes_of(future: Any) -> bytes:
    """Return the result of a task; nothing if it is no bytes, too many, or cannot even be opened."""
    try:
        found = future.result()
    except (OSError, CancelledError):
        raise
    except Exception:
        return b""
    return found if type(found) is bytes and len(found) <= MOST_BODY else b""


def why(error: Any) -> str:
    """Return why a task has no result, or raise it if it is for people."""
    if isinstance(error, Mistake):
        raise error
    if isinstance(error, KilledWorker):
        return f"its worker died {error.allowed_failures + 1} times"
    return in_words(error)


def in_words(error: BaseException) -> str:
    """Return what kind of error it is, and what it says."""
    return f"{type(error).__name__}: {error}"[:MOST_WORDS]


if __name__ == "__main__":
    main()
