"""Guests: whoever opens a page gets a random cookie; the site knows them by its hash alone."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

TOKEN_BYTES = 24
TOKEN_LENGTH = 32  # of such a token as text
YEAR_S = 365 * 24 * 3600
LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class Guest:
    """Somebody with a cookie."""

    token: str

    @property
    def id(self) -> str:
        """The hash by which tables know the guest."""
        return hashlib.sha256(self.token.encode()).hexdigest()

    def form_key(self, secret: bytes) -> str:
        """Return what must be in every form of this guest, and what no other site can know."""
        return hmac.new(secret, self.token.encode(), "sha256").hexdigest()


def new_guest() -> Guest:
    """Return somebody whom nobody can guess."""
    return Guest(secrets.token_urlsafe(TOKEN_BYTES))


def cookie_name(https: bool) -> str:
    """Return the name of the cookie; over https browsers see to it that no other host could have set it."""
    return "__Host-overtrick" if https else "overtrick"


def is_https(connection: Connection) -> bool:
    """Return whether the visitor came over https, as we or a proxy before us saw it."""
    return connection.scope["scheme"] in ("https", "wss")


def guest_of(connection: Connection) -> Guest | None:
    """Return who sent the cookie of a request, if it is one of ours."""
    token = connection.cookies.get(cookie_name(is_https(connection)), "")
    return Guest(token) if len(token) == TOKEN_LENGTH and LETTERS.issuperset(token) else None


def cookie(guest: Guest, https: bool) -> Cookie:
    """Return the cookie of a guest."""
    return Cookie(
        key=cookie_name(https), value=guest.token, path="/", max_age=YEAR_S, secure=https, httponly=True, samesite="lax"
    )
