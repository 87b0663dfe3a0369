"""The pages on which a match is looked at again: stored ones, those of tables, and files that somebody brings."""

import asyncio
import json
import re
from collections.abc import Collection
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.datastructures import UploadFile
from litestar.response import Redirect

from overtrick.core.ending import PlatformFault
from overtrick.core.loopback import is_loopback
from overtrick.core.mistake import Mistake
from overtrick.tournament.records.store import Store
from overtrick.tournament.records.stored import Latest
from overtrick.web.matches.page import KEY, Found, asked_match, hidden_from
from overtrick.web.matches.rows import points
from overtrick.web.site.errors import sentence_of
from overtrick.web.site.people import account_of
from overtrick.web.site.site import Asked, page, site_of, visitor
from overtrick.web.tables.pages import kept_table, listed
from overtrick.web.titles import game_title, log_words

LARGEST_FILE = 8_000_000
LARGEST_RECORD = 1_000_000
LATEST = 12
TOURNAMENTS = 20
NO_STORE = {"cache-control": "no-store"}
Json = dict[str, Any]


async def worked_out(request: Asked, place: str, /, **given: object) -> Json:
    """Return what a referee works out about a match; ``place`` decides which one. Nobody works for who has gone."""
    answer = asyncio.create_task(site_of(request).answers.get(place, given))
    going = asyncio.create_task(gone(request))
    try:
        await asyncio.wait((answer, going), return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise PlatformFault("you went away before this was done")
        return await answer
    finally:
        answer.cancel()
        going.cancel()


async def gone(request: Asked) -> None:
    """Return when whoever asked is no longer there; only for a request whose body, if it has one, was read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def is_owner(request: Asked) -> bool:
    """Return whether whoever asks owns the store: nobody else can reach a site that only listens on the loopback."""
    hosts = site_of(request).settings.hosts
    return bool(hosts) and all(map(is_loopback, hosts))


# The list


@get("/replays")
async def replays(request: Asked) -> Response[Any]:
    """What there is to look at, and a place to drop a file."""
    wanted = request.query_params.get("key", "").strip()
    if KEY.fullmatch(wanted):
        return Redirect(f"/replay/{wanted.lower()}", status_code=303)
    problem = f"The key is {wanted[:70]!r}; allowed: 1 to 64 hexadecimal digits." if wanted else None
    return await replays_page(request, problem)


async def replays_page(request: Asked, problem: str | None) -> Response[str]:
    """Return the list, and what is wrong with what was given."""
    site = site_of(request)
    mine = await asyncio.to_thread(site.tables.of_guest, visitor(request).id)
    tables = [listed(table) for table in mine if table.over]
    hidden = await hidden_from(site.live, account_of(request))
    tournaments = await site.live.kept(("latest matches", hidden), latest_matches, site.store, hidden)
    status = 400 if problem else 200
    return page(
        request, "matches/list.html", status, tables=tables, tournaments=tournaments, problem=problem, logs=log_words()
    )


def latest_matches(store: Store, hidden: Collection[int]) -> list[Json]:
    """Return the latest tournaments with their latest matches, except those that are hidden."""
    found = []
    shown = [stored for stored in store.tournaments() if stored.registered.id not in hidden]
    for stored in reversed(shown[-TOURNAMENTS:]):
        game = stored.tournament.game
        matches = [
            {"url": f"/replay/{one.key}", "seats": [(name, points(game, total)) for name, total in scored(one)]}
            for one in store.latest(stored.registered, LATEST)
        ]
        found.append({"name": stored.registered.name, "game": game_title(game), "matches": matches})
    return found


def scored(match: Latest) -> list[tuple[str, int]]:
    """Return who played, and what they got."""
    return list(zip(match.entrants, match.totals, strict=True))


@post("/replays", status_code=200, request_max_body_size=LARGEST_FILE)
async def drop_file(request: Asked) -> Response[Any]:
    """A match of a file that somebody brings, shown or made into one page; the site does not keep it."""
    form = await request.form()
    number = form.get("match", "1")
    try:
        text = await brought_text(form.get("record") or form.get("file"))
        if not isinstance(number, str) or not re.fullmatch(r"[0-9]{1,6}", number):
            raise Mistake(f"match is {str(number)[:20]!r}; allowed: a number from 1 on")
        want = "file" if form.get("as") == "file" else "dropped"
        answer = await worked_out(request, visitor(request).id, want=want, text=text, number=int(number), raw=True)
    except Mistake as mistake:
        return await replays_page(request, sentence_of(mistake)[1])
    return download(answer) if want == "file" else replay_page(request, answer)


async def brought_text(given: object) -> str:
    """Return the text of a file that somebody brings, or of the records that its page sends back."""
    if isinstance(given, str) and given:
        return given
    if not isinstance(given, UploadFile) or not given.filename:
        raise Mistake("there is no file in this form; choose one that overtrick match --out wrote")
    return (await given.read()).decode("utf-8", "replace")


@get("/replays/yours")
async def brought_replay(request: Asked) -> Response[str]:
    """The page of a match that somebody brought before; only the tab of their browser has it."""
    return replay_page(request, {"title": "A match of yours", "data": '{"kept":true}', "lines": []})


@post("/replays/thoughts", status_code=200, request_max_body_size=LARGEST_RECORD)
async def thoughts_of_file(request: Asked) -> Response[str]:
    """What the strong player thinks in a match that somebody brings."""
    form = await request.form()
    text = {name: value for name, value in form.items() if isinstance(value, str)}
    return await thoughts(request, visitor(request).id, text, text=text.get("record", ""))


# Matches of tournaments


def raw_of(request: Asked, found: Found) -> bool | list[str]:
    """Return whose messages whoever asks may read: in rounds those of their own programs alone."""
    return found.own_contents(account_of(request)) if found.round else is_owner(request)


@get("/replay/{key:str}")
async def replay(request: Asked) -> Response[str]:
    """A match of a tournament."""
    found = await asked_match(request)
    key, base, raw = found.match.key, f"/replay/{request.path_params['key']}", raw_of(request, found)
    return replay_page(request, await worked_out(request, key, want="page", key=key, base=base, raw=raw))


@get("/replay/{key:str}/file")
async def replay_file(request: Asked) -> Response[str]:
    """A match of a tournament as one file."""
    found = await asked_match(request)
    key, raw = found.match.key, raw_of(request, found)
    return download(await worked_out(request, key, want="file", key=key, raw=raw))


@get("/replay/{key:str}/others")
async def replay_others(request: Asked) -> Response[str]:
    """How others played the cards of a match of a tournament, as JSON."""
    key = (await asked_match(request)).match.key
    answer = await worked_out(request, key, want="others", key=key)
    return Response(answer["data"], media_type=MediaType.JSON, headers=NO_STORE)


@get("/replay/{key:str}/thoughts")
async def replay_thoughts(request: Asked) -> Response[str]:
    """What the strong player thinks in a match of a tournament."""
    key = (await asked_match(request)).match.key
    return await thoughts(request, key, request.query_params, key=key)


# Matches of tables


@get("/tables/{name:str}/replay")
async def table_replay(request: Asked) -> Response[str]:
    """The match of a table, once it is over."""
    kept = await kept_table(request)
    base = f"/tables/{kept.id}/replay"
    return replay_page(
        request, await worked_out(request, kept.id, want="page", name=kept.id, names=kept.names(), base=base)
    )


@get("/tables/{name:str}/replay/file")
async def table_file(request: Asked) -> Response[str]:
    """The match of a table as one file."""
    kept = await kept_table(request)
    return download(await worked_out(request, kept.id, want="file", name=kept.id, names=kept.names()))


@get("/tables/{name:str}/replay/record")
async def table_record(request: Asked) -> Response[str]:
    """The match of a table as a record, for programs."""
    kept = await kept_table(request)
    answer = await worked_out(request, kept.id, want="record", name=kept.id, raw=False)
    headers = {"content-disposition": f'attachment; filename="overtrick-{kept.game}-{kept.id}.json"', **NO_STORE}
    return Response(json.dumps(answer["record"]) + "\n", media_type=MediaType.JSON, headers=headers)


@get("/tables/{name:str}/replay/thoughts")
async def table_thoughts(request: Asked) -> Response[str]:
    """What the strong player thinks in the match of a table."""
    kept = await kept_table(request)
    return await thoughts(request, kept.id, request.query_params, name=kept.id)


# Answers


def replay_page(request: Asked, answer: Json) -> Response[str]:
    """Return the page of a match."""
    return page(request, "matches/replay.html", title=answer["title"], data=answer["data"], lines=answer["lines"])


def download(answer: Json) -> Response[str]:
    """Return a page as a file to keep."""
    headers = {"content-disposition": f'attachment; filename="{answer["file"]}"', **NO_STORE}
    return Response(answer["text"], media_type=MediaType.HTML, headers=headers)


async def thoughts(request: Asked, place: str, where: Any, **given: object) -> Response[str]:
    """Return the thoughts about one decision as JSON, or a sentence."""
    try:
        deal, step = (where.get(name, "") for name in ("deal", "step"))
        if not all(re.fullmatch(r"[0-9]{1,6}", number) for number in (deal, step)):
            raise Mistake(f"deal and step are {deal[:20]!r} and {step[:20]!r}; allowed: whole numbers")
        answer = await worked_out(request, place, want="thought", deal=int(deal), step=int(step), **given)
    except (Mistake, PlatformFault) as error:
        status, sentence = sentence_of(error)
        told = {"sentence": sentence}
        return Response(json.dumps(told), status_code=status, media_type=MediaType.JSON, headers=NO_STORE)
    return Response(json.dumps(answer), media_type=MediaType.JSON, headers=NO_STORE)


ROUTES = (
    replays,
    drop_file,
    brought_replay,
    thoughts_of_file,
    replay,
    replay_file,
    replay_others,
    replay_thoughts,
    table_replay,
    table_file,
    table_record,
    table_thoughts,
)
