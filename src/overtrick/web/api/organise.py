"""The API for organisers: competitions from files, announcements, rounds that open, close and show their results."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from litestar import get, post
from litestar.params import JSONBody

from overtrick.arena.arena import Arena
from overtrick.arena.boards import release as releasing
from overtrick.arena.boards import thinning
from overtrick.arena.competitions import competitions, entries, halting, planning
from overtrick.arena.competitions.competition import ALL, Competition, CompetitionState, Round
from overtrick.arena.competitions.competition_file import competition_text, parse_competition
from overtrick.arena.competitions.competitions import round_by_id
from overtrick.arena.competitions.stated import stated_competition
from overtrick.arena.people.tokens import Scope
from overtrick.arena.submissions.suspension import let_play
from overtrick.arena.visible import secret_out, standing
from overtrick.web.api.values import (
    MISSING,
    WRONG,
    BotNumber,
    CompetitionValue,
    Number,
    RoundValue,
    Slug,
    round_value,
    whole,
)
from overtrick.web.competitions.pages import competition_of
from overtrick.web.organise.pages import LARGEST_FILE
from overtrick.web.organise.rounds import round_in, with_bot
from overtrick.web.site.people import account_with, arena_of, of_the_site, organising
from overtrick.web.site.site import Asked

TAGS = ["organising"]


@dataclass(frozen=True)
class CompetitionFile:
    """A competition as a file states it."""

    toml: str


@dataclass(frozen=True)
class Wanted:
    """What shall become of a competition."""

    state: CompetitionState


@dataclass(frozen=True)
class Posted:
    """What everybody shall know."""

    text: str
    link: str = ""


@dataclass(frozen=True)
class Places:
    """How many places of a final to show, from the last one up; -1 for all."""

    places: int = ALL


@dataclass(frozen=True)
class Reason:
    """Why something is done; whom it concerns reads it."""

    why: str


@dataclass(frozen=True)
class Longer:
    """How much longer a round is open, and why."""

    hours: int
    why: str


@dataclass(frozen=True)
class Thinning:
    """Of how many sets of cards one keeps its records whole, and why the others do not."""

    why: str
    keep: int = thinning.KEEP


async def found_for(request: Asked) -> Competition:
    """Return the competition that an address names, for who shows a token to organise."""
    account_with(request, Scope.ORGANISE)
    return organising(request, await competition_of(request))


@post("/api/drafts", tags=TAGS, responses=WRONG, summary="Create a draft", request_max_body_size=LARGEST_FILE)
async def create(request: Asked, data: JSONBody[CompetitionFile]) -> CompetitionValue:
    """Create a competition from the text of a file; it is a draft until it is opened."""
    of_the_site(account_with(request, Scope.ORGANISE))
    arena = arena_of(request)

    def work() -> CompetitionValue:
        return whole(competitions.create(arena, parse_competition(data.toml, "the text", arena.now())))

    return await asyncio.to_thread(work)


@get("/api/competitions/{slug:str}/file", tags=TAGS, responses=MISSING, summary="A competition as a file")
async def as_file(request: Asked, slug: Slug) -> CompetitionFile:
    """Return the file that states a competition."""
    return CompetitionFile(competition_text(stated_competition(await found_for(request))))


@post("/api/competitions/{slug:str}/state", status_code=200, tags=TAGS, responses=MISSING, summary="Open or archive")
async def set_state(request: Asked, slug: Slug, data: JSONBody[Wanted]) -> CompetitionValue:
    """Show a competition to everybody, hide it again before its first round opens, or archive it."""
    found = await found_for(request)
    return whole(await asyncio.to_thread(competitions.set_state, arena_of(request), found, data.state))


@post("/api/competitions/{slug:str}/announcements", tags=TAGS, responses=MISSING, summary="Post an announcement")
async def announce(request: Asked, slug: Slug, data: JSONBody[Posted]) -> CompetitionValue:
    """Post an announcement, which stands on the competition's page with its date."""
    found, arena = await found_for(request), arena_of(request)
    await asyncio.to_thread(competitions.announce, arena, found, data.text, data.link)
    return whole(await competition_of(request))


async def move(request: Asked, number: int, work: Callable[[Arena, Round], Round]) -> RoundValue:
    """Do something with a round, and return how it is then."""
    found = await found_for(request)
    moved = await asyncio.to_thread(work, arena_of(request), round_in(found, number))
    return round_value(moved, out=secret_out(standing(found.state, moved)))


@post("/api/rounds/{slug:str}/{number:int}/open", status_code=200, tags=TAGS, responses=MISSING, summary="Open now")
async def open_now(request: Asked, slug: Slug, number: Number) -> RoundValue:
    """Let a planned round open as soon as the worker sees it."""
    return await move(request, number, planning.open_now)


@post("/api/rounds/{slug:str}/{number:int}/close", status_code=200, tags=TAGS, responses=MISSING, summary="Close now")
async def close_now(request: Asked, slug: Slug, number: Number) -> RoundValue:
    """Let an open round close as soon as the worker sees it; its final is played then."""
    return await move(request, number, planning.close_now)


@post(
    "/api/rounds/{slug:str}/{number:int}/release", status_code=200, tags=TAGS, responses=MISSING, summary="Show results"
)
async def release(request: Asked, slug: Slug, number: Number, data: JSONBody[Places]) -> RoundValue:
    """Show places of a staged final that is over."""
    return await move(request, number, lambda arena, one: releasing.release(arena, one, data.places))


@post("/api/rounds/{slug:str}/{number:int}/pause", status_code=200, tags=TAGS, responses=MISSING, summary="Pause")
async def pause(request: Asked, slug: Slug, number: Number, data: JSONBody[Reason]) -> RoundValue:
    """Play nothing in a round, and neither close nor end it, until it is resumed; everybody reads why."""
    return await move(request, number, lambda arena, one: halting.pause(arena, one, data.why))


@post("/api/rounds/{slug:str}/{number:int}/resume", status_code=200, tags=TAGS, responses=MISSING, summary="Resume")
async def resume(request: Asked, slug: Slug, number: Number) -> RoundValue:
    """Let a paused round go on."""
    return await move(request, number, halting.resume)


@post("/api/rounds/{slug:str}/{number:int}/extend", status_code=200, tags=TAGS, responses=MISSING, summary="Extend")
async def extend(request: Asked, slug: Slug, number: Number, data: JSONBody[Longer]) -> RoundValue:
    """Let an open round close some hours later; everybody reads why."""
    return await move(request, number, lambda arena, one: halting.extend(arena, one, data.hours, data.why))


@post("/api/rounds/{slug:str}/{number:int}/cancel", status_code=200, tags=TAGS, responses=MISSING, summary="Cancel")
async def cancel(request: Asked, slug: Slug, number: Number, data: JSONBody[Reason]) -> RoundValue:
    """End a round without a result, for good; everybody reads why."""
    return await move(request, number, lambda arena, one: halting.cancel(arena, one, data.why))


@post("/api/rounds/{slug:str}/{number:int}/thin", status_code=200, tags=TAGS, responses=MISSING, summary="Thin out")
async def thin(request: Asked, slug: Slug, number: Number, data: JSONBody[Thinning]) -> RoundValue:
    """Let most records of an old round lose their actions, and keep their numbers."""

    def work(arena: Arena, one: Round) -> Round:
        thinning.thin(arena, one, data.why, data.keep)
        return round_by_id(arena, one.id)

    return await move(request, number, work)


@post(
    "/api/rounds/{slug:str}/{number:int}/bots/{bot:int}/remove",
    status_code=204,
    tags=TAGS,
    responses=MISSING,
    summary="Take a bot out",
)
async def remove_bot(request: Asked, slug: Slug, number: Number, bot: BotNumber, data: JSONBody[Reason]) -> None:
    """Take a bot out of its round."""
    round_ = round_in(await found_for(request), number)
    await with_bot(request, round_, bot, lambda arena: entries.remove_bot(arena, bot, data.why))


@post(
    "/api/rounds/{slug:str}/{number:int}/bots/{bot:int}/restore",
    status_code=204,
    tags=TAGS,
    responses=MISSING,
    summary="Let a bot play again",
)
async def restore_bot(request: Asked, slug: Slug, number: Number, bot: BotNumber) -> None:
    """Let a bot that was taken out or suspended play again."""
    round_ = round_in(await found_for(request), number)
    await with_bot(request, round_, bot, lambda arena: let_play(arena, bot))


ROUTES = (
    create,
    as_file,
    set_state,
    announce,
    open_now,
    close_now,
    release,
    pause,
    resume,
    extend,
    cancel,
    thin,
    remove_bot,
    restore_bot,
)
