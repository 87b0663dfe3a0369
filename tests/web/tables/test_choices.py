"""The choices for a new table: what a page of any game offers, and what a browser remembers of them."""

import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from overtrick.games import GAMES
from overtrick.games.contract import Game
from overtrick.games.face import face_of
from overtrick.web.referees.new_table import read_form, seat_all
from overtrick.web.tables.choices import (
    COMPANY,
    Group,
    company_group,
    level_group,
    pace_groups,
    problem_words,
    rule_groups,
    seats_group,
)
from overtrick.web.tables.remembered import LONGEST, NAME
from tests.web.tables.test_pages import post, shared, site

Site = TestClient[Litestar]
__all__ = ["shared", "site"]  # fixtures


def groups(game: Game, values: dict[str, str]) -> Iterator[Group]:
    main, more = rule_groups(game, values)
    yield from (company_group(values), seats_group(game, values), level_group(game, values), *main, *more)
    yield from filter(None, pace_groups(game, values))


def chosen(game: Game, values: dict[str, str]) -> dict[str, str]:
    """Return what a browser would send of the page."""
    found = {group.name: group.chosen for group in groups(game, values) if group.chosen}
    return {"game": game.NAME, **found, **{group.own: group.own_value for group in groups(game, values) if group.own}}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whatever_one_chooses_of_the_page_makes_a_table(game: Game) -> None:
    usual = chosen(game, {})
    expected = {**dict(face_of(game).one_click)}
    assert seat_all(read_form(usual)).match.options.items() >= expected.items()
    for group in groups(game, {}):
        for choice in group.choices:
            form = {**usual, group.name: choice.value}
            if group.only:
                before, value = group.only.split("=")
                form[before] = value
            if choice.value == "screen":
                form |= {"option_model": "turn"} if game.NAME == "figgie" else {}
            if "elimination" in (choice.value, *game.PRESETS.get(choice.value, {}).values()):
                form["seats"] = "6"
            sitting = seat_all(read_form(form))
            if group.name.startswith("option_"):
                assert str(sitting.match.options[group.name.removeprefix("option_")]) == choice.value
            again = chosen(game, form)
            assert again[group.name] == choice.value, "what was chosen is shown again"


def test_every_choice_has_a_title_and_a_picture_and_those_of_our_games_a_sentence() -> None:
    for game in GAMES.values():
        for group in groups(game, {}):
            assert len({choice.title for choice in group.choices}) == len(group.choices)
            for choice in group.choices:
                assert choice.title and choice.line.endswith(".")
                assert choice.sign or choice.picture or choice.places or group.name == "company"


def test_company_says_who_the_others_are() -> None:
    kinds = {company: read_form({"game": "wizard", "company": company, "level": "hard"}) for company in COMPANY}
    assert {company: wish.kinds[1:] for company, wish in kinds.items()} == {
        "bots": ("hard",) * 3,
        "friends": ("open",) * 3,
        "anybody": ("open",) * 3,
        "screen": ("hot",) * 3,
    }
    assert [company for company, wish in kinds.items() if wish.public] == ["anybody"]
    assert seat_all(kinds["friends"]).chairs[1].player == "wizard:hard", "who fills a seat is as good as was chosen"


def test_who_takes_another_seat_leaves_the_first_to_the_others() -> None:
    wish = read_form({"game": "wizard", "kind_2": "me", "level": "easy", "kind_0": ""})
    assert wish.kinds == ("easy", "easy", "me", "easy")


def test_a_preset_counts_more_than_what_is_usual_and_less_than_what_is_not() -> None:
    page = chosen(GAMES["wizard"], {})
    house = seat_all(read_form({**page, "preset": "house", "seats": "6"})).match.options
    assert (house["direction"], house["series"]) == ("anticlockwise", "elimination")
    own = seat_all(read_form({**page, "preset": "house", "option_series": "tournament-10"})).match.options
    assert (own["direction"], own["series"]) == ("anticlockwise", "tournament-10")


def test_what_goes_with_another_way_to_play_is_left_out() -> None:
    form = {"game": "figgie", "option_model": "turn", "option_rounds": "8", "own_seconds": "90"}
    assert read_form(form).options == {"model": "turn"}


def test_the_page_remembers_what_was_chosen_last_for_this_game_alone(site: Site) -> None:
    fields = {"seats": "5", "level": "hard", "own_series": "1,2", "name_0": "Ann", "kind_2": "open"}
    assert post(site, "/tables", game="wizard", **fields).status_code == 303
    text = site.get("/play/wizard").text
    for name, value in {"seats": "5", "level": "hard"}.items():
        assert f'name="{name}" value="{value}" checked' in text
    assert 'name="own_series" value="1,2"' in text
    assert 'value="Ann"' in text and '<option value="open" selected>' in text
    assert "as you had it last" in text
    assert 'name="level" value="medium" checked' in site.get("/play/wizard?usual").text
    assert 'name="level" value="medium" checked' in site.get("/play/duel").text


def test_one_click_forgets_nothing(site: Site) -> None:
    post(site, "/tables", game="wizard", seats="3", level="expert")
    assert post(site, "/tables", game="wizard").status_code == 303
    assert 'name="level" value="expert" checked' in site.get("/play/wizard").text


@pytest.mark.parametrize("word", ["", "x", "bnVsbA", "WzFd", "eyJsZXZlbCI6MX0", "e30", "%00", "A" * (LONGEST + 9)])
def test_a_cookie_that_is_none_of_ours_changes_nothing(site: Site, word: str) -> None:
    usual = site.get("/play/wizard").text
    site.cookies.set(NAME, word)
    plain = re.compile(r'name="_csrf_token" value="[0-9a-f]*"')
    assert plain.sub("", site.get("/play/wizard").text) == plain.sub("", usual)


def test_too_long_a_choice_is_not_remembered(site: Site) -> None:
    answer = post(site, "/tables", game="wizard", seats="3", own_series=",".join(["1"] * 60), option_x="y" * LONGEST)
    assert answer.status_code == 400
    answer = post(site, "/tables", game="duel", seats="2", name_9="y" * LONGEST)
    assert answer.status_code == 303 and NAME not in answer.headers.get("set-cookie", "")


@pytest.mark.parametrize(("field", "value"), [("company", "<b>"), ("level", "god"), ("own_series", "x")])
def test_a_choice_that_is_none_gets_a_sentence(site: Site, field: str, value: str) -> None:
    answer = post(site, "/tables", game="wizard", **{field: value})
    assert answer.status_code == 400 and "allowed" in answer.text and "<b>" not in answer.text.split("<form")[0][-300:]


@pytest.mark.parametrize(
    ("game", "problem", "words"),
    [
        (
            "wizard",
            "option bidding is 'hidden' with hook 'on'; allowed: hidden bids only with hook off, because it tells",
            "“Bids: All at once” with “The dealer's bid: The hook”; allowed: hidden bids only with "
            "“The dealer's bid: Free”, because it tells.",
        ),
        (
            "wizard",
            "option lead_rule is '13'; allowed: official, first-suit-card",
            "“After a Wizard is led: 13”; allowed: “All are free”, “The next colour counts”.",
        ),
        (
            "wizard",
            "option series deals 13 cards to each of 6 seats; allowed: 1 to 10, as there are 60 cards",
            "“How long” deals 13 cards to each of 6 seats; allowed: 1 to 10, as there are 60 cards.",
        ),
        (
            "duel",
            "option stock is '5'; allowed: 0 to 50 in steps of 2",
            "“Cards left in the box: 5”; allowed: 0 to 50 in ",
        ),
        ("duel", "seats is 9; allowed: 2 to 2", "Seats is 9; allowed: 2 to 2."),
    ],
)
def test_a_refusal_calls_rules_as_the_cards_of_the_page_do(game: str, problem: str, words: str) -> None:
    assert problem_words(GAMES[game], problem).startswith(words)


def test_rules_that_do_not_go_together_are_refused_in_words_of_the_page(site: Site) -> None:
    answer = post(site, "/tables", game="wizard", option_hook="on", option_bidding="hidden")
    assert answer.status_code == 400
    assert "“Bids: All at once” with “The dealer&#39;s bid: The hook”" in answer.text
    assert "option bidding" not in answer.text
