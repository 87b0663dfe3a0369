"""The store against a simple model: whoever registers, adds and asks in whatever order, the first record stays."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from overtrick.core.mistake import Mistake
from overtrick.match.record import commitment
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.records.packed import Packed, pack
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.records.stored import Registered
from overtrick.tournament.stated.tournament import Entrant, Tournament
from tests.support.cups import CONTENTS, CUP, STAGES, matches, record_of
from tests.support.machines import lengths, new_store, run_machine

NAMES = ("spring", "autumn")
SEEDS = {name: name.encode().ljust(32, b".") for name in NAMES}
CUPS = {name: replace(CUP, name=name, seed=SEEDS[name]) for name in NAMES}


@cache
def played(name: str) -> list[tuple[Planned, Packed]]:
    """Return the matches of a cup with their records, which are the same in all stores."""
    with open_store(":memory:") as store:
        cup = CUPS[name]
        return [(match, pack(record_of(match))) for match in matches(store.register(cup, CONTENTS), STAGES, cup)]


class Machine(RuleBasedStateMachine):
    """Two programs that have one store open, and what they must find there."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name)
        self.stores: list[Store] = []
        self.model: dict[str, dict[str, Packed]] = {}  # records by tournament and key
        self.called: dict[str, str] = {}  # what the first entrant of each tournament is called

    @initialize()
    def open_twice(self) -> None:
        place = new_store(self.path)
        self.stores = [open_store(place), open_store(place)]
        self.state(0, NAMES[0], "ann")

    def teardown(self) -> None:
        for store in self.stores:
            store.close()
        self.folder.cleanup()

    def register(self, who: int, name: str) -> Registered:
        return self.stores[who].register(self.stated(name), CONTENTS)

    def stated(self, name: str) -> Tournament:
        first, *others = CUPS[name].entrants
        return replace(CUPS[name], entrants=(Entrant(self.called[name], first.bot), *others))

    @rule(who=st.integers(0, 1), name=st.sampled_from(NAMES), called=st.sampled_from(["ann", "anne"]))
    def state(self, who: int, name: str, called: str) -> None:
        self.called[name] = called
        registered = self.register(who, name)
        self.model.setdefault(name, {})
        assert registered.commitment == commitment(SEEDS[name])
        assert registered.names[0] == called

    @precondition(lambda self: self.model)
    @rule(who=st.integers(0, 1), pick=st.integers(0, 1), other=st.sampled_from([{"seed": bytes(32)}, {"seats": 4}]))
    def state_otherwise(self, who: int, pick: int, other: dict[str, Any]) -> None:
        name = sorted(self.model)[pick % len(self.model)]
        with pytest.raises(Mistake):
            self.stores[who].register(replace(self.stated(name), **other), CONTENTS)

    @precondition(lambda self: self.model)
    @rule(who=st.integers(0, 1), pick=st.integers(0, 1), number=st.integers(0, 5), forged=st.booleans())
    def add(self, who: int, pick: int, number: int, forged: bool) -> None:
        name = sorted(self.model)[pick % len(self.model)]
        match, packed = played(name)[number]
        if forged:  # under the same key, which only counts if it is the first: the store does not judge
            packed = replace(packed, totals=tuple(1000 + total for total in packed.totals))
        new = self.stores[who].add(self.register(who, name), match.stage, match.cluster, match.seating, packed)
        assert new is (match.key not in self.model[name])
        self.model[name].setdefault(match.key, packed)

    @rule(who=st.integers(0, 1))
    def reopen(self, who: int) -> None:
        self.stores[who].close()
        self.stores[who] = open_store(self.path / "store.db", create=False)

    @invariant()
    def all_is_there(self) -> None:
        for store in self.stores:
            assert {one.registered.name: one.registered.names[0] for one in store.tournaments()} == {
                name: self.called[name] for name in self.model
            }
            for one in store.tournaments():
                self.compare(store, one.registered)
            assert store.count() == sum(map(len, self.model.values()))

    def compare(self, store: Store, registered: Registered) -> None:
        there = self.model[registered.name]
        assert store.present(registered, [match.key for match, _ in played(registered.name)]) == there.keys()
        assert store.reveal(registered.name) == SEEDS[registered.name]
        assert {row["key"].hex() for row in store.rows(registered.id)} == there.keys()
        found = {one.key: (one.totals, one.entrants) for one in store.played(registered, STAGES)}
        names = registered.names
        assert found == {
            match.key: (there[match.key].totals, tuple(names[index] for index in match.seating))
            for match, _ in played(registered.name)
            if match.key in there
        }
        assert len(store.results(registered, STAGES).stage) == len(there)


@lengths(5)
def test_a_store_keeps_what_came_first_whoever_adds_and_asks(length: settings) -> None:
    run_machine(Machine, length)
