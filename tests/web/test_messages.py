"""What people at a table tell each other: bounded, plain, for those who may, and forgotten in time."""

import pytest

from overtrick.core.mistake import Mistake
from overtrick.web import messages
from overtrick.web.messages import BURST, KEPT_S, LONGEST, MOST_LINES, PHRASES, checked_text
from overtrick.web.referees.shown import message
from tests.web.referees.test_table import ANN, BEN, enter, new


def test_a_phrase_is_for_who_plays_and_chat_for_who_is_known_too() -> None:
    table, _ = new("duel", ["me", "open"])
    ann, watcher = enter(table, 1, ANN), enter(table, 2, BEN)
    assert table.say_phrase(ann, 0).data() == {"number": 1, "seat": 0, "name": "N0", "text": "Hello!", "chat": False}
    with pytest.raises(Mistake, match="you only watch"):
        table.say_phrase(watcher, 0)
    for number in (-1, len(PHRASES), "0", None, True):
        with pytest.raises(Mistake, match="a phrase has a number"):
            table.say_phrase(ann, number)
    with pytest.raises(Mistake, match="who are logged in"):
        table.say_words(ann, "hi")
    ann.account = watcher.account = 7
    assert table.say_words(ann, " hi ").text == "hi"
    with pytest.raises(Mistake, match="who are logged in"):
        table.say_words(watcher, "hi")


def test_the_host_alone_switches_the_chat_off_and_on() -> None:
    table, _ = new("duel", ["me", "open"])
    ann, ben = enter(table, 1, ANN), enter(table, 2, BEN)
    ann.account = 7
    table.say_words(ann, "hi")
    with pytest.raises(Mistake, match="only the host"):
        table.hush(ben)
    table.hush(ann)
    assert table.talk.lines() == []
    with pytest.raises(Mistake, match="whose host wants it"):
        table.say_words(ann, "hi")
    table.hush(ann)
    assert table.say_words(ann, "hi")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "x" * (LONGEST + 1),
        "a\nb",
        "a\u202eb",
        "\u200b",
        "a\u200d",
        "a \u200db",
        "a\u200d\u200db",
        "a\0",
        None,
        7,
        ["a"],
        "Z" + "\u0301" * 9,
    ],
)
def test_only_a_plain_line_is_said(text: object) -> None:
    with pytest.raises(Mistake, match="a line has 1 to 200"):
        checked_text(text)


def test_a_line_may_be_in_any_language_and_holds_no_html_of_ours() -> None:
    for text in ("Grüße", "שלום", "नमस्ते", "می\u200cخواهم", "👩\u200d👧", "<b>&amp;</b>", "x" * LONGEST):
        assert checked_text(text) == text


def test_who_says_too_much_has_to_wait() -> None:
    table, clock = new("duel", ["me", "open"])
    ann = enter(table, 1, ANN)
    for _ in range(BURST):
        table.say_phrase(ann, 1)
    with pytest.raises(Mistake, match="wait a few seconds"):
        table.say_phrase(ann, 1)
    clock.now += 2
    table.say_phrase(ann, 1)


def test_lines_are_forgotten_after_a_while_and_when_there_are_too_many() -> None:
    table, clock = new("duel", ["me", "open"])
    ann = enter(table, 1, ANN)
    table.say_phrase(ann, 1)
    assert [line["text"] for line in message(table, ann, first=True)["lines"]] == ["Good luck!"]
    clock.now += KEPT_S + 1
    assert message(table, ann, first=True)["lines"] == []
    for _ in range(MOST_LINES + 5):
        clock.now += 10
        table.say_phrase(ann, 2)
    assert len(table.talk.lines()) == MOST_LINES


def test_a_reported_line_brings_what_was_said_before_it() -> None:
    table, clock = new("duel", ["me", "open"])
    ann = enter(table, 1, ANN)
    ann.account = 7
    for number in range(messages.AROUND + 3):
        clock.now += 10
        table.say_words(ann, f"line {number}")
    line, around = table.talk.reported(messages.AROUND + 2)
    assert (line.account, around[-1]["text"], len(around)) == (7, "line 11", messages.AROUND + 1)
    phrase = table.say_phrase(ann, 0)
    for wrong in (phrase.number, 999, "1", None):
        with pytest.raises(Mistake, match="not there any more"):
            table.talk.reported(wrong)
