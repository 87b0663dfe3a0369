import json
import re

import pytest
from playwright.sync_api import Browser, expect

from overtrick.match.sitting import Chair, sit_down, to_json
from tests.support.play_pages import DUEL, EASY, SHORT, Guest, ada, bob, guest, site
from tests.support.running_site import RunningSite, running_site

__all__ = ["ada", "bob", "site"]  # fixtures


# Whole games


def test_one_click_on_the_start_page_leads_to_a_game_against_three_opponents(ada: Guest) -> None:
    ada.open("/")
    ada.page.locator('[data-game="wizard"]').get_by_role("button", name="Play against three opponents").click()
    expect(ada.page.locator(".plate")).to_have_count(4)
    ada.go_to("bid")
    expect(ada.page.locator("#status")).to_have_text("Your bid: how many tricks?")


@pytest.mark.long
def test_a_game_of_wizard_is_played_to_its_end_by_clicking(ada: Guest) -> None:
    ada.sit_down("wizard", **SHORT)
    while ada.click_once():
        pass
    expect(ada.page.locator(".graph svg")).to_be_visible()
    expect(ada.page.locator(".dialog thead")).to_contain_text("Exact bids")
    expect(ada.page.locator(".pad tbody tr")).to_have_count(2)
    assert ada.scene()["places"] is not None


def test_a_game_of_wizard_is_played_from_the_start_page_to_its_end_by_keys_alone(ada: Guest) -> None:
    ada.open("/play/wizard")
    ada.tab_to(".own-choice summary")
    ada.page.keyboard.press("Enter")
    ada.tab_to("[name=own_series]")
    ada.page.keyboard.type("1,2")
    ada.tab_to("main button[type=submit]")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector(".felt")
    while ada.press_once():
        pass
    assert ada.scene()["places"] is not None
    assert ada.page.evaluate("document.activeElement.textContent") == "Play again"


def test_a_duel_is_played_by_clicking_and_judged_against_perfect_play(ada: Guest) -> None:
    ada.sit_down("duel", kind_1="easy")
    while ada.click_once():
        pass
    review = ada.page.locator(".review")
    expect(review).to_contain_text("If both were perfect")
    shown = [int(text) for text in review.locator("tbody tr td:nth-child(3)").first.all_inner_texts()]
    assert shown == [ada.scene()["totals"][0]]


@pytest.mark.long
def test_a_duel_is_played_by_keys_alone(ada: Guest) -> None:
    ada.sit_down("duel", **DUEL)
    while ada.press_once():
        pass
    assert ada.scene()["places"] is not None


def test_a_round_of_figgie_is_traded_by_clicking_and_reviewed(ada: Guest) -> None:
    ada.sit_down("figgie", **EASY)
    assert ada.settle() == "trade"
    step = ada.step()
    ada.page.get_by_role("button", name="Bid hearts at").first.click()
    ada.past(step)
    assert ada.settle() in ("trade", "over")
    for _ in range(300):
        trade = ada.page.locator(".trade[aria-disabled=false]")
        if ada.settle() == "over":
            break
        step = ada.step()
        (trade.first if trade.count() else ada.page.locator(".pass:enabled")).click()
        ada.past(step)
    goal = ada.scene()["ended"]["state"]["goal_suit"]
    expect(ada.page.locator(".review")).to_contain_text(f"The goal suit was {goal}")
    expect(ada.page.locator(".review")).to_contain_text("Your trades")


@pytest.mark.long
def test_a_round_of_figgie_is_traded_by_the_known_keys(ada: Guest) -> None:
    ada.sit_down("figgie", **EASY)
    assert ada.settle() == "trade"
    step = ada.step()
    for key in "bh2":
        ada.page.keyboard.press(key)
    expect(ada.page.locator("#status")).to_have_text("bid hearts 2 ↵")
    ada.page.keyboard.press("Enter")
    ada.past(step)
    assert any('"action":"bid hearts 2"' in text for text in ada.heard)
    while ada.press_once():
        pass
    assert ada.scene()["places"] is not None


@pytest.mark.long
def test_ticks_come_by_themselves_once_the_clock_is_started(ada: Guest) -> None:
    ada.sit_down("figgie", **EASY, option_model="tick", pace="1")
    expect(ada.page.locator("#status")).to_contain_text("The clock waits")
    ada.page.get_by_role("button", name="Start clock").click()
    ada.page.wait_for_function("() => document.querySelector('.strip').textContent.includes('198 ticks')")
    for key in "bd1":
        ada.page.keyboard.press(key)
    ada.page.keyboard.press("Enter")
    ada.page.get_by_role("button", name="Pause").click()
    expect(ada.page.get_by_role("button", name="Start clock")).to_be_visible()


# Several people


@pytest.mark.long
def test_two_browsers_play_at_one_table_and_see_their_own_cards_alone(ada: Guest, bob: Guest) -> None:
    ada.sit_down("wizard", **{**SHORT, "kind_1": "open"}, name_0="Ada")
    invite(ada, bob, "Bob")
    for _ in range(200):
        both = [visitor.page.evaluate("document.querySelector('.dialog.wide') !== null") for visitor in (ada, bob)]
        if all(both):
            break
        for visitor in (ada, bob):
            act_if_due(visitor)
    for visitor, seat in ((ada, 0), (bob, 1)):
        scenes = [json.loads(text)["scene"] for text in visitor.heard if text.startswith('{"scene"')]
        hands = [scene["now"]["state"]["hands"] for scene in scenes if scene["now"] and scene["seat"] is not None]
        assert hands
        assert all(hand[other] is None for hand in hands for other in range(4) if other != seat and hand[other] != [])
    assert ada.scene()["totals"] == bob.scene()["totals"]


@pytest.mark.long
def test_bots_wait_with_a_host_who_invites_until_the_host_starts(ada: Guest, bob: Guest) -> None:
    ada.sit_down("wizard", **{**SHORT, "kind_0": "easy", "kind_1": "me", "kind_2": "open"}, name_1="Ada")
    expect(ada.page.locator(".dialog")).to_contain_text("The match begins when all seats are taken.")
    ada.page.get_by_role("button", name="Done").click()
    expect(ada.page.locator(".notice.waiting")).to_contain_text("One seat is free.")
    expect(ada.page.locator(".plate", has_text="Cleo")).to_contain_text("free seat")
    bob.open(ada.page.url.removeprefix(ada.url))
    expect(bob.page.locator(".notice.waiting")).to_contain_text("The match begins when all are taken.")
    expect(bob.page.get_by_role("button", name="Start now")).to_have_count(0)
    ada.page.wait_for_timeout(1000)
    assert (ada.step(), ada.page.locator(".bids, .legal").count()) == (0, 0)
    ada.page.get_by_role("button", name="Start now, bots fill the rest").click()
    ada.go_to("bid")
    expect(ada.page.locator(".notice.waiting")).to_have_count(0)
    expect(bob.page.locator(".notice.waiting")).to_have_count(0)
    expect(ada.page.locator(".plate", has_text="Cleo")).to_contain_text("free, bot plays")


def invite(host: Guest, other: Guest, name: str) -> None:
    """Let a host pass the address of the invitation on to somebody, who sits down."""
    expect(host.page.locator(".dialog")).to_contain_text("Invite people")  # it opens by itself at a fresh table
    address = host.page.get_by_label("Address of the invitation").input_value()
    host.page.get_by_role("button", name="Done").click()
    other.page.goto(address)
    other.page.get_by_label("Your name").fill(name)
    other.page.get_by_role("button", name="Sit down").click()
    other.page.wait_for_selector(".felt")


def act_if_due(visitor: Guest) -> None:
    """Do one thing, if it is this person's turn."""
    visitor.page.wait_for_timeout(20)
    for what in (".dialog:not(.wide) [data-first]", ".bid:not(.forbidden)", ".trump-choice", ".hand .legal"):
        place = visitor.page.locator(what)
        if place.count():
            step = visitor.step()
            place.first.click(position={"x": 8, "y": 14})
            if "dialog" not in what:
                visitor.past(step)
            return


@pytest.mark.long
def test_whoever_only_watches_sees_the_table_and_no_card(ada: Guest, bob: Guest) -> None:
    ada.sit_down("wizard", **SHORT)
    ada.due()
    bob.page.goto(ada.page.url)
    bob.page.wait_for_selector(".plate")
    expect(bob.page.locator(".hand")).to_have_count(0)
    expect(bob.page.locator(".bids")).to_have_count(0)
    expect(ada.page.locator(".watching")).to_have_text("One person is watching.")
    assert bob.scene()["now"]["state"]["hands"] == [None] * 4


@pytest.mark.long
def test_a_curtain_is_drawn_between_people_at_one_screen(ada: Guest) -> None:
    ada.sit_down("wizard", **{**SHORT, "kind_1": "hot"}, name_1="Mara")
    box = ada.page.locator(".dialog")
    expect(box).to_contain_text("It is the turn of")
    expect(ada.page.locator("[data-card]")).to_have_count(0)
    assert not any(any(hand for hand in scene_hands(text) or []) for text in ada.heard)
    box.locator("[data-first]").click()
    expect(ada.page.locator(".hand [data-card]")).to_have_count(1)
    assert ada.due() in ("bid", "trump")
    while ada.click_once():
        pass
    assert ada.scene()["places"] is not None


def scene_hands(text: str) -> list[object] | None:
    """Return the hands that a message shows."""
    now = json.loads(text).get("scene", {}).get("now")
    return now["state"]["hands"] if now else None


@pytest.mark.long
def test_who_leaves_is_replaced_and_may_return(ada: Guest, bob: Guest) -> None:
    ada.sit_down("wizard", **{**SHORT, "kind_1": "open"}, name_0="Ada")
    invite(ada, bob, "Bob")
    expect(ada.page.locator(".plate", has_text="Bob")).to_be_visible()
    expect(ada.page.locator("#log-lines")).to_contain_text("Bob sits down in the place of Bo.")
    expect(ada.page.locator("h1")).to_have_text("Wizard: Ada, Bob, Cleo and Dan")
    bob.page.get_by_text("Menu").click()
    bob.page.get_by_role("button", name="Leave the table").click()
    bob.page.locator(".dialog").get_by_role("button", name="Leave").click()
    expect(bob.page.locator(".notice", has_text="You have left the table")).to_be_visible()
    expect(ada.page.locator(".plate", has_text="Bob")).to_contain_text("away, bot plays")
    expect(bob.page.locator(".notice")).to_have_count(1)
    expect(ada.page.locator("#log-lines")).to_contain_text("Bob has left; a bot plays.")
    expect(ada.page.locator("#log-lines")).not_to_contain_text("Bob is back.")
    bob.page.get_by_role("link", name="Come back").click()
    bob.page.wait_for_selector(".felt")
    expect(ada.page.locator(".plate", has_text="Bob")).not_to_contain_text("away")
    expect(ada.page.locator("#log-lines")).to_contain_text("Bob is back.")


@pytest.mark.long
def test_nobody_is_you_at_the_end_where_several_share_the_screen(ada: Guest) -> None:
    ada.sit_down("duel", kind_1="hot", name_0="Ann", name_1="Ben", option_ranks="3")
    while ada.click_once():
        pass
    places = ada.scene()["places"]
    winners = [name for name, place in zip(("Ann", "Ben"), places, strict=True) if place == 1]
    words = f"{winners[0]} wins." if len(winners) == 1 else "Ann and Ben share the first place."
    expect(ada.page.locator("#dialog-title")).to_have_text(words)


@pytest.mark.long
def test_the_dealer_names_the_trump_when_a_wizard_is_turned_up(ada: Guest) -> None:
    chairs = [Chair(name, "wizard:easy", person=name == "Guest") for name in ("Guest", "Bo", "Cleo")]
    seeds = (bytes([number]) * 32 for number in range(256))
    sittings = (sit_down("wizard", chairs, {"series": "3"}, seed) for seed in seeds)
    ada.go_on(to_json(next(sitting for sitting in sittings if sitting.to_move == 0)))
    assert ada.due() == "trump"
    expect(ada.page.locator("#status")).to_have_text("A Wizard is turned up: choose the trump suit.")
    expect(ada.page.locator(".trump-choice")).to_have_text(["red", "yellow", "green", "blue"])
    step = ada.step()
    ada.page.keyboard.press("y")
    ada.past(step)
    ada.go_to("bid")
    expect(ada.page.locator(".fact-trump")).to_contain_text("yellow")


# Elimination


def before_the_guest_leaves() -> str:
    """Return a saved game of six in which the guest, who always overbids, has one card left of round 10."""
    names = ("Guest", "Bo", "Cleo", "Dan", "Eve", "Finn")
    chairs = [Chair(name, "wizard:easy", person=name == "Guest") for name in names]
    sitting = sit_down("wizard", chairs, {"series": "elimination"}, b"7" * 32)
    saved = ""
    while True:
        sitting.let_bots_act()
        if sitting.going.number > 10:
            return saved
        saved = to_json(sitting)
        sitting.act(0, sitting.going.game.legal(sitting.view(0).row)[-1], len(sitting.done))


@pytest.mark.long
def test_whoever_is_out_is_told_why_and_watches_with_open_hands_if_wished(browser: Browser, site: RunningSite) -> None:
    with guest(browser, site.url, settings={"pace": "calm", "motion": "off"}) as visitor:
        visitor.go_on(before_the_guest_leaves())
        assert visitor.due() == "card"
        visitor.click_due()
        expect(visitor.page.locator(".announce")).to_have_text("Guest leaves: it has the lowest score.", timeout=20_000)
        visitor.page.get_by_role("button", name="Next round").click()
        expect(visitor.page.locator(".out-line")).to_contain_text("You are out: watch, or begin a new game.")
        expect(visitor.page.locator(".out-line").get_by_role("link", name="New game")).to_be_visible()
        visitor.page.get_by_role("button", name="Show all hands").click()
        expect(visitor.page.locator(".far-hand.known").first).to_be_visible(timeout=20_000)
        expect(visitor.page.locator(".plate.own")).to_contain_text("out · watches")


# Nothing gets lost


@pytest.mark.long
def test_a_connection_that_falls_in_the_middle_of_a_trick_comes_back_with_the_same_cards(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    store = tmp_path_factory.mktemp("fallen") / "site.db"
    with running_site(store) as first, guest(browser, first.url) as visitor:
        visitor.sit_down("wizard", **EASY, option_series="5")
        visitor.click_once()
        while not visitor.page.locator(".trick .played").count() or visitor.settle() != "card":
            visitor.click_once()
        before, table = visitor.hand(), visitor.scene()["now"]["state"]["trick"]
        first.kill()
        expect(visitor.page.locator(".notice")).to_contain_text("The connection is lost")
        port = int(first.url.rpartition(":")[2])
        with running_site(store, port=port):
            expect(visitor.page.locator(".notice")).to_have_count(0, timeout=20_000)
            assert visitor.hand() == before
            assert visitor.scene()["now"]["state"]["trick"] == table
            while visitor.click_once():
                pass
        assert visitor.scene()["places"] is not None


@pytest.mark.long
def test_a_reload_keeps_table_and_log(ada: Guest) -> None:
    ada.sit_down("wizard", **SHORT)
    ada.go_to("card")
    before, lines = ada.hand(), ada.page.locator("#log-lines li").all_inner_texts()
    ada.page.reload()
    assert ada.due() == "card"
    assert ada.hand() == before
    assert ada.page.locator("#log-lines li").all_inner_texts() == lines


@pytest.mark.long
def test_what_was_done_can_be_taken_back_and_done_again(ada: Guest) -> None:
    ada.sit_down("duel", **DUEL)
    assert ada.settle() == "card"
    before = ada.hand()
    ada.click_once()
    assert ada.settle() == "card"
    after = ada.hand()
    assert len(after) == len(before) - 1
    ada.page.keyboard.press("u")
    expect(ada.page.locator(".hand [data-card]")).to_have_count(len(before))
    expect(ada.page.locator("#log-lines .undone").first).to_contain_text("Guest plays")
    expect(ada.page.locator("#log-lines li").first).not_to_have_class(re.compile("undone"))  # the deal itself
    expect(ada.page.locator("#log-lines li").last).to_have_text("Taken back.")
    ada.page.get_by_role("button", name="Redo").click()
    expect(ada.page.locator(".hand [data-card]")).to_have_count(len(after))
    assert ada.hand() == after
    ada.page.keyboard.press("u")
    expect(ada.page.locator(".hand [data-card]")).to_have_count(len(before))
    assert ada.click_once()  # the same step once more, by hand
    expect(ada.page.locator(".hand [data-card]")).to_have_count(len(after))


@pytest.mark.long
def test_a_game_is_saved_to_a_file_and_goes_on_from_it(
    ada: Guest, bob: Guest, tmp_path_factory: pytest.TempPathFactory
) -> None:
    ada.sit_down("duel", **DUEL)
    ada.click_once()
    assert ada.settle() == "card"
    with ada.page.expect_download() as saving:
        ada.page.get_by_text("Menu").click()
        ada.page.get_by_role("link", name="Save to a file").click()
    file = tmp_path_factory.mktemp("saved") / "game.json"
    saving.value.save_as(file)
    bob.open("/")
    bob.page.get_by_label("File").set_input_files(file)
    bob.page.get_by_role("button", name="Go on").click()
    assert bob.due() == "card"
    assert bob.hand() == ada.hand()
