"""Two speeds, one source: the compiled twins do exactly what the plain modules do, and never run stale code."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import FunctionType, ModuleType
from typing import Any, cast

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.compiled import bulk
from overtrick.compiled.simulate import CHUNK, simulate
from overtrick.compiled.twin import PACKAGE, WAIT, WAIT_FOR_OTHER, fresh_copy, lock, twin
from overtrick.core import cards, luck, waiting
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, tricks
from overtrick.games.contract import NOBODY, Game, Row, settled
from overtrick.games.duel import rulebook as duel
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.wizard import rulebook as wizard
from tests.support.games_and_options import ALL_TABLES, TABLES, Table, one_deal, play_out, some_action, tables

SEED = bytes(range(32))


def plain_bulk(game: Game) -> Any:
    """Return the kernels bound to a game and interpreted."""
    copy: Any = fresh_copy(bulk)
    copy.game = game
    return copy


def compiled_bulk(game: Game) -> Any:
    """Return the kernels bound to a game and compiled."""
    return twin(bulk, game=cast(ModuleType, game))


def array(row: list[int]) -> Any:
    return np.array(row, np.int64)


# Row by row


def play_both(table: Table, state: int) -> tuple[int, int]:
    """Play a match interpreted and compiled on the same draws and picks; return the deals and decisions compared."""
    game, rules = table.game, table.match(0).rules()
    bounds, length = game.bounds(rules), len(rules) - game.WIDTH
    plain: list[Row] = [[0] * game.WIDTH for _ in range(length)]
    fast = np.zeros((length, game.WIDTH), np.int64)
    expected = plain_bulk(game).play_match(rules, bounds, bounds.copy(), plain, state)
    assert compiled_bulk(game).play_match(array(rules), array(bounds), array(bounds), fast, state) == expected
    assert fast.tolist() == plain
    _, deals, decisions = expected
    assert deals == length
    return deals, decisions


@pytest.mark.parametrize("name", GAMES)
def test_complete_matches_at_every_table_end_in_the_same_rows(name: str) -> None:
    deals, decisions = 0, 0
    repeat = {"wizard": 1, "duel": 40, "figgie": 150}[name]
    for number, table in enumerate(TABLES[name] * repeat):
        more = play_both(table, luck.fresh_state(SEED, f"{name}/{number}"))
        deals, decisions = deals + more[0], decisions + more[1]
    assert deals >= {"wizard": 5000, "duel": 1500, "figgie": 600}[name]
    assert decisions >= 8000


def test_every_game_is_compared() -> None:
    assert {table.name for table in ALL_TABLES} == set(GAMES)


def tries(table: Table, row: Row, luck: Random) -> list[int]:
    """Return actions of every kind, legal or not."""
    if table.name == "figgie":
        prices = [
            row[figgie.BID + 1],
            row[figgie.BID + 1] + 1,
            row[figgie.OFFER + 1] - 1,
            299,
            301,
            luck.randint(1, 40),
        ]
        quotes = [
            quote(suit, max(1, price)) for quote in (figgie.bid, figgie.offer) for suit in (1, 3) for price in prices
        ]
        return [-1, figgie.ACTIONS, *range(figgie.FIRST_BID), *quotes]
    return list(range(-1, wizard.ACTIONS + 1))


@settings(deadline=None, max_examples=25)
@given(tables(), st.integers(0, 2**32 - 1))
def test_every_function_agrees_after_every_action(table: Table, seed: int) -> None:
    game, fast, luck = table.game, twin(cast(ModuleType, table.game)), Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    other = array(row)
    for _ in range(60):
        assert fast.to_move(other) == game.to_move(row)
        assert fast.legal(other) == game.legal(row)
        for action in tries(table, row, luck):
            assert fast.refuse(other, action) == game.refuse(row, action)
        for seat in range(table.seats):
            hidden, other_hidden = row.copy(), other.copy()
            game.hide(hidden, seat)
            fast.hide(other_hidden, seat)
            assert other_hidden.tolist() == hidden
        if game.to_move(row) == NOBODY:
            break
        number = luck.getrandbits(32)
        assert fast.pick(other, number) == game.pick(row, number)
        action = some_action(game, row, luck, 0.1)
        game.play(row, action)
        fast.play(other, action)
        assert other.tolist() == row
    play_out(game, row, luck)
    assert [fast.score(array(row), seat) for seat in range(table.seats)] == [
        game.score(row, seat) for seat in range(table.seats)
    ]


@settings(deadline=None, max_examples=25)
@given(tables(), st.integers(0, 2**32 - 1))
def test_setups_and_fresh_deals_agree(table: Table, seed: int) -> None:
    game, fast, chance = table.game, twin(cast(ModuleType, table.game)), Random(seed)
    rules = table.match(seed).rules()
    _, finished = one_deal(table.match(seed), chance)
    before = np.array(finished, np.int64).reshape(len(finished), game.WIDTH)
    setup = game.next_deal(rules, finished)
    assert fast.next_deal(array(rules), before).tolist() == setup
    assert fast.draws_needed(array(setup)) == game.draws_needed(setup)
    draws = [chance.randrange(bound) for bound in game.bounds(rules)]
    assert fast.deal(array(setup), array(draws)).tolist() == game.deal(setup, draws)


@settings(deadline=None, max_examples=20)
@given(st.integers(1, luck.MULTIPLIER * 2**32 - 2), st.integers(1, 2**30))
def test_the_generator_counts_alike(state: int, size: int) -> None:
    fast = twin(luck)
    for _ in range(50):
        assert fast.number(state) == luck.number(state)
        assert fast.below(state, size) == luck.below(state, size)
        assert fast.step(state) == luck.step(state)
        state = luck.step(state)


# The plain modules stay plain


@pytest.mark.parametrize(
    "module", [wizard, duel, figgie, tricks, cards, luck, bulk], ids=lambda module: module.__name__
)
def test_a_plain_module_stays_plain_beside_its_twin(module: ModuleType) -> None:
    before = dict(vars(module))
    for game in GAMES.values():
        compiled_bulk(game)
    fast = twin(module) if module is not bulk else compiled_bulk(wizard)
    assert vars(module).keys() >= before.keys()
    assert all(vars(module)[name] is value for name, value in before.items())
    assert sys.modules[module.__name__] is module
    functions = [name for name, value in before.items() if isinstance(value, FunctionType)]
    assert functions
    assert not any(isinstance(getattr(module, name), numba.core.dispatcher.Dispatcher) for name in functions)
    own = [name for name in functions if before[name].__module__ == module.__name__]
    assert all(isinstance(getattr(fast, name), numba.core.dispatcher.Dispatcher) for name in own)


def test_a_twin_is_made_once_for_each_binding() -> None:
    assert twin(wizard) is twin(wizard)
    assert compiled_bulk(wizard) is compiled_bulk(wizard)
    assert compiled_bulk(wizard) is not compiled_bulk(duel)
    assert compiled_bulk(wizard).game is twin(wizard)


def run(script: str, **environment: str) -> str:
    """Run a script in a fresh interpreter and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "module", ["overtrick.commands.main", "overtrick.games", "overtrick.match.play", "overtrick.terminal.play.person"]
)
def test_nothing_imports_numba_that_did_not_ask_for_speed(module: str) -> None:
    script = f"import sys, {module}; print([name for name in ('numba', 'numpy', 'llvmlite') if name in sys.modules])"
    assert run(script) == "[]"


# The cache


COUNT_TRICKS = """
import numpy as np
from overtrick.games.duel import rulebook as duel
from overtrick.compiled import bulk
from overtrick.compiled.twin import PACKAGE, twin

rules = duel.rules(2, {"ranks": 3, "stock": 0})
row = np.array(duel.deal(duel.next_deal(rules, []), [0] * 12))
fast = twin(bulk, game=duel)
fast.play_deal(row, 12345)
stats = fast.play_deal.stats
points = row[duel.WON] + row[duel.WON + 1]
print(PACKAGE, points, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


@pytest.mark.long
def test_after_an_edit_of_a_callee_the_new_code_runs_and_without_one_the_cache_serves(tmp_path: Path) -> None:
    package = tmp_path / "src" / "overtrick"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    home = {"PYTHONPATH": str(package.parent), "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def compiled_files() -> dict[Path, int]:
        return {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nb?")}

    assert run(COUNT_TRICKS, **home) == f"{package} 6 0 1"
    first = compiled_files()
    assert first
    assert run(COUNT_TRICKS, **home) == f"{package} 6 1 0"
    assert compiled_files() == first, "a second start compiles nothing"

    # The kernel is in bulk.py, which calls duel.py, which calls tricks.py.
    rules = package / "games" / "tricks.py"
    text = rules.read_text()
    assert text.count("row[WON + winner] += 1") == 1
    rules.write_text(text.replace("row[WON + winner] += 1", "row[WON + winner] += 7"))
    assert run(COUNT_TRICKS, **home) == f"{package} 42 0 1"
    assert compiled_files().keys() > first.keys()

    rules.write_text(text)
    assert run(COUNT_TRICKS, **home) == f"{package} 6 1 0", "what was compiled before the edit serves again"


@pytest.mark.long
def test_of_two_processes_that_need_the_same_code_one_compiles_it_and_the_other_waits(tmp_path: Path) -> None:
    home = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", COUNT_TRICKS], env=home, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120)[0].split() for process in both]
    assert sorted(words[-2:] for words in said) == [["0", "1"], ["1", "0"]], "hits and misses of the cache"


# Simulation


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_arrays_on_any_number_of_threads(name: str) -> None:
    matches = 2 * CHUNK + 5
    one, two = (simulate(GAMES[name], matches, seed=SEED, threads=threads) for threads in (1, 2))
    assert one.scores.shape == (matches, 2 if name == "duel" else 4)
    assert np.array_equal(one.scores, two.scores)
    assert one.kept.keys() == two.kept.keys() == GAMES[name].KEPT.keys()
    assert all(np.array_equal(one.kept[kept], two.kept[kept]) for kept in one.kept)
    assert one.decisions == two.decisions
    assert not np.array_equal(one.scores[:CHUNK], one.scores[CHUNK : 2 * CHUNK]), "chunks have luck of their own"
    assert not np.array_equal(simulate(GAMES[name], 5, seed=bytes(32)).scores, one.scores[:5])


@pytest.mark.parametrize("name", GAMES)
def test_simulated_matches_are_those_that_the_interpreter_plays(name: str) -> None:
    game, matches = GAMES[name], 3
    table = TABLES[name][0]
    rules = table.match(0).rules()
    length = len(rules) - game.WIDTH
    finished = [[0] * game.WIDTH for _ in range(length)]
    scores = [[0] * table.seats for _ in range(matches)]
    kept = [[[[0] * table.seats for _ in range(length)] for _ in game.KEPT] for _ in range(matches)]
    lengths = [0] * matches
    state = luck.fresh_state(SEED, "simulate/0")
    decisions = plain_bulk(game).play_many(
        rules, game.bounds(rules), finished, list(game.KEPT.values()), state, scores, kept, lengths
    )
    simulated = simulate(game, matches, seats=table.seats, options=table.options, seed=SEED)
    assert simulated.scores.tolist() == scores
    assert [[simulated.kept[column][match].tolist() for column in game.KEPT] for match in range(matches)] == kept
    assert (simulated.decisions, simulated.deals.tolist()) == (decisions, lengths)


@pytest.mark.parametrize("options", [{}, {"preset": "house"}, {"hook": "on", "series": [7, 8, 9]}], ids=str)
@pytest.mark.parametrize("seats", [3, 6])
def test_the_scores_of_wizard_follow_from_the_kept_bids_and_tricks(seats: int, options: Mapping[str, object]) -> None:
    result = simulate(wizard, 300, seats=seats, options=options, seed=SEED)
    bids, won = result.kept["bids"].astype(np.int64), result.kept["tricks"].astype(np.int64)
    points = np.where(bids == won, 20 + 10 * won, -10 * abs(bids - won))
    points[bids == wizard.NO_BID] = 0
    assert np.array_equal(points.sum(axis=1), result.scores)
    hand_sizes = wizard.rules(seats, settled(wizard, seats, options))[wizard.WIDTH :]
    assert (won.sum(axis=2) == hand_sizes).all(), "all tricks of every round are taken"
    gone = (bids == wizard.NO_BID).sum(axis=2)
    assert (gone[:, 0] == 0).all()
    assert (gone[:, -1] == (3 if options.get("preset") == "house" and seats == 6 else 0)).all()
    if options.get("hook") == "on":
        assert (bids.sum(axis=2) != hand_sizes).all()


def test_the_tricks_of_the_duel_are_all_taken_and_the_money_of_figgie_stays_at_the_table() -> None:
    tricks_taken = simulate(duel, 500, options={"ranks": 7, "stock": 4}, seed=SEED)
    assert (tricks_taken.scores.sum(axis=1) == 12).all()
    assert np.array_equal(tricks_taken.kept["tricks"][:, 0], tricks_taken.scores)
    assert tricks_taken.decisions == 500 * 24
    money = simulate(figgie, 500, seats=5, options={"model": "tick"}, seed=SEED)
    assert (money.scores.sum(axis=1) == 0).all()
    assert (money.kept["money"][:, 0].sum(axis=1) == 5 * 310).all()


@pytest.mark.parametrize("name", GAMES)
def test_no_matches_and_matches_that_fill_no_chunk(name: str) -> None:
    none = simulate(GAMES[name], 0, seed=SEED)
    assert none.scores.shape[0] == none.decisions == 0
    assert all(kept.shape[0] == 0 for kept in none.kept.values())
    told: list[int] = []
    few, more = simulate(GAMES[name], 7, seed=SEED), simulate(GAMES[name], CHUNK + 1, seed=SEED, progress=told.append)
    assert np.array_equal(more.scores[:7], few.scores)
    assert more.scores.any(axis=1).mean() > 0.9, "every match is played"
    assert sorted(told) == [1, CHUNK]


def test_without_a_seed_every_simulation_is_another_one() -> None:
    assert not np.array_equal(simulate(wizard, 3).scores, simulate(wizard, 3).scores)


@pytest.mark.parametrize(
    ("name", "seats", "options", "sentence"),
    [
        ("wizard", 7, {}, "wizard is played by 3 to 6 seats, not 7"),
        ("duel", 3, {}, "duel is played by 2 seats, not 3"),
        ("figgie", 4, {"model": "auction"}, "option model is 'auction'; allowed: turn, tick"),
        ("figgie", 4, {"hook": "on"}, "unknown option 'hook'; allowed: model"),
        ("wizard", 4, {"bidding": "hidden", "hook": "on"}, "option bidding is 'hidden' with hook 'on'"),
        ("wizard", 6, {"series": [11]}, "option series deals 11 cards to each of 6 seats"),
        ("duel", 2, {"ranks": 3, "stock": 12}, "option stock is 12"),
    ],
)
def test_a_mistake_is_answered_with_a_sentence(
    name: str, seats: int, options: Mapping[str, object], sentence: str
) -> None:
    with pytest.raises(Mistake) as caught:
        simulate(GAMES[name], 10, seats=seats, options=options)
    assert str(caught.value).startswith(sentence)


# Several processes


def test_who_waits_for_another_process_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "somebody", True)
    monkeypatch.setattr(waiting, "SOON_S", 0.05)
    monkeypatch.setattr(waiting, "_before", (0, 0.0))
    monkeypatch.setattr(waiting, "_next_line_s", 0.0)
    with (tmp_path / "lock").open("w") as theirs, (tmp_path / "lock").open("w") as ours:
        lock(theirs)
        assert capsys.readouterr().err == ""
        waiter = threading.Thread(target=lock, args=(ours,))
        waiter.start()
        waiter.join(0.6)
        assert waiter.is_alive()
        theirs.close()
        waiter.join(20)
        assert not waiter.is_alive()
    assert capsys.readouterr().err.startswith(f"{WAIT_FOR_OTHER}, 0 so far, ")


COMPILES = """
import sys
from overtrick.compiled.twin import twin
from overtrick.core import cards
made = twin(cards)
print(made.member(0b10110, 1), flush=True)
print(sum(made.member.stats.cache_misses.values()), sum(made.member.stats.cache_hits.values()))
"""


@pytest.mark.long
def test_of_several_processes_that_need_the_same_code_one_compiles_it(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    started = [
        subprocess.Popen([sys.executable, "-c", COMPILES], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = [process.communicate(timeout=300)[0].split() for process in started]
    assert [words[0] for words in said] == ["2"] * 3
    assert sorted(words[1:] for words in said) == [["0", "1"], ["0", "1"], ["1", "0"]]


def test_what_is_only_loaded_is_never_told_as_compiling(tmp_path: Path) -> None:
    told_at_once = "from overtrick.core import waiting\nwaiting.SOON_S = waiting.SOONEST_S = 0.0\n"
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", told_at_once + COMPILES]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=300)
        for _ in range(2)
    )
    assert first.stderr.startswith(f"{WAIT}, 0 so far, ")
    assert (second.stdout, second.stderr) == ("2\n0 1\n", "")
