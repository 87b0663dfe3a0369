"""Lines of long work: one task at a time in each, and what of an analysis outlives a restart."""

import json
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from overtrick.match.record import to_json
from overtrick.web.referees.desk import analyses, lines
from overtrick.web.referees.store import TableStore, open_tables
from tests.support.boxes import soon
from tests.web.matches.test_lines import played

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def nothing_asked() -> Iterator[None]:
    """Begin and end without tasks, as a referee that has just started."""
    lines.JOBS.clear()
    yield
    for line in (lines.USUAL, lines.PEOPLE):
        lines.processes(line).shutdown(cancel_futures=True)
    lines.processes.cache_clear()
    lines.JOBS.clear()


def test_who_has_played_does_not_wait_behind_what_takes_long() -> None:
    lines.begin("long", (time.sleep, 30))
    lines.begin("behind", (dict,))
    lines.begin("own", (dict,), line=lines.PEOPLE)
    assert (lines.told("behind")["ahead"], lines.told("own")["ahead"]) == (1, 0)
    assert soon(lambda: lines.told("own")["state"] == "done", 20)
    assert lines.told("behind")["state"] == "waits"
    for pid in list(lines.processes(lines.USUAL)._processes):
        os.kill(pid, signal.SIGKILL)
    assert soon(lambda: lines.told("long")["state"] == "none", 20)
    assert lines.told("long")["problem"] == "It could not be worked out."


def given(about: str, **more: Any) -> dict[str, Any]:
    return {"about": about, "seat": 0, "base": "/replays/yours", "begin": False, **more}


@pytest.fixture
def tables(where: str) -> Iterator[TableStore]:
    with open_tables(where) as opened:
        yield opened


def finished(where: str, tables: TableStore, asked: dict[str, Any]) -> dict[str, Any]:
    """Return what is told once nobody waits any more."""
    assert soon(lambda: analyses.analysis_of(where, tables, asked)["state"] != "waits", 120)
    return analyses.analysis_of(where, tables, asked)


def test_what_a_restart_interrupts_is_begun_again_by_looking_and_what_came_out_is_kept(
    where: str, tables: TableStore
) -> None:
    text = json.dumps(to_json(played("duel")))
    look = given("file/1/0")
    assert analyses.analysis_of(where, tables, look) == {"state": "none"}, "looking begins nothing"
    assert analyses.analysis_of(where, tables, {**look, "begin": True, "text": text})["state"] == "waits"
    lines.JOBS.clear()  # a restart
    assert analyses.analysis_of(where, tables, look)["state"] == "waits"
    told = finished(where, tables, look)
    assert told["state"] == "done" and told["review"]["accuracy"] is not None
    lines.JOBS.clear()
    kept = analyses.analysis_of(where, tables, look)
    assert (kept, lines.JOBS) == (json.loads(json.dumps(told)), {})
    assert "text" not in analyses.find(tables, "file/1/0")["asked"]  # type: ignore[index]


def test_what_fails_is_told_once_and_not_begun_again_by_looking(where: str, tables: TableStore) -> None:
    asked = given("table/nowhere/0", name="nowhere", own=True)
    told = finished(where, tables, asked)
    assert told == {"state": "none", "problem": "There is no table 'nowhere'."}
    before = lines.JOBS["table/nowhere/0"]
    assert analyses.analysis_of(where, tables, asked) == told
    assert lines.JOBS["table/nowhere/0"] is before and analyses.find(tables, "table/nowhere/0") is None
    assert analyses.analysis_of(where, tables, {**asked, "begin": True})["state"] == "waits"


def test_only_the_latest_are_kept(where: str, tables: TableStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST_STORED", 2)
    for moment, about in enumerate("abc"):
        monkeypatch.setattr("overtrick.web.referees.desk.analyses.time.time", lambda now=moment: now)
        analyses.note(tables, about, {})
    assert [about for about in "abc" if analyses.find(tables, about)] == ["b", "c"]
    tables.remove_untouched(2)
    assert [about for about in "abc" if analyses.find(tables, about)] == ["c"]
