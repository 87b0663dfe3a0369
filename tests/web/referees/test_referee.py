"""A referee: one loop for many tables, which nothing that a player or the store does can hold up or end."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from overtrick.bots.bot import Answer
from overtrick.core.mistake import Mistake
from overtrick.core.time_of_day import TimeOfDay
from overtrick.games.view import View
from overtrick.match.sitting import Sitting
from overtrick.web.referees import referee as referees
from overtrick.web.referees import table as tables
from overtrick.web.referees.referee import Referee
from overtrick.web.referees.store import TableStore, open_tables

ANN = "a" * 64


class Bench:
    """A referee whose loop the test turns by hand, and what it wrote."""

    def __init__(self, store: TableStore) -> None:
        self.written: list[str] = []
        self.referee = Referee(store, lambda data: self.written.extend(data.decode().splitlines()), "")
        self.numbers = iter(range(1, 1000))

    def ask(self, do: str, **given: object) -> Any:
        number = next(self.numbers)
        self.send(do, request=number, **given)
        return json.loads(self.until(lambda line: line.startswith(f"={number} ")).split(" ", 1)[1])

    def send(self, do: str, **given: object) -> None:
        self.referee.take(json.dumps({"do": do, **given}).encode())

    def say(self, connection: int, **words: object) -> None:
        self.send("say", connection=connection, text=json.dumps(words))

    def new_table(self, name: str, game: str = "duel", **more: object) -> None:
        kinds = ["me", "easy"] if game == "duel" else ["me", "easy", "easy", "easy"]
        wish = {"game": game, "options": {}, "kinds": kinds, "names": ["Ann", "Bo", "Cy", "Di"][: len(kinds)], **more}
        assert self.ask("create", table=name, guest=ANN, wish=wish) == {}

    def sit_down(self) -> dict[str, Any]:
        """Make the table "one", and return its first scene in which Ann may act, whose connection is 1."""
        self.new_table("one")
        self.send("enter", connection=1, table="one", guest=ANN)
        return self.turn(1)

    def until(self, wanted: Callable[[str], bool], timeout: float = 20.0) -> str:
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            for place, line in enumerate(self.written):
                if wanted(line):
                    del self.written[: place + 1]
                    return line
            self.referee.batch()
        raise AssertionError(f"this did not come; {self.written}")

    def hear(self, connection: int, word: str) -> dict[str, Any]:
        """Return the next message of a kind to a connection."""
        line = self.until(lambda line: line.startswith(f'{connection} {{"{word}"'))
        return dict(json.loads(line.split(" ", 1)[1]))

    def turn(self, connection: int) -> dict[str, Any]:
        """Return the next scene in which a connection may act."""
        line = self.until(lambda line: line.startswith(f"{connection} ") and '"legal"' in line)
        return dict(json.loads(line.split(" ", 1)[1])["scene"])


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with open_tables(tmp_path / "site.db") as store:
        made = Bench(store)
        yield made
        made.referee.pool.shutdown()
        made.referee.desk.shutdown()


def test_a_slow_player_at_one_table_does_not_hold_up_another(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    free, asked = threading.Event(), Sitting.ask

    def ask(sitting: Sitting, seen: View | None = None) -> tuple[int, Answer]:
        if sitting.chairs[0].name == "Slow":
            assert free.wait(20)
        return asked(sitting, seen)

    monkeypatch.setattr(Sitting, "ask", ask)
    bench.new_table("slow", names=["Slow", "Bo"])
    bench.new_table("quick")
    for connection, name in ((1, "slow"), (2, "quick")):
        bench.send("enter", connection=connection, table=name, guest=ANN)
        scene = bench.turn(connection)
        bench.say(connection, do="act", action=scene["now"]["legal"][0], step=0)
    assert bench.turn(2)["step"] >= 2
    assert bench.referee.tables["slow"].thinking
    bench.say(1, do="back")  # waits for the player, and then counts
    free.set()
    assert bench.until(lambda line: line.startswith("1 ") and '"step":0' in line and '"redo":true' in line)
    assert bench.referee.tables["slow"].sitting.done == []


@pytest.mark.parametrize("trouble", ["raises", "cheats"])
def test_a_player_of_ours_that_fails_is_played_for(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], trouble: str
) -> None:
    def ask(sitting: Sitting, seen: View | None = None) -> tuple[int, Answer]:
        if trouble == "raises":
            raise RuntimeError("a player of ours is broken")
        return sitting.to_move, Answer(9999)

    monkeypatch.setattr(Sitting, "ask", ask)
    bench.say(1, do="act", action=bench.sit_down()["now"]["legal"][0], step=0)
    assert bench.turn(1)["step"] >= 2
    assert "Traceback" in capsys.readouterr().err


def test_a_fault_of_ours_at_one_table_does_not_end_the_others(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    bench.new_table("one")

    def fail() -> None:
        raise RuntimeError("ours")

    bench.referee.later(0, fail)
    bench.send("enter", connection=1, table="one", guest=ANN)
    assert bench.turn(1)
    assert "RuntimeError: ours" in capsys.readouterr().err


def test_a_table_that_nobody_looks_at_is_forgotten_and_comes_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "FORGET_S", 0.05)
    bench.sit_down()
    bench.send("exit", connection=1)
    end = time.monotonic() + 5
    while "one" in bench.referee.tables:
        assert time.monotonic() < end
        bench.referee.batch()
    bench.send("enter", connection=2, table="one", guest=ANN)
    assert bench.turn(2)["step"] == 0


def test_a_table_whose_player_thinks_for_long_does_not_keep_the_loop_busy(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "FORGET_S", 0.0)
    bench.sit_down()
    bench.referee.tables["one"].thinking = True
    bench.send("exit", connection=1)
    began = time.monotonic()
    for _ in range(5):
        bench.referee.batch()
    assert time.monotonic() - began < 5
    assert "one" in bench.referee.tables


def test_who_waits_for_a_hint_cannot_ask_for_another(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()

    def explain(seen: object) -> None:
        assert free.wait(20)
        raise Mistake("no idea")

    monkeypatch.setattr("overtrick.players.explain.explain", explain)
    bench.sit_down()
    bench.say(1, do="hint")
    bench.say(1, do="hint")
    assert bench.hear(1, "refused")["refused"] == "a hint is on its way"
    free.set()
    assert bench.hear(1, "refused")["refused"] == "no idea"
    bench.say(1, do="hint")
    assert bench.hear(1, "refused")["refused"] == "no idea"


def test_a_person_comes_before_the_answers_of_players(bench: Bench) -> None:
    order: list[str] = []
    for rank, name in ((1, "player"), (1, "another"), (0, "person")):
        bench.referee.later(rank, lambda name=name: order.append(name))  # type: ignore[misc]
    bench.referee.batch()
    assert order == ["person", "player", "another"]


def test_requests_about_a_table_that_is_not_there_are_answered(bench: Bench) -> None:
    for do in ("about", "leave", "save"):
        assert bench.ask(do, table="none", guest=ANN) == {"mistake": "there is no table 'none'"}


def test_tables_that_nobody_has_touched_for_long_are_removed_now_and_then(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = bench.referee
    for name in ("here", "gone"):
        bench.new_table(name)
    del referee.tables["gone"]  # nobody has looked at it for a while
    referee.keep_days = 30
    monkeypatch.setattr("overtrick.web.referees.referee.time.time", lambda: time.monotonic() + 1e10)
    referee.batch()
    end = time.monotonic() + 20
    while referee.store.find("gone") is not None:
        assert time.monotonic() < end, "it is still there"
        time.sleep(0.01)
    assert referee.store.find("here") is not None
    assert referee.next_sweep > time.monotonic() + 3000


def test_no_table_is_removed_by_a_clock_that_was_just_set(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    referee, now = bench.referee, [0.0]
    bench.new_table("idle")
    del referee.tables["idle"]
    referee.keep_days, referee.time_of_day = 30, TimeOfDay(lambda: now[0], lambda: 0.0)
    now[0] = 1e10
    monkeypatch.setattr("overtrick.web.referees.referee.time.time", lambda: now[0])
    referee.batch()
    referee.desk.submit(int).result()
    assert referee.store.find("idle") is not None


def test_what_nobody_waits_for_any_more_is_not_begun(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    go = threading.Event()

    def work_out(where: str, store: object, given: dict[str, Any]) -> dict[str, Any]:
        begun.append(given["key"])
        assert go.wait(20)
        return {"data": given["key"]}

    monkeypatch.setattr(referees, "replay_desk", lambda: SimpleNamespace(work_out=work_out))
    for number, key in enumerate("abc", start=500):
        bench.send("replay", request=number, table="x", key=key)
    bench.send("drop", request=501)
    bench.send("drop", request=499)  # was answered long ago
    go.set()
    assert json.loads(bench.until(lambda line: line.startswith("=502 ")).split(" ", 1)[1]) == {"data": "c"}
    assert begun == ["a", "c"]
    assert bench.referee.under_way == {}
