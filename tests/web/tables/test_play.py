"""Playing at the real site: whole games over the wire, together, against cheats, and through crashes."""

import itertools
import json
import os
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from overtrick.match.record import replay
from overtrick.match.sitting import from_json
from overtrick.web.referees.store import open_tables
from tests.support.running_site import Person, RunningSite, Seat, play_together, running_site

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site") / "site.db") as started:
        yield started


def kept(site: RunningSite, table: str) -> Any:
    """Return a table as the store has it."""
    with open_tables(site.store) as store:
        found = store.find(table.rsplit("/", 1)[1])
    assert found is not None
    return found


def invite(host: Seat, guest: Person, name: str) -> str:
    """Let somebody join by the link that the host sees, and return the path of the table."""
    while not host.table.get("invite"):
        host.hear()
    answer = guest.post(host.table["invite"], {"name": name})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


# Whole games


@pytest.mark.parametrize(
    ("game", "form"),
    [
        ("wizard", {}),
        ("wizard", {"seats": "6", "preset": "house", "option_bidding": "hidden", "kind_3": "me", "kind_0": "easy"}),
        ("duel", {"option_ranks": "7", "option_stock": "4"}),
        ("figgie", {"option_model": "turn"}),
        ("figgie", {"option_model": "tick", "seats": "5", "kind_0": "easy", "kind_4": "me"}),
    ],
)
def test_a_person_plays_a_whole_match(site: RunningSite, game: str, form: dict[str, str]) -> None:
    ann = Person(site)
    table = ann.new_table(game, **form)
    choose = random.Random(7).choice
    with ann.sit(table) as seat:
        seat.play_on(choose)
        assert sorted(seat.scene["places"])[0] == 1
        assert seat.table["replay"] == f"{table}/replay"
        steps = [json.loads(text)["scene"]["step"] for text in seat.heard if '"scene"' in text]
    jump = seat.scene["seats"] if form.get("option_model") == "tick" else 1
    assert all(after - before in (0, jump) for before, after in itertools.pairwise(steps)), "none is skipped"
    with open_tables(site.store) as store:
        record = store.record(table.rsplit("/", 1)[1])
    assert replay(record)
    assert list(record.totals) == seat.scene["totals"]


def test_people_at_one_screen_play_behind_a_curtain(site: RunningSite) -> None:
    ann = Person(site)
    table = ann.new_table("wizard", option_series="2,3", kind_2="hot", name_2="Cy")
    with ann.sit(table) as seat:
        seat.play_on()
        for text in seat.heard:
            message = json.loads(text)
            if message["table"]["curtain"] is not None:
                assert message["scene"]["seat"] is None
                assert not any(message["scene"]["now"]["state"]["hands"])
        assert {json.loads(text)["scene"]["seat"] for text in seat.heard} == {None, 0, 2}


def test_the_clock_of_the_tick_model_goes_by_itself(site: RunningSite) -> None:
    ann = Person(site)
    table = ann.new_table("figgie", option_model="tick", pace="0.2")
    with ann.sit(table) as seat:
        seat.hear()
        assert seat.table["clock"] == {"running": False, "seconds": 0.2, "left": 0.2}
        with pytest.raises(TimeoutError):
            seat.hear(0.6)
        seat.say("start")
        began = time.monotonic()
        while seat.scene["step"] < 8:
            seat.hear()
        assert time.monotonic() - began > 0.35
        seat.say("pause")
        while seat.table["clock"]["running"]:
            seat.hear()
        with pytest.raises(TimeoutError):
            seat.hear(0.6)
        seat.act("bid spades 1")
        assert seat.hear_until("wish")["wish"] == "bid spades 1"
        step = seat.scene["step"]
        assert seat.hear_until("scene")["scene"]["step"] == step + 4


# Together


def test_two_people_and_a_spectator_see_the_same_table_each_with_their_own_eyes(site: RunningSite) -> None:
    ann, ben, eve = Person(site), Person(site), Person(site)
    table = ann.new_table("wizard", option_series="3,4", kind_2="open", name_0="Ann")
    with ann.sit(table) as first:
        first.hear()
        assert invite(first, ben, "Ben") == table
        with ben.sit(table) as second, eve.sit(table) as watching:
            play_together(first, second)
            while not watching.scene.get("places"):
                watching.hear()
            assert first.scene["totals"] == second.scene["totals"] == watching.scene["totals"]
            assert first.scene["names"] == ["Ann", "Bo", "Ben", "Dan"]
            for seat, own in ((first, 0), (second, 2), (watching, None)):
                check_that_nothing_leaked(seat, own, site, table)


def check_that_nothing_leaked(seat: Seat, own: int | None, site: RunningSite, table: str) -> None:
    """See that no message names a card which its reader could not know at that time, nor the seed."""
    found = kept(site, table)
    seed = json.loads(found.sitting)["seed"]
    played: dict[int, set[str]] = {}  # by deal
    deals = found.sit_down().going.deals
    for text in seat.heard:
        assert seed not in text
        assert "draws" not in text
        scene = json.loads(text)["scene"]
        moment = scene["now"]
        if moment is None:
            continue
        assert scene["seat"] == own
        hands = moment["state"]["hands"]
        assert all(not hand for other, hand in enumerate(hands) if other != own)
        deal = deals[scene["deal"] - 1]
        seen = played.setdefault(scene["deal"], set())
        seen |= {entry["card"] for entry in moment["state"]["trick"]}
        start = deal.start["hands"]
        mine = set() if own is None else set(start[own])
        turned = {deal.start["turned_up"]}
        secret = {card for hand in start for card in hand} - mine - seen - turned
        secret -= {entry["card"] for entry in (moment["last_trick"] or {"cards": []})["cards"]}
        secret -= {action for _, action in deal.actions[: moment_step(scene, deals)]}
        named = set(cards_in(moment))
        assert not named & secret, (named & secret, scene["step"])


def moment_step(scene: dict[str, Any], deals: Any) -> int:
    """Return how many actions of the present deal a scene knows."""
    return int(scene["step"]) - sum(len(deal.actions) for deal in deals[: scene["deal"] - 1])


def cards_in(value: object) -> Iterator[str]:
    """Yield all texts anywhere in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from cards_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from cards_in(part)


@pytest.mark.parametrize(("game", "model"), [("duel", ""), ("figgie", "turn"), ("figgie", "tick")])
def test_no_hidden_card_goes_over_the_wire(site: RunningSite, game: str, model: str) -> None:
    ann, eve = Person(site), Person(site)
    table = ann.new_table(game, **({"option_model": model} if model else {"option_stock": "4"}))
    with ann.sit(table) as seat, eve.sit(table) as watching:
        seat.play_on(random.Random(5).choice)
        while not watching.scene.get("places"):
            watching.hear()
        found = kept(site, table).sit_down()
        seed = found.match.seed.hex()
        for onlooker, own in ((seat, 0), (watching, None)):
            shown = [json.loads(text) for text in onlooker.heard]
            moments = [message["scene"]["now"] for message in shown if message.get("scene", {}).get("now")]
            assert len(moments) > 5
            assert not any(seed in text for text in onlooker.heard)
            for moment in moments:
                hands = moment["state"]["hands"]
                held = moment["state"].get("held", [1] * len(hands))  # that somebody has no card left may be known
                assert all(not hand for other, hand in enumerate(hands) if other != own and held[other])
                assert moment["state"].get("goal_suit") is None
                assert moment["state"].get("suit_counts") is None
                assert moment["state"].get("orders") is None
            assert not any(
                "hands" in message or "odds" in message for message in shown if message.get("scene", {}).get("now")
            )


def test_who_leaves_is_replaced_by_a_player_and_may_return(site: RunningSite) -> None:
    ann, ben = Person(site), Person(site)
    table = ann.new_table("duel", kind_1="open")
    with ann.sit(table) as first:
        first.hear()
        invite(first, ben, "Ben")
        with ben.sit(table) as second:
            second.hear()
            steps(first, 1)
            while first.table["chairs"][1]["away"]:
                first.hear()
            second.wait()
            second.say("leave")
            assert second.hear_until("bye")
        while not first.table["chairs"][1]["away"]:
            first.hear()
        first.act(first.wait()[0])
        while first.scene["step"] < 4:
            first.hear()
        with ben.sit(table) as second:
            second.hear()
            assert not second.table["chairs"][1]["away"]
            assert second.scene["seat"] == 1
            while first.table["chairs"][1]["away"]:
                first.hear()


def test_a_reload_loses_nothing(site: RunningSite) -> None:
    ann = Person(site)
    table = ann.new_table("wizard")
    with ann.sit(table) as seat:
        for _ in range(6):
            seat.act(seat.wait()[0])
            step = seat.scene["step"]
            while seat.scene["step"] == step:
                seat.hear()
        seat.wait()
        before = seat.scene
    with ann.sit(table) as seat:
        first = seat.hear()
        assert seat.scene == before
        assert first["log"][0].startswith("Round ")
        assert first["log"][-len(before["now"]["said"]) :] == before["now"]["said"]
        seat.play_on()


def test_take_back_redo_and_hint(site: RunningSite) -> None:
    ann = Person(site)
    table = ann.new_table("duel")
    with ann.sit(table) as seat:
        card = seat.wait()[0]
        assert seat.table["may"]["hint"]
        seat.say("hint")
        hint = seat.hear_until("hint", 120)
        assert hint["step"] == 0
        assert {choice["name"] for choice in hint["hint"]["choices"]} <= set(seat.choices())
        assert hint["hint"]["sentence"]
        assert card in seat.choices()
        steps(seat, 1)
        seat.wait()
        assert seat.table["may"]["back"]
        after = seat.scene
        seat.say("back")
        while seat.scene["step"] != 0:
            seat.hear()
        assert seat.table["may"]["redo"]
        seat.say("redo")
        while seat.scene["step"] < after["step"]:
            seat.hear()
        assert seat.scene["now"]["state"] == after["now"]["state"]
        seat.say("redo")
        assert "nothing to do again" in seat.hear_until("refused")["refused"]


def test_a_duel_is_reviewed_after_its_end(site: RunningSite) -> None:
    ann = Person(site)
    table = ann.new_table("duel")
    with ann.sit(table) as seat:
        seat.play_on()
        review = seat.hear_until("review", 120)["review"]
        assert len(review["plays"]) == 20
        assert sum(review["promised"]) == 10
    with ann.sit(table) as seat:
        assert seat.hear_until("review", 60)["review"] == review


def test_learning_shows_open_hands_and_exact_odds(site: RunningSite) -> None:
    ann = Person(site)
    table = ann.new_table("figgie", learning="on")
    with ann.sit(table) as seat:
        odds = seat.hear_until("odds", 180)["odds"]
        assert sum(odds.values()) == pytest.approx(1)
        seat.say("open")
        message = seat.hear_until("scene")
        assert message["table"]["open"]
        assert all(message["scene"]["now"]["state"]["hands"])


def test_another_match_takes_everybody_along(site: RunningSite) -> None:
    ann, ben = Person(site), Person(site)
    table = ann.new_table("duel", kind_1="open", option_ranks="3")
    with ann.sit(table) as first:
        first.hear()
        invite(first, ben, "Ben")
        with ben.sit(table) as second:
            second.say("again")
            assert "only the host" in second.hear_until("refused")["refused"]
            first.say("again")
            assert "not over yet" in first.hear_until("refused")["refused"]
            play_together(first, second)
            first.say("again")
            go = first.hear_until("go")["go"]
            assert second.hear_until("go")["go"] == go != table
        with ann.sit(go) as first, ben.sit(go) as second:
            first.hear()
            second.hear()
            assert (first.table["mine"], second.table["mine"]) == ([0], [1])
            assert first.scene["step"] == 0
            assert first.scene["options"]["ranks"] == 3


# Cheats


def test_a_cheat_gets_a_clear_refusal_and_harms_nobody(site: RunningSite) -> None:
    ann, eve = Person(site), Person(site)
    table = ann.new_table("duel")
    with ann.sit(table) as seat, eve.sit(table) as cheat:
        legal = seat.wait()
        cheat.hear()
        others = {f"{suit}{value}" for suit in "SHDC" for value in "A2345"} - set(legal)
        for who, message, words in (
            (cheat, {"do": "act", "action": legal[0], "step": 0}, "you only watch"),
            (cheat, {"do": "back"}, "nothing can be taken back"),
            (cheat, {"do": "hint"}, "a hint is given"),
            (cheat, {"do": "open"}, "the hands are open only"),
            (cheat, {"do": "leave"}, "do not sit"),
            (cheat, {"do": "again"}, "only the host"),
            (cheat, {"do": "pause"}, "you only watch"),
            (seat, {"do": "act", "action": min(others), "step": 0}, "is not in the hand"),
            (seat, {"do": "act", "action": legal[0], "step": 1}, "meant for step 1"),
            (seat, {"do": "act", "action": legal[0], "step": -1}, "meant for step -1"),
            (seat, {"do": "act", "action": legal[0], "step": True}, "needs its name and the step"),
            (seat, {"do": "act", "action": legal[0]}, "needs its name and the step"),
            (seat, {"do": "act", "action": 3, "step": 0}, "needs its name and the step"),
            (seat, {"do": "act", "action": "x" * 3000, "step": 0}, "no card of the duel"),
            (seat, {"do": "lift"}, "no curtain"),
            (seat, {"do": "start"}, "act at once"),
            (seat, {"do": "open"}, "the hands are open only"),
            (seat, {"do": "fly"}, "does not say what to do"),
            (seat, {"do": ["act"]}, "does not say what to do"),
            (seat, {}, "does not say what to do"),
        ):
            who.socket.send(json.dumps(message))
            answer = who.hear_until("refused")
            assert words in answer["refused"]
            assert answer["step"] == 0
        for text in ("", "act", "[]", "null", "7", '"act"', "{", "[" * 4000):
            seat.socket.send(text)
            assert seat.hear_until("refused")
        steps(seat, 1)
        seat.wait()
        seat.socket.send(json.dumps({"do": "act", "action": legal[1], "step": 0}))
        assert "meant for step 0, but the table is at step" in seat.hear_until("refused")["refused"]
        seat.play_on()


def test_a_flood_is_refused_once_and_sent_away_and_others_play_on(site: RunningSite) -> None:
    ann, eve = Person(site), Person(site)
    table = ann.new_table("duel")
    with ann.sit(table) as seat:
        seat.wait()
        flood = eve.socket(table)
        try:
            for _ in range(3000):
                flood.send('{"do":"hint"}')
        except ConnectionClosed:
            pass
        heard = []
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                heard.append(json.loads(flood.recv(10)))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert "too many messages" in closed.value.rcvd.reason
        assert sum("too many messages" in message.get("refused", "") for message in heard) == 1
        began = time.monotonic()
        seat.play_on()
        assert time.monotonic() - began < 20


def test_a_message_that_is_too_long_is_refused_and_the_connection_closed(site: RunningSite) -> None:
    ann = Person(site)
    table = ann.new_table("duel")
    for size in (5000, 1_000_000):
        socket = ann.socket(table)
        socket.send(json.dumps({"do": "act", "action": "x" * size, "step": 0}))
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code in (1008, 1009)
    with ann.sit(table) as seat:
        assert seat.wait()


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "https://127.0.0.1"])
def test_a_socket_from_another_site_is_refused(site: RunningSite, origin: str | None) -> None:
    ann = Person(site)
    table = ann.new_table("duel")
    with pytest.raises(InvalidStatus) as caught:
        ann.socket(table, origin)
    assert caught.value.response.status_code == 403


def test_who_has_no_cookie_only_watches(site: RunningSite) -> None:
    ann = Person(site)
    table = ann.new_table("duel")
    with Seat(ann.socket(table, cookies=False)) as seat:
        seat.hear()
        assert seat.scene["seat"] is None
        assert seat.table["mine"] == []
        assert seat.table["watching"] == 1


def test_a_table_that_is_not_there_says_goodbye(site: RunningSite) -> None:
    with Person(site).sit("/tables/none") as seat:
        assert "there is no table" in seat.hear()["bye"]
        with pytest.raises(ConnectionClosed):
            seat.hear()


def test_a_body_without_end_is_refused(site: RunningSite) -> None:
    ann = Person(site)

    def endless() -> Iterator[bytes]:
        for _ in range(1000):
            yield b"x" * 10_000

    with pytest.raises((httpx.HTTPError, AssertionError)):
        answer = ann.client.post("/tables", content=endless())
        assert answer.status_code not in (403, 413)
    assert ann.client.get("/").status_code == 200


# Crashes


def steps(seat: Seat, count: int) -> None:
    for _ in range(count):
        choice = seat.wait()[0]
        step = seat.scene["step"]
        seat.act(choice)
        while seat.scene["step"] == step:
            seat.hear()


def test_a_referee_that_dies_is_replaced_and_the_match_goes_on(tmp_path: Path) -> None:
    with running_site(tmp_path / "site.db") as site:
        ann = Person(site)
        table = ann.new_table("wizard")
        with ann.sit(table) as seat:
            seat.wait()
            steps(seat, 3)
            seat.wait()
            before = seat.scene
            for child in Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children").read_text().split():
                if b"overtrick.web.referees.referee" in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.kill(int(child), signal.SIGKILL)
            seat.scene = {}
            seat.wait()
            assert seat.scene == before
            seat.play_on()


def test_a_site_killed_with_nine_loses_nothing_that_anybody_saw(tmp_path: Path) -> None:
    rng = random.Random(11)
    seen: dict[str, dict[str, Any]] = {}
    ann = None
    kills = 0
    for turn in range(4):
        with running_site(tmp_path / "site.db") as site:
            if ann is None:
                ann = Person(site)
                tables = [
                    ann.new_table("wizard", option_series="1,2,3,4,5"),
                    ann.new_table("figgie", option_model="turn"),
                    ann.new_table("duel"),
                ]
            ann.site = site
            ann.client.base_url = httpx.URL(site.url)
            for table in tables:
                with ann.sit(table) as seat:
                    seat.hear()
                    if table in seen:
                        assert seat.scene["step"] >= seen[table]["step"]
                        done = json.loads(kept(site, table).sitting)["done"]
                        assert len(done) >= seen[table]["step"]
                    for _ in range(rng.randrange(1, 4)):
                        if seat.wait():
                            seat.act(rng.choice(seat.choices()))
                            seat.hear()
                    seen[table] = seat.scene
            if turn < 3:
                site.kill()
                kills += 1
    assert kills == 3
    assert all(scene["step"] > 0 for scene in seen.values())
    with closing(sqlite3.connect(tmp_path / "site.db")) as database:
        for (text,) in database.execute("SELECT sitting FROM tables").fetchall():
            from_json(text)


def test_two_sites_on_one_store_never_mix_up_a_table(tmp_path: Path) -> None:
    with running_site(tmp_path / "site.db") as one, running_site(tmp_path / "site.db") as two:
        ann = Person(one)
        table = ann.new_table("duel")
        with ann.sit(table) as first:
            first.wait()
            ann.site = two
            ann.client.base_url = httpx.URL(two.url)
            with ann.sit(table) as second:
                steps(second, 1)
                second.wait()
                done = json.loads(kept(two, table).sitting)["done"]
                first.act(first.wait()[-1])
                assert "open it again" in first.hear_until("bye")["bye"]
                assert json.loads(kept(two, table).sitting)["done"] == done
                second.play_on()


def test_a_store_that_cannot_be_written_is_told_and_nothing_is_shown(tmp_path: Path) -> None:
    with running_site(tmp_path / "site.db") as site:
        ann = Person(site)
        table = ann.new_table("duel")
        with ann.sit(table) as seat:
            card = seat.wait()[0]
            locked = sqlite3.connect(tmp_path / "site.db", isolation_level=None)
            locked.execute("BEGIN IMMEDIATE")
            seat.act(card)
            message = seat.hear_until("bye", 40)
            assert "cannot be kept" in message["bye"]
            assert seat.scene["step"] == 0
            answer = ann.post("/tables", {"game": "duel"})
            assert answer.status_code == 503
            assert "the store does not answer just now" in answer.text
            assert str(tmp_path) not in answer.text + message["bye"]
            locked.execute("ROLLBACK")
            locked.close()
        with ann.sit(table) as seat:
            seat.play_on()
