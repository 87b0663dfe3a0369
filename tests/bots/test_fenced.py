"""Strangers' programs at the table: every kind of bot, every protocol, and nothing left behind."""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from overtrick.bots.bot import Bot
from overtrick.bots.fence.fence import End, Turn, probe
from overtrick.bots.fence.limits import Limits, parse_limits
from overtrick.bots.fenced import Fenced, Protocol, fault_of
from overtrick.bots.find import find
from overtrick.bots.program import build, game_of
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.match.play import play
from overtrick.match.record import Deal, Record, new_match, replay
from tests.support.boxes import alive_with, soon

STARTERS = Path(__file__).parents[2] / "src" / "overtrick" / "starters"

LINES_BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        first = message["legal"][0]
        print(json.dumps({"action": first}), flush=True)
    elif message["type"] == "goodbye":
        print("my scores:", message["scores"], file=sys.stderr)
"""
ONCE_BOT = """
import json, sys
question = json.load(sys.stdin)
assert question["game"] and len(question["seed"]) == 64
print(json.dumps(question["legal"][0]))
"""


def played(game: str, *names: str, limits: Limits | None = None, **options: Any) -> tuple[Record, list[Bot]]:
    """Return the record of a match between bots, and the bots."""
    bots = [find(name, game, limits=limits)() for name in names]
    record = play(new_match(game, names, options, bytes(32)), bots)
    replay(record)
    return record, bots


def folder_bot(folder: Path, source: str, protocol: str) -> str:
    folder.mkdir(exist_ok=True)
    (folder / "mine.py").write_text(source)
    python = Path(sys.base_prefix, "bin", "python3")
    (folder / "bot.toml").write_text(f'protocol = "{protocol}"\nrun = ["{python}", "/bot/mine.py"]\n')
    return str(folder)


def test_a_python_bot_a_c_bot_and_two_of_ours_play_wizard(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def choose(view):\n    return view.legal[-1]\n")
    record, _ = played("wizard", str(mine), str(STARTERS / "wizard_c"), "classic", "random")
    assert record.faults == ()
    assert record.fences == (str(probe()), str(probe()), "built-in", "built-in")
    assert len(record.deals) == 15


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_a_main_py_with_get_action_plays_figgie_in_both_models(model: str) -> None:
    record, _ = played("figgie", str(STARTERS / "figgie_python"), "random", "random", "starter", model=model)
    assert [fault for fault in record.faults if fault.seat == 0] == []
    assert any(name != "pass" for seat, name in record.deals[0].actions if seat == 0)


def test_a_c_program_started_anew_for_every_turn_plays_the_duel() -> None:
    record, _ = played("duel", str(STARTERS / "duel_c"), "greedy")
    assert record.faults == ()
    assert all(
        cpu > 0 for (seat, _), (cpu, _) in zip(record.deals[0].actions, record.deals[0].times, strict=True) if seat == 0
    )


@pytest.mark.parametrize("game", ["wizard", "duel", "figgie"])
@pytest.mark.parametrize(("protocol", "source"), [("lines", LINES_BOT), ("once", ONCE_BOT)])
def test_one_bot_plays_the_same_in_every_driver(game: str, protocol: str, source: str, tmp_path: Path) -> None:
    seats = {"wizard": 3, "duel": 2, "figgie": 4}[game]
    options: dict[str, Any] = {"series": [1, 2, 3]} if game == "wizard" else {}
    others = ["random"] * (seats - 1)
    program, _ = played(game, folder_bot(tmp_path / "bot", source, protocol), *others, **options)
    ours, _ = played(game, "first", *others, **options)
    assert program.faults == ()
    assert program.deals == ours.deals


@pytest.mark.parametrize("trust", [False, True])
def test_a_bot_may_import_the_files_beside_it(trust: bool, tmp_path: Path) -> None:
    records = []
    for name, place in (("one", 0), ("other", -1)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.py").write_text("from taste import pick\ndef choose(view): return pick(view.legal)\n")
        (tmp_path / name / "taste.py").write_text(f"def pick(legal): return legal[{place}]\n")
    names = [str(tmp_path / "one"), str(tmp_path / "other")]
    bots = [find(name, "duel", trust=trust)() for name in names]
    records.append(play(new_match("duel", names, {}, bytes(32)), bots))
    assert records[0].faults == ()
    lowest, highest = (find("first", "duel")() for _ in range(2))
    assert records[0].deals != play(new_match("duel", names, {}, bytes(32)), [lowest, highest]).deals


def test_what_a_bot_writes_to_its_error_output_is_kept_for_its_author(tmp_path: Path) -> None:
    record, bots = played("duel", folder_bot(tmp_path / "bot", LINES_BOT, "lines"), "first")
    assert f"my scores: {list(record.totals)}" in bots[0].stderr()
    assert record.stderr[0] == bots[0].stderr()


def test_a_fence_that_breaks_at_the_goodbye_takes_no_result_away(tmp_path: Path) -> None:
    names = (folder_bot(tmp_path / "bot", LINES_BOT, "lines"), "first")
    program, first = (find(name, "duel")() for name in names)
    assert isinstance(program, Fenced)

    def break_the_fence(_: Deal) -> None:
        assert program._box is not None
        os.kill(program._box.pid, signal.SIGKILL)
        assert select.select([program._box._agent.replies], [], [], 10)[0], "the agent did not die with its fence"

    record = play(new_match("duel", names, {}, bytes(32)), [program, first], break_the_fence)
    replay(record)
    assert record.ending is Ending.NORMAL and record.stderr == ()


def test_a_program_that_dies_forfeits_the_duel_with_the_question_in_the_record(tmp_path: Path) -> None:
    source = LINES_BOT.replace("        first =", "        if message['events']: sys.exit(7)\n        first =")
    record, _ = played("duel", "first", folder_bot(tmp_path / "bot", source, "lines"))
    assert (record.ending, record.at_fault) == (Ending.CRASH, 1)
    assert record.faults[0].sentence == "the program ended with exit code 7"
    assert '"type":"choose"' in record.faults[0].question


@pytest.mark.parametrize(
    ("end", "code", "sentence"),
    [
        (End.CPU, 0, "no answer after 700 ms of CPU"),
        (End.WALL, 0, "no answer after 8.0 s on the clock"),
        (End.IDLE, 0, "no answer after 700 ms of CPU and 301 ms of waiting"),
        (End.IDLE, 1, "no answer after 700 ms of CPU and 301 ms of waiting; what a match has for waiting is used up"),
    ],
)
def test_a_timeout_says_which_clock_ran_out(end: End, code: int, sentence: str) -> None:
    fault = fault_of(Turn(end, b"", b"", code, 0.7, 8.0, 0, 0.301), "", long_lived=True)
    assert (fault.ending, fault.sentence, fault.dead) == (Ending.TIMEOUT, sentence, False)


def test_a_sleeper_holds_up_a_match_for_as_long_as_that_has_for_waiting(tmp_path: Path) -> None:
    bot = tmp_path / "sleeper.py"
    bot.write_text("import time\ndef choose(view): time.sleep(1000)\n")
    limits = parse_limits("wait=200ms,wall=1000")
    record, _ = played("wizard", str(bot), "random", "random", limits=limits)
    assert [fault.ending for fault in record.faults] == [Ending.TIMEOUT] * 3
    waits = [re.search(r"(\d+) ms of waiting; what a match has .* used up", fault.sentence) for fault in record.faults]
    assert sum(int(wait[1]) for wait in waits if wait) < 500 and all(waits)


def test_a_late_answer_is_never_taken_for_the_next_one(tmp_path: Path) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(
        "import time\n"
        "def choose(view):\n"
        "    if view.state['phase'] == 'bid' and view.state['round'] == 2:\n"
        "        time.sleep(0.45)\n"
        "    return view.legal[-1]\n"
    )
    limits = parse_limits("cpu=300ms,bank=0ms,start=2s,wall=3")
    record, _ = played("wizard", str(bot), "random", "random", limits=limits, series=[1, 2, 3, 4])
    assert [(fault.ending, fault.deal) for fault in record.faults] == [(Ending.TIMEOUT, 2)]


def test_the_bank_forgives_one_slow_turn_but_not_many(tmp_path: Path) -> None:
    bot = tmp_path / "busy.py"
    bot.write_text(
        "import time\n"
        "def choose(view):\n"
        "    end = time.process_time() + 0.25\n"
        "    while time.process_time() < end: pass\n"
        "    return view.legal[0]\n"
    )
    limits = parse_limits("cpu=100ms,bank=500ms,start=1s,wall=300")
    record, _ = played("duel", str(bot), "first", limits=limits)
    assert (record.ending, record.at_fault) == (Ending.TIMEOUT, 0)
    own = [seat for seat, _ in record.deals[0].actions].count(0)
    assert 2 <= own <= 5


def test_extra_lines_are_noticed(tmp_path: Path) -> None:
    source = LINES_BOT.replace("flush=True)", "flush=True); print('and then?', flush=True)")
    record, _ = played("duel", folder_bot(tmp_path / "bot", source, "lines"), "first")
    assert record.ending is Ending.GARBLED


def test_a_folder_with_a_manifest_is_built_behind_the_fence(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    shutil.copytree(STARTERS / "duel_c", folder)
    source = next(folder.glob("*.c")).name
    (folder / "bot.toml").write_text(
        f'game = "duel"\nlanguage = "c"\nbuild = ["cc", "-O2", "-o", "player", "{source}"]\nrun = ["./player"]\n'
    )
    assert game_of(str(folder)) == "duel"
    record, _ = played("duel", str(folder), "first")
    assert record.faults == ()
    (folder / "bot.toml").write_text('build = ["false"]\n')
    with pytest.raises(Mistake, match="cannot be built"):
        build(folder, "duel")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = [", "is not TOML"),
        ("colour = 'red'", "has the unknown key 'colour'; allowed: game, language, protocol, build, run"),
        ("protocol = 'smoke'", "protocol is 'smoke'; allowed: lines, once, integers"),
        ("run = 'bot'", "run is 'bot'; allowed: a list of words"),
        ("build = []", "build is \\[\\]; allowed: a list of words"),
        ("game = 3", "game is 3; allowed: the name of a game"),
    ],
)
def test_a_mistake_in_a_manifest_gets_a_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(text)
    with pytest.raises(Mistake, match=sentence):
        build(tmp_path, "duel")


def test_an_executable_is_a_bot(tmp_path: Path) -> None:
    program = tmp_path / "bot.sh"
    program.write_text("#!/bin/sh\nread role; read count; read card; echo $card\n")
    program.chmod(0o755)
    assert build(program, "duel").protocol is Protocol.INTEGERS
    record, _ = played("duel", "first", str(program), stock=18)
    assert record.faults == ()


def test_a_folder_shows_neither_hidden_files_nor_what_links_point_to(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("def choose(view): return view.legal[0]\n")
    (tmp_path / ".secret").write_text("x")
    (tmp_path / "link").symlink_to("/etc/passwd")
    assert [name for name, _ in build(tmp_path, "duel").files] == ["main.py"]


def test_kill_9_of_the_command_leaves_no_process_behind(tmp_path: Path) -> None:
    mark = f"overtrick-mark-{os.getpid()}-{time.time_ns()}"
    bot = tmp_path / "sleeper.py"
    bot.write_text(
        "import subprocess, time\n"
        f"subprocess.Popen(['sh', '-c', 'sleep 300; : {mark}'])\n"
        "def choose(view):\n    time.sleep(300)\n"
    )
    command = subprocess.Popen(
        [sys.executable, "-m", "overtrick", "match", "duel", str(bot), "first", "--limits", "cpu=60s"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert soon(lambda: alive_with(mark), 20), "the bot's own process never appeared"
    command.send_signal(signal.SIGKILL)
    command.wait()
    assert soon(lambda: not alive_with(mark), 20)


def test_a_trusted_bot_has_the_same_content_as_a_fenced_one(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "main.py").write_text("from taste import pick\ndef choose(view): return pick(view.legal)\n")
    (folder / "taste.py").write_text("def pick(legal): return legal[0]\n")
    before = find(str(folder), "duel").content
    assert find(str(folder), "duel", trust=True).content == before
    (folder / "taste.py").write_text("def pick(legal): return legal[-1]\n")
    assert find(str(folder), "duel", trust=True).content != before
