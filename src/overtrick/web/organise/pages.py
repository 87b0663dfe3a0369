"""The pages on which organisers create competitions, change and announce, open and archive."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from overtrick.arena.arena import Arena
from overtrick.arena.boards.thinning import DAY_S, DAYS
from overtrick.arena.competitions import competitions
from overtrick.arena.competitions.competition import Competition, CompetitionState
from overtrick.arena.competitions.competition_file import competition_text, parse_competition
from overtrick.arena.competitions.entries import count_entries
from overtrick.arena.competitions.organisers import add_organiser, organisers_of, remove_organiser
from overtrick.arena.competitions.stated import stated_competition
from overtrick.bots.builtin import sparring_partner
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import usual_seats
from overtrick.tournament.stated.toml_table import decode
from overtrick.web.accounts.own import problem_of
from overtrick.web.competitions.pages import competition_of
from overtrick.web.organise.round_form import Form, read_about
from overtrick.web.site.people import arena_of, organiser, organising, own_address, some_organiser
from overtrick.web.site.site import Asked, form_of, page
from overtrick.web.titles import all_titles

LARGEST_FILE = 200_000
EXAMPLE = """\
slug = "spring-cup"
title = "Spring Cup"

[[rounds]]
game = "{game}"
seats = {seats}
opens = 2031-05-01T18:00:00Z
closes = "7d"
players = ["{game}:random", "{tester}"]
"""

Work = Callable[[Arena, Competition], object]


def example() -> str:
    """Return a competition as a file states it, with a round of the first game."""
    name, game = next(iter(GAMES.items()))
    return EXAMPLE.format(game=name, seats=usual_seats(game), tester=sparring_partner(name))


async def organised(request: Asked) -> Competition:
    """Return the competition that an address names, for its organisers only."""
    some_organiser(request)
    return organising(request, await competition_of(request))


@get("/organise")
async def organise(request: Asked) -> Response[Any]:
    """All competitions that somebody may organise, drafts as well."""
    account, arena = some_organiser(request), arena_of(request)
    found = await asyncio.to_thread(lambda: competitions.all_competitions(arena, drafts=True))
    return page(request, "organise/list.html", found=[one for one in found if account.may_organise(one.id)])


# New ones


@get("/organise/new")
async def new_competition(request: Asked) -> Response[Any]:
    """The forms for a new competition."""
    organiser(request)
    return new_page(request)


def new_page(request: Asked, error: Mistake | None = None, values: Form | None = None, toml: str = "") -> Response[Any]:
    """Return the forms for a new competition, with what was filled in and what is wrong with it."""
    status, problem = problem_of(error)
    return page(
        request,
        "organise/new.html",
        status,
        values=values or {},
        toml=toml,
        problem=problem,
        example=example(),
        address=own_address(request),
    )


@post("/organise/new", status_code=303)
async def create_by_form(request: Asked) -> Response[Any]:
    """Create a draft from a form."""
    organiser(request)
    form = await form_of(request)
    try:
        made = await asyncio.to_thread(lambda: competitions.create(arena_of(request), read_about(form)))
    except Mistake as error:
        return new_page(request, error, form)
    return Redirect(f"/organise/{made.slug}", status_code=303)


@post("/organise/file", status_code=303, request_max_body_size=LARGEST_FILE)
async def create_by_file(request: Asked) -> Response[Any]:
    """Create a draft from a file, or from its text."""
    organiser(request)
    form, arena = await request.form(), arena_of(request)
    given = form.get("file")
    text, name = str(form.get("toml") or ""), "the text"
    try:
        if isinstance(given, UploadFile) and given.filename:
            # With two words before it, as a sentence on a page begins with a capital letter.
            name = f"the file {''.join(letter for letter in given.filename if letter.isprintable())[:60]}"
            text = decode(await given.read(), name)
        text = text.replace("\r\n", "\n")
        stated = parse_competition(text, name, arena.now())
        made = await asyncio.to_thread(competitions.create, arena, stated)
    except Mistake as error:
        return new_page(request, error, toml=text)
    return Redirect(f"/organise/{made.slug}", status_code=303)


# One


@get("/organise/{slug:str}")
async def one(request: Asked) -> Response[Any]:
    """A competition as its organisers see it."""
    return await one_page(request, await organised(request))


async def one_page(
    request: Asked, found: Competition, error: Mistake | None = None, sent: Mapping[str, str] | None = None
) -> Response[Any]:
    """Return the page of a competition for organisers, with what went wrong and what was filled in."""
    status, problem = problem_of(error)
    about = {"title": found.title, "text": found.text, "entry": str(found.entry)}
    sent = sent or {}
    return page(
        request,
        "organise/competition.html",
        status,
        oldest=arena_of(request).now() - DAYS * DAY_S,
        competition=found,
        counts=await asyncio.to_thread(count_entries, arena_of(request), found.rounds),
        titles=all_titles(),
        organisers=await asyncio.to_thread(organisers_of, arena_of(request), found),
        values=sent if "title" in sent else about,
        post=sent if "link" in sent else {},
        problem=problem,
    )


async def change(request: Asked, work: Work, sent: Form | None = None) -> Response[Any]:
    """Change a competition and show it again, or say why it cannot be changed."""
    found = await organised(request)
    try:
        await asyncio.to_thread(work, arena_of(request), found)
    except Mistake as error:
        again = await competition_of(request)
        return await one_page(request, again, error, sent)
    return Redirect(f"/organise/{found.slug}", status_code=303)


@get("/organise/{slug:str}/file")
async def as_file(request: Asked) -> Response[str]:
    """A competition as the file that states it."""
    found = await organised(request)
    headers = {"content-disposition": f'attachment; filename="{found.slug}.toml"', "cache-control": "no-store"}
    text = competition_text(stated_competition(found))
    return Response(text, media_type="application/toml; charset=utf-8", headers=headers)


@post("/organise/{slug:str}", status_code=303)
async def edit(request: Asked) -> Response[Any]:
    """Change title, text and who may enter."""
    some_organiser(request)
    form = await form_of(request)

    def work(arena: Arena, found: Competition) -> None:
        competitions.edit(arena, found, read_about({**form, "slug": found.slug}))

    return await change(request, work, form)


@post("/organise/{slug:str}/state/{word:str}", status_code=303)
async def set_state(request: Asked) -> Response[Any]:
    """Open a competition, archive it, or make it a draft again."""
    some_organiser(request)
    wanted = request.path_params["word"]
    if wanted not in tuple(CompetitionState):
        raise NotFoundException
    return await change(request, lambda arena, found: competitions.set_state(arena, found, CompetitionState(wanted)))


@post("/organise/{slug:str}/remove", status_code=303)
async def discard(request: Asked) -> Response[Any]:
    """Remove a draft."""
    found = await organised(request)
    try:
        await asyncio.to_thread(competitions.discard, arena_of(request), found)
    except Mistake as error:
        return await one_page(request, found, error)
    return Redirect("/organise", status_code=303)


@post("/organise/{slug:str}/announcements", status_code=303)
async def announce(request: Asked) -> Response[Any]:
    """Post an announcement."""
    some_organiser(request)
    form = await form_of(request)
    text, link = form.get("text", ""), form.get("link", "")
    return await change(request, lambda arena, found: competitions.announce(arena, found, text, link), form)


@post("/organise/{slug:str}/announcements/{number:int}/remove", status_code=303)
async def unannounce(request: Asked, number: FromPath[int]) -> Response[Any]:
    """Take an announcement back."""
    some_organiser(request)
    return await change(request, lambda arena, found: competitions.unannounce(arena, found, number))


@post("/organise/{slug:str}/organisers", status_code=303)
async def name_organiser(request: Asked) -> Response[Any]:
    """Let somebody organise a competition, and nothing else."""
    organiser(request)
    name = (await form_of(request)).get("name", "")
    return await change(request, lambda arena, found: add_organiser(arena, found, name))


@post("/organise/{slug:str}/organisers/{number:int}/remove", status_code=303)
async def unname_organiser(request: Asked, number: FromPath[int]) -> Response[Any]:
    """Let somebody organise a competition no more."""
    organiser(request)
    return await change(request, lambda arena, found: remove_organiser(arena, found, number))


ROUTES = (
    name_organiser,
    unname_organiser,
    organise,
    new_competition,
    create_by_form,
    create_by_file,
    one,
    as_file,
    edit,
    set_state,
    discard,
    announce,
    unannounce,
)
