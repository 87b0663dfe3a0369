"""Games from outside: loaded from a file or an entry point, judged by the laws, played like our own."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from overtrick.adapters.gymnasium import Seat
from overtrick.adapters.pettingzoo.arena import Arena, wrapped
from overtrick.bots.find import find
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, add_game, all_games, find_game
from overtrick.games import outside as own
from overtrick.games.contract import Game
from overtrick.match.laws import check_all, check_laws
from overtrick.match.play import play
from overtrick.match.record import from_json, new_match, replay, to_json
from overtrick.match.sitting import Chair, sit_down
from overtrick.scenes.scene import scene

ROOT = Path(__file__).parents[2]
OH_HELL = ROOT / "examples" / "oh_hell.py"
SEED = bytes(32)


def broken(folder: Path, old: str, new: str) -> Path:
    """Return a copy of the game in which something is changed."""
    text = OH_HELL.read_text()
    assert old in text
    path = folder / "broken.py"
    path.write_text(text.replace(old, new))
    return path


def test_the_example_is_short() -> None:
    assert len(OH_HELL.read_text().splitlines()) <= 150


@pytest.mark.long
@pytest.mark.parametrize("name", ["wizard", "duel", "figgie"])
def test_our_own_games_keep_the_laws(name: str) -> None:
    assert all(tried.positions > 0 for _, _, tried in check_all(GAMES[name], 1, SEED))


@pytest.mark.long
def test_oh_hell_keeps_the_laws(oh_hell: Game) -> None:
    tried = list(check_all(oh_hell, 10, SEED))
    assert [seats for seats, options, _ in tried if not options] == [3, 4, 5]
    assert sum(one.positions for _, _, one in tried) > 4000


@pytest.mark.parametrize(
    ("old", "new", "law"),
    [
        ("hide = tricks.hide_hands", "def hide(row, seat): pass", "tells no other hand"),
        ("return NAMES.index(text)", "return 0", "parse reads the name"),
        ("raise Mistake(f", "raise ValueError(f", "parse raises Mistake"),
        ("        return NO_ACTION", "        return 99", "a code that has a sentence"),
        ("if refuse(row, action) == OK]", "]", "none that refuse refuses"),
        ('"cards": row[tricks.CARDS],', '"cards": {1: 2},', "plain data"),
        (
            "    return 10 + row[tricks.WON + seat]",
            "    return 0.5 + row[tricks.WON + seat]",
            "a score is a whole number",
        ),
    ],
)
def test_a_broken_law_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, law: str) -> None:
    monkeypatch.setenv(own.VARIABLE, "")
    game = add_game(broken(tmp_path, old, new))
    try:
        with pytest.raises(Mistake, match=f"this law is broken: .*{law}"):
            check_laws(game, 3, {}, SEED)
    finally:
        del GAMES["oh-hell"]


def test_a_match_and_its_record_work(oh_hell: Game) -> None:
    match = new_match("oh-hell", ["random", "first", "random"], {"cards": 4}, SEED)
    record = play(match, [find(name, "oh-hell")() for name in match.players])
    assert len(record.deals) == 4
    rows = replay(from_json(to_json(record)))
    first = oh_hell.KEPT["tricks"]
    assert [sum(row[first : first + 3]) for row in rows] == [4, 3, 2, 1], "every trick was taken by somebody"


@pytest.mark.filterwarnings("ignore:Observation", "ignore:Action mask")  # as in test_pettingzoo.py
def test_the_checks_of_gymnasium_and_pettingzoo_pass_for_it(oh_hell: Game) -> None:
    check_env(Seat("oh-hell", 4, opponents="random", options={"cards": 3}), skip_render_check=True)
    api_test(wrapped(Arena("oh-hell", 3, options={"cards": 2})), num_cycles=100)
    seed_test(lambda: wrapped(Arena("oh-hell", 5)), num_cycles=20)


def test_somebody_can_sit_down_at_it(oh_hell: Game) -> None:
    sitting = sit_down("oh-hell", [Chair(f"N{seat}", "oh-hell:random", seat == 0) for seat in range(3)], {})
    while not sitting.over:
        sitting.let_bots_act()
        if not sitting.over:
            drawn = scene(sitting.going, 0, ["A", "B", "C"])
            sitting.act(0, drawn["now"]["legal"][0], drawn["step"])
    assert replay(sitting.record())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1", "is no game: it lacks NAME, VERSION"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError"),
        (OH_HELL.read_text().replace('"oh-hell", 1', '"wizard", 1'), "allowed: a name that no game of ours has"),
        (OH_HELL.read_text().replace("def name(row: Row, action", "def name(action"), "takes the arguments"),
        (OH_HELL.read_text().replace('"oh-hell", 1', '"../x", 1'), "allowed: letters, digits and hyphens"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "game.py"
    path.write_text(text)
    with pytest.raises(Mistake, match=words):
        add_game(path)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(Mistake, match=r"there is no file nowhere\.py"):
        add_game(Path("nowhere.py"))


def test_a_record_never_runs_a_file() -> None:
    with pytest.raises(Mistake, match="unknown game"):
        find_game(str(OH_HELL))


def test_an_installed_package_may_offer_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "offered_game.py").write_text(OH_HELL.read_text().replace('"oh-hell"', '"offered"'))
    info = tmp_path / "offered-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: offered\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[overtrick.games]\noffered = offered_game\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    own.offered.cache_clear()
    try:
        assert "offered" in GAMES
        assert find_game("offered").NAME == "offered"
    finally:
        own.offered.cache_clear()
        GAMES.pop("offered", None)
        sys.modules.pop("offered_game", None)


def test_a_name_of_no_game_is_not_looked_for_in_all_packages_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []

    def look(**wanted: object) -> list[object]:
        looked.append(wanted)
        return []

    monkeypatch.setattr(own, "entry_points", look)
    own.offered.cache_clear()
    try:
        assert not any(name in GAMES for name in ("", "site", "cards", "chess"))
        assert len(looked) == 1
    finally:
        own.offered.cache_clear()


def test_installed_games_are_listed_and_one_that_cannot_be_loaded_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "listed_game.py").write_text(OH_HELL.read_text().replace('"oh-hell"', '"listed"'))
    (tmp_path / "broken_game.py").write_text("1 / 0\n")
    info = tmp_path / "listed-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: listed\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[overtrick.games]\nlisted = listed_game\nbroken = broken_game\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    own.offered.cache_clear()
    try:
        assert list(all_games()) == ["wizard", "duel", "figgie", "listed"]
        assert "the installed game broken is left out: division by zero" in caplog.text
    finally:
        own.offered.cache_clear()
        GAMES.pop("listed", None)
        sys.modules.pop("listed_game", None)


def overtrick(*words: str, folder: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != own.VARIABLE}
    command = [sys.executable, "-m", "overtrick", "--game-file", str(OH_HELL), *words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


TOP_CARD = """
from overtrick.core.mistake import Mistake
NAME, VERSION, SUMMARY, SEATS, WIDTH, REFUSALS = "top-card", 1, "The highest card wins.", range(2, 4), 8, ("", "no")
def rules(seats, options): return [0, seats, *[0] * 6, 1]
def next_deal(rules, finished): return [] if finished else rules[:8]
def bounds(rules): return [52] * 3
def deal(setup, draws): return [0, setup[1], *[draw + 1 for draw in draws], 0, 0, 0]
def to_move(row): return row[0]
def refuse(row, action): return 0 if action == 0 and row[0] >= 0 else 1
def legal(row): return [0] if row[0] >= 0 else []
def play(row, action): row[5 + row[0]] = row[2 + row[0]]; row[0] = row[0] + 1 if row[0] + 1 < row[1] else -1
def score(row, seat): return int(row[5 + seat] == max(row[5:8]))
def hide(row, seat):
    for other in range(row[1]):
        if other != seat and row[0] >= 0: row[2 + other] = 0
def places(rules, finished): return [2 - score(finished[0], seat) for seat in range(rules[1])]
def name(row, action): return "show"
def parse(row, text):
    if text != "show": raise Mistake(f"{text!r} is no action; allowed: show")
    return 0
def state(row): return {"cards": 1, "shown": row[5 : 5 + row[1]]}
"""


def test_a_game_without_tricks_and_hands_can_be_shown_and_simulated(tmp_path: Path) -> None:
    (tmp_path / "top.py").write_text(TOP_CARD)
    environment = {name: value for name, value in os.environ.items() if name != own.VARIABLE}
    for words in (
        "laws top-card --seed 1",
        "match top-card random first --blocks 1 --out m.jsonl",
        "show m.jsonl",
        "replay m.jsonl --plain",
        "simulate top-card --matches 5 --seed 1",
    ):
        command = [sys.executable, "-m", "overtrick", "--game-file", "top.py", *words.split()]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, input="\n" * 9
        )
        assert done.returncode == 0, (words, done.stderr)


def test_commands_know_the_game_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def choose(view):\n    return view.legal[-1]\n")
    assert "plays oh-hell without a fault" in overtrick("check", "bot.py", "--game", "oh-hell", folder=tmp_path)
    overtrick("match", "oh-hell", "bot.py", "random", "first", "--blocks", "1", "--out", "o.jsonl", folder=tmp_path)
    shown = overtrick("show", "o.jsonl", folder=tmp_path)
    assert "oh-hell, deal 1: 7 cards each" in shown
    assert "trick 7" in shown
    assert "Oh hell (oh-hell): 3 to 5 seats. Bid how many tricks" in overtrick("games", folder=tmp_path)
    assert "only an exact bid scores" in overtrick("rules", "oh-hell", folder=tmp_path)


@pytest.mark.long
def test_a_tournament_of_it_is_played_on_several_processes_and_verified(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def choose(view):\n    return view.legal[-1]\n")
    (tmp_path / "t.toml").write_text(
        'name = "T"\ngame = "oh-hell"\nseats = 3\nformat = "round robin"\nblocks = 2\nworkers = 2\nseed = "1"\n'
        '[entrants]\nrandom = "random"\nfirst = "first"\nmine = "bot.py"\n'
    )
    assert "mine" in overtrick("tournament", "t.toml", "--store", "s.db", folder=tmp_path)
    assert "all cards and all plays are as they should be" in overtrick("verify", "s.db", folder=tmp_path)
