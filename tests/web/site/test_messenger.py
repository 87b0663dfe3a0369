"""Webhooks hear what happened, signed, again until they answer, and hear nothing that did not happen."""

import asyncio
import base64
import hmac
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from overtrick.arena import webhooks
from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.competitions.halting import pause
from overtrick.arena.submissions.queue import claim, finish
from overtrick.arena.submissions.result import Worked
from overtrick.arena.submissions.submission import State
from overtrick.arena.submissions.submissions import Upload, submit
from overtrick.arena.webhooks import EVENTS, TRIES, add_webhook, all_webhooks, emit, latest, pause_after
from overtrick.arena.worker.lease import LEASE_S, Lease, Status, checkers, lost_checkers, status
from overtrick.arena.worker.rounds import advance
from overtrick.arena.worker.vault import Vault
from overtrick.core.mistake import Mistake
from overtrick.web.site.messenger import Messenger
from tests.support.arena_rounds import DUEL_C, account, new_round
from tests.support.web_people import Visitor, organiser_of, site_of_people, words


class Heard:
    """A program that listens, and what it has heard."""

    def __init__(self) -> None:
        self.messages: list[tuple[dict[str, str], str]] = []
        self.answer = 204
        self.address = ""

    @property
    def types(self) -> list[str]:
        return [json.loads(body)["type"] for _, body in self.messages]


@contextmanager
def listening() -> Iterator[Heard]:
    heard = Heard()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            heard.messages.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(heard.answer)
            if heard.answer == 302:
                self.send_header("location", heard.address)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        heard.address = f"http://127.0.0.1:{server.server_port}/hook"
        try:
            yield heard
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "site.db") as opened:
        yield opened


def look(arena: Arena, messenger: Messenger | None = None) -> None:
    async def once() -> None:
        async with httpx.AsyncClient(trust_env=False) as client:
            await (messenger or Messenger(arena)).look(client)

    asyncio.run(once())


def later(arena: Arena, seconds: float) -> None:
    before = arena.clock
    arena.clock = lambda: before() + seconds


def test_a_round_is_told_from_its_opening_to_its_end(arena: Arena, tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault")
    new_round(arena)
    with listening() as heard:
        secret = add_webhook(arena, heard.address, EVENTS)
        advance(arena, vault)
        sent = submit(arena, find_round(arena, "cup", 1), account(arena), Upload("main.c", DUEL_C))
        assert claim(arena) is not None
        finish(arena, sent.id, Worked(State.FAILED, "no"))
        pause(arena, find_round(arena, "cup", 1), "so")
        look(arena)
        # They are sent side by side, so any may arrive first
        assert sorted(heard.types) == ["round.halted", "round.opened", "submission.checked"]
        headers, body = heard.messages[heard.types.index("submission.checked")]
        assert json.loads(body)["data"] == {
            "submission": sent.id,
            "round": "cup/1",
            "state": State.FAILED,
            "purpose": "enter",
            "name": sent.name,
        }
        text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}"
        key = base64.b64decode(secret.removeprefix("whsec_"))
        expected = base64.b64encode(hmac.digest(key, text.encode(), "sha256")).decode()
        assert headers["webhook-signature"] == f"v1,{expected}"
        look(arena)
        assert len(heard.messages) == 3  # what has arrived is not told again


def test_what_is_not_answered_is_told_again_with_growing_pauses_and_given_up(arena: Arena) -> None:
    with listening() as heard:
        add_webhook(arena, heard.address, ("round.closed",))
        heard.answer = 500
        with arena.writing() as connection:
            emit(connection, arena.now(), "round.closed", round="cup/1")
            emit(connection, arena.now(), "round.opened", round="cup/1")  # of which it does not want to hear
        for tries in range(1, TRIES):
            look(arena)
            look(arena)
            assert len(heard.messages) == tries
            later(arena, pause_after(tries) + 1)
        look(arena)
        assert len(heard.messages) == TRIES
        later(arena, 10**6)
        look(arena)
        assert len(heard.messages) == TRIES and latest(arena)[0].due is None
    assert len({headers["webhook-id"] for headers, _ in heard.messages}) == 1
    assert [pause_after(tries) for tries in (1, 2, 3, 11)] == [10, 30, 90, 6 * 3600]


def test_nobody_there_and_redirects_are_no_answers(arena: Arena) -> None:
    with listening() as heard:
        heard.answer = 302
        add_webhook(arena, heard.address, EVENTS)
        webhooks.emit_test(arena, 1)
        look(arena)
    assert len(heard.messages) == 1 and latest(arena)[0].answer == "302"
    later(arena, 11)
    look(arena)
    assert latest(arena)[0].answer == "ConnectError" and latest(arena)[0].tries == 2


def test_what_is_undone_was_never_told(arena: Arena) -> None:
    with listening() as heard:
        add_webhook(arena, heard.address, EVENTS)
        with pytest.raises(ZeroDivisionError), arena.writing() as connection:
            emit(connection, arena.now(), "round.closed", round="cup/1")
            raise ZeroDivisionError
        look(arena)
        assert not heard.messages


def test_a_worker_that_ends_without_a_word_is_missed_once_by_all_sites(arena: Arena) -> None:
    with listening() as heard:
        add_webhook(arena, heard.address, ("worker.lost",))
        good, lost, next_one = (Lease(arena, "A", "") for _ in range(3))
        assert good._write()
        look(arena)
        good.give_up()
        look(arena)
        assert not heard.messages
        assert lost._write()
        later(arena, LEASE_S + 1)
        for _ in range(3):
            look(arena, Messenger(arena))
        assert heard.types == ["worker.lost"]
        assert status(arena) == Status(alive=False, fence="A")
        assert next_one._write()
        look(arena)
        assert heard.types == ["worker.lost"], "who takes its place does not tell it again"


def test_a_worker_whose_place_is_taken_before_anybody_looked_is_missed_too(arena: Arena) -> None:
    with listening() as heard:
        add_webhook(arena, heard.address, ("worker.lost",))
        lost, next_one = Lease(arena, "A", ""), Lease(arena, "A", "")
        assert lost._write() and not next_one._write()
        later(arena, LEASE_S + 1)
        assert next_one._write() and next_one._write()
        look(arena)
        assert heard.types == ["worker.lost"]
        assert json.loads(heard.messages[0][1])["data"] == {"only_checks": False}


def test_a_worker_for_checks_that_ends_without_a_word_is_missed_once_by_all_sites(arena: Arena) -> None:
    with listening() as heard:
        add_webhook(arena, heard.address, ("worker.lost",))
        good, lost = (Lease(arena, "A", "", only_checks=True) for _ in range(2))
        assert good._write() and lost._write()
        look(arena)
        assert checkers(arena) == 2 and not heard.messages
        good.give_up()
        later(arena, LEASE_S + 1)
        for _ in range(3):
            look(arena, Messenger(arena))
        assert heard.types == ["worker.lost"]
        assert json.loads(heard.messages[0][1])["data"] == {"only_checks": True}
        assert checkers(arena) == 0 and not lost_checkers(arena)


@pytest.mark.parametrize(
    ("address", "events", "sentence"),
    [
        ("nonsense", EVENTS, "the address is 'nonsense'; allowed: one such as"),
        ("ftp://example.org", EVENTS, "the address is"),
        ("https://me:word@example.org", EVENTS, "the address is"),
        ("https://example.org", (), "the event is ''; allowed: round.opened"),
        ("https://example.org", ("round.lost",), "the event is 'round.lost'; allowed"),
    ],
)
def test_what_cannot_be_told_is_refused(arena: Arena, address: str, events: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(Mistake, match=sentence):
        add_webhook(arena, address, events)
    assert not all_webhooks(arena)


def test_organisers_of_the_site_add_test_and_remove_them_on_a_page(tmp_path: Path) -> None:
    with site_of_people(tmp_path / "site.db") as client, listening() as heard:
        olga, ann = organiser_of(client), Visitor(client).register("Ann")
        assert ann.get("/organise/webhooks").status_code == 403
        ticked: dict[str, Any] = {"address": heard.address, "round.opened": "on"}
        page = olga.post("/organise/webhooks", ticked)
        assert "whsec_" in page.text and "whsec_" not in olga.get("/organise/webhooks").text
        assert olga.post("/organise/webhooks/1/test").status_code == 303
        look(olga.arena)
        assert heard.types == ["test"]
        assert "204" in words(olga.get("/organise/webhooks"))
        assert olga.post("/organise/webhooks/1/remove").status_code == 303
        assert "There is no webhook" in words(olga.post("/organise/webhooks/1/remove"))
