"""Several people at one table, each with a browser: the clock of a move, who is gone, and a bot that takes over."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.play_pages import Guest, ada, bob, guest, site
from tests.support.running_site import RunningSite
from tests.web.tables.test_access import accessible
from tests.web.tables.test_browser import act_if_due

BUSY_S = 1.0  # what a busy machine may add
CLOSED = "() => document.querySelector('.seats').textContent.includes('page closed')"

__all__ = ["ada", "bob", "site"]  # fixtures


@pytest.fixture
def cleo(browser: Browser, site: RunningSite) -> Iterator[Guest]:
    """A third one, on a phone."""
    with guest(browser, site.url, width=360) as visitor:
        yield visitor
        assert visitor.complaints == []


def sit_together(
    host: Guest, *others: tuple[Guest, str], clock: str = "60+120", game: str = "duel", **more: str
) -> None:
    """Let a host make a table with a clock, and others sit down there."""
    host.open(f"/play/{game}?usual")
    seats = {f"kind_{seat}": "open" for seat in range(1, len(others) + 1)}
    host.choose(**seats, name_0="Ada", **more)
    field = host.page.locator("[name=clock]").first
    field.evaluate("(field, clock) => { field.value = clock; field.checked = true; }", clock)
    host.page.get_by_role("button", name="Sit down").click()
    host.page.wait_for_selector(".felt")
    address = host.page.get_by_label("Address of the invitation").input_value()
    host.page.get_by_role("button", name="Done").click()
    for other, name in others:
        other.page.goto(address)
        other.page.get_by_label("Your name").fill(name)
        other.page.get_by_role("button", name="Sit down").click()
        other.page.wait_for_selector(".felt")


def tab_on(visitor: Guest, what: str) -> None:
    """Reach something with the Tab key alone."""
    for _ in range(40):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate(f"document.activeElement.matches({what!r})"):
            return
    raise AssertionError(f"{what} cannot be reached by Tab")


def test_the_time_of_who_is_to_move_is_shown_to_both_and_then_a_bot_plays_that_move(ada: Guest, bob: Guest) -> None:
    sit_together(ada, (bob, "Bob"), clock="3+0")
    mover, other = (ada, bob) if ada.scene()["now"].get("legal") else (bob, ada)
    for visitor in (ada, bob):
        expect(visitor.page.locator(".plate.to-move .turn-clock")).to_have_attribute("data-left", "2 s")
    expect(mover.page.locator("#status")).to_contain_text("or a bot plays this move.")
    mover.past(0)
    expect(other.page.locator("#log-lines")).to_contain_text("is up: a bot plays this move.")


@pytest.mark.long
def test_after_three_moves_a_bot_has_the_seat_until_its_owner_takes_it_back(ada: Guest, bob: Guest) -> None:
    sit_together(ada, (bob, "Bob"), clock="2+0")
    mover, other = (ada, bob) if ada.scene()["now"].get("legal") else (bob, ada)
    while not mover.page.get_by_role("button", name="Take my seat back").count():
        act_if_due(other)
    expect(other.page.locator("#log-lines")).to_contain_text("is up again: a bot takes the seat.")
    expect(mover.page.locator(".notice")).to_contain_text("A bot plays for you.")
    mover.page.reload()
    mover.page.get_by_role("button", name="Take my seat back").click()
    expect(mover.page.locator(".notice")).to_have_count(0)
    expect(other.page.locator("#log-lines")).to_contain_text("is back.")


def test_who_closes_the_tab_is_gone_within_two_seconds_and_a_reload_is_not_noticed(ada: Guest, bob: Guest) -> None:
    sit_together(ada, (bob, "Bob"))
    plate = ada.page.locator(".plate", has_text="Bob")
    expect(plate).not_to_contain_text("closed")
    bob.page.reload()
    bob.page.wait_for_selector(".felt")
    ada.page.wait_for_timeout(1600)
    expect(ada.page.locator("#log-lines")).not_to_contain_text("closed the page")
    address, tab = bob.page.url, bob.page.context.new_page()
    bob.page.close()
    began = time.monotonic()
    ada.page.wait_for_function(CLOSED, polling=20)
    assert time.monotonic() - began < 2.0 + BUSY_S
    expect(ada.page.locator("#log-lines")).to_contain_text("Bob has closed the page.")
    tab.goto(address)
    expect(plate).not_to_contain_text("closed")
    expect(ada.page.locator("#log-lines")).to_contain_text("Bob is back.")


@pytest.mark.long
def test_three_people_of_whom_one_does_not_move_go_on_with_a_bot_by_mouse_and_keys(
    ada: Guest, bob: Guest, cleo: Guest
) -> None:
    sit_together(ada, (bob, "Bob"), (cleo, "Cleo"), game="wizard", seats="3")
    people = {0: ada, 1: bob, 2: cleo}
    seat = next(seat for seat in people if people[seat].scene()["now"].get("legal"))
    idle = people[seat]
    first, second = (people[other] for other in people if other != seat)
    first.page.get_by_role("button", name="Nudge").click()
    expect(idle.page.locator("#status")).to_contain_text("wait for you")
    expect(second.page.locator(".waiting-tools")).to_contain_text("was nudged")
    let = second.page.get_by_role("button", name="Let a bot play for")
    expect(let).to_be_visible(timeout=15_000)
    tab_on(second, ".waiting-tools .replace")
    second.page.keyboard.press("Enter")
    if ada not in (second,):
        expect(first.page.locator(".waiting-tools")).to_contain_text("One more person has to agree.")
        first.page.get_by_role("button", name="Let a bot play for").click()
    expect(idle.page.get_by_role("button", name="Take my seat back")).to_be_visible()
    tab_on(idle, ".notice button")
    idle.page.keyboard.press("Enter")
    expect(idle.page.locator(".notice")).to_have_count(0)


def test_whoever_waits_or_watches_finds_what_to_do_in_sight_at_any_width(
    browser: Browser, site: RunningSite, ada: Guest, bob: Guest, cleo: Guest
) -> None:
    sit_together(ada, (bob, "Bob"))
    idle, other = (ada, bob) if ada.scene()["now"].get("legal") else (bob, ada)
    cleo.page.goto(other.page.url)
    for width, height in ((360, 740), (800, 900), (1440, 900)):
        for visitor in (other, cleo):
            visitor.page.set_viewport_size({"width": width, "height": height})
        expect(other.page.get_by_role("button", name="Nudge")).to_be_in_viewport(ratio=1)
        expect(cleo.page.get_by_text("You are watching")).to_be_in_viewport(ratio=1)
        for visitor in (other, cleo):
            assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), width
    idle.page.goto("about:blank")
    expect(other.page.get_by_role("button", name="Let a bot play")).to_be_in_viewport(ratio=1)
    idle.complaints.clear()  # a blank page has nothing to keep settings in


# Open tables, and what people tell each other


def register(visitor: Guest, name: str) -> None:
    """Make an account by the form, and be logged in."""
    visitor.open("/register")
    visitor.page.get_by_label("Name").fill(name)
    for field in visitor.page.locator("input[type=password]").all():
        field.fill("seven green umbrellas")
    visitor.page.locator("form button[type=submit]").last.click()
    visitor.page.wait_for_url("**/competitions")


def test_an_open_table_is_made_found_joined_and_talked_at(ada: Guest, bob: Guest, cleo: Guest) -> None:
    register(ada, "Adalinde")
    ada.open("/")
    ada.page.locator(".friends [name=game]").select_option("duel")
    ada.page.get_by_label("Who may sit down").select_option("anybody")
    ada.page.get_by_role("button", name="Make a table").click()
    ada.page.wait_for_selector(".felt")
    ada.page.get_by_role("button", name="Done").click()
    for visitor in (bob, cleo):
        visitor.open("/")
        expect(visitor.page.locator("#open-tables li")).to_contain_text("Adalinde")
    cleo.page.locator("#open-tables").get_by_role("link", name="Watch").click()
    expect(cleo.page.locator(".spectator")).to_contain_text("You are watching, and see no hand.")
    cleo.page.set_viewport_size({"width": 360, "height": 740})
    expect(cleo.page.locator(".spectator").get_by_role("link", name="Sit down")).to_be_in_viewport(ratio=1)
    assert cleo.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    bob.page.locator("#open-tables").get_by_role("link", name="Sit down").click()
    bob.page.get_by_label("Your name").fill("ADALINDE")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator(".problem")).to_contain_text("or nearly so")
    assert all("400" in complaint for complaint in bob.complaints), bob.complaints
    bob.complaints.clear()
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    bob.page.get_by_role("button", name="Good luck!").click()
    for visitor in (ada, cleo):
        expect(visitor.page.locator("#talk-lines")).to_contain_text("Bob Good luck!")
    expect(cleo.page.get_by_role("button", name="Good luck!")).to_have_count(0)
    expect(bob.page.locator(".chat")).to_have_count(0)
    ada.page.get_by_label("Say something").fill("<b>Hi</b> & welcome")
    ada.page.keyboard.press("Enter")
    expect(bob.page.locator("#talk-lines")).to_contain_text("Adalinde <b>Hi</b> & welcome")
    field = ada.page.get_by_label("Say something")
    field.fill("good\u200b")
    field.press("Enter")
    expect(ada.page.locator("#status")).to_contain_text("A line has 1 to 200 characters")
    expect(field).to_have_value("good\u200b")
    field.fill("👩\u200d👧 " * 30)
    field.press("Enter")
    expect(ada.page.locator("#talk-lines li")).to_have_count(3)
    expect(field).to_have_value("")
    expect(ada.page.locator("#talk-lines li").last).to_be_in_viewport()
    accessible(ada)
    line = bob.page.locator("#talk-lines li", has_text="welcome")
    line.locator("summary").click()
    line.get_by_role("button", name="Report").click()
    expect(bob.page.locator("#status")).to_contain_text("Organisers of this site will see this line")
    line.get_by_role("button", name="Mute").click()
    expect(bob.page.locator("#talk-lines")).not_to_contain_text("welcome")
    ada.page.get_by_role("button", name="Switch the chat off").click()
    expect(ada.page.locator(".chat")).to_have_count(0)


def test_whoever_logs_in_to_say_more_comes_back_to_the_table_and_may(ada: Guest) -> None:
    ada.open("/")
    ada.page.get_by_role("button", name="Make a table").click()
    ada.page.get_by_role("button", name="Done").click()
    table = ada.page.url
    ada.page.locator(".talk").get_by_role("link", name="Log in").click()
    ada.page.get_by_role("link", name="Register").click()
    ada.page.get_by_label("Name").fill("Talkative")
    for field in ada.page.locator("input[type=password]").all():
        field.fill("seven green umbrellas")
    ada.page.locator("form button[type=submit]").last.click()
    ada.page.wait_for_url(table)
    ada.page.get_by_role("button", name="Done").click()
    ada.page.get_by_label("Say something").fill("Here I am")
    ada.page.get_by_label("Say something").press("Enter")
    expect(ada.page.locator("#talk-lines")).to_contain_text("Here I am")
