"""The pages of one's own account: register, log in and out, the password, tokens, goodbye."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import TooManyRequestsException
from litestar.response import Redirect

from overtrick.arena import leaving, profile
from overtrick.arena.people import accounts, invitations, sessions, tokens
from overtrick.arena.people.accounts import Account
from overtrick.arena.people.passwords import SHORTEST
from overtrick.arena.people.tokens import Scope
from overtrick.core.mistake import Mistake
from overtrick.web.site.errors import sentence_of
from overtrick.web.site.guests import is_https, session_cookie, session_of
from overtrick.web.site.people import account_of, address_of, own_address, own_path, signed_in
from overtrick.web.site.site import Asked, form_of, number_in_path, page, site_of

Form = Mapping[str, str]
Refused = (Mistake, TooManyRequestsException)  # what is told beside the form
LOGIN, REGISTER = "accounts/login.html", "accounts/register.html"
AFTER = "/competitions"  # where somebody goes who came from nowhere
CHANGED = "Your password is changed, and you are logged out everywhere else."
DONE = {"password": f"{CHANGED} No token of yours counts any more.", "password-alone": f"{CHANGED} Your tokens go on."}


async def enter(request: Asked, account: Account, to: str) -> Redirect:
    """Log somebody in with a new session, whatever session they had before, and lead them on."""
    arena, before = site_of(request).arena, session_of(request)
    word = await asyncio.to_thread(sessions.begin_session, arena, account)
    if before:
        await asyncio.to_thread(sessions.end_session, arena, before)
    return Redirect(to, status_code=303, cookies=[session_cookie(word, is_https(request))])


def problem_of(error: Exception | None) -> tuple[int, str | None]:
    """Return the status of a page that shows a form again, and the sentence above the form."""
    return (200, None) if error is None else sentence_of(error)


async def first_page(request: Asked, template: str) -> Response[Any]:
    """Return an empty form to log in or to register; who is logged in goes on."""
    to = own_path(request.query_params.get("next", ""), AFTER)
    if account_of(request) is not None:
        return Redirect(to, status_code=303)
    return await door_page(request, template, {"next": to}, None)


async def door_page(request: Asked, template: str, form: Form, error: Exception | None) -> Response[Any]:
    """Return a form to log in or to register, with what went wrong."""
    status, problem = problem_of(error)
    is_open = await asyncio.to_thread(invitations.registration_open, site_of(request).arena)
    return page(request, template, status, form=form, problem=problem, is_open=is_open, shortest=SHORTEST)


# Log in and out


@get("/login")
async def login_form(request: Asked) -> Response[Any]:
    """The form to log in; who is logged in goes on."""
    return await first_page(request, LOGIN)


@post("/login", status_code=303)
async def log_in(request: Asked) -> Response[Any]:
    """Log in, or show the form again."""
    form, site = await form_of(request), site_of(request)
    name, password = form.get("name", ""), form.get("password", "")
    try:
        account = await site.door.attempt(
            name, address_of(request), lambda: accounts.log_in(site.arena, name, password)
        )
    except Refused as error:
        return await door_page(request, LOGIN, form, error)
    return await enter(request, account, own_path(form.get("next", ""), AFTER))


@post("/logout", status_code=303)
async def log_out(request: Asked) -> Redirect:
    """End the session."""
    if word := session_of(request):
        await asyncio.to_thread(sessions.end_session, site_of(request).arena, word)
    return Redirect("/", status_code=303, cookies=[session_cookie("", is_https(request))])


# Register


@get("/register")
async def register_form(request: Asked) -> Response[Any]:
    """The form to register; who is logged in goes on."""
    return await first_page(request, REGISTER)


@post("/register", status_code=303)
async def register(request: Asked) -> Response[Any]:
    """Make an account and log in, or show the form again."""
    form, arena = await form_of(request), site_of(request).arena
    try:
        if not await asyncio.to_thread(invitations.registration_open, arena):
            raise Mistake("nobody can register here without an invitation; ask an organiser for a link")
        account = await new_account(request, lambda name, password: accounts.register(arena, name, password))
    except Refused as error:
        return await door_page(request, REGISTER, form, error)
    return await enter(request, account, own_path(form.get("next", ""), AFTER))


async def new_account(request: Asked, make: Callable[[str, str], Account]) -> Account:
    """Return the account that a form makes, if not too many are made from an address, or raise Mistake."""
    form, site = await form_of(request), site_of(request)
    password = repeated(form)
    if not site.new_accounts.spend(address_of(request)):
        raise TooManyRequestsException("Too many accounts were made from your address; wait some minutes.")
    return await site.door.hash(lambda: make(form.get("name", ""), password))


def repeated(form: Form) -> str:
    """Return the new password of a form, or raise Mistake if it is not the same both times."""
    if form.get("password", "") != form.get("again", ""):
        raise Mistake("the two passwords are not the same")
    return form.get("password", "")


# One's own page


@get("/me")
async def me(request: Asked) -> Response[Any]:
    """One's own account."""
    signed_in(request)
    return await own_page(request, done=DONE.get(request.query_params.get("done", "")))


async def own_page(
    request: Asked, error: Exception | None = None, *, fresh: str | None = None, done: str | None = None
) -> Response[Any]:
    """Return the page of one's account, with what went wrong or well."""
    status, problem = problem_of(error)
    arena, account = site_of(request).arena, signed_in(request)
    return page(
        request,
        "accounts/me.html",
        status,
        bots=await asyncio.to_thread(profile.bots_of, arena, account),
        tokens=await asyncio.to_thread(tokens.tokens_of, arena, account),
        scopes=[scope for scope in Scope if scope is not Scope.ORGANISE or account.sees_more],
        address=own_address(request),
        shortest=SHORTEST,
        problem=problem,
        fresh=fresh,
        done=done,
    )


@post("/me/password", status_code=303)
async def change_password(request: Asked) -> Response[Any]:
    """Change one's password; only the session of this browser goes on, under a new word."""
    account, form, site = signed_in(request), await form_of(request), site_of(request)
    keep = bool(form.get("keep_tokens"))
    try:
        new = repeated(form)
        await site.door.attempt(
            account.name,
            address_of(request),
            lambda: accounts.change_password(site.arena, account, form.get("old", ""), new, keep_tokens=keep),
        )
    except Refused as error:
        return await own_page(request, error)
    return await enter(request, account, f"/me?done=password{'-alone' * keep}")


@post("/me/tokens", status_code=200)
async def make_token(request: Asked) -> Response[Any]:
    """Make a token and show it, this once."""
    account, form, arena = signed_in(request), await form_of(request), site_of(request).arena
    scopes = [scope for scope in Scope if form.get(f"scope_{scope}")]
    try:
        fresh = await asyncio.to_thread(tokens.make_token, arena, account, form.get("name", ""), scopes)
    except Mistake as error:
        return await own_page(request, error)
    return await own_page(request, fresh=fresh)


@post("/me/tokens/{number:int}/revoke", status_code=303)
async def revoke_token(request: Asked) -> Response[Any]:
    """Take a token back."""
    number = number_in_path(request)
    account, arena = signed_in(request), site_of(request).arena
    try:
        await asyncio.to_thread(tokens.revoke_token, arena, account, number)
    except Mistake as error:
        return await own_page(request, error)
    return Redirect("/me#tokens", status_code=303)


@post("/me/delete", status_code=303)
async def delete_account(request: Asked) -> Response[Any]:
    """Delete one's account, if the password is right."""
    account, form, site = signed_in(request), await form_of(request), site_of(request)
    password = form.get("password", "")
    try:
        if not form.get("sure"):
            raise Mistake("an account that is deleted does not come back; tick that you are sure")
        await site.door.attempt(
            account.name, address_of(request), lambda: accounts.log_in(site.arena, account.name, password)
        )
        await asyncio.to_thread(leaving.delete_account, site.arena, account)
    except Refused as error:
        return await own_page(request, error)
    return Redirect("/", status_code=303, cookies=[session_cookie("", is_https(request))])


ROUTES = (
    login_form,
    log_in,
    log_out,
    register_form,
    register,
    me,
    change_password,
    make_token,
    revoke_token,
    delete_account,
)
