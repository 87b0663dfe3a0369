"""The pages on which organisers add rounds, change, open and close them, release results and take bots out."""

import asyncio
from collections.abc import Callable
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from overtrick.arena.arena import Arena
from overtrick.arena.boards import release as releasing
from overtrick.arena.boards import thinning
from overtrick.arena.competitions import entries, halting, planning
from overtrick.arena.competitions.competition import Competition, CompetitionState, Round, RoundState
from overtrick.arena.competitions.competition_file import ROUND_KEYS
from overtrick.arena.competitions.costs import SIZES, cost_lines, pace_of
from overtrick.arena.competitions.stated import stated_round
from overtrick.arena.submissions.suspension import let_play, suspended_in
from overtrick.bots.builtin import names
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, find_game
from overtrick.games.face import face_of
from overtrick.web.accounts.own import problem_of
from overtrick.web.organise.pages import change, organised
from overtrick.web.organise.round_form import (
    LIMIT,
    Form,
    changed_form,
    limit_fields,
    new_round_values,
    read_round_form,
    round_values,
)
from overtrick.web.site.people import arena_of, some_organiser
from overtrick.web.site.site import Asked, form_of, page
from overtrick.web.titles import game_title, inside


def round_in(competition: Competition, number: int) -> Round:
    """Return a round of a competition, or raise NotFoundException."""
    for one in competition.rounds:
        if one.number == number:
            return one
    raise NotFoundException("There is no such round.")


# Add


@get("/organise/{slug:str}/rounds/new")
async def new_round(request: Asked) -> Response[Any]:
    """The form for a new round of a game."""
    found = await organised(request)
    game = find_game(request.query_params.get("game", "")).NAME
    return add_page(request, found, game, new_round_values(game, arena_of(request).now()))


def add_page(
    request: Asked, found: Competition, game: str, values: Form, error: Mistake | None = None
) -> Response[Any]:
    """Return the form for a new round, with what was filled in and what is wrong with it."""
    action, heading = f"/organise/{found.slug}/rounds", f"A new round of {inside(game_title(game))}"
    may_change = ROUND_KEYS if found.state is not CompetitionState.ARCHIVED else ()
    return form_page(request, found, game, error, values=values, action=action, heading=heading, may_change=may_change)


@post("/organise/{slug:str}/rounds", status_code=303)
async def add_round(request: Asked) -> Response[Any]:
    """Add a round."""
    found, form, arena = await organised(request), await form_of(request), arena_of(request)
    game = find_game(form.get("game", "")).NAME
    try:
        stated = read_round_form(form, game, arena.now())
        await asyncio.to_thread(planning.add_round, arena, found, stated)
    except Mistake as error:
        return add_page(request, found, game, form, error)
    return Redirect(f"/organise/{found.slug}", status_code=303)


# Change


@get("/organise/{slug:str}/rounds/{number:int}")
async def one_round(request: Asked, number: FromPath[int]) -> Response[Any]:
    """A round as its organisers see it: what can change, and its bots."""
    found = await organised(request)
    return await round_page(request, found, round_in(found, number))


async def round_page(
    request: Asked, found: Competition, round_: Round, error: Mistake | None = None, values: Form | None = None
) -> Response[Any]:
    """Return the page of a round for organisers, with what was filled in and what is wrong with it."""
    may_change = ROUND_KEYS if round_.state is RoundState.PLANNED else planning.MAY_CHANGE[round_.state]
    if found.state is CompetitionState.ARCHIVED:
        may_change = ()
    return form_page(
        request,
        found,
        round_.game,
        error,
        round=round_,
        values=values or round_values(stated_round(round_)),
        action=f"/organise/{found.slug}/rounds/{round_.number}",
        heading=f"Round {round_.number}: {round_.title}",
        may_change=may_change,
        bots=await asyncio.to_thread(entries.all_bots, arena_of(request), round_),
        suspended=await asyncio.to_thread(suspended_in, arena_of(request), round_),
        **(await asyncio.to_thread(costs_of, arena_of(request), round_)),
    )


def costs_of(arena: Arena, round_: Round) -> dict[str, Any]:
    """Return what a round that is not closed yet will cost, with as many entries as there are and with more."""
    if round_.state not in (RoundState.PLANNED, RoundState.OPEN):
        return {}
    now = len(entries.entered(arena, round_))
    sizes = sorted({size for size in (now, *SIZES) if size >= max(now, round_.details.seats + 1)})
    pace = pace_of(arena, round_.game)
    return {"costs": list(cost_lines(round_, sizes, pace)), "sizes": sizes, "entries_now": now, "pace": pace}


def form_page(request: Asked, found: Competition, name: str, error: Mistake | None, **more: Any) -> Response[Any]:
    """Return a form of a round of a game."""
    status, problem = problem_of(error)
    game = GAMES[name]
    shared = {
        "competition": found,
        "game": name,
        "seats": list(game.SEATS),
        "budgets": face_of(game).budgets,
        "luck": "luck" in face_of(game).parts,
        "presets": list(game.PRESETS),
        "options": game.OPTIONS,
        "players": names(name),
        "limits": limit_fields(),
        "limits_set": any(text and field.startswith(LIMIT) for field, text in more["values"].items()),
        "problem": problem,
        "round": None,
        "bots": (),
        "suspended": {},
        "costs": [],
    }
    told = {**shared, **more, "may_change": frozenset(more["may_change"])}
    return page(request, "organise/round.html", status, **told)


@post("/organise/{slug:str}/rounds/{number:int}", status_code=303)
async def edit_round(request: Asked, number: FromPath[int]) -> Response[Any]:
    """Change a round."""
    found, form, arena = await organised(request), await form_of(request), arena_of(request)
    round_ = round_in(found, number)
    try:
        stated = read_round_form(changed_form(round_, form), round_.game, arena.now())
        await asyncio.to_thread(planning.edit_round, arena, round_, stated)
    except Mistake as error:
        return await round_page(request, found, round_, error, form)
    return Redirect(f"/organise/{found.slug}", status_code=303)


# Open, close, release, remove


async def move(request: Asked, number: int, work: Callable[[Arena, Round], object]) -> Response[Any]:
    """Do something with a round and show the competition again, or say why that cannot be done."""
    some_organiser(request)
    return await change(request, lambda arena, found: work(arena, round_in(found, number)))


@post("/organise/{slug:str}/rounds/{number:int}/open", status_code=303)
async def open_now(request: Asked, number: FromPath[int]) -> Response[Any]:
    """Open a round at once."""
    return await move(request, number, planning.open_now)


@post("/organise/{slug:str}/rounds/{number:int}/close", status_code=303)
async def close_now(request: Asked, number: FromPath[int]) -> Response[Any]:
    """Close a round at once."""
    return await move(request, number, planning.close_now)


@post("/organise/{slug:str}/rounds/{number:int}/release", status_code=303)
async def release_all(request: Asked, number: FromPath[int]) -> Response[Any]:
    """Show all results of a staged round."""
    return await move(request, number, releasing.release)


@post("/organise/{slug:str}/rounds/{number:int}/release/{places:int}", status_code=303)
async def release_places(request: Asked, number: FromPath[int], places: FromPath[int]) -> Response[Any]:
    """Show so many places of a staged round, from the last one up; a form that is sent twice shows no more."""
    return await move(request, number, lambda arena, one: releasing.release(arena, one, places))


@post("/organise/{slug:str}/rounds/{number:int}/remove", status_code=303)
async def cancel_round(request: Asked, number: FromPath[int]) -> Response[Any]:
    """Remove the last round before it opens."""
    return await move(request, number, planning.cancel_round)


@post("/organise/{slug:str}/rounds/{number:int}/halt", status_code=303)
async def halt(request: Asked, number: FromPath[int]) -> Response[Any]:
    """Pause a round, let it stay open longer, or cancel it, as the button says that was pressed."""
    some_organiser(request)
    form = await form_of(request)
    why, hours = form.get("why", ""), form.get("hours", "")
    count = int(hours) if hours.isascii() and hours.isdigit() and len(hours) < 6 else 0
    deeds: dict[str, Callable[[Arena, Round], object]] = {
        "pause": lambda arena, one: halting.pause(arena, one, why),
        "extend": lambda arena, one: halting.extend(arena, one, count, why),
        "cancel": lambda arena, one: halting.cancel(arena, one, why),
    }
    if form.get("do") not in deeds:
        raise NotFoundException
    return await move(request, number, deeds[form["do"]])


@post("/organise/{slug:str}/rounds/{number:int}/resume", status_code=303)
async def resume(request: Asked, number: FromPath[int]) -> Response[Any]:
    """Let a paused round go on."""
    return await move(request, number, halting.resume)


@post("/organise/{slug:str}/rounds/{number:int}/thin", status_code=303)
async def thin(request: Asked, number: FromPath[int]) -> Response[Any]:
    """Thin out the records of an old round."""
    some_organiser(request)
    form = await form_of(request)
    why, keep = form.get("why", ""), form.get("keep", "")
    count = int(keep) if keep.isascii() and keep.isdigit() and len(keep) < 6 else 0
    return await move(request, number, lambda arena, one: thinning.thin(arena, one, why, count))


# Bots


@post("/organise/{slug:str}/rounds/{number:int}/bots/{bot:int}/remove", status_code=303)
async def remove_bot(request: Asked, number: FromPath[int], bot: FromPath[int]) -> Response[Any]:
    """Take a bot out."""
    some_organiser(request)
    why = (await form_of(request)).get("why", "")
    return await change_bot(request, number, bot, lambda arena: entries.remove_bot(arena, bot, why))


@post("/organise/{slug:str}/rounds/{number:int}/bots/{bot:int}/restore", status_code=303)
async def restore_bot(request: Asked, number: FromPath[int], bot: FromPath[int]) -> Response[Any]:
    """Let a bot play again."""
    return await change_bot(request, number, bot, lambda arena: let_play(arena, bot))


async def change_bot(request: Asked, number: int, bot: int, work: Callable[[Arena], None]) -> Response[Any]:
    """Change a bot of a round and show them all again, or say why that cannot be done."""
    found = await organised(request)
    round_ = round_in(found, number)
    try:
        await with_bot(request, round_, bot, work)
    except Mistake as error:
        return await round_page(request, found, round_, error)
    return Redirect(f"/organise/{found.slug}/rounds/{number}#bots", status_code=303)


async def with_bot(request: Asked, round_: Round, bot: int, work: Callable[[Arena], None]) -> None:
    """Do something with a bot of a round, or raise NotFoundException if it is none."""
    arena = arena_of(request)
    if bot not in [one.id for one in await asyncio.to_thread(entries.all_bots, arena, round_)]:
        raise NotFoundException("There is no such bot.")
    await asyncio.to_thread(work, arena)


ROUTES = (
    new_round,
    add_round,
    one_round,
    edit_round,
    open_now,
    close_now,
    release_all,
    release_places,
    cancel_round,
    halt,
    resume,
    thin,
    remove_bot,
    restore_bot,
)
