"""The API: what it tells, to whom, its document, the page made from that, and that no input upsets it."""

import csv
import gc
import io
import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from litestar import Litestar
from litestar.testing import TestClient
from schemathesis.core.result import Ok

from overtrick.arena.boards.matches import all_matches
from overtrick.arena.people.sessions import begin_session
from overtrick.arena.people.tokens import Scope, make_token
from overtrick.store.trouble import StoreTrouble
from overtrick.web.api.downloads import MOST_DOWNLOADS
from tests.support.filled_arena import DRAFT, FINAL, OPEN, OVER, PLANNED, SLUG, STAGED, Filled
from tests.support.web_people import HOST, Visitor, account_named, left


def bearer(client: TestClient[Litestar], name: str, *scopes: Scope) -> dict[str, str]:
    """Return the headers of a program that has a token."""
    arena = client.app.state.site.arena
    word = make_token(arena, account_named(arena, name), "test", frozenset(scopes))
    return {"Authorization": f"Bearer {word}"}


def ask(client: TestClient[Litestar], path: str, **headers: str) -> httpx.Response:
    client.cookies.clear()
    return client.get(f"/api{path}", headers=headers)


def board(number: int, more: str = "") -> str:
    return f"/rounds/{SLUG}/{number}/board{more}"


# What it tells


def test_competitions_are_listed_with_their_rounds(client: TestClient[Litestar]) -> None:
    (found,) = ask(client, "/competitions").json()
    assert (found["slug"], found["state"]) == (SLUG, "open")
    assert [one["state"] for one in found["rounds"]] == ["over", "open", "planned", "final", "over"]
    assert ask(client, f"/competitions/{SLUG}").json() == found
    assert ask(client, f"/rounds/{SLUG}/{OPEN}").json() == found["rounds"][OPEN - 1]


def test_a_board_has_the_lines_of_its_page(client: TestClient[Litestar]) -> None:
    told = ask(client, board(OPEN)).json()
    names = re.findall(r'data-name="([^"]*)"', client.get(f"/c/{SLUG}/{OPEN}").text)
    assert [line["name"] for line in told["lines"]] == names
    rows = list(csv.DictReader(io.StringIO(ask(client, board(OPEN, ".csv")).text)))
    assert [row["name"] for row in rows] == names
    assert [float(row["worth"]) for row in rows] == [line["worth"][0] for line in told["lines"]]
    assert ask(client, board(PLANNED)).json()["lines"] == []


def test_a_cross_table_tells_both_directions(client: TestClient[Litestar]) -> None:
    cells = {(cell["name"], cell["against"]): cell for cell in ask(client, f"/rounds/{SLUG}/{OPEN}/cross").json()}
    assert len(cells) == 12
    for (name, other), cell in cells.items():
        back = cells[other, name]
        assert cell["difference"][0] == -back["difference"][0]
        assert cell["difference"][1] == -back["difference"][2]
        assert cell["p"] == back["p"]


def test_matches_come_page_by_page(client: TestClient[Litestar], filled: Filled) -> None:
    seen: list[str] = []
    before = ""
    while True:
        told = ask(client, f"/rounds/{SLUG}/{OPEN}/matches?limit=10&before={before}").json()
        seen += [match["key"] for match in told["matches"]]
        if told["before"] is None:
            break
        before = told["before"]
    keys = filled.keys[f"{SLUG}/{OPEN} provisional"]
    assert sorted(seen) == sorted(keys)
    rows = list(csv.DictReader(io.StringIO(ask(client, f"/rounds/{SLUG}/{OPEN}/matches.csv").text)))
    assert sorted({row["key"] for row in rows}) == sorted(keys)
    assert len(rows) == 3 * len(keys)
    mine = ask(client, f"/rounds/{SLUG}/{OPEN}/matches?bot=ann-bot&limit=200").json()["matches"]
    assert mine and all("ann-bot" in [seat["name"] for seat in match["seats"]] for match in mine)
    assert ask(client, f"/matches/{seen[0][:20]}").json()["key"] == seen[0]


def test_a_bot_has_its_line_and_the_versions_that_passed(client: TestClient[Litestar], filled: Filled) -> None:
    bot = filled.bots[filled.rounds[OPEN], "ann-bot"]
    told = ask(client, f"/rounds/{SLUG}/{OPEN}/bots/{bot}").json()
    assert (told["name"], told["owner"]) == ("ann-bot", "ann")
    assert [(version["number"], version["plays"]) for version in told["versions"]] == [(3, True), (2, False)]
    assert told["line"]["bot"] == bot


# What it does not tell


def test_what_pages_hide_the_api_hides(client: TestClient[Litestar], filled: Filled) -> None:
    hidden = [
        f"/competitions/{DRAFT}",
        f"/rounds/{DRAFT}/1",
        *(f"/rounds/{DRAFT}/1/{part}" for part in ("board", "board.csv", "cross", "matches", "matches.csv", "recap")),
        *(
            f"/rounds/{SLUG}/{number}/{part}?of=final"
            for number in (FINAL, STAGED)
            for part in ("board", "board.csv", "cross", "matches", "matches.csv", "recap")
        ),
        *(f"/matches/{filled.keys[f'{SLUG}/{number} final'][0]}" for number in (FINAL, STAGED)),
        f"/matches/{filled.keys[f'{DRAFT}/1 provisional'][0]}",
    ]
    author = bearer(client, "ann", Scope.READ, Scope.SUBMIT)
    organiser = bearer(client, "Olga", Scope.READ)
    for path in hidden:
        for headers in ({}, author):
            answer = ask(client, path, **headers)
            assert answer.status_code == 404, path
            assert answer.json().keys() == {"status", "error"}
        if "recap" not in path:
            assert ask(client, path, **organiser).status_code == 200, path
    keys = set(filled.keys[f"{SLUG}/{FINAL} final"]) | set(filled.keys[f"{SLUG}/{STAGED} final"])
    for number in (FINAL, STAGED):
        text = ask(client, f"/rounds/{SLUG}/{number}/matches.csv").text
        assert text and not set(re.findall("[0-9a-f]{64}", text)) & keys
        assert ask(client, f"/rounds/{SLUG}/{number}").json()["secret"] is None
    assert ask(client, f"/rounds/{SLUG}/{OVER}").json()["secret"] is not None


def test_a_token_that_is_not_for_reading_reads_nothing(client: TestClient[Litestar]) -> None:
    answer = ask(client, "/competitions", **bearer(client, "Olga", Scope.SUBMIT))
    assert (answer.status_code, answer.json()["error"]) == (
        403,
        "This token is not for this; it needs the scope read.",
    )
    assert ask(client, "/competitions", Authorization="Bearer nothing").status_code == 401
    drafts = ask(client, "/competitions", **bearer(client, "Olga", Scope.READ)).json()
    assert [one["slug"] for one in drafts] == [DRAFT, SLUG]


def test_a_browser_may_read_as_whoever_is_logged_in(client: TestClient[Litestar]) -> None:
    visitor = Visitor(client)
    visitor.cookies.set("overtrick-session", begin_session(visitor.arena, account_named(visitor.arena, "Olga")))
    assert visitor.get(f"/api/rounds/{DRAFT}/1").status_code == 200
    assert visitor.send("POST", f"/api/rounds/{DRAFT}/1/withdraw").status_code == 401


def test_few_download_all_matches_at_once(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    live, path = client.app.state.site.live, f"/rounds/{SLUG}/{OPEN}/matches.csv"
    for _ in range(5):
        assert ask(client, path).status_code == 200  # whoever is done is not counted any more
    assert not live.downloads
    monkeypatch.setattr(live, "downloads", {object() for _ in range(MOST_DOWNLOADS)})
    answer = ask(client, path)
    assert answer.status_code == 503
    assert "try again in a minute" in answer.json()["error"]


def test_all_records_come_as_lines_that_stay_readable_for_whoever_may_see_them(client: TestClient[Litestar]) -> None:
    answer = ask(client, f"/rounds/{SLUG}/{OVER}/matches.jsonl")
    assert answer.headers["content-disposition"] == f'attachment; filename="{SLUG}-{OVER}-final.jsonl"'
    head, *lines, end = (json.loads(line) for line in answer.text.splitlines())
    assert (head["part"], end["end"]) == ("final", len(lines))
    assert head["round"]["secret"] == ask(client, f"/rounds/{SLUG}/{OVER}").json()["secret"]
    some = ask(client, f"/rounds/{SLUG}/{OVER}/matches.jsonl?bot=ann-bot&lost=true").text.splitlines()
    assert 2 < len(some) < len(lines)


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        (f"{OVER}/matches.jsonl?bot=nobody", 400, "The bot is 'nobody'; allowed: one that played there."),
        (f"{OVER}/matches.jsonl?lost=true", 400, "Only the matches of one bot can be lost: say bot as well."),
        (f"{PLANNED}/matches.jsonl", 404, "Nothing of this round was played."),
        (f"{FINAL}/matches.jsonl?of=final", 404, "The results of the final are not out."),
        (f"{STAGED}/matches.jsonl?of=final", 404, "The results of the final are not out."),
    ],
)
def test_records_that_are_not_to_be_had_are_refused(
    client: TestClient[Litestar], path: str, status: int, sentence: str
) -> None:
    answer = ask(client, f"/rounds/{SLUG}/{path}")
    assert (answer.status_code, answer.json()["error"]) == (status, sentence)


@pytest.mark.parametrize("after", [0, 1])
def test_who_goes_away_while_downloading_is_not_counted_any_more(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    monkeypatch.setattr("overtrick.web.api.public.CHUNK", 5)
    path = f"/api/rounds/{SLUG}/{OPEN}/matches.csv"
    gc.disable()  # which would count them off sooner or later
    try:
        for _ in range(MOST_DOWNLOADS + 1):
            assert client.blocking_portal.call(left, client.app, path, after) == 200
    finally:
        gc.enable()
    assert not client.app.state.site.live.downloads


def test_a_file_that_a_busy_store_cuts_short_does_not_look_whole(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    def some(*given: Any) -> Iterator[Any]:
        yield from islice(all_matches(*given), 7)
        raise StoreTrouble("store /srv/site.db: it is busy")

    monkeypatch.setattr("overtrick.web.api.public.all_matches", some)
    monkeypatch.setattr("overtrick.web.api.public.CHUNK", 5)
    with pytest.raises(Exception, match="after response started"):
        ask(client, f"/rounds/{SLUG}/{OPEN}/matches.csv")
    assert not client.app.state.site.live.downloads


# Its document


def test_the_document_names_the_api_alone_and_the_page_all_of_it(client: TestClient[Litestar]) -> None:
    document = ask(client, "/openapi.json").json()
    assert all(path.startswith("/api/") for path in document["paths"])
    page = client.get("/api")
    assert page.status_code == 200
    for path in document["paths"]:
        assert f"</b> {path}</code>" in page.text
    for address in re.findall(r'(?:src|href)="([^"]*)"', page.text):
        assert address.startswith(("/", "#")), address
    assert "script-src 'self'" in page.headers["content-security-policy"]


def test_errors_are_json_with_a_sentence(client: TestClient[Litestar]) -> None:
    for path, status in {
        "/nothing": 404,
        "/rounds/none/1": 404,
        f"/rounds/{SLUG}/x/board": 404,
        f"/rounds/{SLUG}/1/matches?limit=0": 400,
        f"/rounds/{SLUG}/1/board?of=both": 400,
        "/matches/xyz": 404,
    }.items():
        answer = ask(client, path)
        assert (answer.status_code, answer.json()["status"]) == (status, status), path
        assert answer.json()["error"]


# Fuzzed


@pytest.mark.long
def test_no_request_upsets_the_api(client: TestClient[Litestar], filled: Filled) -> None:
    """Let schemathesis make up requests from the document; every answer must be one that it names."""
    schema = schemathesis.openapi.from_dict(ask(client, "/openapi.json").json())
    fuzzed = Fuzzed(client, filled)
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        fuzzed.fuzz(result.ok())
    assert fuzzed.count > 200
    assert {200, 400, 404, 403} <= fuzzed.statuses


class Fuzzed:
    """Requests that were made up, half of them about a round that there is."""

    def __init__(self, client: TestClient[Litestar], filled: Filled) -> None:
        self.client, self.filled = client, filled
        author = bearer(client, "ann", Scope.READ, Scope.SUBMIT)
        self.tokens = [{}, author, bearer(client, "Olga", *Scope), bearer(client, "ben", Scope.SUBMIT)]
        self.count = 0
        self.statuses: set[int] = set()

    def fuzz(self, operation: Any) -> None:
        """Send requests for an operation."""
        responses = operation.definition.raw["responses"]

        @settings(max_examples=30, deadline=None, database=None, derandomize=True, suppress_health_check=[*HealthCheck])
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            answer = self.send(case)
            what = (case.method, case.formatted_path, answer.status_code, answer.text[:300])
            assert str(answer.status_code) in responses, what
            if answer.status_code >= 400:
                assert answer.json().keys() == {"status", "error"}, what

        check()

    def send(self, case: Any) -> httpx.Response:
        """Send a request that was made up, as one of several people."""
        self.count += 1
        if self.count % 2:
            real = {
                "slug": SLUG,
                "number": 1 + self.count % 5,
                "bot": 4,
                "identity": 1 + self.count % 30,
                "day": "today",
            }
            real["key"] = self.filled.keys[f"{SLUG}/{OPEN} provisional"][0]
            case.path_parameters = {name: real[name] for name in case.path_parameters or {}}
        sent = requests.Request(**case.as_transport_kwargs(base_url=HOST)).prepare()
        headers = {name: str(value) for name, value in sent.headers.items()}
        headers |= self.tokens[self.count // 2 % len(self.tokens)]
        assert sent.body is None or isinstance(sent.body, bytes | str)
        self.client.cookies.clear()
        answer = self.client.request(str(sent.method), str(sent.url), headers=headers, content=sent.body)
        self.statuses.add(answer.status_code)
        return answer
