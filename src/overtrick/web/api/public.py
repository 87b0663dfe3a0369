"""The API: what the pages of competitions show, as JSON and CSV. Programs may show a token to be somebody."""

import asyncio
import io
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any

from litestar import Response, Router, get
from litestar.datastructures import ResponseHeader
from litestar.exceptions import NotFoundException, ValidationException
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream

from overtrick.arena.arena import Arena
from overtrick.arena.boards.board import Board
from overtrick.arena.boards.matches import Listed, Wanted, all_matches, versions_in
from overtrick.arena.bundles.written import Asked as Wish
from overtrick.arena.bundles.written import bundle_lines
from overtrick.arena.competitions.competition import Competition, RoundState
from overtrick.arena.competitions.competitions import all_competitions
from overtrick.arena.people.tokens import Scope
from overtrick.arena.submissions.submission import PUBLIC
from overtrick.arena.visible import secret_out, sees_competition, sees_final, sees_sources
from overtrick.tournament.report.export import Cell, write_csv
from overtrick.web.api.days import ROUTES as DAYS
from overtrick.web.api.downloads import BUSY, JSON_LINES, file_headers, line_chunks, streamed
from overtrick.web.api.organise import ROUTES as ORGANISE
from overtrick.web.api.submissions import ROUTES as SUBMISSIONS
from overtrick.web.api.values import (
    MISSING,
    WRONG,
    BoardValue,
    BotNumber,
    BotValue,
    CellValue,
    CompetitionValue,
    HighlightValue,
    LineValue,
    MatchesValue,
    MatchValue,
    Number,
    RoundValue,
    Slug,
    VersionValue,
    board_value,
    cell_values,
    line_value,
    match_value,
    round_value,
    whole,
)
from overtrick.web.boards.live import Place
from overtrick.web.competitions.board_pages import before_of, last_of, some_matches
from overtrick.web.competitions.bot_pages import asked_bot, line_of
from overtrick.web.competitions.pages import competition_of
from overtrick.web.competitions.round_page import Part, find_place, part_of
from overtrick.web.matches.page import asked_match
from overtrick.web.matches.replays import raw_of, worked_out
from overtrick.web.site.people import account_of, account_with
from overtrick.web.site.site import Asked, site_of

MOST = 200  # matches in an answer
CHUNK = 500  # matches of a file that are written at once
Half = Annotated[
    str,
    QueryParameter(
        description="Which half of a round: provisional or final; empty for the final as soon as it may be seen.",
        pattern="^(provisional|final)?$",
    ),
]


# Competitions and rounds


@get("/competitions", tags=["competitions"], responses=WRONG)
async def competitions(request: Asked) -> list[CompetitionValue]:
    """All competitions, the newest first."""
    account = account_of(request)
    live = site_of(request).live
    found = await live.kept("competitions", all_drafts_too, live.arena)
    return [whole(one) for one in found if sees_competition(one, account)]


def all_drafts_too(arena: Arena) -> tuple[Competition, ...]:
    """Return all competitions; who may see them is decided later."""
    return all_competitions(arena, drafts=True)


@get("/competitions/{slug:str}", tags=["competitions"], responses=MISSING)
async def competition(request: Asked, slug: Slug) -> CompetitionValue:
    """A competition with its rounds and announcements."""
    return whole(await competition_of(request))


@get("/rounds/{slug:str}/{number:int}", tags=["rounds"], responses=MISSING)
async def one_round(request: Asked, slug: Slug, number: Number) -> RoundValue:
    """A round."""
    place = await find_place(request)
    return round_value(place.round, out=secret_out(place.standing))


# Boards


def asked_part(request: Asked, place: Place, of: str) -> Part:
    """Return the part of a round that is asked for; a final that is not to be seen is not there."""
    part = part_of(place, account_of(request), of)
    if of == "final" and part.name != of:
        raise NotFoundException("The results of the final are not out.")
    return part


async def shown_board(request: Asked, of: str) -> tuple[Place, Part, Board | None]:
    """Return a round, the part of it that is asked for, and the board of that as far as it may be seen."""
    place = await find_place(request)
    part = asked_part(request, place, of)
    if part.tournament is None:
        return place, part, None
    view = await site_of(request).live.board(part.tournament, part.places, place.round.path)
    return place, part, view.board if view else None


@get("/rounds/{slug:str}/{number:int}/board", tags=["rounds"], responses=MISSING)
async def board(request: Asked, slug: Slug, number: Number, of: Half = "") -> BoardValue:
    """The leaderboard of a round, as far as it is released; lines are best first."""
    place, part, found = await shown_board(request, of)
    if found is None:
        return BoardValue(part.name, 0, 0, 0, str(place.round.details.rank_by), False, [])
    return board_value(found, part.name)


@get(
    "/rounds/{slug:str}/{number:int}/board.csv",
    tags=["rounds"],
    responses=MISSING,
    media_type="text/csv; charset=utf-8",
)
async def board_csv(request: Asked, slug: Slug, number: Number, of: Half = "") -> Response[str]:
    """The leaderboard as a file."""
    place, part, found = await shown_board(request, of)
    lines = [line_value(line) for line in found.lines] if found else []
    text = io.StringIO()
    write_csv((line_row(line) for line in lines), text)
    return Response(text.getvalue(), headers=file_headers(f"{place.round.slug}-{place.round.number}-{part.name}.csv"))


def line_row(line: LineValue) -> dict[str, Cell]:
    """Return a line of a leaderboard as a row of a file."""
    return {
        "rank": line.group or None,
        "name": line.name,
        "owner": line.owner,
        "version": line.version,
        **dict(zip(("worth", "worth_low", "worth_high"), line.worth, strict=True)),
        **dict(zip(("score", "score_low", "score_high"), line.score, strict=True)),
        "place": line.place,
        "won": line.won,
        **dict(zip(("strength", "strength_low", "strength_high"), line.strength or [None] * 3, strict=True)),
        "matches": line.matches,
        "faults": line.faults,
        "deals_to_next": line.needed,
    }


@get("/rounds/{slug:str}/{number:int}/cross", tags=["rounds"], responses=MISSING)
async def cross(request: Asked, slug: Slug, number: Number, of: Half = "") -> list[CellValue]:
    """How every two compare, in both directions."""
    _, _, found = await shown_board(request, of)
    return await asyncio.to_thread(cell_values, found) if found else []


@get("/rounds/{slug:str}/{number:int}/recap", tags=["rounds"], responses=MISSING)
async def recap(request: Asked, slug: Slug, number: Number) -> list[HighlightValue]:
    """What was remarkable in a round whose results are out."""
    place, _, found = await shown_board(request, "final")
    over = place.round.state is RoundState.OVER and sees_final(place.standing, account_of(request))
    if not over or found is None:
        raise NotFoundException("There is no recap before the results of the round are out.")
    return [HighlightValue(one.title, one.sentence, one.key) for one in found.highlights]


# Bots


@get("/rounds/{slug:str}/{number:int}/bots/{bot:int}", tags=["rounds"], responses=MISSING)
async def one_bot(request: Asked, slug: Slug, number: Number, bot: BotNumber, of: Half = "") -> BotValue:
    """A bot of a round with its versions that passed, and its line if that may be seen."""
    place, _, seen = await shown_board(request, of)
    found = await asked_bot(request, place)
    versions = [
        VersionValue(one.number, one.language, one.created, one.id == found.bot.active)
        for one in found.sent
        if one.state in PUBLIC
    ]
    line = line_of(seen, found.bot.id) if seen else None
    page = f"{place.round.path}/bots/{found.bot.id}"
    shown = line_value(line) if line else None
    return BotValue(found.bot.id, found.bot.name, found.owner, versions, shown, page)


# Matches


async def open_part(request: Asked, of: str) -> tuple[Place, Part]:
    """Return a round and the part of it whose matches are asked for, if they may be seen."""
    place = await find_place(request)
    part = asked_part(request, place, of)
    if not part.whole:
        raise NotFoundException("The matches of the final can be seen when all its results are released.")
    return place, part


@get("/rounds/{slug:str}/{number:int}/matches", tags=["matches"], responses=MISSING)
async def matches(
    request: Asked,
    slug: Slug,
    number: Number,
    of: Half = "",
    bot: Annotated[str, QueryParameter(description="Only matches of this name.", max_length=80)] = "",
    faults: Annotated[bool, QueryParameter(description="Only matches with faults.")] = False,
    before: Annotated[str, QueryParameter(description="Go on after what an answer told.", max_length=80)] = "",
    limit: Annotated[int, QueryParameter(description="How many at most.", ge=1, le=MOST)] = 50,
) -> MatchesValue:
    """The matches of a round, the latest first."""
    place, part = await open_part(request, of)
    if part.tournament is None:
        return MatchesValue([], None)
    wanted = Wanted(part.tournament, faults=faults, before=before_of(before), most=limit)
    return await asyncio.to_thread(find_some, site_of(request).arena, place, wanted, bot)


def find_some(arena: Arena, place: Place, wanted: Wanted, bot: str) -> MatchesValue:
    """Return some matches of a round."""
    _, found = some_matches(arena, wanted, bot)
    versions = versions_in(arena, place.round.id)
    return MatchesValue([match_value(match, versions) for match in found], last_of(found, wanted) or None)


@get(
    "/rounds/{slug:str}/{number:int}/matches.csv",
    tags=["matches"],
    responses=MISSING | BUSY,
    media_type="text/csv; charset=utf-8",
)
async def matches_csv(request: Asked, slug: Slug, number: Number, of: Half = "") -> Stream:
    """All matches of a round as a file, a row for each seat."""
    place, part = await open_part(request, of)
    found = iter(()) if part.tournament is None else all_matches(site_of(request).arena, part.tournament)
    headers = file_headers(f"{place.round.slug}-{place.round.number}-{part.name}-matches.csv")
    return streamed(request, csv_chunks(found), "text/csv; charset=utf-8", headers)


def csv_chunks(found: Iterator[Listed]) -> Iterator[str]:
    """Yield matches as lines of a file, many at once."""
    first = True
    while chunk := list(islice(found, CHUNK)):
        text = io.StringIO()
        write_csv((row for match in chunk for row in match_rows(match)), text)
        lines = text.getvalue()
        yield lines if first else lines.partition("\n")[2]
        first = False


def match_rows(match: Listed) -> Iterator[dict[str, Cell]]:
    """Yield a row for each seat of a match."""
    for number, seat in enumerate(match.seats):
        yield {
            "key": match.key,
            "played": match.played,
            "cluster": match.cluster,
            "seat": number,
            "name": seat.name,
            "total": seat.total,
            "place": seat.place,
            "faults": seat.faults,
            "ending": str(match.ending),
            "at_fault": number == match.at_fault,
        }


@get(
    "/rounds/{slug:str}/{number:int}/matches.jsonl",
    tags=["matches"],
    responses=MISSING | BUSY,
    media_type=JSON_LINES,
)
async def matches_jsonl(
    request: Asked,
    slug: Slug,
    number: Number,
    of: Half = "",
    bot: Annotated[str, QueryParameter(description="Only matches of this name.", max_length=80)] = "",
    lost: Annotated[bool, QueryParameter(description="And of those only where it was not first.")] = False,
) -> Stream:
    """All records of a round as a file of JSON lines; of a round whose results are out, all that it takes to check it.

    Authors who show their token get the stderr and the messages of their own bots with it.
    """
    place, part = await open_part(request, of)
    if lost and not bot:
        raise ValidationException("Only the matches of one bot can be lost: say bot as well.")
    if part.tournament is None:
        raise NotFoundException("Nothing of this round was played.")
    account, how = account_of(request), place.standing
    asked = Wish(
        place.round,
        part.name,
        out=secret_out(how)
        and place.round.secret is not None,  # which the worker tells soon after a round is cancelled
        programs=sees_sources(how, account) and part.name == "final",
        bot=bot,
        lost=lost,
        reader=account.id if account else None,
    )
    lines = await asyncio.to_thread(bundle_lines, site_of(request).arena, asked)
    headers = file_headers(f"{place.round.slug}-{place.round.number}-{part.name}.jsonl")
    return streamed(request, line_chunks(lines), JSON_LINES, headers)


@get("/matches/{key:str}", tags=["matches"], responses=MISSING)
async def one_match(
    request: Asked,
    key: Annotated[str, PathParameter(description="The key of a match, or how it begins.", max_length=64)],
) -> MatchValue:
    """A match by its key."""
    found = await asked_match(request)
    return match_value(found.match, found.versions)


@get("/matches/{key:str}/record", tags=["matches"], responses=MISSING)
async def match_record(
    request: Asked,
    key: Annotated[str, PathParameter(description="The key of a match, or how it begins.", max_length=64)],
) -> Response[dict[str, Any]]:
    """The record of a match, as overtrick replay reads it.

    Authors who show their token get the stderr and the messages of their own bots with it.
    """
    found = await asked_match(request)
    whole = found.match.key
    answer = await worked_out(request, whole, want="record", key=whole, raw=raw_of(request, found))
    return Response(answer["record"])


async def check_scope(request: Asked) -> None:
    """Refuse a token that is not for reading, as whoever has it may see more than everybody."""
    if account_of(request) is not None:
        account_with(request, Scope.READ)


HANDLERS: tuple[Any, ...] = (
    competitions,
    competition,
    one_round,
    board,
    board_csv,
    cross,
    recap,
    one_bot,
    matches,
    matches_csv,
    matches_jsonl,
    one_match,
    match_record,
    *DAYS,
)
API = Router(
    "/api",
    route_handlers=HANDLERS,
    include_in_schema=True,
    before_request=check_scope,
    response_headers=[ResponseHeader(name="cache-control", value="no-store", documentation_only=False)],
)
ROUTES = (API, Router("/", route_handlers=[*SUBMISSIONS, *ORGANISE], include_in_schema=True))
