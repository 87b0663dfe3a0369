"""The API for authors: programs are sent with a token for that, and only their author reads what became of them."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import update

from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.people.tokens import Scope, make_token
from overtrick.arena.submissions.archive import pack_files
from overtrick.arena.submissions.queue import claim, finish
from overtrick.arena.submissions.result import Report, Worked
from overtrick.arena.submissions.submission import State, pack_record
from overtrick.store.schema import rounds
from tests.support.arena_rounds import DUEL_C, account, new_round
from tests.support.web_people import site_of_people

CUP = "/api/rounds/cup/1"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    with site_of_people(tmp_path_factory.mktemp("api") / "site.db") as client:
        arena = client.app.state.site.arena
        round_ = new_round(arena, "cup")
        with arena.writing() as connection:
            connection.execute(update(rounds).where(rounds.c.id == round_.id).values(state=RoundState.OPEN))
        yield client


class Author:
    """Somebody with a token."""

    made = 0

    def __init__(self, client: TestClient[Litestar], *scopes: Scope) -> None:
        Author.made += 1
        self.client, self.arena = client, client.app.state.site.arena
        self.name = f"author {Author.made}"
        self.account = account(self.arena, self.name)
        token = make_token(self.arena, self.account, "cli", scopes or (Scope.READ, Scope.SUBMIT))
        self.headers = {"authorization": f"Bearer {token}"}

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path, headers=self.headers)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.client.post(path, headers=self.headers, **more)

    def send(self, data: bytes = DUEL_C, filename: str = "main.c", **fields: str) -> httpx.Response:
        return self.post(f"{CUP}/submissions", files={"file": (filename, data)}, data=fields)

    def worked(self, state: State = State.PASSED, **more: Any) -> None:
        """Let a worker have done what waits."""
        taken = claim(self.arena)
        assert taken is not None
        assert taken.account == self.account.id
        finish(self.arena, taken.id, Worked(state, "as the test says", **more))


@pytest.fixture
def ada(shared: TestClient[Litestar]) -> Author:
    shared.cookies.clear()
    return Author(shared)


def test_a_token_says_who_it_speaks_for(ada: Author) -> None:
    assert ada.get("/api/me").json() == {"name": ada.name, "role": "author", "scopes": ["read", "submit"]}
    assert ada.client.get("/api/me").status_code == 401
    wrong = ada.client.get("/api/me", headers={"authorization": "Bearer overtrick-wrong"})
    assert wrong.status_code == 401


def test_a_program_is_sent_checked_and_listed(ada: Author) -> None:
    answer = ada.send(name="Ada's best")
    assert answer.status_code == 400
    assert "Ada's best" in answer.json()["error"]
    sent = ada.send(name="Adas best")
    assert sent.status_code == 201, sent.text
    told = sent.json()
    assert (told["round"], told["purpose"], told["version"], told["bot"]) == ("cup/1", "enter", 1, "Adas best")
    assert (told["state"], told["place"], told["active"]) == ("queued", 1, False)
    ada.worked(log="cc -O2", report=Report(passed=("seat 0: fine",), command="overtrick check main.c"), language="c")
    one = ada.get(f"/api/submissions/{told['id']}").json()
    assert (one["state"], one["log"], one["passed"]) == ("passed", "cc -O2", ["seat 0: fine"])
    assert (one["command"], one["place"], one["active"]) == ("overtrick check main.c", 0, True)
    listed = ada.get("/api/submissions").json()
    assert [row["id"] for row in listed] == [told["id"]]
    assert "log" not in listed[0]
    assert ada.get("/api/submissions?round=cup/1").json() == listed
    assert ada.get("/api/submissions?round=mug/1").json() == []


def test_submissions_of_a_round_are_listed_however_many_others_are_newer(
    ada: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overtrick.web.api.submissions.LATEST", 2)
    new_round(ada.arena, "jug")
    with ada.arena.writing() as connection:
        connection.execute(update(rounds).values(state=RoundState.OPEN))
    old = ada.send(purpose="try").json()["id"]
    ada.worked()
    new = []
    for _ in range(3):
        sent = ada.post("/api/rounds/jug/1/submissions", files={"file": ("main.c", DUEL_C)}, data={"purpose": "try"})
        new.append(sent.json()["id"])
        ada.worked()
    assert [row["id"] for row in ada.get("/api/submissions").json()] == new[:0:-1]
    assert [row["id"] for row in ada.get("/api/submissions?round=jug/1").json()] == new[:0:-1]
    assert [row["id"] for row in ada.get("/api/submissions?round=cup/1").json()] == [old]


def test_a_try_is_no_version_and_its_match_can_be_read(ada: Author) -> None:
    told = ada.send(purpose="try").json()
    assert (told["purpose"], told["version"]) == ("try", 0)
    assert ada.get(f"/api/submissions/{told['id']}/record").status_code == 404
    ada.worked(record=pack_record('{"game": "duel"}'))
    assert ada.get(f"/api/submissions/{told['id']}/record").json() == {"game": "duel"}


def test_versions_are_chosen_tried_again_and_withdrawn(ada: Author) -> None:
    first = ada.send().json()["id"]
    ada.worked(content="one")
    second = ada.send(DUEL_C + b"\n").json()["id"]
    ada.worked(content="two")
    assert ada.get(f"/api/submissions/{second}").json()["active"]
    chosen = ada.post(f"/api/submissions/{first}/activate")
    assert chosen.status_code == 200
    assert chosen.json()["active"]
    assert not ada.get(f"/api/submissions/{second}").json()["active"]
    again = ada.post(f"{CUP}/try")
    assert again.status_code == 201
    assert again.json()["purpose"] == "try"
    ada.worked()
    assert ada.post(f"{CUP}/withdraw").status_code == 204
    assert not ada.get(f"/api/submissions/{first}").json()["active"]
    assert ada.post(f"{CUP}/try").status_code == 400


def test_a_program_that_failed_is_never_active(ada: Author) -> None:
    number = ada.send(b"int x\n").json()["id"]
    ada.worked(State.FAILED, log="expected ;")
    assert not ada.get(f"/api/submissions/{number}").json()["active"]
    refused = ada.post(f"/api/submissions/{number}/activate")
    assert refused.status_code == 400
    assert "passed its check" in refused.json()["error"]


def test_nobody_else_reads_or_chooses_a_submission(ada: Author) -> None:
    eve = Author(ada.client)
    number = ada.send().json()["id"]
    ada.worked(record=pack_record("{}"), log="secret")
    for path in (f"/api/submissions/{number}", f"/api/submissions/{number}/record"):
        answer = eve.get(path)
        assert answer.status_code == 404
        assert "secret" not in answer.text
    assert eve.post(f"/api/submissions/{number}/activate").status_code == 404
    assert eve.get("/api/submissions").json() == []
    missing = eve.get("/api/submissions/999999").json()["error"]
    assert eve.get(f"/api/submissions/{number}").json()["error"] == missing.replace("999999", str(number))


def test_a_token_is_only_for_what_it_was_made(ada: Author) -> None:
    reader = Author(ada.client, Scope.READ)
    assert reader.get("/api/submissions").status_code == 200
    refused = reader.send()
    assert refused.status_code == 403
    assert "needs the scope submit" in refused.json()["error"]
    sender = Author(ada.client, Scope.SUBMIT)
    assert sender.get("/api/submissions").status_code == 403
    assert sender.send().status_code == 201
    sender.worked()


def test_a_page_of_another_site_cannot_send_programs_for_somebody(ada: Author) -> None:
    files = {"file": ("main.c", DUEL_C)}
    assert ada.client.post(f"{CUP}/submissions", files=files).status_code == 401
    foreign = {**ada.headers, "origin": "https://evil.example"}
    assert ada.client.post(f"{CUP}/submissions", files=files, headers=foreign).status_code == 403


@pytest.mark.parametrize(
    ("filename", "data", "words"),
    [
        ("bot.exe", b"MZ", "allowed: a .py or .c file"),
        ("main.c", b"", "is empty"),
        ("bot.zip", b"PK nothing", "damaged"),
        ("../main.c", DUEL_C, "leads out"),
        ("a\x1b.zip", pack_files({"main.c": DUEL_C}), ""),
        ("\u202egpj.zip", pack_files({"main.c": DUEL_C}), ""),
        ("a" * 200 + ".zip", pack_files({"main.c": DUEL_C}), ""),
    ],
)
def test_what_cannot_be_a_program_is_refused_with_a_sentence(
    ada: Author, filename: str, data: bytes, words: str
) -> None:
    answer = ada.send(data, filename)
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    assert ada.get("/api/submissions").json() == []


def test_too_much_at_once_is_refused(ada: Author) -> None:
    assert ada.send(b"/" * 1_300_000).status_code == 413
    for _ in range(3):
        assert ada.send().status_code == 201
    refused = ada.send()
    assert refused.status_code == 400
    assert "allowed: 3 at a time" in refused.json()["error"]
    for _ in range(3):
        ada.worked()


@pytest.mark.parametrize(
    "path",
    ["/api/rounds/none/1/submissions", "/api/rounds/cup/2/submissions", "/api/rounds/cup/99999999999/submissions"],
)
def test_rounds_that_are_not_there_take_nothing(ada: Author, path: str) -> None:
    answer = ada.post(path, files={"file": ("main.c", DUEL_C)})
    assert answer.status_code in (400, 404)


def test_requests_without_a_file_or_with_nonsense_are_refused(ada: Author) -> None:
    assert ada.post(f"{CUP}/submissions", data={"name": "x"}).status_code == 400
    assert (
        ada.post(f"{CUP}/submissions", files={"file": ("main.c", DUEL_C)}, data={"purpose": "win"}).status_code == 400
    )
    assert ada.post(f"{CUP}/submissions", content=b"{}").status_code in (400, 415)
    assert ada.get("/api/submissions/0").status_code in (400, 404)
    assert ada.get("/api/submissions/99999999999999999999").status_code in (400, 404)
