"""A messenger that is not ours any more: whatever it says, nothing is believed, and one sentence is told."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from overtrick.bots.find import find
from overtrick.core.mistake import Mistake
from overtrick.match.record import new_match
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.workers import cluster
from overtrick.tournament.workers.cluster import open_machines
from tests.support.outcomes import once

NAMES = ["duel:greedy", "duel:random"]
PLAYERS = {name: find(name, "duel") for name in NAMES}

BEGIN = """
import os, struct, sys, time
from overtrick.tournament.workers.frames import read_frame, write_frame
source, out = sys.stdin.buffer, sys.stdout.buffer
def say(what, body=b"", **told):
    write_frame(out, {"say": what, **told}, body)
def tasks():
    while True:
        wanted, body = read_frame(source, 1 << 32)
        if wanted["do"] == "play":
            yield wanted["task"], body
read_frame(source, 1 << 32)
say("ready", unfenced="", threads=2)
"""
HONEST = """
from overtrick.bots.find import find
from overtrick.tournament.workers.here import play_match
from overtrick.tournament.workers.sent import matches_of, pack_answer
PLAYERS = {name: find(name, "duel") for name in ("duel:greedy", "duel:random")}
def played(body):
    matches = matches_of(body)
    return pack_answer([match.key() for match in matches], [play_match(match, PLAYERS) for match in matches], 0.1)
"""


def plan(cards: int) -> Iterator[Planned]:
    for number in range(cards):
        match = new_match("duel", NAMES, {}, number.to_bytes(32))
        yield Planned("main", number, (0, 1), match, match.key())


def having(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """Have a script in the place of the messenger."""
    (folder / "messenger.py").write_text(BEGIN + script)
    monkeypatch.setattr(cluster, "MESSENGER", (sys.executable, str(folder / "messenger.py")))


NONSENSE = {
    "lengths that nobody has": "out.write(b'\\xff' * 8); out.flush(); time.sleep(60)",
    "a pickle": "out.write(b'cos\\nsystem\\n(S\\x27touch x\\x27\\ntR.'); out.flush(); time.sleep(60)",
    "an unknown word": "say('hello', task=1); time.sleep(60)",
    "a task that nobody gave": "say('played', task=99, worker='x'); time.sleep(60)",
    "a task that is no number": "say('played', task=[1], worker='x'); time.sleep(60)",
    "a worker that is no word": "next(tasks()); say('played', task=1, worker={}); time.sleep(60)",
    "no number of threads": "say('threads', count='many'); time.sleep(60)",
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_ends_the_messenger_with_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    having(monkeypatch, tmp_path, NONSENSE[name])
    with (
        closing(open_machines("local:1", PLAYERS, print)) as playing,
        pytest.raises(Mistake, match=r"^the messenger to the cluster says what no messenger says, and was ended\. "),
    ):
        list(playing.play(plan(20)))
    assert playing._process.returncode is not None


def test_a_messenger_that_dies_at_any_instant_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    having(monkeypatch, tmp_path, "next(tasks()); out.write(b'\\0\\0\\0'); out.flush(); os.kill(os.getpid(), 9)")
    with closing(open_machines("local:1", PLAYERS, print)) as playing:
        with pytest.raises(Mistake, match=r"^the messenger to the cluster has died\. Every match told so far counts"):
            list(playing.play(plan(5)))
        playing._process.wait(5)
        with pytest.raises(Mistake, match="has died"):
            playing.enter(PLAYERS)


def test_what_one_worker_forges_is_played_by_another_and_the_first_is_dismissed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = """
dismissed = []
while True:
    wanted, body = read_frame(source, 1 << 32)
    if wanted["do"] == "dismiss":
        dismissed.append(wanted["worker"])
    elif wanted["do"] == "play":
        evil = not dismissed
        answer = played(body).replace(b"payload", b"payl0ad") if evil else played(body)
        say("played", answer, task=wanted["task"], worker="tls://evil:1" if evil else "tls://good:1")
"""
    having(monkeypatch, tmp_path, HONEST + script)
    told: list[str] = []
    with closing(open_machines("local:1", PLAYERS, told.append)) as playing:
        found = once(playing.play(plan(50)))
    assert len(found) == 50 and not any(isinstance(one, str) for one in found.values())
    assert len(told) == 1
    assert told[0].startswith("the worker at tls://evil:1 told of match ") and "it gets no more work" in told[0]


def test_a_match_about_which_only_lies_are_told_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    having(monkeypatch, tmp_path, "for task, body in tasks():\n    say('played', b'lies', task=task, worker='')")
    told: list[str] = []
    with closing(open_machines("local:1", PLAYERS, told.append)) as playing:
        found = once(playing.play(plan(2)))
    assert len(found) == 2
    assert all(
        str(one).startswith("3 answers about it were refused, the last one as it cannot be read")
        for one in found.values()
    )
    assert len(told) == 6 and all(sentence.startswith("a worker told of match ") for sentence in told)


def test_without_a_worker_to_trust_a_run_ends_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = """
task, body = next(tasks())
say("played", b"lies", task=task, worker="x")
say("threads", count=0)
source.read()
"""
    having(monkeypatch, tmp_path, script)
    with (
        closing(open_machines("local:1", PLAYERS, print)) as playing,
        pytest.raises(Mistake, match=r"^no worker is left that can be trusted"),
    ):
        list(playing.play(plan(2)))


def test_a_messenger_is_told_nothing_of_passwords_and_starts_in_no_folder_of_strangers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("OVERTRICK_GAMES", "DASK_DISTRIBUTED__COMM__TLS__CA_FILE", "LC_ALL"):
        monkeypatch.setenv(name, "kept")
    for name in ("PGPASSWORD", "DATABASE_URL", "AWS_SECRET_ACCESS_KEY", "STORE"):
        monkeypatch.setenv(name, "sesame")
    found = cluster.environment()
    assert "sesame" not in found.values()
    assert [name for name, value in found.items() if value == "kept"] == [
        name for name in os.environ if os.environ[name] == "kept"
    ]
    assert found["PYTHONSAFEPATH"] == "1"
