"""The pages around the tables: a new table, joining, leaving, saving and loading."""

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException, PermissionDeniedException, TooManyRequestsException
from litestar.response import Redirect

from overtrick.arena.people.accounts import folded
from overtrick.arena.people.names import LONGEST, find_alike
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, find_game
from overtrick.games.face import face_of, title_of
from overtrick.scenes.look import look
from overtrick.web.drawings import drawing_of
from overtrick.web.referees.new_table import read_form, seat_name
from overtrick.web.referees.store import Kept, fresh_name
from overtrick.web.site.people import account_of, address_of
from overtrick.web.site.site import Asked, form_of, page, site_of, visitor
from overtrick.web.tables.choices import (
    company_group,
    level_group,
    pace_groups,
    problem_words,
    rule_groups,
    seats_group,
)
from overtrick.web.tables.remembered import remembered, remembering
from overtrick.web.titles import game_title, table_title

LARGEST_SAVE = 300_000


def listed(table: Kept) -> dict[str, object]:
    """Return a table as a list shows it."""
    url = f"/tables/{table.id}"
    replay = f"{url}/replay" if table.over and not table.is_sealed else None
    return {
        "id": table.id,
        "game": table.game,
        "title": table_title(game_title(table.game), table.names()),
        "url": url,
        "over": table.over,
        "replay": replay,
        "changed": table.changed,
    }


@get("/play/{game:str}")
async def new_table(request: Asked) -> Response[str]:
    """The choices for a new table, as they were made last unless the usual ones are asked for."""
    values = {} if "usual" in request.query_params else remembered(request)
    return table_form(request, request.path_params["game"], values, None)


def table_form(request: Asked, name: str, values: Mapping[str, str], problem: str | None) -> Response[str]:
    """Return the form for a new table, with what was filled in and what is wrong with it."""
    try:
        game = find_game(name)
    except Mistake as mistake:
        raise NotFoundException(str(mistake)) from None
    main, more = rule_groups(game, values)
    clock, pace = pace_groups(game, values)
    return page(
        request,
        "tables/new.html",
        400 if problem else 200,
        game=name,
        title=title_of(game),
        picture=drawing_of(name).picture,
        presets=game.PRESETS,
        company=company_group(values),
        seats=seats_group(game, values),
        level=level_group(game, values),
        rules=main,
        more=more,
        clock=clock,
        pace=pace,
        names=[seat_name(seat) for seat in range(game.SEATS[-1])],
        odds="odds" in face_of(game).parts,
        leaves=face_of(game).still_in is not None,
        values=values,
        problem=problem,
    )


def check_allowance(request: Asked) -> None:
    """Raise TooManyRequestsException if tables are set up from an address as no person would."""
    if not site_of(request).new_tables.spend(address_of(request)):
        raise TooManyRequestsException("Too many tables were set up from your address; wait a minute.")


@post("/tables", status_code=303)
async def create_table(request: Asked) -> Response[Any]:
    """Set up a table and go there; if something is wrong, show the form again and say what."""
    check_allowance(request)
    form = await form_of(request)
    name = fresh_name()
    try:
        account = account_of(request)
        wish = read_form(form) if account is None else read_form(form, account.name)
        who = {"guest": visitor(request).id, "account": 0 if account is None else account.id}
        await site_of(request).referees.ask("create", name, **who, wish=asdict(wish))
    except Mistake as mistake:
        if form.get("game") not in GAMES:
            raise
        return table_form(request, form["game"], form, problem_words(GAMES[form["game"]], str(mistake)))
    return Redirect(f"/tables/{name}", status_code=303, cookies=remembering(request, form))


@post("/tables/load", status_code=303, request_max_body_size=LARGEST_SAVE)
async def load_table(request: Asked) -> Response[Any]:
    """Go on with a saved game."""
    check_allowance(request)
    given = (await request.form()).get("file")
    if not isinstance(given, UploadFile):
        raise Mistake("there is no file in this form; choose one that was saved here or by overtrick play")
    text = (await given.read()).decode("utf-8", "replace")
    name = fresh_name()
    await site_of(request).referees.ask("load", name, guest=visitor(request).id, text=text)
    return Redirect(f"/tables/{name}", status_code=303)


async def kept_table(request: Asked) -> Kept:
    """Return the table that the address of a page names, or raise NotFoundException."""
    kept = await asyncio.to_thread(site_of(request).tables.find, request.path_params["name"][:40])
    if kept is None:
        raise NotFoundException("There is no such table.")
    return kept


@get("/tables/{name:str}")
async def table(request: Asked) -> Response[str]:
    """The page of a table; all that happens there comes through its socket."""
    kept = await kept_table(request)
    account = account_of(request)
    if kept.is_sealed and not kept.is_of(visitor(request).id, account.id if account else 0):
        raise PermissionDeniedException("This is somebody's deal of the day; it can be looked at when the day is over.")
    site_of(request).referees.expect(kept.id, visitor(request).id)
    game = GAMES[kept.game]
    return page(
        request,
        "tables/table.html",
        title=table_title(title_of(game), kept.names()),
        look={**look(game), "summary": game.SUMMARY},
        drawing=drawing_of(kept.game),
        socket=f"/tables/{kept.id}/socket",
    )


@get("/tables/{name:str}/join")
async def join_form(request: Asked) -> Response[Any]:
    """The page that an invitation leads to."""
    return await join_page(request, request.query_params.get("key", ""), {}, None)


async def join_page(request: Asked, invitation: str, values: Mapping[str, str], problem: str | None) -> Response[Any]:
    """Return the page on which somebody takes a seat; who has one goes to the table."""
    kept = await kept_table(request)
    guest = visitor(request)
    about = await site_of(request).referees.ask("about", kept.id, guest=guest.id)
    if about["mine"]:
        return Redirect(f"/tables/{kept.id}", status_code=303)
    invited = secrets.compare_digest(invitation.encode(), kept.setting.invitation.encode())
    if not invited and not kept.setting.public:
        raise PermissionDeniedException("This invitation does not fit the table; ask your host for the link.")
    owners = kept.setting.owners
    hosts = [chair["name"] for seat, chair in enumerate(about["chairs"]) if owners[seat] == kept.setting.host]
    return page(
        request,
        "tables/join.html",
        400 if problem else 200,
        id=kept.id,
        key=invitation,
        game=kept.game,
        title=game_title(kept.game),
        waiting=about["waiting"],
        host=hosts[0] if hosts else None,
        chairs=[{"seat": seat, **chair} for seat, chair in enumerate(about["chairs"])],
        values=values,
        problem=problem,
    )


@post("/tables/{name:str}/join", status_code=303)
async def join_table(request: Asked) -> Response[Any]:
    """Take a seat and go to the table."""
    kept = await kept_table(request)
    form = await form_of(request)
    invitation = request.query_params.get("key") or form.get("key", "")
    seat, account, guest = form.get("seat", ""), account_of(request), visitor(request).id
    name = form.get("name", "") if account is None else account.name
    try:
        about = await site_of(request).referees.ask("about", kept.id, guest=guest)
        people = [chair["name"] for chair in about["chairs"] if chair["person"]]
        taken = folded(name) in map(folded, people) or find_alike(name, people) is not None
        if taken and not about["mine"]:
            raise Mistake(f"somebody at this table is called {name[:LONGEST]!r} or nearly so; take another name")
        await site_of(request).referees.ask(
            "join",
            kept.id,
            guest=guest,
            account=0 if account is None else account.id,
            name=name,
            key=invitation,
            seat=int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else None,
        )
    except Mistake as mistake:
        return await join_page(request, invitation, form, str(mistake))
    return Redirect(f"/tables/{kept.id}", status_code=303)


@post("/tables/{name:str}/leave", status_code=303)
async def leave_table(request: Asked) -> Redirect:
    """Give the seat to one of our players, who stands in."""
    kept = await kept_table(request)
    await site_of(request).referees.ask("leave", kept.id, guest=visitor(request).id)
    return Redirect("/", status_code=303)


@get("/tables/{name:str}/save")
async def save_table(request: Asked) -> Response[str]:
    """The game as a file, to go on later or elsewhere."""
    kept = await kept_table(request)
    answer = await site_of(request).referees.ask("save", kept.id, guest=visitor(request).id)
    headers = {
        "content-disposition": f'attachment; filename="overtrick-{kept.game}.json"',
        "cache-control": "no-store",
    }
    return Response(answer["text"], media_type="application/json", headers=headers)


ROUTES = (
    new_table,
    create_table,
    load_table,
    table,
    join_form,
    join_table,
    leave_table,
    save_table,
)
