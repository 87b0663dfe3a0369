"""A stranger with a site of their own, against somebody who is logged in here, in a real browser."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page
from sqlalchemy import select

from overtrick.arena.arena import open_arena
from overtrick.arena.people import accounts, invitations
from overtrick.store.schema import invitations as invitations_table
from tests.arena.test_attacks import write_private_things, write_scripts
from tests.support import filled_arena
from tests.support.running_site import RunningSite, running_site
from tests.support.web_people import PASSWORD

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    store = tmp_path_factory.mktemp("attacked") / "site.db"
    filled = filled_arena.fill(store)
    with open_arena(store) as arena:
        for account in accounts.all_accounts(arena):
            code = invitations.reset_password(arena, account.id)
            invitations.choose_password(arena, code, PASSWORD)
        with arena.writing() as connection:
            write_scripts(connection)
            write_private_things(connection, filled)
    with running_site(Path(store)) as running:
        yield running


@pytest.fixture
def victim(browser: Browser, site: RunningSite) -> Iterator[Page]:
    """Return a page of Olga, who is logged in and then goes elsewhere."""
    page = browser.new_page()
    page.goto(f"{site.url}/login?next=/me")
    page.get_by_label("Name").fill("Olga")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.wait_for_url(f"{site.url}/me")
    yield page
    page.close()


@contextmanager
def evil_site(text: str, host: str) -> Iterator[str]:
    """Give the address of another site with one page; on the same host it even counts as the same site for cookies."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://{host}:{server.server_address[1]}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_form_of_another_site_changes_nothing(site: RunningSite, victim: Page, host: str) -> None:
    form = f'<form method="post" action="{site.url}/logout"><button>Win a prize</button></form>'
    with evil_site(form, host) as address:
        victim.goto(address)
        with victim.expect_response(f"{site.url}/logout") as answer:
            victim.get_by_role("button").click()
        assert answer.value.status == 403
    assert "sent from another site" in victim.inner_text("main")
    victim.goto(f"{site.url}/me")
    assert victim.inner_text("h1") == "Olga"


def test_another_site_can_neither_read_nor_frame_our_pages(site: RunningSite, victim: Page) -> None:
    with evil_site(f'<iframe src="{site.url}/me"></iframe>', "127.0.0.1") as address:
        victim.goto(address)
        victim.wait_for_load_state("networkidle")
        (frame,) = [one for one in victim.frames if one != victim.main_frame]
        assert "Olga" not in frame.content()
        for path in ("/me", "/api/me", f"/c/{filled_arena.SLUG}/5"):
            read = "(url) => fetch(url, {credentials: 'include'}).then((a) => a.text(), (e) => 'refused: ' + e)"
            assert victim.evaluate(read, site.url + path).startswith("refused: TypeError")
        put = f"""() => fetch("{site.url}/people/invite", {{method: "POST", credentials: "include", mode: "no-cors",
            body: new URLSearchParams({{to: "organiser", count: "1"}})}}).then((a) => a.type, (e) => "refused: " + e)"""
        with victim.expect_request(f"{site.url}/people/invite"):
            assert victim.evaluate(put).startswith("refused: TypeError")
    with open_arena(site.store) as arena, arena.reading() as connection:
        assert connection.execute(select(invitations_table)).all() == []


def test_no_script_in_anybodys_text_ever_runs(site: RunningSite, victim: Page) -> None:
    told: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        told.append(dialog.message)
        dialog.dismiss()

    victim.on("dialog", dismiss)
    victim.on("console", lambda message: told.append(message.text) if message.type == "error" else None)
    victim.on("pageerror", lambda error: told.append(str(error)))
    slug = filled_arena.SLUG
    paths = ["/", "/me", "/people", "/competitions", f"/c/{slug}", f"/organise/{slug}", "/organise", "/replays"]
    paths += [f"/c/{slug}/1{more}" for more in ("", "/cross", "/matches", "/recap", "/sources", "/enter")]
    paths += [f"/organise/{slug}/rounds/2", f"/c/{slug}/1/bots/1", f"/c/{slug}/2"]
    shown = 0
    for path in paths:
        answer = victim.goto(site.url + path)
        assert answer is not None
        assert answer.status == 200, path
        victim.wait_for_timeout(50)
        assert victim.locator("img[src=x], main script:not([src])").count() == 0, path
        shown += "<img src=x onerror=alert(1)>" in victim.inner_text("body")
    assert told == []
    assert shown > 5
