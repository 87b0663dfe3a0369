"""The page of a bot: its versions, how it does against each other bot, what goes wrong, its best and worst matches."""

import asyncio
from dataclasses import dataclass
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException

from overtrick.arena.arena import Arena
from overtrick.arena.boards.board import Board, Line
from overtrick.arena.boards.bot_results import BotResults, bot_results
from overtrick.arena.boards.matches import Version, versions_in
from overtrick.arena.competitions.competition import Round
from overtrick.arena.people.accounts import find_account
from overtrick.arena.submissions.submission import PUBLIC, Bot, Submission
from overtrick.arena.submissions.submissions import bot_by_id
from overtrick.arena.submissions.submissions import versions as versions_of
from overtrick.arena.visible import sees_sources
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable
from overtrick.tournament.report.charts import ends, interval, minus, scale_of
from overtrick.tournament.report.markup import written
from overtrick.tournament.report.words import known, number, stars
from overtrick.web.boards.cross import SHADES, cell_of, cells_by_pair
from overtrick.web.boards.live import Place
from overtrick.web.boards.view import BoardView
from overtrick.web.competitions.round_page import find_place, part_of, round_page
from overtrick.web.matches.rows import ENDINGS, match_rows
from overtrick.web.site.people import account_of
from overtrick.web.site.site import Asked, number_in_path, site_of


@dataclass(frozen=True)
class Found:
    """A bot, whose it is and what they sent."""

    bot: Bot
    owner: str
    sent: tuple[Submission, ...]  # the latest first
    versions: dict[str, list[Version]]

    @property
    def active(self) -> Submission | None:
        """The version that plays."""
        return next((one for one in self.sent if one.id == self.bot.active), None)


def find_bot(arena: Arena, round_: Round, number: int) -> Found | None:
    """Return a bot of a round, or None if there is none."""
    try:
        bot = bot_by_id(arena, number)
    except Mistake:
        return None
    if bot.round != round_.id:
        return None
    account = find_account(arena, bot.account)
    sent = versions_of(arena, round_, bot.account)
    return Found(bot, account.name if account else "", sent, versions_in(arena, round_.id))


async def asked_bot(request: Asked, place: Place) -> Found:
    """Return the bot that an address names, or raise NotFoundException."""
    live = site_of(request).live
    number = number_in_path(request, "bot")
    found = await live.kept(("bot", place.round.id, number), find_bot, live.arena, place.round, number)
    if found is None or (not any(one.state in PUBLIC for one in found.sent) and not is_own(request, found)):
        raise NotFoundException("There is no such bot.")
    return found


def is_own(request: Asked, found: Found) -> bool:
    """Return whether a bot is that of whoever asks."""
    account = account_of(request)
    return account is not None and account.id == found.bot.account


@get("/c/{slug:str}/{number:int}/bots/{bot:int}")
async def bot_page(request: Asked) -> Response[str]:
    """The page of a bot."""
    place, account = await find_place(request), account_of(request)
    found = await asked_bot(request, place)
    part = part_of(place, account, request.query_params.get("of", ""))
    live = site_of(request).live
    view = None
    results = BotResults(0, 0, (), (), ())
    if part.tournament is not None:
        view = await live.board(part.tournament, part.places, place.round.path)
    if part.tournament is not None and part.whole:
        given = (live.arena, part.tournament, found.bot.id, found.bot.active, found.versions)
        stamp = (view.board.made if view else 0, found.bot.active)
        results = await live.lasting(("results", part.tournament, found.bot.id), stamp, bot_results, *given)
    own = is_own(request, found)
    return round_page(
        request,
        "competitions/bot.html",
        place,
        "board",
        part=part,
        found=found,
        own=own,
        listed=[one for one in found.sent if own or one.state in PUBLIC],
        line=line_of(view.board, found.bot.id) if view else None,
        view=view,
        opponents=await asyncio.to_thread(opponents, view, found.bot.id) if view else [],
        results=results,
        best=match_rows(results.best, found.versions),
        worst=match_rows(results.worst, found.versions),
        errors=[(ENDINGS[one.ending], one.count, printable(one.sentence), one.key) for one in results.errors],
        may_read=own or sees_sources(place.standing, account),
    )


def line_of(board: Board, bot: int) -> Line | None:
    """Return the line of a bot, if it is shown."""
    return next((line for line in board.lines if line.bot == bot), None)


def opponents(view: BoardView, bot: int) -> list[dict[str, Any]]:
    """Return how a bot does against each of the others, in the order of the ranking."""
    mine = line_of(view.board, bot)
    if mine is None:
        return []
    cells = cells_by_pair(view.board)
    met = [(other, cell_of(cells, mine.name, other.name)) for other in view.board.lines if other.name != mine.name]
    measure = view.measure
    drawn = {other.name: cell.difference.times(measure.factor) for other, cell in met if cell}
    scale = scale_of([0.0, *ends(one for one in drawn.values() if known(one))])
    told = []
    for other, cell in met:
        if cell is None or not known(cell.difference):
            continue
        text = minus(measure.difference(cell.difference.value, view.digits))
        span = minus(measure.span(cell.difference, view.digits))
        told.append(
            {
                "line": other,
                "text": text,
                "stars": "*" * stars(cell.p),
                "shade": SHADES[measure.better(cell.difference.value)][stars(cell.p)],
                "bar": written(interval(drawn[other.name], scale, f"{text}, interval {span}")),
                "span": span,
                "p": number(cell.p, 3),
                "blocks": cell.blocks,
            }
        )
    return told


ROUTES = (bot_page,)
