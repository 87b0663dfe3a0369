"""Whoever waits for a command or a script is told what for."""

import io
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from overtrick.core import waiting
from tests.support.boxes import soon


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "somebody", True)
    monkeypatch.setattr(waiting, "SOON_S", 0.05)
    monkeypatch.setattr(waiting, "SOONEST_S", 0.02)
    monkeypatch.setattr(waiting, "LINE_S", 0.05)
    monkeypatch.setattr(waiting, "_before", (0, 0.0))
    monkeypatch.setattr(waiting, "_next_line_s", 0.0)


def wait_long() -> None:
    with waiting.waiting("compiling: functions"):
        for _ in range(3):
            with waiting.waiting("compiling: functions"):
                pass
        time.sleep(0.3)


def test_in_a_pipe_lines_tell_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    wait_long()
    wait_long()  # goes on counting
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) >= 4
    assert lines[0] == "compiling: functions, 3 so far, 0 s"
    assert lines[-1].startswith("compiling: functions, 7 so far, ")


def test_on_a_terminal_one_line_is_told_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    wait_long()
    shown = screen.getvalue()
    assert "\n" not in shown and shown.startswith("\rcompiling: functions, 3 so far") and shown.endswith(" \r")


def test_what_is_short_or_nobody_waits_for_is_not_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with waiting.waiting("compiling: functions"):
        pass
    monkeypatch.setattr(waiting, "somebody", False)
    wait_long()
    assert capsys.readouterr().err == ""


def test_much_that_takes_a_moment_each_is_told_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "SOON_S", 0.2)
    for _ in range(3):
        with waiting.waiting("compiling: functions"):
            time.sleep(0.15)
    lines = capsys.readouterr().err.splitlines()
    assert lines and lines[0].startswith("compiling: functions, 1 so far")


def test_lines_come_no_more_often_for_many_short_waits_than_for_a_long_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "LINE_S", 60.0)
    for _ in range(3):
        with waiting.waiting("compiling: functions"):
            time.sleep(0.15)
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_worker_tells_who_started_it_and_two_that_say_the_same_are_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(waiting, "listener", heard.append)
    wait_long()
    assert heard and capsys.readouterr().err == ""
    monkeypatch.setattr(waiting, "LINE_S", 60.0)
    relay = waiting.Relay()
    relay.tell("waiting for another, 0 so far, 0 s")
    relay.tell(heard[0])
    relay.tell("waiting for another, 0 so far, 10 s")
    relay.tell(heard[-1])
    assert capsys.readouterr().err == f"waiting for another, 0 so far, 0 s\n{heard[0]}\n"


def tell(words: str) -> bool:
    assert waiting.listener is not None
    waiting.listener(words)
    return waiting.is_waited_for()


def test_who_runs_a_script_is_told_and_the_processes_that_it_starts_tell_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting, "somebody", None)
    assert waiting.is_waited_for()
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert not pool.submit(waiting.is_waited_for).result()


@pytest.mark.parametrize("waits", [True, False])
def test_processes_of_a_pool_tell_who_started_them(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, waits: bool
) -> None:
    monkeypatch.setattr(waiting, "somebody", waits)
    with (
        waiting.relayed() as told,
        ProcessPoolExecutor(1, get_context("spawn"), waiting.relay_to, told) as pool,
    ):
        assert pool.submit(tell, "compiling: functions, 3 so far, 0 s").result() is waits
    heard = iter(lambda: capfd.readouterr().err, None)
    told_here = soon(lambda: next(heard) == "compiling: functions, 3 so far, 0 s\n", 30 if waits else 0.5)
    assert told_here is waits
