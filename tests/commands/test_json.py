"""What --json prints has the shape that docs/json.md tells."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from overtrick.commands.main import cli
from overtrick.web.api.submissions import Shown

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "json.md").read_text()
SHAPES = {name: json.loads(shape) for name, shape in re.findall(r"```shape\n([\w-]+)\n(.*?)```", TEXT, re.DOTALL)}
KINDS: dict[str, Any] = {
    "text": str,
    "int": int,
    "number": (int, float),
    "bool": bool,
    "map": dict,
    "list": list,
}
BAD = "def choose(view):\n    return 'banana'\n"
CUP = """
name = "cup"
game = "duel"
format = "round robin"
blocks = 2

[entrants]
one = "duel:greedy"
two = "random"
"""


def check_shape(told: Any, shape: Any, where: str = "it") -> None:
    """Fail if data are not as a shape says."""
    if isinstance(shape, str):
        kind = KINDS[shape.removesuffix("?")]
        fits = told is None if shape.endswith("?") and told is None else isinstance(told, kind)
        assert fits and (kind is bool or not isinstance(told, bool)), f"{where} is {told!r}, not {shape}"
    elif isinstance(shape, list):
        assert isinstance(told, list) and told, f"{where} is no list with something in it"
        for number, one in enumerate(told):
            check_shape(one, shape[0], f"{where}[{number}]")
    else:
        assert set(told) == set(shape), f"the keys of {where}"
        for key, part in shape.items():
            check_shape(told[key], part, f"{where}.{key}")


def told(*words: str, code: int = 0) -> Any:
    """Return what a command prints as JSON."""
    done = CliRunner().invoke(cli, [*words, "--json"])
    assert done.exit_code == code, (done.output, done.exception)
    return json.loads(done.stdout)


def test_a_shape_is_really_compared() -> None:
    check_shape({"a": [1, 2], "b": None}, {"a": ["int"], "b": "text?"})
    wrong: Any
    for wrong in ({"a": [1], "b": 2}, {"a": [], "b": None}, {"a": [True], "b": None}, {"a": [1]}):
        with pytest.raises(AssertionError):
            check_shape(wrong, {"a": ["int"], "b": "text?"})


def test_check_and_its_fault(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD)
    check_shape(told("check", "duel:greedy", "--seats", "2"), SHAPES["check"])
    failed = told("check", str(tmp_path / "bad.py"), "--game", "duel", "--trust", code=1)
    assert failed["cases"] == []
    check_shape(failed["fault"], SHAPES["check-fault"])


def test_match_compare_and_figgie(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD)
    for blocks in ("1", "2"):
        check_shape(
            told("match", "duel", "greedy", str(tmp_path / "bad.py"), "--trust", "--blocks", blocks), SHAPES["match"]
        )
    compared = told("compare", "duel:greedy", str(tmp_path / "bad.py"), "--blocks", "2", "--trust", "--workers", "1")
    check_shape(compared, SHAPES["compare"])
    assert [set(fault) for fault in compared["faults"].values()] == [{"count", "first"}]
    check_shape(told("figgie", *["figgie:random"] * 4, "-r", "1"), SHAPES["figgie"])


def test_standings_crosstable_watch_and_reveal(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(CUP)
    store = str(tmp_path / "cup.db")
    check_shape(told("tournament", str(tmp_path / "cup.toml"), "--workers", "1"), SHAPES["standings"])
    check_shape(told("standings", store), SHAPES["standings"])
    check_shape(told("crosstable", store), SHAPES["crosstable"])
    check_shape(told("watch", store), SHAPES["watch"])
    assert set(told("reveal", store)) == {"secret", "commitment"}


def test_what_a_site_tells_of_a_submission() -> None:
    assert set(SHAPES["submission"]) == set(Shown.__annotations__) | set(Shown.__base__.__annotations__)


def test_laws() -> None:
    found = told("laws", "duel", "--matches", "1", "--seed", "1")
    assert found["game"] == "duel" and found["laws"] > 10 and found["luck_tried"]
    assert all(set(table) == {"seats", "options", "positions", "pairs"} for table in found["tables"])


@pytest.mark.long
def test_simulate() -> None:
    check_shape(told("simulate", "duel", "--matches", "20"), SHAPES["simulate"])


def test_every_command_that_prints_results_knows_json() -> None:
    silent = {"export", "report", "replay", "manual", "new", "rules", "task", "mcp"}  # what they make is the result
    others = {"login", "logout", "password", "play", "serve", "worker"}  # print no results
    without = {name for name, command in cli.commands.items() if not any("--json" in p.opts for p in command.params)}
    assert without <= silent | others


def test_every_command_that_knows_json_is_on_the_page() -> None:
    knows = {name for name, command in cli.commands.items() if any("--json" in p.opts for p in command.params)}
    assert {name for name in knows if not re.search(rf"`(overtrick )?{name}\b", TEXT)} == set()
