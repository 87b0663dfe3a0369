"""The check: it meets every situation, and it names the usual mistakes."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from overtrick.bots.bot import Fault
from overtrick.bots.builtin import TEST_PLAYERS
from overtrick.bots.find import find
from overtrick.bots.inside import BuiltIn
from overtrick.check import SITUATIONS, VARIANTS, cases, run
from overtrick.cli import cli
from overtrick.ending import Ending
from overtrick.games import GAMES
from overtrick.games.view import View

PYTHON = Path(sys.base_prefix, "bin", "python3")
LIMITS = ("--limits", "cpu=150ms,bank=0ms,start=1s,wall=3")


@pytest.mark.parametrize("game", GAMES)
def test_the_cases_of_a_game_meet_every_situation_in_every_seat(game: str) -> None:
    seen: set[str] = set()
    seats: set[tuple[int, int]] = set()
    for case in cases(game):
        report = run(case, find("random", game))
        assert report.fault is None
        seen |= report.seen
        seats.add((case.seats, case.seat))
    assert seen == set(SITUATIONS[game])
    assert seats == {(count, seat) for count, _ in VARIANTS[game] for seat in range(count)}
    assert {count for count, _ in VARIANTS[game]} == set(GAMES[game].SEATS)


def test_every_game_has_a_test_player() -> None:
    assert set(TEST_PLAYERS) == set(SITUATIONS) == set(VARIANTS) == set(GAMES)


def test_a_case_always_deals_the_same_cards() -> None:
    case = next(iter(cases("wizard")))
    assert run(case, find("random", "wizard")).record == run(case, find("random", "wizard")).record


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_did_not_answer_is_not_asked_again(game: str) -> None:
    asked = 0

    def choose(view: View) -> int:
        nonlocal asked
        asked += 1
        raise Fault(Ending.TIMEOUT, "it slept")

    report = run(next(iter(cases(game))), lambda: BuiltIn(lambda hello: choose))
    assert report.fault is not None and asked == 1


def explained(source: str, game: str, folder: Path, protocol: str = "lines") -> str:
    """Return what the check says of a program that is spoken to in a protocol."""
    bot = folder / "bot"
    bot.mkdir()
    (bot / "mine.py").write_text(source)
    (bot / "bot.toml").write_text(f'protocol = "{protocol}"\nrun = ["{PYTHON}", "/bot/mine.py"]\n')
    done = CliRunner().invoke(cli, ["check", str(bot), "--game", game, *LIMITS], catch_exceptions=False)
    assert done.exit_code == 1, done.output
    return done.output


LOOP = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "choose":
        continue
    answer = json.dumps(message["legal"][0])
    {reply}
"""


@pytest.mark.parametrize(
    ("reply", "fault", "hint"),
    [
        ("print(answer, end='', flush=True)", "timeout", "without a newline; end each answer with one and flush"),
        ("sys.stdout.write(answer + chr(10))", "timeout", "flush your output after each line"),
        ("print('thinking...', flush=True); print(answer, flush=True)", "garbled", "one line of JSON and nothing else"),
    ],
)
def test_a_mistake_with_lines_is_named(reply: str, fault: str, hint: str, tmp_path: Path) -> None:
    text = explained(LOOP.replace("{reply}", reply), "duel", tmp_path)
    assert f"FAULT ({fault})" in text
    assert hint in text


def test_a_line_after_the_answer_is_named(tmp_path: Path) -> None:
    """It is read before the next question, or in place of the next answer, whichever comes first."""
    text = explained(LOOP.replace("{reply}", "print(answer, flush=True); print('done', flush=True)"), "duel", tmp_path)
    assert "FAULT (garbled)" in text
    assert "1 more line than it was asked for" in text or "one line of JSON and nothing else" in text


def test_reading_until_the_end_of_input_is_named(tmp_path: Path) -> None:
    text = explained("import sys\nsys.stdin.read()\nprint('SA', flush=True)\n", "duel", tmp_path)
    assert "FAULT (timeout)" in text
    assert "read one line at a time, not until the end of input" in text


def test_an_ace_written_as_a_letter_is_named(tmp_path: Path) -> None:
    source = "import sys\nsys.stdin.read()\nprint('0 A')\n"
    text = explained(source, "duel", tmp_path, "integers")
    assert "'A' is no plain integer such as 0 or 12; an ace is written as 1" in text


def test_forgetting_to_follow_suit_is_named(tmp_path: Path) -> None:
    source = (
        "import sys\n"
        "words = sys.stdin.read().split()\n"
        "cards = words[2:2 + 2 * int(words[1])]\n"
        "led = words[-2] if words[-3] == '1' else None\n"
        "hand = list(zip(cards[::2], cards[1::2]))\n"
        "other = [card for card in hand if card[0] != led]\n"
        "print(*(other or hand)[0])\n"
    )
    text = explained(source, "duel", tmp_path, "integers")
    assert "does not follow the led suit, which the hand can" in text
    assert "if you hold cards of the led suit you must play one of them" in text


@pytest.mark.parametrize(("model", "wrong"), [("turn", "ask"), ("tick", "offer")])
def test_the_word_of_the_other_model_is_named(model: str, wrong: str, tmp_path: Path) -> None:
    bot = tmp_path / "main.py"
    bot.write_text(
        "def get_action(state):\n"
        f"    if {'books' if model == 'tick' else 'bids'!r} not in state:\n"
        "        return {'type': 'pass'}\n"
        "    suit = max(state['hand'], key=state['hand'].get)\n"
        f"    return {{'type': {wrong!r}, 'suit': suit, 'price': 20}}\n"
    )
    done = CliRunner().invoke(cli, ["check", str(bot), "--game", "figgie"], catch_exceptions=False)
    assert done.exit_code == 1
    assert "uses a word of the other model" in done.output
    assert "'ask' in the tick model" in done.output
