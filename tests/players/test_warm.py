"""Strong players are compiled beside the table, and whoever asks for a hint meanwhile is told so."""

import subprocess
import sys
import threading

import pytest

from overtrick.bots.builtin import levels_of
from overtrick.players import warm
from overtrick.terminal.play.hints import COMPILING
from overtrick.terminal.play.person import play_in_lines
from overtrick.terminal.play.table import new_table

SLEEP = (sys.executable, "-c", "import time; time.sleep(60)")


class SlowWarming(warm.Warming):
    """Something that compiles until the test says that it is done."""

    def __init__(self) -> None:
        self.done = threading.Event()

    @property
    def going(self) -> bool:
        return not self.done.is_set()

    def wait(self) -> None:
        assert self.done.wait(20)


def test_the_process_can_be_waited_for_and_ends_with_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "COMMAND", SLEEP)
    warming = warm.Warming("duel")
    assert warming.going
    warming.close()
    assert not warming.going
    warming.wait()


@pytest.mark.long
def test_the_command_compiles_the_players_of_a_game() -> None:
    done = subprocess.run([*warm.COMMAND, "duel"], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_somebody_who_waits_for_a_hint_is_told_why() -> None:
    table = new_table("duel", None, 0, ["greedy"], {}, bytes(32))
    table.warming = slow = SlowWarming()
    answers, lines = iter(["hint", "hint", "quit"]), list[str]()

    def tell(line: str) -> None:
        lines.append(line)
        if line == COMPILING:
            slow.done.set()

    play_in_lines(table, lambda _: next(answers), tell)
    assert lines.count(COMPILING) == 1
    assert sum(line.startswith("duel:sampler: ") for line in lines) == 2


def test_every_level_and_the_strong_player_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()
    monkeypatch.setattr("overtrick.players.explain.explain", lambda seen: asked.append(seen.game.NAME))
    for _, compile_now in warm.steps(["duel"]):
        compile_now()
    assert asked == ["duel"] * len(levels_of("duel"))


@pytest.mark.long
def test_set_up_tells_how_far_it_is() -> None:
    done = subprocess.run([*warm.COMMAND, "--tell", "duel"], capture_output=True, text=True, check=False, timeout=300)
    names = [f"duel:{level}" for level in levels_of("duel")] + ["simulate duel"]
    lines = [f"compiling, {number} of {len(names)}: {name}" for number, name in enumerate(names, 1)]
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (0, lines, "")
