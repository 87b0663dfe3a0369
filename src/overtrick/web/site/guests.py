"""Cookies: everybody has a random one as a guest, and another one while logged in; only their hashes are kept."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from overtrick.arena.people.sessions import LASTS_S

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

    def form_key(self, secret: bytes, session: str) -> str:
        """Return what must be in every form of this guest and session, and what no other site can know."""
        return hmac.new(secret, f"{self.token} {session}".encode(), "sha256").hexdigest()


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
    return Guest(token) if is_token(token) else None


def is_token(given: str) -> bool:
    """Return whether a cookie may be one of ours."""
    return len(given) == TOKEN_LENGTH and LETTERS.issuperset(given)


def cookie(guest: Guest, https: bool) -> Cookie:
    """Return the cookie of a guest."""
    return Cookie(
        key=cookie_name(https), value=guest.token, path="/", max_age=YEAR_S, secure=https, httponly=True, samesite="lax"
    )


def session_name(https: bool) -> str:
    """Return the name of the cookie of those who are logged in."""
    return "__Host-overtrick-session" if https else "overtrick-session"


def session_of(connection: Connection) -> str:
    """Return the word of the session that a request claims to be of; nothing if it claims none."""
    word = connection.cookies.get(session_name(is_https(connection)), "")
    return word if is_token(word) else ""


def session_cookie(word: str, https: bool) -> Cookie:
    """Return the cookie of a session; the one without a word ends it in the browser too."""
    lasts = LASTS_S if word else 0
    return Cookie(
        key=session_name(https), value=word, path="/", max_age=lasts, secure=https, httponly=True, samesite="lax"
    )
