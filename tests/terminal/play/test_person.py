"""The plain table, line by line: over a pipe, with words for hint, back, redo and save."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.match.record import replay
from overtrick.match.record_file import read_records
from overtrick.match.sitting import Chair, sit_down
from overtrick.terminal.play.person import play_in_lines
from overtrick.terminal.play.saved import load, save
from overtrick.terminal.play.table import OwnTable, continued, new_table
from tests.support.modes import mode, umask

SEED = bytes(31) + b"\7"
RIVALS = {"wizard": "classic", "duel": "greedy", "figgie": "first"}


def table(game: str, **options: object) -> OwnTable:
    return new_table(game, None, 0, [RIVALS[game]], options, SEED)


def answering(sat: OwnTable, *answers: str) -> Callable[[str], str]:
    """Return what types some answers, then the first legal action again and again."""
    typed: Iterator[str] = iter(answers)

    def ask(_: str) -> str:
        return next(typed, sat.sitting.view(sat.seat).legal[0])

    return ask


def told(sat: OwnTable, *answers: str) -> list[str]:
    """Play a table in lines and return them."""
    lines: list[str] = []
    play_in_lines(sat, answering(sat, *answers), lines.append)
    return lines


def overtrick(*words: str, typed: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command with a pipe on both ends."""
    return subprocess.run(
        [sys.executable, "-m", "overtrick", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_in_lines_and_every_event_is_a_sentence(game: str) -> None:
    sat = table(game, **({"series": "1,2"} if game == "wizard" else {}))
    lines = told(sat)
    assert replay(sat.sitting.record())
    story = [line for _, line in sat.story.lines]
    assert [line for line in lines if line in story] == story
    assert story[-1].startswith("The deal is over: You ")


def test_a_hint_is_given_in_lines() -> None:
    lines = told(table("duel"), "hint", "quit")
    assert any(line.startswith("duel:sampler: ") for line in lines)
    assert "choice  value" in lines


def test_taking_back_and_doing_again_by_words() -> None:
    sat = table("duel", ranks="3")
    first, second = sat.sitting.view(0).legal[:2]
    lines = told(sat, first, "back", "redo", "back", second, "redo", "quit")
    assert [line for line in lines if line.startswith("Taken back")] == 2 * ["Taken back: You play the ace of hearts."]
    assert sat.sitting.done[0] == (0, second)
    assert "  there is nothing to do again" in lines


def test_the_table_speaks_of_names_not_of_seats() -> None:
    sat = table("wizard", series="3")
    lines = told(sat, "0", "quit")
    assert "dealer      You" in lines
    assert any(line.startswith("bids        You 0, Bo ") for line in lines)
    assert any(line.startswith("trick       Bo ") for line in lines)
    assert not any("seat" in line for line in lines)


def test_the_quotes_of_figgie_are_told_with_their_owners() -> None:
    lines = told(table("figgie"), "bid clubs 3", "quit")
    assert "bids        none" in lines
    assert "bids        clubs 3 by You" in lines


def test_a_replay_in_a_pipe_ends_quietly(tmp_path: Path) -> None:
    assert overtrick("match", "duel", "greedy", "random", "--out", "m.jsonl", folder=tmp_path).returncode == 0
    done = overtrick("replay", "m.jsonl", typed="\n\n", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "[3/20]" in done.stdout
    assert "[4/20]" not in done.stdout


def test_a_game_in_a_pipe_that_ends_is_left_quietly(tmp_path: Path) -> None:
    done = overtrick("play", "duel", "--against", "greedy", "--plain", typed="help\n", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Aborted" not in done.stdout


def test_a_hidden_bid_that_was_made_is_a_question_mark() -> None:
    lines = told(table("wizard", series="3", bidding="hidden", hook="off"), "quit")
    assert "Dan has bid." in lines
    assert "bids        You -, Bo ?, Cleo ?, Dan ?" in lines


def test_a_mistake_is_answered_and_the_question_asked_again() -> None:
    lines = told(table("wizard", series="3"), "bid 9", "hello", "help", "pad", "table", "quit")
    assert "  a bid of 9 is more than there are tricks in this round" in lines
    assert any(line.startswith("  'hello' is no action of Wizard") for line in lines)
    assert any(line.startswith("hint ") for line in lines)
    assert "no round is finished yet" in lines


def test_over_a_pipe_a_game_is_saved_continued_and_recorded(tmp_path: Path) -> None:
    cards = [f"{suit}{value}" for suit in "SHDC" for value in "A23"]
    words = ("play", "duel", "--seed", "7", "-o", "ranks=3", "--against", "easy")
    begun = overtrick(*words, typed="\n".join([*cards[:6], "save mine.json", "quit"]), folder=tmp_path)
    assert begun.returncode == 0, begun.stderr
    assert "saved; overtrick play --continue mine.json goes on" in begun.stdout
    sitting = load(tmp_path / "mine.json")
    assert 0 < len(sitting.done) < 12
    ended = overtrick(
        *("play", "--continue", "mine.json", "--out", "mine.jsonl"), typed="\n".join(cards * 6), folder=tmp_path
    )
    assert ended.returncode == 0, ended.stderr
    assert "result" in ended.stdout
    (record,) = read_records(tmp_path / "mine.jsonl")
    assert record.deals[0].actions[: len(sitting.done)] == tuple(sitting.done)
    assert record.match.players == ("You", "duel:easy")
    stepped = overtrick("replay", "mine.jsonl", typed="\n" * 20, folder=tmp_path)
    assert "[12/12]" in stepped.stdout


def test_a_bot_of_ones_own_can_be_played_against(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(view):\n    return view.legal[-1]\n")
    cards = [f"{suit}{value}" for suit in "SHDC" for value in "A23"]
    words = ("play", "duel", "-o", "ranks=3", "--against", "mine.py", "--out", "mine.jsonl")
    done = overtrick(*words, typed="\n".join(cards * 6), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Bo (mine.py)" in done.stdout
    (record,) = read_records(tmp_path / "mine.jsonl")
    assert record.fences[0] == "person"
    assert record.fences[1] not in ("person", "built-in")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play",), "no game is named; allowed: a game, such as wizard, or --continue with a saved one"),
        (("play", "duel", "--seat", "2"), "seat is 2; allowed: 0 to 1"),
        (
            ("play", "wizard", "--seats", "4", "--against", "easy", "--against", "hard"),
            "2 players are named for 3 other seats; allowed: one, or one for each",
        ),
        (("play", "--continue", "none.json"), "none.json cannot be read: No such file or directory"),
        (("play", "wizard", "--continue", "duel.json"), "the game is 'wizard', but duel.json is one of duel"),
        (("watch", "none.db"), "store none.db: there is no such file"),
        (("replay", "duel.json"), "duel.json"),
    ],
)
def test_a_mistake_gets_one_sentence(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    table("duel").save(tmp_path / "duel.json")
    done = overtrick(*words, folder=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_game_that_cannot_be_saved_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"cannot be saved to .*: No such file or directory"):
        table("duel").save(tmp_path / "none" / "x.json")


def test_a_saved_game_of_two_people_is_not_for_a_terminal(tmp_path: Path) -> None:
    sat = table("duel")
    sat.sitting.chairs[1].person = True
    sat.save(tmp_path / "x.json")
    with pytest.raises(Mistake, match="2 people sit at this table; allowed in a terminal: one"):
        continued(load(tmp_path / "x.json"), tmp_path / "x.json")


def test_saving_overwrites_only_saved_games(tmp_path: Path) -> None:
    sitting = sit_down("duel", [Chair("You", "duel:greedy", True), Chair("Bo", "duel:greedy")], {}, bytes(32))
    precious = tmp_path / "p.txt"
    precious.write_text("precious")
    with pytest.raises(Mistake, match="is there already and is no saved game"):
        save(sitting, precious)
    assert precious.read_text() == "precious"
    save(sitting, tmp_path / "game.json")
    assert "goes on" in save(sitting, tmp_path / "game.json")
    with pytest.raises(Mistake, match=r"p\.txt: this is no saved game: it is no JSON"):
        load(precious)


def test_a_saved_game_is_its_owners_alone_as_it_has_the_seed(tmp_path: Path) -> None:
    sitting = sit_down("duel", [Chair("You", "duel:greedy", True), Chair("Bo", "duel:greedy")], {}, bytes(32))
    path = tmp_path / "game.json"
    with umask(0o000):
        for _ in range(2):
            save(sitting, path)
            assert mode(path) == 0o600
            path.chmod(0o644)
            (tmp_path / "game.json.new").touch(0o666)  # left by a full disk
