"""Where links that work once lead to: register, choose a password, enter a competition."""

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from overtrick.arena.people import invitations
from overtrick.arena.people.accounts import Account, find_account
from overtrick.arena.people.invitations import Invitation, Purpose
from overtrick.arena.people.passwords import SHORTEST
from overtrick.core.mistake import Mistake
from overtrick.web.accounts.own import AFTER, Form, Refused, enter, new_account, problem_of, repeated
from overtrick.web.site.errors import sentence_of
from overtrick.web.site.people import account_of
from overtrick.web.site.site import Asked, form_of, page, site_of


@get("/welcome/{code:str}")
async def welcome(request: Asked) -> Response[Any]:
    """What a link is for; nothing happens until the visitor says so, as programs look at links too."""
    code = request.path_params["code"]
    return await welcome_page(request, await invitation_of(request, code), {}, None)


async def invitation_of(request: Asked, code: str) -> Invitation:
    """Return what the code in the address is for, or raise NotFoundException."""
    try:
        return await asyncio.to_thread(invitations.find_invitation, site_of(request).arena, code)
    except Mistake as mistake:
        raise NotFoundException(sentence_of(mistake)[1]) from None


async def welcome_page(request: Asked, invitation: Invitation, form: Form, error: Exception | None) -> Response[Any]:
    """Return the page of a link, with what went wrong."""
    status, problem = problem_of(error)
    return page(
        request, "accounts/welcome.html", status, invitation=invitation, form=form, problem=problem, shortest=SHORTEST
    )


@post("/welcome/{code:str}", status_code=303)
async def accept(request: Asked) -> Response[Any]:
    """Do what a link is for, once, or show its page again."""
    code = request.path_params["code"]
    found = await invitation_of(request, code)
    form, visitor = await form_of(request), account_of(request)
    try:
        if found.purpose is Purpose.ENTER and visitor is not None:
            slug = await asyncio.to_thread(invitations.enter_invited, site_of(request).arena, code, visitor)
            return Redirect(f"/c/{slug}", status_code=303)
        account = await (chosen(request, code) if found.purpose is Purpose.PASSWORD else invited(request, code))
    except Refused as error:
        return await welcome_page(request, found, form, error)
    return await enter(request, account, f"/c/{found.slug}" if found.slug else AFTER)


async def invited(request: Asked, code: str) -> Account:
    """Return the new account of somebody who was invited."""
    arena = site_of(request).arena
    return await new_account(request, lambda name, password: invitations.register_invited(arena, code, name, password))


async def chosen(request: Asked, code: str) -> Account:
    """Return the account whose password the visitor has just chosen."""
    form, site = await form_of(request), site_of(request)
    password = repeated(form)
    number = await site.door.hash(lambda: invitations.choose_password(site.arena, code, password))
    account = await asyncio.to_thread(find_account, site.arena, number)
    if account is None or account.banned is not None:
        raise Mistake("the password is changed, but this account is banned; ask the organisers why")
    return account


ROUTES = (welcome, accept)
