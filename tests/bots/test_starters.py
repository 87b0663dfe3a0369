"""The starters play legally at every table, and are what a beginner needs."""

import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from overtrick.bots.inside import Trusted
from overtrick.bots.new import STARTERS
from overtrick.core.luck import read_seed
from overtrick.familiar.rounds import Plan, Run
from tests.support.programs import TABLES, EveryTurn, Lines, Table, built_in, compiled, play_at, tables

PYTHON = {game: STARTERS / f"{game}_python" / "main.py" for game in ("wizard", "duel", "figgie")}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the C starters, compiled."""
    folder = tmp_path_factory.mktemp("programs")
    return {game: compiled(STARTERS / f"{game}_c" / "main.c", folder) for game in ("wizard", "duel", "figgie")}


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_python_starters_play_legally_at_every_table(table: Table) -> None:
    for seed in range(6):
        play_at(table, seed, lambda: Trusted(PYTHON[table[0]]))


@pytest.mark.long
@pytest.mark.parametrize("table", tables("wizard") + tables("figgie"), ids=str)
def test_the_c_starters_of_json_lines_play_legally_at_every_table(table: Table, programs: dict[str, Path]) -> None:
    for seed in range(4):
        play_at(table, seed, lambda: Lines([str(programs[table[0]])]))


@pytest.mark.long
@pytest.mark.parametrize("table", tables("duel"), ids=str)
def test_the_c_starter_of_the_duel_plays_legally_at_every_table(table: Table, programs: dict[str, Path]) -> None:
    for seed in range(4):
        play_at(table, seed, lambda: EveryTurn([str(programs["duel"])]))


@pytest.mark.parametrize("table", tables("figgie"), ids=str)
def test_four_starters_at_one_figgie_table_trade_with_each_other(table: Table) -> None:
    record = play_at(table, 1, lambda: built_in("figgie:starter", "figgie"), others="figgie:starter")
    assert any(name.startswith(("buy", "sell")) for _, name in record.deals[0].actions)


def test_the_built_in_starter_is_the_file_that_beginners_get() -> None:
    for seed in range(4):
        ours = play_at(("figgie", 4, {}), seed, lambda: built_in("figgie:starter", "figgie"))
        theirs = play_at(("figgie", 4, {}), seed, lambda: Trusted(PYTHON["figgie"]))
        assert ours.deals[0].actions == theirs.deals[0].actions


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_the_figgie_starter_remembers_nothing_of_earlier_games(model: str) -> None:
    plan = Plan((str(PYTHON["figgie"]),) * 4, read_seed("8"), 6, model, trust=True)
    stayed = Run(plan, [Trusted(PYTHON["figgie"]) for _ in range(4)])
    for number in range(6):
        fresh = Run(plan, [Trusted(PYTHON["figgie"]) for _ in range(4)])
        assert stayed.play_round(number).actions == fresh.play_round(number).actions


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_the_figgie_starter_in_c_plays_every_round_by_its_own_hand(model: str, programs: dict[str, Path]) -> None:
    plan = Plan(("main.c", *["figgie:first"] * 3), read_seed("7"), 3, model)

    def table(stack: ExitStack) -> Run:
        program = Lines([str(programs["figgie"])])
        stack.callback(program.close, [0] * 4)
        return Run(plan, [program, *(built_in("figgie:first", "figgie") for _ in range(3))])

    with ExitStack() as stack:
        stayed = table(stack)
        for number in range(3):
            assert stayed.play_round(number).actions == table(stack).play_round(number).actions


@pytest.mark.parametrize(
    ("game", "seats", "matches", "margin"), [("wizard", 4, 8, 150), ("duel", 2, 60, 0.6), ("figgie", 4, 20, 80)]
)
def test_a_python_starter_beats_random_play(game: str, seats: int, matches: int, margin: float) -> None:
    ahead = 0.0
    for seed in range(matches):
        totals = play_at((game, seats, {}), seed, lambda: Trusted(PYTHON[game])).totals
        mine = totals[seed % seats]
        ahead += mine - (sum(totals) - mine) / (seats - 1)
    assert ahead / matches > margin


def test_the_c_starter_of_the_duel_needs_gcc_and_make_alone(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    shutil.copytree(STARTERS / "duel_c", folder)
    done = subprocess.run(["make", "test"], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.count("ok ") == len(list((folder / "samples").glob("*.in"))) == 5
    assert done.stderr == ""


def test_make_test_objects_to_an_illegal_answer(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    shutil.copytree(STARTERS / "duel_c", folder)
    (folder / "main.c").write_text('#include <stdio.h>\nint main(void) { puts("9 9"); return 0; }\n')
    done = subprocess.run(["make", "test"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "'9 9' is not a legal card" in done.stdout


@pytest.mark.parametrize("readme", sorted(STARTERS.glob("*/README.md")), ids=lambda path: str(path.parent.name))
def test_every_starter_says_how_to_check_and_play_it(readme: Path) -> None:
    text = readme.read_text()
    game = readme.parent.name.split("_")[0]
    assert "overtrick check main." in text or "overtrick check .\n" in text
    assert "overtrick compare" in text if game == "any" else f"overtrick match {game} main." in text
