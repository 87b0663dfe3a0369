"""The command that serves the site: it tells its address, stops cleanly, and explains what stands in its way."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from overtrick.commands.main import cli
from overtrick.commands.serve import data_file
from overtrick.core.mistake import Mistake
from overtrick.store.trouble import StoreTrouble
from overtrick.web.site.door import PER_PAIR
from overtrick.web.site.listen import listen
from tests.support.postgres import Server
from tests.support.running_site import Person, running_site


def test_it_listens_where_it_is_told_and_says_so_when_it_cannot() -> None:
    with listen("127.0.0.1", 0) as opened:
        port = opened.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):
            pass
        with pytest.raises(Mistake, match=f"cannot listen at 127.0.0.1 port {port}"), listen("127.0.0.1", port):
            pass
    for host, port in (("no.such.host.invalid", 0), ("127.0.0.1", 99999), ("192.0.2.1", 0)):
        with pytest.raises(Mistake, match="cannot listen"), listen(host, port):
            pass


def test_a_mistake_of_the_code_inside_is_not_taken_for_a_busy_port() -> None:
    with pytest.raises(OSError, match="other"), listen("127.0.0.1", 0):
        raise OSError("other")


def test_tables_are_kept_in_the_users_own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_file() == tmp_path / "data" / "overtrick" / "site.db"
    assert stat.S_IMODE(data_file().parent.stat().st_mode) == 0o700
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_file() == tmp_path / ".local" / "share" / "overtrick" / "site.db"


def test_a_store_that_cannot_be_opened_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "other.db").write_text("this is no store, though it is long enough to be mistaken for one" * 20)
    for where in (tmp_path, tmp_path / "none" / "site.db", tmp_path / "other.db"):
        with pytest.raises((Mistake, StoreTrouble), match="store "):
            CliRunner().invoke(cli, ["serve", "--port", "0", "--store", str(where)], catch_exceptions=False)


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly_and_takes_its_referees_along(tmp_path: Path, number: signal.Signals) -> None:
    with running_site(tmp_path / "site.db") as site:
        ann = Person(site)
        table = ann.new_table("duel")
        with ann.sit(table) as seat:
            seat.wait()
            children = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children").read_text().split()
            assert len(children) == len(os.sched_getaffinity(0))
            site.process.send_signal(number)
            assert site.process.wait(20) == 0
        assert site.process.stdout is not None
        said = site.process.stdout.read().splitlines()
        assert len(said) == 1 and said[0].startswith("Log in as the organiser at http"), said
        assert not any(Path(f"/proc/{child}").exists() for child in children)


@pytest.mark.long
def test_referees_do_not_outlive_a_site_that_is_killed(tmp_path: Path) -> None:
    with running_site(tmp_path / "site.db") as site:
        children = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children").read_text().split()
        assert children
        site.kill()
        end = time.monotonic() + 10
        while any(alive(child) for child in children):
            assert time.monotonic() < end
            time.sleep(0.05)


def alive(number: str) -> bool:
    """Return whether a process still does something."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.long
def test_the_password_of_a_store_is_not_to_be_seen_among_the_processes(server: Server) -> None:
    with running_site(server.url(server.new_database())) as site:
        children = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children").read_text().split()
        for child in children:
            assert b"sesame" not in Path(f"/proc/{child}/cmdline").read_bytes()
        ann = Person(site)
        table = ann.new_table("duel")
        with ann.sit(table) as seat:
            seat.play_on()
        assert ann.client.get(table).status_code == 200


@pytest.mark.long
def test_behind_a_proxy_with_https_cookies_are_secure_and_origins_checked(tmp_path: Path) -> None:
    with running_site(tmp_path / "site.db", "--name", "play.example", "--name", "127.0.0.1") as site:
        proxied = {"Host": "play.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
        page = httpx.get(f"{site.url}/", headers=proxied)
        cookie = page.headers["set-cookie"]
        assert cookie.startswith("__Host-overtrick=")
        assert "Secure" in cookie
        assert page.headers["strict-transport-security"]
        key = page.text.partition('name="_csrf_token" value="')[2][:64]
        sent = {**proxied, "Cookie": cookie.partition(";")[0]}
        for origin, status in (
            ("https://play.example", 303),
            ("http://play.example", 403),
            ("https://evil.example", 403),
        ):
            form = {"game": "duel", "_csrf_token": key}
            answer = httpx.post(f"{site.url}/tables", headers={**sent, "Origin": origin}, data=form)
            assert answer.status_code == status
        assert httpx.get(f"{site.url}/", headers={"Host": "evil.example"}).status_code == 421


@pytest.mark.long
def test_a_proxy_says_who_asks_so_that_one_visitor_uses_up_no_other_ones_tries(tmp_path: Path) -> None:
    with running_site(tmp_path / "site.db") as site:

        def log_in(address: str) -> int:
            visitor = Person(site)
            visitor.client.headers["X-Forwarded-For"] = address
            return visitor.post("/login", {"name": "Ann", "password": "not her password"}).status_code

        assert [log_in("203.0.113.7") for _ in range(PER_PAIR + 1)] == [400] * PER_PAIR + [429]
        assert log_in("203.0.113.8") == 400


@pytest.mark.parametrize("more", [[], ["--cold"]])
def test_the_site_opens_when_the_strong_players_are_compiled(tmp_path: Path, more: list[str]) -> None:
    slow = "import sys, time; time.sleep(0.3); print('compiling, 1 of 1: all', file=sys.stderr)"
    code = f"import sys; from overtrick.players import warm; warm.COMMAND = (sys.executable, '-c', {slow!r})"
    where = ["--store", str(tmp_path / "site.db"), "--vault", str(tmp_path / "vault"), "--port", "0", "--no-worker"]
    command = [sys.executable, "-c", f"{code}; from overtrick.commands.main import main; main()", "serve"]
    with subprocess.Popen(
        [*command, *where, *more], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as site:
        assert site.stdout is not None
        first = site.stdout.readline()
        second = "" if more else site.stdout.readline()
        site.kill()
    assert [first[:9], second[:9]] == (["Play at h", ""] if more else ["compiling", "Play at h"])


def test_nothing_that_takes_long_is_loaded_before_it_is_told_that_something_is_compiled(tmp_path: Path) -> None:
    code = (
        "import os, sys; from overtrick.players import warm\n"
        "def stop(tell): tell(str({'litestar', 'uvicorn', 'sqlalchemy', 'numpy'} & set(sys.modules))); os._exit(0)\n"
        "warm.compile_all = stop; from overtrick.commands.main import main; main()"
    )
    for log in ([], ["--log", "json"]):
        done = subprocess.run(
            [sys.executable, "-c", code, "serve", "--port", "0", "--store", str(tmp_path / "site.db"), *log],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        assert (json.loads(done.stderr)["sentence"] if log else done.stderr.strip()) == "set()"


def test_a_machine_without_the_packages_gets_a_sentence() -> None:
    code = "import sys; sys.modules['uvicorn'] = None; from overtrick.commands.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve"], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "pip install 'overtrick[web]'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.long
def test_the_demo_is_there_at_once_and_the_organisers_link_works(tmp_path: Path) -> None:
    with running_site(tmp_path / "site.db", "--demo") as site:
        assert site.process.stdout is not None
        told = site.process.stdout.readline()
        assert told.startswith("Log in as the organiser at ")
        link = told.split()[6]
        page = httpx.get(f"{site.url}/competitions").text
        assert all(f"/c/{game}-demo" in page for game in ("wizard", "duel", "figgie"))
        assert httpx.get(link).status_code == 200
    with running_site(tmp_path / "site.db", "--demo") as site:
        assert httpx.get(f"{site.url}/competitions").text.count('href="/c/duel-demo"') == page.count(
            'href="/c/duel-demo"'
        )


@pytest.mark.long
def test_behind_a_proxy_the_organisers_link_has_the_name_of_the_site(tmp_path: Path) -> None:
    with running_site(tmp_path / "site.db", "--name", "arena.example.org", "--name", "127.0.0.1") as site:
        assert site.process.stdout is not None
        told = site.process.stdout.readline()
        assert told.startswith("Log in as the organiser at https://arena.example.org/welcome/")
        path = told.split()[6].removeprefix("https://arena.example.org")
        assert httpx.get(f"{site.url}{path}", headers={"Host": "arena.example.org"}).status_code == 200


def told_at_start(folder: Path, code: str) -> list[str]:
    """Start a site as this code does, and return the sentences that it logs until it is stopped."""
    where = ["--store", str(folder / "site.db"), "--vault", str(folder / "vault"), "--port", "0"]
    command = [sys.executable, "-c", f"{code}; main()", "serve", "--cold", "--no-worker", "--log", "json", *where]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as site:
        assert site.stderr is not None
        told = []
        for line in site.stderr:
            told.append(json.loads(line)["sentence"])
            if told[-1] == "Application startup complete.":
                site.send_signal(signal.SIGINT)
    return told


@pytest.mark.long
def test_with_logs_as_json_every_line_is_an_object(tmp_path: Path) -> None:
    (tmp_path / "site.db").touch()
    (tmp_path / "site.db").chmod(0o644)
    told = told_at_start(
        tmp_path, "import sys; sys.modules['landlockpy'] = None; from overtrick.commands.main import main"
    )
    assert "site.db has mode 0644, so everybody on this machine may read" in told[0]
    assert told[1] == "the web process could read the vault, as landlockpy is not installed"
    assert told[-1].startswith("Finished server process")


@pytest.mark.long
def test_the_vault_is_given_up_by_the_whole_web_process_and_not_by_one_of_its_threads(tmp_path: Path) -> None:
    plain = told_at_start(tmp_path, "from overtrick.commands.main import main")
    assert not [sentence for sentence in plain if "vault" in sentence]
    threads = "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()"
    told = told_at_start(tmp_path, f"{threads}; from overtrick.commands.main import main")
    assert "the web process could read the vault, as it has threads already, which would keep their rights" in told


def worker_of(store: Path, *more: str) -> "subprocess.Popen[str]":
    command = [
        sys.executable,
        "-m",
        "overtrick",
        "worker",
        "--store",
        str(store),
        "--vault",
        str(store.parent / "vault"),
    ]
    return subprocess.Popen([*command, *more], stderr=subprocess.PIPE, text=True)


@pytest.mark.long
def test_a_worker_alone_works_for_a_site_and_a_second_one_waits_for_the_first(tmp_path: Path) -> None:
    store = tmp_path / "site.db"
    with running_site(store) as site:
        assert httpx.get(f"{site.url}/health").json()["worker"] == "away"
        with worker_of(store, "--log", "json") as first:
            assert first.stderr is not None
            assert json.loads(first.stderr.readline())["event"] == "start"
            assert httpx.get(f"{site.url}/health").json()["worker"] == "up"
            store.chmod(0o644)
            with worker_of(store) as second:
                assert second.stderr is not None
                assert "site.db has mode 0644, so everybody on this machine may read" in second.stderr.readline()
                assert second.stderr.readline().startswith("worker: another worker is at work; this one waits")
                first.send_signal(signal.SIGTERM)
                assert first.wait(30) == 0
                assert second.stderr.readline().startswith("worker: the worker is at work, with fence ")
                second.send_signal(signal.SIGINT)
                assert second.wait(30) == 0
        assert httpx.get(f"{site.url}/health").json()["worker"] == "away"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--workers", "2", "--cluster", "local:2"], "both given"),
        (["--cluster", "http://x"], "cluster is"),
        (["--vault", "FILE/vault"], "cannot be made"),
    ],
)
def test_what_a_worker_cannot_do_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    (tmp_path / "file").write_text("")
    given = [word.replace("FILE", str(tmp_path / "file")) for word in arguments]
    monkeypatch.setattr("overtrick.arena.worker.work.stop_on_signals", lambda stop: None)  # they are those of the tests
    with pytest.raises(Mistake, match=words):
        CliRunner().invoke(cli, ["worker", "--store", str(tmp_path / "x.db"), *given], catch_exceptions=False)
