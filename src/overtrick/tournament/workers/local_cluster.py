"""A cluster on this machine: a process with a scheduler and workers that speak TLS with a certificate of the moment.

It tells its address and the certificate, whose holder alone can connect, and ends when the pipe to it does.
"""
# mypy: disable-error-code="no-untyped-call"
# dask is typed in part only.

import json
import logging
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.core.processes import die_with

CLOSE_S = 5
NEW_CERTIFICATE = (
    *["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3650"],
    *["-subj", "/CN=overtrick", "-keyout", "/dev/stdout", "-out", "/dev/stdout"],
)
SETTINGS = {
    "distributed.deploy.lost-worker-timeout": "1000 days",  # a worker that dies often is started again all the same
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.worker.profile.enabled": False,
}
"""Of machines of our own: nothing to look at, as nobody would."""


@dataclass(frozen=True)
class LocalCluster:
    """The process, where its scheduler listens, and what admits there; something that is opened and closed."""

    process: "subprocess.Popen[bytes]"
    address: str
    certificate: str

    def close(self) -> None:
        """End it with its workers."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def start_local(count: int, deaths: int) -> LocalCluster:
    """Start workers of one thread each; a match that ends so many of them is given up."""
    command = [sys.executable, "-m", "overtrick.tournament.workers.local_cluster"]
    process = subprocess.Popen(
        [*command, str(os.getpid()), str(count), str(deaths)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    with process.stdout as told:
        words = told.readline()
    if not words:
        raise Mistake("the scheduler of this machine could not be started")
    found = json.loads(words)
    if "mistake" in found:
        raise Mistake(found["mistake"])
    return LocalCluster(process, found["address"], found["certificate"])


def new_certificate() -> str:
    """Return a key and a certificate that are in no file, or raise Mistake."""
    try:
        done = subprocess.run(NEW_CERTIFICATE, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Mistake(f"the program openssl, which makes certificates, cannot be run: {error}") from None
    return done.stdout


def certificates(pem: str) -> Any:
    """Return what admits the holder of a certificate, in any role; it signs itself."""
    from distributed import Security

    ours = {f"tls_{role}_{part}": pem for role in ("client", "scheduler", "worker") for part in ("cert", "key")}
    return Security(require_encryption=True, tls_ca_file=pem, **ours)


def main() -> None:
    """Start the cluster, tell how it is reached, and end it when nobody listens any more."""
    parent, count, deaths = (int(word) for word in sys.argv[1:])
    die_with(parent)
    with os.fdopen(os.dup(1), "w") as told:
        os.dup2(2, 1)  # whatever else is printed is not for those who ask for the address
        try:
            pem = new_certificate()
        except Mistake as mistake:
            print(json.dumps({"mistake": str(mistake)}), file=told)
            return
        cluster = start(count, deaths, pem)
        print(json.dumps({"address": cluster.scheduler_address, "certificate": pem}), file=told)
    sys.stdin.buffer.read()
    end(cluster)


def start(count: int, deaths: int, pem: str) -> Any:
    """Start workers of one thread each, which only holders of the certificate can reach."""
    import dask
    import distributed

    settings = {**SETTINGS, "distributed.scheduler.allowed-failures": deaths - 1}
    dask.config.set(settings)  # for good, as some are read when a worker dies
    return distributed.LocalCluster(
        n_workers=count,
        threads_per_worker=1,
        host="127.0.0.1",
        protocol="tls",
        security=certificates(pem),
        dashboard_address="127.0.0.1:0",  # it cannot be left out, only be empty
        scheduler_kwargs={"dashboard": False},
        memory_limit=0,
        silence_logs=logging.CRITICAL,
        config=settings,  # also for workers that are started later
    )


def end(cluster: Any) -> None:
    """End the workers at once: their matches count no more, and may be long."""
    for nanny in cluster.workers.values():
        nanny.close_gracefully()  # or it would start another
        if nanny.pid:
            with suppress(ProcessLookupError):
                os.kill(nanny.pid, signal.SIGKILL)
    with suppress(OSError, TimeoutError, AssertionError):  # that is what Dask says of a worker just being started
        cluster.close(timeout=CLOSE_S)


if __name__ == "__main__":
    main()
