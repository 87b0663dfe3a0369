"""The deal of the day from outside: no second try, no other set, no look at cards that others still play, no loss."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.boxes import soon
from tests.support.daily import deal_today, let_pass, make_older
from tests.support.running_site import Person, RunningSite, running_site

pytestmark = pytest.mark.long  # sites of their own; test_browser.py opens the pages

PASSWORD = "seven green umbrellas"
REPLAYS = ("replay", "replay/file", "replay/record", "replay/thoughts?deal=1&step=1")
LINE = {"deal": "1", "step": "0", "seat": "0"}  # another line from the first position


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    store = tmp_path_factory.mktemp("daily") / "site.db"
    with running_site(store) as running:
        deal_today(store)
        yield running


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[RunningSite]:
    """A site of one's own, to kill or to let days pass."""
    with running_site(tmp_path / "site.db") as running:
        deal_today(running.store)
        yield running


def somebody(site: RunningSite, name: str) -> Person:
    """Return somebody with an account that is older than today."""
    person = Person(site)
    answer = person.post("/register", {"name": name, "password": PASSWORD, "again": PASSWORD})
    assert answer.status_code == 303, answer.text
    make_older(site.store)
    return person


def elsewhere(site: RunningSite, name: str) -> Person:
    """Return the same person on another device."""
    person = Person(site)
    assert person.post("/login", {"name": name, "password": PASSWORD}).status_code == 303
    return person


def begin(person: Person, game: str = "duel") -> str:
    answer = person.post("/today", {"game": game})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def finish(person: Person, game: str = "duel") -> list[str]:
    """Play a try to its end, and return its tables."""
    tables = []
    while (table := begin(person, game)).startswith("/tables/"):
        tables.append(table)
        with person.sit(table) as seat:
            seat.play_on()
    return tables


def hand(person: Person, table: str) -> object:
    with person.sit(table) as seat:
        seat.wait()
        return seat.scene["now"]["hand"] if "hand" in seat.scene["now"] else seat.scene["now"]


def test_a_second_try_is_the_same_try_on_any_device_and_by_twenty_requests_at_once(site: RunningSite) -> None:
    ann = somebody(site, "Ann")
    other = elsewhere(site, "Ann")
    found: list[str] = []
    threads = [threading.Thread(target=lambda one=one: found.append(begin(one))) for one in [ann, other] * 10]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 20 and len(set(found)) == 1
    with ann.sit(found[0]) as here, other.sit(found[0]) as there:  # both sit in the one seat, and act once
        legal = here.wait()
        assert there.wait() == legal
        step = here.scene["step"]
        here.act(legal[0])
        there.act(legal[-1])
        assert soon(lambda: any("refused" in there.hear(0.5) for _ in range(8)), 20)
        while here.scene["step"] == step:
            here.hear()


def test_what_is_finished_is_never_begun_again(site: RunningSite) -> None:
    ben = somebody(site, "Ben")
    tables = finish(ben)
    assert len(set(tables)) == 4
    assert begin(ben) == "/today#duel" == begin(elsewhere(site, "Ben"))
    with ben.sit(tables[-1]) as seat:
        seat.wait()
        seat.say("again")
        assert "played once" in seat.hear_until("refused")["refused"]


def test_nobody_is_helped(site: RunningSite) -> None:
    cleo = somebody(site, "Cleo")
    table = begin(cleo, "wizard")
    with cleo.sit(table) as seat:
        seat.wait()
        assert not any(seat.table["may"].values())
        for word in ("hint", "back", "redo", "open", "leave", "again"):
            seat.say(word)
            assert seat.hear_until("refused")["refused"], word
    assert cleo.client.get(f"{table}/save").status_code == 400
    assert cleo.post(f"{table}/leave").status_code == 400


def test_others_cannot_watch_join_save_replay_or_ask_about_a_try_of_a_running_day(site: RunningSite) -> None:
    dan, eve, guest = somebody(site, "Dan"), somebody(site, "Eve"), Person(site)
    (table,) = finish(dan, "figgie")
    running = begin(dan, "duel")
    for address in (table, running):
        for person in (eve, guest):
            assert person.client.get(address).status_code == 403
            with person.sit(address) as seat:
                assert "deal of the day" in seat.hear()["bye"]
            for path in (*REPLAYS, "save", "join", "join?key=x"):
                assert person.client.get(f"{address}/{path}").status_code >= 400, path
            assert person.post(f"{address}/leave").status_code >= 400
            assert person.post(f"{address}/replay/line", LINE).status_code >= 400
            assert person.post(f"{address}/join", {"name": "Mallory"}).status_code >= 400
    for path in (*REPLAYS, "save"):  # nor can who has played it
        assert dan.client.get(f"{table}/{path}").status_code >= 400, path
    assert dan.post(f"{table}/replay/line", LINE).status_code >= 400
    for person in (eve, guest):
        assert table.removeprefix("/tables/") not in person.client.get("/tables/open").text
        assert table.removeprefix("/tables/") not in person.client.get("/today").text


def test_who_uses_the_same_browser_with_another_account_is_somebody_else(site: RunningSite) -> None:
    fay = somebody(site, "Fay")
    table = begin(fay)
    assert fay.client.get(table).status_code == 200
    assert fay.post("/logout").status_code == 303
    assert fay.client.get(table).status_code == 403
    with fay.sit(table) as seat:
        assert "bye" in seat.hear()
    guests = begin(fay)
    assert guests != table
    assert fay.client.get(table).status_code == 403


def test_points_and_pars_of_a_running_day_are_shown_to_those_alone_who_have_played_that_set(site: RunningSite) -> None:
    gil, hal = somebody(site, "Gil"), Person(site)
    finish(gil, "figgie")
    own = re.search(r"(/days/[0-9-]+/figgie/[0-9]+)\"><bdi>Gil", gil.client.get("/today").text)
    assert own is not None
    page = hal.client.get(own[1]).text
    assert "Gil" in page and "Play it yourself" in page and '/replay"' not in page
    seen = hal.client.get("/today").text
    assert "Set A" not in seen and "Points</th>" not in seen
    picture = hal.client.get(f"{own[1]}/card.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml") and "Gil" in picture.text


def test_the_same_play_meets_the_same_answers_also_after_the_referees_were_killed(fresh: RunningSite) -> None:
    one, other = Person(fresh), Person(fresh)
    ends = []
    for person in (one, other):
        table = begin(person, "wizard")
        with person.sit(table) as seat:
            for _ in range(6):
                seat.act(seat.wait()[0])
                seat.hear()
        if person is other:
            kill_referees(fresh)
        with person.sit(table) as seat:
            seat.play_on(lambda choices: choices[0])
            ends.append(json.dumps(seat.scene["pad"], sort_keys=True))
    assert ends[0] == ends[1]


def kill_referees(site: RunningSite) -> None:
    """Kill all referees, and wait until there are others."""

    def referees() -> set[int]:
        children = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children").read_text().split()
        commands = {int(number): Path(f"/proc/{number}/cmdline").read_bytes() for number in children}
        return {number for number, command in commands.items() if b"referees.referee" in command}

    before = referees()
    assert before
    for number in before:
        os.kill(number, signal.SIGKILL)
    assert soon(lambda: len(referees() - before) == len(before), 30)


def test_a_kill_of_the_site_in_the_middle_neither_ends_nor_repeats_a_try(tmp_path: Path) -> None:
    store = tmp_path / "site.db"
    with running_site(store) as first:
        deal_today(store)
        ida = somebody(first, "Ida")
        table = begin(ida)
        with ida.sit(table) as seat:
            seat.act(seat.wait()[0])
            seat.hear()
            seat.wait()
            step = seat.scene["step"]
            first.kill()
            with pytest.raises(ConnectionClosed):
                while True:
                    seat.hear()
    with running_site(store) as second:
        again = elsewhere(second, "Ida")
        assert begin(again) == table
        with again.sit(table) as seat:
            seat.wait()
            assert seat.scene["step"] >= step
        assert finish(again)[0] == table
        assert begin(again) == "/today#duel"


def test_when_the_day_is_over_all_lines_are_open_and_nothing_can_be_played_on(fresh: RunningSite) -> None:
    jo, kim = somebody(fresh, "Jo"), somebody(fresh, "Kim")
    (table,) = finish(jo, "figgie")
    left = begin(kim, "duel")
    today = json.loads(jo.client.get("/api/days/today").text)["day"]
    kill_referees(fresh)  # who else would still know when the tables close
    earlier = let_pass(fresh.store, today)
    deal_today(fresh.store)
    guest = Person(fresh)
    page = guest.client.get(f"/days/{earlier}").text
    assert f"{table}/replay" in page and "Not finished, and so not ranked" in page and "Kim" in page
    assert guest.client.get(f"{table}/replay").status_code == 200
    with kim.sit(left) as seat:
        legal = seat.wait()
        seat.act(legal[0])
        assert "day is over" in seat.hear_until("refused")["refused"]
    assert begin(kim, "duel") != left  # that is today's
    day = guest.client.get(f"/api/days/{earlier}").json()
    assert day["secret"] and len(day["secret"]) == 64
    code, told = verified(f"{fresh.url}/days/{earlier}")
    assert code == 0 and f"the deal of {earlier}, 1 tries: all is as it should be" in told, told
    (figgie,) = (game for game in day["games"] if game["game"] == "figgie")
    played = figgie["tries"][0]["tables"][0]
    for what, forged in (("opponent", [*played["actions"][:1], [1, "bid hearts 99"]]), ("not played to its end", [])):
        file = Path(fresh.store).with_name("day.json")
        played["actions"] = forged
        file.write_text(json.dumps(day))
        code, told = verified(str(file))
        assert code == 1 and what in told, told


def verified(where: str) -> tuple[int, str]:
    """Return how overtrick verify ends, and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "overtrick", "verify", where], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_addresses_of_days_that_are_none_are_not_there(site: RunningSite) -> None:
    guest = Person(site)
    for path in (
        "/days/never",
        "/days/2999-01-01",
        "/days/1999-01-01",
        "/days/2026-01-01/duel/1",
        "/days/x/y/1/card.svg",
    ):
        assert guest.client.get(path).status_code == 404, path
    assert guest.client.get("/today/table?game=poker").headers["location"] == "/today"
    answer: httpx.Response = guest.post("/today", {"game": "poker"})
    assert answer.status_code == 400 and "poker" in answer.text
    assert guest.client.post("/today", data={"game": "duel"}).status_code in (400, 403)  # no key of a form
