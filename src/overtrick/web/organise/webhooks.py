"""The page on which organisers of the site let other programs hear what happens."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect

from overtrick.arena import webhooks
from overtrick.arena.arena import Arena
from overtrick.core.mistake import Mistake
from overtrick.web.accounts.own import problem_of
from overtrick.web.site.people import arena_of, organiser
from overtrick.web.site.site import Asked, form_of, number_in_path, page


async def webhooks_page(request: Asked, error: Mistake | None = None, secret: str = "") -> Response[Any]:
    """Return the page of all webhooks, with what went wrong, or with a new secret, which is shown this once."""
    status, problem = problem_of(error)
    arena = arena_of(request)
    told = await asyncio.to_thread(webhooks.latest, arena)
    return page(
        request,
        "organise/webhooks.html",
        status,
        found=await asyncio.to_thread(webhooks.all_webhooks, arena),
        told=[(one, json.loads(one.body)["type"]) for one in told],
        events=webhooks.EVENTS,
        secret=secret,
        problem=problem,
    )


@get("/organise/webhooks")
async def all_of_them(request: Asked) -> Response[Any]:
    """Who hears what, and what became of the latest messages."""
    organiser(request)
    return await webhooks_page(request)


@post("/organise/webhooks", status_code=200)
async def add(request: Asked) -> Response[Any]:
    """Let an address hear of events."""
    organiser(request)
    form = await form_of(request)
    events = tuple(event for event in webhooks.EVENTS if event in form)
    try:
        secret = await asyncio.to_thread(webhooks.add_webhook, arena_of(request), form.get("address", ""), events)
    except Mistake as error:
        return await webhooks_page(request, error)
    return await webhooks_page(request, secret=secret)


@post("/organise/webhooks/{number:int}/remove", status_code=303)
async def remove(request: Asked) -> Response[Any]:
    """Let an address hear no more."""
    return await change(request, webhooks.remove_webhook)


@post("/organise/webhooks/{number:int}/test", status_code=303)
async def test(request: Asked) -> Response[Any]:
    """Send a message that says nothing."""
    return await change(request, webhooks.emit_test)


async def change(request: Asked, work: Callable[[Arena, int], None]) -> Response[Any]:
    """Do something with a webhook and show them again, or say why that cannot be done."""
    organiser(request)
    try:
        await asyncio.to_thread(work, arena_of(request), number_in_path(request))
    except Mistake as error:
        return await webhooks_page(request, error)
    return Redirect("/organise/webhooks", status_code=303)


ROUTES = (all_of_them, add, remove, test)
