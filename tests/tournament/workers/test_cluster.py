"""Clusters: the same outcomes as here, whoever dies in between, and no stranger gets in."""

import os
import re
import shlex
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest
from distributed import Client

from overtrick.bots.fence.fence import Level
from overtrick.bots.find import Player, find
from overtrick.bots.packed import pack_players
from overtrick.core.mistake import Mistake
from overtrick.match.record import Record, new_match
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.workers import cluster
from overtrick.tournament.workers import dask_worker as cluster_worker
from overtrick.tournament.workers.cluster import Machines, open_machines
from overtrick.tournament.workers.dask_worker import RUN
from overtrick.tournament.workers.here import Outcome, Players, play_match
from overtrick.tournament.workers.local_cluster import certificates as certificates_of
from overtrick.tournament.workers.local_cluster import new_certificate
from overtrick.tournament.workers.sent import versions
from tests.support.boxes import below, bot_folder, soon, workers_below
from tests.support.dask_servers import DASK, answers, free_port, running
from tests.support.outcomes import once

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]
STARTER = str(ROOT / "src" / "overtrick" / "starters" / "wizard_python")
SHELL = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "docs" / "cluster.md").read_text(), re.MULTILINE | re.DOTALL)
TABLES = [
    ("wizard", ["wizard:classic", "wizard:random", "wizard:classic"], 8),
    ("wizard", ["wizard:classic", STARTER, "wizard:random"], 4),
    ("duel", ["duel:greedy", "duel:random"], 8),
    ("figgie", ["figgie:starter", "figgie:random", "figgie:starter", "figgie:random"], 8),
]
DUEL = ("duel", ["duel:greedy", "duel:random"])


def plan(game: str, names: list[str], cards: int) -> Iterator[Planned]:
    """Yield the matches of one table, each on its own cards."""
    for number in range(cards):
        match = new_match(game, names, {}, number.to_bytes(32))
        yield Planned("main", number, tuple(range(len(names))), match, match.key())


def players_of(game: str, names: list[str]) -> dict[str, Player]:
    return {name: find(name, game) for name in names}


def here(matches: list[Planned], players: Players) -> dict[str, Record | str]:
    """Return what the same matches give in this process."""
    return once((planned, play_match(planned.match, players)) for planned in matches)


def opened(address: str, players: Players) -> closing[Machines]:
    return closing(open_machines(address, players, unwelcome))


def unwelcome(sentence: str) -> None:
    raise AssertionError(f"nobody expected to be told: {sentence}")


def test_more_players_may_come_while_a_cluster_plays() -> None:
    with opened("local:1", players_of(*DUEL)) as playing:

        def matches() -> Iterator[Planned]:
            yield from plan(*DUEL, 3)
            for number in range(10):
                name = f"new {number}"
                playing.enter({name: find("duel:greedy", "duel")})
                yield from plan("duel", [name, "duel:random"], 1)

        found = once(playing.play(matches()))
        assert len(found) == 13 and not any(isinstance(one, str) for one in found.values())


def test_a_cluster_that_is_abandoned_lets_go_of_the_thread_that_plays() -> None:
    with bot_folder(slow="import time\ndef choose(view):\n    time.sleep(30)\n") as folder:
        names = [str(folder / "slow.py"), "duel:random"]
        with opened("local:1", players_of("duel", names)) as playing:
            ended: list[object] = []

            def play() -> None:
                try:
                    ended.append(list(playing.play(plan("duel", names, 3))))
                except Mistake as mistake:
                    ended.append(mistake)

            thread = threading.Thread(target=play)
            thread.start()
            assert soon(lambda: len(playing._under_way) == 3, 20)
            time.sleep(0.5)
            playing.abandon()
            thread.join(15)
            assert not thread.is_alive() and isinstance(ended[0], Mistake)


def test_a_worker_with_too_low_a_fence_gets_no_programs_of_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    class Here:
        address = "tcp://127.0.0.1:1"

    ours, strangers = players_of(*DUEL), players_of("wizard", [STARTER])
    monkeypatch.setattr(cluster_worker, "probe", lambda: Level.B)
    for players, least in ((ours, Level.A), (strangers, None), (strangers, Level.B), (strangers, Level.C)):
        assert cluster_worker.Roster(pack_players(players), versions(), least).players(Here()) == players
    with pytest.raises(Mistake, match=r"the worker at tcp://127.0.0.1:1 has a fence of level B; allowed: A or better"):
        cluster_worker.Roster(pack_players(strangers), versions(), Level.A).players(Here())


def test_a_local_cluster_plays_the_same_matches_though_a_worker_is_killed_in_the_middle() -> None:
    matches = [planned for table in TABLES for planned in plan(*table)]
    players = {name: player for game, names, _ in TABLES for name, player in players_of(game, names).items()}
    with opened("local:2", players) as playing:
        played = playing.play(iter(matches))
        first = next(played)
        before = workers_below(os.getpid())
        assert len(before) == 2
        os.kill(before[0], signal.SIGKILL)
        found = once(iter([first, *played]))
        assert found == here(matches, players)
        assert soon(lambda: len(workers_below(os.getpid())) == 2, 20)
        assert workers_below(os.getpid()) != before
    assert workers_below(os.getpid()) == []


def lets_in(port: int, certificate: ssl.SSLContext | None = None) -> bool:
    """Return whether somebody says more at a port than that we are not welcome."""
    door = socket.create_connection(("127.0.0.1", port), timeout=1)
    with ExitStack() as closing_it:
        closing_it.callback(lambda: door.close())
        try:
            if certificate is not None:
                door = certificate.wrap_socket(door)
            return bool(door.recv(1)[:1].strip(b"\x15"))  # an alert of TLS is no welcome
        except OSError:
            return False


def test_nobody_else_on_this_machine_can_use_a_local_cluster() -> None:
    with opened("local:1", players_of(*DUEL)) as playing:
        doors = {
            connection.laddr.port
            for pid, _ in below(os.getpid())
            for connection in psutil.Process(pid).net_connections("tcp")
            if connection.status == "LISTEN"
        }
        assert len(doors) >= 3, "those of a scheduler, a nanny and a worker at least"
        stranger = certificates_of(new_certificate()).get_connection_args("client")["ssl_context"]
        stranger.verify_mode = ssl.CERT_NONE
        for port in doors:
            assert not lets_in(port) and not lets_in(port, stranger)
        assert len(once(playing.play(plan(*DUEL, 3)))) == 3


def test_without_openssl_a_local_cluster_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Mistake, match=r"^the program openssl, which makes certificates, cannot be run: .*No such file"):
        open_machines("local:1", players_of(*DUEL), unwelcome)


@pytest.mark.parametrize("how", ["messenger", "local_cluster"])
def test_the_death_of_what_stands_between_is_told_and_nothing_stays_behind(how: str) -> None:
    with opened("local:1", players_of(*DUEL)) as playing:
        played = playing.play(plan(*DUEL, 100_000))
        next(played)
        started = [playing._process.pid, *(pid for pid, _ in below(playing._process.pid))]
        (between,) = [pid for pid in started if f"workers.{how}" in Path(f"/proc/{pid}/cmdline").read_text()]
        os.kill(between, signal.SIGKILL)
        with pytest.raises(Mistake, match=r"(the messenger .* has died|the scheduler at .* was lost)\. Every"):
            list(played)
    assert soon(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started), 10)


def test_a_match_that_ends_its_workers_is_given_up_and_no_other_one_suffers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "DEATHS", 2)  # three would take long
    deadly = "import os\ndef choose(view):\n    os.kill(os.getpid(), 9)\n"
    with bot_folder(deadly=deadly) as folder:
        killer = str(folder / "deadly.py")
        players = {**players_of(*DUEL), killer: find(killer, "duel", trust=True)}
        bad, good = list(plan("duel", [killer, "duel:random"], 1)), list(plan(*DUEL, 20))
        with opened("local:1", players) as playing:
            found = once(playing.play(iter([*good[:10], *bad, *good[10:]])))
    assert found.pop(bad[0].key) == "its worker died 2 times"
    assert found == here(good, players)


def test_a_match_that_ended_its_worker_is_judged_while_others_still_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "DEATHS", 2)
    deadly = "import os\ndef choose(view):\n    os.kill(os.getpid(), 9)\n"
    with bot_folder(deadly=deadly) as folder:
        killer = str(folder / "deadly.py")
        players = {**players_of(*DUEL), killer: find(killer, "duel", trust=True)}
        (bad,) = plan("duel", [killer, "duel:random"], 1)
        found: dict[str, Outcome] = {}

        def feed() -> Iterator[Planned]:
            yield bad
            end_s = time.monotonic() + 60
            for good in plan(*DUEL, 1_000_000):
                if bad.key in found:
                    return
                assert time.monotonic() < end_s, "it waits for the end of all others"
                yield good

        with opened("local:1", players) as playing:
            for planned, outcome in playing.play(feed()):
                found[planned.key] = outcome
    assert found.pop(bad.key) == "its worker died 2 times"
    assert not any(isinstance(outcome, str) for outcome in found.values())


def test_a_worker_with_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = versions()
    monkeypatch.setattr(cluster, "versions", lambda: {**ours, "wizard": 99})
    said = rf"the worker at tls://127.0.0.1:\d+ has wizard {ours['wizard']}, not 99; allowed: the same version"
    with pytest.raises(Mistake, match=said):
        open_machines("local:1", players_of(*DUEL), print)
    assert workers_below(os.getpid()) == []


SCRIPT = """
import sys
from tests.support.boxes import below
from tests.tournament.workers.test_cluster import DUEL, open_machines, plan, players_of
if __name__ == "__main__":
    import os
    cluster = open_machines("local:1", players_of(*DUEL), print)
    try:
        for number, _ in enumerate(cluster.play(plan(*DUEL, 100_000))):
            if number == 10:
                print(*[pid for pid, _ in below(os.getpid())], flush=True)
    except KeyboardInterrupt:
        cluster.close()
        print("closed", flush=True)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_outlives_us_whatever_ends_us(how: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        started = [int(pid) for pid in process.stdout.readline().split()]
        assert len(started) > 2, "a messenger, a scheduler and a worker"
        if how is signal.SIGINT:
            os.killpg(process.pid, how)  # as a terminal does: the workers get it too
        else:
            process.kill()
        start_s = time.monotonic()
        said, complaints = process.communicate(timeout=30)
    assert time.monotonic() - start_s < 5
    assert soon(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started))
    if how is signal.SIGINT:
        assert (said, complaints, process.returncode) == ("closed\n", "", 0)


def test_workers_that_join_later_are_used_and_a_lost_scheduler_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    local = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"]
    start_scheduler = [str(DASK), "scheduler", "--port", address.rpartition(":")[2], *local]
    start_worker = [str(DASK), "worker", address, "--nthreads", "1", *local]
    matches, players = list(plan(*DUEL, 100)), players_of(*DUEL)
    with ExitStack() as stack:
        scheduler = stack.enter_context(running(start_scheduler, tmp_path))
        assert soon(lambda: answers(address), 20)
        with (
            monkeypatch.context() as patch,
            pytest.raises(Mistake, match=f"^the scheduler at {address} has no worker;"),
        ):
            patch.setattr(cluster, "JOIN_S", 0.1)
            open_machines(address, players, unwelcome)
        worker = stack.enter_context(running(start_worker, tmp_path))
        for _ in range(3):
            with opened(address, players):
                pass
        playing = stack.enter_context(opened(address, players))
        # What earlier runs left has been swept.
        with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            kept = client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.worker_plugins))
        assert len([name for name in kept if name.startswith(RUN)]) == 1
        played = playing.play(iter(matches))
        first = next(played)
        os.killpg(worker.pid, signal.SIGKILL)
        stack.enter_context(running(start_worker, tmp_path))  # it has never seen these players
        assert once(iter([first, *played])) == here(matches, players)
        played = playing.play(plan(*DUEL, 100_000))
        next(played)
        scheduler.kill()
        with pytest.raises(Mistake, match=rf"the scheduler at {address} was lost\. Every match told so far counts"):
            list(played)


def commands(start: str) -> list[str]:
    """Return the words of the command on the organiser's page that begins so, made fit for a test."""
    (block,) = [block for block in SHELL if block.startswith(start)]
    return [str(DASK), *shlex.split(block.replace("\\\n", ""))[1:], "--host", "127.0.0.1"]


def certificates(folder: Path) -> None:
    """Make certificates as the organiser's page says."""
    folder.mkdir()
    (block,) = [block for block in SHELL if "openssl req" in block]
    subprocess.run(["sh", "-e", "-c", block], cwd=folder, check=True, capture_output=True)


def settings(folder: Path) -> dict[str, str]:
    """Return the variables on the organiser's page, with certificates of a folder."""
    (block,) = [block for block in SHELL if block.startswith("export")]
    variables = dict(re.findall(r"^export (\w+)=(.*)$", block, re.MULTILINE))
    return {name: str(folder / file) for name, file in variables.items()}


@contextmanager
def exported(variables: dict[str, str]) -> Iterator[None]:
    """Have variables in the environment."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, value)
        yield


def test_machines_with_certificates_made_as_the_page_says_play_and_others_are_refused(tmp_path: Path) -> None:
    ours, others = tmp_path / "ours", tmp_path / "others"
    certificates(ours)
    certificates(others)
    port = str(free_port())
    address = f"tls://127.0.0.1:{port}"
    scheduler = [port if word == "8786" else word for word in commands("dask scheduler")]
    worker = [address if word == "tls://HOST:8786" else word for word in commands("dask worker")]
    assert port in scheduler and address in worker
    matches, players = list(plan(*DUEL, 20)), players_of(*DUEL)
    with running(scheduler, ours), running(worker, ours):
        assert soon(lambda: answers(address), 20)
        with exported(settings(ours)), opened(address, players) as playing:
            assert once(playing.play(iter(matches))) == here(matches, players)
        with exported(settings(others)), pytest.raises(Mistake, match=f"{address} cannot be reached: .*certif"):
            open_machines(address, players, unwelcome)
        stranger = {**settings(others), "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": str(ours / "ca.pem")}
        with exported(stranger), pytest.raises(Mistake, match=f"{address} cannot be reached"):
            open_machines(address, players, unwelcome)
        with pytest.raises(Mistake, match="cannot be reached"):
            open_machines(address.replace("tls", "tcp"), players, unwelcome)


def test_missing_and_wrong_certificates_are_named(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"needs certificates, but neither DASK_DISTRIBUTED__COMM__TLS__CA_FILE nor"):
        open_machines("tls://127.0.0.1:1", {}, unwelcome)
    tls = "DASK_DISTRIBUTED__COMM__TLS__"
    files = {f"{tls}CA_FILE": str(tmp_path / "ca.pem"), f"{tls}CLIENT__CERT": "x.pem"}
    with exported(files), pytest.raises(Mistake, match=r"/ca.pem, x.pem cannot be used: No such file"):
        open_machines("tls://127.0.0.1:1", {}, unwelcome)


def test_a_scheduler_that_is_not_there_is_told_in_a_sentence_before_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 1)
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(
        Mistake, match=f"^the scheduler at {address} cannot be reached: (Connection refused|no answer)$"
    ):
        open_machines(address, {}, unwelcome)
