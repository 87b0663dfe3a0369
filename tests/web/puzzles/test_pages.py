"""Puzzles on the site without a browser: what is sent before the answer, who judges it, and what is kept."""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from overtrick.puzzles.file import shipped
from overtrick.puzzles.puzzle import Puzzle
from overtrick.web.puzzles.chosen import daily, in_days, near
from overtrick.web.puzzles.shown import question, runner_up
from tests.support.web_people import HOST, Visitor, site_of_people, words

EVERY = 37
SECRETS = ("answer", "choices", "margin", "seed", "players", "actions", "theme", "rating")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    with site_of_people(tmp_path_factory.mktemp("puzzles") / "site.db") as client:
        yield client


def some(game: str, kind: str, number: int = 0) -> Puzzle:
    """Return a puzzle of a kind."""
    return [puzzle for puzzle in shipped() if (puzzle.game, puzzle.kind) == (game, kind)][number]


def answer(visitor: Visitor, puzzle: Puzzle, chosen: str, **more: str) -> Any:
    """Return what the site says to an answer."""
    found = visitor.post(f"/puzzles/{puzzle.id}", {"answer": chosen, **more})
    assert found.status_code == 200, found.text
    return found.json()


# Nothing hidden


def cards_of(puzzle: Puzzle) -> tuple[set[str], set[str]]:
    """Return all cards that the seat may know, and all others of the deal."""
    going = puzzle.position()
    seat, state = going.to_move, going.view(going.to_move).state
    known = set(state["hands"][seat]) | set(puzzle.actions[: puzzle.step]) | {str(state.get("trump_card"))}
    every = {card for hand in going.game.state(going.row)["hands"] for card in hand}
    return known, every - known


@pytest.mark.parametrize("start", [0, 19])
def test_a_page_names_no_hidden_card_and_nothing_of_the_answer(start: int) -> None:
    for puzzle in shipped()[start::EVERY]:
        shown = question(puzzle)
        changed = replace(
            puzzle,
            actions=puzzle.actions[: puzzle.step],
            answer="none",
            choices={name: (0.0, chance) for name, (_, chance) in sorted(puzzle.choices.items(), reverse=True)},
            theme="",
            margin=0.0,
            rating=0,
        )
        assert question(changed) == shown, "the question follows from what came before it alone"
        text = json.dumps(shown)
        assert puzzle.seed not in text.split('"') and not [player for player in puzzle.players if player in text]
        assert not set(SECRETS) & set(shown)
        if puzzle.game == "figgie":
            hands = shown["scene"]["now"]["state"]["hands"]
            assert [hand for seat, hand in enumerate(hands) if seat != shown["scene"]["seat"] and hand] == []
            continue
        _, hidden = cards_of(puzzle)
        assert hidden and not hidden & set(re.findall(r"[A-Z][A\d]\d?", text)), puzzle.id


def test_the_page_holds_just_that(site: TestClient[Litestar]) -> None:
    puzzle, ann = some("wizard", "play"), Visitor(site)
    page = ann.get(f"/puzzles/{puzzle.id}").text
    found = re.search(r'<script type="application/json" id="puzzle-data">(.*?)</script>', page)
    assert found
    data = json.loads(found[1])
    assert {name: data[name] for name in question(puzzle)} == json.loads(json.dumps(question(puzzle)))
    assert data["guest"] and not data["tried"] and data["standing"] is None
    assert puzzle.seed not in re.findall(r"\w+", html.unescape(page.replace("2026-", "")))


def test_the_replay_opens_after_the_answer_and_for_who_has_given_it_alone(site: TestClient[Litestar]) -> None:
    puzzle, ann = some("duel", "play", 3), Visitor(site)
    refused = ann.get(f"/puzzles/{puzzle.id}/replay")
    assert refused.status_code == 403 and "once you have answered" in words(refused)
    address = answer(ann, puzzle, puzzle.answer)["replay"]
    assert f"#deal=1&step={puzzle.step}&seat=" in address
    shown = ann.get(address.split("#")[0])
    assert shown.status_code == 200 and "replay-data" in shown.text
    assert Visitor(site).get(address.split("#")[0]).status_code == 403
    other = some("duel", "play", 4).id
    assert ann.get(address.split("#")[0].replace(puzzle.id, other)).status_code == 403


# Answers


@pytest.mark.parametrize(
    ("game", "kind"), [("duel", "play"), ("wizard", "play"), ("wizard", "bid"), ("figgie", "take")]
)
def test_the_server_judges_and_says_why(site: TestClient[Litestar], game: str, kind: str) -> None:
    puzzle, ann = some(game, kind, 7), Visitor(site)
    right = answer(ann, puzzle, puzzle.answer, first="1", mean="1500", spread="350")
    assert right["right"] and right["answer"] == puzzle.answer and right["counted"]
    assert right["mean"] > 1500 and right["why"].endswith(".") and right["theme"] == puzzle.theme
    assert right["choices"][0]["name"] == puzzle.answer
    wrong = answer(Visitor(site), puzzle, runner_up(puzzle), first="1", mean="1500", spread="350")
    assert not wrong["right"] and wrong["answer"] == puzzle.answer and wrong["mean"] < 1500
    assert wrong["others"] == {"tries": 1, "solved": 1}


@pytest.mark.parametrize(
    "form", [{"answer": "bid 9"}, {}, {"mean": "x"}, {"mean": "-1"}, {"spread": "1e9"}, {"mean": "nan"}]
)
def test_a_wrong_form_gets_a_sentence(site: TestClient[Litestar], form: dict[str, str]) -> None:
    puzzle = some("duel", "play")
    given = {"answer": puzzle.answer, **form} if form and "answer" not in form else form
    found = Visitor(site).post(f"/puzzles/{puzzle.id}", given)
    assert found.status_code == 400 and "allowed:" in found.json()["sentence"]


def test_an_answer_needs_the_key_of_its_form(site: TestClient[Litestar]) -> None:
    puzzle = some("duel", "play")
    ann = Visitor(site)
    ann.get("/puzzles")
    found = ann.send("POST", f"/puzzles/{puzzle.id}", data={"answer": puzzle.answer}, headers={"Origin": HOST})
    assert found.status_code == 403


def test_the_first_try_of_an_account_counts_and_no_other(site: TestClient[Litestar]) -> None:
    puzzle, ann = some("duel", "play", 9), Visitor(site).register("Ann")
    first = answer(ann, puzzle, runner_up(puzzle), mean="4000", first="1")
    assert first["counted"] and first["mean"] < 1500, "what the browser says of an account is not heard"
    again = answer(ann, puzzle, puzzle.answer)
    assert again["right"] and not again["counted"] and again["mean"] == first["mean"]
    assert again["standing"]["tried"] == 1 and again["standing"]["solved"] == 0
    page = ann.get(f"/puzzles/{puzzle.id}").text
    assert '"tried":true' in page and '"guest":false' in page
    assert "0 of 1 solved" in ann.get("/puzzles").text


# Which one


def test_a_day_has_one_puzzle_for_everybody_and_none_comes_again_soon(site: TestClient[Litestar]) -> None:
    assert {puzzle.id for puzzle in in_days()} == {puzzle.id for puzzle in shipped()}
    start = date(2026, 11, 18)
    days = [daily(start + timedelta(days=number)) for number in range(400)]
    assert len({puzzle.id for puzzle in days}) == 400
    assert {puzzle.game for puzzle in days[:20]} == {"duel", "wizard", "figgie"}
    pages = [Visitor(site).get("/puzzles/daily").text for _ in range(2)]
    ids = [re.findall(r'"id":"([^"]+)"', page)[0] for page in pages]
    assert ids[0] == ids[1]


def test_the_next_one_is_near_and_not_tried(site: TestClient[Litestar]) -> None:
    tried = {puzzle.id for puzzle in shipped() if puzzle.game == "duel"} - {"duel-play-1"}
    assert near("duel", lambda _: 1500, {}, tried, Random(1)) == ["duel-play-1"]
    easy, hard = (near("wizard", {"wizard": rating}.__getitem__, {}, (), Random(1)) for rating in (1100.0, 2000.0))
    ratings = {puzzle.id: puzzle.rating for puzzle in shipped()}
    assert max(ratings[name] for name in easy) < min(ratings[name] for name in hard)
    pages = [near("duel", lambda _: 1500.0, {}, (), Random(1), skip=skip) for skip in (0, 40, 800)]
    assert len({*pages[0], *pages[1]}) == 80 and pages[2] == []  # who has tried the nearest goes on to others
    known = near("duel", lambda _: 3000, {"duel-play-1": 3000.0}, (), Random(1))
    assert "duel-play-1" in known
    found = Visitor(site).get("/puzzles/near?game=figgie&figgie=1600").json()["ids"]
    assert found and all(name.startswith("figgie-") for name in found)
    assert Visitor(site).get("/puzzles/near?game=figgie&figgie=x").status_code == 400


def test_a_run_begins_without_javascript(site: TestClient[Litestar]) -> None:
    found = Visitor(site).get("/puzzles/run?game=duel")
    assert found.status_code == 303 and re.fullmatch(r"/puzzles/duel-play-\d+\?run=duel", found.headers["location"])
    assert Visitor(site).get(found.headers["location"]).status_code == 200


def test_a_run_of_a_game_without_puzzles_is_not_there(site: TestClient[Litestar]) -> None:
    for page in ("run", "near"):
        answer = Visitor(site).get(f"/puzzles/{page}?game=chess")
        assert answer.status_code == 404
        assert "There are no puzzles of 'chess'; there are some of" in words(answer)


def test_the_pages_are_linked_and_others_are_not_there(site: TestClient[Litestar]) -> None:
    assert 'href="/puzzles"' in Visitor(site).get("/").text
    told = Visitor(site).get("/puzzles")
    assert told.status_code == 200 and f"{len(shipped())} puzzles" in told.text
    for path in ("/puzzles/duel-play-999999", "/puzzles/none/replay"):
        assert Visitor(site).get(path).status_code in (404, 403)
