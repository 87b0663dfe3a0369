"""``overtrick review``: what it prints, its JSON, where matches come from, and what is wrong with what was given."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overtrick.commands.main import cli
from overtrick.core.mistake import Mistake
from overtrick.match.record import to_json
from tests.support.weak_bots import played, thrower


def run(*words: str) -> Result:
    """Return what a command printed."""
    return CliRunner().invoke(cli, ["review", *words])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a file of duels of a bot that throws high cards."""
    path = tmp_path_factory.mktemp("review") / "duels.jsonl"
    records = played("duel", thrower, ["duel:greedy"], 6, {})
    path.write_text("".join(json.dumps(to_json(record)) + "\n" for record in records))
    return path


def test_it_tells_where_one_bot_loses_and_how_to_see_it(file: Path) -> None:
    told = run(str(file), "--top", "2").output
    assert told.startswith("mine in 12 matches of duel:")
    assert "High cards thrown on lost tricks:" in told
    assert told.count("overtrick replay") == 2
    assert f"overtrick replay {file} --match" in told
    command = next(line for line in told.splitlines() if "overtrick replay" in line).split()[2:]
    shown = CliRunner().invoke(cli, ["replay", *command, "--plain"], input="q\n")
    step = command[command.index("--step") + 1]
    assert f"[{step}/20]" in shown.output and f"[{int(step) - 1}/20]" not in shown.output


def test_one_match_keeps_its_number(file: Path) -> None:
    told = run(str(file), "--match", "3", "--json").output
    (mine,) = json.loads(told)["players"]
    assert mine["matches"] == 1
    assert all("--match 3 " in one["replay"] for one in mine["worst"])


def test_one_of_our_players_is_reviewed_if_it_is_named(file: Path) -> None:
    assert run(str(file), "--player", "duel:greedy").output.startswith("duel:greedy in 12 matches of duel")


def test_a_folder_is_all_its_files(file: Path) -> None:
    (mine,) = json.loads(run(str(file.parent), "--json").output)["players"]
    assert mine["matches"] == 12
    assert all(str(file) in one["replay"] for one in mine["worst"])


def test_a_store_is_asked_for_the_players_of_its_tournament(tmp_path: Path) -> None:
    store = tmp_path / "duels.db"
    runner = CliRunner()
    runner.invoke(cli, ["compare", "duel:greedy", "first", "--seed", "1", "--store", str(store)])
    told = run(str(store), "--matches", "4").output
    assert "duel:greedy: " in told and "first: " in told
    assert told.endswith("\n± is half of the 95 % interval\n--player BOT tells all of one\n")
    one = run(str(store), "--player", "first", "--matches", "4", "--top", "1").output
    assert one.startswith("first in 4 matches of duel")
    assert f"overtrick replay {store} " in one
    wrong = run(str(store), "--player", "nobody").exception
    assert str(wrong) == "player is 'nobody'; allowed: duel:greedy, first"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere.jsonl"], "nowhere.jsonl cannot be read: No such file or directory"),
        (["FILE", "--player", "nobody"], "player is 'nobody'; allowed: duel:greedy, mine"),
        (["FILE", "--match", "40"], "match is 40; allowed: 1 to 12"),
        (["FILE", "--seed", "x"], "seed is 'x'; allowed: 1 to 64 hexadecimal digits"),
        (["EMPTY"], "there is no file of records in EMPTY; allowed: names that end with .json or .jsonl"),
    ],
)
def test_what_is_wrong_gets_a_sentence(words: list[str], sentence: str, file: Path, tmp_path: Path) -> None:
    names = {"FILE": str(file), "EMPTY": str(tmp_path)}
    wrong = run(*[names.get(word, word) for word in words]).exception
    assert isinstance(wrong, Mistake)
    assert str(wrong) == sentence.replace("EMPTY", str(tmp_path))


# The shape of the JSON, as docs/reviewing.md tells it

PLACE = {"match": int, "key": str, "deal": int, "step": int, "seat": int}
COST = {"value": float, "half": (float, type(None))}
PART = {"tag": str, "value": str, "times": int, "of": int, "cost": COST}
JUDGED = {
    "place": PLACE,
    "kind": str,
    "played": str,
    "cost": COST,
    "what": str,
    "better": str,
    "tags": dict,
    "position": str,
    "why": str,
    "expected": (float, type(None)),
    "chance": (float, type(None)),
    "replay": str,
}
THEME = {
    "what": str,
    "kind": str,
    "times": int,
    "of": int,
    "cost": COST,
    "share": float,
    "parts": [PART],
    "sentence": str,
    "example": (dict, type(None)),
}
FAULT = {"ending": str, "count": int, "sentence": str, "place": PLACE, "replay": str}
SLOW = {"place": PLACE, "played": str, "cpu_ms": float, "wall_ms": float, "replay": str}
PLAYER = {
    "game": str,
    "player": str,
    "judge": str,
    "why_not": str,
    "unit": str,
    "matches": int,
    "left_out": int,
    "decisions": int,
    "mistakes": int,
    "cost": COST,
    "points": (float, int),
    "facts": dict,
    "worst": [JUDGED],
    "themes": [THEME],
    "faults": [FAULT],
    "slowest": [SLOW],
}
SHAPE = {"format": str, "seed": str, "budget": int, "players": [PLAYER]}


def fits(value: Any, shape: Any, where: str = "") -> None:
    """Fail where data has another shape."""
    if isinstance(shape, dict):
        assert set(value) == set(shape), where
        for name, part in shape.items():
            fits(value[name], part, f"{where}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list), where
        for one in value:
            fits(one, shape[0], where)
    else:
        assert isinstance(value, shape), (where, value)


def test_the_json_has_the_shape_that_the_docs_tell(file: Path) -> None:
    told = json.loads(run(str(file), "--json").output)
    fits(told, SHAPE)
    assert told["players"][0]["worst"] and told["players"][0]["themes"]
    page = (Path(__file__).parents[2] / "docs" / "reviewing.md").read_text()
    for shape in (SHAPE, PLAYER, JUDGED, THEME, PART, FAULT, SLOW, PLACE, COST):
        for name in shape:
            assert f"`{name}`" in page, name
