"""Another line: tables that begin at a position of a finished match, over HTTP and in a browser."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from overtrick.bots.find import find
from overtrick.games import GAMES
from overtrick.games.view import view
from overtrick.match.play import play
from overtrick.match.record import NO_SEED, Record, new_match, to_json
from overtrick.players.explain import row_before
from overtrick.tournament.records.store import open_store
from overtrick.web.referees.store import open_tables
from tests.support.cups import fill
from tests.support.play_pages import Guest, guest
from tests.support.running_site import Person, RunningSite, running_site

SEED = bytes(32)
PLAYERS = {"wizard": ("wizard:easy",) * 3, "duel": ("duel:greedy", "first"), "figgie": ("figgie:starter",) * 4}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    where = tmp_path_factory.mktemp("site") / "site.db"
    with open_store(where) as store:
        fill(store)
    with running_site(where) as running:
        yield running


def played(game: str, **options: object) -> Record:
    players = PLAYERS[game]
    return play(new_match(game, players, options, SEED), [find(player, game)() for player in players])


def some_record(site: RunningSite) -> Record:
    with open_store(site.store) as store:
        (found,) = store.tournaments()
        return next(store.records(found.registered))


def line(person: Person, address: str, **where: object) -> Any:
    return person.post(address, {name: str(value) for name, value in where.items()})


def table_of(person: Person, record: Record, **where: object) -> str:
    """Return the table at a position of a match that somebody brings."""
    answer = line(person, "/replays/line", record=json.dumps(to_json(record)), **where)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_position_of_a_stored_match_is_a_table_that_counts_for_nothing(site: RunningSite) -> None:
    record, person = some_record(site), Person(site)
    key = record.match.key()
    step = next(number for number, (seat, _) in enumerate(record.deals[0].actions) if seat == 1)
    answer = line(person, f"/replay/{key}/line", deal=1, step=step, seat=1)
    assert answer.status_code == 303, answer.text
    path = answer.headers["location"]
    with person.sit(path) as seat:
        seat.wait()
        assert (seat.scene["seat"], seat.scene["step"], seat.scene["deal"]) == (1, step, 1)
        assert seat.table["tried"]["scores"] == []
        seat.act(seat.choices()[0])
        seat.hear_until("scene")
        seat.wait(120)  # our players may have to be compiled first
        seat.play_on()
        tried = seat.table["tried"]
        assert tried["replay"] == f"/replay/{key}#deal=1&step={step}&seat=1"
        before = [deal.scores[1] for deal in record.deals]
        assert [one["before"] for one in tried["scores"]] == before
        assert [one["now"] for one in tried["scores"]] == [line["scores"][1] for line in seat.scene["pad"]]
        seat.say("result", mean=1500, spread=350)
        told = seat.hear_until("result")["result"]
        assert (told["counts"], told["kept"], told["mean"]) == (False, False, 1500)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("wizard", {"series": [2, 3]}),
        ("duel", {}),
        ("figgie", {}),
        ("figgie", {"model": "tick"}),
        ("figgie", {"model": "live"}),
    ],
)
def test_the_seat_knows_what_it_knew_then_and_no_more(site: RunningSite, game: str, options: dict[str, Any]) -> None:
    record, person, rulebook = played(game, **options), Person(site), GAMES[game]
    deal = len(record.deals)
    actions = record.deals[deal - 1].actions
    step = len(actions) // 2
    seat = actions[step][0]
    with person.sit(table_of(person, record, deal=deal, step=step, seat=seat)) as place:
        place.hear_until("scene")
        heard = json.loads(place.heard[0])
    at_once = options.get("model") == "tick"
    done = step - step % record.match.seats if at_once else step
    row = row_before(record, deal)
    for _, name in actions[:done]:
        rulebook.play(row, rulebook.parse(row, name))
    known = json.loads(json.dumps(view(rulebook, row, [], seat, deal).state))
    shown = heard["scene"]["now"]["state"]
    # What others have named for a tick, and when who acts next in a live market, are no part of a moment.
    assert shown["hands"] == known["hands"]
    assert sum(hand is not None for hand in shown["hands"]) == sum(hand is not None for hand in known["hands"])
    assert heard["scene"]["step"] == sum(len(one.actions) for one in record.deals[: deal - 1]) + done
    assert "hands" not in heard, "all hands are open"


def test_a_table_that_is_not_over_cannot_be_opened_so(site: RunningSite) -> None:
    person, other = Person(site), Person(site)
    path = person.new_table("duel", option_ranks="3")
    early = line(other, f"{path}/replay/line", deal=1, step=0, seat=1)
    assert (early.status_code, "not over yet" in early.text) == (400, True)
    with person.sit(path) as seat:
        seat.play_on()
    answer = line(other, f"{path}/replay/line", deal=1, step=3, seat=1)
    assert answer.status_code == 303
    with open_tables(site.store) as tables:
        kept = tables.find(answer.headers["location"].removeprefix("/tables/"))
        assert kept is not None
        assert (kept.setting.counts, kept.setting.accounts, len(kept.sit_down().done)) == (False, [], 3)
        assert kept.setting.tried is not None
        assert kept.setting.tried.replay == f"{path}/replay"
    assert line(other, "/tables/nosuchtable/replay/line", deal=1, step=0, seat=0).status_code == 404


def test_what_is_no_position_gets_one_sentence(site: RunningSite) -> None:
    person, record = Person(site), played("duel")
    text = json.dumps(to_json(record))
    most = len(record.deals[0].actions) - 1
    for where, words in (
        ({"deal": 2, "step": 0, "seat": 0}, "Deal is 2; allowed: 1 to 1"),
        ({"deal": 1, "step": most + 1, "seat": 0}, f"allowed in deal 1: 0 to {most}"),
        ({"deal": 1, "step": 0, "seat": 2}, "Seat is 2; allowed: 0 to 1"),
        ({"deal": 1, "step": -1, "seat": 0}, "allowed: whole numbers"),
        ({"deal": "x", "step": 0}, "allowed: whole numbers"),
    ):
        answer = line(person, "/replays/line", record=text, **where)
        assert (answer.status_code, words in answer.text) == (400, True), answer.text
    unproven = to_json(replace(record, match=replace(record.match, seed=NO_SEED)))
    answer = line(person, "/replays/line", record=json.dumps(unproven), deal=1, step=0, seat=0)
    assert (answer.status_code, "seed of this match is not known" in answer.text) == (400, True), answer.text
    assert line(person, "/replays/line", record="{}", deal=1, step=0, seat=0).status_code == 400
    assert line(person, f"/replay/{'0' * 60}/line", deal=1, step=0, seat=0).status_code == 404


@pytest.fixture
def ada(browser: Browser, site: RunningSite) -> Iterator[Guest]:
    with guest(browser, site.url) as visitor:
        yield visitor
        assert visitor.complaints == []


@pytest.mark.long
def test_another_line_is_tried_by_mouse_and_compared(site: RunningSite, ada: Guest) -> None:
    record = some_record(site)
    step = next(number for number, (seat, _) in enumerate(record.deals[1].actions) if seat == 0)
    ada.open(f"/replay/{record.match.key()}#deal=2&step={step}")
    ada.page.get_by_role("button", name="Try another line from here").click()
    ada.page.wait_for_selector(".felt")
    assert "Your line and the one before" in ada.page.locator(".tried").inner_text()
    while ada.click_once():
        pass
    table = ada.page.locator(".dialog", has_text="Your line and the one before")
    assert "Round 2" in table.inner_text()
    assert not Axe().run(ada.page).response["violations"]
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("link", name="Back to the replay").click()
    ada.page.wait_for_url(f"**#deal=2&step={step}&seat=0")


def test_another_line_is_reached_by_keys_alone(site: RunningSite, ada: Guest) -> None:
    record = some_record(site)
    ada.open(f"/replay/{record.match.key()}#deal=1&step=0&seat=2")
    ada.page.wait_for_selector(".line-form")
    for _ in range(60):
        ada.page.keyboard.press("Tab")
        if ada.page.evaluate("document.activeElement.closest('.line-form') !== null"):
            break
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_url("**/tables/*")
    ada.settle()
    assert ada.scene()["seat"] == 2
