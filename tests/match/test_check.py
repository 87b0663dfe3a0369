"""The check: it meets every situation, and it names the usual mistakes."""

import sys
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from overtrick.bots.bot import Bot, Fault
from overtrick.bots.find import Player, find
from overtrick.bots.inside import BuiltIn
from overtrick.commands.main import cli
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.face import FACES
from overtrick.games.view import View
from overtrick.match.check import HASTE, at_table, cases, fitting, run, run_in_haste, situations, variants
from overtrick.match.check_report import timeout_hint
from overtrick.match.record import FaultNote
from overtrick.terminal import live

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
    assert seen == set(situations(game))
    assert seats == {(count, seat) for count, _ in variants(game) for seat in range(count)}
    assert {count for count, _ in variants(game)} == set(GAMES[game].SEATS)


def test_every_game_has_a_test_player() -> None:
    assert all(FACES[game].situations and FACES[game].variants for game in GAMES)


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


@dataclass(frozen=True)
class Late(Player):
    """A player that is too late for a check in haste, having used this much of the time."""

    cpu_s: float = 0.0

    def __call__(self) -> Bot:
        def choose(view: View) -> int:
            if self.limits.wall_factor > HASTE:
                return view.game.legal(view.row)[0]
            fault = Fault(Ending.TIMEOUT, "no answer after 16.0 s")
            fault.cpu_s, fault.wall_s = self.cpu_s, 16.0
            raise fault

        return BuiltIn(lambda hello: choose)


@pytest.mark.parametrize(("cpu_s", "excused"), [(0.05, False), (1.0, True)])
def test_only_a_bot_that_was_at_work_gets_all_of_its_time(cpu_s: float, excused: bool) -> None:
    report = run_in_haste(next(iter(cases("duel"))), Late("late", "duel", "", cpu_s=cpu_s))
    assert (report.fault is None) is excused


def test_options_choose_the_cases() -> None:
    assert [case.number for case in fitting("figgie", {"model": "tick"})] == list(range(10, 19))
    assert [case.number for case in fitting("duel", {"ranks": "7"})] == [5, 6]
    assert {case.seats for case in fitting("wizard", {"preset": "house"})} == {6}
    for game in GAMES:
        assert fitting(game, {}) == list(cases(game))
    assert fitting("duel", {"ranks": "9"}) == at_table("duel", 2, {"ranks": 9})
    live = {"model": "live", "reaction": "1000"}  # which other models do not have
    assert [dict(case.options) for case in fitting("figgie", live)] == [{"model": "live", "reaction": 1000}] * 4
    with pytest.raises(Mistake, match="option model is 'tock'; allowed: turn, tick"):
        fitting("figgie", {"model": "tock"})


def test_a_table_is_checked_in_every_seat_and_with_its_own_options() -> None:
    assert [(case.number, case.seat) for case in at_table("duel", 2, {})] == [(1, 0), (2, 1), (3, 0), (4, 1)]
    told = at_table("figgie", 5, {"model": "tick"})
    assert [case.seat for case in told] == list(range(5)) and {str(case.options) for case in told} == {
        "{'model': 'tick'}"
    }
    with pytest.raises(Mistake, match="duel is played by 2 seats, not 3"):
        at_table("duel", 3, {})


def test_a_terminal_shows_what_is_played_and_is_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = StringIO()
    monkeypatch.setattr(live, "Console", partial(Console, file=screen, force_terminal=True, width=80))
    with live.waiting_line("case 1: duel"):
        assert "case 1: duel" in screen.getvalue()
    assert screen.getvalue().endswith("\x1b[2K")


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
        ("raise ValueError(answer)", "crash", "if it stopped at the first line that it read: a hello comes before"),
        ("print('thinking...', flush=True); print(answer, flush=True)", "garbled", "one line of JSON and nothing else"),
    ],
)
def test_a_mistake_with_lines_is_named(reply: str, fault: str, hint: str, tmp_path: Path) -> None:
    text = explained(LOOP.replace("{reply}", reply), "duel", tmp_path)
    assert f"FAULT ({fault})" in text
    assert hint in text


@pytest.mark.parametrize(
    ("used", "hint"),
    [
        ("8000 ms of CPU", "it was busy all the time: look for an endless loop"),
        ("7995 ms of CPU and 5 ms of waiting", "it was busy all the time: look for an endless loop"),
        ("2 ms of CPU and 4006 ms of waiting; what a match has for waiting is used up", "nothing came back: flush"),
        ("64.0 s on the clock", "nothing came back: flush"),
    ],
)
def test_an_endless_loop_is_told_from_an_answer_that_was_not_flushed(used: str, hint: str) -> None:
    assert timeout_hint(FaultNote(0, 1, 0, Ending.TIMEOUT, f"no answer after {used}", "{}", "")).startswith(hint)


def test_a_program_for_the_usual_hands_is_told_how_to_leave_out_larger_ones(tmp_path: Path) -> None:
    source = (
        "import os, sys\n"
        "words = sys.stdin.read().split()\n"
        "if int(words[1]) > 10:\n"
        "    os.abort()\n"
        "at = 2 + 2 * int(words[1])\n"
        "hand = list(zip(words[2:at:2], words[3:at:2]))\n"
        "table = words[at + 1 + 5 * int(words[at]):]\n"
        "led = table[1] if table[0] == '1' else None\n"
        "print(*([card for card in hand if card[0] == led] or hand)[0])\n"
    )
    text = explained(source, "duel", tmp_path, "integers")
    assert "if your matches never have these options, overtrick check --option ranks=5 leaves such cases out\n" in text


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
    assert "if you hold cards of the led suit you must play one of them\n" in text
    assert "expected one of: 3 1, 3 3\n" in text


def test_an_exit_code_after_a_good_answer_is_named(tmp_path: Path) -> None:
    source = "import sys\nwords = sys.stdin.read().split()\nprint(*words[2:4])\nsys.exit(4)\n"
    text = explained(source, "duel", tmp_path, "integers")
    assert "exit code 4\nhint: the answer came, but main must return 0\n" in text


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("message['legal'][0]", "crash"),
        ("'\"ready\"'", "illegal"),
        ("'ready'", "garbled"),
    ],
)
def test_taking_the_hello_for_a_question_is_named(answer: str, fault: str, tmp_path: Path) -> None:
    source = (
        f"import json, sys\nfor line in sys.stdin:\n    message = json.loads(line)\n    print({answer}, flush=True)\n"
    )
    text = explained(source, "duel", tmp_path)
    assert f"FAULT ({fault})" in text
    assert "a hello comes before the first question" in text
    assert text.count("Traceback") == (1 if fault == "crash" else 0)


def checked(source: str, game: str, folder: Path, *words: str) -> str:
    """Return what the check says of a Python bot."""
    bot = folder / "main.py"
    bot.write_text(source)
    done = CliRunner().invoke(cli, ["check", str(bot), "--game", game, *words], catch_exceptions=False)
    assert done.exit_code == ("without a fault" not in done.output), done.output
    return done.output


@pytest.mark.parametrize("answer", ["{'type': WRONG, 'suit': suit, 'price': 20}", "f'{WRONG} {suit} 20'"])
@pytest.mark.parametrize(("model", "wrong"), [("turn", "ask"), ("tick", "offer")])
def test_the_word_of_the_other_model_is_named(model: str, wrong: str, answer: str, tmp_path: Path) -> None:
    source = (
        f"WRONG = {wrong!r}\n"
        "def get_action(state):\n"
        f"    if {'books' if model == 'tick' else 'bids'!r} not in state:\n"
        "        return {'type': 'pass'}\n"
        "    suit = max(state['hand'], key=state['hand'].get)\n"
        f"    return {answer}\n"
    )
    text = checked(source, "figgie", tmp_path)
    assert "uses a word of the other model" in text
    assert "'ask' in the tick model" in text


@pytest.mark.parametrize(("model", "key"), [("turn", "bids"), ("tick", "books"), ("live", "time")])
def test_the_state_of_the_other_model_is_named(model: str, key: str, tmp_path: Path) -> None:
    source = f"def get_action(state):\n    state[{key!r}]\n    return {{'type': 'pass'}}\n"
    text = checked(source, "figgie", tmp_path)
    assert (
        "hint: the state of the turn model has bids, offers, turn; the state of the tick model has books, tick; "
        in text
    )
    assert f"overtrick check --option model={model} checks" in text
    alone = checked(source, "figgie", tmp_path, "--option", f"model={model}", "--trust")
    assert alone.count("ok  case") == (4 if model == "live" else 9) and "without a fault" in alone


def test_a_figgie_bot_that_only_passes_is_told_that_it_never_traded(tmp_path: Path) -> None:
    text = checked("def get_action(state):\n    return {'type': 'pass'}\n", "figgie", tmp_path, "--trust")
    assert "--  it quoted: never\n--  it traded: never\n" in text


def test_an_ace_written_as_a_number_is_named(tmp_path: Path) -> None:
    text = checked("def choose(view):\n    return 'H1'\n", "duel", tmp_path)
    assert "hint: the ace is written HA\n" in text


@pytest.mark.parametrize("price", ["float('nan')", "float('inf')", "10 ** 5000", "{1}"])
@pytest.mark.parametrize("trust", [(), ("--trust",)])
def test_a_price_that_json_cannot_say_is_illegal(price: str, trust: tuple[str, ...], tmp_path: Path) -> None:
    source = f"def get_action(state):\n    return {{'type': 'bid', 'suit': 'spades', 'price': {price}}}\n"
    text = checked(source, "figgie", tmp_path, *trust)
    assert "FAULT (illegal) in deal 1, before action 1: the price of " in text
    assert "hint" not in text and "sys." not in text


@pytest.mark.parametrize("trust", [(), ("--trust",)])
def test_an_exception_without_words_gets_no_colon(trust: tuple[str, ...], tmp_path: Path) -> None:
    text = checked("def choose(view):\n    raise SystemExit\n", "duel", tmp_path, *trust)
    assert "the bot raised SystemExit (line 2)\n" in text


def test_a_file_that_was_left_behind_is_named(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("")
    (tmp_path / "main.py").write_text("import helper\ndef choose(view):\n    return view.legal[0]\n")
    done = CliRunner().invoke(cli, ["check", str(tmp_path / "main.py"), "--game", "duel"], catch_exceptions=False)
    assert done.exit_code == 1 and "hint: to bring helper along, name the folder of main.py" in done.output
    done = CliRunner().invoke(cli, ["check", str(tmp_path), "--game", "duel"], catch_exceptions=False)
    assert done.exit_code == 0
