"""The page that tells where a bot loses; a referee has it worked out, once somebody asks for it."""

import hashlib
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from overtrick.arena.arena import Arena
from overtrick.arena.boards.bot_results import EVERYTHING, entrants_of
from overtrick.arena.boards.matches import Wanted, find_matches
from overtrick.core.ending import PlatformFault
from overtrick.core.intervals import PLUS_MINUS
from overtrick.core.mistake import Mistake
from overtrick.review.judged import Cost
from overtrick.review.themes import cost_words
from overtrick.review.troubles import SLOW_MS
from overtrick.web.boards.live import Place
from overtrick.web.competitions.bot_pages import Found, asked_bot, is_own
from overtrick.web.competitions.round_page import Part, find_place, part_of, round_page
from overtrick.web.referees.desk.lines import PLACE
from overtrick.web.referees.desk.reviews import EFFORT
from overtrick.web.site.people import account_of
from overtrick.web.site.site import Asked, site_of

ADDRESS = "/c/{slug:str}/{number:int}/bots/{bot:int}/review"
Json = dict[str, Any]


def sampled(arena: Arena, tournament: int, found: Found) -> tuple[str, list[str]]:
    """Return the name under which the active version of a bot plays, and the keys of some of its matches.

    They are those whose hash is lowest: chosen by chance, and mostly the same ones when more are played.
    """
    mine = entrants_of(arena, tournament, found.bot.id, found.bot.active, found.versions)
    if not mine:
        return "", []
    matches = find_matches(arena, Wanted(tournament, tuple(mine), most=EVERYTHING))
    keys = sorted((match.key for match in matches), key=lambda key: hashlib.sha256(key.encode()).digest())
    return next(iter(mine.values())), sorted(keys[: EFFORT.matches])


async def asked_review(request: Asked, *, begin: bool) -> tuple[Place, Part, Found, Json]:
    """Return what is known of the review that an address names; who may not see all matches is told there is none."""
    place, account = await find_place(request), account_of(request)
    found = await asked_bot(request, place)
    part = part_of(place, account, request.query_params.get("of", ""))
    if part.tournament is None or not part.whole:
        raise NotFoundException("There is no such review, or not yet.")
    site = site_of(request)
    about = f"{part.tournament}/{found.bot.id}/{found.bot.active}"
    view = await site.live.board(part.tournament, part.places, place.round.path)
    stamp = (view.board.made if view else 0, found.bot.active)
    name, keys = await site.live.lasting(("sampled", about), stamp, sampled, site.arena, part.tournament, found)
    if not keys:
        return place, part, found, {"state": "none", "matches": 0, "problem": ""}
    given = {"want": "review", "about": about, "keys": keys, "player": name, "begin": begin}
    try:
        told = await site.referees.ask("replay", PLACE, **given)
    except (Mistake, PlatformFault) as error:
        told = {"state": "none", "problem": f"{str(error)[:1].upper()}{str(error)[1:]}."}
    return place, part, found, {"problem": "", **told, "matches": len(keys)}


@get(ADDRESS)
async def review_page(request: Asked) -> Response[str]:
    """Where a bot loses, as far as it is known."""
    place, part, found, told = await asked_review(request, begin=False)
    return round_page(
        request,
        "competitions/review.html",
        place,
        "board",
        part=part,
        found=found,
        own=is_own(request, found),
        told=told,
        cost_words=words_of_cost,
        plus_minus=PLUS_MINUS,
        slow_moves=[slow for slow in told["review"]["slowest"] if slow["cpu_ms"] >= SLOW_MS]
        if "review" in told
        else [],
    )


def words_of_cost(cost: Json, unit: str) -> str:
    """Return a cost as a review has it, in words."""
    return cost_words(Cost(cost["value"], cost["half"]), unit)


@post(ADDRESS, status_code=303)
async def begin_review(request: Asked) -> Redirect:
    """Have a review worked out."""
    place, part, found, _ = await asked_review(request, begin=True)
    of = f"?of={part.of}" if part.of else ""
    return Redirect(f"{place.round.path}/bots/{found.bot.id}/review{of}", status_code=303)


ROUTES = (review_page, begin_review)
