"""Pages for authors: how to enter a round, and how far a program is that they sent. Nobody else sees the second."""

import asyncio
import json
from dataclasses import dataclass, replace
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competition import ALL, Round, RoundState
from overtrick.arena.competitions.competitions import find_competition, may_enter, round_by_id
from overtrick.arena.people.accounts import Account
from overtrick.arena.submissions.archive import MOST_FILES, MOST_PACKED, MOST_UNPACKED
from overtrick.arena.submissions.queue import place_in_queue
from overtrick.arena.submissions.result import Report, report_of
from overtrick.arena.submissions.submission import Bot, Purpose, State, Submission
from overtrick.arena.submissions.submissions import (
    WAITING,
    Upload,
    activate,
    find,
    find_bot,
    record_text,
    submit,
    submit_files,
    try_active,
    versions,
    withdraw,
)
from overtrick.arena.worker.lease import Status, status
from overtrick.bots.builtin import sparring_partner
from overtrick.core.mistake import Mistake
from overtrick.web.boards.live import Place
from overtrick.web.competitions.bot_pages import line_of
from overtrick.web.competitions.round_page import find_place, round_page
from overtrick.web.competitions.source_pages import forked_files
from overtrick.web.matches.replays import download, replay_page, thoughts, worked_out
from overtrick.web.site.errors import sentence_of
from overtrick.web.site.people import account_of, own_address, signed_in
from overtrick.web.site.site import Asked, number_in_path, page, site_of
from overtrick.web.titles import known_face

LARGEST_UPLOAD = MOST_PACKED + 100_000  # with what a form adds


@dataclass(frozen=True)
class Desk:
    """What somebody finds where programs are handed in."""

    status: Status
    may: bool = False
    bot: Bot | None = None
    sent: tuple[Submission, ...] = ()


def look(arena: Arena, place: Place, account: Account | None) -> Desk:
    """Return what somebody finds at the desk of a round."""
    if account is None:
        return Desk(status(arena))
    may = may_enter(arena, place.competition, account)
    bot = find_bot(arena, place.round, account)
    return Desk(status(arena), may, bot, versions(arena, place.round, account.id))


@get("/c/{slug:str}/{number:int}/enter")
async def enter(request: Asked) -> Response[str]:
    """How to enter a round, and the forms for it."""
    return await enter_page(request, await find_place(request), None)


async def enter_page(request: Asked, place: Place, problem: str | None) -> Response[str]:
    """Return the page, with what is wrong with what was sent."""
    desk = await asyncio.to_thread(look, site_of(request).arena, place, account_of(request))
    fork = request.query_params.get("fork", "")
    starters = known_face(place.round.game).starters
    answer = round_page(
        request,
        "competitions/enter.html",
        place,
        "enter",
        desk=desk,
        address=own_address(request),
        tester=sparring_partner(place.round.game),
        starters=starters,
        bot="my_bot" if starters else "my_bot.py",
        fork=fork if is_number(fork) else "",
        problem=problem,
        allowed={"packed": MOST_PACKED, "unpacked": MOST_UNPACKED, "files": MOST_FILES},
    )
    answer.status_code = 400 if problem else 200
    return answer


@post("/c/{slug:str}/{number:int}/enter", status_code=303, request_max_body_size=LARGEST_UPLOAD)
async def send(request: Asked) -> Response[Any]:
    """Take a program, to enter it or to try it."""
    account, place = signed_in(request), await find_place(request)
    form = await request.form()
    texts = {name: value for name, value in form.items() if isinstance(value, str)}
    purpose = Purpose.TRY if texts.get("purpose") == Purpose.TRY else Purpose.ENTER
    name = texts.get("name", "").strip()
    try:
        if "fork" in texts:
            sent = await send_copy(request, place, account, texts["fork"], name)
        else:
            given = form.get("file")
            if not isinstance(given, UploadFile) or not given.filename:
                raise Mistake("there is no file in this form; choose one")
            upload = Upload(given.filename, await given.read(), purpose, name, keep="keep" in texts)
            await given.close()
            sent = await asyncio.to_thread(submit, site_of(request).arena, place.round, account, upload)
    except Mistake as mistake:
        return await enter_page(request, place, sentence_of(mistake)[1])
    return Redirect(f"/submissions/{sent.id}", status_code=303)


def is_number(text: str) -> bool:
    """Return whether a text may be the number of a submission."""
    return text.isascii() and text.isdigit() and len(text) < 10


async def send_copy(request: Asked, place: Place, account: Account, fork: str, name: str) -> Submission:
    """Enter a published program as it is, or raise Mistake."""
    if not is_number(fork):
        raise Mistake(f"fork is {fork[:20]!r}; allowed: the number of a submission")
    site = site_of(request)
    origin = await asyncio.to_thread(find, site.arena, int(fork))
    round_ = await asyncio.to_thread(round_by_id, site.arena, origin.round)
    whence = await site.live.place(round_.slug, round_.number)
    if whence is None:
        raise Mistake(f"there is no published program {fork}")
    files = await asyncio.to_thread(forked_files, site.live, account, origin, whence)
    upload = Upload(origin.filename, b"", Purpose.ENTER, name)
    return await asyncio.to_thread(submit_files, site.arena, place.round, account, upload, files)


@post("/c/{slug:str}/{number:int}/try", status_code=303)
async def try_again(request: Asked) -> Response[Any]:
    """Let one's active version play the test player."""
    account, place = signed_in(request), await find_place(request)
    try:
        sent = await asyncio.to_thread(try_active, site_of(request).arena, place.round, account)
    except Mistake as mistake:
        return await enter_page(request, place, sentence_of(mistake)[1])
    return Redirect(f"/submissions/{sent.id}", status_code=303)


@post("/c/{slug:str}/{number:int}/withdraw", status_code=303)
async def take_out(request: Asked) -> Response[Any]:
    """Let no version of one's bot play."""
    account, place = signed_in(request), await find_place(request)
    try:
        await asyncio.to_thread(withdraw, site_of(request).arena, account, place.round)
    except Mistake as mistake:
        return await enter_page(request, place, sentence_of(mistake)[1])
    return Redirect(f"{place.round.path}/enter", status_code=303)


# One submission


@dataclass(frozen=True)
class Sent:
    """A submission with all that its page shows."""

    submission: Submission
    round: Round
    title: str  # of the competition
    report: Report
    queue: int  # its place there
    bot: Bot | None
    status: Status
    matches: int = 0  # that it has played for the board
    rank: int = 0  # its rank group; 0 if it has none yet

    @property
    def plays(self) -> bool:
        """Whether it is the version that plays."""
        entered = self.submission.purpose is Purpose.ENTER
        return entered and self.bot is not None and self.bot.active == self.submission.id

    @property
    def steps(self) -> list[tuple[str, str]]:
        """The steps on the way to the board: a word, and how far each is."""
        order = [State.QUEUED, State.BUILDING, State.CHECKING, State.PASSED]
        words = ["queued", "built", "checked against the test player"]
        state = self.submission.state
        built = self.submission.content or self.report.command.startswith("overtrick match") or self.report.passed
        at = order.index(state) if state in order else 3 if state is State.SUSPENDED else 2 if built else 1
        steps = [
            (word, "done" if at > place else ("failed" if state is State.FAILED else "now") if at == place else "later")
            for place, word in enumerate(words)
        ]
        if self.submission.purpose is Purpose.TRY:
            return steps
        playing = "done" if self.rank else "now" if self.plays else "later"
        if state is not State.PASSED:
            playing = "failed" if state is State.SUSPENDED else "later"
        return [*steps, ("playing", playing), ("ranked", "done" if self.rank and self.plays else "later")]

    @property
    def waits(self) -> bool:
        """Whether something will change soon."""
        entered = self.submission.purpose is Purpose.ENTER and self.plays and not self.rank
        return self.submission.state in WAITING or (entered and self.round.state is RoundState.OPEN)


def gather(arena: Arena, number: int, account: Account) -> Sent:
    """Return a submission of somebody, or raise Mistake; that others have sent something nobody learns."""
    submission = find(arena, number)
    if submission.account != account.id:
        raise Mistake(f"there is no submission {number}")
    round_ = round_by_id(arena, submission.round)
    return Sent(
        submission,
        round_,
        find_competition(arena, round_.slug).title,
        report_of(submission),
        place_in_queue(arena, submission),
        find_bot(arena, round_, account),
        status(arena),
    )


async def own(request: Asked) -> Sent:
    """Return the submission that an address names, if it is the visitor's."""
    account, number, live = signed_in(request), number_in_path(request), site_of(request).live
    try:
        sent = await asyncio.to_thread(gather, live.arena, number, account)
    except Mistake:
        raise NotFoundException("There is no such submission of yours.") from None
    if not sent.plays or sent.bot is None or sent.round.provisional is None:
        return sent
    view = await live.board(sent.round.provisional, ALL, sent.round.path)
    line = line_of(view.board, sent.bot.id) if view else None
    if line is None or line.version != sent.submission.number:
        return sent
    return replace(sent, matches=line.matches, rank=line.group)


@get("/submissions/{number:int}")
async def submission(request: Asked) -> Response[str]:
    """How far a program is that somebody sent."""
    sent = await own(request)
    return page(
        request, "competitions/submission.html", sent=sent, one=sent.submission, round=sent.round, report=sent.report
    )


@post("/submissions/{number:int}/activate", status_code=303)
async def choose(request: Asked) -> Response[Any]:
    """Let this version play."""
    sent = await own(request)
    await asyncio.to_thread(activate, site_of(request).arena, signed_in(request), sent.submission)
    return Redirect(f"{sent.round.path}/enter", status_code=303)


async def kept_match(request: Asked) -> tuple[Sent, str]:
    """Return a submission, and its match against the test player as text."""
    sent = await own(request)
    if not sent.submission.has_record:
        raise NotFoundException("This program has not played the test player.")
    return sent, await asyncio.to_thread(record_text, site_of(request).arena, sent.submission)


@get("/submissions/{number:int}/replay")
async def replay(request: Asked) -> Response[str]:
    """The match against the test player."""
    sent, text = await kept_match(request)
    where = f"/submissions/{sent.submission.id}/replay"
    return replay_page(request, await worked_out(request, where, want="page", text=text, base=where, raw=True))


@get("/submissions/{number:int}/replay/file")
async def replay_file(request: Asked) -> Response[str]:
    """The same as one file."""
    sent, text = await kept_match(request)
    where = f"/submissions/{sent.submission.id}/replay"
    return download(await worked_out(request, where, want="file", text=text, number=1, raw=True))


@get("/submissions/{number:int}/replay/thoughts")
async def replay_thoughts(request: Asked) -> Response[str]:
    """What the strong player thinks in it."""
    sent, text = await kept_match(request)
    return await thoughts(request, f"/submissions/{sent.submission.id}", request.query_params, text=text)


@get("/submissions/{number:int}/record")
async def record(request: Asked) -> Response[str]:
    """The match as a file of records."""
    sent, text = await kept_match(request)
    headers = {"content-disposition": f'attachment; filename="submission-{sent.submission.id}.jsonl"'}
    line = json.dumps(json.loads(text))
    return Response(line + "\n", media_type=MediaType.JSON, headers={**headers, "cache-control": "no-store"})


ROUTES = (enter, send, try_again, take_out, submission, choose, replay, replay_file, replay_thoughts, record)
