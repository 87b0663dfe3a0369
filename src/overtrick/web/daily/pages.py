"""The deal of the day: today's games, one's try, the rankings, older days, and results to share."""

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException, TooManyRequestsException
from litestar.response import Redirect

from overtrick.arena.arena import Arena
from overtrick.arena.daily.days import closes, day_of, days_from, ends, past_days
from overtrick.arena.daily.ranking import ranking
from overtrick.arena.daily.tries import Try, Who, begin_try, go_on_with, streak, tries_of
from overtrick.core.mistake import Mistake
from overtrick.web.daily.card import card
from overtrick.web.daily.shown import SQUARES, WORDS, Result, is_over, result_of, set_title, shown_day
from overtrick.web.drawings import drawing_of
from overtrick.web.referees.new_table import USUAL_NAME
from overtrick.web.site.people import account_of, address_of, own_address
from overtrick.web.site.site import Asked, form_of, number_in_path, page, site_of, visitor
from overtrick.web.titles import game_title

OLDER = 14  # days that are listed


def who_asks(request: Asked) -> Who:
    """Return who asks, as tries know them."""
    return Who(visitor(request).id, account_of(request))


@get("/today")
async def today(request: Asked) -> Response[str]:
    """The deal of today."""
    return await day_page(request, day_of(site_of(request).arena.now()))


@get("/days/{day:str}")
async def one_day(request: Asked) -> Response[str]:
    """An older day, or today."""
    return await day_page(request, known_day(request))


def known_day(request: Asked) -> str:
    """Return the day of the address, or raise NotFoundException if it is none that has begun."""
    arena, day = site_of(request).arena, str(request.path_params["day"])
    try:
        ends(day)
    except Mistake as mistake:
        raise NotFoundException(str(mistake)) from None
    if day > day_of(arena.now()):
        raise NotFoundException("This day has not begun.")
    return day


async def day_page(request: Asked, day: str, problem: str = "") -> Response[str]:
    """Return the page of a day."""
    arena, who = site_of(request).arena, who_asks(request)
    found, games = await asyncio.to_thread(shown_day, arena, day, who)
    now = day_of(arena.now())
    if day != now and found is None:
        raise NotFoundException("There was no deal on that day.")
    return page(
        request,
        "daily/day.html",
        400 if problem else 200,
        day=day,
        found=found,
        games=games,
        is_today=day == now,
        over=is_over(arena, day),
        closed=arena.now() >= closes(day),
        ends=ends(day),
        closes=closes(day),
        older=await asyncio.to_thread(past_days, arena, OLDER),
        streak=0 if who.account is None else await asyncio.to_thread(streak, arena, who.account.id),
        squares=SQUARES,
        words=WORDS,
        set_title=set_title,
        drawing_of=drawing_of,
        address=own_address(request),
        problem=problem,
        waiting=await asyncio.to_thread(still_open, arena, who, days_from(now, -1)) if day == now else [],
    )


def still_open(arena: Arena, who: Who, day: str) -> list[dict[str, object]]:
    """Return the games whose tries of a day that is over wait to be finished."""
    if arena.now() >= closes(day):
        return []
    begun = [one for one in tries_of(arena, who, day).values() if not one.is_finished]
    return [{"name": one.game, "title": game_title(one.game), "day": day, "closes": closes(day)} for one in begun]


@post("/today", status_code=303)
async def begin(request: Asked) -> Response[Any]:
    """Begin the try of a game, or go on with it; after midnight only with that of the day whose page is shown."""
    if not site_of(request).new_tables.spend(address_of(request)):
        raise TooManyRequestsException("Too many tables were set up from your address; wait a minute.")
    form, arena, who = await form_of(request), site_of(request).arena, who_asks(request)
    game, now = form.get("game", ""), day_of(arena.now())
    day = form.get("day") or now
    try:
        if day == now:
            mine = await asyncio.to_thread(begin_try, arena, who, game)
        else:
            mine = await asyncio.to_thread(go_on_with, arena, who, day, game)
    except Mistake as mistake:
        return await day_page(request, now, str(mistake))
    return await to_table(request, mine)


@get("/today/table")
async def go_on(request: Asked) -> Response[Any]:
    """Lead somebody to where their try of a day goes on, or to its result; nothing begins by it."""
    arena, who, game = site_of(request).arena, who_asks(request), request.query_params.get("game", "")[:40]
    day = request.query_params.get("day") or day_of(arena.now())
    try:
        mine = await asyncio.to_thread(go_on_with, arena, who, day, game)
    except Mistake:
        return Redirect("/today", status_code=303)
    return await to_table(request, mine)


async def to_table(request: Asked, mine: Try) -> Response[Any]:
    """Lead somebody to the table at which their try goes on, which may have to be set up; else to its result."""
    if mine.is_finished:
        here = "/today" if mine.day == day_of(site_of(request).arena.now()) else f"/days/{mine.day}"
        return Redirect(f"{here}#{mine.game}", status_code=303)
    table = mine.tables[mine.next].table
    await site_of(request).referees.ask("sit", table, name=mine.name or USUAL_NAME)
    return Redirect(f"/tables/{table}", status_code=303)


# What is shared


async def shared_result(request: Asked) -> Result:
    """Return the result that an address names, or raise NotFoundException."""
    arena, day, game = site_of(request).arena, known_day(request), str(request.path_params["game"])
    try:
        ranks = await asyncio.to_thread(ranking, arena, day, game)
    except Mistake as mistake:
        raise NotFoundException(str(mistake)) from None
    line = ranks.of(number_in_path(request, "account"))
    if line is None:
        raise NotFoundException("There is no such result: nobody like that has finished this deal.")
    return await asyncio.to_thread(result_of, line.at, ranks, arena)


@get("/days/{day:str}/{game:str}/{account:int}")
async def result(request: Asked) -> Response[str]:
    """The result of somebody, which tells nothing of the cards."""
    found = await shared_result(request)
    arena = site_of(request).arena
    closed = arena.now() >= closes(found.at.day)
    return page(
        request,
        "daily/result.html",
        result=found,
        title=game_title(found.at.game),
        closed=closed,
        squares=SQUARES,
        words=WORDS,
        set_title=set_title,
        address=own_address(request),
    )


@get("/days/{day:str}/{game:str}/{account:int}/card.svg")
async def result_card(request: Asked) -> Response[str]:
    """The same as a picture, for those who show what a link leads to."""
    found = await shared_result(request)
    return Response(card(found), media_type="image/svg+xml", headers={"cache-control": "no-store"})


ROUTES = (today, begin, go_on, one_day, result, result_card)
