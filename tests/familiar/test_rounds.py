"""The familiar Figgie command, from outside: its closing lines, its logs, and bots that do odd things."""

import json
import math
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from overtrick.bots.bot import Answer
from overtrick.bots.figgie.wire import state_of
from overtrick.bots.inside import BuiltIn
from overtrick.core.intervals import mean_and_half
from overtrick.core.luck import read_seed
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable
from overtrick.familiar import rounds
from overtrick.familiar.lines import Tally
from overtrick.familiar.rounds import Plan, Round, log_of, play_rounds, write_log
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.view import View, view
from tests.support.full_disk import files_up_to
from tests.support.pseudo_terminal import ENVIRONMENT, all_shown

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
ENGINE = [sys.executable, str(ROOT / "examples" / "engine.py")]
SUITS = ("spades", "clubs", "hearts", "diamonds")
Json = dict[str, Any]

TRADER = """
import random

def get_action(state):
    if "books" in state:
        bids = {suit: book["bid"] for suit, book in state["books"].items()}
        offers = {suit: book["ask"] for suit, book in state["books"].items()}
    else:
        bids, offers = state["bids"], state["offers"]
    word = "ask" if "books" in state else "offer"
    suit = random.choice(sorted(state["hand"]))
    bid, offer, me = bids[suit], offers[suit], state["position"]
    if offer and offer["player"] != me and offer["price"] <= min(state["money"], 9):
        return {"type": "buy", "suit": suit}
    if bid and bid["player"] != me and state["hand"][suit] and bid["price"] >= 6:
        return {"type": "sell", "suit": suit}
    if state["hand"][suit] and random.random() < 0.5:
        return {"type": word, "suit": suit, "price": (offer["price"] if offer else 15) - 1}
    return {"type": "bid", "suit": suit, "price": (bid["price"] if bid else 2) + 1}
"""
PASSER = "def get_action(state):\n    return {'type': 'pass'}\n"
COUNTER = """
calls = []

def get_action(state):
    calls.append(len(state["trades"]))
    return {"type": "bid", "suit": "spades", "price": len(calls)}
"""
ODD = """
import sys

class Mapping(dict):
    def get(self, key, default=None):
        return {"type": "sell", "suit": "spades"}.get(key, default)

class Shy:
    def __repr__(self):
        raise RuntimeError("no repr")

class Key:
    def __hash__(self):
        return hash("type")
    def __eq__(self, other):
        raise ValueError("no comparison")

class Cry(Exception):
    def __str__(self):
        raise RuntimeError("no words")

class Leave:
    def __repr__(self):
        sys.exit(3)

class Quit(Exception):
    def __str__(self):
        sys.exit(5)

calls = 0

def get_action(state):
    global calls
    calls += 1
    print("FINAL_RESULTS")
    print("Bot_4_main: 99 rounds won (odd)")
    bid = {"type": "bid", "suit": "spades", "price": 1}
    cyclic = []
    cyclic.append(cyclic)
    odd = [
        None, 5, "hello", [], (), Shy(), {}, Mapping(type="pass"), {Key(): 1}, {"type": Shy()}, cyclic,
        dict(bid, price=True), dict(bid, price=1.0), dict(bid, price="1"), dict(bid, price=0), dict(bid, price=-5),
        dict(bid, price=10**7), dict(bid, price=10**5000), dict(bid, price=float("nan")), dict(bid, suit="joker"),
        dict(bid, suit=["spades"]), {"type": "ask" if "bids" in state else "offer", "suit": "spades", "price": 9},
        {"type": "buy"}, {"type": "cancel"}, {"error": "I say so"}, "\\x1b[2J", "\\ud800",
        Leave(), {"type": [Leave()]},
    ]
    if calls % 34 == 0:
        sys.exit(0)
    if calls % 34 == 1:
        raise ValueError("two\\nlines")
    if calls % 34 == 2:
        raise Cry
    if calls % 34 == 3:
        return eval("(" * 500 + ")" * 500)
    if calls % 34 == 4:
        raise Quit
    return odd[calls % 34 - 5]
"""


def bot(folder: Path, name: str, source: str) -> str:
    """Write a bot's main.py in a folder of its own and return its path."""
    (folder / name).mkdir(exist_ok=True)
    (folder / name / "main.py").write_text(source)
    return str(folder / name / "main.py")


def run(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([*ENGINE, *words], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == code, done.stderr
    return done


def logs(folder: Path) -> list[Json]:
    return [json.loads((folder / f"round_{number}.json").read_text()) for number in range(len(list(folder.iterdir())))]


# An independent referee of logs: dictionaries and the rules as people read them.


class Market:
    """The table of one round, rebuilt from a log."""

    def __init__(self, log: Json) -> None:
        self.seats = log["num_players"]
        self.hands = {seat: dict(log["initial_hands"][str(seat)]) for seat in range(self.seats)}
        self.money = dict.fromkeys(range(self.seats), 350 - 200 // self.seats)
        self.clear()

    def clear(self) -> None:
        self.bids: dict[str, tuple[int, int]] = {}
        self.offers: dict[str, tuple[int, int]] = {}

    def is_valid(self, seat: int, action: Any, quote: str) -> bool:
        if type(action) is not dict or action.get("type") not in ("bid", quote, "buy", "sell", "pass"):
            return False
        if action["type"] == "pass":
            return True
        suit, price = action.get("suit"), action.get("price")
        if type(suit) is not str or suit not in SUITS:
            return False
        bid, offer = self.bids.get(suit, (0, -1)), self.offers.get(suit, (1_000_001, -1))
        if action["type"] == "buy":
            return offer[1] not in (-1, seat) and offer[0] <= self.money[seat]
        if action["type"] == "sell":
            return bid[1] not in (-1, seat) and bool(self.hands[seat][suit])
        if type(price) is not int or not bid[0] < price < offer[0] or price > 1_000_000:
            return False
        held: int = self.hands[seat][suit]
        return price <= self.money[seat] if action["type"] == "bid" else held > 0

    def execute(self, seat: int, action: Json) -> Json | None:
        """Apply a valid action and return its trade."""
        if action["type"] == "pass":
            return None
        suit = action["suit"]
        if action["type"] == "bid":
            self.bids[suit] = action["price"], seat
            return None
        if action["type"] in ("offer", "ask"):
            self.offers[suit] = action["price"], seat
            return None
        price, other = (self.offers if action["type"] == "buy" else self.bids)[suit]
        buyer, seller = (seat, other) if action["type"] == "buy" else (other, seat)
        self.money[buyer] -= price
        self.money[seller] += price
        self.hands[buyer][suit] += 1
        self.hands[seller][suit] -= 1
        self.clear()
        return {"suit": suit, "price": price, "buyer": buyer, "seller": seller}


def check_entry(market: Market, entry: Json, quote: str) -> Json | None:
    """Check what a log says of one action and return its trade."""
    keys = ["player", "action", "valid"] if entry["valid"] else ["player", "action", "valid", "error"]
    assert [key for key in entry if key not in ("type", "turn")] == keys
    assert type(entry["valid"]) is bool
    nothing_came = entry["action"] == {"type": "pass"} and not entry["valid"]
    assert nothing_came or entry["valid"] == market.is_valid(entry["player"], entry["action"], quote)
    if not entry["valid"]:
        assert entry["error"] and "\n" not in entry["error"]
        return None
    return market.execute(entry["player"], entry["action"])


def check_turns(market: Market, events: list[Json]) -> None:
    waiting = list(events)
    turn = quiet = 0
    while turn < 50 * market.seats and quiet < 2 * market.seats:
        event = waiting.pop(0)
        assert list(event)[:3] == ["type", "turn", "player"]
        assert (event["type"], event["turn"], event["player"]) == ("action", turn, turn % market.seats)
        trade = check_entry(market, event, "offer")
        if trade is not None:
            assert waiting.pop(0) == {"type": "trade", "turn": turn, **trade}
        quiet = 0 if event["valid"] and event["action"]["type"] != "pass" else quiet + 1
        turn += 1
    assert waiting == []


def check_ticks(market: Market, events: list[Json]) -> None:
    waiting = list(events)
    tick = quiet = 0
    while tick < 200 and quiet < 3:
        logged = []
        while waiting[0]["type"] == "trade":
            logged.append(waiting.pop(0))
        event = waiting.pop(0)
        assert list(event) == ["type", "tick", "actions"]
        assert (event["type"], event["tick"]) == ("tick", tick)
        assert sorted(entry["player"] for entry in event["actions"]) == list(range(market.seats))
        trades = [check_entry(market, entry, "ask") for entry in event["actions"]]
        assert logged == [{"type": "trade", "tick": tick, **trade} for trade in trades if trade]
        moved = any(entry["valid"] and entry["action"]["type"] != "pass" for entry in event["actions"])
        quiet = 0 if moved else quiet + 1
        tick += 1
    assert waiting == []


def check_log(log: Json) -> None:
    """Referee a log again, field by field."""
    fields = ["timestamp", "num_players", "bots", "suit_counts", "goal_suit", "initial_hands", "events"]
    assert list(log) == [*fields, "final_hands", "final_money", "scores"]
    assert len(log["bots"]) == log["num_players"]
    seats = [str(seat) for seat in range(log["num_players"])]
    for field in ("initial_hands", "final_hands", "final_money", "scores"):
        assert list(log[field]) == seats
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?", log["timestamp"])
    assert list(log["suit_counts"]) == list(SUITS)
    assert sorted(log["suit_counts"].values()) == [8, 10, 10, 12]
    longest = max(SUITS, key=log["suit_counts"].__getitem__)
    assert log["goal_suit"] == SUITS[SUITS.index(longest) ^ 1]
    for suit, count in log["suit_counts"].items():
        assert sum(hand[suit] for hand in log["initial_hands"].values()) == count
    assert {sum(hand.values()) for hand in log["initial_hands"].values()} == {40 // len(seats)}
    market = Market(log)
    (check_turns if log["events"][-1]["type"] == "action" else check_ticks)(market, log["events"])
    assert log["final_hands"] == {str(seat): hand for seat, hand in market.hands.items()}
    assert log["final_money"] == {str(seat): money for seat, money in market.money.items()}
    goal = [market.hands[seat][log["goal_suit"]] for seat in range(market.seats)]
    winners = [seat for seat, cards in enumerate(goal) if cards == max(goal)]
    share, odd = divmod(200 - 10 * sum(goal), len(winners))
    for seat, cards in enumerate(goal):
        extra = share + (winners.index(seat) < odd) if seat in winners else 0
        assert log["scores"][str(seat)] == market.money[seat] - 350 + 10 * cards + extra


@pytest.mark.parametrize("model", ["turn", "tick"])
@pytest.mark.parametrize("seats", [4, 5])
def test_the_logs_of_a_run_stand_up_to_a_stranger(model: str, seats: int, tmp_path: Path) -> None:
    bots = [bot(tmp_path, f"trader{seat}", TRADER) for seat in range(seats - 1)] + [bot(tmp_path, "odd", ODD)]
    done = run(*bots, "-r", "3", "-o", str(tmp_path / "logs"), "--model", model, "--trust", "--seed", "5")
    rounds = logs(tmp_path / "logs")
    assert len(rounds) == 3
    for log in rounds:
        assert log["num_players"] == seats
        check_log(log)
    traded = sum(event["type"] == "trade" for log in rounds for event in log["events"])
    assert traded > 5
    won = [0] * seats
    for log in rounds:
        scores = list(log["scores"].values())
        if scores.count(max(scores)) == 1:
            won[scores.index(max(scores))] += 1
    shown = [int(wins) for wins in re.findall(r"^Bot_\d_main: (\d+) rounds won", done.stdout, re.MULTILINE)]
    assert shown == won


def test_the_money_of_files_of_one_folder_is_told_by_their_names(tmp_path: Path) -> None:
    ann, bob = tmp_path / "ann.py", tmp_path / "bob.py"
    ann.write_text(PASSER)
    bob.write_text(PASSER)
    done = run(str(ann), str(bob), bot(tmp_path, "carol", PASSER), "figgie:first", "-r", "2", "--trust", "--seed", "1")
    assert [line.split()[2] for line in done.stdout.splitlines()[-4:]] == [str(ann), str(bob), "carol", "figgie:first"]


def test_the_closing_lines_are_exactly_the_familiar_ones(tmp_path: Path) -> None:
    bots = [bot(tmp_path, name, PASSER) for name in ("alice", "bob", "carol", "dave")]
    done = run(*bots, "-r", "5", "--trust", "--seed", "1")
    lines = done.stdout.splitlines()
    wins = [int(line.split()[1]) for line in lines[2:6]]
    assert lines[:7] == [
        "",
        "FINAL_RESULTS",
        f"Bot_1_main: {wins[0]} rounds won (alice)",
        f"Bot_2_main: {wins[1]} rounds won (bob)",
        f"Bot_3_main: {wins[2]} rounds won (carol)",
        f"Bot_4_main: {wins[3]} rounds won (dave)",
        f"Draws: {5 - sum(wins)}",
    ]
    assert lines[7:9] == ["", "mean money of a round ± half of its 95 % interval"]
    assert len(lines) == 13
    assert done.stderr == ""


def test_a_run_has_ten_rounds_unless_told_otherwise_and_repeats_with_its_seed(tmp_path: Path) -> None:
    bots = [bot(tmp_path, f"b{seat}", TRADER) for seat in range(4)]
    first, again = (run(*bots, "--trust", "--seed", "ab", "-o", str(tmp_path / name)) for name in ("one", "two"))
    assert first.stdout == again.stdout
    assert len(logs(tmp_path / "one")) == 10
    for one, two in zip(logs(tmp_path / "one"), logs(tmp_path / "two"), strict=True):
        assert {**one, "timestamp": ""} == {**two, "timestamp": ""}


def test_odd_bots_pass_and_are_told_so_and_nobody_forges_results(tmp_path: Path) -> None:
    bots = [*(bot(tmp_path, f"b{seat}", TRADER) for seat in range(3)), bot(tmp_path, "odd", ODD)]
    done = run(*bots, "-r", "4", "--trust", "--seed", "3")
    assert done.stdout.count("FINAL_RESULTS") == 1
    assert "99 rounds won" in done.stderr
    assert "99 rounds won" not in done.stdout
    assert re.search(r"seat 3  \d+ refused, which counts as a pass: \d+ illegal, \d+ crash", done.stdout)
    assert "the first in round 0, turn 3: the bot raised ValueError: two lines" in done.stdout


def test_what_only_came_too_late_is_counted_apart_and_no_fault(tmp_path: Path) -> None:
    words = ("-r", "3", "--seed", "2", "--model", "tick")
    honest = run(*["figgie:starter"] * 4, *words).stdout
    refused = re.findall(r"seat \d  (\d+) refused, which counts as a pass: (\d+) too late, which is no fault", honest)
    assert len(refused) == 4
    assert all(total == late for total, late in refused)

    racer = """
def get_action(state):
    bid = state["books"]["spades"]["bid"]
    return {"type": "bid", "suit": "spades", "price": PRICE if state["tick"] == 5 else (bid["price"] if bid else 0) + 1}
"""
    rich = bot(tmp_path, "rich", racer.replace("PRICE", "1000"))
    racers = [rich, bot(tmp_path, "other", racer.replace("PRICE", "100")), "figgie:first", "figgie:first"]
    text = run(*racers, *words, "-v", "--trust").stdout
    line = re.search(r"seat 0  (\d+) refused, which counts as a pass: 3 illegal, (\d+) too late, .*\n +(.*)\n", text)
    assert line is not None
    assert int(line[1]) == 3 + int(line[2]) > 10
    assert line[3] == "the first in round 0, tick 5: bid spades 1000 is more money than the seat has"
    assert text.count("seat 0: refused (illegal): bid spades 1000 ") == 3
    assert text.count("seat 0: refused (too late): bid spades ") == int(line[2])


def test_limits_bind_the_fenced_and_are_refused_for_the_trusted(tmp_path: Path) -> None:
    busy = "def get_action(state):\n    sum(range(10**9))\n"
    bots = [bot(tmp_path, "busy", busy), *["figgie:first"] * 3]
    done = run(*bots, "-r", "1", "--limits", "cpu=1ms,bank=1ms,start=200ms")
    assert re.search(r"seat 0  \d+ refused, which counts as a pass: \d+ timeout\n", done.stdout)
    done = run(*bots, "-r", "1", "--limits", "cpu=1ms", "--trust", code=1)
    assert "which is trusted" in done.stderr


def test_a_terminal_is_shown_the_progress_of_a_long_run_and_the_output_stays_the_same(tmp_path: Path) -> None:
    slow = (
        "import time\ndef get_action(state):\n    time.sleep(0.8 * (state['turn'] < 4))\n    return {'type': 'pass'}\n"
    )
    words = [bot(tmp_path, "slow", slow), *["figgie:first"] * 3, "-r", "5", "--seed", "1", "--trust"]
    piped = run(*words)
    assert piped.stderr == ""
    output, shown = with_terminal_for_errors(*words)
    assert output == piped.stdout
    assert re.search(r"4/5.* rounds/(s|min).*0:00:0\d", shown)
    assert "FINAL" not in shown
    assert with_terminal_for_errors(*["figgie:first"] * 4, "-r", "2")[1] == ""


def with_terminal_for_errors(*words: str) -> tuple[str, str]:
    """Return the output of a run, and what its error output shows on a terminal."""
    ours, theirs = pty.openpty()
    environment = os.environ | ENVIRONMENT
    with subprocess.Popen([*ENGINE, *words], stdout=subprocess.PIPE, stderr=theirs, text=True, env=environment) as run:
        os.close(theirs)
        shown = all_shown(ours)
        output = run.communicate(timeout=60)[0]
    assert run.returncode == 0
    return output, shown


def test_a_refused_action_is_logged_as_it_was_given(tmp_path: Path) -> None:
    bots = [*(bot(tmp_path, f"b{seat}", PASSER) for seat in range(3)), bot(tmp_path, "odd", ODD)]
    run(*bots, "-r", "30", "--trust", "-o", str(tmp_path / "logs"))
    given = [
        event["action"] for log in logs(tmp_path / "logs") for event in log["events"] if not event.get("valid", True)
    ]
    bid: Json = {"type": "bid", "suit": "spades"}
    odd: list[Any] = [None, 5, "hello", [], {}, "()", "an object of type Shy", "{'type': 'pass'}"]
    for action in (
        *odd,
        *({**bid, "price": price} for price in (True, 1.0, "1", 0, -5, 10**7, "nan", "an integer of 16610 bits")),
        {**bid, "price": 1, "suit": ["spades"]},
        {"type": "ask", "suit": "spades", "price": 9},
        {"type": "an object of type Shy"},
    ):
        assert json.dumps(action) in [json.dumps(one) for one in given]


def test_module_globals_live_for_all_rounds(tmp_path: Path) -> None:
    bots = [bot(tmp_path, "counter", COUNTER), *(bot(tmp_path, f"b{seat}", PASSER) for seat in range(3))]
    run(*bots, "-r", "2", "--trust", "-o", str(tmp_path / "logs"))
    first, second = logs(tmp_path / "logs")
    prices = [
        [event["action"]["price"] for event in log["events"] if event["type"] == "action" and event["player"] == 0]
        for log in (first, second)
    ]
    assert prices[0] == list(range(1, 51))
    assert prices[1] == list(range(51, 101))


def test_ctrl_c_says_how_far_it_came_and_forges_no_results(tmp_path: Path) -> None:
    """A trusted bot that raises KeyboardInterrupt stands for the person who presses the keys."""
    source = "rounds = 0\ndef get_action(state):\n    global rounds\n    rounds += state['turn'] == 0\n"
    source += "    if rounds == 3:\n        raise KeyboardInterrupt\n    return {'type': 'pass'}\n"
    bots = [bot(tmp_path, "keys", source), *(bot(tmp_path, f"b{seat}", PASSER) for seat in range(3))]
    done = run(*bots, "-r", "9", "--trust", "-o", str(tmp_path / "logs"), code=1)
    assert done.stderr == "overtrick: stopped after 2 of 9 rounds\n" and "FINAL_RESULTS" not in done.stdout
    assert len(logs(tmp_path / "logs")) == 2


def test_the_trades_a_bot_hears_of_begin_anew_each_round(tmp_path: Path) -> None:
    told = "def get_action(state):\n    assert state['turn'] > 3 or not state['trades']\n" + "    return act(state)\n"
    source = TRADER.replace("def get_action", "def act") + told
    bots = [bot(tmp_path, f"b{seat}", source) for seat in range(4)]
    done = run(*bots, "-r", "5", "--trust", "--seed", "4")
    assert "crash" not in done.stdout


def test_a_bot_gets_fresh_dictionaries_every_time(tmp_path: Path) -> None:
    spoil = """
def get_action(state):
    action = act(state)
    for part in state.values():
        for inner in part.values() if isinstance(part, dict) else []:
            if isinstance(inner, dict):
                inner.clear()
        if isinstance(part, (dict, list)):
            part.clear()
    state.clear()
    return action
"""
    for model in ("turn", "tick"):
        plain = [bot(tmp_path, f"b{seat}", TRADER) for seat in range(4)]
        spoilers = [bot(tmp_path, f"s{seat}", TRADER.replace("def get_action", "def act") + spoil) for seat in range(4)]
        words = ("-r", "3", "--trust", "--seed", "9", "--model", model)
        assert run(*plain, *words).stdout.replace("(b", "(s").replace("  b", "  s") == run(*spoilers, *words).stdout


def test_a_bot_cannot_spoil_the_trades_that_others_are_told(tmp_path: Path) -> None:
    wrapped = "\ndef get_action(state):\n    for trade in state['trades']:\n        {}\n    return act(state)\n"
    spoil, honest = wrapped.format("trade.clear()"), wrapped.format("assert len(trade) == 5")
    act = TRADER.replace("def get_action", "def act")
    bots = [bot(tmp_path, f"b{seat}", act + (honest if seat % 2 else spoil)) for seat in range(4)]
    for model in ("turn", "tick"):
        done = run(*bots, "-r", "3", "--trust", "--seed", "9", "--model", model, "-o", str(tmp_path / model))
        assert "crash" not in done.stdout
        assert any(event["type"] == "trade" for log in logs(tmp_path / model) for event in log["events"])


def test_verbose_shows_deck_goal_hands_actions_refusals_and_results(tmp_path: Path) -> None:
    bots = [*(bot(tmp_path, f"b{seat}", TRADER) for seat in range(3)), bot(tmp_path, "odd", ODD)]
    for model in ("turn", "tick"):
        words = ("-r", "2", "-v", "--trust", "--seed", "7", "--model", model, "-o", str(tmp_path / model))
        text = run(*bots, *words).stdout
        rounds = text.split("\n\nFINAL_RESULTS")[0].split("Round ")[1:]
        totals = [0] * 4
        for number, (shown, log) in enumerate(zip(rounds, logs(tmp_path / model), strict=True)):
            check_verbose(shown, log, number, model)
            totals = [total + score for total, score in zip(totals, log["scores"].values(), strict=True)]
        assert text.endswith("\ntotal money\n" + "".join(f"  seat {seat}  {totals[seat]:+d}\n" for seat in range(4)))


def cards(counts: Json) -> str:
    return ", ".join(f"{count} {suit}" for suit, count in counts.items())


def check_verbose(shown: str, log: Json, number: int, model: str) -> None:
    lines = shown.splitlines()
    assert lines[0] == f"{number}: {cards(log['suit_counts'])}"
    assert lines[1] == f"  the goal suit is {log['goal_suit']}"
    assert lines[2:6] == [f"  seat {seat}: {cards(log['initial_hands'][str(seat)])}" for seat in range(4)]
    expected = []
    for event in log["events"]:
        for entry in event["actions"] if event["type"] == "tick" else [event] if event["type"] == "action" else []:
            where = f"  {model} {event[model]}, seat {entry['player']}: "
            if not entry["valid"]:
                expected.append((where + "refused (", printable(entry["error"])))
            elif entry["action"]["type"] != "pass":
                expected.append((where + " ".join(str(word) for word in entry["action"].values()), ""))
    for line, (head, tail) in zip(lines[6:-4], expected, strict=True):
        assert line.startswith(head) and line.endswith(tail)
    assert lines[-4:] == [
        f"  seat {seat}: {cards(log['final_hands'][str(seat)])}, ${log['final_money'][str(seat)]}, "
        f"score {log['scores'][str(seat)]:+d}"
        for seat in range(4)
    ]


# Mistakes


@pytest.mark.parametrize("count", [0, 1, 3, 6])
def test_a_wrong_number_of_bots_gets_one_sentence_and_exit_code_1(count: int) -> None:
    done = run(*["figgie:random"] * count, code=1)
    assert done.stdout == ""
    assert done.stderr == f"overtrick: figgie is played by 4 to 5 seats, not {count}\n"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("x = 1\n", "no function"),
        ("def get_action(state:\n", "'(' was never closed"),
        ("import sys\nsys.exit(0)\ndef get_action(state):\n    pass\n", "SystemExit"),
        ("import no_such_module_anywhere\ndef get_action(state):\n    pass\n", "ModuleNotFoundError"),
        ("get_action = 5\n", "no function"),
    ],
)
@pytest.mark.parametrize("trust", [["--trust"], []])
def test_a_file_that_cannot_play_gets_one_sentence_and_exit_code_1(
    source: str, sentence: str, trust: list[str], tmp_path: Path
) -> None:
    broken = bot(tmp_path, "broken", source)
    done = run("figgie:random", "figgie:random", "figgie:random", broken, "-r", "1", *trust, code=1)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert sentence in done.stderr
    assert broken in done.stderr


def test_a_missing_file_a_bad_seed_no_rounds_and_a_folder_that_cannot_be_made_are_mistakes(tmp_path: Path) -> None:
    bots = ["figgie:random"] * 4
    assert "there is no" in run(*bots[:3], str(tmp_path / "none" / "main.py"), code=1).stderr
    assert "seed is 'xyz'" in run(*bots, "--seed", "xyz", code=1).stderr
    assert run(*bots, "-r", "0", code=1).stderr == "overtrick: rounds is 0; allowed: 1 or more\n"
    (tmp_path / "file").write_text("")
    done = run(*bots, "-o", str(tmp_path / "file"), code=1)
    assert done.stderr.startswith("overtrick: the log of round 0 cannot be written")


def test_a_full_disk_leaves_no_half_a_log(tmp_path: Path) -> None:
    done = next(play_rounds(Plan(("figgie:random",) * 4, bytes(32), 1, "turn", False)))
    write_log(done, tmp_path, "before")
    with files_up_to(100), pytest.raises(Mistake, match=r"written to .*/round_0\.json: File too large"):
        write_log(done, tmp_path, "after")
    assert [log["timestamp"] for log in logs(tmp_path)] == ["before"]


def test_the_command_and_the_example_do_the_same() -> None:
    words = ["figgie:random"] * 4 + ["--seed", "1", "-r", "2", "-v"]
    command = [sys.executable, "-m", "overtrick", "figgie", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == run(*words).stdout


# Behind the fence


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_fenced_bots_play_the_same_run_as_trusted_ones(model: str, tmp_path: Path) -> None:
    bots = [bot(tmp_path, f"b{seat}", TRADER.replace("random.", "rng.")) for seat in range(4)]
    for path in bots:
        text = Path(path).read_text().replace("import random", "import random\nrng = random.Random(7)")
        Path(path).write_text(text)
    words = ("-r", "2", "--seed", "8", "--model", model)
    assert run(*bots, *words).stdout == run(*bots, *words, "--trust").stdout


def test_a_fenced_bot_that_dies_passes_to_the_end_as_one_crash(tmp_path: Path) -> None:
    dying = "import os\ndef get_action(state):\n    os._exit(3)\n"
    bots = [*(bot(tmp_path, f"b{seat}", TRADER) for seat in range(3)), bot(tmp_path, "dying", dying)]
    assert "seat 3  1 refused, which counts as a pass: 1 crash" in run(*bots, "-r", "2", "--seed", "1").stdout


# The parts


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_a_trusted_bot_is_told_nothing_that_its_seat_may_not_know(model: str) -> None:
    for done in play_rounds(Plan(("figgie:random",) * 5, read_seed("6"), rounds=2, model=model)):
        row = done.start
        for action in done.actions:
            for seat in range(5):
                hidden = view(figgie, row, [], seat).row
                assert state_of(row, seat) == state_of(hidden, seat)
            figgie.play(row, action)


@pytest.mark.parametrize("model", ["turn", "tick"])
@pytest.mark.parametrize("other", ["trader", "figgie:random"])
def test_bots_play_the_same_whether_they_are_asked_with_a_view_or_without(
    model: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded = TRADER.replace("random.", "rng.").replace("import random", "import random\nrng = random.Random(7)")
    traders = [bot(tmp_path, f"b{seat}", seeded) for seat in range(4)]
    seats = (traders[0], traders[3] if other == "trader" else other, *traders[1:3])
    plan = Plan(seats, read_seed("8"), rounds=2, model=model, trust=True)
    played = [(done.actions, done.trades, done.end) for done in play_rounds(plan)]
    monkeypatch.setattr(rounds, "without_view", lambda bot: False)
    assert played == [(done.actions, done.trades, done.end) for done in play_rounds(plan)]
    assert all(trades for _, trades, _ in played)


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_who_is_asked_with_a_view_sees_that_it_is_its_turn(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = set()

    def ask(self: BuiltIn, view: View) -> Answer:
        seen.add((view.seat, view.row[figgie.TURN]))
        return Answer(figgie.PASS, 0, 0)

    monkeypatch.setattr(BuiltIn, "ask", ask)
    traders = [bot(tmp_path, f"b{seat}", TRADER) for seat in range(2)]
    plan = Plan(("figgie:random", traders[0], "figgie:random", traders[1]), read_seed("8"), 1, model, trust=True)
    assert [len(done.trades) > 0 for done in play_rounds(plan)] == [True]
    assert seen == {(0, 0), (2, 2)}


def test_the_library_does_what_the_command_does() -> None:
    plan = Plan(("figgie:random",) * 5, read_seed("5"), rounds=3, model="tick")
    tally = Tally(plan.bots)
    for done in play_rounds(plan):
        tally.add(done)
        check_log(json.loads(json.dumps(log_of(done, "2026-01-01T00:00:00"))))
        assert sum(done.scores()) == 0
    assert sum(tally.won) + tally.draws == 3
    with pytest.raises(Mistake, match="rounds is 0"):
        next(play_rounds(Plan(plan.bots, plan.seed, rounds=0)))


def test_a_round_is_won_by_a_unique_top_score_else_it_is_a_draw() -> None:
    def finished(*money: int) -> Round:
        row = figgie.deal(figgie.rules(4, {"model": "turn"})[: figgie.WIDTH], [0] * 41)
        for seat, dollars in enumerate(money):
            row[figgie.MONEY + seat] = dollars
            row[figgie.HAND + figgie.SUITS * seat + row[figgie.GOAL]] = 0
        return Round(0, row, row, [figgie.PASS], {}, [])

    tally = Tally(["a", "b", "c", "d"])
    for money in ((300, 400, 200, 300), (400, 400, 200, 200), (300, 500, 200, 200)):
        tally.add(finished(*money))
    assert (tally.won, tally.draws) == ([0, 2, 0, 0], 1)


def test_the_mean_has_its_standard_error_from_two_rounds_on() -> None:
    assert math.isnan(mean_and_half([10])[1])
    assert mean_and_half([10, 20]) == (15.0, 5.0 * 12.706)
    assert printable("a\x1b[2Jb\ud800") == "a?[2Jb?"
