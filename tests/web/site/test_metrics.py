"""Metrics are in the usual format, true, and for programs of this machine or with a token of organisers alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import RequestFactory, TestClient
from prometheus_client.parser import text_string_to_metric_families as families

from overtrick.arena.people.accounts import Role, register
from overtrick.arena.people.tokens import Scope, make_token
from overtrick.arena.worker.counts import CHECKED, FAULT, MATCHES, Counts, counted
from overtrick.arena.worker.lease import Lease
from overtrick.web.site.metrics import is_local
from tests.support.web_people import PASSWORD, site_of_people


@pytest.fixture
def client(tmp_path: Path) -> "Iterator[TestClient[Litestar]]":
    with site_of_people(tmp_path / "site.db") as opened:
        yield opened


def values(text: str) -> dict[str, float]:
    """Return all samples, by name and labels."""
    found = (sample for family in families(text) for sample in family.samples)
    return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in found}


def token(client: TestClient[Litestar], name: str, role: Role, scope: Scope) -> dict[str, str]:
    """Return what somebody new shows."""
    arena = client.app.state.site.arena
    word = make_token(arena, register(arena, name, PASSWORD, role), "metrics", frozenset({scope}))
    return {"authorization": f"Bearer {word}"}


def test_only_this_machine_and_organisers_may_ask(client: TestClient[Litestar]) -> None:
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers={"authorization": "Bearer nobody"}).status_code == 401
    assert client.get("/metrics", headers=token(client, "ann", Role.AUTHOR, Scope.SUBMIT)).status_code == 403
    answer = client.get("/metrics", headers=token(client, "Olga", Role.ORGANISER, Scope.ORGANISE))
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain; version=")


@pytest.mark.parametrize(
    ("address", "host", "local"),
    [
        ("127.0.0.1", "127.0.0.1:8000", True),
        ("::1", "[::1]:8000", True),
        ("127.0.0.1", "localhost", True),
        ("127.0.0.1", "arena.example.org", False),
        ("192.0.2.7", "127.0.0.1:8000", False),
    ],
)
def test_a_name_or_an_address_from_elsewhere_is_not_this_machine(address: str, host: str, local: bool) -> None:
    request = RequestFactory().get("/metrics", headers={"host": host})
    request.scope["client"] = (address, 50000)
    assert is_local(request) is local


def test_requests_queues_and_what_workers_counted_are_told(client: TestClient[Litestar]) -> None:
    shown = token(client, "Olga", Role.ORGANISER, Scope.ORGANISE)
    before = values(client.get("/metrics", headers=shown).text)
    client.get("/competitions")
    client.get("/c/nowhere")
    arena = client.app.state.site.arena
    Lease(arena, "A", "", only_checks=True)._write()
    for number in (2, 3):
        counts = Counts()
        counts.add(MATCHES, number)
        counts.add(f"{FAULT}timeout")
        counts.add(f"{CHECKED}passed")
        counts.write(arena)
        counts.write(arena, last=True)  # what was written is not written again
    assert counted(arena) == {MATCHES: 5, f"{FAULT}timeout": 2, f"{CHECKED}passed": 2}
    after = values(client.get("/metrics", headers=shown).text)
    asked = "overtrick_requests_total overtrick GET /competitions 200"
    assert after[asked] == before.get(asked, 0) + 1
    missed = "overtrick_requests_total overtrick GET /c/{slug} 404"
    assert after[missed] == before.get(missed, 0) + 1
    assert after["overtrick_matches_total"] == 5
    assert after["overtrick_faults_total timeout"] == 2
    assert after["overtrick_submissions_checked_total passed"] == 2
    assert (
        after["overtrick_submissions_waiting"] == after["overtrick_worker_up "] == after["overtrick_tables_open"] == 0
    )
    assert after["overtrick_referees"] == 1
    assert before["overtrick_checkers_up"] == 0 and after["overtrick_checkers_up"] == 1
