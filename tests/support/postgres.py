"""A real PostgreSQL server of our own for the tests, with an empty database for each."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

PASSWORD = "open sesame@/:"  # needs quoting in a URL
QUOTED = "open%20sesame%40%2F%3A"


def program(name: str) -> str:
    """Return the path of a program of PostgreSQL, the newest there is."""
    places = [*Path("/usr/lib/postgresql").glob("*/bin"), Path("/usr/local/bin"), Path("/usr/bin")]
    found = [place / name for place in sorted(places, key=_version, reverse=True) if (place / name).exists()]
    assert found, f"there is no {name}: scripts/system-packages installs PostgreSQL"
    return str(found[0])


def _version(place: Path) -> int:
    return int(place.parent.name) if place.parent.name.isdigit() else 0


@dataclass(frozen=True)
class Server:
    """A server that is running."""

    folder: Path
    port: int

    def url(self, database: str, password: str = QUOTED) -> str:
        """Return the URL of a database on it."""
        return f"postgresql://tester:{password}@127.0.0.1:{self.port}/{database}"

    def run(self, statement: str, database: str = "postgres") -> str:
        """Run a statement and return what it prints."""
        words = [program("psql"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "tester", "-d", database]
        done = subprocess.run(
            [*words, "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", statement],
            env={"PGPASSWORD": PASSWORD, "PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def new_database(self) -> str:
        """Make an empty database and return its name."""
        name = f"test_{next(_numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return name


_numbers = count(1)


@contextmanager
def running() -> Iterator[Server]:
    """Start a server in a folder of its own, and stop it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="overtrick-postgres-"))  # not in pytest's, which other users cannot enter
    user = _unprivileged()
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    (folder / "password").write_text(PASSWORD)
    (folder / "password").chmod(0o644)
    data, port = folder / "data", _free_port()
    try:
        _run(
            user,
            *(program("initdb"), "-D", str(data), "-U", "tester", "-E", "UTF8", "--locale=C", "--no-sync"),
            *("--auth=scram-sha-256", f"--pwfile={folder / 'password'}"),
        )
        options = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder} -c fsync=off -c shared_buffers=16MB"
        _run(user, program("pg_ctl"), "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
        try:
            yield Server(folder, port)
        finally:
            _run(user, program("pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)


def _unprivileged() -> pwd.struct_passwd | None:
    """Return a user to run the server as; PostgreSQL refuses root."""
    if os.getuid() != 0:
        return None
    names = {user.pw_name: user for user in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _run(user: pwd.struct_passwd | None, *words: str) -> None:
    done = subprocess.run(
        words,
        cwd="/",
        env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        user=user and user.pw_uid,
        group=user and user.pw_gid,
        extra_groups=user and [],
    )
    assert done.returncode == 0, done.stdout


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Give the one server of this process; whoever uses it takes a database of its own."""
    with running() as started:
        yield started


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where a store can be made."""
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    server: Server = request.getfixturevalue("server")
    return server.url(server.new_database())
