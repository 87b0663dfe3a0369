"""What every request goes through: who it is, whether it comes from our own pages, and the headers of the answer."""

import secrets
from collections.abc import Sequence
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from overtrick.web.guests import Connection, Guest, cookie, guest_of, is_https, new_guest

SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
WITHOUT_GUESTS = ("/static/", "/health")  # what is the same for everybody
HSTS = "max-age=31536000"


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


class Guarded(ASGIMiddleware):
    """Finds out who asks, and refuses what another site has sent."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, secret: bytes, hosts: Sequence[str]) -> None:
        self.secret, self.hosts = secret, hosts

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let a request through, or raise PermissionDeniedException."""
        request: Request[None, None, None] = Request(scope, receive, send)  # type: ignore[type-var]
        if not right_host(request, self.hosts):
            raise HTTPException("This site is not called so.", status_code=421)
        guest = guest_of(request)
        if request.method not in SAFE:
            await self.check(request, guest)
        if guest is None:
            guest = new_guest()
            if not scope["path"].startswith(WITHOUT_GUESTS):
                scope["state"]["fresh"] = guest
        scope["state"]["guest"] = guest
        scope["state"]["form_key"] = guest.form_key(self.secret)
        await next_app(scope, receive, send)

    async def check(self, request: "Request[None, None, None]", guest: Guest | None) -> None:  # type: ignore[type-var]
        """Refuse what does not come from a form that we gave to this guest."""
        if not same_origin(request, required=False):
            raise PermissionDeniedException("This form was sent from another site.")
        form = await request.form()
        given = form.get("_csrf_token")
        expected = "" if guest is None else guest.form_key(self.secret)
        if not expected or not isinstance(given, str) or not secrets.compare_digest(given.encode(), expected.encode()):
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
