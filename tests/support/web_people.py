"""People with browsers of their own at one site, without the browsers."""

import asyncio
import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar
from litestar.testing import TestClient

from overtrick.arena.arena import Arena
from overtrick.arena.people import accounts, invitations
from overtrick.arena.people.accounts import Account, Role
from overtrick.arena.people.sessions import begin_session
from overtrick.web.app import make_app
from overtrick.web.site.site import Settings

HOST = "http://testserver.local"
PASSWORD = "seven green umbrellas"


class Visitor:
    """Somebody with cookies of their own."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.cookies = httpx.Cookies()

    @property
    def arena(self) -> Arena:
        """The arena of the site."""
        arena: Arena = self.client.app.state.site.arena
        return arena

    def send(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask for something, with one's own cookies."""
        self.client.cookies = self.cookies
        try:
            return self.client.request(method, path, **more)
        finally:
            self.cookies = httpx.Cookies(self.client.cookies)

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Open a page."""
        return self.send("GET", path, **more)

    def key(self, page: str = "/") -> str:
        """Return what the forms of a page hold."""
        found = re.search(r'name="_csrf_token" value="([0-9a-f]{64})"', self.get(page).text)
        assert found
        return found[1]

    def post(self, path: str, form: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        """Send a form as a page of ours would."""
        data = {"_csrf_token": self.key(), **(form or {})}
        return self.send("POST", path, data=data, headers={"Origin": HOST}, **more)

    def log_in(self, name: str, password: str = PASSWORD, **more: str) -> httpx.Response:
        """Log in by the form."""
        return self.post("/login", {"name": name, "password": password, **more})

    def register(self, name: str, password: str = PASSWORD) -> "Visitor":
        """Register by the form, and be logged in."""
        answer = self.post("/register", {"name": name, "password": password, "again": password})
        assert answer.status_code == 303, words(answer)
        return self

    @property
    def name(self) -> str | None:
        """Who the pages say that one is."""
        found = re.search(r'class="who" href="/me".*?<bdi>(.*?)</bdi>', self.get("/rules").text)
        return html.unescape(found[1]) if found else None

    @property
    def session(self) -> str | None:
        """The word of one's session."""
        return self.cookies.get("overtrick-session")


@contextmanager
def site_of_people(store: Path, **settings: Any) -> Iterator[TestClient[Litestar]]:
    """Give a site that is up, without a worker."""
    settings = {"referees": 1, "new_accounts": (1000, 10), **settings}
    with TestClient(make_app(Settings(str(store), **settings)), base_url=HOST) as client:
        client.follow_redirects = False
        yield client


def organiser_of(client: TestClient[Litestar], name: str = "Olga") -> Visitor:
    """Return an organiser who is logged in."""
    visitor = Visitor(client)
    if accounts.find_by_name(visitor.arena, name) is None:
        (code,) = invitations.invite(visitor.arena, Role.ORGANISER)
        invitations.register_invited(visitor.arena, code, name, PASSWORD)
    assert visitor.log_in(name).status_code == 303
    return visitor


def known(client: TestClient[Litestar], name: str) -> Visitor:
    """Return somebody who is logged in."""
    visitor = Visitor(client)
    visitor.cookies.set("overtrick-session", begin_session(visitor.arena, account_named(visitor.arena, name)))
    return visitor


def account_named(arena: Arena, name: str) -> Account:
    """Return the account with a name, which is there."""
    found = accounts.find_by_name(arena, name)
    assert found is not None
    return found


def words(answer: httpx.Response) -> str:
    """Return the text of a page, without its tags."""
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", answer.text).split()))


async def left(app: Litestar, path: str, after: int) -> int:
    """Ask for something as a server would for a visitor who goes away after so many pieces; return the status."""
    gone = asyncio.Event()
    statuses: list[int] = []
    taken: list[bytes] = []

    async def receive() -> Any:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
        else:
            taken.append(message["body"])
        if len(taken) >= after:
            gone.set()
        if len(taken) > after:
            await asyncio.sleep(60)  # as nobody takes it

    scope: Any = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"testserver.local")],
        "client": ("127.0.0.1", 1),
        "server": ("testserver.local", 80),
        "state": {},
    }
    await asyncio.wait_for(app(scope, receive, send), 20)
    return statuses[0]
