"""The pages of a round that show where everybody stands: leaderboard, cross table, matches and recap, all live."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from litestar import MediaType, Response, get
from litestar.background_tasks import BackgroundTask
from litestar.exceptions import NotFoundException, ServiceUnavailableException
from litestar.response import Stream

from overtrick.arena.arena import Arena
from overtrick.arena.boards.matches import Listed, Wanted, find_matches, names_of, versions_in
from overtrick.arena.competitions.competition import ALL, RoundState
from overtrick.arena.people.accounts import Account
from overtrick.arena.people.sessions import find_session
from overtrick.arena.visible import results_out, sees_all, sees_competition, sees_final
from overtrick.store.trouble import StoreTrouble
from overtrick.tournament.report.words import numbers_legend
from overtrick.web.boards.cross import crossed
from overtrick.web.boards.live import Live, News, Place
from overtrick.web.boards.view import COLUMNS, LONGEST_WORD, BoardView, Choice
from overtrick.web.competitions.round_page import Part, find_place, part_of, round_page, round_part
from overtrick.web.matches.rows import match_rows
from overtrick.web.site.guests import session_of
from overtrick.web.site.people import account_of, address_of, own_address
from overtrick.web.site.site import Asked, site_of

LATEST = 6  # matches under a leaderboard
PAGE = 50  # matches on a page of them
BEFORE = re.compile(r"([0-9]{1,12})-([0-9a-f]{64})")
MOST_WATCHERS, MOST_OF_ADDRESS = 1000, 200  # open leaderboards, all together and of one address
PATIENCE_S = 15.0  # after so long without news a watcher is told that there are none, so that it stays
BRIEF_S = 1.0  # the same while something else than matches is awaited: a final, or results to be released
NO_STORE = {"cache-control": "no-store"}


def choice_of(request: Asked) -> Choice:
    """Return which lines are asked for."""
    given = request.query_params
    sort = given.get("sort", "")
    return Choice(
        given.get("q", "").strip()[:LONGEST_WORD],
        given.get("mine") == "1",
        given.get("theirs") == "1",
        sort if sort in COLUMNS else "",
    )


async def view_of(request: Asked, place: Place, part: Part) -> BoardView | None:
    """Return the board of a part of a round, if there is one."""
    if part.tournament is None:
        return None
    return await site_of(request).live.board(part.tournament, part.places, place.round.path)


def name_of(account: Account | None) -> str | None:
    """Return by which name somebody's lines are known."""
    return account.name if account else None


@get("/c/{slug:str}/{number:int}")
async def leaderboard(request: Asked) -> Response[Any]:
    """The leaderboard of a round; its middle is the same for a moment, and so is the whole page for who is nobody."""
    account, live = account_of(request), site_of(request).live
    name = ("page", own_address(request), request.scope["path"], account.id if account else None)
    plain = not request.scope["query_string"]  # whoever chooses lines gets a page of their own
    if plain and account is None and (kept := live.still(name)) is not None:
        return Response(kept, media_type=MediaType.HTML, headers=NO_STORE)
    place = await find_place(request)
    main = live.still(("main", *name)) if plain else None
    if main is None:
        main = await leaderboard_part(request, place)
        if plain:
            live.keep(("main", *name), main)
    shown = round_page(request, "competitions/round.html", place, "board", main=main)
    alone = account is not None or request.scope["state"]["form_key"] in shown.content  # a form is for one visitor
    if plain and not alone:
        live.keep(name, shown.content.encode())
    return shown


async def leaderboard_part(request: Asked, place: Place) -> str:
    """Return the middle of the page of a leaderboard."""
    account = account_of(request)
    part = part_of(place, account, request.query_params.get("of", ""))
    view = await view_of(request, place, part)
    choice = choice_of(request)
    return round_part(
        request,
        "competitions/round_main.html",
        place,
        "board",
        part=part,
        view=view,
        rows=view.chosen(choice, name_of(account)) if view else "",
        choice=choice,
        latest=await latest_rows(request, part),
        final_progress=await final_progress(site_of(request).live, place),
        shows_final=part_of(place, account, "final").name == "final",
    )


@get("/c/{slug:str}/{number:int}/lines")
async def lines(request: Asked) -> Response[str]:
    """The rows of the leaderboard alone, for a page that is open."""
    place, account = await find_place(request), account_of(request)
    view = await view_of(request, place, part_of(place, account, request.query_params.get("of", "")))
    told = {
        "rows": view.chosen(choice_of(request), name_of(account)) if view else "",
        "axis": view.axis if view else "",
    }
    return Response(json.dumps(told), media_type=MediaType.JSON, headers=NO_STORE)


async def latest_rows(request: Asked, part: Part) -> str:
    """Return the matches that were played last, as rows of a list."""
    if part.tournament is None or not part.whole:
        return ""
    live = site_of(request).live
    return await live.kept(("latest", part.tournament), _latest_rows, live, part.tournament)


def _latest_rows(live: Live, tournament: int) -> str:
    return match_rows(find_matches(live.arena, Wanted(tournament, most=LATEST)), {})


async def final_progress(live: Live, place: Place) -> tuple[int, int] | None:
    """Return how many matches of a final that goes on are played, and of how many; nothing else of it may be seen."""
    if place.round.state is not RoundState.FINAL or place.round.final is None:
        return None
    view = await live.board(place.round.final, ALL, place.round.path)
    return (view.board.records, view.board.planned) if view else (0, 0)


# Cross table


@get("/c/{slug:str}/{number:int}/cross")
async def cross(request: Asked) -> Response[str]:
    """Everybody against everybody."""
    place, account = await find_place(request), account_of(request)
    part = part_of(place, account, request.query_params.get("of", ""))
    view = await view_of(request, place, part)
    table = await asyncio.to_thread(lambda: view.cross) if view else ""
    numbers = numbers_legend(view.rank_by) if view else ""
    if view and (count := len(crossed(view.board))) < len(view.board.lines):
        numbers = f"The first {count} of {len(view.board.lines)}, as only these are compared. {numbers}"
    return round_page(request, "competitions/cross.html", place, "cross", part=part, table=table, numbers=numbers)


# Matches


@get("/c/{slug:str}/{number:int}/matches")
async def matches(request: Asked) -> Response[str]:
    """The matches of a round, the latest first."""
    place, account = await find_place(request), account_of(request)
    given = request.query_params
    part = part_of(place, account, given.get("of", ""))
    bot, faults = given.get("bot", "").strip()[:LONGEST_WORD], given.get("faults") == "1"
    names: list[str] = []
    rows = last = ""
    if part.tournament is not None and part.whole:
        wanted = Wanted(part.tournament, faults=faults, before=before_of(given.get("before", "")), most=PAGE)
        live, name = site_of(request).live, ("matches", place.round.id, wanted, bot)
        names, rows, last = await live.kept(name, _matches, live.arena, place, wanted, bot)
    told = {"bot": bot, "faults": faults, "names": names, "rows": rows, "last": last}
    return round_page(
        request, "competitions/matches.html", place, "matches", part=part, first="before" not in given, **told
    )


def _matches(arena: Arena, place: Place, wanted: Wanted, bot: str) -> tuple[list[str], str, str]:
    names, found = some_matches(arena, wanted, bot)
    return names, match_rows(found, versions_in(arena, place.round.id)), last_of(found, wanted)


def some_matches(arena: Arena, wanted: Wanted, bot: str) -> tuple[list[str], list[Listed]]:
    """Return all names of a tournament, and some of its matches; only those of one name if it is given."""
    with arena.reading() as connection:
        known = names_of(connection, wanted.tournament).known
    if bot:
        mine = tuple(number for number, (name, _) in known.items() if name == bot)
        wanted = replace(wanted, entrants=mine or (-1,))
    return sorted({name for name, _ in known.values()}), find_matches(arena, wanted)


def before_of(text: str) -> tuple[int, str] | None:
    """Return where a list goes on, or None if it begins."""
    match = BEFORE.fullmatch(text)
    return (int(match[1]), match[2]) if match else None


def last_of(found: Sequence[Listed], wanted: Wanted) -> str:
    """Return what to send as before to go on after some matches; nothing if there are no more."""
    return f"{found[-1].played}-{found[-1].key}" if len(found) == wanted.most else ""


# Recap


@get("/c/{slug:str}/{number:int}/recap")
async def recap(request: Asked) -> Response[str]:
    """What was remarkable in a round that is over."""
    place, account = await find_place(request), account_of(request)
    over = place.round.state is RoundState.OVER and sees_final(place.standing, account)
    if not over or place.round.final is None:
        raise NotFoundException("There is no recap before the results of the round are out.")
    part = part_of(place, account, "final")
    view = await view_of(request, place, part)
    return round_page(request, "competitions/recap.html", place, "recap", part=part, view=view)


# Live


@dataclass(frozen=True)
class Watcher:
    """Who watches which leaderboard."""

    slug: str
    number: int
    asked: str  # the part of the round
    address: str
    session: str = ""  # of an organiser; nobody else sees more than everybody


@get("/c/{slug:str}/{number:int}/events", media_type="text/event-stream")
async def events(request: Asked) -> Stream:
    """What changes on a leaderboard, as it changes."""
    place = await find_place(request)
    live, address = site_of(request).live, address_of(request)
    if live.watchers.total() >= MOST_WATCHERS or live.watchers[address] >= MOST_OF_ADDRESS:
        raise ServiceUnavailableException("Too many watch just now; the page shows more when it is loaded again.")
    asked = request.query_params.get("of", "")
    session = session_of(request) if sees_all(place.competition.id, account_of(request)) else ""
    told = tell(live, Watcher(place.competition.slug, place.round.number, asked, address, session))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}  # a proxy must not hold it back
    return Stream(told, media_type="text/event-stream", headers=headers, background=BackgroundTask(stop, told))


async def stop(told: AsyncGenerator[str, None]) -> None:
    """Count somebody off who went away, wherever that was."""
    await told.aclose()


async def tell(live: Live, watcher: Watcher) -> AsyncGenerator[str, None]:
    """Yield what a page is told; what may be seen is judged anew every time."""
    known: News | None = None
    live.watchers[watcher.address] += 1
    try:
        yield "retry: 3000\n\n"
        while not live.stopping():
            try:
                seen = await seen_by(live, watcher)
                if seen is None:
                    yield event("gone", {})
                    return
                place, part = seen
                playing = part.tournament is not None and place.round.state is RoundState.OPEN
                patience = PATIENCE_S if playing or results_out(place.standing) else BRIEF_S
                if part.tournament is None or not part.whole:
                    yield event("state", await state_of(live, place, part))
                    await asyncio.sleep(patience)
                    continue
                news = await live.watch(part.tournament, known, patience)
                if await seen_by(live, watcher) != seen:  # rights and rounds may have changed meanwhile
                    continue
                state = await state_of(live, place, part)
                if news is None:
                    yield event("state", state)
                    continue
                yield event("news", {**state, **await news_of(live, place, part, news)})
                known = news
            except StoreTrouble:  # it is not gone, but busy
                await asyncio.sleep(BRIEF_S)
    finally:
        live.watchers[watcher.address] -= 1
        live.watchers += Counter()  # forgets addresses of which nobody watches any more


async def seen_by(live: Live, watcher: Watcher) -> tuple[Place, Part] | None:
    """Return what somebody watches, as far as they may see it now; None if they may not know of it."""
    account, session = None, watcher.session
    if session:
        account = await live.kept(("session", session), find_session, live.arena, session)
    place = await live.place(watcher.slug, watcher.number)
    if place is None or not sees_competition(place.competition, account):
        return None
    return place, part_of(place, account, watcher.asked)


async def state_of(live: Live, place: Place, part: Part) -> dict[str, Any]:
    """Return how far a round is; when that changes, a page is loaded again."""
    told = {"state": place.round.state, "part": part.name, "released": place.round.released}
    progress = await final_progress(live, place)
    return {**told, "done": progress[0], "of": progress[1]} if progress else told


async def news_of(live: Live, place: Place, part: Part, news: News) -> dict[str, Any]:
    """Return what is new on a leaderboard."""
    assert part.tournament is not None, "only who has matches has news"
    latest = await live.kept(("latest", part.tournament, news), _latest_rows, live, part.tournament)
    view = await live.board(part.tournament, part.places, place.round.path)
    counts = {"records": view.board.records, "planned": view.board.planned} if view else {}
    return {**counts, "made": news.made, "latest": latest}


def event(name: str, data: dict[str, Any]) -> str:
    """Return a message to a page."""
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


ROUTES = (leaderboard, lines, cross, matches, recap, events)
