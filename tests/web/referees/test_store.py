"""Tables in the store: written whole, found again, never overwritten by an older hand."""

import pytest

from overtrick.core.mistake import Mistake
from overtrick.match.record import replay
from overtrick.match.sitting import Sitting
from overtrick.web.referees.new_table import read_form, seat_all
from overtrick.web.referees.store import Setting, TableStore, fresh_name, open_tables

ANN, BEN = "a" * 64, "b" * 64


def table(game: str = "duel") -> tuple[Sitting, Setting]:
    sitting = seat_all(read_form({"game": game, "kind_0": "easy"}))
    return sitting, Setting(ANN, ["", BEN], [0], "sesame", True, 3.0)


def kept(store: TableStore, name: str) -> tuple[Sitting, Setting, int]:
    found = store.find(name)
    assert found is not None
    return found.sit_down(), found.setting, found.version


def test_a_table_is_found_as_it_was_written(where: str) -> None:
    sitting, setting = table()
    with open_tables(where) as store:
        assert store.write([("one", sitting, setting, 1)]) == {"one"}
        sitting.did(*sitting.ask())
        assert store.write([("one", sitting, setting, 2)]) == {"one"}
    with open_tables(where) as store:
        again, agreed, version = kept(store, "one")
        assert (again.done, again.chairs, again.match) == (sitting.done, sitting.chairs, sitting.match)
        assert (agreed, version) == (setting, 2)
        assert store.find("two") is None


def test_who_has_not_seen_the_latest_version_cannot_write(where: str) -> None:
    mine, setting = table()
    with open_tables(where) as store, open_tables(where) as other:
        store.write([("one", mine, setting, 1)])
        theirs, _, version = kept(other, "one")
        theirs.did(*theirs.ask())
        assert other.write([("one", theirs, setting, version + 1)]) == {"one"}
        assert store.write([("one", mine, setting, 2), ("two", mine, setting, 1)]) == {"two"}
        assert len(kept(store, "one")[0].done) == 1


def test_guests_find_their_own_tables_again(where: str) -> None:
    sitting, setting = table()
    with open_tables(where) as store:
        store.write([("one", sitting, setting, 1), ("two", sitting, Setting(BEN, ["", ""]), 1)])
        assert [one.id for one in store.of_guest(ANN)] == ["one"]
        assert {one.id for one in store.of_guest(BEN)} == {"one", "two"}
        assert store.of_guest("c" * 64) == []
        assert store.of_guest(ANN)[0].names() == ["Ada", "Bo"]


def test_a_finished_table_has_a_record(where: str) -> None:
    sitting, setting = table()
    with open_tables(where) as store:
        store.write([("one", sitting, setting, 1)])
        with pytest.raises(Mistake, match="not over yet"):
            store.record("one")
        with pytest.raises(Mistake, match="no table 'two'"):
            store.record("two")
        sitting.let_bots_act()
        store.write([("one", sitting, setting, 2)])
        record = store.record("one")
        assert replay(record)
        assert record == sitting.record()
        assert store.of_guest(ANN)[0].over


def test_a_secret_is_made_once(where: str) -> None:
    with open_tables(where) as store, open_tables(where) as other:
        secret = store.secret("forms")
        assert len(secret) == 32
        assert other.secret("forms") == secret
        assert store.secret("others") != secret


def test_names_of_tables_cannot_be_guessed() -> None:
    assert len({fresh_name() for _ in range(1000)}) == 1000
    assert all(len(fresh_name()) == 16 for _ in range(10))


def test_tables_that_nobody_touches_are_removed_finished_or_not(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (sitting, setting), (over, _) = table(), table()
    while not over.over:
        seat = over.to_move
        over.do(seat, over.view(seat).legal[0])
    with open_tables(where) as store:
        moment = 1_000_000
        monkeypatch.setattr("overtrick.web.referees.store.time.time", lambda: moment)
        store.write(
            [(name, sitting, setting, 1) for name in ("old", "open", "played on")] + [("over", over, setting, 1)]
        )
        moment += 100
        store.write([("new", sitting, setting, 1), ("played on", sitting, setting, 2)])
        assert store.remove_untouched(moment - 100) == 0
        assert store.remove_untouched(moment, {"open"}) == 2
        assert {one.id for one in store.of_guest(BEN)} == {"new", "open", "played on"}
        assert store.find("old") is None
        with pytest.raises(Mistake, match="there is no table 'over'"):
            store.record("over")
