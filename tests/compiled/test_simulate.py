"""Play in bulk by players: compiled as interpreted, on any number of threads; what the command prints and writes."""

import csv
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from overtrick.commands.main import cli
from overtrick.compiled import simulate as module
from overtrick.compiled.minds import kinds_of
from overtrick.compiled.simulate import simulate
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.duel import rulebook as duel
from overtrick.games.face import FACES, PLAIN
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.view import view
from overtrick.players.duel import greedy
from overtrick.players.duel import minds as duel_minds
from tests.support.games_and_options import TABLES, moves, one_deal

pytestmark = pytest.mark.long

SEED = bytes(range(32))
PLAYED: list[tuple[str, list[str], dict[str, Any], int]] = [
    ("duel", ["duel:greedy", "duel:perfect"], {}, 12),
    ("wizard", ["wizard:rules", "wizard:net", "net", "rules"], {"series": [2, 5, 9]}, 3),
    ("wizard", ["net", "rules", "net", "rules", "net", "rules"], {"preset": "house"}, 1),
    ("figgie", ["figgie:rules", "bayes", "follower", "fundamentalist"], {}, 6),
    ("figgie", ["bayes", "rules", "follower", "fundamentalist", "bayes"], {"model": "tick"}, 4),
    ("figgie", ["trader", "bayes", "rules", "fundamentalist"], {"model": "live", "seconds": 60, "rounds": 2}, 2),
]


@pytest.mark.parametrize(("name", "players", "options", "matches"), PLAYED, ids=str)
def test_compiled_players_do_what_interpreted_ones_do(
    name: str, players: list[str], options: Mapping[str, object], matches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, prices = GAMES[name], name == "figgie" and options.get("model") != "live"
    fast = simulate(game, matches, players=players, options=options, seed=SEED, prices=prices)
    assert fast.compiled
    monkeypatch.setattr(module, "kinds_of", lambda game, players: None)
    slow = simulate(game, matches, players=players, options=options, seed=SEED, prices=prices)
    assert not slow.compiled
    assert fast.decisions == slow.decisions
    assert fast.scores.tolist() == slow.scores.tolist()
    assert all(np.array_equal(fast.kept[kept], slow.kept[kept]) for kept in game.KEPT)
    if fast.prices is not None and slow.prices is not None:
        assert fast.prices.tolist() == slow.prices.tolist()


def test_the_compiled_greedy_player_is_the_one_we_ship() -> None:
    from random import Random

    checked = 0
    for number, table in enumerate(TABLES["duel"]):
        luck = Random(number)
        row, _ = one_deal(table.match(number), luck)
        for seat, _, events in moves(duel, row, luck):
            seen = view(duel, row, events, seat)
            assert duel_minds.choose(seen.row, seat, duel_minds.GREEDY, None) == greedy.choose(seen)
            checked += 1
    assert checked > 500


@pytest.mark.parametrize(
    ("name", "players"),
    [("duel", ["greedy", "random"]), ("wizard", ["random", "rules", "rules"]), ("figgie", ["rules"])],
)
def test_the_same_seed_gives_the_same_arrays_on_any_number_of_threads(name: str, players: list[str]) -> None:
    matches = module.PLAYED_CHUNK + 3
    one, two = (simulate(GAMES[name], matches, players=players, seed=SEED, threads=threads) for threads in (1, 2))
    assert np.array_equal(one.scores, two.scores)
    assert one.decisions == two.decisions
    assert not np.array_equal(one.scores, simulate(GAMES[name], matches, players=players, seed=bytes(32)).scores)
    assert len({tuple(row) for row in one.scores.tolist()}) > 3, "every match has cards of its own"


def test_better_players_win() -> None:
    points = simulate(duel, 400, players=["duel:perfect", "duel:random"], seed=SEED).scores.mean(axis=0)
    assert points[0] > points[1] + 1
    points = simulate(GAMES["wizard"], 20, players=["net", "random", "random", "random"], seed=SEED).scores.mean(axis=0)
    assert points[0] > max(points[1:]) + 300
    points = simulate(figgie, 60, players=["bayes", "random", "random", "random"], seed=SEED).scores.mean(axis=0)
    assert points[0] > 20


@pytest.mark.parametrize(("options", "seats", "longest"), [({}, 4, 200), ({"model": "tick"}, 5, 200), ({}, 5, 250)])
def test_price_paths_end_with_the_deal(options: Mapping[str, object], seats: int, longest: int) -> None:
    result = simulate(figgie, 30, seats=seats, options=options, seed=SEED, prices=True)
    paths = result.prices
    assert paths is not None
    assert paths.shape == (30, longest, 4)
    ended = (paths == -1).all(axis=2)
    assert ((paths == -1).any(axis=2) == ended).all(), "all suits end together"
    assert (np.diff(ended.astype(int), axis=1) >= 0).all(), "and never begin again"
    assert not ended[:, 0].any()
    traded = paths.max(axis=1)
    assert (traded <= 30).all(), "random play quotes at most 30"
    assert (traded > 0).mean() > 0.9


def test_without_players_or_with_random_ones_it_is_random_play() -> None:
    assert np.array_equal(
        simulate(duel, 50, seed=SEED).scores, simulate(duel, 50, players=["duel:random", "random"], seed=SEED).scores
    )
    assert simulate(duel, 5, seed=SEED).players == ("random", "random")


def test_kinds_are_numbers_only_where_all_players_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kinds_of(GAMES["wizard"], ["random", "wizard:net", "rules"]) == [0, 2, 1]
    assert kinds_of(GAMES["wizard"], ["wizard:net", "wizard:search"]) is None
    monkeypatch.setitem(FACES, "wizard", PLAIN)
    assert kinds_of(GAMES["wizard"], ["random"]) is None


@pytest.mark.parametrize(
    ("name", "settings", "sentence"),
    [
        ("duel", {"players": ["duel:nobody"]}, "there is no built-in player 'duel:nobody'; allowed: duel:random"),
        ("duel", {"players": ["greedy"] * 3}, "duel is played by 2 seats, not 3"),
        (
            "wizard",
            {"players": ["rules"] * 3, "seats": 4},
            "players are 3 for 4 seats; allowed: 1 for all seats, or one",
        ),
        ("wizard", {"prices": True}, "prices are asked of wizard; allowed: figgie"),
        ("duel", {"players": ["perfect"], "options": {"stock": 2}}, "option stock is 2; allowed in the exact table"),
    ],
)
def test_a_mistake_is_answered_with_a_sentence(name: str, settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Mistake) as caught:
        simulate(GAMES[name], 2, **settings)
    assert str(caught.value).startswith(sentence)


# The command


def run(*words: str) -> str:
    done = CliRunner().invoke(cli, ["simulate", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_script_may_simulate_at_its_top_by_players_that_are_not_compiled(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from overtrick.compiled.simulate import simulate\n"
        "from overtrick.games import GAMES\n"
        "result = simulate(GAMES['duel'], 9, players=['first', 'random'], seed=bytes(32), threads=2)\n"
        "print(result.compiled, result.scores.sum())\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("False 90\n", 0), done.stderr


def test_the_command_tells_how_the_seats_did_and_writes_arrays(tmp_path: Path) -> None:
    file = tmp_path / "figgie.npz"
    told = run("figgie", "--matches", "40", "--players", "rules", "--prices", "--seed", "5", "--out", str(file))
    lines = told.splitlines()
    assert lines[0].split() == ["seat", "player", "mean", "score", "±", "95", "%", "money"]
    assert [line.split()[:2] for line in lines[1:5]] == [[str(seat), "rules"] for seat in range(4)]
    assert lines[5].startswith("40 matches, ")
    assert lines[5].endswith("decisions (compiled)")
    assert lines[6:] == ["--seed 5 repeats them", f"wrote {file}"]
    with np.load(file) as arrays:
        assert set(arrays) == {"scores", "deals", "money", "prices"}
        assert arrays["scores"].shape == (40, 4)
        assert (arrays["scores"].sum(axis=1) == 0).all()
        mean = float(arrays["scores"][:, 1].mean())
    assert float(lines[2].split()[2]) == pytest.approx(mean, abs=0.005)


def test_the_command_writes_scores_as_lines(tmp_path: Path) -> None:
    file = tmp_path / "duel.csv"
    told = run("duel", "--matches", "3", "--seed", "5", "--out", str(file), "-o", "ranks=3", "--threads", "1")
    assert "3 matches, 36 decisions (compiled)" in told
    rows = list(csv.reader(file.read_text().splitlines()))
    assert rows[0] == ["match", "seat 0", "seat 1"]
    assert [row[0] for row in rows[1:]] == ["0", "1", "2"]
    assert all(int(row[1]) + int(row[2]) == 6 for row in rows[1:])


def test_the_command_says_when_players_are_not_compiled() -> None:
    assert "(interpreted, since not all players are compiled)" in run("duel", "--matches", "2", "--players", "first")


def test_the_command_refuses_other_files(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"out is 'scores\.txt'; allowed: a name"):
        run("duel", "--out", str(tmp_path / "scores.txt"))


def test_prices_of_a_market_that_runs_are_not_followed_by_its_milliseconds() -> None:
    with pytest.raises(Mistake, match="prices cannot be followed with these options, as time runs"):
        simulate(GAMES["figgie"], 1, options={"model": "live"}, seed=SEED, prices=True)
