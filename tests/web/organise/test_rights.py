"""Who was named for a competition organises it and nothing else; and all that organisers do is written down."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from overtrick.arena.arena import Arena
from overtrick.arena.audit import OPERATOR, acts
from overtrick.arena.competitions.competition import CompetitionState
from overtrick.arena.competitions.competitions import find_competition
from overtrick.arena.people.accounts import find_by_name
from overtrick.arena.people.invitations import open_registration
from overtrick.arena.people.tokens import Scope, make_token
from overtrick.web.organise.log import table
from tests.support.web_people import Visitor, organiser_of, site_of_people, words

TOML = 'slug = "{slug}"\ntitle = "A cup"\n[[rounds]]\ngame = "duel"\nopens = "2d"\ncloses = "7d"\n'


@pytest.fixture
def client(tmp_path: Path) -> "Iterator[TestClient[Litestar]]":
    with site_of_people(tmp_path / "site.db") as opened:
        yield opened


@pytest.fixture
def people(client: TestClient[Litestar]) -> tuple[Visitor, Visitor]:
    """Return an organiser of the site, and somebody who was named for one of two drafts."""
    olga, ann = organiser_of(client), Visitor(client).register("Ann")
    for slug in ("hers", "other"):
        assert olga.post("/organise/file", {"toml": TOML.format(slug=slug)}).status_code == 303
    assert olga.post("/organise/hers/organisers", {"name": "ann"}).status_code == 303
    return olga, ann


def told(arena: Arena) -> list[tuple[str, str, str, str]]:
    return [(act.who, act.did, act.about, act.why) for act in acts(arena)]


def test_who_was_named_organises_one_competition_and_nothing_else(people: tuple[Visitor, Visitor]) -> None:
    olga, ann = people
    for path in ("/organise", "/organise/hers", "/organise/hers/rounds/1", "/organise/hers/file", "/c/hers"):
        assert ann.get(path).status_code == 200, path
    assert "/organise/other" not in ann.get("/organise").text
    assert ann.post("/organise/hers/state/open").status_code == 303
    assert find_competition(ann.arena, "hers").state is CompetitionState.OPEN
    assert ann.get("/organise/other").status_code == ann.get("/c/other").status_code == 404  # it is a draft
    olga.post("/organise/other/state/open")
    assert ann.get("/organise/other").status_code == 403
    for path in ("/people", "/organise/new"):
        assert ann.get(path).status_code == 403, path
    for path in ("/organise/other/state/archived", "/people/1/ban", "/organise/hers/organisers", "/people/invite"):
        assert ann.post(path, {"name": "Ann", "why": "so"}).status_code == 403, path
    assert ann.post("/organise/file", {"toml": TOML.format(slug="third")}).status_code == 403


def test_a_token_of_theirs_is_as_good_as_they_are(people: tuple[Visitor, Visitor]) -> None:
    olga, ann = people
    account = find_by_name(ann.arena, "Ann")
    assert account is not None
    shown = {"authorization": f"Bearer {make_token(ann.arena, account, 'program', [Scope.ORGANISE])}"}
    stranger = Visitor(ann.client)
    opened = stranger.send("POST", "/api/competitions/hers/state", json={"state": "open"}, headers=shown)
    assert opened.status_code == 200
    olga.post("/organise/other/state/open")
    refused = stranger.send("POST", "/api/competitions/other/state", json={"state": "archived"}, headers=shown)
    assert refused.status_code == 403
    draft = stranger.send("POST", "/api/drafts", json={"toml": TOML.format(slug="third")}, headers=shown)
    assert draft.status_code == 403
    assert stranger.get("/metrics", headers=shown).status_code == 403


def test_a_right_can_be_taken_again(people: tuple[Visitor, Visitor]) -> None:
    olga, ann = people
    account = find_by_name(ann.arena, "Ann")
    assert account is not None and account.named
    assert "Nobody here is called" in words(olga.post("/organise/hers/organisers", {"name": "nobody"}))
    assert olga.post(f"/organise/hers/organisers/{account.id}/remove").status_code == 303
    assert ann.get("/organise").status_code == ann.get("/organise/hers").status_code == 403
    assert "does not organise" in words(olga.post(f"/organise/hers/organisers/{account.id}/remove"))


def test_everything_is_written_down_with_who_and_why(people: tuple[Visitor, Visitor]) -> None:
    olga, ann = people
    bob = find_by_name(Visitor(olga.client).register("Bob").arena, "Bob")
    assert bob is not None
    assert "The reason is" in words(olga.post(f"/people/{bob.id}/ban", {"why": " "}))
    olga.post(f"/people/{bob.id}/ban", {"why": "two accounts"})
    ann.post("/organise/hers/announcements", {"text": "=Soon", "link": ""})
    open_registration(olga.arena, False)
    assert told(olga.arena)[:4] == [
        (OPERATOR, "closed registration", "the site", ""),
        ("Ann", "announced", "hers: =Soon", ""),
        ("Olga", "banned", "Bob", "two accounts"),
        ("Olga", "named an organiser", "hers: Ann", ""),
    ]
    shown = words(olga.get("/organise/log"))
    assert "two accounts" in shown and "named an organiser" in shown
    hers = words(ann.get("/organise/log"))
    assert (
        "named an organiser" in hers and "two accounts" not in hers and "other" not in ann.get("/organise/log.csv").text
    )
    rows = list(csv.DictReader(olga.get("/organise/log.csv").text.splitlines()))
    assert [row["did"] for row in rows[-3:]] == ["banned", "announced", "closed registration"]
    assert Visitor(olga.client).get("/organise/log").status_code == 303


def test_nothing_is_written_down_that_did_not_happen(people: tuple[Visitor, Visitor]) -> None:
    olga, ann = people
    before = told(olga.arena)
    olga.post("/organise/hers/state/archived")
    ann.post("/organise/other/announcements", {"text": "no", "link": ""})
    olga.post("/people/77/ban", {"why": "nobody"})
    assert told(olga.arena) == before


def test_a_cell_cannot_become_a_formula(people: tuple[Visitor, Visitor]) -> None:
    olga, _ = people
    act = acts(olga.arena)[0]
    text = "".join(table(iter([type(act)(1, 0, "=cmd()", "did", '+1,"x"', "-2")])))
    assert list(csv.reader(text.splitlines()))[1] == ["1970-01-01T00:00:00Z", "'=cmd()", "did", '\'+1,"x"', "'-2"]


def test_older_acts_are_a_page_further(people: tuple[Visitor, Visitor], monkeypatch: pytest.MonkeyPatch) -> None:
    olga, _ = people
    monkeypatch.setattr("overtrick.arena.audit.MOST_SHOWN", 2)
    monkeypatch.setattr("overtrick.web.organise.log.MOST_SHOWN", 2)
    first = olga.get("/organise/log").text
    assert "Before that" in first
    number = acts(olga.arena)[-1].number
    assert f"before={number}" in first and "made links" in olga.get(f"/organise/log?before={number}").text
