"""The page on which organisers invite people, ban them, and help those who forgot their password."""

import asyncio
from collections.abc import Callable
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competitions import all_competitions
from overtrick.arena.people import accounts, invitations
from overtrick.arena.people.accounts import Role
from overtrick.core.mistake import Mistake
from overtrick.web.accounts.own import problem_of
from overtrick.web.site.people import arena_of, organiser, own_address
from overtrick.web.site.site import Asked, form_of, number_in_path, page

MOST_SHOWN = 200


@get("/people")
async def people(request: Asked) -> Response[Any]:
    """Everybody who has an account."""
    organiser(request)
    return await people_page(request)


async def people_page(
    request: Asked, error: Exception | None = None, *, codes: tuple[str, ...] = (), about: str = ""
) -> Response[Any]:
    """Return the page of everybody, with what went wrong, or with new links, which are shown this once."""
    status, problem = problem_of(error)
    arena, wanted = arena_of(request), request.query_params.get("find", "")[:40]
    found = await asyncio.to_thread(accounts.all_accounts, arena, wanted)
    return page(
        request,
        "accounts/people.html",
        status,
        people=found[:MOST_SHOWN],
        count=len(found),
        wanted=wanted,
        competitions=await asyncio.to_thread(lambda: all_competitions(arena, drafts=True)),
        is_open=await asyncio.to_thread(invitations.registration_open, arena),
        most=invitations.MOST_AT_ONCE,
        days=invitations.LASTS_S // 86400,
        links=[f"{own_address(request)}/welcome/{code}" for code in codes],
        about=about,
        problem=problem,
    )


@post("/people/invite", status_code=200)
async def invite(request: Asked) -> Response[Any]:
    """Make links to register or to enter a competition."""
    organiser(request)
    form, arena = await form_of(request), arena_of(request)
    to, count = form.get("to", ""), form.get("count", "1")
    number = int(count) if count.isascii() and count.isdigit() and len(count) < 4 else 0
    try:
        if to in tuple(Role):
            codes = await asyncio.to_thread(invitations.invite, arena, Role(to), number)
            return await people_page(request, codes=codes, about=f"to register as {to}")
        every = await asyncio.to_thread(lambda: all_competitions(arena, drafts=True))
        chosen = [one for one in every if f"c/{one.slug}" == to]
        if not chosen:
            raise Mistake(f"the invitation is to {to[:60]!r}; allowed: author, organiser, or c/ and a competition")
        codes = await asyncio.to_thread(invitations.invite_to, arena, chosen[0].id, number)
    except Mistake as error:
        return await people_page(request, error)
    return await people_page(request, codes=codes, about=f"to enter {chosen[0].title}")


@post("/people/registration", status_code=303)
async def registration(request: Asked) -> Response[Any]:
    """Say whether anybody may register, or only who was invited."""
    organiser(request)
    is_open = (await form_of(request)).get("open") == "yes"
    return await change(request, lambda arena: invitations.open_registration(arena, is_open))


@post("/people/{number:int}/ban", status_code=303)
async def ban(request: Asked) -> Response[Any]:
    """Keep somebody out."""
    number = number_in_path(request)
    if organiser(request).id == number:
        return await people_page(request, Mistake("you cannot ban yourself; another organiser could"))
    why = (await form_of(request)).get("why", "")
    return await change(request, lambda arena: accounts.ban(arena, number, why))


@post("/people/{number:int}/unban", status_code=303)
async def lift_ban(request: Asked) -> Response[Any]:
    """Let somebody in again."""
    number = number_in_path(request)
    organiser(request)
    return await change(request, lambda arena: accounts.lift_ban(arena, number))


@post("/people/{number:int}/role", status_code=303)
async def set_role(request: Asked) -> Response[Any]:
    """Make somebody an organiser, or an author again."""
    number = number_in_path(request)
    organiser(request)
    role = Role.ORGANISER if (await form_of(request)).get("role") == Role.ORGANISER else Role.AUTHOR
    return await change(request, lambda arena: accounts.set_role(arena, number, role))


@post("/people/{number:int}/password", status_code=200)
async def reset_password(request: Asked) -> Response[Any]:
    """Make a link with which somebody chooses a new password."""
    number = number_in_path(request)
    organiser(request)
    arena = arena_of(request)
    try:
        code = await asyncio.to_thread(invitations.reset_password, arena, number)
        account = await asyncio.to_thread(accounts.find_account, arena, number)
    except Mistake as error:
        return await people_page(request, error)
    return await people_page(request, codes=(code,), about=f"for a new password of {account.name if account else ''}")


async def change(request: Asked, work: Callable[[Arena], None]) -> Response[Any]:
    """Change something about people and show them again, or say why it cannot be changed."""
    try:
        await asyncio.to_thread(work, arena_of(request))
    except Mistake as error:
        return await people_page(request, error)
    return Redirect("/people", status_code=303)


ROUTES = (people, invite, registration, ban, lift_ban, set_role, reset_password)
