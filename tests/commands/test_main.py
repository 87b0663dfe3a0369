"""The command line, from outside: what it prints, how it answers mistakes, and that it starts at once."""

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from click.testing import CliRunner

from overtrick.commands.main import cli, main
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.match.record import from_json, replay


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


def test_match_plays_every_rotation_and_writes_the_records(tmp_path: Path) -> None:
    out = tmp_path / "records.jsonl"
    text = run(
        "match", "wizard", "random", "first", "wizard:classic", "--seed", "5", "--blocks", "2", "--out", str(out)
    )
    assert text.splitlines()[0].startswith("1. wizard:classic")
    records = [from_json(json.loads(line)) for line in out.read_text().splitlines()]
    assert [record.match.players[0] for record in records] == ["random", "wizard:classic", "first"] * 2
    assert [record.match.seed for record in records[:3]] == [records[0].match.seed] * 3
    assert records[0].match.seed != records[3].match.seed
    for record in records:
        replay(record)
    shown = run("show", str(out))
    assert shown.count("result") == 6
    assert "wizard, deal 2:" in run("show", str(out), "--deal", "2")
    heads = [line for line in shown.splitlines() if line.startswith("match ")]
    assert heads[1] == "match 2 of 6: seat 0 wizard:classic, seat 1 random, seat 2 first"
    assert len(heads) == 6
    third = run("show", str(out), "--match", "3", "--deal", "2").splitlines()
    assert third[0].startswith("match 3 of 6: seat 0 first, ")
    assert third[1].startswith("wizard, deal 2:")
    assert third[-1].startswith("result")
    assert sum(line.startswith("wizard, deal ") for line in third) == 1


def test_ctrl_c_prints_the_score_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    from overtrick.match import play as played

    count = 0

    def interrupted(*words: Any) -> Any:
        nonlocal count
        count += 1
        if count == 6:
            raise KeyboardInterrupt
        return original(*words)

    original = played.play_until_it_counts
    monkeypatch.setattr(played, "play_until_it_counts", interrupted)
    done = CliRunner().invoke(cli, ["match", "duel", "random", "random", "--seed", "7", "--blocks", "9"])
    assert done.exit_code == 1
    assert "2 blocks of 2 matches; --seed 7 repeats them" in done.output
    assert "random (1)" in done.output
    assert "stopped after 2 of 9 blocks" in done.output


def test_files_left_by_a_killed_process_are_removed() -> None:
    left = Path(tempfile.gettempdir(), "overtrick-bots-999999999-left")
    left.mkdir(exist_ok=True)
    code = "from overtrick.bots.program import stage_root; print(stage_root())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not left.exists()
    assert not Path(done.stdout.strip()).exists()


def test_match_as_json_says_what_the_table_says() -> None:
    words = ("match", "duel", "greedy", "random", "--seed", "5", "--blocks", "4")
    data = json.loads(run(*words, "--json"))
    best = data["players"][0]
    text = run(*words)
    assert f"{best['mean']:+.2f} ± {best['mean_high'] - best['mean']:.2f}" in text
    assert "± is half of the 95 % interval" in text
    assert run(*words, "--workers", "2").endswith(text)
    assert data["players"][0]["mean"] + data["players"][1]["mean"] == pytest.approx(10)


def test_faults_are_told_in_words_and_end_with_code_1_on_request(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def choose(view):\n    return 'banana'\n")
    words = ("match", "duel", "greedy", str(tmp_path / "bad.py"), "--json", "--trust")
    done = CliRunner().invoke(cli, [*words, "--fail-on-fault"])
    assert done.exit_code == 1 and json.loads(run(*words)) == {**json.loads(done.output), "seed": ANY}
    good, bad = json.loads(done.output)["players"]
    assert (good["first_fault"], bad["faults"]) == (None, 2) and bad["first_fault"].startswith("illegal: 'banana'")
    assert CliRunner().invoke(cli, ["match", "duel", "greedy", "first", "--fail-on-fault"]).exit_code == 0


def test_a_bot_of_ones_own_plays_the_same_behind_the_fence_and_trusted(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("def choose(view):\n    return view.rng.choice(view.legal)\n")
    words = ("match", "duel", str(bot), "first", "--seed", "2", "--blocks", "3", "--json")
    assert run(*words, "--trust") == run(*words)


def test_replay_steps_through_a_deal(tmp_path: Path) -> None:
    out = tmp_path / "records.jsonl"
    run("match", "duel", "first", "greedy", "--seed", "5", "--out", str(out))
    text = run("replay", str(out), "--match", "2", typed="\n" * 20)
    assert "[20/20]" in text
    assert text.count("(greedy):") == 10
    assert "scores" in text
    assert "[3/20]" not in run("replay", str(out), typed="\nq\n")


@pytest.mark.long
def test_check_passes_a_good_bot_and_shows_what_it_met(tmp_path: Path) -> None:
    bot = tmp_path / "good.py"
    bot.write_text("def choose(view):\n    return view.legal[0]\n")
    for game in GAMES:
        text = run("check", str(bot), "--game", game)
        assert f"{bot} plays {game} without a fault" in text
        assert text.count("\n-- ") == (2 if game == "figgie" else 0)  # it passes, so it never quotes and trades


BAD_BOTS = {
    "def choose(view): return 'S9'\n": ("illegal", "S9 is not in the hand"),
    "def choose(view): return 'ace of spades'\n": ("illegal", "is no card of the duel"),
    "def choose(view): return None\n": ("garbled", "None is no action"),
    "def choose(view): return view.nonsense\n": ("crash", "AttributeError"),
    "import sys\ndef choose(view): sys.exit(3)\n": ("crash", "SystemExit"),
    "import os\ndef choose(view): os._exit(3)\n": ("crash", "exit code 3"),
    "def choose(view):\n    while True: pass\n": ("timeout", "no answer after"),
    "import time\ndef choose(view): time.sleep(60)\n": ("timeout", "no answer after"),
    "def choose(view):\n    return min(view.state['hands'][view.seat], key=lambda card: card in view.legal)\n": (
        "illegal",
        "does not follow the led suit",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("source", BAD_BOTS)
def test_check_explains_the_first_fault(source: str, tmp_path: Path) -> None:
    bot = tmp_path / "bad.py"
    bot.write_text(source)
    limits = ("--limits", "cpu=100ms,bank=0ms,start=1s,wall=2")
    done = CliRunner().invoke(cli, ["check", str(bot), "--game", "duel", *limits], catch_exceptions=False)
    ending, sentence = BAD_BOTS[source]
    assert done.exit_code == 1
    assert f"FAULT ({ending})" in done.output
    assert sentence in done.output
    assert "the question was:" in done.output
    again = next(line for line in done.output.splitlines() if line.startswith("see it again: overtrick "))
    repeated = CliRunner().invoke(cli, shlex.split(again)[4:], catch_exceptions=False)
    assert f"FAULT ({ending})" in repeated.output


@pytest.mark.long
def test_new_writes_a_bot_that_passes_the_check(tmp_path: Path) -> None:
    for game in GAMES:
        for lang in ("python", "c"):
            folder = tmp_path / f"{game}-{lang}"
            assert "overtrick check" in run("new", game, str(folder), "--lang", lang)
            assert "without a fault" in run("check", str(folder), "--game", game)


def test_doctor_tells_the_fence() -> None:
    facts = json.loads(run("doctor", "--json"))
    assert facts[0]["what"] == "fence"
    assert facts[0]["found"] in ("A+", "A", "B", "C")
    assert "fence" in run("doctor")


GAMES_ALLOWED = "allowed: wizard, duel, figgie, or your own with --game-file"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("deal", "poker"), f"overtrick: unknown game 'poker'; {GAMES_ALLOWED}"),
        (("rules", "poker"), f"overtrick: unknown game 'poker'; {GAMES_ALLOWED}"),
        (("deal", "wizard", "--seats", "7"), "overtrick: wizard is played by 3 to 6 seats, not 7"),
        (("deal", "duel", "--seats", f"{10**20}"), f"overtrick: duel is played by 2 seats, not {10**20}"),
        (("deal", "duel", "--seats", "3"), "overtrick: duel is played by 2 seats, not 3"),
        (("match", "duel", "random"), "overtrick: duel is played by 2 seats, not 1"),
        (("deal", "wizard", "-o", "hook"), "overtrick: option 'hook' has no value; write it as name=value"),
        (("deal", "wizard", "-o", "hook=on", "-o", "hook=off"), "overtrick: option 'hook' is given twice"),
        (("deal", "wizard", "-o", "hook=yes"), "overtrick: option hook is 'yes'; allowed: off, on, canadian"),
        (
            ("deal", "figgie", "-o", "hook=on"),
            "overtrick: unknown option 'hook'; allowed: model, rounds, seconds, reaction",
        ),
        (("deal", "duel", "--seed", "xyz"), "overtrick: seed is 'xyz'; allowed: 1 to 64 hexadecimal digits"),
        (
            ("deal", "duel", "--play", "genius"),
            "overtrick: there is no bot 'genius'; allowed: duel:random, duel:first, duel:greedy, duel:sampler, "
            "duel:perfect, duel:novice, duel:easy, duel:medium, duel:hard, duel:expert, or a file or folder",
        ),
        (("match", "duel", "random", "first", "--blocks", "0"), "overtrick: blocks is 0; allowed: 1 or more"),
        (("show", "no/such.json"), "overtrick: no/such.json cannot be read: No such file or directory"),
        (
            ("check", "mine.py"),
            "overtrick: there is no bot 'mine.py'; allowed: a file or folder, or the name of a built-in",
        ),
        (("check", "mine.py", "--game", "go"), f"overtrick: unknown game 'go'; {GAMES_ALLOWED}"),
        (("show", "/dev/null"), "overtrick: /dev/null holds no record"),
        (("new", "duel", "/dev/null/bot"), "overtrick: /dev/null/bot: Not a directory"),
        (("play", "duel", "--seat", "2"), "overtrick: seat is 2; allowed: 0 to 1"),
    ],
)
def test_a_mistake_gets_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert complaint(*words) == sentence


@pytest.mark.parametrize(
    ("name", "source", "sentence"),
    [
        ("bot.py", "x = 1\n", "has no function choose(view) or get_action(state)"),
        ("bot.py", "def choose(view: return\n", "is not Python"),
        ("bot.txt", "hello", "is no bot; allowed: a .py or .c file, an executable"),
    ],
)
def test_a_file_that_cannot_be_a_bot_gets_one_sentence(name: str, source: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(source)
    assert sentence in complaint("match", "duel", str(tmp_path / name), "random")
    assert sentence in complaint("match", "duel", str(tmp_path / name), "random", "--trust")


def test_a_pipe_called_like_a_bot_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "bot.py")
    assert complaint("check", str(tmp_path / "bot.py"), "--game", "duel").endswith("bot.py is not a file")


def test_what_a_bot_says_cannot_disturb_the_terminal(tmp_path: Path) -> None:
    bot = tmp_path / "loud.py"
    bot.write_text('def choose(view):\n    raise ValueError("\\x1b[2J")\n')
    done = CliRunner().invoke(cli, ["check", str(bot), "--game", "duel"], catch_exceptions=False, color=True)
    assert "the bot raised ValueError: ?[2J" in done.output
    assert "\x1b" not in done.output


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_match_that_is_stopped_from_the_keyboard_ends_at_once_and_leaves_no_files(
    number: signal.Signals, tmp_path: Path
) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text("import time\ndef choose(view):\n    time.sleep(60)\n")
    command = [sys.executable, "-m", "overtrick", "match", "wizard", *[str(bot)] * 3]
    pipe, temporary = subprocess.PIPE, tmp_path / "tmp"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen(command, stderr=pipe, text=True, start_new_session=True, env=environment) as process:
        while not list(temporary.glob("overtrick-bots-*/*")):
            time.sleep(0.05)
        time.sleep(1)
        os.killpg(process.pid, number)  # as a terminal does it: everybody in the group is told
        errors = process.communicate(timeout=20)[1]
    assert process.returncode == 1
    assert errors.strip() == "overtrick: stopped before it was done"
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("words", [("match", "duel", "BOT", "random"), ("check", "BOT", "--game", "duel")])
def test_limits_that_no_fence_would_keep_are_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(view): return view.legal[0]\n")
    given = [str(bot) if word == "BOT" else word for word in words]
    assert "which is trusted" in complaint(*given, "--trust", "--limits", "cpu=1s")


def test_a_c_file_that_does_not_compile_gets_the_words_of_the_compiler(tmp_path: Path) -> None:
    bot = tmp_path / "bot.c"
    bot.write_text("int main(void) { return missing; }\n")
    done = subprocess.run(
        [sys.executable, "-m", "overtrick", "match", "duel", str(bot), "random"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "bot.c does not compile" in done.stderr
    assert "missing" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_strangers_file_never_runs_outside_the_fence(tmp_path: Path) -> None:
    bot = tmp_path / "loud.py"
    bot.write_text(
        f"from pathlib import Path\nPath({str(tmp_path / 'ran')!r}).touch()\ndef choose(view): return view.legal[0]\n"
    )
    run("match", "duel", str(bot), "random")
    assert not (tmp_path / "ran").exists()
    run("match", "duel", str(bot), "random", "--trust")
    assert (tmp_path / "ran").exists()


def test_a_person_can_play_a_whole_duel_in_the_terminal() -> None:
    cards = [f"{suit}{value}" for suit in "SHDC" for value in "A2345"]
    text = run("play", "duel", "--seed", "7", typed="\n".join(cards * 10))
    assert "result" in text
    assert "(You)" in text


def test_a_person_can_play_wizard_and_is_told_why_something_is_refused() -> None:
    typed = "bid 9\nhello\n1\nw\nj\n" + "\n".join(f"{suit}{rank}" for suit in "RYGB" for rank in range(1, 14)) + "\n"
    text = run("play", "wizard", "--seed", "1", "--seat", "1", "--option", "series=1", typed=typed + "w\nj\n")
    assert "a bid of 9 is more than there are tricks in this round" in text
    assert "'hello' is no action of Wizard" in text
    assert "your hand" in text
    assert "round       1\ncards       1\ndealer      Ada\n" in text
    assert "result" in text


def test_every_command_is_in_the_readme_or_the_docs() -> None:
    root = Path(__file__).parents[2]
    text = "".join(page.read_text() for page in [root / "README.md", *(root / "docs").rglob("*.md")])
    assert [name for name in cli.commands if f"overtrick {name}" not in text] == []


def test_help_answers_at_once() -> None:
    subprocess.run([sys.executable, "-m", "overtrick", "--help"], capture_output=True, check=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "overtrick", "--help"], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime) < 0.2


def test_only_mistakes_are_turned_into_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("a bug of ours")

    monkeypatch.setattr("overtrick.commands.main.cli", fail)
    monkeypatch.setenv("PYTHONSAFEPATH", "")  # which main sets for all that it starts, and other tests must not inherit
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
