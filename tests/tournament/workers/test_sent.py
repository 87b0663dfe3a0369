"""What travels: matches, players and answers come back as they were sent, and other answers are refused in words."""

import json
from pathlib import Path
from typing import Any

import pytest

from overtrick.bots.fence.limits import Limits
from overtrick.bots.fenced import Protocol
from overtrick.bots.find import Player, find
from overtrick.bots.packed import pack_players, players_of
from overtrick.bots.program import Built
from overtrick.match.record import BrokenRecord, Match, new_match
from overtrick.tournament.records.packed import Packed
from overtrick.tournament.workers.here import play_match
from overtrick.tournament.workers.sent import MOST_WORDS, matches_of, pack_answer, pack_matches, read_answer

NAMES = ["duel:greedy", "duel:random"]


def match(number: int) -> Match:
    return new_match("duel", NAMES, {"stock": 8}, number.to_bytes(32))


def answered(*numbers: int) -> bytes:
    """Return what an honest worker says."""
    players = {name: find(name, "duel") for name in NAMES}
    matches = [match(number) for number in numbers]
    return pack_answer([one.key() for one in matches], [play_match(one, players) for one in matches], 0.5)


def keys(*numbers: int) -> list[str]:
    return [match(number).key() for number in numbers]


def test_matches_come_back_as_they_were_sent() -> None:
    sent = [match(1), Match("wizard", 3, {"series": [3, 2]}, ("a", "b", "ü"), bytes(range(32)), ("x", "y", "z"))]
    found = matches_of(pack_matches(sent))
    assert [one.key() for one in found] == [one.key() for one in sent]
    assert [one.players for one in found] == [one.players for one in sent]


def test_players_come_back_as_they_were_sent() -> None:
    files = (("bot", b"\x7fELF\0"), ("data/\udcff", b""))
    program = Built(files, ("/bot/bot", "x"), Protocol.ONCE, "c")
    players = {
        "ours": find("duel:greedy", "duel"),
        "é": Player("bot.c", "duel", "abc cpu=5ms", program, Limits(cpu_ms=5)),
        "own": Player("own.py", "duel", "def", program, trusted=Path("own.py")),
    }
    assert players_of(pack_players(players)) == players


def test_answers_come_back_as_payloads_and_words() -> None:
    players = {name: find(name, "duel") for name in NAMES}
    played = play_match(match(1), players)
    assert isinstance(played, Packed)
    found = read_answer(pack_answer(keys(1, 2), [played, "tired " * 1000], 0.25), keys(1, 2))
    assert found.outcomes == (played.payload, ("tired " * 1000)[:MOST_WORDS]) and found.seconds == 0.25


def changed(change: Any) -> bytes:
    told = json.loads(answered(1, 2))
    change(told)
    return json.dumps(told).encode()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"hello",
        b"[]",
        b"[" * 100_000,
        b"\x80\x04\x95",
        answered(1),
        answered(2, 1),
        answered(1, 3),
        changed(lambda told: told.pop("seconds")),
        changed(lambda told: told.update(seconds="soon")),
        changed(lambda told: told.update(outcomes={})),
        changed(lambda told: told["outcomes"][0].update(payload=5)),
        changed(lambda told: told["outcomes"][0].update(payload="é")),
        changed(lambda told: told["outcomes"][0].pop("payload")),
        changed(lambda told: told["outcomes"][0].update(failed=["x"])),
    ],
)
def test_any_other_answer_is_refused_in_a_sentence(answer: bytes) -> None:
    with pytest.raises(BrokenRecord) as caught:
        read_answer(answer, keys(1, 2))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0])
def test_odd_durations_do_no_harm(seconds: float) -> None:
    assert read_answer(changed(lambda told: told.update(seconds=seconds)), keys(1, 2)).seconds >= 0
