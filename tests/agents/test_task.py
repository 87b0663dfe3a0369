"""Tasks for the harnesses of coding agents."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from overtrick.agents.task import Task, add_package, write_task
from overtrick.core.mistake import Mistake
from overtrick.tournament.stated.file import parse_tournament

CRASHES = "def choose(view):\n    raise ValueError('no')\n"


def run_test(task: Path, app: Path, logs: Path) -> "subprocess.CompletedProcess[str]":
    """Run the test of a task as a harness would, outside of a container."""
    environment = {**os.environ, "PYTHON": sys.executable, "APP": str(app), "LOGS": str(logs)}
    return subprocess.run([task / "tests/test.sh"], env=environment, capture_output=True, text=True, check=False)


def reward(task: Path, bot: Path, logs: Path) -> dict[str, float]:
    """Return the reward of a bot."""
    app = logs.parent / f"{logs.name}-app"
    shutil.copytree(bot, app / "bot")
    told = run_test(task, app, logs)
    assert told.returncode == 0, told.stderr
    found: dict[str, float] = json.loads((logs / "reward.json").read_text())
    return found


def test_the_reward_of_a_task_is_a_rating_against_its_anchors(tmp_path: Path) -> None:
    task = tmp_path / "task"
    write_task(Task("duel", anchors=["random", "duel:greedy"], blocks=10), task)
    settings = tomllib.loads((task / "task.toml").read_text())
    assert settings["task"]["name"] == "overtrick/duel" and settings["agent"]["user"] != "root"
    instruction = (task / "instruction.md").read_text()
    assert "- `duel:random`\n- `duel:greedy`" in instruction and "$" not in instruction
    sound = reward(task, task / "environment/bot", tmp_path / "sound")
    assert 0 < sound["reward"] < 1 and sound["faults"] == 0 and sound["matches"] == 40


@pytest.mark.long
def test_a_bot_that_crashes_earns_less_and_one_that_is_not_there_nothing(tmp_path: Path) -> None:
    task = tmp_path / "task"
    write_task(Task("duel", anchors=["random"], blocks=10), task)
    sound = reward(task, task / "environment/bot", tmp_path / "sound")
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "main.py").write_text(CRASHES)
    assert reward(task, broken, tmp_path / "broken-logs")["reward"] < sound["reward"]
    empty = tmp_path / "empty"
    empty.mkdir()
    assert reward(task, empty, tmp_path / "empty-logs") == {"reward": 0.0}
    assert (tmp_path / "empty-logs/reason.txt").read_text()


def test_if_the_arena_is_to_blame_there_is_no_reward(tmp_path: Path) -> None:
    task = tmp_path / "task"
    write_task(Task("duel", anchors=["random"], blocks=1), task)
    file = task / "tests/tournament.toml"
    file.write_text(file.read_text().replace('"duel:random"', '"duel:nobody"'))
    told = run_test(task, tmp_path / "nothing", tmp_path / "logs")
    assert told.returncode == 1 and "not even the anchors can play" in told.stderr
    assert not (tmp_path / "logs/reward.json").exists()


@pytest.mark.long
def test_a_game_from_outside_goes_with_its_task(tmp_path: Path) -> None:
    hearts = Path(__file__).parents[2] / "examples/hearts.py"
    words = [sys.executable, "-m", "overtrick", "--game-file", str(hearts), "task", "hearts"]
    options = [str(tmp_path / "task"), "-o", "deals=1", "--blocks", "2", "--anchor", "random", "--package", "overtrick"]
    subprocess.run([*words, *options], check=True, capture_output=True)
    docker = (tmp_path / "task/environment/Dockerfile").read_text()
    assert "COPY games/ /opt/games/\nENV OVERTRICK_GAMES=/opt/games/hearts.py\n" in docker and "$" not in docker
    assert (tmp_path / "task/environment/games/hearts.md").exists()
    found = reward(tmp_path / "task", tmp_path / "task/environment/bot", tmp_path / "logs")
    assert 0 < found["reward"] < 1 and found["matches"] == 8


def test_the_verifier_has_time_for_a_bot_that_uses_all_of_its_own(tmp_path: Path) -> None:
    anchors = ["random", "duel:greedy"]
    write_task(Task("duel", anchors=anchors, blocks=3), tmp_path / "task")
    limit_s = tomllib.loads((tmp_path / "task/task.toml").read_text())["verifier"]["timeout_sec"]
    assert limit_s == 600 + 2 * 3 * 2 * (5 + 2 + 10), "two tables, three blocks, two rotations; ten cards"


@pytest.mark.parametrize("game", ["wizard", "figgie"])
def test_a_task_states_a_tournament_that_can_be_played(tmp_path: Path, game: str) -> None:
    write_task(Task(game, seats=5), tmp_path / "task")
    text = (tmp_path / "task/tests/tournament.toml").read_text()
    stated = parse_tournament(text.replace("/app/bot", "../environment/bot"), tmp_path / "task/tests/tournament.toml")
    assert stated.candidate == "bot" and stated.seats == 5 and len(stated.entrants) == 5


@pytest.mark.parametrize(
    ("task", "sentence"),
    [
        (Task("whist"), "unknown game 'whist'"),
        (Task("duel", anchors=["mybot.py"]), "the anchor is 'mybot.py'; allowed: a player that ships"),
        (Task("duel", seats=3), "duel"),
        (Task("duel", lang="latin"), "unknown language 'latin'"),
        (Task("duel", blocks=0), "blocks is 0; allowed: 1 or more"),
        (Task("duel", options={"colour": "red"}), "colour"),
    ],
)
def test_a_task_that_cannot_be_gets_a_sentence(tmp_path: Path, task: Task, sentence: str) -> None:
    with pytest.raises(Mistake, match=sentence):
        write_task(task, tmp_path / "task")
    assert not (tmp_path / "task").exists()


def test_a_task_goes_into_a_new_folder_only(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(Mistake, match="is there already"):
        write_task(Task("duel"), tmp_path)


def test_a_package_is_a_wheel_or_a_requirement(tmp_path: Path) -> None:
    write_task(Task("duel", package="overtrick[search,tournament]==9.9"), tmp_path / "task")
    assert "'overtrick[search,tournament]==9.9'" in (tmp_path / "task/environment/Dockerfile").read_text()
    with pytest.raises(Mistake, match=r"package is 'gone.whl'; allowed: a wheel that is there"):
        add_package(Task("duel", package="gone.whl"), tmp_path / "task")


@pytest.mark.long
def test_the_wheel_of_this_checkout_is_put_into_the_environment(tmp_path: Path) -> None:
    write_task(Task("duel"), tmp_path / "task")
    wheel = add_package(Task("duel"), tmp_path / "task")
    assert wheel is not None and wheel.suffix == ".whl" and wheel.stat().st_size > 100_000
