"""The pool: all rounds in turn, finals first, errors told to whoever reads, and an end that only its thread brings."""

import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, cast

import pytest

from overtrick.arena.worker.going import Going, fairest
from overtrick.arena.worker.pool import Back, Pool
from overtrick.bots.find import Player, find
from overtrick.match.record import new_match
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.workers.here import Outcome, Players, Workers
from tests.support.boxes import soon


@dataclass
class FakeGoing:
    """A round with matches of its own, as the pool sees it."""

    name: str
    cards: int
    final: bool = False
    cost_s: float = 1.0
    handed_out: bool = False
    given: int = 0
    spent_s: float = 0.0
    numbers: Iterator[int] = field(default_factory=count)

    def next_match(self) -> Planned | None:
        number = next(self.numbers)
        if number >= self.cards:
            self.handed_out = True
            return None
        self.spent_s += self.cost_s
        names = ["duel:random", "duel:random"]
        match = new_match("duel", names, {}, f"{self.name}{number}".encode().ljust(32))
        match = type(match)(match.game, match.seats, match.options, match.players, match.seed, ("r", "s"))
        return Planned("main", number, (0, 1), match, match.key())

    def roster(self) -> dict[str, Player]:
        return {f"duel {content}": find("duel:random", "duel") for content in ("r", "s")}


def as_goings(*fakes: FakeGoing) -> list[Going]:
    return cast(list[Going], list(fakes))


class Instantly:
    """Plays nothing, at once; or breaks, or hangs until it is abandoned."""

    def __init__(self, trouble: str = "") -> None:
        self.trouble, self.closed_by = trouble, list[str]()
        self.known: set[str] = set()
        self.abandoned = threading.Event()
        self.hangs = threading.Event()

    def play(self, matches: Iterable[Planned]) -> Iterator[tuple[Planned, Outcome]]:
        for match in matches:
            assert set(match.match.players) <= self.known, "players come before their matches"
            if self.trouble == "breaks":
                raise OSError("the disk is full")
            if self.trouble == "hangs":
                self.hangs.set()
                assert self.abandoned.wait(20)
                return
            yield match, "not played"

    def enter(self, players: Players) -> None:
        self.known |= set(players)

    def abandon(self) -> None:
        self.abandoned.set()

    def close(self) -> None:
        self.closed_by.append(threading.current_thread().name)


def all_back(pool: Pool, wanted: int) -> list[Back]:
    found: list[Back] = []
    end = time.monotonic() + 20
    while len(found) < wanted:
        assert time.monotonic() < end
        found += pool.back(0.1)
    return found


def test_rounds_share_the_time_and_finals_come_first() -> None:
    cheap, dear, final = FakeGoing("a", 90), FakeGoing("b", 90, cost_s=3.0), FakeGoing("c", 20, final=True)
    pool = Pool(Instantly)
    pool.play(as_goings(cheap, dear, final))
    names = [cast(FakeGoing, back.going).name for back in all_back(pool, 200)]
    pool.close(5)
    assert set(names[:20]) == {"c"}
    assert names[20:60].count("a") == 30 and names[20:60].count("b") == 10, "in time, not in matches"


def test_a_newcomer_has_no_claim_to_what_others_had_before() -> None:
    old, new = FakeGoing("a", 500), FakeGoing("b", 50)
    old.spent_s = 100.0
    pool = Pool(Instantly)
    pool.play(as_goings(old))
    all_back(pool, 500)
    old.handed_out, old.cards = False, 600
    pool.play(as_goings(old, new))
    assert new.spent_s >= 100.0
    pool.close(5)


def test_trouble_of_the_thread_is_raised_where_outcomes_are_read() -> None:
    pool = Pool(lambda: Instantly("breaks"))
    pool.play(as_goings(FakeGoing("a", 5)))
    with pytest.raises(OSError, match="the disk is full"):
        for _ in range(50):
            list(pool.back(0.1))
    assert soon(lambda: not pool.busy)  # the thread tells of it just before it ends
    pool.close(5)


def test_only_the_thread_that_plays_closes_what_it_has_opened() -> None:
    playing = Instantly("hangs")
    pool = Pool(lambda: playing)
    pool.play(as_goings(FakeGoing("a", 5)))
    assert playing.hangs.wait(10)
    pool.close()
    assert playing.closed_by == ["pool"]


def test_real_workers_that_are_in_the_middle_of_matches_end_without_a_complaint() -> None:
    for _ in range(3):
        opened: list[Workers] = []

        def open_workers(opened: list[Workers] = opened) -> Workers:
            opened.append(Workers({}, 1))
            return opened[0]

        pool = Pool(open_workers)
        pool.play(as_goings(FakeGoing("a", 100_000)))
        assert all_back(pool, 3)
        processes = [worker.process for worker in opened[0]._workers]
        assert processes and all(process.is_alive() for process in processes)
        pool.close()
        assert opened[0]._workers == [], "they were closed"
        assert not pool._thread.is_alive()


def test_a_reader_who_is_gone_does_not_hold_the_thread() -> None:
    playing = Instantly()
    pool = Pool(lambda: playing)
    pool.play(as_goings(FakeGoing("a", 5000)))
    assert soon(pool._back.full, 20)
    pool.close(5)
    assert playing.closed_by == ["pool"]


def test_the_fairest_is_a_final_then_who_had_the_least() -> None:
    some: list[Any] = [FakeGoing("a", 1), FakeGoing("b", 1), FakeGoing("c", 1, final=True)]
    some[0].spent_s, some[2].spent_s = 5.0, 50.0
    assert [cast(FakeGoing, going).name for going in fairest(some)] == ["c", "b", "a"]
