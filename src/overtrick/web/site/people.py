"""Who asks: the account behind a session or a token, and what becomes of those who may not."""

from urllib.parse import quote

from litestar.exceptions import HTTPException, NotAuthorizedException, PermissionDeniedException

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competition import Competition
from overtrick.arena.people.accounts import Account
from overtrick.arena.people.tokens import Scope
from overtrick.web.site.door import household
from overtrick.web.site.site import Asked, site_of

LONGEST_NEXT = 500


class LogInFirst(HTTPException):
    """Somebody has to log in before they go on; the visitor is led to the form, and from there to where they wanted."""

    status_code = 303

    def __init__(self, to: str) -> None:
        super().__init__("Log in first.")
        self.to = to

    @property
    def address(self) -> str:
        """Where the form is."""
        return f"/login?next={quote(self.to, safe='')}"


def account_of(request: Asked) -> Account | None:
    """Return who asks, if they are logged in."""
    found: Account | None = request.scope["state"].get("account")
    return found


def signed_in(request: Asked) -> Account:
    """Return who asks, or lead them to the form to log in."""
    account = account_of(request)
    if account is None:
        raise LogInFirst(here(request))
    return account


def organiser(request: Asked) -> Account:
    """Return the organiser of the whole site who asks; anybody else is refused."""
    return of_the_site(some_organiser(request))


def of_the_site(account: Account) -> Account:
    """Return an organiser of the whole site; anybody else is refused."""
    if not account.is_organiser:
        raise PermissionDeniedException("Only organisers of the whole site may do this.")
    return account


def some_organiser(request: Asked) -> Account:
    """Return who asks and organises anything; anybody else is refused."""
    account = signed_in(request)
    if not account.sees_more:
        raise PermissionDeniedException("Only organisers may do this.")
    return account


def account_with(request: Asked, scope: Scope) -> Account:
    """Return who asks for something of the API; refuse who is nobody, or whose token is not for this."""
    account = account_of(request)
    if account is None:
        raise NotAuthorizedException("This needs a token: send it as Authorization: Bearer TOKEN.")
    scopes: frozenset[Scope] = request.scope["state"].get("scopes", frozenset())
    if scope not in scopes:
        raise PermissionDeniedException(f"This token is not for this; it needs the scope {scope.value}.")
    if scope is Scope.ORGANISE and not account.sees_more:
        raise PermissionDeniedException("Only organisers may do this.")
    return account


def organising(request: Asked, competition: Competition) -> Competition:
    """Return a competition that who asks may organise; anybody else is refused."""
    account = account_of(request)
    if account is None or not account.may_organise(competition.id):
        raise PermissionDeniedException("Only its organisers may do this.")
    return competition


def arena_of(request: Asked) -> Arena:
    """Return the arena in the hands of who asks, so that what they do is written down as theirs."""
    arena, account = site_of(request).arena, account_of(request)
    return arena if account is None else arena.by(account.id)


def here(request: Asked) -> str:
    """Return the page that is asked for; what is sent from a form cannot be asked for again."""
    if request.method not in ("GET", "HEAD"):
        return "/"
    query = request.scope["query_string"].decode("latin-1")
    return quote(request.scope["path"]) + (f"?{query}" if query else "")


def address_of(request: Asked) -> str:
    """Return the network address of who asks, as far as they cannot change it at will."""
    return household(request.client.host) if request.client else ""


def own_address(request: Asked) -> str:
    """Return the address of this site, as the visitor knows it."""
    return f"{request.scope['scheme']}://{request.headers.get('host', '')}"


def own_path(given: str, otherwise: str = "/") -> str:
    """Return a path of this site that a link asks to go on to; another one for anything else."""
    harmless = given.isascii() and given.isprintable() and len(given) <= LONGEST_NEXT and " " not in given
    if not harmless or not given.startswith("/") or given.startswith("//") or "\\" in given:
        return otherwise
    return given
