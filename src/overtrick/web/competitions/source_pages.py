"""Programs to read after a round: with colours, as a file to download, and as a copy to start from."""

import asyncio
from dataclasses import dataclass

from litestar import Response, get
from litestar.exceptions import NotFoundException

from overtrick.arena.arena import Arena
from overtrick.arena.boards.matches import Version, versions_in
from overtrick.arena.competitions.competition import Round, RoundState
from overtrick.arena.competitions.competitions import live_rounds
from overtrick.arena.people.accounts import Account
from overtrick.arena.submissions.archive import Files, pack_files
from overtrick.arena.submissions.submission import Submission
from overtrick.arena.submissions.submissions import files_of_submission
from overtrick.arena.visible import sees_sources
from overtrick.core.mistake import Mistake
from overtrick.web.boards.live import Live, Place
from overtrick.web.competitions.bot_pages import Found, asked_bot, is_own
from overtrick.web.competitions.colours import coloured
from overtrick.web.competitions.round_page import find_place, round_page
from overtrick.web.site.people import account_of, own_address
from overtrick.web.site.site import Asked, site_of

MOST_SHOWN = 200_000  # letters of a program on its page
FORK_NOTE = "FORKED.md"


@dataclass(frozen=True)
class Shown:
    """A file of a program on its page."""

    path: str
    size: int
    html: str | None  # None if it is no text
    cut: bool = False  # whether the page has only its beginning


@get("/c/{slug:str}/{number:int}/sources")
async def sources(request: Asked) -> Response[str]:
    """The programs of a round that is over."""
    place = await find_place(request)
    if not sees_sources(place.standing, account_of(request)):
        raise NotFoundException("The programs of this round are not published, or not yet.")
    live = site_of(request).live
    listed = await live.kept(("sources", place.round.id), published, live.arena, place.round)
    return round_page(request, "competitions/sources.html", place, "sources", listed=listed)


def published(arena: Arena, round_: Round) -> list[Version]:
    """Return the programs that played in a final."""
    sent = {one.submission: one for same in versions_in(arena, round_.id).values() for one in same}
    return [sent[entry.submission] for entry in round_.entries if entry.submission in sent]


async def readable(request: Asked) -> tuple[Place, Found, Submission]:
    """Return the program that an address names, if whoever asks may read it: their own, or one that is published."""
    place, account = await find_place(request), account_of(request)
    found = await asked_bot(request, place)
    played = {entry.bot: entry.submission for entry in place.round.entries}.get(found.bot.id)
    wanted = played if played is not None else found.bot.active
    version = next((one for one in found.sent if one.id == wanted), None)
    allowed = is_own(request, found) or (played is not None and sees_sources(place.standing, account))
    if version is None or not allowed:
        raise NotFoundException("The program of this bot is not published, or not yet.")
    return place, found, version


@get("/c/{slug:str}/{number:int}/sources/{bot:int}")
async def source(request: Asked) -> Response[str]:
    """A program with its files in colours."""
    place, found, version = await readable(request)
    live = site_of(request).live
    files = await live.lasting(("source", version.id), version.source, shown_source, live.arena, version)
    targets = await live.kept(("open", place.round.game), open_rounds, live.arena, place.round.game)
    return round_page(
        request,
        "competitions/source.html",
        place,
        "sources",
        found=found,
        sent=version,
        files=files,
        targets=targets if account_of(request) else [],
        has_targets=bool(targets),
    )


def shown_source(arena: Arena, version: Submission) -> list[Shown]:
    """Return the files of a version for its page."""
    return shown_files(files_of_submission(arena, version))


def shown_files(files: Files) -> list[Shown]:
    """Return files for a page, whole as long as there is room: the short ones first, as the long ones are data."""
    shown, left = [], MOST_SHOWN
    for path, data in sorted(files.items(), key=lambda file: len(file[1])):
        try:
            text = data.decode()
        except UnicodeDecodeError:
            shown.append(Shown(path, len(data), None))
            continue
        shown.append(Shown(path, len(data), coloured(path, text[:left]), cut=len(text) > left))
        left = max(left - len(text), 0)
    return sorted(shown, key=lambda one: one.path)


def open_rounds(arena: Arena, game: str) -> list[Round]:
    """Return the rounds of a game that take programs now."""
    return [one for one in live_rounds(arena) if one.game == game and one.state is RoundState.OPEN]


# Files


@get("/c/{slug:str}/{number:int}/sources/{bot:int}/zip")
async def source_zip(request: Asked) -> Response[bytes]:
    """A program as it was sent."""
    place, found, version = await readable(request)
    files = await asyncio.to_thread(files_of_submission, site_of(request).arena, version)
    return await zip_answer(files, f"{place.round.slug}-{place.round.number}-bot-{found.bot.id}")


@get("/c/{slug:str}/{number:int}/sources/{bot:int}/fork")
async def fork_zip(request: Asked) -> Response[bytes]:
    """A program as a copy to start from, with a note on where it comes from and how to go on."""
    place, found, version = await readable(request)
    files = await asyncio.to_thread(files_of_submission, site_of(request).arena, version)
    if files:
        files[FORK_NOTE] = fork_note(request, place, found, version).encode()
    return await zip_answer(files, f"fork-of-{place.round.slug}-bot-{found.bot.id}")


def fork_note(request: Asked, place: Place, found: Found, version: Submission) -> str:
    """Return where a copy comes from and how to go on with it."""
    round_, host = place.round, own_address(request)
    return (
        f"# A copy of {found.bot.name}\n\n"
        f"Version {version.number} by {found.owner}, from {host}{round_.path}/bots/{found.bot.id}\n\n"
        f"Change it, then try it at home: `overtrick check . --game {round_.game}`\n"
        f"and send it: `overtrick login {host}`, then `overtrick submit .`\n"
    )


async def zip_answer(files: Files, name: str) -> Response[bytes]:
    """Return files as an archive to download."""
    if not files:
        raise NotFoundException("The files of this program were deleted.")
    headers = {"content-disposition": f'attachment; filename="{name}.zip"', "cache-control": "no-store"}
    packed = await asyncio.to_thread(pack_files, files)
    return Response(packed, media_type="application/zip", headers=headers)


def forked_files(live: Live, account: Account | None, submission: Submission, place: Place) -> Files:
    """Return the files of a version that somebody goes on with, or raise Mistake if they may not read it."""
    played = any(entry.submission == submission.id for entry in place.round.entries)
    own = account is not None and account.id == submission.account
    if not own and not (played and sees_sources(place.standing, account)):
        raise Mistake(f"there is no published program {submission.id}")
    return files_of_submission(live.arena, submission)


ROUTES = (sources, source, source_zip, fork_zip)
