"""Verifying a store: nothing to say about an honest one, and a sentence about whatever was tampered with."""

import json
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.store import schema
from overtrick.store.schema import entrants, records, secrets, tournaments
from overtrick.tournament.plan.stage import Stage, planned
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.records.stored import blob
from overtrick.tournament.run import find_players
from overtrick.tournament.stated.tournament import Format
from overtrick.tournament.verify import Finding, verify
from overtrick.tournament.workers.here import play_match
from tests.support.cups import CONTENTS, CUP, MATCHES, add, fill, matches
from tests.support.postgres import Server
from tests.tournament.test_run import DUEL, cup, play


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(":memory:") as opened:
        registered = fill(opened)
        other = opened.register(replace(CUP, name="other"), CONTENTS)
        add(opened, other, next(matches(other)))
        assert registered.id == 1 and other.id == 2
        yield opened


def tampered(store: Store, change: Callable[[Any], dict[str, object]]) -> str:
    """Change one record of the cup and return its key, as it then stands in the store."""
    with store._engine.begin() as connection:
        rows = connection.execute(select(records).where(records.c.tournament == 1)).mappings()
        row = next(row for row in rows if row["stage"] == "main" and row["cluster"] == 1)
        values = change(row)
        connection.execute(update(records).where(records.c.key == row["key"]).values(values))
        return str({**row, **values}["key"].hex())


def repacked(**values: object) -> Callable[[Any], dict[str, object]]:
    """Return a change of the payload."""

    def change(row: Any) -> dict[str, object]:
        kept = {**json.loads(zlib.decompress(row["payload"])), **values}
        return {"payload": zlib.compress(json.dumps(kept).encode())}

    return change


def swapped(row: Any) -> dict[str, object]:
    """Return actions in which the first bid of the first deal is one more or less, which always makes another score."""
    kept = json.loads(zlib.decompress(row["payload"]))
    first, *others = kept["actions"][0].split("|")
    bid = int(first.removeprefix("bid ")) if first.startswith("bid ") else 1
    kept["actions"][0] = "|".join([f"bid {bid - 1 if bid else 1}", *others])
    return {"payload": zlib.compress(json.dumps(kept).encode())}


KEY = "the key is not that of its secret, stage, cluster, seating and rules"

TAMPERINGS: dict[str, tuple[Callable[[Any], dict[str, object]], str]] = {
    "key": (lambda row: {"key": bytes(32)}, KEY),
    "tournament": (lambda row: {"tournament": 2}, "none of the tournament's"),
    "stage": (lambda row: {"stage": "final"}, KEY),
    "cluster": (lambda row: {"cluster": 7}, KEY),
    "seating": (lambda row: {"seating": blob([1, 1, 1], "i")}, KEY),
    "a seat too few": (lambda row: {"seating": blob([1, 1], "i")}, "not a number for each of 3 seats"),
    "an unknown entrant": (lambda row: {"seating": blob([1, 2, 99], "i")}, "entrant 99"),
    "totals": (lambda row: {"totals": blob([1000, 0, 0], "i")}, r"the totals \[1000, 0, 0\] should be \["),
    "no totals": (lambda row: {"totals": b""}, "the totals are 0 bytes"),
    "places": (lambda row: {"places": blob([9, 9, 9], "b")}, r"the places \[9, 9, 9\] should be \["),
    "faults": (lambda row: {"faults": blob([55, 0, 0], "h")}, r"the faults \[55, 0, 0\] should be \["),
    "ending": (lambda row: {"ending": "crash"}, "the ending crash should be normal"),
    "no ending": (lambda row: {"ending": "bored"}, "cannot be read: .*bored"),
    "at_fault": (lambda row: {"at_fault": 2}, "the seat at fault 2 should be nobody"),
    "facts": (lambda row: {"facts": '{"rounds": [1, 1, 1]}'}, r"the facts rounds \[1, 1, 1\] should be rounds \[2, "),
    "no facts": (lambda row: {"facts": "[]"}, "cannot be read"),
    "payload": (lambda row: {"payload": b"x"}, "the payload is damaged"),
    "actions": (swapped, "should be|deal 1"),
    "fences": (repacked(fences=["A+"]), "there are 1 fences for 3 seats"),
    "a fault of a deal that never was": (
        repacked(faults=[[9, 0, 0, "crash", "", "", ""]]), "there cannot be a fault .* in deal 9"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_record_that_was_tampered_with_is_found(store: Store, name: str) -> None:
    change, expected = TAMPERINGS[name]
    key = tampered(store, change)
    found = list(verify(store))
    assert {finding.key for finding in found} == {key}
    assert all("\n" not in finding.sentence for finding in found)
    assert any(re.search(expected, finding.sentence) for finding in found), found


def test_every_column_that_can_be_verified_is_tampered_with() -> None:
    assert {column.name for column in records.c} - set(TAMPERINGS) == {"played"}


ABOUT: dict[str, tuple[Any, str, int]] = {
    "a commitment": (update(tournaments).values(commitment="0" * 64), "is not that of the secret", 0),
    "a secret": (update(secrets).values(secret=bytes(32)), "is not that of the secret", MATCHES),
    "the seats": (update(tournaments).values(seats=4), "another name, game, number of seats or options", MATCHES),
    "the options": (update(tournaments).values(options="{}"), "another name, game, number of seats", MATCHES),
    "options that are none": (update(tournaments).values(options="?"), "another name, game, number of seats", MATCHES),
    "details": (update(tournaments).values(details="?"), "the details of a tournament in the store cannot be read", 0),
    "no secret": (delete(secrets), "is not that of the secret", MATCHES),
    "the version": (update(tournaments).values(version=99), "", MATCHES),
    "the game": (update(tournaments).values(game="poker"), "another name, game", MATCHES),
    "a program": (update(entrants).where(entrants.c.name == "ann").values(content="other"), "", 15),
}


@pytest.mark.parametrize("name", ABOUT)
def test_a_tournament_that_was_tampered_with_is_found(name: str) -> None:
    statement, expected, count = ABOUT[name]
    with open_store(":memory:") as store:
        fill(store)
        with store._engine.begin() as connection:
            connection.execute(statement)
        found = list(verify(store))
    assert [expected in finding.sentence for finding in found if not finding.key] == [True] * bool(expected)
    assert len({finding.key for finding in found if finding.key}) == count
    assert {finding.tournament for finding in found} == {"cup"}


def test_an_honest_store_leaves_nothing_to_say(tmp_path: Path, server: Server) -> None:
    for where in (tmp_path / "cup.db", server.url(server.new_database())):
        with open_store(where) as store:
            assert list(verify(store)) == []
            fill(store)
            assert list(verify(store)) == []


def test_progress_is_told_record_by_record(store: Store) -> None:
    told: list[int] = []
    assert list(verify(store, lambda: told.append(1))) == []
    assert len(told) == store.count() == MATCHES + 1


def test_a_finding_is_one_line() -> None:
    assert str(Finding("cup", "ab12", "it is wrong")) == "cup, match ab12: it is wrong"
    assert str(Finding("cup", "", "it is wrong")) == "cup, tournament: it is wrong"


def test_several_differences_are_all_told(store: Store) -> None:
    tampered(store, lambda row: {"totals": blob([0, 0, 0], "i"), "places": blob([3, 3, 3], "b")})
    found = list(verify(store))
    assert [finding.sentence.split()[1] for finding in found] == ["totals", "places"]
    assert all(isinstance(finding, Finding) and finding.tournament == "cup" for finding in found)


def test_a_record_played_with_other_cards_is_found_even_if_all_else_fits(store: Store) -> None:
    with store._engine.begin() as connection:
        row = dict(connection.execute(select(records).where(records.c.tournament == 2)).mappings().one())
        connection.execute(insert(schema.records).values({**row, "key": bytes(32), "cluster": 1}))
    assert [finding.sentence for finding in verify(store)] == [KEY]


def test_a_game_that_is_not_here_is_told_once_and_not_for_every_match(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(GAMES, CUP.game)
    sentence = f"the game '{CUP.game}' is not here; name its file with --game-file"
    assert [(finding.key, finding.sentence) for finding in verify(store)] == [("", sentence)] * 2
    with pytest.raises(Mistake, match=sentence):
        next(store.records(store.tournament("cup").registered))


def test_every_step_of_a_focused_tournament_is_seated_again(tmp_path: Path) -> None:
    stated = replace(cup({**DUEL, "again": "duel:greedy"}, 150), format=Format.FOCUSED, top=1)
    with open_store(tmp_path / "focused.db") as store:
        contest, _, _ = play(store, stated)
        assert list(verify(store)) == []
        (stage,) = contest.stages()
        late = [one for one in stage.drawn if len(one.asked) < 4]
        assert late, "somebody must be out of the question"
        # An honest match, on the cards of the plan, that nobody would have been seated at.
        cards = stage.clusters - 1
        others = [(one, other) for one in range(4) for other in range(4) if one < other]
        pair = next(pair for pair in others if set(pair) not in map(set, stage.at(cards)))
        (match, _) = planned(Stage("main", (pair,), cards + 1), cards, contest.everyone())
        packed = play_match(match.match, find_players(stated))
        assert not isinstance(packed, str)
        store.add(contest.registered, match.stage, match.cluster, match.seating, packed)
        assert [(finding.key, finding.sentence) for finding in verify(store)] == [
            (match.key, f"by the results before it, nobody sits so on set of cards {cards}")
        ]
