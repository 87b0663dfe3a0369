"""Rivals: where its author asked for it, the better of two versions of a bot plays, by the provisional ranking."""

import math
from typing import Any

from sqlalchemy import select, update

from overtrick.arena.arena import Arena
from overtrick.arena.boards.board import Board, Line
from overtrick.arena.boards.board_rows import latest_board
from overtrick.arena.competitions.competitions import round_by_id
from overtrick.arena.submissions.submission import Submission
from overtrick.store.schema import bots, submissions
from overtrick.tournament.report.words import MEASURES
from overtrick.tournament.stated.tournament import RankBy


def worth_before(arena: Arena, submission: Submission) -> float | None:
    """Return what the version that plays is worth, if it shall come back should a submission rank lower."""
    tournament = round_by_id(arena, submission.round).provisional if submission.keep else None
    board = None if tournament is None else latest_board(arena, tournament)
    if board is None:
        return None
    mine = (bots.c.round == submission.round, bots.c.account == submission.account)
    query = select(bots.c.id, submissions.c.number).join(submissions, submissions.c.id == bots.c.active).where(*mine)
    with arena.reading() as connection:
        playing = connection.execute(query).first()
    line = None if playing is None else _line(board, playing.id, playing.number)
    return None if line is None else line.worth.value


def settle(arena: Arena, board: Board) -> list[str]:
    """Let former versions come back that rank higher than those that play now; return a sentence for each.

    Nothing is decided before all matches of the provisional ranking are played.
    """
    if board.records < board.planned:
        return []
    there = [line.bot for line in board.lines if line.bot is not None]
    former = submissions.alias()
    query = (
        select(bots, submissions.c.number, former.c.number.label("former"))
        .join(submissions, submissions.c.id == bots.c.active)
        .join(former, former.c.id == bots.c.rival)
        .where(bots.c.rival.is_not(None), bots.c.id.in_(there))
    )
    with arena.reading() as connection:
        rivals = connection.execute(query).all()
    return [told for rival in rivals if (told := _settle(arena, board, rival))]


def _settle(arena: Arena, board: Board, rival: Any) -> str:
    line = _line(board, rival.id, rival.number)
    if line is None:
        return ""  # this board is of the time before
    measure, worth = MEASURES[RankBy(board.rank_by)], line.worth.value
    comes_back = measure.better(rival.rival_worth - worth) > 0
    playing = (bots.c.id == rival.id, bots.c.active == rival.active, bots.c.rival == rival.rival)
    chosen = rival.rival if comes_back else rival.active
    told = (
        f"it plays without a fault, but version {rival.former} ranks higher "
        f"({measure.text(rival.rival_worth, 2)} against {measure.text(worth, 2)}), so that one plays"
    )
    with arena.writing() as connection:
        changed = connection.execute(
            update(bots).where(*playing).values(active=chosen, rival=None, rival_worth=None)
        ).rowcount
        if not (changed and comes_back):
            return ""
        connection.execute(update(submissions).where(submissions.c.id == rival.active).values(verdict=told))
    return f"submission {rival.active}: {told}"


def _line(board: Board, bot: int, version: int) -> Line | None:
    """Return the line of a version that has a rank."""
    for line in board.lines:
        if (line.bot, line.version) == (bot, version) and line.group and math.isfinite(line.worth.value):
            return line
    return None
