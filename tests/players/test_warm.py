"""Strong players are compiled beside the table, and whoever asks for a hint meanwhile is told so."""

import os
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, PIPE

import pytest

from overtrick.bots.builtin import levels_of
from overtrick.core import waiting
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


def test_what_is_compiled_is_not_compiled_again_before_an_edit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(waiting, "somebody", False)  # restored afterwards
    monkeypatch.setattr("sys.argv", ["warm", "--tell", "duel"])
    compiled = list[str]()
    monkeypatch.setattr(warm, "steps", lambda games: [(game, partial(compiled.append, game)) for game in games])
    warm.main()
    assert (compiled, capsys.readouterr().err) == (["duel"], "compiling, 1 of 1: duel\n")
    warm.main()
    assert (compiled, capsys.readouterr().err) == (["duel"], "")
    monkeypatch.setattr("overtrick.compiled.twin.COMPILED", ("core/cards.py",))  # as another version would have it
    warm.main()
    assert compiled == ["duel", "duel"]


@pytest.mark.long
def test_set_up_tells_how_far_it_is_and_leaves_nothing_to_compile(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *words], capture_output=True, text=True, check=True, timeout=300, env=environment
        )
        return done.stderr

    names = [f"figgie:{level}" for level in levels_of("figgie")] + ["simulate figgie"]
    told = run("overtrick.players.warm", "--tell", "figgie").splitlines()
    steps = [line for line in told if "so far" not in line]
    assert steps == [f"compiling, {number} of {len(names)}: {name}" for number, name in enumerate(names, 1)]
    assert len(told) > len(steps)  # also within a step that takes long
    compiled = set(tmp_path.rglob("*.nbc"))
    assert compiled
    players = [f"figgie:{level}" for level in levels_of("figgie")]
    assert "compiling" not in run("overtrick", "figgie", *players[:4], "--rounds", "1")
    assert "compiling" not in run("overtrick", "simulate", "figgie", "--matches", "1")
    assert set(tmp_path.rglob("*.nbc")) == compiled


@pytest.mark.long
def test_commands_that_compile_say_so(tmp_path: Path) -> None:
    cup = tmp_path / "cup.toml"
    lines = [f'{name} = "figgie:{name}"' for name in ("bayes", "follower", "starter", "fundamentalist")]
    cup.write_text("\n".join(['game = "figgie"', "blocks = 1", "[entrants]", *lines]))
    for number, words in enumerate((("simulate", "figgie", "--matches", "1"), ("tournament", str(cup)))):
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / str(number))}
        began = time.monotonic()
        with subprocess.Popen(
            [sys.executable, "-m", "overtrick", *words], stdout=DEVNULL, stderr=PIPE, text=True, env=environment
        ) as process:
            assert process.stderr is not None
            first = process.stderr.readline()
            waited = time.monotonic() - began
            process.kill()
        assert first.startswith("compiling, once for this machine"), first
        assert waited < 10  # two seconds on a machine with nothing else to do
