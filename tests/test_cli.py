"""The command line, from outside: what it prints, how it answers mistakes, and that it starts at once."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from overtrick.cli import cli, main
from overtrick.games import GAMES
from overtrick.match import from_json, replay
from overtrick.mistake import Mistake


def run(*words: str, typed: str = "") -> str:
    """Return what a command prints."""
    done = CliRunner().invoke(cli, words, input=typed, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def complaint(*words: str) -> str:
    """Return the sentence that a command answers a mistake with."""
    done = subprocess.run([sys.executable, "-m", "overtrick", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1
    return lines[0]


def test_games_lists_every_game_and_option() -> None:
    text = run("games")
    for name, game in GAMES.items():
        assert name in text
        for option in game.OPTIONS:
            assert option.name in text


def test_games_as_json_says_the_same() -> None:
    listed = json.loads(run("games", "--json"))
    assert [entry["game"] for entry in listed] == list(GAMES)
    assert {option["name"] for option in listed[0]["options"]} == {option.name for option in GAMES["wizard"].OPTIONS}


@pytest.mark.parametrize("game", GAMES)
def test_rules_explains_a_game_and_its_options(game: str) -> None:
    text = run("rules", game)
    assert len(text.splitlines()) > 20
    assert all(f"`{option.name}`" in text for option in GAMES[game].OPTIONS)


@pytest.mark.parametrize("game", GAMES)
def test_deal_shows_the_hands(game: str) -> None:
    text = run("deal", game, "--seed", "1")
    assert text.count("seat") >= GAMES[game].SEATS[0]
    assert "result" not in text


@pytest.mark.parametrize("game", GAMES)
def test_deal_plays_to_the_end_and_the_json_can_be_replayed(game: str) -> None:
    assert "result" in run("deal", game, "--seed", "1", "--play", "random")
    data = json.loads(run("deal", game, "--seed", "1", "--play", "random", "--json"))
    assert "rules" in data
    replay(from_json(data))


def test_the_house_game_of_six_has_twenty_rounds_and_three_eliminations() -> None:
    words = ("deal", "wizard", "--seats", "6", "--option", "preset=house", "--play", "random", "--json")
    data = json.loads(run(*words))
    assert [deal["start"]["cards"] for deal in data["deals"]] == list(range(1, 21))
    assert [len(deal["start"]["still_in"]) for deal in data["deals"]] == [6] * 10 + [5] * 2 + [4] * 3 + [3] * 5
    assert [number for number, deal in enumerate(data["deals"], 1) if deal["notes"]] == [10, 12, 15]
    assert data["deals"][19]["start"]["turned_up"] is None
    finalists = data["deals"][19]["start"]["still_in"]
    assert sorted(data["places"][seat] for seat in finalists)[0] == 1
    assert sorted(set(range(1, 7)) - {data["places"][seat] for seat in finalists})[-3:] == [4, 5, 6]


def test_the_same_seed_deals_the_same_cards() -> None:
    assert run("deal", "figgie", "--seed", "abc") == run("deal", "figgie", "--seed", "ABC")
    assert run("deal", "figgie", "--seed", "abc") != run("deal", "figgie", "--seed", "abd")


def test_match_prints_one_line_and_writes_the_record(tmp_path: Path) -> None:
    out = tmp_path / "record.json"
    text = run("match", "wizard", "random", "first", "wizard:random", "--seed", "5", "--out", str(out))
    assert text.startswith("result")
    assert len(text.splitlines()) == 1
    replay(from_json(json.loads(out.read_text())))


def test_a_bot_of_ones_own_plays_when_it_is_trusted(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("def choose(view):\n    return view.legal[0]\n")
    mine = run("match", "duel", str(bot), "random", "--seed", "2", "--trust")
    assert mine.replace(str(bot), "first") == run("match", "duel", "first", "random", "--seed", "2")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("deal", "poker"), "overtrick: unknown game 'poker'; allowed: wizard, duel, figgie"),
        (("rules", "poker"), "overtrick: unknown game 'poker'; allowed: wizard, duel, figgie"),
        (("deal", "wizard", "--seats", "7"), "overtrick: wizard is played by 3 to 6 seats, not 7"),
        (("deal", "duel", "--seats", "3"), "overtrick: duel is played by 2 seats, not 3"),
        (("match", "duel", "random"), "overtrick: duel is played by 2 seats, not 1"),
        (("deal", "wizard", "-o", "hook"), "overtrick: option 'hook' has no value; write it as name=value"),
        (("deal", "wizard", "-o", "hook=on", "-o", "hook=off"), "overtrick: option 'hook' is given twice"),
        (("deal", "wizard", "-o", "hook=yes"), "overtrick: option hook is 'yes'; allowed: off, on, canadian"),
        (("deal", "figgie", "-o", "hook=on"), "overtrick: unknown option 'hook'; allowed: model"),
        (("deal", "duel", "--seed", "xyz"), "overtrick: seed is 'xyz'; allowed: 1 to 64 hexadecimal digits"),
        (
            ("deal", "duel", "--play", "genius"),
            "overtrick: unknown bot 'genius'; allowed: duel:first, duel:random, or a Python file",
        ),
        (("match", "duel", "no/such.py", "random"), "overtrick: there is no file no/such.py"),
        (("play", "duel", "--seat", "2"), "overtrick: seat is 2; allowed: 0 to 1"),
    ],
)
def test_a_mistake_gets_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert complaint(*words) == sentence


def test_a_python_file_is_not_run_unless_it_is_trusted(tmp_path: Path) -> None:
    bot = tmp_path / "loud.py"
    bot.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\ndef choose(view): return view.legal[0]\n")
    assert "say --trust if you trust it" in complaint("match", "duel", str(bot), "random")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("x = 1\n", "has no function choose(view)"),
        ("def choose(view): return 'S9'\n", "seat 0: S9 is not in the hand"),
        ("def choose(view): return 'ace of spades'\n", "is no card of the duel"),
        ("def choose(view): return None\n", "answered None; allowed: the name of an action"),
        ("def choose(view: return\n", "cannot be run: SyntaxError"),
        ("def choose(view): return view.nonsense\n", "raised AttributeError"),
    ],
)
def test_a_broken_bot_is_told_what_is_wrong(source: str, sentence: str, tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text(source)
    assert sentence in complaint("match", "duel", str(bot), "random", "--trust")


def test_a_person_can_play_a_whole_duel_in_the_terminal() -> None:
    cards = [f"{suit}{value}" for suit in "SHDC" for value in "A2345"]
    text = run("play", "duel", "--seed", "7", typed="\n".join(cards * 10))
    assert "result" in text
    assert "(you)" in text


def test_a_person_can_play_wizard_and_is_told_why_something_is_refused() -> None:
    typed = "bid 9\nhello\n1\nw\nj\n" + "\n".join(f"{suit}{rank}" for suit in "RYGB" for rank in range(1, 14)) + "\n"
    text = run("play", "wizard", "--seed", "1", "--seat", "1", "--option", "series=1", typed=typed + "w\nj\n")
    assert "bid 9 is more than there are tricks in this round" in text
    assert "'hello' is no action of Wizard" in text
    assert "your hand" in text
    assert "result" in text


def test_leaving_the_table_is_quiet() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "overtrick", "play", "duel"], input="", capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_every_command_is_in_the_readme_or_the_docs() -> None:
    root = Path(__file__).parents[1]
    text = "".join(page.read_text() for page in [root / "README.md", *(root / "docs").rglob("*.md")])
    assert [name for name in cli.commands if f"overtrick {name}" not in text] == []


def test_help_answers_at_once() -> None:
    subprocess.run([sys.executable, "-m", "overtrick", "--help"], capture_output=True, check=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "overtrick", "--help"], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime) < 0.2


def test_only_mistakes_are_turned_into_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("a bug of ours")

    monkeypatch.setattr("overtrick.cli.cli", fail)
    with pytest.raises(ValueError, match="a bug of ours"):
        main()
    assert issubclass(Mistake, ValueError)


def test_output_that_nobody_reads_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "overtrick", "deal", "wizard", "--play", "random"],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert "Traceback" not in done.stderr
