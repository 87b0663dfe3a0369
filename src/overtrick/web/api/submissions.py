"""The API for authors: who a token speaks for, and their submissions. ``overtrick submit`` and its kin ask here."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, PathParameter, QueryParameter

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competition import Round
from overtrick.arena.competitions.competitions import round_by_id
from overtrick.arena.people.accounts import Account
from overtrick.arena.people.tokens import Scope
from overtrick.arena.submissions.queue import place_in_queue
from overtrick.arena.submissions.result import report_of
from overtrick.arena.submissions.submission import Bot, Purpose, Submission
from overtrick.arena.submissions.submissions import (
    Upload,
    activate,
    find,
    find_bot,
    of_account,
    record_text,
    submit,
    try_active,
    withdraw,
)
from overtrick.core.mistake import Mistake
from overtrick.web.api.values import MISSING, Number, Slug
from overtrick.web.competitions.round_page import find_place
from overtrick.web.competitions.submission_pages import LARGEST_UPLOAD
from overtrick.web.site.people import account_with
from overtrick.web.site.site import Asked, site_of

LATEST = 100
TAGS = ["submissions"]
Id = Annotated[int, PathParameter(description="The number of a submission.", ge=1, le=2**31 - 1)]


@dataclass(frozen=True)
class Whom:
    """Who a token speaks for."""

    name: str
    role: str
    scopes: list[str]


@dataclass
class Sent:
    """A program: one file, or an archive of some."""

    file: UploadFile
    name: str = ""
    purpose: Purpose = Purpose.ENTER
    keep: bool = False  # whether the version before shall play on should it rank higher


@dataclass(frozen=True)
class Listed:
    """A submission in a list."""

    id: int
    round: str  # SLUG/NUMBER
    purpose: str
    version: int  # 0 for a try
    bot: str
    filename: str
    language: str
    state: str
    verdict: str
    active: bool
    created: int
    address: str  # of its page


@dataclass(frozen=True)
class Shown(Listed):
    """A submission with all that its author may read."""

    place: int = 0  # in the queue, from 1; 0 once it is done
    log: str = ""
    passed: list[str] = field(default_factory=list)
    fault: list[str] = field(default_factory=list)
    command: str = ""  # shows the same fault at home
    has_record: bool = False


def listed_values(submission: Submission, round_: Round, bot: Bot | None) -> dict[str, Any]:
    """Return what a list tells about a submission to the round of a bot."""
    return {
        "id": submission.id,
        "round": name_of(round_),
        "purpose": submission.purpose.value,
        "version": submission.number,
        "bot": submission.name,
        "filename": submission.filename,
        "language": submission.language,
        "state": submission.state.value,
        "verdict": submission.verdict,
        "active": bot is not None and bot.active == submission.id,
        "created": submission.created,
        "address": f"/submissions/{submission.id}",
    }


def name_of(round_: Round) -> str:
    """Return how programs name a round."""
    return f"{round_.slug}/{round_.number}"


def shown(arena: Arena, account: Account, submission: Submission) -> Shown:
    """Return a submission as its author may read it."""
    report, round_ = report_of(submission), round_by_id(arena, submission.round)
    return Shown(
        **listed_values(submission, round_, find_bot(arena, round_, account)),
        place=place_in_queue(arena, submission),
        log=submission.log,
        passed=list(report.passed),
        fault=list(report.fault),
        command=report.command,
        has_record=submission.has_record,
    )


def own(arena: Arena, account: Account, identity: int) -> Submission:
    """Return a submission of an account; others' are as if they were not there."""
    try:
        found = find(arena, identity)
    except Mistake:
        found = None
    if found is None or found.account != account.id:
        raise NotFoundException(f"You have no submission {identity}.")
    return found


@get("/api/me", tags=["account"], responses=MISSING, summary="Who a token speaks for")
async def me(request: Asked) -> Whom:
    """Return the account behind a token, and what the token is for."""
    account = account_with(request, Scope.READ)
    scopes: frozenset[Scope] = request.scope["state"]["scopes"]
    return Whom(account.name, account.role.value, sorted(scopes))


@post(
    "/api/rounds/{slug:str}/{number:int}/submissions",
    tags=TAGS,
    responses=MISSING,
    summary="Send a program",
    request_max_body_size=LARGEST_UPLOAD,
)
async def send(
    request: Asked,
    slug: Slug,
    number: Number,
    data: Annotated[Sent, Body(media_type=RequestEncodingType.MULTI_PART)],
) -> Shown:
    """Put a program into the queue: to enter it, or only to try it against the test player."""
    account = account_with(request, Scope.SUBMIT)
    place = await find_place(request)
    content = await data.file.read()
    arena = site_of(request).arena

    def add() -> Shown:
        upload = Upload(data.file.filename, content, data.purpose, data.name, data.keep)
        return shown(arena, account, submit(arena, place.round, account, upload))

    return await asyncio.to_thread(add)


@post("/api/rounds/{slug:str}/{number:int}/try", tags=TAGS, responses=MISSING, summary="Try the active version")
async def try_again(request: Asked, slug: Slug, number: Number) -> Shown:
    """Let the version that plays meet the test player once more."""
    account = account_with(request, Scope.SUBMIT)
    place = await find_place(request)
    arena = site_of(request).arena
    return await asyncio.to_thread(lambda: shown(arena, account, try_active(arena, place.round, account)))


@post(
    "/api/rounds/{slug:str}/{number:int}/withdraw",
    status_code=204,
    tags=TAGS,
    responses=MISSING,
    summary="Withdraw a bot",
)
async def leave(request: Asked, slug: Slug, number: Number) -> None:
    """Let no version of the bot play until another one is sent or chosen."""
    account = account_with(request, Scope.SUBMIT)
    place = await find_place(request)
    await asyncio.to_thread(withdraw, site_of(request).arena, account, place.round)


@get("/api/submissions", tags=TAGS, responses=MISSING, summary="List what you have sent")
async def sent(
    request: Asked,
    round_: Annotated[
        str, QueryParameter(name="round", description="Only those of a round, as SLUG/NUMBER.", max_length=100)
    ] = "",
) -> list[Listed]:
    """Return the latest hundred, the newest first."""
    account = account_with(request, Scope.READ)
    arena = site_of(request).arena

    def look() -> list[Listed]:
        found = of_account(arena, account.id)
        rounds = {number: round_by_id(arena, number) for number in {one.round for one in found}}
        wanted = [one for one in found if round_ in ("", name_of(rounds[one.round]))][:LATEST]
        bots = {number: find_bot(arena, rounds[number], account) for number in {one.round for one in wanted}}
        return [Listed(**listed_values(one, rounds[one.round], bots[one.round])) for one in wanted]

    return await asyncio.to_thread(look)


@get("/api/submissions/{identity:int}", tags=TAGS, responses=MISSING, summary="How far a submission is")
async def one(request: Asked, identity: Id) -> Shown:
    """Return a submission with its log and what its check has found."""
    account = account_with(request, Scope.READ)
    arena = site_of(request).arena
    return await asyncio.to_thread(lambda: shown(arena, account, own(arena, account, identity)))


@post(
    "/api/submissions/{identity:int}/activate",
    status_code=200,
    tags=TAGS,
    responses=MISSING,
    summary="Choose the version that plays",
)
async def choose(request: Asked, identity: Id) -> Shown:
    """Let this version play; it must have passed its check."""
    account = account_with(request, Scope.SUBMIT)
    arena = site_of(request).arena

    def change() -> Shown:
        activate(arena, account, own(arena, account, identity))
        return shown(arena, account, own(arena, account, identity))

    return await asyncio.to_thread(change)


@get(
    "/api/submissions/{identity:int}/record", tags=TAGS, responses=MISSING, summary="The match against the test player"
)
async def record(request: Asked, identity: Id) -> Response[dict[str, Any]]:
    """Return the record of the match, as overtrick replay reads it."""
    account = account_with(request, Scope.READ)
    arena = site_of(request).arena
    submission = await asyncio.to_thread(own, arena, account, identity)
    if not submission.has_record:
        raise NotFoundException(f"Submission {identity} has not played the test player.")
    text = await asyncio.to_thread(record_text, arena, submission)
    return Response(json.loads(text))


ROUTES = (me, send, try_again, leave, sent, one, choose, record)
