"""What every request goes through: who it is, whether it comes from our own pages, and the headers of the answer."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import FormMultiDict, MutableScopeHeaders, UploadFile
from litestar.enums import ScopeType
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from overtrick.arena.arena import Arena
from overtrick.arena.people import tokens
from overtrick.arena.people.accounts import Account
from overtrick.arena.people.sessions import find_session
from overtrick.web.site.guests import Connection, Guest, cookie, guest_of, is_https, new_guest, session_of

SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
WITHOUT_PEOPLE = ("/static/", "/health", "/service-worker.js")  # what is the same for everybody
PROGRAMS = ("/api/", "/metrics")  # where programs ask, which show tokens
BEARER = "bearer "
HSTS = "max-age=31536000"

AnyRequest = Request[Any, Any, Any]


def same_origin(connection: Connection, *, required: bool) -> bool:
    """Return whether a request comes from a page of ours; browsers say so with everything that is not plain reading."""
    origin = connection.headers.get("origin")
    if origin is None:
        return not required
    own = f"{'https' if is_https(connection) else 'http'}://{connection.headers.get('host', '')}"
    given = urlsplit(origin)
    return f"{given.scheme}://{given.netloc}".lower() == own.lower()


def right_host(connection: Connection, hosts: Sequence[str]) -> bool:
    """Return whether a request calls the site by one of its names, if it has any: else another name leads here."""
    try:
        called = urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
    except ValueError:
        return False
    return not hosts or called in hosts


async def readable_form(request: AnyRequest) -> FormMultiDict:
    """Return the form that was sent, if any; raise ClientException if there is something in it that is no text."""
    try:
        form = await request.form()
    except UnicodeDecodeError:
        raise ClientException("This form is not in UTF-8.") from None
    if any("\0" in text for field in form.multi_items() for text in field if isinstance(text, str)):
        raise ClientException("This form holds a character that nobody can read.")
    return form


class Guarded(ASGIMiddleware):
    """Finds out who asks, and refuses what another site has sent."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, secret: bytes, hosts: Sequence[str], arena: Arena) -> None:
        self.secret, self.hosts, self.arena = secret, hosts, arena

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let a request through, or raise PermissionDeniedException."""
        request: AnyRequest = Request(scope, receive, send)
        if not right_host(request, self.hosts):
            raise HTTPException("This site is not called so.", status_code=421)
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:  # which PostgreSQL keeps nowhere
            raise NotFoundException("There is no such page.")
        if request.method not in SAFE and not same_origin(request, required=False):
            raise PermissionDeniedException("This form was sent from another site.")
        state = scope["state"]
        guest = guest_of(request)
        if scope["path"].startswith(PROGRAMS):
            state["account"], state["scopes"] = await self.program(request)
            if request.method not in SAFE:
                await readable_form(request)
            await next_app(scope, receive, send)
            return
        if not scope["path"].startswith(WITHOUT_PEOPLE):
            state["account"] = await self.person(request)
        session = session_of(request) if state.get("account") else ""
        if request.method not in SAFE:
            await self.check(request, guest, session)
        if guest is None:
            guest = new_guest()
            if not scope["path"].startswith(WITHOUT_PEOPLE):
                state["fresh"] = guest
        state["guest"], state["form_key"] = guest, guest.form_key(self.secret, session)
        await next_app(scope, receive, send)

    async def person(self, request: AnyRequest) -> Account | None:
        """Return who is logged in."""
        word = session_of(request)
        return await asyncio.to_thread(find_session, self.arena, word) if word else None

    async def program(self, request: AnyRequest) -> tuple[Account | None, frozenset[tokens.Scope]]:
        """Return whose token a program shows and what it is for; a browser may read here, and no more."""
        given = request.headers.get("authorization", "")
        if not given:
            account = await self.person(request) if request.method in SAFE else None
            return account, tokens.ALL if account else frozenset()
        found = None
        if given.lower().startswith(BEARER):
            found = await asyncio.to_thread(tokens.find_token, self.arena, given[len(BEARER) :].strip())
        if found is None:
            raise NotAuthorizedException("This token does not count; log in on the site and make another one.")
        return found

    async def check(self, request: AnyRequest, guest: Guest | None, session: str) -> None:
        """Refuse what does not come from a form that we gave to this guest, as whoever they are logged in."""
        form = await readable_form(request)
        given = form.get("_csrf_token")
        expected = "" if guest is None else guest.form_key(self.secret, session)
        if not expected or not isinstance(given, str) or not secrets.compare_digest(given.encode(), expected.encode()):
            for file in form.values():
                if isinstance(file, UploadFile):
                    await file.close()  # nobody else will
            raise PermissionDeniedException("This form is too old, or cookies are turned off; open the page again.")


async def add_headers(message: Message, scope: Scope) -> None:
    """Add to every answer what keeps browsers careful, and the cookie of a new guest."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    https = scope["scheme"] == "https"
    if https:
        headers["strict-transport-security"] = HSTS
    fresh = scope["state"].get("fresh")
    if isinstance(fresh, Guest):
        headers.add("set-cookie", cookie(fresh, https).to_header(header=""))
        headers.setdefault("cache-control", "no-store")
