"""The page that tells what the decisions of a seat were worth; a referee has it worked out in a process of its own.

Who has played at a table begins it by looking, all others by asking for it: nobody else shall keep a core busy.
"""

import hashlib
import re
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.review.judged import Cost
from overtrick.review.themes import cost_words
from overtrick.web.matches.graph import graph_of
from overtrick.web.matches.page import Found, asked_match
from overtrick.web.matches.replays import LARGEST_RECORD
from overtrick.web.referees.desk.lines import PLACE
from overtrick.web.referees.store import Kept
from overtrick.web.site.people import account_of
from overtrick.web.site.site import Asked, form_of, page, site_of, visitor
from overtrick.web.tables.pages import kept_table

Json = dict[str, Any]
HASH = re.compile(r"[0-9a-f]{64}")


def seat_in(text: str) -> int:
    """Return the seat that somebody asks for, or raise Mistake."""
    if not re.fullmatch(r"[0-9]{1,2}", text):
        raise Mistake(f"seat is {text[:20]!r}; allowed: a whole number")
    return int(text)


async def told_of(request: Asked, about: str, seat: int, base: str, /, *, begin: bool, **which: Any) -> Json:
    """Return what is known of the analysis of a seat; ``which`` names the match, and whether who asks has played."""
    given = {"want": "analysis", "about": f"{about}/{seat}", "seat": seat, "base": base, "begin": begin, **which}
    try:
        return {"problem": "", **await site_of(request).referees.ask("replay", PLACE, **given)}
    except (Mistake, PlatformFault) as error:
        return {"state": "none", "problem": f"{str(error)[:1].upper()}{str(error)[1:]}."}


def analysis_page(request: Asked, told: Json, seat: int, replay: str, names: list[str]) -> Response[str]:
    """Return the page of an analysis, or of how far it is."""
    review = told.get("review")
    return page(
        request,
        "matches/analysis.html",
        told=told,
        seat=seat,
        names=names,
        replay=replay,
        graph=graph_of(review) if review and review["decisions"] else None,
        cost_words=lambda cost: cost_words(Cost(cost["value"], cost["half"]), review["unit"] if review else ""),
    )


# Matches of tournaments


def own_seat(request: Asked, found: Found) -> int:
    """Return where a program of whoever asks sat, or the first seat."""
    own = found.own_contents(account_of(request))
    return next((seat for seat, one in enumerate(found.match.seats) if one.content in own), 0)


async def match_analysis(request: Asked, *, begin: bool) -> tuple[Json, int, str, list[str]]:
    """Return what is known of a match of a tournament, the seat, the address of its replay and the names."""
    found = await asked_match(request)
    names = [one.name for one in found.match.seats]
    seat = check_seat(request, own_seat(request, found), len(names))
    key = found.match.key
    base = f"/replay/{key}"
    return await told_of(request, f"match/{key}", seat, base, begin=begin, key=key), seat, base, names


def check_seat(request: Asked, usual: int, seats: int) -> int:
    """Return the seat of an address, or the usual one; one that is not there is a page that is not there."""
    seat = seat_in(request.query_params.get("seat", str(usual)))
    if seat >= seats:
        raise NotFoundException("There is no such seat.")
    return seat


@get("/replay/{key:str}/analysis")
async def analysis_of_match(request: Asked) -> Response[str]:
    """What the decisions of a seat in a match of a tournament were worth."""
    return analysis_page(request, *await match_analysis(request, begin=False))


@post("/replay/{key:str}/analysis", status_code=303)
async def begin_for_match(request: Asked) -> Redirect:
    """Have that worked out."""
    _, seat, base, _ = await match_analysis(request, begin=True)
    return Redirect(f"{base}/analysis?seat={seat}", status_code=303)


# Matches of tables


def usual_seat(request: Asked, kept: Kept) -> int:
    """Return the seat of whoever asks, or the first one of a person."""
    owners, guest = kept.setting.owners, visitor(request).id
    mine = [seat for seat, owner in enumerate(owners) if owner == guest]
    people = [seat for seat, owner in enumerate(owners) if owner]
    return next(iter([*mine, *people]), 0)


async def table_analysis(request: Asked, *, begin: bool) -> tuple[Json, int, str, list[str]]:
    """Return the same of the match of a table, once it is over."""
    kept = await kept_table(request)
    if not kept.over:
        raise Mistake("this match is not over yet, so its decisions cannot be judged")
    if kept.is_sealed:
        raise Mistake("others still play this deal of the day; it can be judged when the day is over")
    names = kept.names()
    seat = check_seat(request, usual_seat(request, kept), len(names))
    account = account_of(request)
    which = {"name": kept.id, "names": names, "own": kept.is_of(visitor(request).id, account.id if account else 0)}
    base = f"/tables/{kept.id}/replay"
    told = await told_of(request, f"table/{kept.id}", seat, base, begin=begin, **which)
    return told, seat, base, names


@get("/tables/{name:str}/replay/analysis")
async def analysis_of_table(request: Asked) -> Response[str]:
    """What the decisions of a seat at a table were worth."""
    return analysis_page(request, *await table_analysis(request, begin=False))


@post("/tables/{name:str}/replay/analysis", status_code=303)
async def begin_for_table(request: Asked) -> Redirect:
    """Have that worked out."""
    _, seat, base, _ = await table_analysis(request, begin=True)
    return Redirect(f"{base}/analysis?seat={seat}", status_code=303)


# Files that somebody brings


@post("/replays/analysis", status_code=303, request_max_body_size=LARGEST_RECORD)
async def begin_for_file(request: Asked) -> Redirect:
    """Have the decisions of a match that somebody brings judged; the site keeps what came out, under a hash."""
    form = await form_of(request)
    text, seat = form.get("record", ""), seat_in(form.get("seat", "0"))
    if not text:
        raise Mistake("there is no match in this form; open its file in a replay first")
    name = hashlib.sha256(text.encode()).hexdigest()
    told = await told_of(request, f"file/{name}", seat, "/replays/yours", begin=True, text=text)
    if told["problem"]:
        raise Mistake(told["problem"].rstrip("."))
    return Redirect(f"/replays/analysis/{name}?seat={seat}", status_code=303)


@get("/replays/analysis/{hash:str}")
async def analysis_of_file(request: Asked) -> Response[str]:
    """What the decisions of a seat in a match that somebody brought were worth, while the site remembers it."""
    name, seat = str(request.path_params["hash"]), seat_in(request.query_params.get("seat", "0"))
    if not HASH.fullmatch(name):
        raise NotFoundException("There is no such analysis.")
    told = await told_of(request, f"file/{name}", seat, "/replays/yours", begin=False)
    if told["state"] == "none":
        why = told["problem"] or "This analysis is not there any more."
        raise NotFoundException(f"{why} Bring the file again.")
    return analysis_page(request, told, seat, "/replays/yours", [])


ROUTES = (
    analysis_of_match,
    begin_for_match,
    analysis_of_table,
    begin_for_table,
    begin_for_file,
    analysis_of_file,
)
