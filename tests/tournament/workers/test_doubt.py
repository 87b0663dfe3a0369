"""Doubt: what can be found out about a record is found out, and nothing honest is refused."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from overtrick.bots.builtin import is_repeatable
from overtrick.bots.fence.fence import Level
from overtrick.bots.fenced import Protocol
from overtrick.bots.find import Player, find
from overtrick.bots.program import Built
from overtrick.match.record import BrokenRecord, Match, new_match
from overtrick.tournament.records.packed import Packed
from overtrick.tournament.workers import doubt
from overtrick.tournament.workers.doubt import SecondOpinion, check_fence, judged
from overtrick.tournament.workers.here import play_match

NAMES = ["wizard:classic", "wizard:random", "wizard:first"]
PLAYERS = {name: find(name, "wizard") for name in NAMES}
MATCH = new_match("wizard", NAMES, {"series": [3, 2]}, bytes(32))
STRANGER = Player("bot.c", "wizard", "x", Built((), (), Protocol.LINES, "c"))


def payload(match: Match = MATCH) -> bytes:
    played = play_match(match, PLAYERS)
    assert isinstance(played, Packed)
    return played.payload


def forged(change: Callable[[Any], object]) -> bytes:
    kept = json.loads(zlib.decompress(payload()))
    change(kept)
    return zlib.compress(json.dumps(kept).encode())


def accuse(kept: Any) -> None:
    kept["faults"] = [[1, 0, 0, "timeout", "it slept", "", ""]]


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (b"", "damaged"),
        (b"garbage", "damaged"),
        (payload(new_match("wizard", NAMES, {"series": [3, 2]}, bytes(31) + b"1")), "deal 1, action"),
        (forged(lambda kept: kept["actions"].pop()), "damaged"),
        (forged(lambda kept: kept.update(fences=["A", "built-in", "built-in"])), "the fence of 'wizard:classic'"),
        (forged(lambda kept: kept.update(fences=[])), "behind which fences"),
        (forged(lambda kept: kept["forfeits"].__setitem__(0, 1)), "forfeited"),
    ],
    ids=["nothing", "garbage", "another match", "a deal less", "another fence", "no fence", "a forfeit"],
)
def test_a_record_that_cannot_be_is_refused(sent: bytes, reason: str) -> None:
    with pytest.raises(BrokenRecord, match=reason):
        judged(MATCH, sent, PLAYERS, Level.A)


def test_a_fault_after_which_a_seat_did_as_it_liked_is_refused() -> None:
    match = new_match("wizard", NAMES, {"series": [10] * 4}, bytes(32))
    played = play_match(match, PLAYERS)
    assert isinstance(played, Packed)
    assert judged(match, played.payload, PLAYERS, None).faults == ()
    kept = json.loads(zlib.decompress(played.payload))
    lead = kept["actions"][0].split("|")
    seat = judged(match, played.payload, PLAYERS, None).deals[0].actions[0][0]
    assert lead[0] != "bid 0"
    kept["faults"] = [[1, 0, seat, "timeout", "it slept", "", ""]]
    with pytest.raises(BrokenRecord, match="deal 1 does not go on after its faults as it must"):
        judged(match, zlib.compress(json.dumps(kept).encode()), PLAYERS, None)


def test_strangers_are_behind_a_fence_that_is_good_enough() -> None:
    for told in ("A+", "A"):
        check_fence(told, STRANGER, Level.A, faulty=False)
    for told in ("B", "C", "", "built-in", "none", "a\nb"):
        with pytest.raises(BrokenRecord, match=r"the fence of 'bot.c' was .*; allowed: A\+, A$"):
            check_fence(told, STRANGER, Level.A, faulty=False)
    check_fence("C", STRANGER, None, faulty=False)
    check_fence("", STRANGER, Level.A, faulty=True)
    trusted = Player("own.py", "wizard", "x", STRANGER.built, trusted=Path("own.py"))
    check_fence("trusted", trusted, None, faulty=False)
    with pytest.raises(BrokenRecord):
        check_fence("A", trusted, None, faulty=False)


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every match played twice, however long that takes."""
    monkeypatch.setattr(doubt, "ONE_IN", 1)
    monkeypatch.setattr(doubt, "SHARE", float("inf"))


@pytest.mark.usefixtures("always")
def test_another_play_of_deterministic_players_is_found_though_it_is_legal() -> None:
    honest = judged(MATCH, payload(), PLAYERS, None)
    assert SecondOpinion().on(honest, PLAYERS) is None
    others = {**PLAYERS, "wizard:classic": PLAYERS["wizard:random"]}
    played = play_match(MATCH, others)
    assert isinstance(played, Packed)
    legal = judged(MATCH, played.payload, PLAYERS, None)
    own = SecondOpinion().on(legal, PLAYERS)
    assert own is not None and judged(MATCH, own.payload, PLAYERS, None) == honest
    assert SecondOpinion().on(legal, {**PLAYERS, "wizard:first": STRANGER}) is None, "a stranger cannot be foreseen"


def test_about_one_match_in_twenty_is_played_twice_within_a_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    record = judged(MATCH, payload(), PLAYERS, None)
    played: list[Match] = []

    def play(match: Match, players: object) -> str:
        played.append(match)
        return "did not try"

    monkeypatch.setattr(doubt, "play_match", play)
    second = SecondOpinion()
    second._began_s -= 1e6
    for _ in range(4000):
        second.on(record, PLAYERS)
    assert 130 < len(played) < 280
    second._spent_s = 2e5
    assert second.on(record, PLAYERS) is None
    before = len(played)
    for _ in range(200):
        second.on(record, PLAYERS)
    assert len(played) == before


@pytest.mark.parametrize(
    ("name", "repeats"),
    [
        ("wizard:classic", True),
        ("random", True),
        ("wizard:search", False),
        ("wizard:search@20ms", False),
        ("wizard:search@200", True),
        ("wizard:expert", False),
        ("wizard:easy", True),
    ],
)
def test_who_thinks_for_a_set_time_is_not_expected_to_play_the_same_again(name: str, repeats: bool) -> None:
    assert is_repeatable(name, "wizard") is repeats
