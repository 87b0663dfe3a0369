"""Crashes: whatever is killed at whatever moment, the tournament comes to its end, and it is the same tournament."""

import os
import subprocess
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.support.boxes import soon
from tests.support.crash import (
    CUPS,
    Crash,
    Losses,
    adopting_orphans,
    crashing,
    losses,
    run_undisturbed,
    told_by,
    write_cup,
)

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("name", "blocks", "kinds"),
    [
        ("fenced", 10, ("both of two", "group", "worker", "worker")),
        ("figgie", 12, ("one of two", "worker", "runner", "worker")),
        ("focused", 100, ("runner", "both of two", "worker", "group")),
    ],
)
def test_kills_at_random_moments_lose_nothing_repeat_nothing_and_change_nothing(
    name: str, blocks: int, kinds: tuple[str, ...], tmp_path: Path
) -> None:
    seed = int(os.environ.get("CRASH_SEED", time.time_ns() % 1_000_000_000))
    print(f"CRASH_SEED={seed} plays the same cards and kills alike, as far as the machine's own pace allows")
    file = write_cup(CUPS[name], tmp_path / "crash.toml", seed, blocks)
    said = run_undisturbed(file, tmp_path / "undisturbed.db")
    theirs = told_by(tmp_path / "undisturbed.db")
    assert len(theirs.rows) == len(theirs.records) == theirs.size > 50
    assert theirs.wrong == []

    with crashing(Crash(file, tmp_path / "killed.db", theirs.size, Random(seed))) as crash:
        crash.play(kinds)

    print(*crash.kills, sep="\n")
    assert [kill.kind for kill in crash.kills] == list(kinds)
    assert all(kill.new > 0 for kill in crash.kills), "every run must have got on"
    assert all(kill.records < theirs.size for kill in crash.kills), "every kill must come in the middle"
    assert crash.leftovers == []
    ours = told_by(tmp_path / "killed.db")
    assert losses(ours, theirs) == Losses(0, 0, 0, 0)
    assert crash.said == said

    # All of this could have failed.
    key, record = next(iter(ours.records.items()))
    assert losses(replace(ours, rows={other: row for other, row in ours.rows.items() if other != key}), theirs).lost
    assert losses(replace(ours, places=ours.places + Counter([next(iter(ours.places))])), theirs).twice == 1
    assert losses(replace(ours, records={**ours.records, key: replace(record, totals=())}), theirs).different == 1
    assert losses(replace(ours, ratings=""), theirs).wrong == 1


def test_a_process_that_hides_in_a_session_of_its_own_is_still_found(tmp_path: Path) -> None:
    with adopting_orphans():
        crash = Crash(tmp_path / "none.toml", tmp_path / "none.db", 1, Random(1))
        hide = ["sh", "-c", "setsid sleep 60 >/dev/null 2>&1 & echo $!"]
        pid = int(subprocess.run(hide, capture_output=True, check=True, text=True).stdout)
        assert crash.orphans() == [pid]
        os.kill(pid, 9)
        assert soon(lambda: crash.orphans() == [])
