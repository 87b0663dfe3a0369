"""The hour after midnight: tries of the day before go on, and nobody begins anything by accident."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.arena.daily.days import closes, day_of, days_from, ends
from overtrick.arena.worker.days import advance_days
from overtrick.arena.worker.vault import Vault
from tests.support.clock import Clock
from tests.support.web_people import Visitor, site_of_people, words

NOON = 1_800_014_400
DAY = day_of(NOON)
NEXT = days_from(DAY, 1)


@pytest.fixture
def guest(tmp_path: Path) -> Iterator[Visitor]:
    """Somebody at noon, with the cards of two days."""
    with site_of_people(tmp_path / "site.db") as client:
        visitor = Visitor(client)
        for moment in (NOON, ends(DAY) + 60, NOON):
            visitor.arena.clock = Clock(moment)
            advance_days(visitor.arena, Vault(tmp_path / "vault"), print)
        yield visitor


def begun(guest: Visitor, day: str) -> set[str]:
    """Return the games of which a day has a try of anybody."""
    with guest.arena.reading() as connection:
        return {row.game for row in connection.exec_driver_sql("SELECT game FROM tries WHERE day = ?", (day,))}


def test_the_page_of_yesterday_goes_on_with_its_try_and_begins_none_of_today(guest: Visitor) -> None:
    first = guest.post("/today", {"game": "duel", "day": DAY}, follow_redirects=False)
    assert first.status_code == 303
    guest.arena.clock = Clock(ends(DAY) + 60)
    shown = guest.get(f"/days/{DAY}").text
    assert re.findall(r'name="day" value="([^"]+)"', shown) == [DAY]
    again = guest.post("/today", {"game": "duel", "day": DAY}, follow_redirects=False)
    assert again.headers["location"] == first.headers["location"]
    assert begun(guest, NEXT) == set()
    assert "Your try of the duel of yesterday waits" in words(guest.get("/today"))
    went = guest.get(f"/today/table?game=duel&day={DAY}", follow_redirects=False)
    assert went.headers["location"] == first.headers["location"]


def test_a_page_from_before_midnight_begins_nothing(guest: Visitor) -> None:
    guest.arena.clock = Clock(ends(DAY) + 60)
    answer = guest.post("/today", {"game": "figgie", "day": DAY})
    assert answer.status_code == 400
    assert f"{DAY} is over, so its cards cannot be begun any more" in words(answer)
    assert begun(guest, DAY) == begun(guest, NEXT) == set()


def test_after_the_hour_nothing_goes_on(guest: Visitor) -> None:
    assert guest.post("/today", {"game": "duel"}, follow_redirects=False).status_code == 303
    guest.arena.clock = Clock(closes(DAY))
    assert "is closed" in words(guest.post("/today", {"game": "duel", "day": DAY}))
    assert guest.get(f"/today/table?game=duel&day={DAY}", follow_redirects=False).headers["location"] == "/today"
    assert "waits" not in words(guest.get("/today"))
    assert begun(guest, NEXT) == set()


@pytest.mark.parametrize("day", ["yesterday", "2026-13-45", "2026-1-1", "9999-12-31"])
def test_what_is_no_day_or_not_yet_begins_nothing(guest: Visitor, day: str) -> None:
    answer = guest.post("/today", {"game": "duel", "day": day})
    assert answer.status_code == 400, answer.text
    assert guest.get(f"/today/table?game=duel&day={day}", follow_redirects=False).headers["location"] == "/today"
    assert begun(guest, DAY) == set()
