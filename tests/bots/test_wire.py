"""Whatever a bot answers, it is an action or a fault with one sentence, and never anything else."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.bots import wire
from overtrick.bots.bot import Fault, Hello
from overtrick.bots.duel import integers as duel_integers
from overtrick.core.ending import Ending
from overtrick.games import GAMES
from overtrick.games.figgie import refusals
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.view import View
from tests.support.programs import TABLES, Table, views

DUEL: Table = ("duel", 2, {})
# With these cards the first question of Wizard is for a bid.
FIRST = {name: next(views((name, 2 if name == "duel" else 4, {}), 2)) for name in GAMES}
TICK = next(views(("figgie", 4, {"model": "tick"}), 1))


def judged(fault: Fault) -> Ending:
    """Return the ending of a fault, whose sentence must be fit for one line."""
    assert fault.sentence.strip() == fault.sentence != ""
    assert "\n" not in fault.sentence
    assert len(fault.sentence) < 700
    assert fault.sentence.encode()
    return fault.ending


def integers(output: bytes) -> Fault:
    with pytest.raises(Fault) as caught:
        duel_integers.read(FIRST["duel"], output)
    judged(caught.value)
    return caught.value


def lines(view: View, line: str) -> Fault:
    with pytest.raises(Fault) as caught:
        wire.words_of(view.game).read_line(view, line)
    judged(caught.value)
    assert caught.value.reply == line
    return caught.value


# Integers


@pytest.mark.parametrize("around", [b"%b %b", b"%b %b\n", b"  %b\t%b\r\n", b"%b\n%b", b"\x0b%b\x0c%b"])
def test_a_card_is_two_integers_with_any_white_space(around: bytes) -> None:
    card = FIRST["duel"].game.legal(FIRST["duel"].row)[0]
    words = b"%d" % (card // 13), b"%d" % (card % 13 + 1)
    assert duel_integers.read(FIRST["duel"], around % words) == card


@pytest.mark.parametrize(
    ("output", "part"),
    [
        (b"", "printed nothing"),
        (b" \n", "printed nothing"),
        (b"hello", "'hello' is no plain integer"),
        (b"0 5 x", "'x' is no plain integer"),
        (b"0", "printed 1 integers; allowed: two"),
        (b"0 5 1", "printed 3 integers; allowed: two"),
        ("٠ ٥".encode(), "is no plain integer"),
        ("０ ５".encode(), "is no plain integer"),
        (b"0 1_000", "'1_000' is no plain integer"),
        (b"0 +5", "'+5' is no plain integer"),
        (b"0 007", "'007' is no plain integer"),
        (b"-0 5", "'-0' is no plain integer"),
        (b"0 5.0", "'5.0' is no plain integer"),
        (b"0 " + b"7" * 5000, "is no plain integer"),
        (b"0 A", "an ace is written as 1"),
        (b"SA", "an ace is written as 1"),
        (b"0,5", "'0,5' is no plain integer"),
        (b"0 5\x00", "is no plain integer"),
        (b"\xff\xfe 5", "is no plain integer"),
        ("0\u00a05".encode(), "is no plain integer"),
    ],
)
def test_integers_that_are_none_are_garbled(output: bytes, part: str) -> None:
    fault = integers(output)
    assert fault.ending is Ending.GARBLED
    assert part in fault.sentence


@pytest.mark.parametrize("output", [b"4 1", b"0 0", b"0 6", b"999999 1"])
def test_a_card_that_does_not_exist_is_illegal(output: bytes) -> None:
    fault = integers(output)
    assert fault.ending is Ending.ILLEGAL
    assert "is no card; allowed: suit 0 to 3 and value 1 to 5" in fault.sentence


def test_a_card_not_held_and_not_following_suit_are_illegal() -> None:
    for view in views(DUEL, 3):
        hand = view.state["hands"][view.seat]
        for suit in range(4):
            for value in range(1, 6):
                name = view.game.name(view.row, 13 * suit + value - 1)
                if name in view.legal:
                    assert duel_integers.read(view, b"%d %d" % (suit, value)) == 13 * suit + value - 1
                    continue
                with pytest.raises(Fault) as caught:
                    duel_integers.read(view, b"%d %d" % (suit, value))
                assert judged(caught.value) is Ending.ILLEGAL
                assert ("follow" if name in hand else "not in the hand") in caught.value.sentence


def test_the_integer_question_is_as_documented() -> None:
    for view in views(("duel", 2, {"ranks": 7, "stock": 4}), 5):
        numbers = [[int(word) for word in line.split()] for line in duel_integers.question(view).decode().splitlines()]
        assert numbers.pop(0) == [view.seat + 1]
        hand = [numbers.pop(0) for _ in range(numbers.pop(0)[0])]
        assert hand == sorted(hand)
        assert len(hand) == len(view.state["hands"][view.seat])
        tricks = [numbers.pop(0) for _ in range(numbers.pop(0)[0])]
        assert len(tricks) == view.state["tricks_played"]
        assert [trick[0] for trick in tricks] == [event[0] + 1 for event in view.events[: 2 * len(tricks) : 2]]
        table = [numbers.pop(0) for _ in range(numbers.pop(0)[0])]
        assert len(table) == len(view.state["trick"])
        assert numbers == []


# JSON lines


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_legal_name_is_an_answer_in_both_forms(table: Table) -> None:
    for view in views(table, 2):
        action = view.game.pick(view.row, 1 << 31)
        name = view.game.name(view.row, action)
        for answer in (name, {"action": name}):
            assert wire.words_of(view.game).read_line(view, json.dumps(answer)) == action


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("", "cannot be read"),
        ("\n", "cannot be read"),
        ("bid 2", "cannot be read"),
        ('{"action": "bid 2"', "cannot be read"),
        ('{"action": "bid 2"} extra', "cannot be read"),
        ('{"action": NaN}', "NaN is not JSON"),
        ('{"action": -Infinity}', "-Infinity is not JSON"),
        ('{"action": "bid 1", "action": "bid 2"}', "a key stands in it twice"),
        ('{"action": 1e400}', "is no action"),
        ('{"action": true}', "is no action"),
        ('{"action": null}', "is no action"),
        ('{"action": 2}', "is no action"),
        ('{"action": ["bid 2"]}', "is no action"),
        ("[]", "is no action"),
        ("{}", "is no action"),
        ("null", "is no action"),
        ("[" * 100_000, "nested too deeply"),
        ('{"action":' * 100_000, "nested too deeply"),
        ('{"action": ' + "9" * 20_000 + "}", "cannot be read"),
        ("9" * 20_000, "cannot be read"),
        ('{"action": {"error": "x"}}', "is no action"),
        ("\ufeff" + '"bid 1"', "cannot be read"),
    ],
)
def test_lines_that_are_no_answer_are_garbled(line: str, part: str) -> None:
    fault = lines(FIRST["wizard"], line)
    assert fault.ending is Ending.GARBLED
    assert part in fault.sentence


@pytest.mark.parametrize(
    "name", ["\\ud800", "\\u0000", "", "bid 99", "BID 1", "bid  1", " bid 1", "trump R", "W1W", "é" * 900]
)
def test_a_name_of_no_action_is_illegal(name: str) -> None:
    assert lines(FIRST["wizard"], f'{{"action": "{name}"}}').ending is Ending.ILLEGAL


def test_the_error_of_a_kit_is_a_crash() -> None:
    fault = lines(FIRST["duel"], '{"error": "ValueError: no"}')
    assert (fault.ending, fault.sentence) == (Ending.CRASH, "the bot raised ValueError: no")
    assert lines(FIRST["duel"], json.dumps({"error": "two\nlines " * 500})).ending is Ending.CRASH
    assert lines(FIRST["duel"], '{"error": "\\ud800"}').sentence == "the bot raised \\ud800"


def quote(**message: object) -> str:
    return json.dumps({"type": "bid", "suit": "spades", "price": 5, **message})


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("[1]", refusals.NOT_A_DICT),
        ("null", refusals.NOT_A_DICT),
        ("{}", refusals.UNKNOWN_TYPE),
        (quote(type="hold"), refusals.UNKNOWN_TYPE),
        (quote(type=["bid"]), refusals.UNKNOWN_TYPE),
        (quote(type="ask"), refusals.WORD_OF_OTHER_MODEL),
        (quote(suit="Spades"), refusals.UNKNOWN_SUIT),
        (quote(suit=None), refusals.UNKNOWN_SUIT),
        (quote(price=True), refusals.NOT_A_PRICE),
        (quote(price=-5), refusals.NOT_A_PRICE),
        (quote(price=0), refusals.NOT_A_PRICE),
        (quote(price=1.0), refusals.NOT_A_PRICE),
        (quote(price="5"), refusals.NOT_A_PRICE),
        (quote(price={}), refusals.NOT_A_PRICE),
        ('{"type": "bid", "suit": "spades", "price": 1e400}', refusals.NOT_A_PRICE),
        ('{"type": "bid", "suit": "spades", "price": 1e2}', refusals.NOT_A_PRICE),
        (quote(price=10**7), refusals.PRICE_TOO_HIGH),
        (quote(price=10**4000), refusals.PRICE_TOO_HIGH),
        (quote(price=5000), refusals.BID_BEYOND_MONEY),
        (quote(type="buy"), refusals.NOTHING_OFFERED),
        (quote(type="sell"), refusals.NOTHING_BID),
    ],
)
def test_a_refused_message_of_figgie_says_which_rule_it_breaks(line: str, code: int) -> None:
    for wrapped in (line, f'{{"action": {line}}}'):
        fault = lines(FIRST["figgie"], wrapped)
        assert fault.ending is Ending.ILLEGAL
        rule = figgie.REFUSALS[code].split("{action}")
        assert all(part in fault.sentence for part in rule)


def test_a_price_with_too_many_digits_for_python_is_garbled() -> None:
    line = '{"type": "bid", "suit": "spades", "price": ' + "9" * 20_000 + "}"
    fault = lines(FIRST["figgie"], line)
    assert fault.ending is Ending.GARBLED
    assert fault.sentence == "the answer cannot be read: a number in it has too many digits"


def test_offer_is_the_word_of_the_turn_model_and_ask_that_of_the_tick_model() -> None:
    offer = '{"type": "offer", "suit": "spades", "price": 5}'
    assert "word of the other model" in lines(TICK, offer).sentence
    assert wire.words_of(TICK.game).read_line(TICK, offer.replace("offer", "ask")) == figgie.offer(0, 5)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["bid", "spades", "pass"]),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["action", "type", "suit", "price", "error"]), inner)
    ),
    max_leaves=8,
)


@given(st.one_of(st.text(), anything.map(json.dumps)), st.sampled_from([*FIRST.values(), TICK]))
def test_any_line_is_a_legal_action_or_one_fault(line: str, view: View) -> None:
    try:
        action = wire.words_of(view.game).read_line(view, line)
    except Fault as fault:
        assert judged(fault) in (Ending.GARBLED, Ending.ILLEGAL, Ending.CRASH)
    else:
        assert view.game.refuse(view.row, action) == 0


@given(anything, st.sampled_from([*FIRST.values(), TICK]))
def test_any_plain_object_is_a_legal_action_or_one_fault(answer: object, view: View) -> None:
    try:
        action = wire.words_of(view.game).to_action(view, answer, "")
    except Fault as fault:
        judged(fault)
    else:
        assert view.game.refuse(view.row, action) == 0


@given(st.binary() | st.lists(st.integers(-3, 12)).map(lambda numbers: " ".join(map(str, numbers)).encode()))
def test_any_output_is_a_legal_card_or_one_fault(output: bytes) -> None:
    view = FIRST["duel"]
    try:
        action = duel_integers.read(view, output)
    except Fault as fault:
        assert judged(fault) in (Ending.GARBLED, Ending.ILLEGAL)
    else:
        assert view.game.refuse(view.row, action) == 0


# Questions


def test_the_hello_says_what_is_played_and_by_whom() -> None:
    message = wire.hello_message(Hello("duel", 1, 2, 1, {"ranks": 5}, "ab"))
    assert json.loads(json.dumps(message)) == {
        "type": "hello",
        "protocol": 1,
        "game": "duel",
        "version": 1,
        "seats": 2,
        "seat": 1,
        "options": {"ranks": 5},
        "seed": "ab",
    }


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_questions_are_json_and_tell_each_event_once(table: Table) -> None:
    known = 0
    heard: list[Any] = []
    for view in views(table, 4):
        message = json.loads(json.dumps(wire.words_of(view.game).question(view, known)))
        assert {"type", "deal", "state", "legal", "events"} <= set(message)
        heard += message["events"]
        assert len(heard) == len(view.events)
        known = len(view.events)
        assert message["state"] == json.loads(json.dumps(wire.words_of(view.game).question(view, 0)))["state"]


def spelled_out(entries: list[Any]) -> list[str]:
    runs = [
        [entry] if isinstance(entry, str) else [f"{entry[0]} {n}" for n in range(entry[1], entry[2] + 1)]
        for entry in entries
    ]
    return [name for run in runs for name in run]


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_the_runs_of_figgie_spell_out_to_the_legal_actions(model: str) -> None:
    for view in list(views(("figgie", 5, {"model": model}), 3))[:60]:
        assert spelled_out(wire.words_of(view.game).legal(view)) == view.legal
