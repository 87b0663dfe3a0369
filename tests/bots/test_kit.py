"""The kit as a strange process: it speaks JSON lines, whatever the bot does."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.bots import kit, wire
from overtrick.bots.bot import Hello
from overtrick.games import GAMES
from overtrick.games.options import Value
from overtrick.games.view import View
from tests.support.programs import Lines, Table, play_at, tables, views

KIT = str(kit.__file__)


def messages(table: Table, seat: int, seed: int = 1, path: str = "random") -> list[dict[str, Any]]:
    """Return all that a seat is told in the first deal of a match."""
    game, seats, options = table
    known = 0
    told = [wire.hello_message(Hello(game, GAMES[game].VERSION, seats, seat, _settled(options), "5eed"))]
    for view in views(table, seed, path):
        if view.seat == seat:
            told.append(wire.words_of(view.game).question(view, known))
            known = len(view.events)
    return [*told, wire.goodbye_message([0] * seats)]


def _settled(options: Mapping[str, object]) -> dict[str, Value]:
    return {name: str(value) for name, value in options.items()}


def converse(bot: Path, told: list[dict[str, Any]]) -> tuple[list[Any], str]:
    """Return the answers of a bot in a kit that is told all these messages, and its error output."""
    typed = "".join(json.dumps(message) + "\n" for message in told)
    done = subprocess.run(
        [sys.executable, "-I", KIT, str(bot)], input=typed, capture_output=True, text=True, check=True, timeout=60
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def written(folder: Path, source: str) -> Path:
    bot = folder / "main.py"
    bot.write_text(source)
    return bot


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_chooses_answers_every_question_by_name(game: str, tmp_path: Path) -> None:
    told = messages((game, GAMES[game].SEATS[-1], {}), 1)
    answers, noise = converse(written(tmp_path, "def choose(view):\n    return view.legal[-1]\n"), told)
    assert noise == ""
    asked = told[1:-1]
    assert len(answers) == len(asked)
    for answer, question in zip(answers, asked, strict=True):
        last = question["legal"][-1]
        assert answer == {"action": last if isinstance(last, str) else f"{last[0]} {last[2]}"}


@pytest.mark.parametrize("table", [tables(game)[0] for game in GAMES], ids=str)
def test_a_bot_in_the_kit_plays_whole_matches(table: Table, tmp_path: Path) -> None:
    bot = written(tmp_path, "def choose(view):\n    return view.rng.choice(view.legal)\n")
    first, again = (play_at(table, 1, lambda: Lines([sys.executable, KIT, str(bot)])) for _ in range(2))
    assert [deal.actions for deal in first.deals] == [deal.actions for deal in again.deals]


def test_the_view_holds_what_is_documented(tmp_path: Path) -> None:
    source = """
def choose(view):
    assert (view.game, view.seats, view.seat, view.options) == ("duel", 2, 1, {"ranks": "5"})
    assert isinstance(view.state["hands"][1], list) and not view.state["hands"][0]
    assert len(view.history) == 2 * view.state["tricks_played"] + len(view.state["trick"])
    assert all(seat in (0, 1) and name[0] in "SHDC" for seat, name in view.history)
    assert 0 <= view.rng.random() < 1
    return view.legal[0]
"""
    answers, noise = converse(written(tmp_path, source), messages(("duel", 2, {"ranks": 5}), 1))
    assert noise == ""
    assert all("action" in answer for answer in answers)
    assert len(answers) == 10


def test_the_history_begins_anew_with_every_deal(tmp_path: Path) -> None:
    told = messages(("duel", 2, {}), 0)
    second = [{**message, "deal": 2} for message in told[1:-1]]
    source = "def choose(view):\n    return str(len(view.history))\n"
    answers, _ = converse(written(tmp_path, source), [*told[:-1], *second, told[-1]])
    assert answers[:10] == answers[10:]


def test_what_a_bot_prints_goes_to_its_error_output(tmp_path: Path) -> None:
    source = """
import os
import sys
from collections.abc import Mapping
print("loading")
def choose(view):
    print("thinking")
    sys.stdout.write("aloud")
    os.write(1, b"and raw")
    return view.legal[0]
"""
    answers, noise = converse(written(tmp_path, source), messages(("duel", 2, {}), 0))
    assert len(answers) == 10
    assert all("action" in answer for answer in answers)
    assert noise.count("loading") == 1
    assert noise.count("thinking") == noise.count("aloud") == noise.count("and raw") == 10


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("raise ValueError('no idea')", "ValueError: no idea"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import sys; sys.exit()", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("return float('nan')", "ValueError: Out of range float values are not JSON compliant"),
        ("return {1, 2}", "TypeError: Object of type set is not JSON serializable"),
        ("return choose(view)", "RecursionError: maximum recursion depth exceeded"),
        ("raise ValueError(chr(0xD800))", "ValueError: \ud800"),
        ("raise type('Odd', (Exception,), {'__str__': lambda self: 1 / 0})()", "Odd"),
    ],
)
def test_an_exception_is_an_error_and_the_bot_is_asked_again(line: str, error: str, tmp_path: Path) -> None:
    source = f"def choose(view):\n    if len(view.history) < 2:\n        {line}\n    return view.legal[0]\n"
    answers, noise = converse(written(tmp_path, source), messages(("duel", 2, {}), 0))
    assert len(answers) == 10
    assert answers[0]["error"].startswith(error) and not answers[0]["error"].endswith(": ")
    assert all("action" in answer for answer in answers[1:])
    assert "Traceback" in noise


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("x = 1\n", "LookupError: there is no function choose(view) or get_action(state)"),
        ("choose = 3\n", "LookupError: there is no function"),
        ("def choose(view:\n", "SyntaxError: "),
        ("import nothing_like_this\n", "ModuleNotFoundError: "),
        ("raise SystemExit\n", "SystemExit"),
        ("def choose():\n    return 1\n", "TypeError: choose() takes 0 positional arguments"),
    ],
)
def test_a_file_that_is_no_bot_says_so_at_every_question(source: str, error: str, tmp_path: Path) -> None:
    answers, noise = converse(written(tmp_path, source), messages(("duel", 2, {}), 0))
    assert len(answers) == 10
    assert all(answer["error"].startswith(error) for answer in answers)
    assert "Traceback" in noise or "Error" in noise


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    answers, _ = converse(tmp_path / "none.py", messages(("duel", 2, {}), 0))
    assert all(answer["error"].startswith("FileNotFoundError") for answer in answers)


def test_a_bot_may_import_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "advice.py").write_text("def best(legal):\n    return legal[0]\n")
    bot = written(tmp_path, "from advice import best\ndef choose(view):\n    return best(view.legal)\n")
    answers, noise = converse(bot, messages(("duel", 2, {}), 0))
    assert noise == ""
    assert len(answers) == 10


def test_the_bots_own_random_numbers_are_the_same_in_every_run(tmp_path: Path) -> None:
    bot = written(tmp_path, "import random\ndef choose(view):\n    return f'{random.random()} {view.rng.random()}'\n")
    told = messages(("duel", 2, {}), 0)
    assert converse(bot, told) == converse(bot, told)


@pytest.mark.parametrize("game", ["wizard", "duel"])
def test_get_action_gets_the_view_as_one_dictionary(game: str, tmp_path: Path) -> None:
    source = """
def get_action(state):
    assert set(state) >= {"seat", "seats", "options", "legal", "history", "hands", "phase", "trick"}
    return state["legal"][0]
"""
    told = messages((game, GAMES[game].SEATS[-1], {}), 1)
    answers, noise = converse(written(tmp_path, source), told)
    assert noise == ""
    assert [answer["action"] for answer in answers] == [question["legal"][0] for question in told[1:-1]]


# The dictionaries of Figgie


SUITS = ("spades", "clubs", "hearts", "diamonds")
ECHO = "def get_action(state):\n    return state\n"


def expected_state(view: View, trades: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the documented dictionary, from the words of the rulebook."""
    state = view.state
    tick = state["model"] == "tick"

    def book(side: str, suit: str) -> dict[str, int] | None:
        quote = state[side][suit]
        return quote and {"price": quote["price"], "player": quote["seat"]}

    bids, offers = ({suit: book(side, suit) for suit in SUITS} for side in ("bids", "offers"))
    last = state["last_prices"]
    books = {suit: {"bid": bids[suit], "ask": offers[suit], "last_trade": last[suit]} for suit in SUITS}
    return {
        "position": view.seat,
        "hand": state["hands"][view.seat],
        "money": state["money"][view.seat],
        "num_players": len(state["money"]),
        "trades": trades,
        **(
            {"books": books, "tick": state["clock"]}
            if tick
            else {"bids": bids, "offers": offers, "turn": state["clock"]}
        ),
    }


def trades_of(view: View, clock_word: str) -> list[dict[str, Any]]:
    """Return the documented list of trades, from the public events."""
    trades = []
    for seat, action, clock, price, partner in view.events:
        words = view.game.name(view.row, action).split()
        if words[0] in ("buy", "sell"):
            buyer, seller = (seat, partner) if words[0] == "buy" else (partner, seat)
            trades.append({"suit": words[1], "price": price, "buyer": buyer, "seller": seller, clock_word: clock})
    return trades


@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("model", ["turn", "tick"])
def test_figgie_bots_get_exactly_the_dictionaries_of_their_model(model: str, seats: int, tmp_path: Path) -> None:
    table: Table = ("figgie", seats, {"model": model})
    answers, noise = converse(written(tmp_path, ECHO), messages(table, 2, seed=3))
    assert noise == ""
    expected = [expected_state(view, trades_of(view, model)) for view in views(table, 3) if view.seat == 2]
    assert [answer["action"] for answer in answers] == expected
    assert expected[-1]["trades"] != []


def test_a_figgie_bot_that_chooses_sees_the_same_dictionary(tmp_path: Path) -> None:
    told = messages(("figgie", 4, {}), 1, seed=3)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    chooser = written(tmp_path / "a", "def choose(view):\n    return view.state\n")
    assert converse(chooser, told) == converse(written(tmp_path / "b", ECHO), told)


def test_a_figgie_bot_may_spoil_its_dictionary_without_harm_to_the_next(tmp_path: Path) -> None:
    spoil = """
import json
def get_action(state):
    answer = json.loads(json.dumps(state))
    for part in (state["hand"], state["bids"], state["trades"], state):
        part.clear()
    return answer
"""
    told = messages(("figgie", 4, {}), 0, seed=3)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert converse(written(tmp_path / "a", spoil), told) == converse(written(tmp_path / "b", ECHO), told)


def test_figgie_bots_are_called_in_place_with_the_same_dictionaries(tmp_path: Path) -> None:
    told = messages(("figgie", 4, {}), 1, seed=2)
    bot = kit.load(str(written(tmp_path, ECHO)))
    bot.begin(told[0])
    here = [bot.answer(question) for question in told[1:-1]]
    there, _ = converse(tmp_path / "main.py", told)
    assert [{"action": state} for state in here] == there


WORDS = st.text(max_size=8)
VALUES = WORDS | st.integers() | st.booleans() | st.none() | st.floats(allow_nan=False, allow_infinity=False)


@given(st.dictionaries(WORDS, VALUES | st.dictionaries(WORDS, VALUES, max_size=2), max_size=4))
def test_a_dictionary_is_written_as_json_writes_it(answer: dict[str, object]) -> None:
    assert kit.reply_of(answer) == json.dumps({"action": answer})
    assert json.loads(kit.reply_of(answer, by_state=True)) == {"action": answer, "by_state": True}


class Word(str):
    """A word that could say something else the next time."""


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"type": "bid", "suit": "\ud800", "price": 5}, '{"type": "bid", "suit": "\\ud800", "price": 5}'),
        ({"type": "pass", 7: 1}, '{"type": "pass", "7": 1}'),
        ({"price": 10**5000}, '{"price": "an integer of 16610 bits"}'),
        ({"price": float("nan")}, '{"price": "nan"}'),
        ({"type": Word("bid")}, '{"type": "bid"}'),
        ({}, "{}"),
    ],
)
def test_odd_dictionaries_are_written_as_far_as_json_can_say_them(answer: object, said: str) -> None:
    assert kit.reply_of(answer) == f'{{"action": {said}}}'
