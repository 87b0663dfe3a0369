"""What the API answers, as values: its OpenAPI document is made from these, so they say all that can come."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from overtrick.arena.boards.board import Board, Line
from overtrick.arena.boards.matches import Listed, Version, version_of
from overtrick.arena.competitions.competition import Competition, Round
from overtrick.arena.visible import secret_out, standing
from overtrick.bots.fence.limits import limits_text
from overtrick.web.boards.cross import cell_of, cells_by_pair

# What addresses hold

Slug = Annotated[str, PathParameter(description="The word of a competition in addresses.", max_length=60)]
Number = Annotated[int, PathParameter(description="The number of a round, from 1.", ge=1, le=2**31 - 1)]
BotNumber = Annotated[int, PathParameter(description="The number of a bot.", ge=1, le=2**31 - 1)]


@dataclass(frozen=True)
class RoundValue:
    """A round of a competition; moments are seconds since 1970."""

    slug: str
    number: int
    title: str
    game: str
    seats: int
    options: dict[str, str | int | list[int]]
    state: str  # planned, open, final, over or cancelled
    halted: str  # why it is paused or cancelled; empty if it is neither
    opens: int
    closes: int
    rank_by: str
    languages: list[str]  # empty for all
    format: str  # of the final with few entries; one with many is always focused
    blocks: int
    final_blocks: int
    top: int  # of a focused final: the places whose order shall become certain
    budget: int | None  # of a focused final: the most matches
    hours: float | None  # of a focused final: how long it may take,
    pace: float | None  # at so many matches a second, as measured when the round closed
    max_faults: int | None
    players: list[str]
    publish_sources: bool
    release: str
    uploads_a_day: int
    cpu_ms: int
    bank_ms: int
    memory_mb: int
    limits: str  # all that are not the usual ones, as --limits takes them
    commitment: str
    secret: str | None  # hexadecimal, once all results are out or the round is cancelled
    page: str


@dataclass(frozen=True)
class AnnouncementValue:
    """What an organiser has posted."""

    posted: int
    text: str
    link: str


@dataclass(frozen=True)
class CompetitionValue:
    """A competition with its rounds and announcements."""

    slug: str
    title: str
    text: str
    entry: str  # anyone or invited
    state: str  # draft, open or archived
    rounds: list[RoundValue]
    announcements: list[AnnouncementValue]
    page: str


@dataclass(frozen=True)
class LineValue:
    """A line of a leaderboard; value, low and high end of an interval, null where nothing is known."""

    name: str
    group: int  # rank group from 1; 0 if not ranked
    owner: str  # empty for a player we ship
    bot: int | None
    version: int | None
    worth: list[float | None]
    score: list[float | None]
    place: float | None
    won: float | None
    strength: list[float | None] | None
    matches: int
    faults: int
    needed: int | None
    trend: list[float | None]
    facts: dict[str, int]


@dataclass(frozen=True)
class BoardValue:
    """A leaderboard at a moment."""

    part: str  # provisional or final
    made: int  # milliseconds since 1970; 0 if there is none yet
    records: int
    planned: int
    rank_by: str
    final: bool
    lines: list[LineValue]


@dataclass(frozen=True)
class CellValue:
    """Two at common tables: the worth of name minus that of against."""

    name: str
    against: str
    difference: list[float | None]
    p: float | None
    blocks: int


@dataclass(frozen=True)
class SeatValue:
    """Who sat somewhere in a match, and what they got."""

    name: str
    bot: int | None
    version: int | None
    total: int
    place: int
    faults: int


@dataclass(frozen=True)
class MatchValue:
    """A finished match."""

    key: str
    played: int
    game: str
    cluster: int  # which set of cards
    seats: list[SeatValue]
    ending: str
    at_fault: int | None  # the seat, from 0, whose fault ended it
    page: str
    replay: str


@dataclass(frozen=True)
class MatchesValue:
    """Some matches, the latest first, and what to send as before to get earlier ones."""

    matches: list[MatchValue]
    before: str | None


@dataclass(frozen=True)
class HighlightValue:
    """What was remarkable in a round."""

    title: str
    sentence: str
    key: str


@dataclass(frozen=True)
class VersionValue:
    """A version of a bot."""

    number: int
    language: str
    created: int
    plays: bool


@dataclass(frozen=True)
class BotValue:
    """A bot of a round."""

    id: int
    name: str
    owner: str
    versions: list[VersionValue]  # the latest first
    line: LineValue | None
    page: str


@dataclass(frozen=True)
class ErrorValue:
    """What went wrong, in a sentence."""

    status: int
    error: str


WRONG = {
    400: ResponseSpec(ErrorValue, description="What was asked cannot be understood."),
    401: ResponseSpec(ErrorValue, description="The token does not count."),
    403: ResponseSpec(ErrorValue, description="The token is not for this."),
}
MISSING = WRONG | {404: ResponseSpec(ErrorValue, description="There is nothing of that name, or not for you.")}
"""The answers that something went wrong with, for the document."""


# Made of what the arena knows


def round_value(round_: Round, *, out: bool) -> RoundValue:
    """Return a round; its secret only once all results are out."""
    details, limits = round_.details, round_.details.limits
    return RoundValue(
        slug=round_.slug,
        number=round_.number,
        title=round_.title,
        game=round_.game,
        seats=details.seats,
        options=dict(details.options),
        state=str(round_.state),
        halted=round_.halted,
        opens=round_.opens,
        closes=round_.closes,
        rank_by=str(details.rank_by),
        languages=list(details.languages),
        format=str(details.format),
        blocks=details.blocks,
        final_blocks=details.final_blocks,
        top=details.top,
        budget=details.budget,
        hours=details.hours,
        pace=details.pace,
        max_faults=details.max_faults,
        players=list(details.players),
        publish_sources=details.publish_sources,
        release=str(details.release),
        uploads_a_day=details.uploads_a_day,
        cpu_ms=limits.cpu_ms,
        bank_ms=limits.bank_ms,
        memory_mb=limits.memory_mb,
        limits=limits_text(limits),
        commitment=round_.commitment,
        secret=round_.secret.hex() if out and round_.secret else None,
        page=round_.path,
    )


def whole(competition: Competition) -> CompetitionValue:
    """Return a competition with its rounds; their secrets only once all results are out."""
    return CompetitionValue(
        slug=competition.slug,
        title=competition.title,
        text=competition.text,
        entry=str(competition.entry),
        state=str(competition.state),
        rounds=[round_value(one, out=secret_out(standing(competition.state, one))) for one in competition.rounds],
        announcements=[AnnouncementValue(one.posted, one.text, one.link) for one in competition.announcements],
        page=competition.path,
    )


def finite(value: float) -> float | None:
    """Return a number, or None if it is none that JSON knows."""
    return value if math.isfinite(value) else None


def line_value(line: Line) -> LineValue:
    """Return a line of a leaderboard."""
    numbers: dict[str, Any] = {
        "worth": [finite(value) for value in line.worth.numbers],
        "score": [finite(value) for value in line.score.numbers],
        "trend": [finite(value) for value in line.trend],
        "strength": None if line.strength is None else [finite(value) for value in line.strength.numbers],
    }
    return LineValue(**(vars(line) | numbers | {"place": finite(line.place), "won": finite(line.won)}))


def board_value(board: Board, part: str) -> BoardValue:
    """Return a leaderboard."""
    lines = [line_value(line) for line in board.lines]
    return BoardValue(part, board.made, board.records, board.planned, board.rank_by, board.final, lines)


def cell_values(board: Board) -> list[CellValue]:
    """Return how every two compare, in both directions."""
    cells, names = cells_by_pair(board), [line.name for line in board.lines]
    return [
        CellValue(first, second, [finite(value) for value in cell.difference.numbers], finite(cell.p), cell.blocks)
        for first in names
        for second in names
        if (cell := cell_of(cells, first, second)) is not None
    ]


def match_value(match: Listed, versions: Mapping[str, Sequence[Version]]) -> MatchValue:
    """Return a finished match."""
    seats = []
    for seat in match.seats:
        version = version_of(seat.content, versions)
        bot, number = (version.bot, version.number) if version else (None, None)
        seats.append(SeatValue(seat.name, bot, number, seat.total, seat.place, seat.faults))
    places = (f"/m/{match.key}", f"/replay/{match.key}")
    return MatchValue(
        match.key, match.played, match.game, match.cluster, seats, str(match.ending), match.at_fault, *places
    )
